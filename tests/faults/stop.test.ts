/** A stopping server answers the requests that have started, and ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDeposit } from '#contract/payments/payments.ts'
import { until } from '#tests/users.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'

const AT_ONCE = 40

test('SIGTERM under load fails no request that has started', async () => {
  await using lab = await createSmallLab()
  const users = await Promise.all(['ann', 'ben', 'cem', 'dia'].map((name) => lab.createTestUser(name)))
  // Most of them are in progress when the signal arrives, and none takes too long on a busy machine.
  await lab.node.set({ createDelayMs: 300 })
  const answers = Array.from({ length: AT_ONCE }, (_, index) =>
    users[index % users.length]!(createDeposit, { body: { msatAmount: 10_000 + index } }),
  )
  const settled = Promise.allSettled(answers)
  // A refusal would be seen only after the wait.
  await Promise.race([until(async () => (await countInvoices(lab)) === AT_ONCE), Promise.all(answers)])
  const end = await lab.server().stop('SIGTERM')
  const results = await settled
  assert.deepEqual(
    results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    [],
  )
  assert.deepEqual(end, { code: 0, signal: null })
})

/** Those that have reached the server: each has its row before the node is asked. */
async function countInvoices({ database }: SmallLab): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM invoice`.execute(database.read)
  return rows[0]?.count ?? 0
}
