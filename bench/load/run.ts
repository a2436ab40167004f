/** Load on an installation: the arrivals of one day, compressed into the run; part way through, one release goes viral. */
import { setTimeout as sleep } from 'node:timers/promises'
import { listNewTracks, listRandomTracks } from '#contract/catalog/tracks.ts'
import { createRandom } from '#tests/faults/random.ts'
import type { Person } from './accounts.ts'
import { createFigures, type Figures, toTable } from './figures.ts'
import { beListener, type Surroundings, type Track } from './listener.ts'
import { createVisitor } from './visitor.ts'

export type Load = {
  origin: string
  /** How many are on the site at the busiest time of an ordinary day. */
  listeners: number
  minutes: number
  people: readonly Person[]
  /** The times for which listeners read and listen are divided by it. */
  pace?: number
  seed: number
  /** To be read while it runs. */
  figures?: Figures
  /** Ends the run early. */
  signal?: AbortSignal
  show(block: string[]): void
}

const TICK_MS = 200
const DAY_MS = 86_400_000
const SHOW_EVERY_MS = { terminal: 1_000, lines: 30_000 }
/** How long a listener stays on average, with pauses of one second for requests. */
const VISIT_MS = 150_000
const QUIETEST_SHARE = 0.25
const QUIETEST_HOUR = 4
/** Which part of the run is viral, and the factor by which arrivals increase. */
const VIRAL = { from: 0.6, until: 0.75, factor: 2 }
const ACCOUNT_SHARE = 0.4
const LEAVE_MS = 30_000

/** The share of the busiest hour's arrivals at this part of the day. */
export function arrivalsAt(part: number): number {
  const height = (1 - Math.cos(2 * Math.PI * (part - QUIETEST_HOUR / 24))) / 2
  return QUIETEST_SHARE + (1 - QUIETEST_SHARE) * height
}

export async function runLoad(load: Load): Promise<Figures> {
  const { origin, minutes, listeners, people, pace = 1, seed, signal, show, figures = createFigures() } = load
  const random = createRandom(seed)
  const tracks = await listTracks(origin)
  const viral = random.pick(tracks)
  const part = () => (performance.now() - figures.startedAt) / (minutes * 60_000)
  const isViral = () => part() >= VIRAL.from && part() < VIRAL.until
  const stopping = new AbortController()
  const viralAlbumId = () => (isViral() ? viral.albumId : null)
  const around: Surroundings = { tracks, random, pace, signal: stopping.signal, viralAlbumId }
  const there = new Set<Promise<void>>()
  const free = new Set(people)
  let [arrived, waiting, shownAt] = [0, 1, 0]
  const arrive = () => {
    const visitor = createVisitor(origin, figures, arrived++)
    const person = random.next() < ACCOUNT_SHARE ? free.values().next().value : undefined
    if (person !== undefined) free.delete(person)
    visitor.token = person?.token ?? null
    const visit: Promise<void> = beListener(visitor, around).finally(() => {
      visitor.close()
      if (person !== undefined) free.add(person)
      there.delete(visit)
    })
    there.add(visit)
  }
  const describe = () => {
    const clock = new Date(Math.min(part() * DAY_MS, DAY_MS - 1)).toISOString().slice(11, 16)
    const done = Object.values(figures.times).reduce((sum, times) => sum + times.length, 0)
    const failed = Object.values(figures.failed).reduce((sum, count) => sum + count, 0)
    const accounts = `${there.size} listeners, ${people.length - free.size} with accounts`
    const news = isViral() ? `, “${viral.albumTitle}” is viral` : ''
    return `${clock} of the day: ${accounts}, ${arrived} arrived, ${done} steps, ${failed} failed${news}`
  }
  const showEveryMs = process.stdout.isTTY ? SHOW_EVERY_MS.terminal : SHOW_EVERY_MS.lines
  for (; part() < 1 && !signal?.aborted; await sleep(TICK_MS)) {
    const perMs = (listeners / (VISIT_MS / pace)) * arrivalsAt(part()) * (isViral() ? VIRAL.factor : 1)
    for (waiting += perMs * TICK_MS; waiting >= 1; waiting--) arrive()
    if (performance.now() - shownAt < showEveryMs) continue
    shownAt = performance.now()
    show([describe(), ...toTable(figures)])
  }
  stopping.abort()
  await Promise.race([Promise.allSettled(there), sleep(LEAVE_MS)])
  show([describe(), ...toTable(figures)])
  return figures
}

async function listTracks(origin: string): Promise<Track[]> {
  const visitor = createVisitor(origin, createFigures(), 0)
  const call = visitor.callAs('call')
  const [newest, others] = [await call(listNewTracks, {}), await call(listRandomTracks, {})]
  visitor.close()
  const playable = [...newest, ...others].filter((track): track is Track => track.liveUrl !== null)
  if (playable.length === 0) throw new Error(`${origin} has no tracks to play`)
  return playable
}
