/** Migrates a database to this version: the SQL files of server/migrations, forward only, and the rights of the serving
 * role. The schema is in those files, which are never edited once applied anywhere. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connectOne } from './hosts.ts'
import { type Log, silentLog } from '#server/platform/log.ts'

export type MigrateOptions = {
  /** The role to serve as, created here; `connectDatabase({ url, role })` takes it. */
  servingRole?: string
  /** Set when the server logs in as a separate user (DATABASE_URL beside
   * DATABASE_OWNER_URL): that user gets the rights. */
  servingUser?: string
  log?: Log
  /** Called before the first pending file is applied to a database that has data. */
  beforeUpgrade?: ((from: string) => Promise<void>) | undefined
  /** The folder of the migration files; another one in tests. */
  folder?: URL
}

export type Migrated = {
  /** Names of the files applied by this call. */
  applied: string[]
  /** The role to serve as, or null: then either `servingUser` has the rights, or `reason` says why no role has. */
  servingRole: string | null
  reason?: string
}

/** The first line of each file says what it does to a server of the version before, which may still be running:
 * `expand` only adds, so both versions work; `contract` removes what only the version before used. `baseline` files are the
 * schema of the first release. */
type MigrationKind = 'baseline' | 'expand' | 'contract'
export type MigrationFile = {
  number: number
  name: string
  /** Undefined where the first line says none, as in tests. */
  kind: MigrationKind | undefined
  sha256: string
  sql: string
}
/** `kind` is null for what versions applied that did not record it yet. */
type AppliedRow = { number: number; name: string; sha256: string; kind: string | null }

/** The database cannot be brought to this version. For the operator, in one line. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
/** Posted rows are never changed: a correction is a new row. */
const APPEND_ONLY = ['tx', 'entry']
const READ_ONLY = ['migration', 'migration_lock']
/** A migration that waits longer for a table gives up and tries again, because everything else on that table waits behind it. */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_ATTEMPTS = 30
const LOCK_NOT_AVAILABLE = '55P03'

export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { servingRole = 'peal_serving', servingUser, log = silentLog } = options
  const files = readMigrations(options.folder)
  const client = await connectOne(ownerUrl)
  try {
    await prepareTables(client)
    const before = await readApplied(client)
    if (before.length > 0 && nextFile(files, before) !== undefined) await options.beforeUpgrade?.(before.at(-1)!.name)
    const newer = newerThan(files, before)
    if (newer.length > 0) log.warn('database-newer', { migrations: newer.map(({ name }) => name) })
    const applied: string[] = []
    for (;;) {
      const startedAt = performance.now()
      const name = await applyNext(client, files)
      if (name === null) break
      applied.push(name)
      log.info('migration-applied', { name, durationMs: Math.round(performance.now() - startedAt) })
    }
    return { applied, ...(await grantServing(client, servingRole, servingUser)) }
  } finally {
    await client.end()
  }
}

/** Applies what is pending, up to this number, in the caller's transaction: for a restore, to which nothing else is
 * connected. */
export async function migrateWithin(client: pg.Client, lastNumber = Number.POSITIVE_INFINITY): Promise<void> {
  await prepareTables(client)
  const files = readMigrations().filter(({ number }) => number <= lastNumber)
  while ((await applyPending(client, files)) !== null);
}

/** The migration files in order. Line endings are normalized first, so that a checkout on Windows has the same
 * hashes. */
export function readMigrations(folder: URL = MIGRATIONS): MigrationFile[] {
  const files = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name): MigrationFile => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (Number.isNaN(number)) throw new Error(`${fileURLToPath(folder)}${name} is not named like 0001-name.sql`)
      const sql = fs.readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
      if (/^\s*(BEGIN|COMMIT|ROLLBACK|START TRANSACTION)\s*;/im.test(sql)) {
        throw new Error(`Migration ${name} must not begin or end a transaction: it runs inside one`)
      }
      const kind = /^-- (baseline|expand|contract): /.exec(sql)?.[1] as MigrationKind | undefined
      return { number, name, kind, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    })
  files.forEach((file, index) => {
    if (files[index - 1]?.number === file.number) throw new Error(`Two migrations have the number of ${file.name}`)
  })
  return files
}

export async function prepareTables(client: pg.Client): Promise<void> {
  const sql = `
    CREATE TABLE IF NOT EXISTS migration (
      number integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    ALTER TABLE migration ADD COLUMN IF NOT EXISTS kind text;
    CREATE TABLE IF NOT EXISTS migration_lock (one_row boolean PRIMARY KEY CHECK (one_row));
    INSERT INTO migration_lock (one_row) VALUES (true) ON CONFLICT DO NOTHING;`
  const { rows } = await client.query<{ ready: boolean }>(
    `SELECT to_regclass('public.migration_lock') IS NOT NULL AND EXISTS (SELECT FROM pg_attribute
       WHERE attrelid = to_regclass('public.migration') AND attname = 'kind') AS ready`,
  )
  if (rows[0]?.ready === true) return
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(sql)
      return
    } catch (error) {
      // IF NOT EXISTS still fails when two sessions create the same name at the same moment.
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (attempt === 5 || !['23505', '42710', '42P07', '40001'].includes(code ?? '')) throw error
    }
  }
}

/** Applies the first pending file, in one transaction that holds the lock row; null when there is none. */
async function applyNext(client: pg.Client, files: readonly MigrationFile[]): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await locked(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
        return applyPending(client, files)
      })
    } catch (error) {
      const { cause = error } = error as Error
      if (!(cause instanceof pg.DatabaseError) || cause.code !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === LOCK_ATTEMPTS) throw error
    }
  }
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>('SELECT number, name, sha256, kind FROM migration ORDER BY number')
  return rows
}

/** Applies the first pending file in the caller's transaction, and returns its name; null when there is none. */
export async function applyPending(client: pg.Client, files: readonly MigrationFile[]): Promise<string | null> {
  const next = nextFile(files, await readApplied(client))
  if (next === undefined) return null
  try {
    await client.query(next.sql)
  } catch (error) {
    throw new Error(`Migration ${next.name}${lineOf(next.sql, error)} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
  // A migration file may have changed these.
  await client.query('RESET search_path; RESET ROLE')
  await client.query('INSERT INTO migration (number, name, sha256, kind) VALUES ($1, $2, $3, $4)', [
    next.number,
    next.name,
    next.sha256,
    next.kind ?? null,
  ])
  return next.name
}

/** Runs `work` in one transaction under the lock row: a second migrator waits here, then sees the first one's
 * changes. */
async function locked<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  try {
    await client.query('SELECT FROM migration_lock FOR UPDATE')
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Migrations of a newer version that only added: this version runs beside it, or after it. */
function newerThan(files: readonly MigrationFile[], applied: readonly AppliedRow[]): AppliedRow[] {
  const last = files.at(-1)?.number ?? 0
  return applied.filter(({ number, kind }) => number > last && kind === 'expand')
}

function nextFile(files: readonly MigrationFile[], applied: readonly AppliedRow[]): MigrationFile | undefined {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  const newer = newerThan(files, applied)
  const unknown = applied.find((row) => !byNumber.has(row.number) && !newer.includes(row))
  const changed = applied.flatMap((row) => {
    const file = byNumber.get(row.number)
    return file === undefined || (file.name === row.name && file.sha256 === row.sha256) ? [] : [file]
  })
  // Landed files never change, so a database with another baseline is from before the first release.
  if (changed.some(({ kind }) => kind === 'baseline')) {
    throw new DatabaseUnusable(
      'This database was made by an unreleased version and cannot be upgraded. Start with an empty data folder ' +
        '(DATA_DIR) or an empty database (DATABASE_URL). Nothing was changed.',
    )
  }
  if (unknown !== undefined) {
    throw new DatabaseUnusable(
      `The database has migration ${unknown.name}, which this version does not have: a newer version ran here before. ` +
        'Start that version, or restore a backup from before the upgrade.',
    )
  }
  if (changed[0] !== undefined) {
    throw new Error(
      `Migration ${changed[0].name} was changed after it was applied. Restore it and add a new migration ` +
        `(or, if the data may go, start with an empty data folder)`,
    )
  }
  const last = applied.at(-1)?.number ?? 0
  const known = new Set(applied.map(({ number }) => number))
  const late = files.find(({ number }) => number < last && !known.has(number))
  if (late !== undefined)
    throw new Error(`Migration ${late.name} is out of order: number ${last} is already applied. Give it a new number`)
  return files.find(({ number }) => number > last)
}

function lineOf(sql: string, error: unknown): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : `, line ${sql.slice(0, position - 1).split('\n').length},`
}

type Serving = Pick<Migrated, 'servingRole' | 'reason'>

function grantServing(client: pg.Client, role: string, servingUser: string | undefined): Promise<Serving> {
  return locked(client, async () => {
    if (servingUser !== undefined) {
      await grantRights(client, servingUser)
      return { servingRole: null }
    }
    const reason = await makeRole(client, role)
    if (reason !== undefined) return { servingRole: null, reason }
    await grantRights(client, role)
    return { servingRole: role }
  })
}

/** Creates the role if it is absent and lets the current user become it; returns a reason when that is not
 * permitted. */
async function makeRole(client: pg.Client, role: string): Promise<string | undefined> {
  const name = client.escapeIdentifier(role)
  const existing = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  // 42710 and 23505: created at the same moment for another database of this server.
  const refused =
    existing.rowCount === 0 ? await refusal(client, `CREATE ROLE ${name} NOLOGIN`, ['42710', '23505']) : undefined
  // Since PostgreSQL 16, membership does not imply the right to SET ROLE.
  const member = `SELECT pg_has_role(current_user, $1,
    CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS yes`
  if (refused === undefined && (await client.query<{ yes: boolean }>(member, [role])).rows[0]?.yes === true) return
  const notMember = refused ?? (await refusal(client, `GRANT ${name} TO CURRENT_USER`, ['XX000', '23505']))
  if (notMember === undefined) return
  return (
    `The database user may not make or use the role ${role} (${notMember}). Set DATABASE_OWNER_URL to the owner of the ` +
    `tables and DATABASE_URL to a second user, which then gets only the rights to serve.`
  )
}

/** Runs a statement that may be refused, without losing the transaction; codes in `accepted` count as success. */
async function refusal(client: pg.Client, sql: string, accepted: readonly string[]): Promise<string | undefined> {
  await client.query('SAVEPOINT attempt')
  try {
    await client.query(sql)
    return undefined
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT attempt')
    if (!(error instanceof pg.DatabaseError)) throw error
    return accepted.includes(error.code ?? '') ? undefined : error.message
  }
}

async function grantRights(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  await client.query(`
    GRANT USAGE ON SCHEMA public TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${name};`)
  for (const table of await withPartitions(client, APPEND_ONLY)) {
    await client.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${name}`)
  }
  for (const table of await withPartitions(client, READ_ONLY)) {
    await client.query(`REVOKE ALL ON ${table} FROM ${name}; GRANT SELECT ON ${table} TO ${name}`)
  }
}

/** The existing ones of these tables, quoted, and their partitions, which have their own rights. */
async function withPartitions(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `WITH RECURSIVE tree (id) AS (
       SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) AND relkind IN ('r', 'p')
       UNION SELECT inhrelid FROM pg_inherits JOIN tree ON inhparent = id)
     SELECT id::regclass::text AS name FROM tree`,
    [tables],
  )
  return rows.map(({ name }) => name)
}
