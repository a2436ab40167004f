/** Where passkeys can be made. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressForPasskeys } from './passkey-address.ts'

test('a page at an IP address names the address where passkeys can be made', () => {
  const here = 'http://127.0.0.1:3000/settings/log-in'
  assert.equal(addressForPasskeys('localhost', here), 'http://localhost:3000/settings/log-in')
})

test('the host itself and those below it make passkeys', () => {
  assert.equal(addressForPasskeys('peal.example', 'https://peal.example/settings/log-in'), null)
  assert.equal(addressForPasskeys('peal.example', 'https://music.peal.example/settings/log-in'), null)
  assert.equal(addressForPasskeys(undefined, 'https://peal.example/settings/log-in'), null)
  assert.notEqual(addressForPasskeys('peal.example', 'https://notpeal.example/'), null)
})
