/** The hours of an event as parts of the text `events.hours`: in its own time zone. Shared by server and web. */
type Timed = { beginsAt: string | Date; endsAt: string | Date; timeZone: string }
type Format = (moment: Date, options: Intl.DateTimeFormatOptions) => string

const DAY_MS = 86_400_000

/** 'Berlin' for Europe/Berlin. */
export const cityOfZone = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** An event of a day or longer ends with a date. */
export function hoursOf({ beginsAt, endsAt, timeZone }: Timed, format: Format): Record<'from' | 'to' | 'zone', string> {
  const [begin, end] = [new Date(beginsAt), new Date(endsAt)]
  const clock = { hour: '2-digit', minute: '2-digit', timeZone } as const
  const isOneDay = end.getTime() - begin.getTime() < DAY_MS
  return {
    from: format(begin, clock),
    to: format(end, isOneDay ? clock : { day: 'numeric', month: 'long', ...clock }),
    zone: cityOfZone(timeZone),
  }
}
