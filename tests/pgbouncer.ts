/** PgBouncer in transaction mode in front of the test server, where it is installed. `npm run test:pooled` puts it between all
 * test worlds and their databases. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { resolvePaths } from '#server/platform/embedded-postgres/install.ts'
import { endWithParentPrefix, environment } from '#server/platform/embedded-postgres/process.ts'

const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const PROGRAM = '/usr/sbin/pgbouncer'
const PORT = 6432
const TIMEOUT_MS = 10_000

export const hasPgBouncer = () => fs.existsSync(PROGRAM)

export type PgBouncer = {
  socketPath: string
  /** The same database through PgBouncer. */
  urlOf(databaseUrl: string): string
  stop(): void
}

/** It ends with this process. `settings`: more lines of its configuration. */
export async function startPgBouncer(serverUrl: string, settings: readonly string[] = []): Promise<PgBouncer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-bouncer-'))
  const paths = resolvePaths(folder, TOOL_PATH)
  const server = new URL(serverUrl)
  const users = path.join(folder, 'users.txt')
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(users, `"${server.username}" ""\n"peal_other" ""\n`)
  const lines = [
    '[databases]',
    `* = host=${server.searchParams.get('host')} port=5432`,
    '[pgbouncer]',
    `listen_port = ${PORT}`,
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_client_conn = 2000',
    'server_idle_timeout = 5',
    ...settings,
  ]
  fs.writeFileSync(file, `${lines.join('\n')}\n`)
  const [command = '', ...args] = [...paths.prefix, ...endWithParentPrefix(paths, 'KILL'), PROGRAM, file]
  const log = fs.openSync(path.join(folder, 'log'), 'a')
  const child = spawn(command, args, { env: environment(paths), stdio: ['ignore', log, log], cwd: '/' })
  fs.closeSync(log)
  child.unref()
  const stop = () => {
    child.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', stop)
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.searchParams.set('host', folder)
    url.port = String(PORT)
    return url.href
  }
  const deadline = performance.now() + TIMEOUT_MS
  while (!(await accepts(urlOf(serverUrl)))) {
    if (performance.now() > deadline || child.exitCode !== null) {
      throw new Error(`PgBouncer does not start: ${fs.readFileSync(path.join(folder, 'log'), 'utf8').slice(-2_000)}`)
    }
    await sleep(20)
  }
  return { socketPath: path.join(folder, `.s.PGSQL.${PORT}`), urlOf, stop }
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Of `npm run test:pooled`. */
export const isPooledRun = () => process.env['PEAL_TEST_POOLED'] === '1'

/** In a pooled run: the settings of a server that reaches this database through PgBouncer. Each process has one. */
export async function poolerSettings(databaseUrl: string): Promise<Record<string, string>> {
  if (!isPooledRun()) return {}
  shared ??= startPgBouncer(databaseUrl)
  return settingsOf(await shared, databaseUrl)
}
let shared: Promise<PgBouncer> | undefined

export const settingsOf = (pooler: PgBouncer, databaseUrl: string) => ({
  DATABASE_POOLED: '1',
  DATABASE_URL: pooler.urlOf(databaseUrl),
  DATABASE_OWNER_URL: databaseUrl,
})
