/** The SQL that depends on one PostgreSQL, where a distributed engine with the same protocol (Citus, YugabyteDB) would need
 * another form. Each says which. Migrations have some too; tests/tidy.test.ts keeps it out of all other files. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Waits until no other transaction holds the lock of this name; holds it until this one ends. Elsewhere: a table of names,
 * the row inserted if missing and selected FOR UPDATE, as `migration_lock`. */
export async function lockName(tx: Kysely<unknown>, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
}

/** The same without waiting: false while another transaction holds it. Elsewhere: that row FOR UPDATE SKIP LOCKED. */
export async function tryLockName(tx: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext(${name})) AS mine`.execute(tx)
  return rows[0]!.mine
}

/** A condition: takes the lock of a number until the connection ends, unless another connection holds it. Elsewhere: a row
 * that its holder renews, as `sandbox_lightning`. `parameter`: `$1`. */
export const tryLockOfConnection = (parameter: string) => `pg_try_advisory_lock(${parameter})`

/** All transactions before this one are over: rows inserted by them are final for every snapshot. Elsewhere: the time of the
 * transfer, less the longest time that a transaction may take. */
export const oldestOpenTransaction = sql`pg_snapshot_xmin(pg_current_snapshot())`
export const noTransaction = sql`'0'::xid8`

/** A value that changes with each update of the row. Elsewhere: a column with the time of the last change. */
export const rowVersion = (table: string): RawBuilder<unknown> => sql.ref(`${table}.xmin`)

/** A condition on `pg_attribute a`: no column with transaction ids, which mean nothing in another cluster. */
export const HAS_NO_TRANSACTION_ID = `a.atttypid <> 'xid8'::regtype`

/** A place in the write-ahead log, as bytes from its beginning; null on a server of the other kind. */
export type WalPosition = { position: bigint | null; system: string }
const positionAt = (place: string) =>
  `SELECT ((${place}) - '0/0'::pg_lsn)::bigint AS position, 
    system_identifier || ' ' || current_database() AS system FROM pg_control_system()`
/** Everything that is committed. The last moments of relaxed commits are missing. Elsewhere: the time. */
export const PRIMARY_POSITION = positionAt('CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn() END')
/** Everything up to here is visible on the standby. Elsewhere: its time of following reads. */
export const STANDBY_POSITION = positionAt('CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END')

/** Text of CREATE TRIGGER for a function that gets the rows of a statement as `changed`. Elsewhere: a trigger for each row. */
export function statementTrigger(
  name: string,
  on: { event: string; table: string; rows: 'NEW' | 'OLD'; call: string },
): string {
  return `CREATE TRIGGER ${name} AFTER ${on.event} ON ${on.table}
    REFERENCING ${on.rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${on.call}`
}
