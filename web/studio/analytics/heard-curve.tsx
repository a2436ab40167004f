/** How far into a track or episode its listeners stay. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getHeardParts } from '#contract/listening/audience.ts'
import { listTrackTotals } from '#contract/listening/stats.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { formatPercent } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { RequestedRange } from './day-ranges.ts'
import { Choice } from './filters.tsx'
import { Loaded, Part } from './part.tsx'
import { formatPlays } from './wordings.ts'

/** So many bars; the server has a hundred parts. */
const BARS = 20
const PARTS_A_BAR = 5

export function HeardCurve({ range }: { range: RequestedRange }) {
  const { call } = useSite()
  const totals = useQuery(callQuery(call, listTrackTotals, { query: range }))
  const [chosen, setChosen] = useState<string | null>(null)
  const options = (totals.data ?? [])
    .filter(({ contentType, playTotal }) => playTotal > 0 && (contentType === 'track' || contentType === 'episode'))
    .toSorted((one, other) => other.playTotal - one.playTotal)
    .map(({ trackId, title }) => ({ value: trackId, name: title }))
  const selected = options.find(({ value }) => value === chosen) ?? options[0]
  if (selected === undefined) return null
  return (
    <Part title={t('analytics.heard')}>
      <div className="mb-5 max-w-80">
        <Choice label={t('analytics.heardOf')} options={options} value={selected.value} onChoose={setChosen} />
      </div>
      <Curve contentId={selected.value} title={selected.name} />
    </Part>
  )
}

function Curve({ contentId, title }: { contentId: string; title: string }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getHeardParts, { query: { contentId } }))
  return (
    <Loaded query={query} height="h-[280px]">
      {({ playTotal, parts }) => {
        if (playTotal === 0) return <p className="text-ink-2">{t('analytics.heardNone')}</p>
        const percentAt = (part: number) => Math.round((parts[part]! / playTotal) * 100)
        const bars = Array.from({ length: BARS }, (_, bar) => bar * PARTS_A_BAR)
        return (
          <Chart
            isWithin
            isPercent
            title={title}
            sentence={t('analytics.heardLead', {
              middle: percentAt(parts.length / 2),
              end: percentAt(parts.length - 1),
              plays: formatPlays(playTotal),
            })}
            points={bars.map((part) => ({
              key: String(part),
              label: formatPercent(part),
              name: t('analytics.heardPart', { from: part, to: part + PARTS_A_BAR }),
              value: percentAt(part + Math.floor(PARTS_A_BAR / 2)),
            }))}
            formatValue={formatPercent}
            formatAxis={formatPercent}
            words={{
              asTable: t('analytics.asTable'),
              asChart: t('analytics.asChart'),
              when: t('analytics.heardWhen'),
              value: t('analytics.heardValue'),
              drawing: t('analytics.drawing', { title }),
            }}
          />
        )
      }}
    </Loaded>
  )
}
