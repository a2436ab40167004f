/** All shows, newest first, paginated, or those of one category; and the newest episodes. */
import { listNewEpisodes } from '#contract/listening/discovery.ts'
import { listPodcastCategories } from '#contract/catalog/meta.ts'
import { listPodcasts } from '#contract/catalog/podcasts.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { EmptyList } from '#web/content/empty/empty-list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ShowGrid } from './lists/cards.tsx'
import { categoryHref, CategoryLinks } from './lists/category-links.tsx'
import { EpisodeList } from './lists/episode-list.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ListHeading, Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, preloadQuietly, usePageData } from '#web/frame/page-data.ts'
import { podcastHref } from '#web/player/state/playables.ts'

const inputOf = (page: number, categoryId: number | undefined) => ({
  query: { page: String(page), limit: '48', ...(categoryId !== undefined && { categoryId: String(categoryId) }) },
})
const NEWEST = { query: { limit: '5' } }

const chosenIn = (search: URLSearchParams): string | null => search.get('category')

export async function load(visit: Visit) {
  const page = pageNumber(visit.url.searchParams)
  const selected = chosenIn(visit.url.searchParams)
  const categories = await (selected === null ? preloadQuietly : preload)(visit, listPodcastCategories, {})
  const category = categories?.find(({ slug }) => slug === selected)
  if (selected !== null && !category) throw new ApiError(404, 'not-found', 'There is no such category.')
  await Promise.all([
    preload(visit, listPodcasts, inputOf(page, category?.id)),
    ...(page === 1 && !category ? [preloadQuietly(visit, listNewEpisodes, NEWEST)] : []),
  ])
}

export function Page() {
  const [search] = useSearchParams()
  const page = pageNumber(search)
  const selected = chosenIn(search)
  const category = usePageData(listPodcastCategories, {})?.find(({ slug }) => slug === selected)
  const isStart = page === 1 && selected === null
  const data = usePageData(listPodcasts, inputOf(page, category?.id))
  const newest = usePageData(listNewEpisodes, NEWEST, { isEnabled: isStart }) ?? []
  if (!data) return <PageSkeleton label={t('common.loading')} />
  const { podcasts } = data
  const path = category ? categoryHref(category.slug) : '/podcasts'
  const title = category ? t('podcasts.inCategory', { name: category.name }) : t('podcasts.title')
  return (
    <>
      <Head
        title={title}
        description={t('podcasts.lead')}
        path={page === 1 ? path : `${path}${category ? '&' : '?'}page=${page}`}
      />
      <ItemListLd
        name={title}
        items={podcasts.map(({ name, podcastUrl }) => ({ name, href: podcastHref(podcastUrl) }))}
      />
      <ListHeading title={title} lead={t('podcasts.lead')} />
      <CategoryLinks selected={selected} />
      {podcasts.length === 0 ? <EmptyList sentence={t('podcasts.empty')} /> : <ShowGrid shows={podcasts} />}
      <Pager path={path} page={page} pages={data.pagination.totalPages} />
      {isStart && newest.length > 0 && (
        <Section title={t('podcasts.newest')}>
          <EpisodeList episodes={newest} showArtworkUrl={null} hasShows />
        </Section>
      )}
    </>
  )
}
