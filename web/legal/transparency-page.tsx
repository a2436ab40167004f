/** What moderators decided, in figures: by month, kind and reason. */
import { getTransparency } from '#contract/community/reports.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Head } from '#web/frame/head.tsx'
import type { Visit } from '#web/frame/page.ts'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Table } from '#web/ui/layout/table.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatMoment, formatNumber } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { kindText, reasonText } from './moderation-texts.ts'

type Month = Wire<typeof getTransparency>['months'][number]

export const load = (visit: Visit) => preload(visit, getTransparency, {})

export function Page() {
  const data = usePageData(getTransparency, {})
  if (!data) return <PageSkeleton label={t('common.loading')} />
  return (
    <div className="pt-2 md:pt-6">
      <Head title={t('transparency.title')} path="/transparency" />
      <h1 className="title-great">{t('transparency.title')}</h1>
      <p className="mt-2 max-w-[60ch] text-lg text-ink-2">{t('transparency.lead')}</p>
      {data.months.length === 0 && <EmptyState sentence={t('transparency.none')} />}
      {data.months.map((month) => (
        <MonthTable key={month.month} month={month} />
      ))}
    </div>
  )
}

function MonthTable({ month: { month, cases, takedowns, restored } }: { month: Month }) {
  const name = formatMoment(new Date(`${month}T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Section title={name}>
      <Table
        caption={name}
        rows={cases}
        rowKey={({ kind, reason }) => `${kind} ${reason}`}
        columns={[
          {
            key: 'what',
            head: t('transparency.what'),
            cell: ({ kind, reason }) => `${kindText(kind)}: ${reasonText(reason)}`,
          },
          { key: 'opened', head: t('transparency.opened'), isFigure: true, cell: ({ opened }) => formatNumber(opened) },
          { key: 'acted', head: t('transparency.acted'), isFigure: true, cell: ({ acted }) => formatNumber(acted) },
          {
            key: 'dismissed',
            head: t('transparency.dismissed'),
            isFigure: true,
            cell: ({ dismissed }) => formatNumber(dismissed),
          },
          {
            key: 'median',
            head: t('transparency.median'),
            isFigure: true,
            cell: ({ medianHours }) =>
              medianHours === null ? '–' : formatNumber(medianHours, { style: 'unit', unit: 'hour' }),
          },
        ]}
      />
      <p className="mt-3 text-ink-2">{t('transparency.takedowns', { takedowns, restored })}</p>
    </Section>
  )
}
