/** One genre: its top tracks by amount received, and all its releases, newest first. */
import { listGenreAlbums, listGenreTracks } from '#contract/listening/discovery.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { useParams, useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ReleaseGrid } from './lists/cards.tsx'
import { genreHref } from './lists/genre-links.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ListHeading, Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, preloadQuietly, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { TrackList } from './lists/track-list.tsx'

const tracksOf = (genreId: number) => ({ params: { genreId: String(genreId) }, query: { limit: '10' } })
const albumsOf = (genreId: number, page: number) => ({
  params: { genreId: String(genreId) },
  query: { page: String(page), limit: '48' },
})

export async function load(visit: Visit) {
  const genres = await preload(visit, listGenres, {})
  const genre = genres.find(({ slug }) => slug === visit.params['genre'])
  if (genre === undefined) throw new ApiError(404, 'not-found', 'This was not found.')
  await Promise.all([
    preload(visit, listGenreAlbums, albumsOf(genre.id, pageNumber(visit.url.searchParams))),
    preloadQuietly(visit, listGenreTracks, tracksOf(genre.id)),
  ])
}

export function Page() {
  const slug = useParams()['genre'] ?? ''
  const page = pageNumber(useSearchParams()[0])
  const genre = usePageData(listGenres, {})?.find((one) => one.slug === slug)
  const isKnown = { isEnabled: genre !== undefined }
  const albums = usePageData(listGenreAlbums, albumsOf(genre?.id ?? 0, page), isKnown)
  const tracks = usePageData(listGenreTracks, tracksOf(genre?.id ?? 0), isKnown) ?? []
  if (genre === undefined || albums === undefined) return <PageSkeleton label={t('common.loading')} />
  const path = genreHref(slug)
  const lead = t('genre.lead', { name: genre.name })
  return (
    <>
      <Head title={genre.name} description={lead} path={page === 1 ? path : `${path}?page=${page}`} />
      <ItemListLd
        name={genre.name}
        items={albums.albums.map(({ id, title }) => ({ name: title, href: `/album/${id}` }))}
      />
      <ListHeading title={genre.name} lead={lead}>
        {tracks.length > 0 && <PlayDisc list={playablesOfTracks(tracks)} title={genre.name} />}
      </ListHeading>
      {albums.albums.length === 0 && (
        <EmptyState
          sentence={t('genre.empty')}
          action={
            <ButtonLink kind="quiet" to="/artists">
              {t('genre.toCatalog')}
            </ButtonLink>
          }
        />
      )}
      {page === 1 && tracks.length > 0 && (
        <>
          <h2 className="mb-3 text-xl md:text-2xl">{t('catalog.topTracks')}</h2>
          <TrackList tracks={tracks} isOfArtist hasArtists />
        </>
      )}
      {albums.albums.length > 0 && (
        <Section title={t('catalog.releases')}>
          <ReleaseGrid releases={albums.albums.map((album) => ({ ...album, note: album.artist.name }))} />
        </Section>
      )}
      <Pager path={path} page={page} pages={albums.pagination.totalPages} />
    </>
  )
}
