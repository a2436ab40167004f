/** Earnings and plays over time, each as a chart with a summary above it. Totals by content are in contents.tsx. */
import { useQuery } from '@tanstack/react-query'
import { listDailyEarnings, listMonthlyEarnings, listMonthlyPlays } from '#contract/listening/stats.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { Tabs } from '#web/ui/controls/tab-panels.tsx'
import { t } from '#web/words/words.ts'
import { type RequestedRange, isShownByMonth } from './day-ranges.ts'
import { Loaded, Part } from './part.tsx'
import { bestOf, byMonth, type Figure, nameOfTime, pointsOf } from './points.ts'
import { SaveCsv, satsOf } from './save-csv.tsx'
import { formatAxis, formatPlays, formatSatsAmount } from './wordings.ts'

type Kind = 'earnings' | 'plays'

const isMoney = (kind: Kind) => kind === 'earnings'

export function EarningSeries({ range }: { range: RequestedRange }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, listDailyEarnings, { query: range }))
  return (
    <Loaded query={query} height="h-[280px]">
      {(days) => (
        <Series
          kind="earnings"
          name={`earnings-${range.from}-${range.to}`}
          figures={shown(
            range,
            days.map(({ createdAt, msatTotal }) => ({ createdAt, value: msatTotal })),
          )}
        />
      )}
    </Loaded>
  )
}

const shown = (range: RequestedRange, days: Figure[]) => (isShownByMonth(range) ? byMonth(days) : days)

function Series({
  kind,
  name,
  figures,
  isWithin = false,
}: {
  kind: Kind
  name: string
  figures: Figure[]
  isWithin?: boolean
}) {
  const isByMonth = figures[0]?.createdAt.length === 'YYYY-MM'.length
  const title = titleOf(kind, isWithin)
  const best = bestOf(figures)
  const amountOf = isMoney(kind) ? formatSatsAmount : formatPlays
  const whenWord = isByMonth ? t('analytics.month') : t('analytics.day')
  if (best === null) {
    return (
      <Part title={title} lead={isMoney(kind) ? t('analytics.noEarnings') : t('analytics.noPlays')}>
        {null}
      </Part>
    )
  }
  const day = nameOfTime(best.createdAt)
  const amount = amountOf(best.value)
  return (
    <Chart
      isWithin={isWithin}
      title={title}
      sentence={t(isByMonth ? 'analytics.bestMonth' : 'analytics.bestDay', { day, amount })}
      points={pointsOf(figures)}
      formatValue={amountOf}
      formatAxis={(value) => formatAxis(isMoney(kind) ? satsOf(value) : value)}
      words={{
        asTable: t('analytics.asTable'),
        asChart: t('analytics.asChart'),
        when: whenWord,
        value: title,
        drawing: t('analytics.drawing', { title }),
      }}
      actions={
        <SaveCsv
          what={title}
          name={name}
          heads={[whenWord, isMoney(kind) ? t('common.sats') : title]}
          rows={() => figures.map(({ createdAt, value }) => [createdAt, isMoney(kind) ? satsOf(value) : value])}
        />
      }
    />
  )
}

function titleOf(kind: Kind, isAllTime: boolean): string {
  if (isAllTime) return isMoney(kind) ? t('analytics.earningsByMonth') : t('analytics.playsByMonth')
  return isMoney(kind) ? t('analytics.earnings') : t('analytics.plays')
}

/** All months since the beginning. */
export function AllTime() {
  const { call } = useSite()
  const earnings = useQuery(callQuery(call, listMonthlyEarnings, {}))
  const plays = useQuery(callQuery(call, listMonthlyPlays, {}))
  const panel = (kind: Kind, figures: Figure[]) => (
    <Series isWithin kind={kind} name={`${kind}-by-month`} figures={figures} />
  )
  return (
    <Part title={t('analytics.allTime')}>
      <Tabs
        label={t('analytics.allTime')}
        tabs={[
          {
            key: 'earnings',
            name: t('analytics.earnings'),
            panel: (
              <Loaded query={earnings} height="h-[280px]">
                {(months) =>
                  panel(
                    'earnings',
                    months.map(({ createdAt, msatTotal }) => ({ createdAt, value: msatTotal })),
                  )
                }
              </Loaded>
            ),
          },
          {
            key: 'plays',
            name: t('analytics.plays'),
            panel: (
              <Loaded query={plays} height="h-[280px]">
                {(months) =>
                  panel(
                    'plays',
                    months.map(({ createdAt, playTotal }) => ({ createdAt, value: playTotal })),
                  )
                }
              </Loaded>
            ),
          },
        ]}
      />
    </Part>
  )
}
