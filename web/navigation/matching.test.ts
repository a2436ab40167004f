/** Matching paths to routes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchPath } from './matching.ts'
import { readAddress, writeAddress } from './router.ts'

const routes = ['/', '/album/:albumId', '/studio/:section', '/studio/upload', '/studio/albums/:albumId'].map(
  (path) => ({
    path,
  }),
)
const found = (pathname: string) => {
  const match = matchPath(routes, pathname)
  return match && [match.route.path, match.params]
}

test('a path matches with its parameters, in any letter case and with a trailing slash', () => {
  assert.deepEqual(found('/'), ['/', {}])
  assert.deepEqual(found('/album/abc'), ['/album/:albumId', { albumId: 'abc' }])
  assert.deepEqual(found('/ALBUM/AbC/'), ['/album/:albumId', { albumId: 'AbC' }])
  assert.deepEqual(found('/album/a%20b%2Fc'), ['/album/:albumId', { albumId: 'a b/c' }])
})

test('a literal segment takes precedence over a parameter', () => {
  assert.deepEqual(found('/studio/upload'), ['/studio/upload', {}])
  assert.deepEqual(found('/studio/stats'), ['/studio/:section', { section: 'stats' }])
})

test('an unknown path matches nothing', () => {
  for (const path of ['/album', '/album/a/b', '/nothing', '/album//']) assert.equal(found(path), null, path)
  assert.deepEqual(found('/album/%E0%A4'), ['/album/:albumId', { albumId: '%E0%A4' }])
})

test('paths are parsed and formatted below a prefix', () => {
  const read = (href: string, prefix: string) => readAddress(href, prefix, 'k')
  assert.deepEqual(read('/de/album/1?a=b#c', '/de'), { pathname: '/album/1', search: '?a=b', hash: '#c', key: 'k' })
  assert.equal(read('/de', '/de').pathname, '/')
  assert.equal(read('/desk', '/de').pathname, '/desk')
  assert.equal(read('/album/1', '').pathname, '/album/1')
  assert.equal(writeAddress('/', '/de'), '/de')
  assert.equal(writeAddress('/album/1?a=b', '/de'), '/de/album/1?a=b')
  assert.equal(writeAddress('/', ''), '/')
})
