/** A server as a separate process that can be killed: started with a failpoint, driven over HTTP, started again. The
 * database and the Lightning nodes outlive it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { conflictSettings } from '../conflicts.ts'
import { sharedServer } from './shared-server.ts'

const LAB_SERVER = 'tests/faults/server-main.ts'
const START_TIMEOUT_MS = 60_000

export type ServerEnd = { code: number | null; signal: NodeJS.Signals | null }
type ServerEvent = { event: string; point?: string; level: string; line: string }

export type ServerProcess = {
  readonly origin: string
  readonly ended: Promise<ServerEnd>
  /** What it logged, at warn and above. */
  readonly events: ServerEvent[]
  /** The failpoint it died at, if it was one. */
  diedAt(): string | null
  /** Sets the offset of its clock from the real time. */
  setClock(offsetMs: number): void
  stop(signal: NodeJS.Signals): Promise<ServerEnd>
}

export type ServerOptions = {
  settings: Record<string, string>
  /** Made by server-bundle.ts; otherwise that of the unchanged source. */
  program?: string
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when the server is ready, or has ended at a failpoint during its start: unfinished work is resumed then. */
export async function startServer({ settings, program: given }: ServerOptions): Promise<ServerProcess> {
  const program = given ?? (await sharedServer(LAB_SERVER))
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: path.join(path.dirname(program), 'compiled'),
      NODE_NO_WARNINGS: '1',
      HOST: '127.0.0.1',
      DEMO: 'off',
      // With a real backend, a server announces itself to public relays unless told not to.
      PUBLIC_RELAYS: 'none',
      ...conflictSettings(),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const events: ServerEvent[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => events.push(readEvent(line)))
  const ended = new Promise<ServerEnd>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const server: ServerProcess = {
    origin: `http://127.0.0.1:${settings['PORT']}`,
    ended,
    events,
    diedAt: () => events.find(({ event }) => event === 'failpoint')?.point ?? null,
    setClock(offsetMs) {
      if (child.connected) child.send({ offsetMs }, () => undefined)
    },
    async stop(signal) {
      child.kill(signal)
      return ended
    },
  }
  try {
    await becomesReady(child, server)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return server
}

function readEvent(line: string): ServerEvent {
  try {
    return { ...(JSON.parse(line) as Omit<ServerEvent, 'line'>), line }
  } catch {
    return { event: 'unreadable', level: 'error', line }
  }
}

async function becomesReady(child: ChildProcess, server: ServerProcess): Promise<void> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS)
  const end = await Promise.race([once(child, 'message', { signal: timeout }).then(() => null), server.ended])
  if (end === null || end.signal === 'SIGKILL') return
  throw new Error(`The server ended while starting:\n${server.events.map(({ line }) => line).join('\n')}`)
}
