/** Liked albums, followed artists, and followed shows with liked episodes. */
import {
  listLibraryAlbums,
  listLibraryArtists,
  listLibraryEpisodes,
  listLibraryPodcasts,
} from '#contract/listening/library.ts'
import { artistHref, playablesOfEpisodes, podcastHref } from '#web/player/state/playables.ts'
import { SongRows } from '#web/playlists/song-rows.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { Shelf, ShelfComing } from '#web/content/shelf.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { CardsComing, SavedGrid } from '#web/content/saved-grid.tsx'
import { useSavedPages } from './saved-pages.ts'
import { PartStates } from '#web/content/part-states.tsx'

const emptyOf = (sentence: TranslationKey) => <EmptyShelf title={t('shelf.titleRoom')} sentence={t(sentence)} />

export function AlbumsPart() {
  const query = useSavedPages(listLibraryAlbums)
  const records = (query.data?.pages.flatMap((page) => page.albums) ?? []).map((album) => ({
    id: album.id,
    title: album.title,
    byline: album.artist,
    href: `/album/${album.id}`,
    artworkUrl: album.artworkUrl,
    colours: album.colorInfo,
    durationSeconds: album.duration,
  }))
  return (
    <PartStates
      query={query}
      isEmpty={records.length === 0}
      empty={emptyOf('library.noAlbums')}
      waiting={<ShelfComing />}
    >
      <Shelf label={t('shelf.spines')} records={records} />
    </PartStates>
  )
}

export function ArtistsPart() {
  const query = useSavedPages(listLibraryArtists)
  const artists = query.data?.pages.flatMap((page) => page.artists) ?? []
  const cards = artists.map(({ id, name, artistUrl, artworkUrl }) => ({
    id,
    title: name,
    note: null,
    href: artistHref(artistUrl),
    artworkUrl,
  }))
  const empty = (
    <EmptyShelf
      title={t('shelf.titleNobody')}
      sentence={t('library.noArtists')}
      shows="faces"
      action={
        <ButtonLink to="/artists" size="large">
          {t('library.findArtists')}
        </ButtonLink>
      }
    />
  )
  return (
    <PartStates query={query} isEmpty={cards.length === 0} empty={empty} waiting={<CardsComing />}>
      <SavedGrid cards={cards} isRound />
    </PartStates>
  )
}

export function PodcastsPart() {
  const query = useSavedPages(listLibraryPodcasts)
  const episodes = useSavedPages(listLibraryEpisodes)
  const podcasts = query.data?.pages.flatMap((page) => page.podcasts) ?? []
  const liked = episodes.data?.pages.flatMap((page) => page.episodes) ?? []
  const cards = podcasts.map(({ id, name, podcastUrl, artworkUrl }) => ({
    id,
    title: name,
    note: null,
    href: podcastHref(podcastUrl),
    artworkUrl,
  }))
  const rows = liked.map((episode) => ({
    key: episode.id,
    playable: playablesOfEpisodes([episode])[0] ?? null,
    isExplicit: episode.isExplicit,
    msat: episode.msatTotal,
  }))
  const empty = emptyOf('library.noPodcasts')
  const isEmpty = cards.length === 0 && rows.length === 0
  return (
    <>
      <PartStates query={query} isEmpty={isEmpty && !episodes.isPending} empty={empty} waiting={<CardsComing />}>
        {cards.length > 0 && <SavedGrid cards={cards} />}
      </PartStates>
      {rows.length > 0 && (
        <Section title={t('library.episodes')}>
          <PartStates query={episodes} isEmpty={false} empty={empty} waiting={null}>
            <SongRows rows={rows} label={t('library.episodes')} isNumbered={false} />
          </PartStates>
        </Section>
      )}
    </>
  )
}
