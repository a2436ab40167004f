/** Reads the whole database in one snapshot, while the server runs: each table as the output of COPY, which every
 * PostgreSQL can load. Generated columns are left out, and so are transaction ids, which mean nothing elsewhere. */
import type { Readable } from 'node:stream'
import { type Client, escapeIdentifier as quoted } from 'pg'
import { copyOut } from '#server/platform/database/copy.ts'
import { HAS_NO_TRANSACTION_ID, tryLockOfConnection } from '#server/platform/database/engine.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import type { Contents, StoredObject } from './manifest.ts'
import { BackupRunning, BackupUnusable } from './unusable.ts'

type Dump = Pick<Contents, 'migrations' | 'tables' | 'sequences'>
type Table = { name: string; columns: string[]; parents: string[] }

/** Held while a backup runs: two of one installation would delete each other's objects. Ends with the connection. */
const LOCK_KEY = 7_325_131

const TABLES = `
  SELECT c.relname::text AS name,
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND ${HAS_NO_TRANSACTION_ID} ORDER BY a.attnum) AS columns,
    ARRAY(SELECT DISTINCT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS parents
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`

export async function connectForBackup(ownerUrl: string): Promise<Client> {
  const client = await connectOne(ownerUrl)
  try {
    const { rows } = await client.query<{ isEmpty: boolean; isOurs: boolean }>(
      `SELECT to_regclass('public.installation_secret') IS NULL AS "isEmpty", ${tryLockOfConnection('$1')} AS "isOurs"`,
      [LOCK_KEY],
    )
    if (rows[0]?.isEmpty === true) {
      throw new BackupUnusable(
        'The database is empty: there is nothing to back up. Are DATA_DIR and DATABASE_URL right?',
      )
    }
    if (rows[0]?.isOurs === true) return client
    throw new BackupRunning('Another backup of this installation is running. Wait until it has finished.')
  } catch (error) {
    await client.end()
    throw error
  }
}

/** `onSnapshot` is called when the moment of the backup is fixed. `save` stores a table and returns what it stored. */
export async function dumpDatabase(
  client: Client,
  onSnapshot: () => Promise<void>,
  save: (source: Readable) => Promise<StoredObject>,
): Promise<Dump> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(`
    SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL client_encoding = 'UTF8';
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
  const tables = inLoadingOrder((await client.query<Table>(TABLES)).rows)
  const migrations = await client.query<Contents['migrations'][number]>(
    'SELECT number, name, sha256 FROM migration ORDER BY number',
  )
  await onSnapshot()
  const dumped: Contents['tables'] = []
  for (const { name, columns } of tables) {
    const source = copyOut(client, `COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`)
    const stored = await save(source)
    dumped.push({ name, columns, rows: source.rows, ...stored })
  }
  // Sequences are not part of the snapshot: their values are at least those of the tables, so no id is used twice.
  const sequences = await readSequences(client)
  await client.query('COMMIT')
  return { migrations: migrations.rows, tables: dumped, sequences }
}

/** Referenced tables first. */
function inLoadingOrder(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>()
  const add = (table: Table, path: readonly string[]) => {
    if (ordered.has(table)) return
    if (path.includes(table.name)) throw new Error(`The foreign keys of ${table.name} form a cycle`)
    for (const parent of tables.filter(({ name }) => table.parents.includes(name))) add(parent, [...path, table.name])
    ordered.add(table)
  }
  for (const table of tables) add(table, [])
  return [...ordered]
}

async function readSequences(client: Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1`,
  )
  const sequences: Contents['sequences'] = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted(name)}`,
    )
    sequences.push({ name, ...states[0]! })
  }
  return sequences
}
