/** Times of an event in a form: what a clock in its time zone shows, as an input of type datetime-local has it. */

/** Read by code, not by people. */
const LOCALE = 'en'
const PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** '2027-03-12T20:00' */
export function toLocalTime(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(LOCALE, { ...PARTS, timeZone }).formatToParts(new Date(iso))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The moment at which a clock in this zone shows it; null for no time. A time that a change of the clocks skips is taken
 * as the same time on the clock before. */
export function fromLocalTime(local: string, timeZone: string): string | null {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  let moment = asUtc
  // The second round uses the offset of the right day.
  for (let round = 0; round < 2; round++) {
    moment = asUtc - offsetAt(moment, timeZone)
  }
  return new Date(moment).toISOString()
}

function offsetAt(moment: number, timeZone: string): number {
  return (
    Date.parse(`${toLocalTime(new Date(moment).toISOString(), timeZone)}:00Z`) - Math.floor(moment / 60_000) * 60_000
  )
}
