/** The key figures of money: earnings, compared with the period before, and supporters. Those of the audience are in
 * audience.tsx. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAllEarnings, getEarnings, listSupporters, SUPPORTERS_MAX } from '#contract/listening/stats.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { Figure } from './audience.tsx'
import type { Earned } from './changes.ts'
import { type RequestedRange, countDays, rangeBefore } from './day-ranges.ts'
import { changePercent } from './points.ts'
import { Loaded } from './part.tsx'
import { formatCount } from './wordings.ts'
import { formatSats } from '#web/words/sats.ts'

/** Null without a range, or if they could not be loaded. The figures below use the same two calls. */
export function useEarned(range: RequestedRange | null): { earned: Earned | null; isLoading: boolean } {
  const { call } = useSite()
  const options = { enabled: range !== null, placeholderData: keepPreviousData }
  const now = useQuery({ ...callQuery(call, getEarnings, { query: range ?? {} }), ...options })
  const before = useQuery({ ...callQuery(call, getEarnings, { query: range ? rangeBefore(range) : {} }), ...options })
  return {
    earned: range && now.data && before.data ? { now: now.data.msatTotal, before: before.data.msatTotal } : null,
    isLoading: now.isLoading || before.isLoading,
  }
}

/** All-time earnings and supporters are available for all content together only. */
export function MoneyFigures({ range }: { range: RequestedRange }) {
  const { call } = useSite()
  const earned = useQuery(callQuery(call, getEarnings, { query: range }))
  const before = useQuery(callQuery(call, getEarnings, { query: rangeBefore(range) }))
  const ever = useQuery(callQuery(call, getAllEarnings, {}))
  const isAll = range.artistId === undefined
  return (
    <>
      <Loaded query={earned} height="h-32">
        {({ msatTotal }) => (
          <Figure
            name={t('analytics.earned')}
            value={formatSats(msatTotal)}
            unit={t('common.sats')}
            note={isAll && ever.data ? t('analytics.everSats', { total: formatSats(ever.data.msatTotal) }) : null}
          >
            <Dollars amountMsat={msatTotal} className="mt-0.5 text-sm text-ink-2" />
            {before.data && <Change change={changePercent(msatTotal, before.data.msatTotal)} days={countDays(range)} />}
          </Figure>
        )}
      </Loaded>
      {isAll && <SupporterFigure range={range} />}
    </>
  )
}

function SupporterFigure({ range: { from, to } }: { range: RequestedRange }) {
  const { call } = useSite()
  const supporters = useQuery(callQuery(call, listSupporters, { query: { from, to } }))
  return (
    <Loaded query={supporters} height="h-32">
      {(all) => {
        const count = formatCount(all.filter(({ supporter }) => supporter !== null).length)
        const value = all.length < SUPPORTERS_MAX ? count : t('analytics.manySupporters', { count })
        return <Figure name={t('analytics.supporters')} value={value} note={t('analytics.supportersNote')} />
      }}
    </Loaded>
  )
}

/** In percent; null when the previous period was zero. */
function Change({ change, days }: { change: number | null; days: number }) {
  if (change === null) return null
  if (change === 0) return <p className="mt-1 text-sm text-ink-2">{t('analytics.changeNone', { days })}</p>
  const percent = Math.abs(change)
  const what = change > 0 ? t('analytics.changeUpSats', { percent }) : t('analytics.changeDownSats', { percent })
  return (
    <p className="mt-1 text-sm text-ink-2">
      <span className={classNames('font-semi', change > 0 ? 'text-mint' : 'text-ink')}>{what}</span>{' '}
      {t('analytics.change', { days })}
    </p>
  )
}
