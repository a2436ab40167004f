/** How earnings were paid, and in which browsers and apps content was played. */
import { useQuery } from '@tanstack/react-query'
import { listEarningSources, listPlayAgents } from '#contract/listening/stats.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ChartParts, type ChartPart } from '#web/ui/charts/parts.tsx'
import { t } from '#web/words/words.ts'
import type { DayRange } from './day-ranges.ts'
import { Loaded, Part } from './part.tsx'
import { SaveCsv, satsOf } from './save-csv.tsx'
import { formatCount, earningSources, formatSatsAmount } from './wordings.ts'
import { formatSats } from '#web/words/sats.ts'

export function Sources({ range }: { range: DayRange }) {
  const { call } = useSite()
  const paid = useQuery(callQuery(call, listEarningSources, { query: range }))
  const agents = useQuery(callQuery(call, listPlayAgents, { query: range }))
  const days = `${range.from}-${range.to}`
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <Loaded query={paid}>
        {(sources) => (
          <Shares
            title={t('analytics.howPaid')}
            name={`earnings-by-source-${days}`}
            head={{ name: t('analytics.source'), amount: t('analytics.sats') }}
            inFile={satsOf}
            parts={sources.map(({ source, msatTotal }) => ({
              key: source,
              name: t(earningSources[source]),
              value: msatTotal,
              amount: msatTotal < 1_000 ? formatSatsAmount(msatTotal) : formatSats(msatTotal),
            }))}
          />
        )}
      </Loaded>
      <Loaded query={agents}>
        {(found) => (
          <Shares
            title={t('analytics.agents')}
            name={`plays-by-app-${days}`}
            head={{ name: t('analytics.agent'), amount: t('analytics.plays') }}
            parts={found.map(({ agent, playTotal }) => ({
              key: agent,
              name: agent === 'Other' ? t('analytics.agentOther') : agent,
              value: playTotal,
              amount: formatCount(playTotal),
            }))}
          />
        )}
      </Loaded>
    </div>
  )
}

function Shares({
  title,
  name,
  head,
  parts,
  inFile = (value) => value,
}: {
  title: string
  name: string
  head: { name: string; amount: string }
  parts: ChartPart[]
  inFile?: (value: number) => number
}) {
  const csv = (
    <SaveCsv
      what={title}
      name={name}
      heads={[head.name, head.amount]}
      rows={() => parts.map((part) => [part.name, inFile(part.value)])}
    />
  )
  return (
    <Part isSmall title={title} actions={parts.length > 0 && csv}>
      {parts.length === 0 ? (
        <p className="text-ink-2">{t('analytics.noneYet')}</p>
      ) : (
        <ChartParts caption={title} {...{ head, parts }} />
      )}
    </Part>
  )
}
