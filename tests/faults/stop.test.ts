/** A stopping server answers the requests that have started, and ends soon. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDeposit } from '#contract/payments/payments.ts'
import { until } from '#tests/users.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'

const AT_ONCE = 40
const STOP_MAX_MS = 10_000

test('SIGTERM under load fails no request that has started', { timeout: 60_000 }, async () => {
  await using lab = await createSmallLab()
  const users = await Promise.all(['ann', 'ben', 'cem', 'dia'].map((name) => lab.createTestUser(name)))
  // Slow enough that all of them are in progress when the signal arrives, however busy the machine is.
  await lab.node.set({ createDelayMs: 1_000 })
  const answers = Array.from({ length: AT_ONCE }, (_, index) =>
    users[index % users.length]!(createDeposit, { body: { msatAmount: 10_000 + index } }),
  )
  const settled = Promise.allSettled(answers)
  await until(async () => (await countInvoices(lab)) === AT_ONCE)
  const startedAt = performance.now()
  const end = await lab.server().stop('SIGTERM')
  const results = await settled
  assert.deepEqual(
    results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    [],
  )
  assert.deepEqual(end, { code: 0, signal: null })
  assert.ok(performance.now() - startedAt <= STOP_MAX_MS)
})

/** Those that have reached the server: each has its row before the node is asked. */
async function countInvoices({ database }: SmallLab): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM invoice`.execute(database.read)
  return rows[0]?.count ?? 0
}
