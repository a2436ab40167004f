/** The zaps of a horizon that have a position, newest first, a page at a time. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { listHorizonZaps } from '#contract/listening/horizon.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export type ZapListProps = { contentId: string; onPlay: (seconds: number) => void }

export function ZapPages({ contentId, onPlay }: ZapListProps) {
  const { call } = useSite()
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeyOf(listHorizonZaps, { params: { contentId } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listHorizonZaps,
        { params: { contentId }, query: pageParam === null ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
  const zaps = data?.pages.flatMap((page) => page.zaps) ?? []
  if (data && zaps.length === 0) return <p className="pb-4">{t('horizon.noZaps')}</p>
  return (
    <>
      <ol aria-label={t('horizon.allZaps')} className="max-w-[72ch] pb-4">
        {zaps.map((zap) => (
          <li
            key={zap.id}
            className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-4 border-b border-current/20"
          >
            <button
              type="button"
              onClick={() => onPlay(zap.atSeconds)}
              aria-label={t('horizon.playFrom', { time: formatDuration(zap.atSeconds) })}
              className="min-h-11 min-w-11 text-left font-semi hover:underline"
            >
              {formatDuration(zap.atSeconds)}
            </button>
            <span className="numeral text-lg">{t('catalog.sats', { sats: formatSats(zap.msatAmount) })}</span>
            <span className="min-w-0 break-words">
              {zap.displayName ?? zap.name ?? t('horizon.somebody')}{' '}
              {zap.message !== null && <q className="ml-2">{zap.message}</q>}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <WordButton label={t('horizon.moreZaps')} onClick={() => void fetchNextPage()} disabled={isFetching}>
          {t('horizon.moreZaps')}
        </WordButton>
      )}
    </>
  )
}
