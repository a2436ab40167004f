/** The state of the server in figures, refreshed while the page is open. The same figures over time are for Prometheus. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getHealth, type HealthFigureName, healthUnits } from '#contract/operator/health.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { formatNumber } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { formatSeconds, formatTimestamp } from './moments.ts'

const POLL_MS = 10_000

type Health = Wire<typeof getHealth>
type Figure = Health['figures'][number]

const groups = {
  database: ['databaseUp', 'databaseSeconds', 'connectionsWaiting', 'clockOffset', 'replicationLag'],
  payments: ['nodeUp', 'nodeSynced', 'nodeSeconds', 'payoutsUnfinished', 'payoutsQueued', 'payoutOldest', 'auditAge'],
  work: [
    'eventsWaiting',
    'eventOldest',
    'mailsWaiting',
    'mailOldest',
    'uploadsQueued',
    'uploadsRunning',
    'uploadOldest',
    'jobsFailing',
    'journalWaiting',
  ],
  process: ['diskFree', 'memory', 'streams', 'relayConnections'],
} as const satisfies Record<string, readonly HealthFigureName[]>

export function Page() {
  return (
    <AdminFrame title={t('health.title')} lead={t('health.lead')}>
      <Figures />
    </AdminFrame>
  )
}

function Figures() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getHealth, {}),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  if (data === undefined) return <ListWaiting error={error} onRetry={() => void refetch()} />
  const bad = data.figures.filter(({ isBad }) => isBad)
  return (
    <>
      <p role="status" className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={bad.length === 0 ? 'mint' : 'pink'}>
          {bad.length === 0 ? t('health.allGood') : t('health.look', { count: bad.length })}
        </Badge>
        {bad.length > 0 && (
          <a href="/docs/runbook.md" className="font-semi underline underline-offset-4">
            {t('health.runbook')}
          </a>
        )}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-6">
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <section key={group} className="min-w-0">
            <h2 className="text-xl">{t(`health.${group}`)}</h2>
            <dl className="mt-2">
              {groups[group].flatMap((name) => {
                const figure = data.figures.find((one) => one.name === name)
                return figure === undefined ? [] : [<Line key={name} figure={figure} />]
              })}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-8 text-sm text-ink-2">
        {t('health.foot', { version: data.version, moment: formatTimestamp(data.startedAt) })}
      </p>
    </>
  )
}

function Line({ figure: { name, value, isBad } }: { figure: Figure }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line py-2">
      <dt className="min-w-0 text-ink-2">{t(`health.${name}`)}</dt>
      <dd className="ml-auto flex items-baseline gap-2 font-semi tabular-nums">
        {isBad && <Badge tone="pink">{t('health.bad')}</Badge>}
        {formatFigure(name, value)}
      </dd>
    </div>
  )
}

function formatFigure(name: HealthFigureName, value: number | null): string {
  if (value === null) return '–'
  const unit = healthUnits[name]
  if (unit === 'flag') return t(value === 1 ? 'health.yes' : 'health.no')
  if (unit === 'bytes') return formatBytes(value)
  return unit === 'seconds' ? formatSeconds(Math.abs(value)) : formatNumber(value)
}
