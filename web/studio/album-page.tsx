/** One release in the studio: its tracks, its splits, publishing. */
import { getAlbum } from '#contract/catalog/albums.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { bylineOf } from './content/own.ts'
import { NewFeedNote } from './content/new-feed.tsx'
import { ContentFrame, useParam } from './frame/content-frame.tsx'
import { OwnContent } from './frame/own-content.tsx'

export function Page() {
  const { call } = useSite()
  const albumId = useParam('albumId')
  return (
    <OwnContent
      query={{ ...callQuery(call, getAlbum, { params: { albumId } }), staleTime: 0 }}
      makerOf={(album) => album.artistId}
    >
      {(album, own) => (
        <>
          <NewFeedNote kind="album" of={own.albums.find(({ id }) => id === albumId)} />
          <ContentFrame
            nostr={{ kind: 'album', album }}
            content={{
              parent: { kind: 'album', id: album.id, artistName: album.artist.name },
              title: album.title,
              isDraft: album.isDraft,
              createdAt: album.createdAt,
              publishedAt: album.publishedAt,
              path: `/album/${album.id}`,
              previewPath: `/studio/albums/${album.id}/preview`,
              artworkUrl: album.artworkUrl,
              byline: bylineOf(album),
              description: album.description,
            }}
          />
        </>
      )}
    </OwnContent>
  )
}
