/** The user's playlists and those they like, for /playlists and the library. */
import { useQuery } from '@tanstack/react-query'
import { listLibraryPlaylists } from '#contract/listening/library.ts'
import { listOwnPlaylists } from '#contract/listening/playlists.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { CardsComing } from '#web/content/saved-grid.tsx'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { NewPlaylistButton, NewSmartButton, PlaylistGrid } from './playlist-cards.tsx'

/** Its heading is that of the page, or of a section of the library. */
export function OwnPlaylists({ level: Title = 'h2' }: { level?: 'h1' | 'h2' }) {
  const { call } = useSite()
  // Refetched on every visit, because another device may have changed them.
  const own = useQuery({ ...callQuery(call, listOwnPlaylists, { query: {} }), refetchOnMount: 'always' })
  const liked = useQuery({ ...callQuery(call, listLibraryPlaylists, { query: {} }), refetchOnMount: 'always' })
  if (own.isPending) return <CardsComing />
  if (own.isError) {
    return <LoadFailure level="part" error={own.error} retry={own.refetch} />
  }
  return (
    <>
      {own.data.length === 0 ? (
        <EmptyShelf
          level={Title}
          title={t('shelf.titleRoom')}
          sentence={t('shelf.noPlaylists')}
          action={<NewPlaylistButton />}
        />
      ) : (
        <>
          <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
            <Title className="title-1">{t('playlists.title')}</Title>
            <div className="flex flex-wrap gap-3">
              <NewPlaylistButton />
              <NewSmartButton />
            </div>
          </div>
          <PlaylistGrid playlists={own.data} isOwn />
        </>
      )}
      {liked.data !== undefined && liked.data.playlists.length > 0 && (
        <Section title={t('playlists.liked')}>
          <PlaylistGrid playlists={liked.data.playlists} />
        </Section>
      )}
    </>
  )
}
