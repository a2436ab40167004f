/** All releases, newest first, paginated: the newest as a band in its colours. */
import { getAlbum, listNewAlbums } from '#contract/catalog/albums.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { EmptyList } from '#web/content/empty/empty-list.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { NewestRecord } from './details/newest-record.tsx'
import { ReleaseGrid } from './lists/cards.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ListHeading, Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, preloadQuietly, usePageData } from '#web/frame/page-data.ts'

const inputOf = (page: number) => ({ query: { page: String(page), limit: '48' } })

export async function load(visit: Visit) {
  const page = pageNumber(visit.url.searchParams)
  const { albums } = await preload(visit, listNewAlbums, inputOf(page))
  const [newest] = albums
  if (page === 1 && newest) await preloadQuietly(visit, getAlbum, { params: { albumId: newest.id } })
}

export function Page() {
  const page = pageNumber(useSearchParams()[0])
  const data = usePageData(listNewAlbums, inputOf(page))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  const newest = page === 1 ? data.albums[0] : undefined
  const others = newest ? data.albums.slice(1) : data.albums
  return (
    <>
      <Head title={t('new.title')} description={t('new.lead')} path={page === 1 ? '/new' : `/new?page=${page}`} />
      <ItemListLd
        name={t('new.title')}
        items={data.albums.map(({ id, title }) => ({ name: title, href: `/album/${id}` }))}
      />
      <ListHeading title={t('new.title')} lead={t('new.lead')} />
      {data.albums.length === 0 && <EmptyList sentence={t('new.empty')} />}
      {newest && <NewestRecord albumId={newest.id} hasArtist level="h2" />}
      {others.length > 0 && (
        <div className={newest && 'mt-[clamp(1.5rem,3.4vw,4rem)]'}>
          <ReleaseGrid releases={others.map((album) => ({ ...album, note: album.byline }))} />
        </div>
      )}
      <Pager path="/new" page={page} pages={data.pagination.totalPages} />
    </>
  )
}
