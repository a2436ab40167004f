/** Applies batches of the journal to a database of an earlier time. The result is what the other database had: rows with
 * their ids, so that repeating a line changes nothing. */
import { type Client, escapeIdentifier as quoted } from 'pg'
import { HAS_NO_TRANSACTION_ID } from '#server/platform/database/engine.ts'
import type { JournalLine } from './objects.ts'

/** Why a journal is not continued, for the operator. */
export const FORKED =
  'The journal has changes that this database lacks, and this database has others. Restore the newest backup with JOURNAL ' +
  'set, or set JOURNAL to an empty place.'

/** Users see these when they withdraw. */
export const COMPLETE = 'The server was restored, with all changes since.'
export const INCOMPLETE = 'The server was restored, and some changes since may be missing.'

type Table = { name: string; columns: string[]; key: string[] }
export type Applied = { lines: number; transfers: number }

/** Without columns that are generated or hold transaction ids, which mean nothing elsewhere. */
const TABLES = `
  SELECT c.relname::text AS name,
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND ${HAS_NO_TRANSACTION_ID}) AS columns,
    ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`

/** Triggers that refuse changes, or would record them again. The others fill the queue of the search index. */
const TRIGGERS = `
  SELECT format('ALTER TABLE %I ', c.relname) AS "table", quote_ident(g.tgname) AS name
  FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_proc f ON f.oid = g.tgfoid
  WHERE c.relnamespace = 'public'::regnamespace AND f.proname IN ('refuse_change', 'refuse_closed', 'journal_rows')`

export async function switchTriggers(client: Client, state: 'DISABLE' | 'ENABLE'): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(TRIGGERS)
  await client.query(rows.map(({ table, name }) => `${table} ${state} TRIGGER ${name}`).join(';'))
}

/** In the caller's transaction, in which those triggers are off. `known`: lines that the database has already. */
export async function createReplay(client: Client, known: ReadonlySet<string>) {
  const { rows } = await client.query<Table>(TABLES)
  const tables = new Map(rows.map((table) => [table.name, table]))
  const applied: Applied = { lines: 0, transfers: 0 }
  return {
    applied,
    async apply(lines: readonly JournalLine[]): Promise<void> {
      for (const { id, body } of lines) {
        if (known.has(id)) continue
        const line = JSON.parse(body) as { table: string; op: 'write' | 'delete'; rows: Record<string, unknown>[] }
        const table = tables.get(line.table)
        // A table that a later version has removed.
        if (table === undefined) continue
        await client.query(line.op === 'delete' ? deleteText(table) : writeText(table, line.rows[0]!), [body])
        applied.lines++
        if (line.table === 'tx') applied.transfers += line.rows.length
      }
    },
  }
}

const rowsOf = ({ name }: Table) => `json_populate_recordset(NULL::${quoted(name)}, $1::json -> 'rows')`

/** Columns that a later version has added keep their defaults. */
function writeText(table: Table, row: Record<string, unknown>): string {
  const columns = table.columns.filter((column) => Object.hasOwn(row, column))
  const names = columns.map(quoted).join(', ')
  const changes = columns
    .filter((column) => !table.key.includes(column))
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
  return `INSERT INTO ${quoted(table.name)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM ${rowsOf(table)}
    ON CONFLICT (${table.key.map(quoted).join(', ')}) DO ${changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`}`
}

function deleteText(table: Table): string {
  const same = table.key.map((column) => `t.${quoted(column)} = gone.${quoted(column)}`)
  return `DELETE FROM ${quoted(table.name)} t USING ${rowsOf(table)} gone WHERE ${same.join(' AND ')}`
}
