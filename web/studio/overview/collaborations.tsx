/** Content of others that pays the user: releases whose splits name them. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { listCollaborations } from '#contract/catalog/splits.ts'
import { Link } from '#web/navigation/link.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { t } from '#web/words/words.ts'
import { StatusBadge } from '#web/studio/publishing/status-badge.tsx'
import { formatNumber } from '#web/words/format.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

type Collaboration = Wire<typeof listCollaborations>['collaborations'][number]

export function Collaborations() {
  const { call } = useSite()
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(listCollaborations), 'pages'],
    queryFn: ({ signal, pageParam }) => call(listCollaborations, { query: { page: String(pageParam) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { currentPage, totalPages } }) =>
      currentPage < totalPages ? currentPage + 1 : undefined,
  })
  const { data, error, refetch } = pages
  const rows = data?.pages.flatMap(({ collaborations }) => collaborations) ?? []
  if (error) {
    return (
      <LoadFailure
        level="part"
        title={t('studio.sharedFailed')}
        retryLabel={t('studio.retry')}
        error={error}
        retry={refetch}
      />
    )
  }
  if (rows.length === 0) return null
  return (
    <Section title={t('studio.shared')}>
      <p className="-mt-2 mb-3 max-w-[60ch] text-ink-2">{t('studio.sharedLead')}</p>
      <Table caption={t('studio.shared')} columns={columns} rows={rows} rowKey={({ contentId }) => contentId} />
      <MoreButton pages={pages} label={t('studio.more')} className="mt-4" />
    </Section>
  )
}

const columns: Column<Collaboration>[] = [
  { key: 'title', head: t('studio.release'), cell: (one) => <Title one={one} /> },
  {
    key: 'owner',
    head: t('studio.sharedOwner'),
    isWideOnly: true,
    cell: ({ owner }) => (
      <Link to={`/profile/${owner.name}`} className="hover:underline">
        {owner.displayName ?? owner.name}
      </Link>
    ),
  },
  { key: 'status', head: t('studio.status'), isWideOnly: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'share', head: t('studio.sharedShare'), isFigure: true, cell: (one) => describeShare(one) },
]

/** '43 %', with up to three decimals. */
function describeShare({ share, shareTotal }: Collaboration): string {
  return t('studio.percent', { percent: formatNumber((share / shareTotal) * 100, { maximumFractionDigits: 3 }) })
}

function Title({ one }: { one: Collaboration }) {
  const href = hrefOf(one)
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <Cover src={one.artworkUrl} alt="" seed={one.contentId} sizes="48px" className="size-12 shrink-0" />
      <span className="min-w-0">
        {href === null ? (
          <span className="line-clamp-2 font-semi">{one.title}</span>
        ) : (
          <Link to={href} className="line-clamp-2 font-semi hover:underline">
            {one.title}
          </Link>
        )}
        <span className="line-clamp-1 text-sm text-ink-2">{one.artist}</span>
      </span>
    </span>
  )
}

/** The public page; null until it is published. */
function hrefOf({ contentType, contentId, slug, status }: Collaboration): string | null {
  if (status !== 'published') return null
  return `/${contentType}/${encodeURIComponent(slug ?? contentId)}`
}
