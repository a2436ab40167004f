/** Public tracks and episodes by id, as responses contain them: for lists that mix both. */
import { sql } from 'kysely'
import type { Data } from '#contract/endpoint.ts'
import type { listHistory } from '#contract/listening/library.ts'
import { publicEpisode } from '#server/catalog/content/visibility.ts'
import { toTrackInfo } from '#server/catalog/music/track-info.ts'
import { selectEpisodes, toEpisode } from '#server/catalog/podcasts/episode-info.ts'
import { findPublicTracks } from '#server/playlists/entry-queries.ts'
import type { LibraryDeps } from './deps.ts'

type Playable = Pick<Data<typeof listHistory>['history'][number], 'track' | 'episode'>

/** Both are null for content that is no longer public. */
export async function describePlayable(
  { database, clock, files }: LibraryDeps,
  contentIds: readonly string[],
): Promise<(contentId: string) => Playable> {
  const now = clock.now()
  const ids = [...new Set(contentIds)]
  const tracks = await findPublicTracks(database.read, ids, now)
  const where = sql<boolean>`e.id = ANY(${ids}::uuid[]) AND ${publicEpisode(now)}`
  const found = ids.length === 0 ? [] : await selectEpisodes(database.read, { now, where, limit: ids.length })
  const episodes = new Map(found.map((row) => [row.id, row]))
  return (contentId) => {
    const [track, episode] = [tracks.get(contentId), episodes.get(contentId)]
    return {
      track: track === undefined ? null : toTrackInfo(files, track),
      episode: episode === undefined ? null : toEpisode(files, episode),
    }
  }
}
