/** Rows of a table as JSON, as to_jsonb writes them: how the archive of an account has them. */
import { sql } from 'kysely'
import type { Tx } from './database.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** Inserts rows that to_jsonb has written, all with the same columns. Columns that they do not have get their default. */
export async function insertStoredRows(tx: Tx, table: string, rows: readonly StoredRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`
    INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/** Those of these values that a column has. */
export async function selectKnown(
  tx: Tx,
  [table, column]: readonly [table: string, column: string],
  values: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`
    SELECT r.value FROM unnest(${values}::text[]) r (value)
    WHERE EXISTS (SELECT FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${column}`)}::text = r.value)`.execute(tx)
  return new Set(rows.map(({ value }) => value))
}
