/** Usernames: their format, look-alikes, and generated ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReserved, isUsername, makeUsername, skeletonOf } from './usernames.ts'

test('a username has 3 to 30 characters of a-z, 0-9, _ and -, and not only separators', () => {
  const good = ['abc', 'a-b', 'a_1', '303', 'x'.repeat(30)]
  const bad = [
    '',
    'ab',
    'x'.repeat(31),
    'Abc',
    'a b',
    'a.b',
    'раypal',
    'ⓐdmin',
    'a\u200bbc',
    'abc\n',
    '---',
    '_-_',
    'é23',
  ]
  assert.deepEqual(good.filter(isUsername), good)
  assert.deepEqual(bad.filter(isUsername), [])
})

test('names that look alike have one skeleton', () => {
  const pairs = [
    ['moon', 'm00n'],
    ['lola', '1ola'],
    ['modern', 'rnodem'],
    ['swan', 'svvan'],
    ['daft-punk', 'daft_punk'],
    ['daftpunk', 'd-a-f-t-punk'],
  ] as const
  for (const [one, other] of pairs) assert.equal(skeletonOf(one), skeletonOf(other), `${one} ${other}`)
  assert.notEqual(skeletonOf('ian'), skeletonOf('lan'))
})

test('names of the operator are reserved, in any spelling', () => {
  for (const name of ['admin', 'ad-min', 'adm1n', 'adrnin', 'supp0rt', 'peal', '_pea1_', 'zap'])
    assert.ok(isReserved(name), name)
  assert.ok(!isReserved('admiral'))
})

test('a generated username is a colour, an animal and a number, and valid', () => {
  for (let round = 0; round < 500; round++) {
    const name = makeUsername()
    assert.match(name, /^[a-z]+-[a-z]+-\d{4}$/)
    assert.ok(isUsername(name) && !isReserved(name), name)
  }
})
