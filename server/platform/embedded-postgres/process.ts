/** The process of the embedded PostgreSQL: how it is started, how it stops with us, and which process holds the data.
 * Whether it accepts connections is checked in embedded-postgres/database.ts. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { InstallPaths } from './install.ts'

/** A slower shutdown is cut short; the next start replays the WAL. PostgreSQL 18.4 hangs on a fast shutdown (SIGINT)
 * while it recovers from a crashed backend. */
const FAST_SHUTDOWN_MS = 3_000
const IMMEDIATE_SHUTDOWN_MS = 2_000
const MAX_LOG_BYTES = 4_000_000

export const SETTINGS = [
  'dynamic_shared_memory_type=mmap',
  'io_method=sync',
  'jit=off',
  'log_checkpoints=off',
  'max_wal_size=256MB',
  'min_wal_size=32MB',
  'shared_buffers=64MB',
  'timezone=UTC',
  'unix_socket_permissions=0700',
]
const DURABLE = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on', 'max_connections=100']
/** For tests: many servers share it. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=400']

export function commandOf(
  paths: InstallPaths,
  program: string,
  args: readonly string[],
  last: readonly string[] = [],
): string[] {
  return [...paths.prefix, ...last, path.join(paths.native, 'bin', program), ...args]
}

/** None of our environment is passed on: PGDATA, LD_PRELOAD and the operator's secrets must not reach PostgreSQL. */
export function environment(paths: InstallPaths): NodeJS.ProcessEnv {
  return { PATH: paths.toolPath, LC_ALL: 'C', TZ: 'UTC' }
}

/** A prefix that makes the kernel send this signal when the parent process dies; empty where that is not supported. */
export function endWithParentPrefix(paths: InstallPaths, signal: 'QUIT' | 'KILL'): string[] {
  const prefix = ['setpriv', '--pdeathsig', signal, '--']
  const tried = spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { env: environment(paths), stdio: 'ignore' })
  return tried.status === 0 ? prefix : []
}

export type Server = { child: ChildProcess; exited: Promise<void>; logOffset: number; endWithParent: () => void }

export function launch(paths: InstallPaths, durable: boolean): Server {
  const settings = [...SETTINGS, ...(durable ? DURABLE : NOT_DURABLE)].flatMap((setting) => ['-c', setting])
  const args = ['-D', paths.cluster, '-h', '', '-k', paths.socketDir, '-p', '5432', ...settings]
  // Not a fast shutdown (INT): it can hang, see stop(), and no process would be left to cut it short.
  const last = endWithParentPrefix(paths, 'QUIT')
  const [command = '', ...rest] = commandOf(paths, 'postgres', args, last)
  const logFd = fs.openSync(paths.logFile, 'a', 0o600)
  if (fs.fstatSync(logFd).size > MAX_LOG_BYTES) fs.ftruncateSync(logFd, 0)
  const logOffset = fs.fstatSync(logFd).size
  // Detached: Ctrl-C in the terminal must reach only this process, so that the server stops before its database.
  const child = spawn(command, rest, {
    env: environment(paths),
    stdio: ['ignore', logFd, logFd],
    detached: true,
    cwd: '/',
  })
  fs.closeSync(logFd)
  child.unref()
  const endWithParent = () => child.kill('SIGQUIT')
  process.on('exit', endWithParent)
  const watchdog = last.length > 0 ? undefined : watch(paths, child)
  const exited = new Promise<void>((resolve) => {
    const onExit = () => {
      process.off('exit', endWithParent)
      watchdog?.kill('SIGKILL')
      resolve()
    }
    child.once('exit', onExit)
    child.once('error', onExit)
  })
  return { child, exited, logOffset, endWithParent }
}

/** Where the kernel cannot send a signal: a shell that waits for our end of a pipe to close, which happens
 * however this process ends. */
function watch(paths: InstallPaths, child: ChildProcess): ChildProcess {
  const script = 'read _; kill -QUIT "$0"'
  const watchdog = spawn('/bin/sh', ['-c', script, String(child.pid)], {
    env: environment(paths),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.()
  watchdog.stdin?.on('error', () => undefined)
  return watchdog
}

export function postmasterPid(paths: InstallPaths): number | undefined {
  try {
    return Number(fs.readFileSync(path.join(paths.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Whether the process in postmaster.pid is running. A killed process stays a zombie until
 * its parent has waited for it. */
export function isPostmasterAlive(paths: InstallPaths): boolean {
  const pid = postmasterPid(paths)
  return pid !== undefined && isAlive(pid) && !/^State:\s+[ZX]/m.test(readProcFile(pid, 'status'))
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Kills the backends that a killed postmaster has left behind: they hold its shared memory, and a new postmaster
 * cannot start beside them. Except on Linux they cannot be found, so the caller waits for them. */
export function killOrphans(paths: InstallPaths): void {
  if (isPostmasterAlive(paths) || !fs.existsSync('/proc')) return
  const cluster = fs.realpathSync(paths.cluster)
  for (const name of fs.readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    if (readProcFile(name, 'comm').trim() !== 'postgres' || readLink(`/proc/${name}/cwd`) !== cluster) continue
    try {
      process.kill(Number(name), 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

function readProcFile(pid: number | string, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function readLink(file: string): string {
  try {
    return fs.readlinkSync(file)
  } catch {
    return ''
  }
}

/** After a crash of the machine, postmaster.pid may name an unrelated process. */
export function requirePostgres(paths: InstallPaths): void {
  const pid = postmasterPid(paths)
  const comm = `/proc/${pid}/comm`
  if (pid === undefined || !fs.existsSync(comm)) return
  const name = fs.readFileSync(comm, 'utf8').trim()
  if (name === 'postgres' || name === 'setpriv' || name === 'unshare') return
  throw new Error(
    `${paths.cluster}/postmaster.pid says that PostgreSQL runs as process ${pid}, but that is "${name}". ` +
      `If no PostgreSQL uses this folder (also not in another container), remove that file and start again.`,
  )
}

export async function stop({ child, exited, endWithParent }: Server): Promise<void> {
  process.off('exit', endWithParent)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  child.kill('SIGINT')
  const quit = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS)
  const kill = setTimeout(() => child.kill('SIGKILL'), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS)
  await exited
  clearTimeout(quit)
  clearTimeout(kill)
}

export function logSince(paths: InstallPaths, offset: number): string {
  return fs.readFileSync(paths.logFile).subarray(offset).toString('utf8')
}
