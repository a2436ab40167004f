/** Formats times, numbers and names in the language of the page. Amounts of money are in sats.ts. */
import { dateLocales, type Language } from '#contract/languages.ts'
import { currentLanguage } from './language.ts'

/** 102.4 → '1:42', 3 725 → '1:02:05'. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

const NAME_MAX = 12

/** A name of more than 12 characters is cut to 11 and an ellipsis. Counts characters, not code units. */
export function shortenName(name: string): string {
  if (name.length <= NAME_MAX) return name
  const characters = [...new Intl.Segmenter().segment(name)].map((one) => one.segment)
  return characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX - 1).join('')}…` : name
}

/** '3 May 2026' in the language of the page, the same on the server and in the browser. */
export function formatDate(iso: string): string {
  return formatMoment(new Date(iso), { dateStyle: 'long', timeZone: 'UTC' })
}

/** A date, a time or both, according to `options`, in the language of the page. */
export function formatMoment(moment: Date, options: Intl.DateTimeFormatOptions): string {
  const language = currentLanguage()
  const make = () => new Intl.DateTimeFormat(dateLocales[language], options)
  return cached(dateFormats, language, options, make).format(moment)
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = WHOLE): string {
  const language = currentLanguage()
  const make = () => new Intl.NumberFormat(numberLocaleOf(language), options)
  return cached(numberFormats, language, options, make).format(value)
}

/** A share in percent, '12.5 %', with at most `decimals` decimals. */
export function formatPercent(percent: number, decimals = 1): string {
  return `${formatNumber(percent, { maximumFractionDigits: decimals })} %`
}

/** The decimal separator, for texts that are composed without Intl. */
export const decimalPoint = (): string => formatNumber(0.5).slice(1, 2)

/** Numbers in English use the American format, although dates are British. */
export const numberLocaleOf = (language: Language): string => (language === 'en' ? 'en' : dateLocales[language])

const WHOLE: Intl.NumberFormatOptions = {}
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Cached, because creating a formatter is slow and lists contain hundreds of numbers. The source uses only a few
 * formats. */
function cached<Format>(formats: Map<string, Format>, language: Language, options: object, make: () => Format): Format {
  const key = language + JSON.stringify(options)
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}
