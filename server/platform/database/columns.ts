/** Lists of columns and values for SQL text. Queries name their columns: with `*`, a migration under a running server changes the
 * result type of prepared statements. tests/tidy.test.ts enforces it. */
import { type RawBuilder, sql } from 'kysely'

/** `id, name`, or `t.id, t.name` with an alias. */
export function columnList(columns: readonly string[], alias?: string): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(alias === undefined ? column : `${alias}.${column}`)))
}

/** The columns and values of one row: `INSERT INTO … ${rowValues(row)}`. */
export function rowValues(row: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql`(${columnList(Object.keys(row))}) VALUES (${sql.join(Object.values(row))})`
}

/** `column = value` for each column: `UPDATE … SET ${assignments(changes)}`. */
export function assignments(changes: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

/** A table with the column `id`, instead of `= ANY(array)`. For an array that it does not know, PostgreSQL assumes ten ids. It
 * then keeps no plan, and planning takes longer than the statement. For this table it assumes one row, and keeps the plan.
 * Join it before all other tables: PostgreSQL may join long lists of tables in the order in which they are written. */
export function someIds(ids: readonly string[]): RawBuilder<unknown> {
  return sql`(SELECT DISTINCT unnest(${ids}::uuid[]) AS id LIMIT ${ids.length})`
}
