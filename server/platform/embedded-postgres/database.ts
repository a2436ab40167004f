/** The PostgreSQL that comes with npm install: creates its data, starts it, restarts it when it dies, and
 * stops it with this process. Connections are opened by connectDatabase from the url. Never removes
 * postmaster.pid, which guards the data. */
import fs from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { initialise } from './cluster.ts'
import { diskFull, isDiskFullMessage } from '#server/platform/files/disk.ts'
import { resolvePaths, type InstallPaths } from './install.ts'
import { killOrphans, launch, logSince, requirePostgres, postmasterPid, type Server, stop } from './process.ts'
import { superviseDatabase } from './supervisor.ts'
import { type Log, silentLog } from '#server/platform/log.ts'

export type EmbeddedDatabase = {
  /** postgres:// URL of the owner (role `peal`, database `peal`) over the unix socket; the same after a restart. */
  readonly url: string
  /** True while another process runs PostgreSQL. Becomes false when that process dies and this one restarts
   * PostgreSQL. */
  readonly attached: boolean
  /** Stops PostgreSQL cleanly; leaves it running while attached. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** A dedicated folder; created when absent. */
  dataDir: string
  log?: Log
  /** False allows a power failure to lose data: for throw-away test clusters only. */
  durable?: boolean
  /** The search path for system tools. */
  toolPath?: string
  /** False disables the restart after PostgreSQL dies: for labs that kill it themselves. */
  restarts?: boolean
  /** Called once when PostgreSQL died and could not be started again. */
  onLost?: (error: Error) => void
  /** Aborts the start. */
  signal?: AbortSignal
}

const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const START_TIMEOUT_MS = 60_000
/** Backends of a killed postmaster end on their own unless they are busy; after this time they are killed. */
const ORPHAN_TIMEOUT_MS = 1_000

export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  // The kernel ends PostgreSQL when the thread that started it ends, and worker threads end early.
  if (!isMainThread) throw new Error('startEmbeddedDatabase must be called from the main thread')
  const { log = silentLog, durable = true, onLost = () => undefined } = options
  const place = resolvePaths(path.resolve(options.dataDir), options.toolPath ?? TOOL_PATH)
  const start = (signal?: AbortSignal) => startOrAttach({ place, durable, log, signal })
  const first = await start(options.signal)
  const supervisor = superviseDatabase({ place, log, first, start, onLost, restarts: options.restarts ?? true })
  return {
    url: urlOf(place, 'peal'),
    get attached() {
      return supervisor.isAttached()
    },
    stop: () => supervisor.stop(),
  }
}

type StartOptions = { place: InstallPaths; durable: boolean; log: Log; signal: AbortSignal | undefined }

/** Returns the PostgreSQL process that was started, or null when one is already running. */
async function startOrAttach({ place, durable, log, signal }: StartOptions): Promise<Server | null> {
  const startedAt = performance.now()
  const deadline = startedAt + START_TIMEOUT_MS
  for (;;) {
    signal?.throwIfAborted()
    const state = await probe(place)
    if (state === 'ready') {
      await createDatabase(place)
      log.info('database-attached', { socketDir: place.socketDir })
      return null
    }
    if (performance.now() > deadline) throw startFailure(place, 'did not become ready in time')
    if (state === 'busy') {
      await sleep(20)
      continue
    }
    if (!fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) await initialise(place, log, signal)
    const server = launch(place, durable)
    if (await becomesReady(place, server, deadline, signal)) {
      await createDatabase(place)
      log.info('database-started', { socketDir: place.socketDir, pid: server.child.pid })
      return server
    }
    const output = logSince(place, server.logOffset)
    const isHeld = /pre-existing shared memory block/.test(output)
    // Another process started first, or the previous PostgreSQL is still shutting down: probe again.
    if (!isHeld && !/lock file "[^"]+" already exists/.test(output)) throw startFailure(place, 'ended')
    if (isHeld && performance.now() - startedAt > ORPHAN_TIMEOUT_MS) killOrphans(place)
    requirePostgres(place)
    await sleep(50)
  }
}

function urlOf(place: InstallPaths, database: string): string {
  return `postgres://peal@localhost:5432/${database}?host=${encodeURIComponent(place.socketDir)}`
}

/** 'ready': accepts connections. 'busy': is starting or stopping. 'absent': does not respond. */
async function probe(place: InstallPaths): Promise<'ready' | 'busy' | 'absent'> {
  if (!fs.existsSync(path.join(place.socketDir, '.s.PGSQL.5432'))) return 'absent'
  const client = new pg.Client({ connectionString: urlOf(place, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'absent'
    // 57P03: starting or stopping. 53300: too many connections. The others: the server shut down during the probe.
    if (code === '57P03' || code === '53300' || code === '57P01' || code === 'ECONNRESET' || code === 'EPIPE')
      return 'busy'
    if (/terminated unexpectedly|timeout/i.test(message)) return 'busy'
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(place: InstallPaths): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(place, 'postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'peal'`)
    if (rowCount === 0) await client.query('CREATE DATABASE peal')
  } catch (error) {
    // 42P04 and 23505: another process created it at the same moment.
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}

async function becomesReady(
  place: InstallPaths,
  server: Server,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const serverExited = server.exited.then(() => true)
  for (let waitMs = 3; ; waitMs = Math.min(waitMs * 1.3, 50)) {
    if (await Promise.race([serverExited, sleep(waitMs).then(() => false)])) return false
    if (signal?.aborted === true) {
      await stop(server)
      signal.throwIfAborted()
    }
    if ((await probe(place)) === 'ready' && isOurs(place, server)) return true
    if (performance.now() > deadline) {
      await stop(server)
      throw startFailure(place, 'did not become ready in time')
    }
  }
}

/** Another process may have started PostgreSQL between our probe and our start: then the one
 * that responds is not our child. */
function isOurs(place: InstallPaths, server: Server): boolean {
  return postmasterPid(place) === server.child.pid
}

function startFailure(place: InstallPaths, what: string): Error {
  const tail = fs.existsSync(place.logFile) ? fs.readFileSync(place.logFile, 'utf8').trim().split('\n').slice(-8) : []
  if (isDiskFullMessage(tail.join('\n'))) return diskFull(place.home)
  return new Error(
    `The embedded PostgreSQL ${what}. The end of ${place.logFile}:\n${tail.join('\n')}\n` +
      `Is the disk full, or another program using ${place.cluster}? A server of your own goes into DATABASE_URL.`,
  )
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
