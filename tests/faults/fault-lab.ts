/** Two servers on one database and one node, all of which fail repeatedly while users pay; then no more faults, and the
 * check of the books. The run ends by counts, not by time. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { releaseHolds } from '#server/accounts/holds.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isPooledRun, startPgBouncer } from '#tests/pgbouncer.ts'
import { until } from '#tests/users.ts'
import { passTime } from './pass-time.ts'
import { checkBooks, listUnfinished, toText, tryAgainNow, type Books } from './books.ts'
import { findFailpoints } from './failpoints.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { startLabDatabase, type LabDatabase } from './lab-database.ts'
import { confirmEveryone } from './confirm-everyone.ts'
import { WITHOUT_LIMITS } from './lab.ts'
import { createLoad, OWN_HOST, type Load, type LoadCounts } from './load.ts'
import { startNodeProcess, type NodeControl } from './node-control.ts'
import { createRandom, type Random } from './random.ts'
import { connectRemoteNode } from './remote-node.ts'
import { createServerGroup, type ServerGroup } from './server-group.ts'

/** `keysends`: the number in each direction. */
export type Goals = {
  serverKills: number
  databaseCrashes: number
  payouts: number
  keysends: number
  rewards: number
  tickets: number
  refunds: number
}

export type FaultCounts = Record<
  'databaseCrashes' | 'databasePauses' | 'lineFaults' | 'nodeOutages' | 'clockSteps',
  number
>

export type Report = {
  seed: number
  durationMs: number
  serverKills: number
  /** At which failpoints; `random` is any other moment. */
  killedAt: Record<string, number>
  faults: FaultCounts
  load: LoadCounts
  /** From the last fault until nothing was in flight. */
  quietMs: number
  errors: Record<string, number>
  samples: readonly string[]
  books: Books
}

export type LabOptions = { seed: number; goals: Goals; print?: (line: string) => void; timeoutMs: number }

type Stage = {
  database: Database
  labDatabase: LabDatabase
  databaseLine: FaultProxy
  node: NodeControl
  nodeLine: FaultProxy
  group: ServerGroup
  load: Load
  random: Random
  /** No connection is broken, and the database is up. */
  isWhole: boolean
  /** Of the servers' clocks. */
  clockMs: number
}

const PEOPLE = 20
const AT_ONCE = 24
const HOUR_MS = 3_600_000
/** Past the expiry of every invoice of the lab: payments that never reached the node can be released. */
const END_CLOCK_MS = 5 * HOUR_MS
const QUIET_MAX_MS = 90_000
/** Nothing was in flight for this long, so the run is finished. */
const REST_MS = 3_000
const TELL_EVERY_MS = 10_000
const LATE_PAYMENTS = 40

export async function runFaultLab({ seed, goals, print = () => undefined, timeoutMs }: LabOptions): Promise<Report> {
  const startedAt = performance.now()
  await using stack = new AsyncDisposableStack()
  const stage = await setStage(stack, seed)
  const { group, load, node } = stage
  await group.start('')
  await load.createTestUsers(PEOPLE)
  await confirmEveryone(stage.database)
  await load.startOrders()
  print(`${PEOPLE} people after ${Math.round(performance.now() - startedAt)} ms`)

  const stopping = new AbortController()
  const timeout = AbortSignal.timeout(timeoutMs)
  const faults: FaultCounts = { databaseCrashes: 0, databasePauses: 0, lineFaults: 0, nodeOutages: 0, clockSteps: 0 }
  await node.set({ faultMode: 'storm' })
  const under = [
    load.run(AT_ONCE, stopping.signal),
    group.killAndRestart(
      {
        points: findFailpoints(),
        isWanted: () => group.kills < goals.serverKills,
        workDone: () => load.counts.done,
        isStartable: () => stage.isWhole || stage.random.next() < 0.01,
      },
      stopping.signal,
    ),
    breakThings(stage, goals, faults, stopping.signal),
  ]
  const retiring = new AbortController()
  const operator = operate(stage, retiring.signal)
  // Also when something throws: a running timer would keep the process alive.
  stack.defer(async () => {
    stopping.abort()
    retiring.abort()
    await group.stop('SIGKILL')
    await Promise.allSettled([...under, operator])
  })
  let toldAt = performance.now()
  const isEnough = () =>
    group.kills >= goals.serverKills &&
    faults.databaseCrashes >= goals.databaseCrashes &&
    load.counts.withdrawals >= goals.payouts &&
    Math.min(load.counts.keysendsOut, load.counts.keysendsIn) >= goals.keysends &&
    load.counts.orders.rewards >= goals.rewards &&
    load.counts.orders.tickets >= goals.tickets &&
    load.counts.orders.refunds >= goals.refunds
  while (!isEnough() && !timeout.aborted) {
    await sleep(100)
    if (performance.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = performance.now()
    print(`${group.kills} kills, ${faults.databaseCrashes} database crashes, ${load.counts.withdrawals} payouts`)
  }
  stopping.abort()
  await Promise.all(under)
  const quietMs = await makePeace(stage, print)
  retiring.abort()
  await operator
  const books = await checkBooks(stage.database, connectRemoteNode(node.origin), await node.truth())
  return {
    seed,
    durationMs: Math.round(performance.now() - startedAt),
    serverKills: group.kills,
    killedAt: { ...group.killedAt },
    faults,
    load: load.counts,
    quietMs,
    errors: group.errors,
    samples: group.samples,
    books,
  }
}

async function setStage(stack: AsyncDisposableStack, seed: number): Promise<Stage> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-lab-'))
  stack.defer(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const labDatabase = await startLabDatabase(path.join(dataDir, 'postgres'))
  stack.defer(() => labDatabase.stop())
  const database = connectDatabase({ url: labDatabase.url, maxConnections: 3 })
  stack.defer(() => database.close())
  const node = await startNodeProcess(seed)
  stack.defer(() => node.stop())
  const pooler = isPooledRun() ? await startPgBouncer(labDatabase.url) : null
  const databaseLine = await startFaultProxy(() => ({ path: pooler?.socketPath ?? labDatabase.socketPath }))
  stack.defer(() => databaseLine.close())
  const nodeLine = await startFaultProxy(() => ({ host: '127.0.0.1', port: node.port }))
  stack.defer(() => nodeLine.close())
  const random = createRandom(seed)
  const group = await createServerGroup({
    random,
    settings: {
      DATA_DIR: path.join(dataDir, 'server'),
      DATABASE_URL: `postgres://peal@127.0.0.1:${databaseLine.port}/peal`,
      ...(pooler !== null && { DATABASE_POOLED: '1', DATABASE_OWNER_URL: labDatabase.url }),
      DATABASE_CONNECTIONS: '10',
      LAB_NODE: `http://127.0.0.1:${nodeLine.port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ...WITHOUT_LIMITS,
      PUBLIC_URL: `https://${OWN_HOST}`,
      OUTBOUND_ALLOW: node.addressHost,
      FORWARD_RETRY_SECONDS: '1',
      FORWARD_FEE_BUDGET_MSAT: '1000000000000',
    },
  })
  stack.defer(() => group.stop('SIGKILL'))
  const load = createLoad({ origins: () => group.origins(), node, addressHost: node.addressHost, random })
  return { database, labDatabase, databaseLine, node, nodeLine, group, load, random, isWhole: true, clockMs: 0 }
}

/** Faults in spite of which a server starts. */
const harmless = new Set(['brokenFeeds', 'clockStep', 'nothing', 'databasePause'])

/** Everything but the servers, one thing after another. */
async function breakThings(stage: Stage, goals: Goals, counts: FaultCounts, signal: AbortSignal): Promise<void> {
  const { labDatabase, databaseLine, nodeLine, node, group, random } = stage
  const lineFault = async (line: FaultProxy) => {
    counts.lineFaults++
    line.set(random.pick(['cut', 'delay', 'hang', 'half-open']))
    await sleep(random.between(200, 1_200))
    line.set('none')
  }
  const things = {
    async databaseCrash() {
      if (counts.databaseCrashes >= goals.databaseCrashes) return
      await labDatabase.crash()
      counts.databaseCrashes++
    },
    async databasePause() {
      counts.databasePauses++
      await labDatabase.pause(random.between(300, 2_000))
    },
    nodeLine: () => lineFault(nodeLine),
    databaseLine: () => lineFault(databaseLine),
    async nodeOutage() {
      counts.nodeOutages++
      await node.set({ faultMode: 'offline' })
      await sleep(random.between(300, 2_000))
      // Holds of tickets are paid late only while invoices cannot be cancelled.
      await node.set({ faultMode: 'storm', canCancel: random.next() < 0.5 })
    },
    async brokenFeeds() {
      await node.breakFeeds()
    },
    async clockStep() {
      counts.clockSteps++
      stage.clockMs = random.pick([-HOUR_MS, 0, HOUR_MS])
      group.setClock(stage.clockMs)
    },
    async nothing() {
      await sleep(random.between(200, 1_000))
    },
  }
  const weights = {
    databaseCrash: 3,
    databasePause: 1,
    nodeLine: 2,
    databaseLine: 2,
    nodeOutage: 1,
    brokenFeeds: 1,
    clockStep: 2,
    nothing: 4,
  } as const
  while (!signal.aborted) {
    const thing = random.weigh(weights)
    stage.isWhole = harmless.has(thing)
    await things[thing]()
    stage.isWhole = true
    await sleep(random.between(100, 800))
  }
}

/** Accounts with a late payment are held until an operator releases them, which happens often here. A few users stand
 * for many, so limits per minute are reset. */
async function operate(stage: Stage, signal: AbortSignal): Promise<void> {
  const { database } = stage
  while (!signal.aborted) {
    await releaseEveryone(database).catch(() => undefined)
    await database.pool.query('DELETE FROM rate_limit').catch(() => undefined)
    await passTime(database, new Date(Date.now() + stage.clockMs)).catch(() => undefined)
    await sleep(1_000)
  }
}

async function releaseEveryone(database: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM person WHERE is_locked`.execute(database.read)
  for (const { id } of rows) {
    await database.transaction((tx) => releaseHolds(tx, { userId: id, releasedBy: id, now: new Date() }))
  }
}

/** Ends the faults. Returns how long it took until every payment had an outcome. */
async function makePeace(stage: Stage, print: (line: string) => void): Promise<number> {
  const { database, databaseLine, nodeLine, node, group, load } = stage
  const startedAt = performance.now()
  databaseLine.set('none')
  nodeLine.set('none')
  await node.set({ faultMode: 'calm', canCancel: true, addressExpirySeconds: (2 * END_CLOCK_MS) / 1_000 })
  await load.payLeftovers(LATE_PAYMENTS)
  group.setClock(END_CLOCK_MS)
  await group.start('')
  await tryAgainNow(database)
  let toldAt = startedAt
  const isOver = async () => {
    const [{ inFlight }, unfinished, isHeard] = await Promise.all([
      node.truth(),
      listUnfinished(database),
      isAllHeard(database, node),
    ])
    if (performance.now() - toldAt >= TELL_EVERY_MS) {
      toldAt = performance.now()
      print(`not at rest: ${toText({ inFlight, isHeard, unfinished })}`)
    }
    return inFlight === 0 && unfinished.length === 0 && isHeard
  }
  // The last notification can still start something, for example a forward.
  let overSinceMs: number | null = null
  const isAtRest = async () => {
    overSinceMs = (await isOver()) ? (overSinceMs ?? performance.now()) : null
    return overSinceMs !== null && performance.now() - overSinceMs >= REST_MS
  }
  await until(isAtRest, QUIET_MAX_MS).catch(() => undefined)
  return Math.round(performance.now() - startedAt)
}

/** The ledger agrees with the node, including late payments and late successes. */
async function isAllHeard(database: Database, node: NodeControl): Promise<boolean> {
  const { receivedMsat, sentMsat } = await node.truth()
  const { rows } = await database.pool.query<{ msat: bigint }>(
    `SELECT account_balance(id) AS msat FROM account WHERE code = 'lightning'`,
  )
  return rows[0]?.msat === sentMsat - receivedMsat
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
