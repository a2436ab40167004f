/** Every show, newest first, by pages. */
import { useSearchParams } from 'react-router'
import { listPodcasts } from '#contract/podcasts.ts'
import { Head } from '../head.tsx'
import type { Visit } from '../router.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { t } from '../words/words.ts'
import { ShowGrid } from './cards.tsx'
import { ListHeading, Pager } from './list-parts.tsx'
import { pageNumber, preload, usePageData } from './page-data.ts'

const inputOf = (page: number) => ({ query: { page: String(page), limit: '48' } })

export const load = (visit: Visit) => preload(visit, listPodcasts, inputOf(pageNumber(visit.url.searchParams)))

export function Page() {
  const page = pageNumber(useSearchParams()[0])
  const data = usePageData(listPodcasts, inputOf(page))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  return (
    <>
      <Head
        title={t('podcasts.title')}
        description={t('podcasts.lead')}
        path={page === 1 ? '/podcasts' : `/podcasts?page=${page}`}
      />
      <ListHeading title={t('podcasts.title')} lead={t('podcasts.lead')} />
      {data.podcasts.length === 0 ? <EmptyState sentence={t('podcasts.empty')} /> : <ShowGrid shows={data.podcasts} />}
      <Pager path="/podcasts" page={page} pages={data.pagination.totalPages} />
    </>
  )
}
