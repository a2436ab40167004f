/** Column lists for SQL text. Queries name their columns: with `*`, a migration under a running server changes the
 * result type of prepared statements. tests/tidy.test.ts enforces it. */
import { type RawBuilder, sql } from 'kysely'

/** `id, name`, or `t.id, t.name` with an alias. */
export function columnList(columns: readonly string[], alias?: string): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(alias === undefined ? column : `${alias}.${column}`)))
}
