/** All music shows, newest first, paginated: podcasts about music,
 * and podcasts that share their zaps with the songs they play. */
import { listShows } from '#contract/listening/discovery.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyList } from '#web/content/empty/empty-list.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ShowGrid } from './lists/cards.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ListHeading, Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, usePageData } from '#web/frame/page-data.ts'
import { podcastHref } from '#web/player/state/playables.ts'

const inputOf = (page: number) => ({ query: { page: String(page), limit: '48' } })

export const load = (visit: Visit) => preload(visit, listShows, inputOf(pageNumber(visit.url.searchParams)))

export function Page() {
  const page = pageNumber(useSearchParams()[0])
  const data = usePageData(listShows, inputOf(page))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  const { podcasts } = data
  return (
    <>
      <Head
        title={t('shows.title')}
        description={t('shows.lead')}
        path={page === 1 ? '/shows' : `/shows?page=${page}`}
      />
      <ItemListLd
        name={t('shows.title')}
        items={podcasts.map(({ name, podcastUrl }) => ({ name, href: podcastHref(podcastUrl) }))}
      />
      <ListHeading title={t('shows.title')} lead={t('shows.lead')} />
      {podcasts.length === 0 ? (
        <EmptyList
          sentence={t('shows.empty')}
          action={
            <ButtonLink kind="quiet" to="/podcasts">
              {t('shows.toPodcasts')}
            </ButtonLink>
          }
        />
      ) : (
        <ShowGrid shows={podcasts} />
      )}
      <Pager path="/shows" page={page} pages={data.pagination.totalPages} />
    </>
  )
}
