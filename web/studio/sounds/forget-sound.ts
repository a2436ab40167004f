/** Updates cached lists after a deletion: unpublished content is removed immediately, the rest with the next fetch. */
import type { QueryClient } from '@tanstack/react-query'
import { listOwnEpisodes, listPodcastEpisodes } from '#contract/catalog/episodes.ts'
import { listAlbumTracks, listArtistTracks, listOwnTracks } from '#contract/catalog/tracks.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { isOut } from '#web/studio/publishing/status.ts'

const LISTS = [listAlbumTracks, listArtistTracks, listOwnTracks, listPodcastEpisodes, listOwnEpisodes]

type Gone = { id: string; isDraft: boolean; publishedAt: string | null }

export function forgetSound(queries: QueryClient, gone: Gone): void {
  if (isOut(gone)) return
  for (const list of LISTS) {
    queries.setQueriesData<{ id: string }[]>({ queryKey: queryKeyOf(list) }, (sounds) =>
      sounds?.filter(({ id }) => id !== gone.id),
    )
  }
}
