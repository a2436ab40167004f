/** One genre, in the colours of its best-known release: its name across the window, editors' lists, the most zapped
 * tracks, new releases and artists. */
import { listMoods } from '#contract/listening/moods.ts'
import { listGenreAlbums, listGenreTracks } from '#contract/listening/discovery.ts'
import { listGenreArtists, listGenreBlocks } from '#contract/listening/taste.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { GenreFollowButton } from '#web/likes/genre-follow.tsx'
import { useParams, useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { MoodSections } from '#web/playlists/mood-lists.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { nameOfTop } from './lists/top-name.ts'
import { ArtistGrid, ReleaseGrid } from './lists/cards.tsx'
import { genreHref } from './lists/genre-links.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, preloadQuietly, readLoaded, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { RadioButton } from '#web/content/radio-button.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { RankedTracks } from './lists/ranked-tracks.tsx'

const ofGenre = (genreId: number) => ({ params: { genreId: String(genreId) } })
const tracksOf = (genreId: number) => ({ ...ofGenre(genreId), query: { limit: '10' } })
const albumsOf = (genreId: number, page: number) => ({
  ...ofGenre(genreId),
  query: { page: String(page), limit: '48' },
})
const artistsOf = (genreId: number) => ({ ...ofGenre(genreId), query: { limit: '12' } })

export async function load(visit: Visit) {
  const genres = await preload(visit, listGenres, {})
  const genre = genres.find(({ slug }) => slug === visit.params['genre'])
  if (genre === undefined) throw new ApiError(404, 'not-found', 'This was not found.')
  await Promise.all([
    preload(visit, listGenreAlbums, albumsOf(genre.id, pageNumber(visit.url.searchParams))),
    preloadQuietly(visit, listGenreTracks, tracksOf(genre.id)),
    preloadQuietly(visit, listGenreBlocks, {}),
    preloadQuietly(visit, listGenreArtists, artistsOf(genre.id)),
    preloadQuietly(visit, listMoods, { query: { genreId: String(genre.id) } }),
  ])
}

export const coloursOf = (visit: Visit) =>
  readLoaded(visit, listGenreBlocks, {})?.find(({ slug }) => slug === visit.params['genre'])?.colorInfo

export function Page() {
  const slug = useParams()['genre'] ?? ''
  const page = pageNumber(useSearchParams()[0])
  const genre = usePageData(listGenres, {})?.find((one) => one.slug === slug)
  const block = usePageData(listGenreBlocks, {})?.find((one) => one.slug === slug)
  const isKnown = { isEnabled: genre !== undefined }
  const id = genre?.id ?? 0
  const albums = usePageData(listGenreAlbums, albumsOf(id, page), isKnown)
  const tracks = usePageData(listGenreTracks, tracksOf(id), isKnown) ?? []
  const artists = usePageData(listGenreArtists, artistsOf(id), isKnown) ?? []
  if (genre === undefined || albums === undefined) return <PageSkeleton label={t('common.loading')} />
  const path = genreHref(slug)
  const lead = t('genre.lead', { name: genre.name })
  return (
    <>
      <Head title={genre.name} description={lead} path={page === 1 ? path : `${path}?page=${page}`} />
      <ItemListLd
        name={genre.name}
        items={albums.albums.map(({ id: albumId, title }) => ({ name: title, href: `/album/${albumId}` }))}
      />
      <div className="[--title-most:min(24rem,30svh)]">
        <FittedTitle title={genre.name} fit={block?.nameFit ?? null} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <PlayDisc list={playablesOfTracks(tracks)} title={genre.name} />
        <GenreFollowButton genreId={genre.id} name={genre.name} />
        {tracks.length > 0 && <RadioButton from={String(genre.id)} title={genre.name} />}
        <p className="max-w-[52ch] text-lg">{lead}</p>
      </div>
      {page === 1 && tracks.length > 0 && (
        <Section title={nameOfTop(tracks)}>
          <RankedTracks tracks={tracks} />
        </Section>
      )}
      <div className="paper bleed mt-(--band) -mb-(--band) px-(--gut) pt-px pb-(--band)">
        {page === 1 && <MoodSections genreId={genre.id} />}
        {albums.albums.length === 0 ? (
          <EmptyState
            sentence={t('genre.empty')}
            action={
              <ButtonLink kind="quiet" to="/artists">
                {t('genre.toCatalog')}
              </ButtonLink>
            }
          />
        ) : (
          <Section title={t('catalog.releases')}>
            <ReleaseGrid releases={albums.albums.map((album) => ({ ...album, note: album.byline }))} />
          </Section>
        )}
        <Pager path={path} page={page} pages={albums.pagination.totalPages} />
        {page === 1 && artists.length > 0 && (
          <Section title={t('search.artists')}>
            <ArtistGrid artists={artists} />
          </Section>
        )}
      </div>
    </>
  )
}
