/** The audience in the selected days: what changed, figures, plays over time, sources and countries. */
import type { ReactNode } from 'react'
import { dateLocales } from '#contract/languages.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { ChartParts } from '#web/ui/charts/parts.tsx'
import { formatMoment } from '#web/words/format.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import type { Audience } from './changes.ts'
import { type DayRange, isShownByMonth } from './day-ranges.ts'
import { Part } from './part.tsx'
import { bestOf, byMonth, nameOfTime, pointsOf } from './points.ts'
import { SaveCsv } from './save-csv.tsx'
import { formatAxis, formatCount, formatPlays, playSources } from './wordings.ts'

export function AudienceFigures({ audience, children }: { audience: Audience; children?: ReactNode }) {
  const { playTotal, listeners, followers, saves, playlists } = audience
  const gained = (count: number) => t('analytics.gained', { count: formatCount(count) })
  return (
    <section aria-label={t('analytics.figures')} className="@container mt-7">
      <div className="grid grid-cols-1 gap-3 @min-[20rem]:grid-cols-2 @min-[48rem]:grid-cols-3 @min-[64rem]:grid-cols-4">
        {children}
        <Figure name={t('analytics.played')} value={formatCount(playTotal)} />
        {listeners && (
          <Figure
            name={t('analytics.listeners')}
            value={formatCount(listeners.total)}
            unit={t('analytics.estimated')}
            note={listeners.regular && describeRegular(listeners.regular)}
          />
        )}
        {followers && (
          <Figure
            name={t('analytics.followers')}
            value={formatCount(followers.total)}
            note={gained(followers.gained)}
          />
        )}
        <Figure name={t('analytics.saves')} value={formatCount(saves.total)} note={gained(saves.gained)} />
        <Figure name={t('analytics.playlists')} value={formatCount(playlists.total)} note={gained(playlists.gained)} />
      </div>
      {listeners && <p className="mt-3 max-w-[60ch] text-sm text-ink-2">{t('analytics.listenersNote')}</p>}
    </section>
  )
}

function describeRegular({ month, total, ofTotal }: { month: string; total: number; ofTotal: number }): string {
  const counts = { total: formatCount(total), all: formatCount(ofTotal) }
  return t('analytics.regular', { ...counts, month: nameOfTime(month) })
}

export function Figure({
  name,
  value,
  unit,
  note = null,
  children,
}: {
  name: string
  value: string
  unit?: string
  note?: string | null
  children?: ReactNode
}) {
  return (
    <div className="rounded-bar border border-line bg-highlight px-5 py-4">
      <h2 className="font-text text-sm font-semi tracking-normal text-ink-2">{name}</h2>
      <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2">
        <span className="numeral text-3xl">{value}</span>
        {unit !== undefined && <span className="font-semi text-ink-2">{unit}</span>}
      </p>
      {children}
      {note !== null && <p className="mt-1 text-sm text-ink-2">{note}</p>}
    </div>
  )
}

/** Hours of a single day, days, or months. */
export function AudienceSeries({ audience: { points }, range }: { audience: Audience; range: DayRange }) {
  const figures = points.map(({ createdAt, playTotal }) => ({ createdAt, value: playTotal }))
  const isByHour = range.from === range.to
  const isByMonth = isShownByMonth(range)
  const shown = isByMonth ? byMonth(figures) : figures
  const best = bestOf(shown)
  const title = t('analytics.plays')
  if (best === null) {
    return (
      <Part title={title} lead={t('analytics.noPlays')}>
        {null}
      </Part>
    )
  }
  const nameOf = (createdAt: string) => (isByHour ? hourOf(createdAt) : nameOfTime(createdAt))
  const sentence = { day: nameOf(best.createdAt), amount: formatPlays(best.value) }
  const when = isByHour ? t('analytics.hour') : isByMonth ? t('analytics.month') : t('analytics.day')
  return (
    <Chart
      title={title}
      sentence={
        isByHour
          ? t('analytics.bestHour', sentence)
          : isByMonth
            ? t('analytics.bestMonth', sentence)
            : t('analytics.bestDay', sentence)
      }
      points={
        isByHour
          ? shown.map(({ createdAt, value }) => ({
              key: createdAt,
              label: hourOf(createdAt),
              name: hourOf(createdAt),
              value,
            }))
          : pointsOf(shown)
      }
      formatValue={formatPlays}
      formatAxis={formatAxis}
      words={{
        asTable: t('analytics.asTable'),
        asChart: t('analytics.asChart'),
        when,
        value: title,
        drawing: t('analytics.drawing', { title }),
      }}
      actions={
        <SaveCsv
          what={title}
          name={`plays-${range.from}-${range.to}`}
          heads={[when, title]}
          rows={() => shown.map(({ createdAt, value }) => [createdAt, value])}
        />
      }
    />
  )
}

const hourOf = (createdAt: string) => formatMoment(new Date(createdAt), { hour: '2-digit', minute: '2-digit' })

export function AudienceParts({ audience: { sources, countries }, days }: { audience: Audience; days: string }) {
  const names = new Intl.DisplayNames(dateLocales[currentLanguage()], { type: 'region' })
  const countryParts = countries.map(({ country, playTotal }) => ({
    key: country ?? '',
    name: country === null ? t('analytics.countryOther') : (names.of(country) ?? country),
    value: playTotal,
  }))
  const sourceParts = sources
    .filter(({ playTotal }) => playTotal > 0)
    .map(({ source, playTotal }) => ({ key: source, name: t(playSources[source]), value: playTotal }))
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <Plays
        title={t('analytics.wherePlayed')}
        head={t('analytics.source')}
        name={`plays-by-source-${days}`}
        parts={sourceParts}
      />
      {countryParts.length > 0 && (
        <Plays
          title={t('analytics.countries')}
          head={t('analytics.country')}
          name={`plays-by-country-${days}`}
          parts={countryParts}
        />
      )}
    </div>
  )
}

type PlaysPart = { key: string; name: string; value: number }

function Plays({ title, head, name, parts }: { title: string; head: string; name: string; parts: PlaysPart[] }) {
  const heads: [string, string] = [head, t('analytics.plays')]
  const csv = (
    <SaveCsv what={title} name={name} heads={heads} rows={() => parts.map((part) => [part.name, part.value])} />
  )
  return (
    <Part isSmall title={title} actions={parts.length > 0 && csv}>
      {parts.length === 0 ? (
        <p className="text-ink-2">{t('analytics.noneYet')}</p>
      ) : (
        <ChartParts
          caption={title}
          head={{ name: heads[0], amount: heads[1] }}
          parts={parts.map((part) => ({ ...part, amount: formatCount(part.value) }))}
        />
      )}
    </Part>
  )
}
