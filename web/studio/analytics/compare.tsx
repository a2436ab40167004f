/** Two releases side by side: the plays of their first days. */
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { getAudience } from '#contract/listening/audience.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Table } from '#web/ui/layout/table.tsx'
import { t } from '#web/words/words.ts'
import type { Own } from '#web/studio/content/own.ts'
import { dayAt, type DayRange, localDay, ownTimeZone } from './day-ranges.ts'
import { Choice, releasesOf } from './filters.tsx'
import { Loaded, Part } from './part.tsx'
import { nameOfTime, sumOfFirst } from './points.ts'
import { formatCount } from './wordings.ts'

/** `from`: the day on which it came out. */
type Release = { value: string; name: string; from: string }

const DAYS = 90
/** The first day, week, month and three months. */
const SPANS = [1, 7, 30, DAYS]

export function Compare({ own }: { own: Own }) {
  const today = localDay(new Date())
  const published = [...own.albums, ...own.podcasts].flatMap(({ id, publishedAt }): [string, string][] =>
    publishedAt === null ? [] : [[id, localDay(new Date(publishedAt))]],
  )
  const from = new Map(published.filter(([, day]) => day <= today))
  const options = releasesOf(own).flatMap((one) => {
    const day = from.get(one.value)
    return day === undefined ? [] : { ...one, from: day }
  })
  const [chosen, setChosen] = useState<(string | undefined)[]>([])
  const first = options.find(({ value }) => value === chosen[0]) ?? options[0]
  const others = options.filter((one) => one !== first)
  const second = others.find(({ value }) => value === chosen[1]) ?? others[0]
  if (first === undefined || second === undefined) return null
  return (
    <Part title={t('analytics.compare')} lead={t('analytics.compareLead')}>
      <div className="mb-5 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Choice
          label={t('analytics.compareFirst')}
          options={options}
          value={first.value}
          onChoose={(value) => setChosen([value, second.value])}
        />
        <Choice
          label={t('analytics.compareSecond')}
          options={others}
          value={second.value}
          onChoose={(value) => setChosen([first.value, value])}
        />
      </div>
      <Both releases={[first, second]} />
    </Part>
  )
}

function Both({ releases }: { releases: readonly Release[] }) {
  const { call } = useSite()
  const today = localDay(new Date())
  const [one, other] = useQueries({
    queries: releases.map((release) => {
      const query = { ...rangeOf(release, today), releaseId: release.value, timeZone: ownTimeZone() }
      return callQuery(call, getAudience, { query })
    }),
  })
  const both = {
    data: one?.data && other?.data && [one.data, other.data],
    error: one?.error ?? other?.error ?? null,
    refetch: () => Promise.all([one?.refetch(), other?.refetch()]),
  }
  return (
    <Loaded query={both}>
      {(audiences) => {
        const lines = SPANS.map((days) =>
          audiences.map(({ points }, index) => sumOfFirst(days, rangeOf(releases[index]!, today), points)),
        )
        const most = Math.max(1, ...lines.flat().map((value) => value ?? 0))
        return (
          <>
            <Table
              caption={t('analytics.compare')}
              rows={lines}
              rowKey={(line) => String(lines.indexOf(line))}
              columns={[
                {
                  key: 'span',
                  head: t('analytics.since'),
                  cell: (line) => t('analytics.firstDays', { count: SPANS[lines.indexOf(line)]! }),
                },
                ...releases.map(({ value, name }, index) => ({
                  key: value,
                  head: name,
                  cell: (line: (number | null)[]) => <Bar value={line[index] ?? null} most={most} />,
                })),
              ]}
            />
            <p className="mt-3 text-sm text-ink-2">
              {releases
                .map(({ name, from }) => t('analytics.releasedOn', { title: name, day: nameOfTime(from) }))
                .join(' ')}
            </p>
          </>
        )
      }}
    </Loaded>
  )
}

function rangeOf({ from }: Release, today: string): DayRange {
  const last = dayAt(from, DAYS - 1)
  return { from, to: last < today ? last : today }
}

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
