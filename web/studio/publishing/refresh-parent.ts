/** Loads again what pages show of a release or podcast: its tracks or episodes, itself, and the lists of the user's own. */
import type { QueryClient } from '@tanstack/react-query'
import { getAlbum, listOwnAlbums } from '#contract/catalog/albums.ts'
import { getPodcast, listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { listKeyOf } from '#web/studio/uploads/uploads.ts'

export async function refreshParent(queries: QueryClient, parent: AudioParent): Promise<void> {
  const lists = parent.kind === 'album' ? [getAlbum, listOwnAlbums] : [getPodcast, listOwnPodcasts]
  await Promise.all(
    [listKeyOf(parent), ...lists.map((list) => queryKeyOf(list))].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}
