/** Is it alive, can it serve, how is it doing: /livez, /readyz, /metrics. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readBalance } from './ledger/balances.ts'
import type { LightningNode } from './lightning/node.ts'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'

export type HealthDeps = { database: Database; node: LightningNode; log: Log }

const NODE_TIMEOUT_MS = 3_000

export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/livez', async () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const degraded: string[] = []
    const isServing = await sql`SELECT 1`.execute(deps.database.read).then(
      () => true,
      () => false,
    )
    if (!isServing) return reply.status(503).send({ ready: false, degraded: ['database'] })
    // Without its node the server still plays music and shows balances; only payments wait.
    if (!(await isNodeThere(deps))) degraded.push('payments')
    return { ready: true, degraded }
  })
  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await writeMetrics(deps)))
}

async function isNodeThere({ node, log }: HealthDeps): Promise<boolean> {
  try {
    return (await node.info(AbortSignal.timeout(NODE_TIMEOUT_MS))).synced
  } catch (error) {
    log.warn('node-away', { error })
    return false
  }
}

async function writeMetrics({ database }: HealthDeps): Promise<string> {
  const { rows } = await sql<{ unfinished: number; oldest: number; waiting: number }>`
    SELECT (SELECT count(*) FROM payout WHERE state IN ('reserved', 'sending', 'unknown'))::int AS unfinished,
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM payout
        WHERE state = 'unknown')::float AS oldest,
      (SELECT count(*) FROM outbox WHERE done_at IS NULL)::int AS waiting`.execute(database.read)
  const row = rows[0]!
  const values: [string, string, number | bigint][] = [
    ['peal_inflight_msat', 'Msat held for outgoing payments', await readBalance(database.read, 'inflight')],
    ['peal_suspense_msat', 'Msat that arrived for nobody', await readBalance(database.read, 'suspense')],
    ['peal_payouts_unfinished', 'Outgoing payments without an outcome', row.unfinished],
    ['peal_payout_oldest_unknown_seconds', 'Age of the oldest payment in doubt', row.oldest],
    ['peal_outbox_waiting', 'Things still to be done', row.waiting],
  ]
  return values
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}
