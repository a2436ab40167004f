/** The connection pools, the transaction helper and the types of queries.
 * SQL of a module is in that module's queries.ts. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { createPool, NotWritable } from './hosts.ts'
import { openReplicas, readFromPrimary, type ReplicaOptions, type Replicas } from './replicas.ts'
import { isStalePlan, nameStatements, type Retry } from './statements.ts'

// int8 holds amounts and counts: a JavaScript number would round them.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** A connection inside or outside a transaction. Queries are sql`…`; of Kysely only this tag and the connection are used. */
export type Tx = Kysely<unknown>

export type Database = {
  /** For single statements that need no transaction. They are retried like a transaction. */
  readonly read: Tx
  readonly pool: pg.Pool
  /** Runs `work` in one transaction. Runs all of it again (at most 20 times) when PostgreSQL reports 40001, 40P01 or a
   * stale cached plan, at any statement or at COMMIT. So `work` must have no effect outside the database. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The same database over connections that commit asynchronously (`synchronous_commit=off`). For what can be
   * delivered or computed again from other commits, never for money: a crash of PostgreSQL may lose the last moments.
   * The write-ahead log is written in order, so everything committed before a durable commit is durable too. */
  readonly relaxed: Database
  /** Also relaxed, with few connections of its own: for jobs that take seconds. Requests then never wait for a
   * connection that a job holds. */
  readonly slow: Database
  /** Standbys that answer what visitors read with `read`. */
  readonly replicas: Replicas | null
  /** Of all pools, since the start of this process. */
  readonly counts: StatementCounts
  close(): Promise<void>
}

/** `errors`: statements and connections that failed, also those that a retry has made good. */
export type StatementCounts = { errors: number; retries: number }

export type ConnectOptions = {
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
/** serialization_failure and deadlock_detected: at a statement or at COMMIT. */
const RETRYABLE = new Set(['40001', '40P01'])

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
  const all = Object.entries(settings)
  const opened = createPool(url, {
    max,
    ...limits,
    ...(all.length === 0 || isPooled ? {} : { options: all.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
  })
  const { pool } = opened
  // The pool replaces a connection that dies while idle; without a listener the error would end the process.
  pool.on('error', ignore)
  // The same for a connection in use: its query fails, and that is where the loss is handled.
  pool.on('connect', (client) => client.on('error', ignore))
  const local = all.map(([name, value]) => `; SET LOCAL ${name} = ${pg.escapeLiteral(value)}`).join('')
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
  return RETRYABLE.has(sqlState(error) ?? '') || isStalePlan(error)
}

/** The SQLSTATE of an error that PostgreSQL sent, else undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** PostgreSQL is unreachable or shutting down: a retry in a moment may succeed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const state = sqlState(error)
  if (error instanceof NotWritable) return true
  // Without a state of its own: a worker of Citus that ended within a statement.
  if (state === 'XX000' && error instanceof Error && error.message.startsWith('server closed the connection'))
    return true
  if (state !== undefined) return state.startsWith('57P') || state.startsWith('08') || state === '53300'
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string }
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE') return true
  // Of a unix socket; a missing file is a different error.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(message ?? '')
}
