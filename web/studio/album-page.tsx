/** One release in the studio: its tracks, its split, publishing. */
import { useQuery } from '@tanstack/react-query'
import { getAlbum } from '#contract/albums.ts'
import { callQuery } from '../queries.ts'
import { useAccount } from '../session/account.ts'
import { useSite } from '../site.ts'
import { t } from '../words/words.ts'
import { ContentFrame, ContentMissing, useParam } from './content-frame.tsx'
import { StudioFrame } from './studio-frame.tsx'

export function Page() {
  const { call } = useSite()
  const albumId = useParam('albumId')
  const { data: account } = useAccount()
  const {
    data: album,
    error,
    refetch,
  } = useQuery({
    ...callQuery(call, getAlbum, { params: { albumId } }),
    staleTime: 0,
  })
  const isMine = album !== undefined && account !== undefined && album.artist.userId === account.id
  return (
    <StudioFrame title={album?.title}>
      {() =>
        album && isMine ? (
          <ContentFrame
            content={{
              parent: { kind: 'album', id: album.id, artistName: album.artist.name },
              title: album.title,
              isDraft: album.isDraft,
              publishedAt: album.publishedAt,
              path: `/album/${album.id}`,
              artworkUrl: album.artworkUrl,
              byline: album.isSingle ? `${album.artist.name} · ${t('studio.single')}` : album.artist.name,
              description: album.description,
            }}
          />
        ) : (
          <ContentMissing error={error} isForeign={Boolean(album && account)} onRetry={() => void refetch()} />
        )
      }
    </StudioFrame>
  )
}
