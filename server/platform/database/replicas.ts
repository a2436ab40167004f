/** Standbys that serve what visitors read (DATABASE_READ_URL). How far each is behind is measured: the position of the primary
 * is noted several times a second, and a standby that has replayed a position knows everything from before it was noted. What
 * no standby can respond in time, the primary does. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { addressesOf } from '#server/platform/config/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Replicas } from './database.ts'
import { PRIMARY_POSITION, STANDBY_POSITION, type WalPosition } from './engine.ts'
import { createPool, type OpenedPool } from './hosts.ts'

type Replica = {
  /** For Kysely. */
  pool: pg.Pool
  prober: OpenedPool
  /** It knows everything that was committed before this moment of performance.now(). */
  asOf: number
  replayed: bigint
  isAsked: boolean
}

/** `replica`: undefined before the first statement; null: the primary, from now on, so that nothing goes back in time. */
type Reading = { replica: Replica | null | undefined }
const ofThisRequest = new AsyncLocalStorage<Reading>()

/** Runs `work` for a visitor: until its first transaction, a standby may execute its statements. */
export async function readingAsVisitor<Result>(work: () => Promise<Result>): Promise<Result> {
  const reading: Reading = { replica: undefined }
  try {
    return await ofThisRequest.run(reading, work)
  } finally {
    // Work after the page, such as a timer, reads from the primary.
    reading.replica = null
  }
}

/** The rest of this request reads what it has written. */
export function readFromPrimary(): void {
  const reading = ofThisRequest.getStore()
  if (reading !== undefined) reading.replica = null
}

export type ReplicaOptions = {
  /** One or several hosts, each of which may be used. */
  url: string
  /** The maximum lag of a response. */
  maxLagMs: number
  log: Log
}

const TIMEOUT_MS = 1_000
const STATEMENT_TIMEOUT_MS = 2_000
/** Within the time that a standby may be behind. */
const MEASUREMENTS = 5

/** `openPool` opens one for Kysely. */
export function openReplicas(
  { url, maxLagMs, log }: ReplicaOptions,
  primaryUrl: string,
  openPool: (address: string, options: pg.PoolConfig) => pg.Pool,
): Replicas {
  const primary = openProber(primaryUrl)
  const replicas = addressesOf(url).map((address): Replica => {
    const options = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: STATEMENT_TIMEOUT_MS }
    const [pool, prober] = [openPool(address, options), openProber(address)]
    return { pool, prober, asOf: -Infinity, replayed: 0n, isAsked: false }
  })
  let changedAt = -Infinity
  const isUsable = ({ asOf }: Replica) => asOf > changedAt && asOf >= performance.now() - maxLagMs
  const listUsable = () => replicas.filter(isUsable)
  const choose = (): Replica | null => {
    const reading = ofThisRequest.getStore()
    if (reading === undefined) return null
    if (reading.replica === undefined) {
      const usable = listUsable()
      reading.replica = usable[Math.floor(Math.random() * usable.length)] ?? null
    }
    if (reading.replica !== null && !isUsable(reading.replica)) reading.replica = null
    return reading.replica
  }
  const stop = repeat(maxLagMs / MEASUREMENTS, createMeasurement(primary, replicas, maxLagMs, log))
  return {
    inFrontOf: (pool) => ({ ...pool, end: () => pool.end(), connect: () => connect(pool, choose()) }) as pg.Pool,
    awaitChange: () => (changedAt = performance.now()),
    countUsed: () => listUsable().length,
    async close() {
      await stop()
      await Promise.all([primary, ...replicas.map(({ prober }) => prober)].map(({ pool }) => pool.end()))
      await Promise.all(replicas.map(({ pool }) => pool.end()))
    },
  }
}

type Client = Pick<pg.PoolClient, 'release'> & { query(text: string, values: readonly unknown[]): Promise<unknown> }

/** The primary executes each statement that fails on the standby, such as one that writes. */
async function connect(primary: pg.Pool, replica: Replica | null): Promise<pg.PoolClient> {
  const connectPrimary = () => primary.connect() as Promise<unknown> as Promise<Client>
  let standby: Client | null = null
  try {
    standby = replica === null ? null : await (replica.pool.connect() as Promise<unknown> as Promise<Client>)
  } catch {
    readFromPrimary()
  }
  let client = standby ?? (await connectPrimary())
  const query: Client['query'] = async (text, values) => {
    try {
      return await client.query(text, values)
    } catch (error) {
      if (client !== standby) throw error
      readFromPrimary()
      standby.release()
      client = await connectPrimary()
      return client.query(text, values)
    }
  }
  return { query, release: () => client.release() } as unknown as pg.PoolClient
}

type Note = { at: number; position: bigint }

function createMeasurement(primary: OpenedPool, replicas: readonly Replica[], maxLagMs: number, log: Log) {
  let notes: Note[] = []
  const used = new Set<Replica>()
  const measure = async (replica: Replica, host: number, current: WalPosition | null) => {
    // Ahead of the primary: it follows another one.
    const isAhead = replica.replayed > (current?.position ?? -1n)
    replica.isAsked = true
    const { position: replayed = null, system } = (await queryPosition(replica.prober, STANDBY_POSITION)) ?? {}
    replica.isAsked = false
    const known = notes.findLast((note) => replayed !== null && note.position <= replayed)
    replica.asOf = !isAhead && system === current?.system && known !== undefined ? known.at : -Infinity
    replica.replayed = replayed ?? 0n
    const isUsed = replica.asOf >= performance.now() - maxLagMs
    if (isUsed === used.has(replica)) return
    log.info(isUsed ? 'replica-used' : 'replica-left', { host })
    if (isUsed) used.add(replica)
    else used.delete(replica)
  }
  return async () => {
    const at = performance.now()
    const current = await queryPosition(primary, PRIMARY_POSITION)
    const position = current?.position ?? null
    const last = notes.at(-1)
    // A primary that has gone back is another one: what the notes say is of the former.
    const isContinued = position !== null && last !== undefined && position >= last.position
    notes = isContinued ? notes.filter((note) => note.at >= at - maxLagMs) : []
    if (position !== null) notes.push({ at, position })
    // An unresponsive one delays no other.
    for (const [index, replica] of replicas.entries()) {
      if (!replica.isAsked) void measure(replica, index + 1, current)
    }
  }
}

function openProber(url: string): OpenedPool {
  const prober = createPool(url, { max: 1, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  prober.pool.on('error', () => undefined)
  prober.pool.on('connect', (client) => client.on('error', () => undefined))
  return prober
}

/** Null when it does not respond. */
async function queryPosition(prober: OpenedPool, text: string): Promise<WalPosition | null> {
  try {
    const client = await prober.connect()
    try {
      const { rows } = await client.query<WalPosition>(text)
      client.release()
      return rows[0]!
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch {
    return null
  }
}

/** Returns what ends it. */
function repeat(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => {
    await work()
    if (!isStopped) timer = setTimeout(() => void (running = run()), pauseMs)
  }
  let running = run()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
