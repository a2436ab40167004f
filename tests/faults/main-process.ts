/** server/main.ts as a process, with its complete shutdown: killed while it starts, serves and stops. Without the hooks
 * of server-process.ts, because this tests the program that operators run. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { conflictSettings } from '../conflicts.ts'
import type { ServerEnd } from './server-process.ts'

/** Compiled code is cached between starts, of which there are many. That of `npm test` has the server's modules already. */
const COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? path.join(os.tmpdir(), 'peal-lab-compiled')
export const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const ASK_TIMEOUT_MS = 2_000
const POLL_MS = 50

export type MainProcess = {
  readonly pid: number
  readonly origin: string
  readonly ended: Promise<ServerEnd>
  hasEnded(): boolean
  /** Lines of its standard error: the log, and the reason for its end. */
  readonly lines: readonly string[]
  /** Lines of its standard output, as an operator sees them. */
  readonly said: readonly string[]
  /** Resolves when the event was logged that many times, or the process has ended. */
  logged(event: string, times?: number): Promise<void>
  kill(signal: NodeJS.Signals): void
}

/** `program` is a bundle of main.ts (server-bundle.ts), which starts in a third of the time. */
export function startMain(settings: Record<string, string>, program = MAIN): MainProcess {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: program === MAIN ? COMPILE_CACHE : path.join(path.dirname(program), 'compiled'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      ...conflictSettings(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
  const waiting = new Set<() => void>()
  let isOver = false
  const wake = () => waiting.forEach((look) => look())
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    wake()
  })
  const ended = new Promise<ServerEnd>((resolve) => {
    child.once('close', (code, signal) => {
      isOver = true
      resolve({ code, signal })
      wake()
    })
  })
  return {
    pid: child.pid!,
    origin: `http://127.0.0.1:${settings['PORT']}`,
    ended,
    hasEnded: () => isOver,
    lines,
    said,
    logged(event, times = 1) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        const count = lines.filter((line) => line.includes(`"event":"${event}"`)).length
        if (count < times && !isOver) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
      return promise
    },
    kill: (signal) => void child.kill(signal),
  }
}

/** Pages and readiness: both need the database. */
export async function isServing({ origin }: Pick<MainProcess, 'origin'>): Promise<boolean> {
  const isOk = async (at: string) => {
    const answer = await fetch(origin + at, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
    await answer.arrayBuffer()
    return answer.ok
  }
  try {
    return (await isOk('/readyz')) && (await isOk('/'))
  } catch {
    return false
  }
}

/** What a process does within the time: serve, end, or neither. */
export async function servesOrEnds(server: MainProcess, limitMs: number): Promise<'serves' | 'ended' | 'neither'> {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    if (server.hasEnded()) return 'ended'
    if (await isServing(server)) return 'serves'
    await Promise.race([server.ended, sleep(POLL_MS)])
  }
  return 'neither'
}

export async function endsWithin({ ended }: Pick<MainProcess, 'ended'>, limitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), limitMs)
  const isEnded = await Promise.race([ended.then(() => true), late])
  clearTimeout(timer)
  return isEnded
}

/** The PostgreSQL processes of this cluster, whichever process started them. */
export function postgresOf(cluster: string): number[] {
  if (!fs.existsSync(cluster)) return []
  const at = fs.realpathSync(cluster)
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readOrEmpty(name, 'comm').trim() === 'postgres')
    .filter((name) => cwdOf(name) === at)
    .map(Number)
}

/** The processes of a PostgreSQL that serve connections: killing one makes it start over. */
export function backendsOf(cluster: string): number[] {
  return postgresOf(cluster).filter((pid) => /^postgres: \S+ peal /.test(readOrEmpty(String(pid), 'cmdline')))
}

export async function hasNoPostgres(cluster: string, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (postgresOf(cluster).length > 0 && performance.now() < deadline) await sleep(POLL_MS)
  return postgresOf(cluster).length === 0
}

export function postmasterOf(cluster: string): number | null {
  const file = path.join(cluster, 'postmaster.pid')
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
  return postgresOf(cluster).includes(pid) ? pid : null
}

function readOrEmpty(pid: string, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function cwdOf(pid: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
