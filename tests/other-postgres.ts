/** Another PostgreSQL process than the one of the tests: a standby of the lab's, or one of the system's version. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type InstallPaths, resolvePaths } from '#server/platform/embedded-postgres/install.ts'
import { commandOf, endWithParentPrefix, environment } from '#server/platform/embedded-postgres/process.ts'
import { until } from './users.ts'

const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const TIMEOUT_MS = 20_000

export type OtherPostgres = { paths: InstallPaths; url: string; stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<void> }

/** The folder with bin/ of the oldest PostgreSQL that Peal can use, from 15 on; null where none is installed. */
export function findSystemPostgres(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = fs.existsSync(root)
    ? fs
        .readdirSync(root)
        .map(Number)
        .sort((a, b) => a - b)
    : []
  const found = versions.find((version) => version >= 15 && fs.existsSync(`${root}/${version}/bin/initdb`))
  return found === undefined ? null : path.join(root, String(found))
}

/** Everything that it uses is under `folder`. `native` has bin/; without it, the embedded one is used. */
export function pathsOf(folder: string, native?: string): InstallPaths {
  const paths = resolvePaths(folder, TOOL_PATH)
  return native === undefined ? paths : { ...paths, native }
}

export function initialiseOther(paths: InstallPaths): void {
  const args = ['--pgdata', paths.cluster, '--username=peal', '--auth-local=trust', '--encoding=UTF8', '--locale=C']
  const [command = '', ...rest] = commandOf(paths, 'initdb', args)
  const { status, stderr } = spawnSync(command, rest, { env: environment(paths), cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb: ${stderr}`)
}

/** Resolves once it accepts connections, also read-only ones. */
export async function startOther(paths: InstallPaths, settings: readonly string[] = []): Promise<OtherPostgres> {
  const options = ['fsync=off', 'timezone=UTC', ...settings].flatMap((setting) => ['-c', setting])
  const args = ['-D', paths.cluster, '-h', '', '-k', paths.socketDir, ...options]
  const [command = '', ...rest] = commandOf(paths, 'postgres', args, endWithParentPrefix(paths, 'QUIT'))
  const log = fs.openSync(paths.logFile, 'a')
  const child = spawn(command, rest, { env: environment(paths), stdio: ['ignore', log, log], cwd: '/' })
  fs.closeSync(log)
  const url = `postgres://peal@localhost:5432/postgres?host=${encodeURIComponent(paths.socketDir)}`
  const deadline = performance.now() + TIMEOUT_MS
  while (!(await accepts(url))) {
    if (performance.now() > deadline || child.exitCode !== null) {
      throw new Error(`PostgreSQL does not start: ${fs.readFileSync(paths.logFile, 'utf8').slice(-2_000)}`)
    }
    await sleep(50)
  }
  return { paths, url, stop: (signal = 'SIGINT') => end(child, signal) }
}

export type StandbyPair = {
  primary: OtherPostgres
  standby: OtherPostgres
  /** Of the database peal, at each of them. */
  urls: { primary: string; standby: string }
  /** From now on the standby lacks what the primary commits. */
  cut(): Promise<void>
}

/** A primary with the empty database peal, and a standby that streams from it. */
export async function startStandbyPair(stack: AsyncDisposableStack, folder: string): Promise<StandbyPair> {
  const first = pathsOf(path.join(folder, 'primary'))
  initialiseOther(first)
  const second = pathsOf(path.join(folder, 'standby'))
  fs.cpSync(first.cluster, second.cluster, { recursive: true })
  fs.chmodSync(second.cluster, 0o700)
  const primary = await startOther(first, ['dynamic_shared_memory_type=mmap'])
  stack.defer(() => primary.stop())
  fs.writeFileSync(path.join(second.cluster, 'standby.signal'), '')
  const source = `primary_conninfo = 'host=${first.socketDir} port=5432 user=peal'\n`
  fs.appendFileSync(path.join(second.cluster, 'postgresql.auto.conf'), source)
  const standby = await startOther(second, ['dynamic_shared_memory_type=mmap'])
  stack.defer(() => standby.stop())
  await query(primary.url, 'CREATE DATABASE peal')
  const urlOf = ({ url }: OtherPostgres) => url.replace('/postgres?', '/peal?')
  const urls = { primary: urlOf(primary), standby: urlOf(standby) }
  return { primary, standby, urls, cut: () => cutReplication(primary.url, standby.url) }
}

async function cutReplication(primaryUrl: string, standbyUrl: string): Promise<void> {
  const position = await query(primaryUrl, 'SELECT pg_current_wal_lsn()::text AS value')
  const reached = `SELECT (pg_last_wal_replay_lsn() >= '${position}')::text AS value`
  await until(async () => (await query(standbyUrl, reached)) === 'true')
  await query(standbyUrl, `ALTER SYSTEM SET primary_conninfo = ''`)
  await query(standbyUrl, 'SELECT pg_reload_conf()')
  const count = 'SELECT count(*)::text AS value FROM pg_stat_replication'
  await until(async () => (await query(primaryUrl, count)) === '0')
}

/** The column `value` of the first row. */
export async function query(url: string, text: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ value?: string }>(text)).rows[0]?.value
  } finally {
    await client.end()
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
