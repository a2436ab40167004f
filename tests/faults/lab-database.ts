/** A PostgreSQL of the lab that can be crashed, paused and restarted. Durable, as in production: what it has
 * committed must survive a crash. */
import fs from 'node:fs'
import path from 'node:path'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import { resolvePaths } from '#server/platform/embedded-postgres/install.ts'
import { postmasterPid } from '#server/platform/embedded-postgres/process.ts'
import { hasConflicts } from '../conflicts.ts'
import { query } from '../other-postgres.ts'

export type LabDatabase = {
  /** Of the owner, over the unix socket: past the fault proxy. */
  readonly url: string
  /** The folder of its socket. */
  readonly socketPath: string
  /** Where its data is. */
  readonly cluster: string
  /** Crashes it without a checkpoint (as `pg_ctl -m immediate`, or by kill -9), and restarts it, once `restart` resolves. */
  crash(signal?: 'SIGQUIT' | 'SIGKILL', restart?: Promise<void>): Promise<void>
  /** Stops all its processes for this long, or until it resolves, like a machine that swaps or a disk that hangs. */
  pause(time: number | Promise<void>): Promise<void>
  stop(): Promise<void>
}

const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const GONE_TIMEOUT_MS = 15_000

export async function startLabDatabase(dataDir: string): Promise<LabDatabase> {
  const place = resolvePaths(dataDir, TOOL_PATH)
  const start = () => startEmbeddedDatabase({ dataDir, restarts: false })
  let embedded = await start()
  if (hasConflicts) await query(embedded.url, `ALTER DATABASE peal SET default_transaction_isolation = 'serializable'`)
  return {
    url: embedded.url,
    socketPath: path.join(place.socketDir, '.s.PGSQL.5432'),
    cluster: place.cluster,
    async crash(signal = 'SIGQUIT', restart) {
      const pid = postmasterPid(place)!
      process.kill(pid, signal)
      await isGone(pid)
      await restart
      embedded = await start()
    },
    async pause(time) {
      const pids = familyOf(postmasterPid(place)!)
      signalAll(pids, 'SIGSTOP')
      try {
        await (typeof time === 'number' ? sleep(time) : time)
      } finally {
        signalAll(pids, 'SIGCONT')
      }
    },
    stop: () => embedded.stop(),
  }
}

/** Each backend leads its own session, so there is no process group to send the signal to. */
function familyOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split(' ').filter(Boolean) : []
  return [pid, ...children.map(Number)]
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // A backend ends when its client does.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** A killed process stays a zombie until its parent has waited for it; it counts as ended. */
async function isGone(pid: number): Promise<void> {
  const deadline = performance.now() + GONE_TIMEOUT_MS
  for (;;) {
    const state = readState(pid)
    if (state === null || state === 'Z') return
    if (performance.now() > deadline) throw new Error(`PostgreSQL (${pid}) does not end`)
    await sleep(10)
  }
}

function readState(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  } catch {
    return null
  }
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
