/** Liveness and readiness for supervisors and proxies (/livez, /readyz), and the figures for operators. Metrics are in
 * metrics.ts. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { getHealth } from '#contract/operator/health.ts'
import { readMoneyHealth } from '#server/payments/audit/money.ts'
import { on } from '#server/platform/http/http.ts'
import { listFailingJobs } from '#server/platform/jobs/failures.ts'
import type { HealthDeps } from './figures.ts'
import { readHealth } from './health.ts'

const NODE_TIMEOUT_MS = 3_000

/** `draining`: aborted when the server is about to stop, so that no more requests are sent to it. */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps, draining: AbortSignal): void {
  app.get('/livez', async () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.aborted) return reply.status(503).send({ ready: false, degraded: ['draining'] })
    const degraded: string[] = []
    const isServing = await sql`SELECT 1`.execute(deps.database.read).then(
      () => true,
      () => false,
    )
    if (!isServing) return reply.status(503).send({ ready: false, degraded: ['database'] })
    // Without its node the server still plays music and shows balances; only payments have to wait.
    if (!(await isNodeReady(deps))) degraded.push('payments')
    const money = await readMoneyHealth(deps.database.read, deps.clock.now())
    if (money.isRecovering) degraded.push('recovering')
    if (!money.isChecked) degraded.push('books-unchecked')
    if (money.isHalted) degraded.push('withdrawals-halted')
    if (money.isStopped) degraded.push('outgoing-stopped')
    if (money.queued > 0) degraded.push('liquidity')
    // Pages and payments keep working. Uploads are refused now, and every write once even less space is left.
    if (await deps.disk.isLow()) degraded.push('disk')
    for (const { name } of await listFailingJobs(deps.database.read)) degraded.push(`job ${name}`)
    return { ready: true, degraded, roles: deps.roles }
  })
  on(app, getHealth, (_input, { caller }) => readHealth(deps, caller))
}

async function isNodeReady({ node, log }: HealthDeps): Promise<boolean> {
  try {
    return (await node.info(AbortSignal.timeout(NODE_TIMEOUT_MS))).synced
  } catch (error) {
    log.warn('node-away', { error })
    return false
  }
}
