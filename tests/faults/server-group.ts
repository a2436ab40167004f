/** The two servers of the lab: started, killed at failpoints or at any moment, and started again as an init system would. */
import type { Random } from './random.ts'
import { findFreePort, startServer, type ServerOptions, type ServerProcess } from './server-process.ts'

export type ServerGroup = {
  readonly kills: number
  readonly killedAt: Record<string, number>
  /** Events at level error, by name. */
  readonly errors: Record<string, number>
  /** Log lines about unforeseen faults. */
  readonly samples: readonly string[]
  /** Of the servers that are up. */
  origins(): string[]
  /** Starts those that are down. */
  start(crashAt: string): Promise<void>
  /** Kills one or the other server and restarts it as long as needed, and restarts any that end, until the signal
   * aborts. */
  killAndRestart(plan: KillPlan, signal: AbortSignal): Promise<void>
  setClock(offsetMs: number): void
  stop(signal: NodeJS.Signals): Promise<void>
}

export type KillPlan = {
  points: readonly string[]
  isWanted: () => boolean
  /** How much work has been done so far: a server lives for a certain amount of work, however slow the machine is. */
  workDone: () => number
  /** A server that starts while a dependency is unreachable would only end again: usually its start is postponed. */
  isStartable: () => boolean
}

type Tally = { kills: number; killedAt: Record<string, number>; errors: Record<string, number>; samples: string[] }
type Slot = { port: string; server: ServerProcess | null }

const LIFE_WORK: readonly [number, number] = [1, 50]
const LIFE_MAX_MS = 5_000
const NTH_MAX = 3
const RESTART_PAUSE_MS = 200
const SAMPLES_MAX = 10

export async function createServerGroup(
  options: Pick<ServerOptions, 'settings'> & { random: Random },
): Promise<ServerGroup> {
  const { settings, random } = options
  const slots: Slot[] = []
  for (let count = 0; count < 2; count++) slots.push({ port: String(await findFreePort()), server: null })
  const tally: Tally = { kills: 0, killedAt: {}, errors: {}, samples: [] }
  let offsetMs = 0

  const bringUp = async (slot: Slot, crashAt: string): Promise<ServerProcess> => {
    const server = await startServer({
      settings: { ...settings, PORT: slot.port, CRASH_AT: crashAt, LAB_CLOCK_MS: String(offsetMs) },
    })
    server.setClock(offsetMs)
    slot.server = server
    void server.ended.then(({ signal }) => {
      if (slot.server === server) slot.server = null
      noteEnd(tally, server, signal)
    })
    return server
  }

  const keepKilling = async (
    slot: Slot,
    { points, isWanted, workDone, isStartable }: KillPlan,
    signal: AbortSignal,
  ) => {
    if (slot.server !== null) await hasLived(workDone, random)
    await slot.server?.stop('SIGKILL')
    while (!signal.aborted) {
      while (!isStartable() && !signal.aborted) await sleep(20)
      const isDoomed = isWanted()
      const crashAt = isDoomed && random.next() < 0.75 ? `${random.pick(points)}:${random.between(1, NTH_MAX)}` : ''
      const server = await bringUp(slot, crashAt).catch(() => null)
      // With its database or its node unreachable it ends on its own, and is restarted.
      if (server === null) {
        await sleep(RESTART_PAUSE_MS)
        continue
      }
      const enough = isDoomed ? hasLived(workDone, random) : aborted(signal)
      await Promise.race([server.ended, enough, aborted(signal)])
      if (isDoomed) await server.stop('SIGKILL')
    }
  }

  return {
    get kills() {
      return tally.kills
    },
    killedAt: tally.killedAt,
    errors: tally.errors,
    samples: tally.samples,
    origins: () => slots.flatMap(({ server }) => server?.origin ?? []),
    async start(crashAt) {
      await Promise.all(slots.flatMap((slot) => (slot.server === null ? [bringUp(slot, crashAt)] : [])))
    },
    async killAndRestart(plan, signal) {
      await Promise.all(slots.map((slot) => keepKilling(slot, plan, signal)))
    },
    setClock(next) {
      offsetMs = next
      for (const { server } of slots) server?.setClock(next)
    },
    async stop(signal) {
      await Promise.all(slots.flatMap(({ server }) => (server === null ? [] : [server.stop(signal)])))
    },
  }
}

function noteEnd(tally: Tally, server: ServerProcess, signal: NodeJS.Signals | null): void {
  for (const { level, event, line } of server.events) {
    if (level === 'error') count(tally.errors, event)
    if (isFault(line) && tally.samples.length < SAMPLES_MAX) tally.samples.push(line)
  }
  if (signal !== 'SIGKILL') return
  tally.kills++
  count(tally.killedAt, server.diedAt() ?? 'random')
}

/** A server lives for a certain amount of work, or a certain time. */
async function hasLived(workDone: () => number, random: Random): Promise<void> {
  const until = workDone() + random.between(...LIFE_WORK)
  const deadline = performance.now() + LIFE_MAX_MS
  while (workDone() < until && performance.now() < deadline) await sleep(20)
}

/** A request failed with neither one of our responses nor an unreachable database. */
function isFault(line: string): boolean {
  return (
    line.includes('"request-failed"') &&
    !/"error":"AppError|terminat|starting up|recovery mode|not yet accepting|shutting down|ECONN|EPIPE/.test(line)
  )
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
