/** Deletes rows of tables whose rows expire, a few with each row that is inserted. */
import { sql } from 'kysely'
import type { Tx } from './database.ts'

const DELETE_BATCH = 100

/** `key` is the primary key of the table. */
export async function deleteExpired(tx: Tx, { table, key }: { table: string; key: string }, now: Date): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
      SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE expires_at < ${now} LIMIT ${DELETE_BATCH})`.execute(tx)
}
