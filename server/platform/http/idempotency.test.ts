/** Who may run a repeated request while its first process works, and after it has died. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { until } from '#tests/users.ts'
import { createIdempotency } from './idempotency.ts'

test('a key is held for as long as its request runs, and for a moment when the process has died', async () => {
  await using own = await createTestDatabase()
  const [first, second] = [connectDatabase({ url: own.url }), connectDatabase({ url: own.url })]
  const lease = { leaseSeconds: 0.5, extendMs: 50 }
  const scope = { actor: 'somebody', method: 'POST', path: '/v1/send', key: 'once', requestHash: 'one' }
  const claimed = await createIdempotency(first, lease).claim({ ...scope })
  assert.equal(claimed.kind, 'run')
  const other = createIdempotency(second, lease)
  const again = () => other.claim({ ...scope })
  await until(async () => {
    await assert.rejects(again, { code: 'idempotency-key-running' })
    const isLater = "SELECT now() > created_at + interval '1 second' AS is_later FROM idempotency"
    return (await second.pool.query<{ is_later: boolean }>(isLater)).rows[0]!.is_later
  })
  await first.close()
  let repeated
  await until(async () => {
    repeated = await again().catch(() => undefined)
    return repeated !== undefined
  }, 5_000)
  assert.deepEqual(repeated, claimed)
  await second.close()
})

test('a stored response is found by its key, and is not replaced', async () => {
  await using own = await createTestDatabase()
  const database = connectDatabase({ url: own.url })
  const idempotency = createIdempotency(database)
  const scopeOf = (n: number) => ({
    actor: 'somebody',
    method: 'POST',
    path: '/v1/send',
    key: `${n}`,
    requestHash: 'one',
  })
  const COUNT = 200
  for (let n = 0; n < COUNT; n++) {
    const claim = await idempotency.claim(scopeOf(n))
    assert.ok(claim.kind === 'run')
    await idempotency.finish(scopeOf(n), claim.operationId, { status: 200, answer: { n } })
    await idempotency.finish(scopeOf(n), claim.operationId, { status: 422, answer: {} })
  }
  assert.deepEqual(await idempotency.claim(scopeOf(7)), { kind: 'stored', stored: { status: 200, answer: { n: 7 } } })
  // Connections report what they have read when they close.
  await database.close()
  const after = connectDatabase({ url: own.url })
  const { rows } = await after.pool.query<{ read: bigint }>(
    "SELECT seq_tup_read AS read FROM pg_stat_user_tables WHERE relname = 'idempotency'",
  )
  await after.close()
  assert.ok(rows[0]!.read < 10 * COUNT, `read ${rows[0]!.read} rows`)
})
