/** The PostgreSQL that comes with npm install: makes its data, starts it, ends it with this process.
 * Not a connection: the url goes to connectDatabase. Never removes postmaster.pid, which guards the data. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { findPlace, type Place, renameUnlessThere } from './embedded-install.ts'
import {
  commandOf,
  environment,
  launch,
  logSince,
  mustBePostgres,
  postmasterPid,
  type Server,
  SETTINGS,
  stop,
} from './embedded-process.ts'
import { type Log, silentLog } from './log.ts'

export type EmbeddedDatabase = {
  /** postgres:// URL of the owner (role `peal`, database `peal`) over the unix socket. */
  readonly url: string
  /** True when it ran already: then whoever started it ends it. */
  readonly attached: boolean
  /** Ends PostgreSQL cleanly; does nothing when attached. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Folder of its own; made when absent. */
  dataDir: string
  log?: Log
  /** False lets a power cut lose data: for throw-away test clusters only. */
  durable?: boolean
  /** Where the system's tools are looked for. */
  toolPath?: string
}

const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const START_TIMEOUT_MS = 60_000
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // The kernel ends PostgreSQL when the thread that started it ends, and worker threads end early.
  if (!isMainThread) throw new Error('startEmbeddedDatabase must be called from the main thread')
  const log = options.log ?? silentLog
  const place = findPlace(path.resolve(options.dataDir), options.toolPath ?? TOOL_PATH)
  const url = urlOf(place, 'peal')
  const deadline = performance.now() + START_TIMEOUT_MS

  for (;;) {
    const state = await probe(place)
    if (state === 'ready') {
      await createDatabase(place)
      log.info('database-attached', { socketDir: place.socketDir })
      return { url, attached: true, stop: async () => undefined }
    }
    if (performance.now() > deadline) throw startFailure(place, 'did not become ready in time')
    if (state === 'busy') {
      await sleep(20)
      continue
    }
    if (!fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) initialise(place, log)
    const server = launch(place, options.durable ?? true)
    if (await becomesReady(place, server, deadline)) {
      await createDatabase(place)
      log.info('database-started', { socketDir: place.socketDir, pid: server.child.pid })
      return { url, attached: false, stop: () => stop(server) }
    }
    // Another starter was faster, or the one before still writes its last checkpoint: then look again.
    if (!/lock file "[^"]+" already exists/.test(logSince(place, server.logOffset))) throw startFailure(place, 'ended')
    mustBePostgres(place)
    await sleep(50)
  }
}

function urlOf(place: Place, database: string): string {
  return `postgres://peal@localhost:5432/${database}?host=${encodeURIComponent(place.socketDir)}`
}

/** 'ready' answers, 'busy' answers that it is starting or stopping, 'absent' does not answer. */
async function probe(place: Place): Promise<'ready' | 'busy' | 'absent'> {
  if (!fs.existsSync(path.join(place.socketDir, '.s.PGSQL.5432'))) return 'absent'
  const client = new pg.Client({ connectionString: urlOf(place, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'absent'
    // 57P03 is starting or stopping; 53300 is full; the others are a server that ends while we knock.
    if (code === '57P03' || code === '53300' || code === '57P01' || code === 'ECONNRESET' || code === 'EPIPE')
      return 'busy'
    if (/terminated unexpectedly|timeout/i.test(message)) return 'busy'
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(place: Place): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(place, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'peal'`)
    if (rowCount === 0) await client.query('CREATE DATABASE peal')
  } catch (error) {
    // 42P04 and 23505: another starter made it in this moment.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}

/** Makes the cluster aside and renames it when whole: a killed initdb leaves nothing that looks like data. */
function initialise(place: Place, log: Log): void {
  removeLeftovers(place)
  const aside = path.join(place.home, `cluster.new-${process.pid}`)
  const flags = ['--pgdata', aside, '--username=peal', '--auth-local=trust', '--auth-host=reject', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions']
  const [command = '', ...args] = commandOf(place, 'initdb', [...flags, ...locale, '-c', SETTINGS[0] ?? ''])
  const startedAt = performance.now()
  const made = spawnSync(command, args, { env: environment(place), encoding: 'utf8', cwd: '/' })
  if (made.status !== 0) {
    fs.rmSync(aside, { recursive: true, force: true })
    const said = (made.error?.message ?? made.stderr).trim()
    throw new Error(`PostgreSQL could not make its data folder ${aside} (initdb, exit ${made.status}): ${said}`)
  }
  renameUnlessThere(aside, place.cluster)
  log.info('database-created', { cluster: place.cluster, durationMs: Math.round(performance.now() - startedAt) })
}

function removeLeftovers(place: Place): void {
  for (const name of fs.readdirSync(place.home)) {
    const pid = Number(/^cluster\.new-(\d+)$/.exec(name)?.[1] ?? process.pid)
    if (name.startsWith('cluster.new-') && (pid === process.pid || !isAlive(pid))) {
      fs.rmSync(path.join(place.home, name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function becomesReady(place: Place, server: Server, deadline: number): Promise<boolean> {
  const gone = server.exited.then(() => true)
  for (let waitMs = 3; ; waitMs = Math.min(waitMs * 1.3, 50)) {
    if (await Promise.race([gone, sleep(waitMs).then(() => false)])) return false
    if ((await probe(place)) === 'ready' && isOurs(place, server)) return true
    if (performance.now() > deadline) {
      await stop(server)
      throw startFailure(place, 'did not become ready in time')
    }
  }
}

/** Between our probe and our start another process may have started it: then the one that answers is not our child. */
function isOurs(place: Place, server: Server): boolean {
  return postmasterPid(place) === server.child.pid
}

function startFailure(place: Place, what: string): Error {
  const tail = fs.existsSync(place.logFile) ? fs.readFileSync(place.logFile, 'utf8').trim().split('\n').slice(-8) : []
  return new Error(
    `The embedded PostgreSQL ${what}. The end of ${place.logFile}:\n${tail.join('\n')}\n` +
      `Is the disk full, or another program using ${place.cluster}? A server of your own goes into DATABASE_URL.`,
  )
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
