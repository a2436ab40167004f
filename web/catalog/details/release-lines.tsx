/** When a release first appeared, who owns its rights, its language and its licence: at the foot of its page and of its tracks'
 * pages. */
import { type Licence, NO_WORDS, nameOfLicence, urlOfLicence } from '#contract/catalog/releases.ts'
import { formatDate, formatMoment } from '#web/words/format.ts'
import { dateLocales } from '#contract/languages.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

/** Content that was saved for offline listening by an earlier version lacks the newer fields. */
type Facts = {
  publishedAt?: string | null
  originalDate?: string | null
  label?: string | null
  location?: string | null
  phonogramLine?: string | null
  copyrightLine?: string | null
  licence?: Licence | null
  language?: string | null
}

export function ReleaseLines({
  content: { label, location, phonogramLine, copyrightLine, licence, language, ...dates },
}: {
  content: Facts
}) {
  const lines = [
    ...dateLines(dates),
    label && t('catalog.label', { label }),
    location && t('catalog.place', { location }),
    language && describeLanguage(language),
    phonogramLine && `℗ ${phonogramLine}`,
    copyrightLine && `© ${copyrightLine}`,
  ].filter((line): line is string => typeof line === 'string' && line !== '')
  if (lines.length === 0 && !licence) return null
  return (
    <div className="mt-12 flex max-w-[40rem] flex-col gap-1 text-sm">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {licence && <LicenceLine licence={licence} />}
    </div>
  )
}

function describeLanguage(code: string): string {
  if (code === NO_WORDS) return t('catalog.instrumental')
  const names = new Intl.DisplayNames(dateLocales[currentLanguage()], { type: 'language' })
  return t('catalog.language', { language: names.of(code) ?? code })
}

/** '1969', 'September 1969' or '26 September 1969', as precise as the date. */
const formatPartialDate = (date: string): string =>
  formatMoment(new Date(date), {
    year: 'numeric',
    month: date.length > 4 ? 'long' : undefined,
    day: date.length > 7 ? 'numeric' : undefined,
    timeZone: 'UTC',
  })

function dateLines({ originalDate, publishedAt }: Pick<Facts, 'originalDate' | 'publishedAt'>): string[] {
  const here = publishedAt ? formatDate(publishedAt) : null
  if (!originalDate) return here === null ? [] : [t('catalog.released', { date: here })]
  const original = formatPartialDate(originalDate)
  return [
    t('catalog.originalDate', { date: original }),
    ...(here === null || here === original ? [] : [t('catalog.publishedHere', { date: here })]),
  ]
}

function LicenceLine({ licence }: { licence: Licence }) {
  if (licence === 'reserved') return <p>{t('catalog.allRightsReserved')}</p>
  return (
    <a
      href={urlOfLicence(licence) ?? undefined}
      rel="license noopener"
      className="inline-flex min-h-11 w-fit items-center underline decoration-1 underline-offset-4"
    >
      {t('catalog.licence', { licence: nameOfLicence(licence) })}
    </a>
  )
}
