/** Whether this database has been compared with the node. One that was restored, rolled back or promoted from a standby
 * may lack payments that the node has made. Until an audit has found it right, nothing leaves, not even from one balance
 * to another: a balance may be too high. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

/** Of the row audit_state. A new installation has nothing to check. */
export const IS_CHECKED = sql<boolean>`(checked_database IS NULL OR checked_database = database_identity())`

export async function isDatabaseChecked(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isChecked: boolean }>`SELECT ${IS_CHECKED} AS "isChecked" FROM audit_state`.execute(tx)
  return rows[0]!.isChecked
}

/** No identity of a database. */
const UNCHECKED = 'unchecked'
/** A database whose audit is overdue by this much was not in use, or is the copy of an earlier time. */
const UNCHECKED_AFTER_SECONDS = 180

/** Before anything leaves: makes the audit due when this database has not been in use. By the clock of the database, which
 * all servers share. */
export async function requireCheckAfterPause(tx: Tx, now: Date): Promise<void> {
  await sql`UPDATE audit_state SET checked_database = ${UNCHECKED}, due_at = ${now}
    WHERE checked_database IS NOT NULL AND next_at < now() - make_interval(secs => ${UNCHECKED_AFTER_SECONDS})`.execute(
    tx,
  )
}

/** `database`: the identity of the database when the audit began. A standby may have taken over since. */
export async function markChecked(tx: Tx, database: string): Promise<void> {
  await sql`UPDATE audit_state SET checked_database = ${database} WHERE ${database} = database_identity()`.execute(tx)
}

export async function readDatabaseIdentity(tx: Tx): Promise<string> {
  const { rows } = await sql<{ identity: string }>`SELECT database_identity() AS identity`.execute(tx)
  return rows[0]!.identity
}
