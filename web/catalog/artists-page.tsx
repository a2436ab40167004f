/** The catalogue: every artist from A to Z, by pages. */
import { useSearchParams } from 'react-router'
import { listArtists } from '#contract/artists.ts'
import { Head } from '../head.tsx'
import type { Visit } from '../router.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { t } from '../words/words.ts'
import { ArtistGrid } from './cards.tsx'
import { ListHeading, Pager } from './list-parts.tsx'
import { pageNumber, preload, usePageData } from './page-data.ts'

const inputOf = (page: number) => ({ query: { page: String(page), limit: '48' } })

export const load = (visit: Visit) => preload(visit, listArtists, inputOf(pageNumber(visit.url.searchParams)))

export function Page() {
  const page = pageNumber(useSearchParams()[0])
  const data = usePageData(listArtists, inputOf(page))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  return (
    <>
      <Head
        title={t('artists.title')}
        description={t('artists.lead')}
        path={page === 1 ? '/artists' : `/artists?page=${page}`}
      />
      <ListHeading title={t('artists.title')} lead={t('artists.lead')} />
      {data.artists.length === 0 ? <EmptyState sentence={t('artists.empty')} /> : <ArtistGrid artists={data.artists} />}
      <Pager path="/artists" page={page} pages={data.pagination.totalPages} />
    </>
  )
}
