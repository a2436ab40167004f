/** What users may choose or write for the fields of a release. Pages, which only show it, do without this file. */

export const releaseKinds = ['album', 'ep', 'single', 'live', 'compilation', 'mixtape'] as const
/** All rights reserved, or a Creative Commons licence, version 4.0 (CC0: 1.0). */
export const licences = [
  'reserved',
  'cc-by',
  'cc-by-sa',
  'cc-by-nc',
  'cc-by-nc-sa',
  'cc-by-nd',
  'cc-by-nc-nd',
  'cc0',
] as const

const PARTIAL_DATE = /^\d{4}(-\d{2}){0,2}$/
const YEAR_MIN = 1860
const YEAR_MAX = 2100

/** A year, a month or a day: '1969', '1969-09' or '1969-09-26', from the first recordings on, and also in the future. */
export function isPartialDate(typed: string): boolean {
  const year = Number(typed.slice(0, 4))
  if (!PARTIAL_DATE.test(typed) || year < YEAR_MIN || year > YEAR_MAX) return false
  const at = new Date(`${typed}${'-01-01'.slice(typed.length - 4)}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed)
}

const DAY_MS = 86_400_000

/** From 1860 to 2100 in at least one time zone. */
export const isReleaseMoment = (at: Date): boolean =>
  at.getTime() >= Date.UTC(YEAR_MIN, 0) - DAY_MS && at.getTime() < Date.UTC(YEAR_MAX + 1, 0) + DAY_MS

const RIGHTS_SYMBOLS = /^(?:[℗©&\s]|\([pc]\))+/iu

/** '℗ 2019 Moon Records' → '2019 Moon Records': pages write the symbol. */
export const plainRightsLine = (typed: string): string => typed.replace(RIGHTS_SYMBOLS, '').trimEnd()
