/** A fresh, migrated PostgreSQL database for a test, copied from a template: in about 50 ms by `npm test`, see
 * memory-folder.ts.
 * Not for data worth keeping: the server behind it does not flush. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { connectNodes, databaseUrl, distribute, isOnCitus, rest, withWorkers } from './citus/databases.ts'
import { hasConflicts } from './conflicts.ts'
import { isPortable, makePortable } from './portable.ts'

export type TestDatabase = {
  /** For connectDatabase({ url, role }). */
  url: string
  /** The same database as its owner, who has all rights. */
  ownerUrl: string
  role: string
  drop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const ROLE = 'peal_serving'
const PREFIX = 'peal_test_'
const KEPT_TEMPLATES = 3
const MAX_ATTEMPTS = 200
/** It waits for connections of other runs before it ends. */
const MAX_END_MS = 5_000

export type TestDatabaseOptions = {
  /** False: the database is empty. */
  migrated?: boolean
  /** The default isolation level of transactions is SERIALIZABLE. */
  isSerializable?: boolean
}

/** Creates a new database at each call. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrated = true, isSerializable = hasConflicts } = options
  const serverUrl = await testServerUrl()
  const name = `${PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`
  const template = migrated ? await migratedTemplate(serverUrl) : 'template1'
  await onServers(serverUrl, (client) => copyDatabase(client, name, template))
  if (isSerializable)
    await onServer(serverUrl, (client) =>
      client.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`),
    )
  const url = databaseUrl(serverUrl, name)
  const drop = () => onServers(serverUrl, (client) => dropDatabase(client, name))
  return { url, ownerUrl: url, role: ROLE, drop, [Symbol.asyncDispose]: drop }
}

/** The server that scripts/test.ts names, or one that this process starts or joins. */
function testServerUrl(): Promise<string> {
  const given = process.env['PEAL_TEST_DATABASE_URL']
  serverUrl ??= given === undefined ? startTestServer().then((server) => server.url) : Promise.resolve(given)
  return serverUrl
}
let serverUrl: Promise<string> | undefined

/** Where the test server of this checkout and user keeps its data. */
export function testServerFolder(): string {
  const checkout = fileURLToPath(new URL('..', import.meta.url))
  const hash = createHash('sha256').update(`${checkout} ${process.getuid?.()}`)
  return path.join(os.tmpdir(), `peal-test-${hash.digest('hex').slice(0, 12)}`)
}

/** Starts the test server of this checkout, or joins it. It is a separate process that ends when nothing has been
 * connected for a while, so one test process may end while another is still working. An open connection keeps it
 * running. */
export async function startTestServer(): Promise<{ url: string; release(): Promise<void> }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { url, keeper } = await askKeeper()
      const lease = new pg.Client({ connectionString: url })
      lease.on('error', () => undefined)
      await lease.connect()
      // The lease must not keep a test process alive that has nothing else to do.
      const socket = lease as unknown as { ref(): void; unref(): void }
      socket.unref()
      const release = async () => {
        socket.ref()
        await lease.end()
        if (keeper === undefined) return
        const ended = once(keeper, 'exit')
        keeper.ref()
        keeper.kill('SIGTERM')
        await Promise.race([ended, sleep(MAX_END_MS, undefined, { ref: false })])
      }
      return { url, release }
    } catch (error) {
      // It may have been about to end when we joined.
      if (attempt === 5) throw error
      await sleep(100)
    }
  }
}

/** `keeper` is undefined when the server was running. */
async function askKeeper(): Promise<{ url: string; keeper: ChildProcess | undefined }> {
  const script = fileURLToPath(new URL('./test-database-keeper.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, testServerFolder()], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [answer] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(() => [''])])
  child.unref()
  child.stdout?.destroy()
  child.stderr?.destroy()
  if (String(answer) === '') throw new Error(`The test database did not start: ${said}`)
  const { url, attached } = JSON.parse(String(answer)) as { url: string; attached: boolean }
  return { url, keeper: attached ? undefined : child }
}

/** The name of a database with all migrations of this checkout applied. The first process that needs it creates it. */
function migratedTemplate(server: string): Promise<string> {
  template ??= makeTemplate(server)
  return template
}
let template: Promise<string> | undefined

async function makeTemplate(server: string): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, sha256 } of readMigrations()) hash.update(`${name} ${sha256}\n`)
  if (isPortable) hash.update('portable')
  const name = `peal_template_${hash.digest('hex').slice(0, 16)}`
  return onServer(server, async (client) => {
    if (await exists(client, name)) return name
    await underLock(client, async () => {
      // CREATE DATABASE cannot run inside the transaction that holds the lock.
      await onServer(server, async (other) => {
        if (await exists(other, name)) return
        const aside = `${name}_new`
        await onServers(server, async (each) => {
          await dropDatabase(each, aside)
          await each.query(`CREATE DATABASE ${aside}`)
        })
        if (isOnCitus) await connectNodes(withWorkers(server), aside)
        await migrate(databaseUrl(server, aside), { servingRole: ROLE })
        if (isPortable) await onServer(databaseUrl(server, aside), makePortable)
        if (isOnCitus) await distribute(databaseUrl(server, aside))
        if (isOnCitus) await rest(withWorkers(server), aside)
        await onServers(server, (each) => retrying(() => each.query(`ALTER DATABASE ${aside} RENAME TO ${name}`)))
        await dropOldTemplates(other)
      })
    })
    return name
  })
}

async function underLock(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await retrying(() =>
    client.query(`CREATE TABLE IF NOT EXISTS template_lock (one_row boolean PRIMARY KEY CHECK (one_row));
      INSERT INTO template_lock VALUES (true) ON CONFLICT DO NOTHING`),
  )
  await client.query('BEGIN')
  await client.query('SELECT FROM template_lock FOR UPDATE')
  try {
    await work()
  } finally {
    await client.query('COMMIT')
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 1
}

async function dropOldTemplates(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE 'peal\\_template\\_%' ORDER BY oid DESC OFFSET $1`,
    [KEPT_TEMPLATES],
  )
  for (const { name } of rows) await dropDatabase(client, name)
}

async function copyDatabase(client: pg.Client, name: string, from: string): Promise<void> {
  await retrying(() => client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`))
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await retrying(() => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
}

/** Drops databases that killed test processes left behind. */
export async function dropLeftovers(server: string): Promise<void> {
  await onServer(server, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT datname AS name FROM pg_database')
    for (const { name } of rows) {
      const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('_')[0]) : undefined
      if (pid !== undefined && !isRunning(pid)) await dropDatabase(client, name)
    }
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Retries while another process uses the same database or catalogue row (55006, 23505, 42P07, 42P04). */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
      if (attempt === MAX_ATTEMPTS || !['55006', '23505', '42P07'].includes(code)) throw error
      await sleep(10 + Math.random() * 40)
    }
  }
}

async function onServer<Result>(server: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** On the workers of Citus first: the coordinator decides whether a database exists. */
async function onServers(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  for (const each of withWorkers(server).toReversed()) await onServer(each, work)
}
