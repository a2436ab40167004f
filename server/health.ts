/** Liveness, readiness and metrics: /livez, /readyz, /metrics. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readBalance, sumLiabilities } from './ledger/balances.ts'
import type { LightningNode } from './lightning/node.ts'
import { readMoneyHealth } from './payments/audit/money.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Disk } from './platform/files/disk.ts'
import { listFailingJobs } from './platform/jobs/failures.ts'
import type { Log } from './platform/log.ts'

export type HealthDeps = { database: Database; node: LightningNode; disk: Disk; clock: Clock; log: Log }

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
    // Without its node the server still plays music and shows balances; only payments have to wait.
    if (!(await isNodeThere(deps))) degraded.push('payments')
    const money = await readMoneyHealth(deps.database.read, deps.clock.now())
    if (money.isRecovering) degraded.push('recovering')
    if (!money.isChecked) degraded.push('books-unchecked')
    if (money.isHalted) degraded.push('withdrawals-halted')
    if (money.isStopped) degraded.push('outgoing-stopped')
    if (money.queued > 0) degraded.push('liquidity')
    // Pages and payments keep working. Uploads are refused now, and every write once even less space is left.
    if (await deps.disk.isLow()) degraded.push('disk')
    for (const { name } of await listFailingJobs(deps.database.read)) degraded.push(`job ${name}`)
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

async function writeMetrics({ database, node, clock }: HealthDeps): Promise<string> {
  const tx = database.read
  const money = await readMoneyHealth(tx, clock.now())
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM outbox WHERE done_at IS NULL`.execute(tx)
  const spendableMsat = await node.balance().then(
    (balance) => balance.spendableMsat,
    () => null,
  )
  const auditAgeSeconds =
    money.lastAuditAt === null ? null : (clock.now().getTime() - money.lastAuditAt.getTime()) / 1_000
  const values: [string, string, number | bigint | null][] = [
    ['peal_books_differ', '1 while the last audit found a difference', Number(money.isWrong)],
    ['peal_books_unchecked', '1 until an audit has found a restored database right', Number(!money.isChecked)],
    ['peal_withdrawals_halted', '1 while outgoing payments are stopped by the audit', Number(money.isHalted)],
    ['peal_outgoing_stopped', '1 while an operator has stopped outgoing payments', Number(money.isStopped)],
    [
      'peal_recovering',
      '1 since a restore, until an operator has resumed outgoing payments',
      Number(money.isRecovering),
    ],
    ['peal_audit_age_seconds', 'Since the last audit', auditAgeSeconds],
    ['peal_liabilities_msat', 'Msat that people have, and the purse', await sumLiabilities(tx)],
    ['peal_node_spendable_msat', 'Msat the node could pay out now', spendableMsat],
    ['peal_inflight_msat', 'Msat reserved for outgoing payments', await readBalance(tx, 'inflight')],
    ['peal_purse_msat', 'Msat left for gifts', await readBalance(tx, 'purse')],
    ['peal_suspense_msat', 'Msat that arrived and are unassigned', await readBalance(tx, 'suspense')],
    ['peal_payouts_unfinished', 'Outgoing payments without an outcome', money.unfinished],
    ['peal_payouts_queued', 'Outgoing payments that wait for the node', money.queued],
    [
      'peal_payout_oldest_unknown_seconds',
      'Age of the oldest payment with an unknown outcome',
      money.oldestUnknownSeconds,
    ],
    ['peal_outbox_waiting', 'Outbox rows that are not processed yet', rows[0]!.waiting],
  ]
  return values
    .flatMap(([name, help, value]) =>
      value === null ? [] : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`,
    )
    .join('')
}
