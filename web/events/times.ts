/** The times and prices of events as text: times in the event's own time zone, in the language of the page. */
import type { getConcert, listConcerts } from '#contract/concerts/concerts.ts'
import { hoursOf } from '#contract/concerts/times.ts'
import type { Wire } from '#contract/endpoint.ts'
import { formatCents } from '#web/format/price.ts'
import { formatMoment } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { toLocalTime } from './zone.ts'

export type ConcertWire = Wire<typeof getConcert>
export type ConcertSummaryWire = Wire<typeof listConcerts>['concerts'][number]
type Timed = Pick<ConcertSummaryWire, 'beginsAt' | 'endsAt' | 'timeZone'>

export const eventHref = (concertId: string): string => `/event/${concertId}`
export const calendarHref = (concertId: string): string => `/v1/concerts/${concertId}/calendar`

/** 'Friday, 12 March 2027' */
export const formatDay = ({ beginsAt, timeZone }: Timed): string =>
  formatMoment(new Date(beginsAt), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone })

/** The year is said when it is not this one. */
function yearOf({ beginsAt, timeZone }: Timed): Intl.DateTimeFormatOptions {
  const [year, now] = [beginsAt, new Date().toISOString()].map((iso) => toLocalTime(iso, timeZone).slice(0, 4))
  return year === now ? {} : { year: 'numeric' }
}

/** '12 March' */
export const formatShortDay = (concert: Timed): string =>
  formatMoment(new Date(concert.beginsAt), {
    day: 'numeric',
    month: 'long',
    ...yearOf(concert),
    timeZone: concert.timeZone,
  })

export const dayNumber = ({ beginsAt, timeZone }: Timed): string =>
  String(Number(toLocalTime(beginsAt, timeZone).slice(8, 10)))

export const monthName = (concert: Timed): string =>
  formatMoment(new Date(concert.beginsAt), { month: 'short', ...yearOf(concert), timeZone: concert.timeZone })

export const weekdayAndTime = ({ beginsAt, timeZone }: Timed): string =>
  formatMoment(new Date(beginsAt), { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone })

/** '20:00 to 23:00, Berlin time' */
export function formatHours(concert: Timed): string {
  const { from, to, zone } = hoursOf(concert, formatMoment)
  return t('events.hours', { from, to, zone })
}

/** The price of one ticket as its artist set it. */
export function formatPrice({
  msatPrice,
  centsPrice,
}: {
  msatPrice: number | null
  centsPrice: number | null
}): string {
  if (centsPrice !== null) return formatCents(centsPrice)
  return msatPrice === 0 || msatPrice === null ? t('events.free') : t('events.sats', { sats: formatSats(msatPrice) })
}

/** The price in a list, where the tiers differ the lowest of them. */
export function formatFrom({
  msatFrom,
  centsFrom,
  hasSeveralPrices,
}: Pick<ConcertSummaryWire, 'msatFrom' | 'centsFrom' | 'hasSeveralPrices'>): string {
  if (msatFrom === null && centsFrom === null) return ''
  if (msatFrom === 0 && hasSeveralPrices) return t('events.freeAndPaid')
  const price = formatPrice({ msatPrice: msatFrom, centsPrice: msatFrom === null ? centsFrom : null })
  return hasSeveralPrices ? t('events.from', { price }) : price
}

/** The button that buys. */
export function buyText(count: number, msatTotal: number): string {
  return msatTotal === 0 ? t('events.takeFree', { count }) : t('events.buy', { count, sats: formatSats(msatTotal) })
}
