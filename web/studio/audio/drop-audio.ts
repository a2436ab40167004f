/** Updates cached lists after a deletion: unpublished content is removed immediately, the rest with the next fetch. */
import type { QueryClient } from '@tanstack/react-query'
import { listOwnEpisodes, listPodcastEpisodes } from '#contract/catalog/episodes.ts'
import { listAlbumTracks, listArtistTracks, listOwnTracks } from '#contract/catalog/tracks.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { isOut } from '#web/studio/publishing/status.ts'

const LISTS = [listAlbumTracks, listArtistTracks, listOwnTracks, listPodcastEpisodes, listOwnEpisodes]

type Removed = { id: string; isDraft: boolean; publishedAt: string | null }

export function dropAudioFromCache(queries: QueryClient, removed: Removed): void {
  if (isOut(removed)) return
  for (const list of LISTS) {
    queries.setQueriesData<{ id: string }[]>({ queryKey: queryKeyOf(list) }, (audioItems) =>
      audioItems?.filter(({ id }) => id !== removed.id),
    )
  }
}
