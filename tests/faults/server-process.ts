/** The server as a process of its own, to be killed: started with a failpoint, driven over HTTP, started again.
 * The database and the Lightning nodes outlive it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const START_TIMEOUT_MS = 60_000

export type ServerProcess = {
  origin: string
  /** Resolves with the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>
  /** Failpoints it died at, as it logged them. */
  points: string[]
  stop(signal: NodeJS.Signals): Promise<void>
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      HOST: '127.0.0.1',
      DEMO: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const points: string[] = []
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    const event = parse(line)
    if (event?.event === 'failpoint' && event.point !== undefined) points.push(event.point)
    if (event === null || event.level === 'error') errors.push(line)
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const origin = `http://127.0.0.1:${settings['PORT']}`
  await becomesReady(child, origin, errors)
  return {
    origin,
    ended,
    points,
    async stop(signal) {
      child.kill(signal)
      await ended
    },
  }
}

function parse(line: string): { event?: string; point?: string; level?: string } | null {
  try {
    return JSON.parse(line) as { event?: string; point?: string; level?: string }
  } catch {
    return null
  }
}

async function becomesReady(child: ChildProcess, origin: string, errors: string[]): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    // A failpoint may strike while it starts: what was left undone is taken up then.
    if (child.exitCode !== null || child.signalCode !== null) {
      if (child.signalCode === 'SIGKILL') return
      throw new Error(`The server ended while starting:\n${errors.join('\n')}`)
    }
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > deadline) throw new Error(`The server did not start:\n${errors.join('\n')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
