/** Records the audio of promo tracks that this server sends to a network. Players without nonces earn only for minutes
 * whose audio was delivered. */
import { findRecordings } from '#server/catalog/content/playable.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { dayOf } from '#server/platform/clock.ts'
import { placeOf } from './earners.ts'
import { listPayingContents } from './promo-queries.ts'
import { addDelivery } from './reward-queries.ts'

type DeliveryDeps = Pick<PaymentDeps, 'database' | 'clock' | 'hashNetwork' | 'log'>

/** A part of a file that was sent. */
export type Delivered = { key: string; ip: string; sentBytes: number; totalBytes: number }
export type NoteDelivery = (delivered: Delivered) => void

/** How long a process remembers which files belong to promos. */
const REMEMBERED_MS = 5_000

type Recording = { id: string; durationMs: number }

/** Create one per process. */
export function createDeliveryNotes(deps: DeliveryDeps): NoteDelivery {
  const { database, clock, hashNetwork, log } = deps
  let known: Promise<Map<string, Recording[]>> = Promise.resolve(new Map())
  let readAtMs = Number.NEGATIVE_INFINITY
  const tracks = () => {
    if (performance.now() - readAtMs < REMEMBERED_MS) return known
    readAtMs = performance.now()
    known = readTracks(deps)
    return known
  }
  return ({ key, ip, sentBytes, totalBytes }) => {
    if (!key.startsWith('media/') || sentBytes === 0 || totalBytes === 0) return
    const note = async () => {
      const found = (await tracks()).get(nameOf(key)) ?? []
      const now = clock.now()
      const { networkHash } = placeOf(hashNetwork, ip)
      for (const { id: contentId, durationMs } of found) {
        const deliveredMs = Math.floor((sentBytes / totalBytes) * durationMs)
        await addDelivery(database.read, { networkHash, contentId, day: dayOf(now), deliveredMs, now })
      }
    }
    note().catch((error: unknown) => log.info('promo-delivery-not-noted', { error }))
  }
}

/** The streams of a recording differ in their extension only. */
const nameOf = (key: string) => key.replace(/\.[a-z0-9]+$/, '')

async function readTracks({ database, clock }: DeliveryDeps): Promise<Map<string, Recording[]>> {
  const contentIds = await listPayingContents(database.read)
  const recordings = await findRecordings(database.read, contentIds, clock.now())
  return Map.groupBy(recordings, ({ liveKey }) => nameOf(liveKey))
}
