/** Tracks and episodes by their ids, in that order; those that are no longer public are left out. */
import { sql } from 'kysely'
import type { output } from 'zod/mini'
import type { Episode } from '#contract/catalog/episodes.ts'
import type { TrackInfo } from '#contract/catalog/tracks.ts'
import { selectEpisodes, toEpisode } from '#server/catalog/podcasts/episode-info.ts'
import { selectTracks, toTrackInfo } from '#server/catalog/music/track-info.ts'
import { publicEpisode, publicTrack } from '#server/catalog/content/visibility.ts'
import type { Discovery } from './discovery.ts'

export async function readTracks(
  { database, clock, files }: Discovery,
  ids: readonly string[],
): Promise<output<typeof TrackInfo>[]> {
  if (ids.length === 0) return []
  const now = clock.now()
  const where = sql<boolean>`t.id = ANY(${ids}::uuid[]) AND ${publicTrack(now)}`
  const rows = await selectTracks(database.read, {
    now,
    where,
    orderBy: sql`array_position(${ids}::uuid[], t.id)`,
    limit: ids.length,
  })
  return rows.map((row) => toTrackInfo(files, row))
}

export async function readEpisodes(
  { database, clock, files }: Discovery,
  ids: readonly string[],
): Promise<output<typeof Episode>[]> {
  if (ids.length === 0) return []
  const now = clock.now()
  const where = sql<boolean>`e.id = ANY(${ids}::uuid[]) AND ${publicEpisode(now)}`
  const rows = await selectEpisodes(database.read, { now, where, limit: ids.length })
  const place = new Map(ids.map((id, index) => [id, index]))
  return rows
    .sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    .map((row) => toEpisode(files, row))
}
