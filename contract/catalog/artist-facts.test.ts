/** Members of an artist as lines of a form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMembers, writeMembers, wrongMember } from './artist-facts.ts'

test('a line is a name, perhaps with the years', () => {
  const lines = 'Ada Berg\n\n Björn Ö (2001–2009) \nCleo, 1999-\nנועה, –2004\nThe 1975 Fan 🌙\nDana, Jr.'
  const members = parseMembers(lines)
  assert.deepEqual(
    members.map(({ name, from, until }) => [name, from, until]),
    [
      ['Ada Berg', null, null],
      ['Björn Ö', 2001, 2009],
      ['Cleo', 1999, null],
      ['נועה', null, 2004],
      ['The 1975 Fan 🌙', null, null],
      ['Dana, Jr.', null, null],
    ],
  )
  assert.deepEqual(parseMembers(writeMembers(members)), members)
})

test('years that cannot be are reported with their line', () => {
  assert.equal(wrongMember('Ada, 2001–2009'), null)
  assert.equal(wrongMember('Ada\nBjörn, 2009–2001'), 2)
  assert.equal(wrongMember('Ada, 0001–'), 1)
  assert.equal(wrongMember('x'.repeat(256)), 1)
})
