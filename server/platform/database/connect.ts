/** Opens the connection pools, and runs transactions, with retries after conflicts. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { isConflict, type Database, type Replicas, type StatementCounts } from './database.ts'
import { createPool } from './hosts.ts'
import { openReplicas, readFromPrimary, type ReplicaOptions } from './replicas.ts'
import { isStalePlan, nameStatements, type Retry } from './statements.ts'

// int8 holds amounts and counts: a JavaScript number would round them.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

type ConnectOptions = {
  /** postgres:// URL, also with several hosts (config/database.ts); a unix socket goes in `?host=`. */
  url: string
  /** Role to use (`SET ROLE` at connection start), without UPDATE or DELETE on the ledger. */
  role?: string
  /** The URL is a pooler that gives each transaction another connection. */
  isPooled?: boolean
  maxConnections?: number
  /** Standbys for what visitors read. */
  replicas?: ReplicaOptions | undefined
  /** Called with the error of each failed statement and connection. */
  onError?: (error: unknown, url: string) => void
}

/** At most about ten seconds of pauses, five on average. At SERIALIZABLE, many transactions on the same
 * rows fail together repeatedly. */
const MAX_ATTEMPTS = 20
const BACKOFF_FIRST_MS = 10
const BACKOFF_MAX_MS = 640
const TIMEOUT_MS = 5_000
/** A job may wait until another job has ended. */
const SLOW_TIMEOUT_MS = 300_000
const SLOW_CONNECTIONS = 2
/** With fewer connections than this, jobs share the relaxed ones. */
const ENOUGH_CONNECTIONS = 8

export function connectDatabase(options: ConnectOptions): Database {
  const { maxConnections = 10 } = options
  const slowMax = maxConnections < ENOUGH_CONNECTIONS ? 0 : SLOW_CONNECTIONS
  const relaxedMax = Math.max(1, Math.floor(maxConnections / 4))
  const role: Settings = options.role === undefined ? {} : { role: options.role }
  const relaxedSettings: Settings = { ...role, synchronous_commit: 'off' }
  const counts = { errors: 0, retries: 0 }
  const onError = (error: unknown) => {
    counts.errors++
    options.onError?.(error, options.url)
  }
  const { url, isPooled = false } = options
  const open = (max: number, settings: Settings, timeoutMs = TIMEOUT_MS, replicas: Replicas | null = null) =>
    openPool(
      url,
      { max, settings, isPooled, limits: { connectionTimeoutMillis: timeoutMs }, onError, counts },
      replicas,
    )
  const durableMax = Math.max(1, maxConnections - relaxedMax - slowMax)
  const openReplica = (address: string, limits: pg.PoolConfig) =>
    openNamed(address, { max: durableMax, settings: role, isPooled, limits, onError: ignore }, (work) => work()).named
  const replicas = options.replicas === undefined ? null : openReplicas(options.replicas, url, openReplica)
  const durablePool = open(durableMax, role, TIMEOUT_MS, replicas)
  const relaxedPool = open(relaxedMax, relaxedSettings)
  const slowPool = slowMax === 0 ? relaxedPool : open(slowMax, relaxedSettings, SLOW_TIMEOUT_MS)
  const close = async () =>
    void (await Promise.all([
      replicas?.close(),
      ...[...new Set([durablePool, relaxedPool, slowPool])].map(({ pool }) => pool.end()),
    ]))
  const withOthers = (own: Connected): Database => ({
    ...own,
    get relaxed() {
      return relaxed
    },
    get slow() {
      return slow
    },
    replicas,
    counts,
    close,
  })
  const relaxed = withOthers(relaxedPool)
  const slow = withOthers(slowPool)
  return withOthers(durablePool)
}

type Connected = Omit<Database, 'relaxed' | 'slow' | 'replicas' | 'counts' | 'close'>
type Settings = Partial<Record<'role' | 'synchronous_commit', string>>
/** To start workers or compile a statement takes longer than most statements do. Through a pooler the database has its own. */
const PLANNING = { jit: 'off', max_parallel_workers_per_gather: '0' }
type PoolOptions = {
  max: number
  settings: Settings
  isPooled: boolean
  limits: pg.PoolConfig
  onError: (error: unknown) => void
}

const ignore = () => undefined
const kyselyOn = (pool: pg.Pool) => new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })

function openPool(
  url: string,
  { counts, ...options }: PoolOptions & { counts: StatementCounts },
  replicas: Replicas | null,
): Connected {
  const again = <Result>(work: () => Promise<Result>) => retrying(work, counts)
  const { pool, named } = openNamed(url, options, again)
  const primary = kyselyOn(named)
  return {
    read: replicas === null ? primary : kyselyOn(replicas.inFrontOf(named)),
    pool,
    transaction: (work) => {
      readFromPrimary()
      return again(() => primary.transaction().execute((tx: Transaction<unknown>) => work(tx)))
    },
  }
}

/** `named`: for Kysely. */
function openNamed(url: string, { max, settings, isPooled, limits, onError }: PoolOptions, retry: Retry) {
  const start = Object.entries({ ...PLANNING, ...settings }).map(([name, value]) => `-c ${name}=${value}`)
  const opened = createPool(url, { max, ...limits, ...(isPooled ? {} : { options: start.join(' ') }) })
  const { pool } = opened
  // The pool replaces a connection that dies while idle; without a listener the error would end the process.
  pool.on('error', ignore)
  // The same for a connection in use: its query fails, and that is where the loss is handled.
  pool.on('connect', (client) => client.on('error', ignore))
  const local = Object.entries(settings)
    .map(([name, value]) => `; SET LOCAL ${name} = ${pg.escapeLiteral(value)}`)
    .join('')
  const pooled = isPooled ? { settings: local, areNeeded: settings.role !== undefined } : null
  return { pool, named: nameStatements(opened, { retry, onError, pooled }) }
}

/** Repeats the whole unit of work: PostgreSQL has rolled back everything when one of these errors arrives. */
async function retrying<Result>(work: () => Promise<Result>, counts: StatementCounts): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
      counts.retries++
      const limitMs = Math.min(BACKOFF_FIRST_MS * 2 ** attempt, BACKOFF_MAX_MS)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * limitMs))
    }
  }
}

function isRetryable(error: unknown): boolean {
  return isConflict(error) || isStalePlan(error)
}
