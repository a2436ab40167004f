/** One listener: arrives, looks at pages, plays with range requests and reports, zaps from the balance, leaves. */
import { setTimeout as sleep } from 'node:timers/promises'
import { getAccount } from '#contract/accounts/account.ts'
import { getAlbum } from '#contract/catalog/albums.ts'
import type { TrackInfo } from '#contract/catalog/tracks.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { send } from '#contract/payments/payments.ts'
import type * as z from 'zod/mini'
import { newId } from '#server/platform/ids.ts'
import type { Random } from '#tests/faults/random.ts'
import type { Visitor } from './visitor.ts'

export type Track = z.input<typeof TrackInfo> & { liveUrl: string }

export type Surroundings = {
  tracks: readonly Track[]
  random: Random
  /** The release that is going viral now, if any. */
  viralAlbumId: () => string | null
  /** All waiting times are divided by it; 1 is the pace of real listeners. */
  pace: number
  signal: AbortSignal
}

const FIRST_BYTES = 64 * 1024
const NEXT_BYTES = 256 * 1024
const VIRAL_SHARE = 0.8
const ZAP_SHARE = 0.3
const ZAPS_MSAT = [1_000, 1_000, 5_000, 21_000, 100_000] as const
const PAGES = ['/top', '/new', '/artists', '/podcasts', '/search?q=night'] as const
const READ_MS: readonly [number, number] = [2_000, 15_000]
const PLAYED_MS: readonly [number, number] = [5_000, 90_000]
const TRACKS_OF_VISIT: readonly [number, number] = [1, 6]
const RANGE_EVERY_MS = 10_000

/** Failures are counted by the visitor; the listener continues, as a person would. */
export async function beListener(visitor: Visitor, around: Surroundings): Promise<void> {
  const { random, signal, pace } = around
  const wait = (timeMs: number) => sleep(timeMs / pace, undefined, { signal }).catch(() => undefined)
  await visitor.get('page', '/')
  if (visitor.token !== null)
    await visitor
      .callAs('call')(getAccount, {})
      .catch(() => undefined)
  for (let left = random.between(...TRACKS_OF_VISIT); left > 0 && !signal.aborted; left--) {
    await wait(random.between(...READ_MS))
    if (random.next() < 0.5) await visitor.get('page', random.pick(PAGES))
    const track = choose(around)
    await open(visitor, track, random)
    await play(visitor, track, random.between(...PLAYED_MS) / pace, around)
    if (visitor.token === null || random.next() > ZAP_SHARE) continue
    const body = { contentId: track.id, msatAmount: random.pick(ZAPS_MSAT) }
    await visitor
      .callAs('zap')(send, { body })
      .catch(() => undefined)
  }
}

function choose({ tracks, random, viralAlbumId }: Surroundings): Track {
  const viral = tracks.filter(({ albumId }) => albumId === viralAlbumId())
  return random.pick(viral.length > 0 && random.next() < VIRAL_SHARE ? viral : tracks)
}

/** Arrives from another site, or navigates within an open page, which only requests the data that is missing. */
async function open(visitor: Visitor, { albumId, artistUrl }: Track, random: Random): Promise<void> {
  const kind = random.weigh({ album: 4, artist: 1, inside: 5 })
  if (kind === 'inside')
    await visitor
      .callAs('call')(getAlbum, { params: { albumId } })
      .catch(() => undefined)
  else await visitor.get('page', kind === 'album' ? `/album/${albumId}` : `/artist/${encodeURIComponent(artistUrl)}`)
}

async function play(visitor: Visitor, track: Track, playedMs: number, { pace, signal }: Surroundings): Promise<void> {
  const startedAt = Date.now()
  const lengthMs = Math.min(playedMs, ((track.duration ?? 0) * 1_000) / pace)
  let [at, size] = [0, Infinity]
  while (!signal.aborted && Date.now() - startedAt < lengthMs) {
    if (at < size) {
      const end = at + (at === 0 ? FIRST_BYTES : NEXT_BYTES) - 1
      const response = await visitor.get('audio', track.liveUrl, { range: `bytes=${at}-${Math.min(end, size - 1)}` })
      if (response === null) return
      size = Number(/\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1] ?? 0)
      at = end + 1
    }
    const leftMs = startedAt + lengthMs - Date.now()
    await sleep(Math.max(0, Math.min(RANGE_EVERY_MS / pace, leftMs)), undefined, { signal }).catch(() => undefined)
  }
  const heard = { secondsHeard: (Date.now() - startedAt) / 1_000, startedAt: new Date(startedAt).toISOString() }
  const plays = [{ playId: newId(), contentId: track.id, ...heard, agent: 'peal-load/1', source: 'release' as const }]
  await visitor
    .callAs('play')(reportPlays, { body: { plays } })
    .catch(() => undefined)
}
