/** Where signing in may redirect to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeNext } from './next-path.ts'

test('a path of this site is kept with its query', () => {
  assert.equal(safeNext('/transactions?type=deposits#today'), '/transactions?type=deposits#today')
})

test('a path that could lead to another site becomes the start page', () => {
  const others = [null, '', 'transactions', '//evil.example', '/\\evil.example', '/\t/evil.example', '/.//evil.example']
  const more = ['https://evil.example', 'javascript:alert(1)', '/\n//evil.example', '/..//evil.example']
  for (const next of [...others, ...more]) assert.equal(safeNext(next), '/', String(next))
})

test('log-in pages lead to the start page, not to themselves', () => {
  assert.equal(safeNext('/login?next=/login'), '/')
  assert.equal(safeNext('/register'), '/')
  for (const next of ['/login/google?code=1', '/register/key', '/zbd-login', '/reset-password?oobCode=1', '/Login']) {
    assert.equal(safeNext(next), '/', next)
  }
})
