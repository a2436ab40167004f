/** The library: what the signed-in user likes and follows, their playlists and their listening history. */
import type { ComponentType } from 'react'
import { ListHeading } from '#web/content/list-parts.tsx'
import { Head } from '#web/frame/head.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { SavedList } from '#web/offline/saved-list.tsx'
import { OwnPlaylists } from '#web/playlists/own-playlists.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { BookmarksPart } from './bookmarks-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { AlbumsPart, ArtistsPart, PodcastsPart } from './saved-parts.tsx'
import { LikedPart } from './liked-part.tsx'

const SECTIONS: { key: string; label: TranslationKey; Part: ComponentType }[] = [
  { key: '', label: 'library.tracks', Part: LikedPart },
  { key: 'playlists', label: 'library.playlists', Part: OwnPlaylists },
  { key: 'albums', label: 'library.albums', Part: AlbumsPart },
  { key: 'artists', label: 'library.artists', Part: ArtistsPart },
  { key: 'podcasts', label: 'library.podcasts', Part: PodcastsPart },
  { key: 'bookmarks', label: 'bookmarks.title', Part: BookmarksPart },
  { key: 'saved', label: 'offline.saved', Part: SavedList },
  { key: 'history', label: 'library.history', Part: HistoryPart },
]

export function Page() {
  const { section = '' } = useParams()
  const shown = SECTIONS.find(({ key }) => key === section)
  const links = SECTIONS.map(({ key, label }) => ({
    href: key === '' ? '/library' : `/library/${key}`,
    name: t(label),
    isSelected: key === section,
  }))
  return (
    <>
      <Head title={shown ? `${t(shown.label)} · ${t('library.title')}` : t('library.title')} isHidden />
      <ListHeading title={t('library.title')} lead={t('library.lead')}>
        <ButtonLink to="/feed" kind="quiet" size="small">
          {t('following.title')}
        </ButtonLink>
      </ListHeading>
      <TabLinks label={t('library.title')} links={links} />
      <div className="pt-6">
        {shown ? (
          <shown.Part />
        ) : (
          <EmptyState
            sentence={t('failure.notFoundTitle')}
            action={
              <ButtonLink to="/library" kind="quiet">
                {t('library.title')}
              </ButtonLink>
            }
          />
        )}
      </div>
    </>
  )
}
