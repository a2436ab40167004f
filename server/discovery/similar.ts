/** Similar artists, by common listeners and supporters, and tracks to play after a track. */
import type { Data } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/discovery.ts'
import { chooseArtists } from '#server/catalog/lists/chosen.ts'
import { artistWithMusic } from '#server/catalog/content/visibility.ts'
import { limitOf } from '#server/catalog/forms/values.ts'
import { sql } from 'kysely'
import type { Discovery } from './discovery.ts'
import { selectGenreTrackIds, selectRandomIds } from './list-queries.ts'
import { runNowAndThen } from './job-queries.ts'
import { findTrackPlace, selectBestIdsOf, selectSimilarIds, updateSimilar } from './similar-queries.ts'
import { readTracks } from './tracks-by-id.ts'

const SIMILAR_DEFAULT = 12
const TRACKS_DEFAULT = 20
const ARTISTS_CONSIDERED = 12
const EACH = 3

/** Anybody. */
export async function listSimilarArtists(
  { database, clock, files }: Discovery,
  artistId: string,
  limit: number | undefined,
): Promise<Data<typeof calls.listSimilarArtists>> {
  const ids = await selectSimilarIds(database.read, artistId, limitOf(limit, SIMILAR_DEFAULT))
  if (ids.length === 0) return []
  const where = sql`ar.id = ANY(${ids}::uuid[]) AND ${artistWithMusic(clock.now())}`
  return chooseArtists(database.read, files, {
    where,
    orderBy: sql`array_position(${ids}::uuid[], ar.id)`,
    limit: ids.length,
  })
}

/** Anybody. Similar artists first, then the same artist, then the genre, then any tracks, so
 * that the list is never empty. */
export async function listSimilarTracks(
  discovery: Discovery,
  trackId: string,
  wanted: number | undefined,
): Promise<Data<typeof calls.listSimilarTracks>> {
  const tx = discovery.database.read
  const now = discovery.clock.now()
  const limit = limitOf(wanted, TRACKS_DEFAULT)
  const place = await findTrackPlace(tx, trackId)
  const ids = new Set<string>()
  const add = (more: string[]) => more.forEach((id) => id !== trackId && ids.add(id))
  if (place !== undefined) {
    const similar = await selectSimilarIds(tx, place.artist_id, ARTISTS_CONSIDERED)
    add(await selectBestIdsOf(tx, [...similar, place.artist_id], { each: EACH, limit, without: trackId, now }))
    if (ids.size < limit && place.genre_id !== null) add(await selectGenreTrackIds(tx, place.genre_id, limit, now))
  }
  // Draws extra tracks, because the track itself and those already listed may be among them.
  if (ids.size < limit) add(await selectRandomIds(tx, null, limit + ids.size + 1, now))
  return readTracks(discovery, [...ids].slice(0, limit))
}

const EVERY_MS = 3_600_000
/** The weight of past observations halves in this time. */
const HALF_LIFE_MS = 60 * 86_400_000

/** At most once an hour, by the first server that gets to it. */
export async function refreshSimilar({ database, clock }: Pick<Discovery, 'database' | 'clock'>): Promise<unknown> {
  return runNowAndThen(database, clock.now(), { name: 'similar-artists', everyMs: EVERY_MS }, (tx, ranAt) => {
    const passedMs = ranAt === null ? 0 : clock.now().getTime() - ranAt.getTime()
    return updateSimilar(tx, clock.now(), 0.5 ** (passedMs / HALF_LIFE_MS))
  })
}
