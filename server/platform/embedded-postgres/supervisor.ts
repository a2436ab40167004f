/** Watches the embedded PostgreSQL after its start and restarts it with back-off when it dies.
 * Also when attached: when the process that ran PostgreSQL is killed, one of the attached servers restarts it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { InstallPaths } from './install.ts'
import { isPostmasterAlive, type Server, stop } from './process.ts'
import type { Log } from '#server/platform/log.ts'

export type Supervisor = { isAttached(): boolean; stop(): Promise<void> }

type SupervisorOptions = {
  place: InstallPaths
  log: Log
  /** The result of the first start: the process, or null when attached. */
  first: Server | null
  start: (signal: AbortSignal) => Promise<Server | null>
  onLost: (error: Error) => void
  restarts: boolean
}

const POLL_MS = 300
const FIRST_BACKOFF_MS = 100
const BACKOFF_MAX_MS = 2_000
/** Gives up when an attempt fails later than this after the death. An attempt that is still recovering continues. */
const GIVE_UP_MS = 6_000
/** After running this long, the back-off starts over. */
const STABLE_MS = 10_000

export function superviseDatabase(options: SupervisorOptions): Supervisor {
  const { place, log, first, start, onLost, restarts } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let server = first
  let deaths = 0

  async function restart(): Promise<void> {
    const diedAt = performance.now()
    for (; ; deaths++) {
      if (deaths > 0) await pauseUnless(signal, Math.min(FIRST_BACKOFF_MS * 2 ** deaths, BACKOFF_MAX_MS))
      try {
        server = await start(signal)
        deaths++
        log.warn('database-restarted', {
          durationMs: Math.round(performance.now() - diedAt),
          attached: server === null,
        })
        return
      } catch (error) {
        if (signal.aborted) return
        log.error('database-restart-failed', { error })
        if (performance.now() - diedAt > GIVE_UP_MS) throw error
      }
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const since = performance.now()
      await (server === null ? untilPostmasterDies(place, signal) : Promise.race([server.exited, aborted(signal)]))
      if (signal.aborted) return
      if (performance.now() - since > STABLE_MS) deaths = 0
      log.error('database-died', { attached: server === null })
      server = null
      await restart()
    }
  }

  const watching = (restarts ? watch() : Promise.resolve()).catch((error: unknown) => onLost(error as Error))
  return {
    isAttached: () => server === null,
    async stop() {
      stopping.abort()
      await watching
      if (server !== null) await stop(server)
    },
  }
}

/** There is no event when a process that is not a child dies. The timer does not keep this process alive. */
async function untilPostmasterDies(place: InstallPaths, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isPostmasterAlive(place)) await pauseUnless(signal, POLL_MS)
}

function pauseUnless(signal: AbortSignal, timeMs: number): Promise<void> {
  return pause(timeMs, undefined, { signal, ref: false }).catch(() => undefined)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
