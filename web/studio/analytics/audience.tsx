/** The audience in the selected days: what changed, figures, plays over time, sources and countries. */
import type { ReactNode } from 'react'
import { dateLocales } from '#contract/languages.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { ChartParts } from '#web/ui/charts/parts.tsx'
import { formatMoment } from '#web/words/format.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { type Audience, nameOfPart } from './changes.ts'
import { dayAt, type DayRange, isShownByMonth } from './day-ranges.ts'
import { Part } from './part.tsx'
import { bestOf, byMonth, nameOfTime, pointsOf } from './points.ts'
import { SaveCsv } from './save-csv.tsx'
import { formatAxis, formatCount, formatPlays } from './wordings.ts'

const HOUR_MS = 3_600_000

export function AudienceFigures({ audience, children }: { audience: Audience; children?: ReactNode }) {
  const { playTotal, listeners, growth } = audience
  return (
    <section aria-label={t('analytics.figures')} className="@container mt-7">
      <div className="grid grid-cols-1 gap-3 @min-[20rem]:grid-cols-2 @min-[48rem]:grid-cols-3 @min-[64rem]:grid-cols-4 @min-[64rem]:has-[>:nth-child(5):last-child]:grid-cols-5">
        {children}
        <Figure name={t('analytics.played')} value={formatCount(playTotal)} />
        {listeners && (
          <Figure
            name={t('analytics.listeners')}
            value={formatCount(listeners.total)}
            unit={t('analytics.estimated')}
            note={
              listeners.ofMonth === 0
                ? null
                : t('analytics.regular', {
                    total: formatCount(listeners.regular),
                    all: formatCount(listeners.ofMonth),
                    month: nameOfTime(listeners.month),
                  })
            }
          />
        )}
        {growth.map(({ kind, total, gained }) => (
          <Figure
            key={kind}
            name={t(totals[kind])}
            value={formatCount(total)}
            note={t('analytics.gained', { count: formatCount(gained) })}
          />
        ))}
      </div>
      {listeners && <p className="mt-3 max-w-[60ch] text-sm text-ink-2">{t('analytics.listenersNote')}</p>}
    </section>
  )
}

const totals: Record<Audience['growth'][number]['kind'], TranslationKey> = {
  follower: 'analytics.followers',
  save: 'analytics.saves',
  playlist: 'analytics.playlists',
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
  const isByHour = range.from === range.to
  const figures = points.map((value, index) => ({
    createdAt: isByHour ? hourAt(range.from, index) : dayAt(range.from, index),
    value,
  }))
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
  const day = nameOf(best.createdAt)
  const amount = formatPlays(best.value)
  const when = isByHour ? t('analytics.hour') : isByMonth ? t('analytics.month') : t('analytics.day')
  return (
    <Chart
      title={title}
      sentence={
        isByHour
          ? t('analytics.bestHour', { day, amount })
          : isByMonth
            ? t('analytics.bestMonth', { day, amount })
            : t('analytics.bestDay', { day, amount })
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

/** Hours from midnight in this browser's time zone, which was sent with the request. */
const hourAt = (day: string, hours: number) =>
  new Date(new Date(`${day}T00:00`).getTime() + hours * HOUR_MS).toISOString()

const hourOf = (createdAt: string) => formatMoment(new Date(createdAt), { hour: '2-digit', minute: '2-digit' })

export function AudienceParts({ audience: { parts }, days }: { audience: Audience; days: string }) {
  const names = new Intl.DisplayNames(dateLocales[currentLanguage()], { type: 'region' })
  const played = (kind: Audience['parts'][number]['kind'], nameOf: (part: Audience['parts'][number]) => string) =>
    parts
      .filter((part) => part.kind === kind && part.playTotal > 0)
      .map((part) => ({ key: part.key, name: nameOf(part), value: part.playTotal }))
  const sourceParts = played('source', nameOfPart)
  const countryParts = played('country', ({ key }) =>
    key === '' ? t('analytics.countryOther') : (names.of(key) ?? key),
  )
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
