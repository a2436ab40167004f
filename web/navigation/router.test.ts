/** Parsing and formatting addresses below a language prefix. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, writeAddress } from './router.ts'

test('a path is the same page below any prefix', () => {
  for (const prefix of ['', '/de']) {
    for (const to of ['/', '/album/1', '/search?q=a%20b', '/album/1?x=1#comments']) {
      const { pathname, search, hash } = readAddress(writeAddress(to, prefix), prefix, 'key')
      assert.equal(pathname + search + hash, to)
    }
  }
  assert.equal(readAddress('/design', '/de', 'key').pathname, '/design')
})

test('a link that begins with a question mark or a hash stays on its page', () => {
  assert.deepEqual(
    ['?', '?part=lyrics', '#comments'].map((to) => writeAddress(to, '/de')),
    ['?', '?part=lyrics', '#comments'],
  )
})
