/** A stopping server responds to the requests that have started, and ends. Before that it drains, if configured. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDeposit } from '#contract/payments/payments.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { until } from '#tests/users.ts'
import { startMain } from './main-process.ts'
import { findFreePort } from './server-process.ts'
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

test('a draining server reports it to proxies and continues, until a second signal or the end of the time', async (t) => {
  await using database = await createTestDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-drain-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const run = async (drainSeconds: string) => {
    const settings = {
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder,
      DRAIN_SECONDS: drainSeconds,
      PUBLIC_RELAYS: 'none',
    }
    const server = startMain({ PORT: String(await findFreePort()), ...settings })
    await server.logged('listening')
    server.kill('SIGTERM')
    await server.logged('draining')
    const ready = await fetch(`${server.origin}/readyz`)
    assert.deepEqual([ready.status, await ready.json()], [503, { ready: false, degraded: ['draining'] }])
    assert.equal((await fetch(`${server.origin}/v1/settings`)).status, 200)
    return server
  }
  const impatient = await run('600')
  await sleep(400)
  impatient.kill('SIGTERM')
  assert.deepEqual(await impatient.ended, { code: 0, signal: null })
  const patient = await run('1')
  assert.deepEqual(await patient.ended, { code: 0, signal: null })
})

/** Those that have reached the server: each has its row before the node gets a request. */
async function countInvoices({ database }: SmallLab): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM invoice`.execute(database.read)
  return rows[0]?.count ?? 0
}
