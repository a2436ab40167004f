/** The favourites as a paged list of likes, in the order of the playlist. */
import type { output } from 'zod/mini'
import type { listLibraryTracks } from '#contract/listening/library.ts'
import type { Page } from '#server/catalog/forms/values.ts'
import { toTrackInfo } from '#server/catalog/music/track-info.ts'
import type { PlaylistDeps } from './deps.ts'
import { filterPublicTracks, findPublicTracks, selectEntries } from './entry-queries.ts'
import { findFavorites } from './playlist-queries.ts'

type Liked = output<typeof listLibraryTracks.data>['tracks']

export async function listFavoriteTracks(
  { database, clock, files }: PlaylistDeps,
  userId: string,
  page: Page,
): Promise<{ tracks: Liked; total: number }> {
  const now = clock.now()
  const favorites = await findFavorites(database.read, userId)
  const entries = favorites === undefined ? [] : await selectEntries(database.read, favorites.id)
  const ids = entries.map(({ track_id }) => track_id)
  const publicIds = await filterPublicTracks(database.read, ids, now)
  const shown = entries.filter(({ track_id }) => publicIds.has(track_id))
  const wanted = shown.slice(page.offset, page.offset + page.limit)
  const rows = await findPublicTracks(
    database.read,
    wanted.map(({ track_id }) => track_id),
    now,
  )
  const tracks = wanted.flatMap(({ track_id, added_at }): Liked => {
    const row = rows.get(track_id)
    return row === undefined ? [] : [{ ...toTrackInfo(files, row), addedAt: added_at }]
  })
  return { tracks, total: shown.length }
}
