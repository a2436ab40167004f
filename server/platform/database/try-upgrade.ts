/** Tries the pending migrations on the database itself and takes everything back: which files would run, how long each takes with
 * the rows that are there, and which tables it locks meanwhile. */
import pg from 'pg'
import { connectOne } from './hosts.ts'
import { applyPending, type MigrationFile, prepareTables, readMigrations } from './migrate.ts'

export type TriedMigration = {
  name: string
  kind: MigrationFile['kind']
  durationMs: number
  /** Of tables that existed before, and that no migration before it has locked like that in this trial. */
  locks: { table: string; mode: string; blocks: 'reads and writes' | 'writes' }[]
  /** Why it could not be tried; then those after it were not tried either. */
  failure: string | null
}

export type Tried = { migrations: TriedMigration[]; untried: string[] }

/** Longer, and readers and writers of the running server would wait too long for a trial. */
const LOCK_TIMEOUT_MS = 1_000
const STATEMENT_TIMEOUT_MS = 5_000

/** Locks that a server in use notices, by what waits for them (PostgreSQL manual, 13.3.1). */
const BLOCKING = new Map([
  ['AccessExclusiveLock', 'reads and writes'],
  ['ExclusiveLock', 'writes'],
  ['ShareRowExclusiveLock', 'writes'],
  ['ShareLock', 'writes'],
] as const)

const LOCKS = `
  SELECT c.relname::text AS table, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.pid = pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p') AND c.relname = ANY($1)
  ORDER BY 1, 2`

/** Each migration is tried within one transaction, which is rolled back: so it keeps its locks for as long as shown, and never
 * waits or works longer than a few seconds. */
export async function tryUpgrade(ownerUrl: string, folder?: URL): Promise<Tried> {
  const files = readMigrations(folder)
  const client = await connectOne(ownerUrl)
  try {
    await client.query('BEGIN')
    await client.query(
      `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    )
    await prepareTables(client)
    const pending = await readPending(client, files)
    const existing = await client.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND relname NOT IN ('migration', 'migration_lock')`,
    )
    const tables = existing.rows.map(({ name }) => name)
    const migrations: TriedMigration[] = []
    const known = new Set<string>()
    for (const { name, kind } of pending) {
      const startedAt = performance.now()
      const failure = await applyPending(client, files).then(() => null, describe)
      const durationMs = Math.round(performance.now() - startedAt)
      const held = failure === null ? await readLocks(client, tables) : []
      const locks = held.filter(({ table, mode }) => !known.has(`${table} ${mode}`))
      for (const { table, mode } of locks) known.add(`${table} ${mode}`)
      migrations.push({ name, kind, durationMs, locks, failure })
      if (failure !== null) break
    }
    return { migrations, untried: pending.slice(migrations.length).map(({ name }) => name) }
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    await client.end()
  }
}

/** The files of this version that the database does not have. */
async function readPending(client: pg.Client, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const applied = await client.query<{ number: number }>('SELECT number FROM migration')
  const numbers = new Set(applied.rows.map(({ number }) => number))
  return files.filter(({ number }) => !numbers.has(number))
}

async function readLocks(client: pg.Client, tables: readonly string[]): Promise<TriedMigration['locks']> {
  const { rows } = await client.query<{ table: string; mode: string }>(LOCKS, [tables])
  return rows.flatMap(({ table, mode }) => {
    const blocks = BLOCKING.get(mode as 'ShareLock')
    return blocks === undefined ? [] : [{ table, mode, blocks }]
  })
}

function describe(error: Error): string {
  const { cause = error } = error
  const code = cause instanceof pg.DatabaseError ? cause.code : undefined
  if (code === '55P03') return `it waited ${LOCK_TIMEOUT_MS / 1_000} s for a table that others use; try again`
  if (code === '57014') return `a statement takes longer than ${STATEMENT_TIMEOUT_MS / 1_000} s`
  return error.message
}
