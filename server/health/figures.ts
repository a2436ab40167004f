/** The figures about the server: read once for a scrape or for the operators' page. What is unreachable is null. */
import type { Role } from '#server/platform/config/values.ts'
import { readBalance, sumLiabilities } from '#server/ledger/balances.ts'
import type { LightningNode } from '#server/lightning/node.ts'
import { type MoneyHealth, readMoneyHealth } from '#server/payments/audit/money.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Disk } from '#server/platform/files/disk.ts'
import { type FailingJob, listFailingJobs } from '#server/platform/jobs/failures.ts'
import type { Log } from '#server/platform/log.ts'
import { listWaitingTopics, readWaiting, type Waiting, type WaitingTopic } from './queries.ts'

export type HealthDeps = {
  database: Database
  node: LightningNode
  disk: Disk
  clock: Clock
  log: Log
  version: string
  /** NODE_CEILING_MSAT. */
  nodeCeilingMsat: bigint
  /** What this process does. */
  roles: readonly Role[]
  /** Of this process. */
  countRelayConnections: () => number
}

export type DatabaseFigures = {
  money: MoneyHealth
  /** Null before the first audit. */
  auditAgeSeconds: number | null
  msatOwed: bigint
  msatInFlight: bigint
  msatPurse: bigint
  msatSuspense: bigint
  topics: WaitingTopic[]
  waiting: Waiting
  /** Also those that failed only once. */
  jobs: FailingJob[]
  /** How far the clock of the database is ahead of ours. */
  clockOffsetSeconds: number
  /** How long all these queries took. */
  seconds: number
}
export type NodeFigures = { isSynced: boolean; msatSpendable: bigint; msatReceivable: bigint; seconds: number }
export type Figures = { database: DatabaseFigures | null; node: NodeFigures | null; freeBytes: number | null }

/** Prometheus waits ten seconds for a scrape. */
const TIMEOUT_MS = 3_000

export async function readFigures(deps: HealthDeps): Promise<Figures> {
  const [database, node, freeBytes] = await Promise.all([
    inTime(readDatabaseFigures(deps.database.read, deps.clock)),
    inTime(readNodeFigures(deps.node)),
    inTime(deps.disk.freeBytes()),
  ])
  return { database, node, freeBytes }
}

/** Null when it fails or takes too long: the figures then show it, and the module that uses it logs the reason. */
async function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), TIMEOUT_MS)
  const result = await Promise.race([work.catch(() => null), late.promise])
  clearTimeout(timer)
  return result
}

/** One after the other, so that a scrape takes one connection from requests. */
async function readDatabaseFigures(tx: Tx, clock: Clock): Promise<DatabaseFigures> {
  const startedAt = performance.now()
  const now = clock.now()
  const waiting = await readWaiting(tx, now)
  const ourClock = (now.getTime() + clock.now().getTime()) / 2_000
  const money = await readMoneyHealth(tx, now)
  return {
    waiting,
    clockOffsetSeconds: waiting.databaseClock - ourClock,
    money,
    auditAgeSeconds: money.lastAuditAt === null ? null : (now.getTime() - money.lastAuditAt.getTime()) / 1_000,
    msatOwed: await sumLiabilities(tx),
    msatInFlight: await readBalance(tx, 'inflight'),
    msatPurse: await readBalance(tx, 'purse'),
    msatSuspense: await readBalance(tx, 'suspense'),
    topics: await listWaitingTopics(tx),
    jobs: await listFailingJobs(tx, 1),
    seconds: (performance.now() - startedAt) / 1_000,
  }
}

async function readNodeFigures(node: LightningNode): Promise<NodeFigures> {
  const startedAt = performance.now()
  const [{ synced }, balance] = await Promise.all([node.info(AbortSignal.timeout(TIMEOUT_MS)), node.balance()])
  return {
    isSynced: synced,
    msatSpendable: balance.spendableMsat,
    msatReceivable: balance.receivableMsat,
    seconds: (performance.now() - startedAt) / 1_000,
  }
}
