/** The key figures: earnings, plays and supporters, each compared with the period before. */
import { useQuery } from '@tanstack/react-query'
import {
  getAllEarnings,
  getAllPlays,
  getEarnings,
  getPlays,
  listSupporters,
  SUPPORTERS_MAX,
} from '#contract/listening/stats.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { type Asked, countDays, rangeBefore } from './day-ranges.ts'
import { changePercent } from './points.ts'
import { Loaded } from './part.tsx'
import { formatCount } from './wordings.ts'
import { formatSats } from '#web/words/sats.ts'

/** Three in a row, or two below the first, or one column; the breakpoints follow the text size. */
const COLUMNS = classNames(
  'grid grid-cols-2 gap-3 *:first:col-span-2 @max-[17rem]:grid-cols-1 @max-[17rem]:*:first:col-span-1',
  '@min-[40rem]:grid-cols-3 @min-[40rem]:*:first:col-span-1',
)

export function Figures({ range }: { range: Asked }) {
  const { call } = useSite()
  const before = rangeBefore(range)
  const earned = useQuery(callQuery(call, getEarnings, { query: range }))
  const earnedBefore = useQuery(callQuery(call, getEarnings, { query: before }))
  const everEarned = useQuery(callQuery(call, getAllEarnings, {}))
  const played = useQuery(callQuery(call, getPlays, { query: range }))
  const playedBefore = useQuery(callQuery(call, getPlays, { query: before }))
  const everPlayed = useQuery(callQuery(call, getAllPlays, {}))
  const supporters = useQuery(callQuery(call, listSupporters, { query: { from: range.from, to: range.to } }))
  const days = countDays(range)
  // All-time earnings and supporters are available for all content together only.
  const isOne = range.artistId !== undefined
  return (
    <section aria-label={t('analytics.figures')} className="@container mt-7">
      <div className={COLUMNS}>
        <Loaded query={earned} height="h-32">
          {({ msatTotal }) => (
            <Figure
              name={t('analytics.earned')}
              value={formatSats(msatTotal)}
              unit={t('common.sats')}
              change={earnedBefore.data && changePercent(msatTotal, earnedBefore.data.msatTotal)}
              days={days}
              isMoney
              msat={msatTotal}
              note={
                isOne
                  ? ''
                  : everEarned.data && t('analytics.everSats', { total: formatSats(everEarned.data.msatTotal) })
              }
            />
          )}
        </Loaded>
        <Loaded query={played} height="h-32">
          {({ playTotal }) => (
            <Figure
              name={t('analytics.played')}
              value={formatCount(playTotal)}
              change={playedBefore.data && changePercent(playTotal, playedBefore.data.playTotal)}
              days={days}
              note={
                isOne ? '' : everPlayed.data && t('analytics.ever', { total: formatCount(everPlayed.data.playTotal) })
              }
            />
          )}
        </Loaded>
        {!isOne && (
          <Loaded query={supporters} height="h-32">
            {(all) => {
              const named = all.filter(({ supporter }) => supporter !== null).length
              const count = formatCount(named)
              const value = all.length < SUPPORTERS_MAX ? count : t('analytics.manySupporters', { count })
              return (
                <Figure
                  name={t('analytics.supporters')}
                  value={value}
                  note={t('analytics.supportersNote')}
                  days={days}
                />
              )
            }}
          </Loaded>
        )}
      </div>
    </section>
  )
}

function Figure({
  name,
  value,
  unit,
  change,
  days,
  isMoney = false,
  msat,
  note,
}: {
  name: string
  value: string
  unit?: string
  /** In percent; null when the previous period was zero. */
  change?: number | null | undefined
  days: number
  isMoney?: boolean
  /** The amount in msat, to show its value in dollars. */
  msat?: number
  note?: string | undefined
}) {
  return (
    <div className="rounded-bar border border-line bg-highlight px-5 py-4">
      <h2 className="font-text text-sm font-semi tracking-normal text-ink-2">{name}</h2>
      <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2">
        <span className="numeral text-3xl">{value}</span>
        {unit !== undefined && <span className="font-semi text-ink-2">{unit}</span>}
      </p>
      {msat !== undefined && <Dollars amountMsat={msat} className="mt-0.5 text-sm text-ink-2" />}
      {typeof change === 'number' && <Change {...{ change, days, isMoney }} />}
      {note === undefined ? (
        <Skeleton className="mt-1.5 h-4 w-32" />
      ) : (
        <p className="mt-1 text-sm text-ink-2">{note}</p>
      )}
    </div>
  )
}

function Change({ change, days, isMoney }: { change: number; days: number; isMoney: boolean }) {
  if (change === 0) return <p className="mt-1 text-sm text-ink-2">{t('analytics.changeNone', { days })}</p>
  const percent = Math.abs(change)
  const up = isMoney ? t('analytics.changeUpSats', { percent }) : t('analytics.changeUp', { percent })
  const down = isMoney ? t('analytics.changeDownSats', { percent }) : t('analytics.changeDown', { percent })
  return (
    <p className="mt-1 text-sm text-ink-2">
      <span className={classNames('font-semi', change > 0 ? 'text-mint' : 'text-ink')}>{change > 0 ? up : down}</span>{' '}
      {t('analytics.change', { days })}
    </p>
  )
}
