/** The types of the database that queries use, and what its errors mean. Opening it is connect.ts.
 * SQL of a module is in that module's queries.ts. */
import type { Kysely } from 'kysely'
import pg from 'pg'

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
  /** Standbys that serve what visitors read with `read`. */
  readonly replicas: Replicas | null
  /** Of all pools, since the start of this process. */
  readonly counts: StatementCounts
  close(): Promise<void>
}

/** `errors`: statements and connections that failed, also those that a retry has made good. */
export type StatementCounts = { errors: number; retries: number }

export type Replicas = {
  /** `primary`, but statements of visitors go to a standby. */
  inFrontOf(primary: pg.Pool): pg.Pool
  /** Something public has changed: a standby serves visitors again once it has the change. */
  awaitChange(): void
  /** How many are in use at the moment. */
  countUsed(): number
  close(): Promise<void>
}

/** The server is a standby, or read-only. */
export class NotWritable extends Error {
  override name = 'NotWritable'
}

/** The SQLSTATE of an error that PostgreSQL sent, else undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** serialization_failure or deadlock_detected, at a statement or at COMMIT: PostgreSQL has rolled back the whole transaction. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

/** This process has closed its connections. */
export const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Cannot use a pool after calling end')

/** A worker of Citus that ended within a statement: messages of libpq and of the coordinator, without a state of their own. */
const WORKER_LOST =
  /^(server closed the connection|could not (receive data from|send data to) server|failure on connection marked as essential)/

/** PostgreSQL is unreachable or shutting down: a retry in a moment may succeed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const state = sqlState(error)
  if (error instanceof NotWritable) return true
  if (state === 'XX000' && error instanceof Error && WORKER_LOST.test(error.message)) return true
  if (state !== undefined) return state.startsWith('57P') || state.startsWith('08') || state === '53300'
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string }
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE') return true
  // Of a unix socket; a missing file is a different error.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(message ?? '')
}
