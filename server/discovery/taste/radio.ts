/** Radios: endless tracks that go with a track, an artist or a genre. Nothing is stored: a cursor names the seed and the
 * place, and the order is computed again. */
import { createHash } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import { type getRadio, RADIO_PAGE_MAX } from '#contract/listening/taste.ts'
import { limitOf } from '#server/catalog/forms/values.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Discovery } from '#server/discovery/discovery.ts'
import { orderRadio } from './radio-order.ts'
import { findRadioStart, selectCandidates } from './radio-queries.ts'
import { readTracks } from '#server/discovery/tracks-by-id.ts'

const PAGE_DEFAULT = 25
/** A radio ends after so many tracks. */
const PLACES_MAX = 2_000

/** Anybody. */
export async function readRadio(
  discovery: Discovery,
  { from, after, seed: wantedSeed, limit: wanted, explicit = true }: Input<typeof getRadio>['query'],
): Promise<Data<typeof getRadio>> {
  const { database, clock } = discovery
  const now = clock.now()
  const start = await findRadioStart(database.read, from, now)
  if (start === undefined) throw notFound()
  const limit = Math.min(limitOf(wanted, PAGE_DEFAULT), RADIO_PAGE_MAX)
  const [seed, place] = after === undefined ? [wantedSeed ?? seedOf(from, now), 0] : parseCursor(after)
  const end = Math.min(place + limit, PLACES_MAX)
  const candidates = await selectCandidates(database.read, start, { explicit, seed, now })
  const others = candidates.filter(({ id }) => id !== start.track_id)
  const order = orderRadio(others, seed, end + 1)
  return {
    title: start.title,
    tracks: await readTracks(discovery, order.slice(place, end)),
    next: order.length > end && end < PLACES_MAX ? `${seed}.${end}` : null,
  }
}

/** The same for a day. */
function seedOf(from: string | number, now: Date): number {
  const hash = createHash('sha256')
    .update(`${from} ${now.toISOString().slice(0, 10)}`)
    .digest()
  return hash.readUInt32BE() >>> 1
}

function parseCursor(cursor: string): [seed: number, place: number] {
  const [seed = '', place = ''] = cursor.split('.')
  return [Number(seed), Number(place)]
}
