/** The list of fans: filtered by what they did, searched by name, page by page, saved as CSV. */
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { exportFans, FanKind, listFans } from '#contract/community/fans.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { fetchFile, saveFile } from '#web/session/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { SaveIcon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { formatDate, formatNumber } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type FanPage = Wire<typeof listFans>
type Kind = FanPage['fans'][number]['kinds'][number]

const NAMES: Readonly<Record<Kind, TranslationKey>> = {
  supported: 'fans.supported',
  bought: 'fans.bought',
  events: 'fans.events',
  follows: 'fans.follows',
}

export function FanList({ makerId }: { makerId: string }) {
  const [query] = useSearchParams()
  const kind = FanKind.options.find((one) => one === query.get('kind')) ?? null
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const filter = { ...(kind !== null && { kind }), ...(search !== '' && { search }) }
  const list = useFans(makerId, filter)
  const pages = list.data?.pages ?? []
  const [first] = pages
  if (!first) {
    if (!list.error) return <LinesSkeleton />
    return (
      <ErrorState
        level="part"
        title={t('fans.failed')}
        detail={describeFailure(list.error)}
        retryLabel={t('failure.retry')}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const { counts, followerCount } = first
  const fans = pages.flatMap((page) => page.fans)
  return (
    <>
      {counts.all === 0 ? (
        <EmptyState sentence={t('fans.none')} />
      ) : (
        <>
          <KindLinks makerId={makerId} counts={counts} selected={kind} />
          <div className="my-5 flex flex-wrap items-end justify-between gap-3">
            <Field
              label={t('fans.search')}
              type="search"
              className="w-full max-w-sm"
              maxLength={80}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <SaveFans makerId={makerId} filter={filter} />
          </div>
          {fans.length === 0 && <p className="text-ink-2">{t('fans.noMatch')}</p>}
          <Rows fans={fans} />
          <MoreButton pages={list} label={t('fans.more')} className="mt-5" />
        </>
      )}
      {followerCount > 0 && (
        <p className="mt-5 max-w-[60ch] text-sm text-ink-2">{t('fans.followers', { count: followerCount })}</p>
      )}
    </>
  )
}

type Filter = { kind?: Kind; search?: string }

function useFans(makerId: string, filter: Filter) {
  const { call } = useSite()
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(listFans), makerId, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam !== null && { before: pageParam }) }
      return call(listFans, { params: { makerId }, query }, { signal })
    },
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

type Choice = { makerId: string; counts: FanPage['counts']; selected: Kind | null }

function KindLinks({ makerId, counts, selected }: Choice) {
  const kinds = [null, ...FanKind.options] as const
  const links = kinds.map((kind) => ({
    href: `/studio/fans?of=${makerId}${kind === null ? '' : `&kind=${kind}`}`,
    name: `${t(kind === null ? 'fans.all' : NAMES[kind])} ${formatNumber(counts[kind ?? 'all'])}`,
    isSelected: kind === selected,
  }))
  return <TabLinks label={t('fans.filter')} links={links} isOnePage />
}

function SaveFans({ makerId, filter }: { makerId: string; filter: Filter }) {
  const saving = useMutation({
    mutationFn: () => fetchFile(exportFans, { params: { makerId }, query: filter }),
    onSuccess: (file) => {
      saveFile(file, `fans-${new Date().toISOString().slice(0, 10)}.csv`)
      showToast(t('analytics.csvSaved'))
    },
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  return (
    <Button
      kind="quiet"
      isWaiting={saving.isPending}
      icon={<SaveIcon size={16} aria-hidden="true" />}
      aria-label={t('analytics.csvOf', { what: t('fans.title') })}
      onClick={() => saving.mutate()}
    >
      {t('analytics.csv')}
    </Button>
  )
}

function Rows({ fans }: { fans: FanPage['fans'] }) {
  if (fans.length === 0) return null
  return (
    <ul aria-label={t('fans.title')} className="border-t border-line">
      {fans.map(({ userId, name, displayName, artworkUrl, kinds, msatTotal, lastAt }) => (
        <li key={userId} className="flex items-center gap-3 border-b border-line py-3">
          <Avatar src={artworkUrl} seed={userId} />
          <div className="min-w-0 flex-1">
            <Link to={`/profile/${name}`} className="block truncate font-semi hover:underline">
              {displayName ?? name}
            </Link>
            <p className="text-sm text-ink-2">
              {FanKind.options
                .filter((kind) => kinds.includes(kind))
                .map((kind) => t(NAMES[kind]))
                .join(' · ')}
            </p>
          </div>
          <div className="shrink-0 text-right text-sm">
            {msatTotal > 0 && <p className="font-semi">{t('catalog.sats', { sats: formatSats(msatTotal) })}</p>}
            <time dateTime={lastAt} className="text-ink-2">
              {formatDate(lastAt)}
            </time>
          </div>
        </li>
      ))}
    </ul>
  )
}
