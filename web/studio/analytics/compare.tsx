/** Two releases side by side: the plays of their first days. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COMPARED_DAYS, compareReleases } from '#contract/listening/audience.ts'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Table } from '#web/ui/layout/table.tsx'
import { t } from '#web/words/words.ts'
import type { Own } from '#web/studio/content/own.ts'
import { ownTimeZone } from './day-ranges.ts'
import { Choice, releasesOf } from './filters.tsx'
import { Loaded, Part } from './part.tsx'
import { nameOfTime } from './points.ts'
import { formatCount } from './wordings.ts'

type Compared = Wire<typeof compareReleases>[number]

/** The first day, week, month and three months. */
const SPANS = [1, 7, 30, COMPARED_DAYS]

export function Compare({ own }: { own: Own }) {
  const options = releasesOf(own)
  const [chosen, setChosen] = useState<(string | undefined)[]>([])
  const first = chosen[0] ?? options[0]?.value
  const second = chosen[1] ?? options.find(({ value }) => value !== first)?.value
  if (first === undefined || second === undefined) return null
  return (
    <Part title={t('analytics.compare')} lead={t('analytics.compareLead')}>
      <div className="mb-5 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Choice
          label={t('analytics.compareFirst')}
          options={options}
          value={first}
          onChoose={(value) => setChosen([value, second])}
        />
        <Choice
          label={t('analytics.compareSecond')}
          options={options}
          value={second}
          onChoose={(value) => setChosen([first, value])}
        />
      </div>
      <Both first={first} second={second} />
    </Part>
  )
}

function Both({ first, second }: { first: string; second: string }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, compareReleases, { query: { first, second, timeZone: ownTimeZone() } }))
  return (
    <Loaded query={query}>
      {([one, other]) => {
        const lines = [
          ...SPANS.map((days) => ({
            key: String(days),
            name: t('analytics.firstDays', { count: days }),
            values: [one!, other!].map((release) => sumOf(release, days)),
          })),
          { key: 'saves', name: t('analytics.saves'), values: [one!, other!].map(({ saves }) => saves) },
        ]
        const most = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
        const columnOf = (release: Compared, index: number) => ({
          key: String(index),
          head: release.title,
          cell: ({ values }: (typeof lines)[number]) => <Bar value={values[index] ?? null} most={most} />,
        })
        return (
          <>
            <Table
              caption={t('analytics.compare')}
              rows={lines}
              rowKey={({ key }) => key}
              columns={[
                { key: 'span', head: t('analytics.since'), cell: ({ name }) => name },
                columnOf(one!, 0),
                columnOf(other!, 1),
              ]}
            />
            <p className="mt-3 text-sm text-ink-2">
              {[one!, other!].map((release) => describeRelease(release)).join(' ')}
            </p>
          </>
        )
      }}
    </Loaded>
  )
}

/** Null: these days are not over. */
const sumOf = ({ plays }: Compared, days: number): number | null =>
  plays.length < days ? null : plays.slice(0, days).reduce((sum, value) => sum + value, 0)

const describeRelease = ({ title, releasedOn }: Compared): string =>
  releasedOn === null
    ? t('analytics.notReleased', { title })
    : t('analytics.releasedOn', { title, day: nameOfTime(releasedOn) })

function Bar({ value, most }: { value: number | null; most: number }) {
  if (value === null) return <span className="text-ink-2">{t('analytics.notYet')}</span>
  return (
    <>
      <span className="block font-semi">{formatCount(value)}</span>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-pill bg-line">
        <span className="block h-full rounded-pill bg-purple" style={{ width: `${(value / most) * 100}%` }} />
      </span>
    </>
  )
}
