/** Password hashing: format, cost and limits. */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import type { AppError } from '#server/platform/errors.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

test('a password is hashed with argon2id at 19 MiB, 2 passes, 1 lane, salted', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, other)
  assert.ok(await verifyPassword({ hash: one, password: 'correct horse' }))
  assert.ok(!(await verifyPassword({ hash: one, password: 'correct horsf' })))
})

test('a hash from another program with another cost is verified', async () => {
  // From the reference implementation: echo -n password | argon2 somesalt -id -v 13 -t 2 -m 16 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.ok(await verifyPassword({ hash, password: 'password' }))
})

test('equivalent Unicode sequences are the same password', async () => {
  const hash = await hashPassword('Pa\u0301ssword１２')
  assert.ok(await verifyPassword({ hash, password: 'Pássword12' }))
})

test('an unknown hash format matches no password', async () => {
  for (const hash of ['', 'x', 'a:b', '$argon2id$v=19$m=19456,t=2,p=1$short$short', '$2b$10$abcdefghijklmnopqrstuv']) {
    assert.ok(!(await verifyPassword({ hash, password: '' })), hash)
  }
})

test('excess requests are refused instead of queued forever, and the event loop stays free', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const crowd = await Promise.allSettled(Array.from({ length: 110 }, () => hashPassword('correct horse')))
  delay.disable()
  const refused = crowd.filter((one) => one.status === 'rejected')
  assert.deepEqual(new Set(refused.map((one) => (one.reason as AppError).status)), new Set([503]))
  assert.equal(refused.length, 8)
  // The median, so that a busy machine does not fail the test; hashing on this thread would
  // raise it to the cost of one hash.
  assert.ok(delay.percentile(50) < 20e6, `event loop delay ${Math.round(delay.percentile(50) / 1e6)} ms`)
})
