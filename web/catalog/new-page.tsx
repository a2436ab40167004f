/** All releases, newest first, paginated. */
import { listNewAlbums } from '#contract/catalog/albums.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ReleaseGrid } from './lists/cards.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ListHeading, Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, usePageData } from '#web/frame/page-data.ts'

const inputOf = (page: number) => ({ query: { page: String(page), limit: '48' } })

export const load = (visit: Visit) => preload(visit, listNewAlbums, inputOf(pageNumber(visit.url.searchParams)))

export function Page() {
  const page = pageNumber(useSearchParams()[0])
  const data = usePageData(listNewAlbums, inputOf(page))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  return (
    <>
      <Head title={t('new.title')} description={t('new.lead')} path={page === 1 ? '/new' : `/new?page=${page}`} />
      <ItemListLd
        name={t('new.title')}
        items={data.albums.map(({ id, title }) => ({ name: title, href: `/album/${id}` }))}
      />
      <ListHeading title={t('new.title')} lead={t('new.lead')} />
      {data.albums.length === 0 ? (
        <EmptyState sentence={t('new.empty')} />
      ) : (
        <ReleaseGrid releases={data.albums.map((album) => ({ ...album, note: album.artist.name }))} />
      )}
      <Pager path="/new" page={page} pages={data.pagination.totalPages} />
    </>
  )
}
