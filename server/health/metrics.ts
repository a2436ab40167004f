/** The figures as metrics for Prometheus. Each scrape reads all figures again; only the durations of requests, and what a
 * process has counted since its start, are stored in between. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from '@prometheus-io/client'
import { lastSeenBackup } from '#server/backup/scheduled.ts'
import { countStoreFailures } from '#server/platform/files/s3-requests.ts'
import { countStreams } from '#server/platform/http/event-stream.ts'
import { listJobRuns } from '#server/platform/jobs/jobs.ts'
import { type DatabaseFigures, type HealthDeps, type NodeFigures, readFigures } from './figures.ts'

type Value = number | bigint | boolean
/** One value, or one for each label; null or undefined: unknown. */
type Values = Value | null | undefined | readonly (readonly [label: string, value: Value])[]
type Put = (name: string, help: string, values: Values, label?: string) => void

const NS_PER_SECOND = 1e9

export type Metrics = { write(): Promise<string>; stop(): void }

/** `requests`: where the durations of requests are counted. */
export function createMetrics(deps: HealthDeps, requests: Registry): Metrics {
  const delay = monitorEventLoopDelay()
  delay.enable()
  return {
    async write() {
      const { database, node, freeBytes } = await readFigures(deps)
      const registry = new Registry()
      const put: Put = (...metric) => putMetric(registry, ...metric)
      putProcess(put, deps, delay.max / NS_PER_SECOND)
      delay.reset()
      put('peal_disk_free_bytes', 'Free space on the disk of DATA_DIR', Number.isFinite(freeBytes) ? freeBytes : null)
      put('peal_database_up', '1 while the database responds', database !== null)
      putMoney(put, database)
      putWaiting(put, database)
      putNode(put, node, deps.nodeCeilingMsat)
      return (await registry.metrics()) + (await requests.metrics())
    },
    stop: () => void delay.disable(),
  }
}

function putMetric(registry: Registry, name: string, help: string, values: Values, label?: string): void {
  const common = { name, help, labelNames: label === undefined ? [] : [label], registers: [registry] }
  const metric = name.endsWith('_total') ? new Counter(common) : new Gauge(common)
  const write = (labels: Record<string, string>, value: Value) => metric.inc(labels, Number(value))
  if (Array.isArray(values)) for (const [of, value] of values) write({ [label ?? '']: of }, value)
  // A metric without labels begins at 0, which would be exported as its value.
  else if (values === null || values === undefined) metric.remove()
  else write({}, values as Value)
}

/** Figures of this process alone. */
function putProcess(
  put: Put,
  { roles, database, version, countRelayConnections }: HealthDeps,
  delaySeconds: number,
): void {
  const { rss, heapUsed } = process.memoryUsage()
  const pools = [
    ['durable', database.pool],
    ['relaxed', database.relaxed.pool],
    ['slow', database.slow.pool],
  ] as const
  const runs = [...listJobRuns()]
  const ended = runs.flatMap(([name, { succeededAt }]) =>
    succeededAt === null ? [] : [[name, succeededAt.getTime() / 1_000] as const],
  )
  put('peal_build_info', 'The version of this server', [[version, 1]], 'version')
  put(
    'peal_role',
    'The role of this process (ROLE)',
    roles.map((role) => [role, 1]),
    'role',
  )
  put('peal_start_time_seconds', 'When this process started, since 1970', performance.timeOrigin / 1_000)
  put('peal_event_loop_delay_seconds', 'Longest delay of the event loop since the last scrape', delaySeconds)
  put('peal_memory_resident_bytes', 'Resident memory', rss)
  put('peal_memory_heap_bytes', 'Used heap of JavaScript', heapUsed)
  put('peal_cpu_seconds_total', 'Processor time', process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6)
  put(
    'peal_database_connections',
    'Open connections',
    pools.map(([name, pool]) => [name, pool.totalCount]),
    'pool',
  )
  put(
    'peal_database_connections_idle',
    'Of these, idle',
    pools.map(([name, pool]) => [name, pool.idleCount]),
    'pool',
  )
  const waiting = pools.map(([name, pool]) => [name, pool.waitingCount] as const)
  put('peal_database_connections_waiting', 'Queries that wait for a connection', waiting, 'pool')
  put('peal_database_errors_total', 'Statements and connections that failed', database.counts.errors)
  put('peal_database_replicas_used', 'Standbys that serve visitors', database.replicas?.countUsed())
  put('peal_database_retries_total', 'Transactions and statements that were repeated', database.counts.retries)
  put(
    'peal_file_store_errors_total',
    'Requests to the bucket that failed, before they were repeated',
    countStoreFailures(),
  )
  const backupAt = lastSeenBackup()
  const backupAgeSeconds = backupAt && (Date.now() - backupAt.getTime()) / 1_000
  put('peal_backup_age_seconds', 'Since the newest backup in BACKUP_TO that this process has seen', backupAgeSeconds)
  put('peal_event_streams', 'Open event streams', countStreams())
  put('peal_relay_connections', 'Open connections to the relay', countRelayConnections())
  put('peal_job_success_time_seconds', 'When a round of the job last succeeded in this process', ended, 'name')
  const seconds = runs.map(([name, run]) => [name, run.seconds] as const)
  put('peal_job_duration_seconds', 'Duration of its last round in this process', seconds, 'name')
}

function putMoney(put: Put, figures: DatabaseFigures | null): void {
  const money = figures?.money
  put('peal_books_differ', '1 while the last audit found a difference', money?.isWrong)
  put('peal_books_unchecked', '1 until an audit has found a restored database correct', money && !money.isChecked)
  put('peal_withdrawals_halted', '1 while outgoing payments are stopped by the audit', money?.isHalted)
  put('peal_outgoing_stopped', '1 while an operator has stopped outgoing payments', money?.isStopped)
  const recovering = '1 since a restore, until an operator has resumed outgoing payments'
  put('peal_recovering', recovering, money?.isRecovering)
  put('peal_audit_age_seconds', 'Since the last audit', figures?.auditAgeSeconds)
  put('peal_liabilities_msat', 'Msat owed to others, without payments in progress', figures?.msatOwed)
  put('peal_cold_storage_msat', 'Msat in cold storage, by confirmed moves', money?.msatColdStorage)
  put('peal_inflight_msat', 'Msat reserved for outgoing payments', figures?.msatInFlight)
  put('peal_purse_msat', 'Msat left for gifts', figures?.msatPurse)
  put('peal_suspense_msat', 'Msat that arrived and are unassigned', figures?.msatSuspense)
  put('peal_payouts_unfinished', 'Outgoing payments without an outcome', money?.unfinished)
  put('peal_payouts_queued', 'Outgoing payments that wait for the node', money?.queued)
  const oldest = 'Age of the oldest payment with an unknown outcome'
  put('peal_payout_oldest_unknown_seconds', oldest, money?.oldestUnknownSeconds)
}

function putWaiting(put: Put, figures: DatabaseFigures | null): void {
  const waiting = figures?.waiting
  const topics = figures?.topics ?? []
  put(
    'peal_outbox_waiting',
    'Events that are due',
    topics.map((row) => [row.topic, row.waiting]),
    'topic',
  )
  put(
    'peal_outbox_retried',
    'Of these, events that have failed before',
    topics.map((row) => [row.topic, row.retried]),
    'topic',
  )
  const ages = topics.map(({ topic, oldestSeconds }) => [topic, oldestSeconds] as const)
  put('peal_outbox_oldest_seconds', 'Age of the oldest event that is due', ages, 'topic')
  const mail = figures && (topics.find(({ topic }) => topic === 'mail') ?? { waiting: 0, retried: 0, oldestSeconds: 0 })
  put('peal_mails_waiting', 'Mails that are not sent yet', mail?.waiting)
  put('peal_mails_retried', 'Of these, mails that the mail server has not accepted', mail?.retried)
  put('peal_mail_oldest_seconds', 'Age of the oldest of them', mail?.oldestSeconds)
  const failures = figures?.jobs.map(({ name, failures: count }) => [name, count] as const) ?? []
  put('peal_job_failures', 'Failures of the job in a row, in all processes', failures, 'name')
  put('peal_uploads_queued', 'Recordings that wait for transcoding', waiting?.uploadsQueued)
  put('peal_uploads_running', 'Recordings that are being transcoded', waiting?.uploadsRunning)
  put('peal_upload_oldest_seconds', 'Time since the oldest of these uploads was started', waiting?.uploadOldestSeconds)
  put('peal_journal_waiting', 'Changes that are not in the journal yet', waiting?.journalWaiting)
  put('peal_database_standbys', 'Standbys that are connected to the database', waiting?.standbys)
  put('peal_database_replication_lag_seconds', 'Lag of the slowest of them', waiting?.replicationLagSeconds)
  put('peal_database_clock_offset_seconds', 'How far its clock is ahead of ours', figures?.clockOffsetSeconds)
  put('peal_database_figures_seconds', 'Duration of the queries of this scrape', figures?.seconds)
}

function putNode(put: Put, node: NodeFigures | null, ceilingMsat: bigint): void {
  put('peal_node_up', '1 while the Lightning node responds', node !== null)
  put('peal_node_synced', '1 while it is in sync with the chain', node?.isSynced)
  put('peal_node_response_seconds', 'How long it took to respond', node?.seconds)
  put('peal_node_spendable_msat', 'Msat the node could pay out now', node?.msatSpendable)
  put('peal_node_ceiling_msat', 'Msat the node should hold at most', ceilingMsat === 0n ? null : ceilingMsat)
  put('peal_node_receivable_msat', 'Msat it could receive now', node?.msatReceivable)
}
