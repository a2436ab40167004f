/** The library: what the signed-in user likes and follows, their playlists and their listening history. */
import type { ComponentType } from 'react'
import { Head } from '#web/frame/head.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { SavedList } from '#web/offline/saved-list.tsx'
import { OwnPlaylists } from '#web/playlists/own-playlists.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { BookmarksPart } from './bookmarks-part.tsx'
import { CollectionPart } from './collection-part.tsx'
import { FeedsPart } from './feeds-part.tsx'
import { GenresPart } from './genres-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { AlbumsPart, ArtistsPart, PodcastsPart } from './saved-parts.tsx'
import { LikedPart } from './liked-part.tsx'
import { useUndoRemoval } from './undo-removal.ts'

const SECTIONS: { key: string; label: TranslationKey; Part: ComponentType }[] = [
  { key: '', label: 'library.tracks', Part: LikedPart },
  { key: 'playlists', label: 'library.playlists', Part: OwnPlaylists },
  { key: 'albums', label: 'library.albums', Part: AlbumsPart },
  { key: 'artists', label: 'library.artists', Part: ArtistsPart },
  { key: 'genres', label: 'followedGenres.title', Part: GenresPart },
  { key: 'podcasts', label: 'library.podcasts', Part: PodcastsPart },
  { key: 'elsewhere', label: 'foreign.title', Part: FeedsPart },
  { key: 'collection', label: 'records.collection', Part: CollectionPart },
  { key: 'bookmarks', label: 'bookmarks.title', Part: BookmarksPart },
  { key: 'saved', label: 'offline.saved', Part: SavedList },
  { key: 'history', label: 'library.history', Part: HistoryPart },
]

/** Pages of their own. */
const otherLinks = () => [
  { href: '/for-you', name: t('forYou.title'), isSelected: false },
  { href: '/feed', name: t('following.title'), isSelected: false },
]

export function Page() {
  useUndoRemoval()
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
      <h1 className="sr-only">{t('library.title')}</h1>
      <div className="pt-2">
        <TabLinks label={t('library.title')} links={[...links, ...otherLinks()]} />
      </div>
      <div className="pt-5 md:pt-7">
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
