/** The state of the server in figures, refreshed while the page is open. The same figures over time are for Prometheus. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getHealth, type HealthFigureName, healthUnits } from '#contract/operator/health.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { formatNumber } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { formatSeconds, formatTimestamp } from './moments.ts'

const POLL_MS = 10_000

type Health = Wire<typeof getHealth>
type Figure = Health['figures'][number]

/** The names of the figures, by section. */
const sections: readonly { title: TranslationKey; names: Partial<Record<HealthFigureName, TranslationKey>> }[] = [
  {
    title: 'health.database',
    names: {
      databaseUp: 'health.databaseUp',
      databaseSeconds: 'health.databaseSeconds',
      connectionsWaiting: 'health.connectionsWaiting',
      clockOffset: 'health.clockOffset',
      replicationLag: 'health.replicationLag',
    },
  },
  {
    title: 'health.payments',
    names: {
      nodeUp: 'health.nodeUp',
      nodeSynced: 'health.nodeSynced',
      nodeSeconds: 'health.nodeSeconds',
      payoutsUnfinished: 'health.payoutsUnfinished',
      payoutsQueued: 'health.payoutsQueued',
      payoutOldest: 'health.payoutOldest',
      auditAge: 'health.auditAge',
    },
  },
  {
    title: 'health.work',
    names: {
      eventsWaiting: 'health.eventsWaiting',
      eventOldest: 'health.eventOldest',
      mailsWaiting: 'health.mailsWaiting',
      mailOldest: 'health.mailOldest',
      uploadsQueued: 'health.uploadsQueued',
      uploadsRunning: 'health.uploadsRunning',
      uploadOldest: 'health.uploadOldest',
      jobsFailing: 'health.jobsFailing',
      journalWaiting: 'health.journalWaiting',
    },
  },
  {
    title: 'health.process',
    names: {
      diskFree: 'health.diskFree',
      memory: 'health.memory',
      streams: 'health.streams',
      relayConnections: 'health.relayConnections',
    },
  },
]

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
        {sections.map(({ title, names }) => (
          <section key={title} className="min-w-0">
            <h2 className="text-xl">{t(title)}</h2>
            <dl className="mt-2">
              {data.figures.map((figure) => {
                const label = names[figure.name]
                return label !== undefined && <Line key={figure.name} label={t(label)} figure={figure} />
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

function Line({ label, figure: { name, value, isBad } }: { label: string; figure: Figure }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line py-2">
      <dt className="min-w-0 text-ink-2">{label}</dt>
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
