/** Parsing and formatting addresses below a language prefix. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRouter, readAddress, writeAddress } from './router.ts'

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

test('a page that is loaded again keeps the entry of what is open over it', async () => {
  const state = { key: 'one', overlays: 1 }
  const history = { state, replaceState: (next: typeof state) => (history.state = next) }
  const browser = { history, location: { href: 'http://page/album/1' }, scrollY: 0 }
  const before = Object.keys(browser).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  try {
    const first = { Page: () => null, params: {}, look: { style: undefined, isWide: false }, failure: null }
    await createRouter({ prefix: '', first, open: async () => first }).revalidate()
  } finally {
    for (const [name, own] of before) {
      if (own) Object.defineProperty(globalThis, name, own)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
  assert.deepEqual(history.state, { key: 'one', overlays: 1 })
})
