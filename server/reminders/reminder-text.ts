/** A reminder in the language of its reader: the line of the notification, and the e-mail. Times are in the event's own time
 * zone. */
import { hoursOf } from '#contract/concerts/times.ts'
import { addressIn, dateLocales, type Language } from '#contract/languages.ts'
import type { ConcertRow } from '#server/concerts/queries.ts'
import { makeUnsubscribeToken } from '#server/notifications/choices.ts'
import type { NotificationDeps } from '#server/notifications/deps.ts'
import type { Mail } from '#server/platform/mail.ts'
import { oneLine, textIn } from '#server/platform/texts.ts'

type Event = Pick<
  ConcertRow,
  'name' | 'artist_name' | 'place' | 'city' | 'map_url' | 'begins_at' | 'ends_at' | 'time_zone'
>
type Reader = { userId: string; name: string; language: Language; ticketCount: number }
export type WriterDeps = Pick<NotificationDeps, 'secret' | 'publicUrl' | 'brandName'>

const formatIn = (language: Language) => (moment: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(dateLocales[language], options).format(moment)

/** 'Friday, 12 March 2027' */
function dayOf({ begins_at: beginsAt, time_zone: timeZone }: Event, language: Language): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  return formatIn(language)(beginsAt, day)
}

/** '20:00 to 23:00, Berlin time' */
function hoursIn({ begins_at: beginsAt, ends_at: endsAt, time_zone: timeZone }: Event, language: Language): string {
  const { from, to, zone } = hoursOf({ beginsAt, endsAt, timeZone }, formatIn(language))
  return textIn(language, 'events.hours', { from, to, zone })
}

const placeOf = ({ place, city }: Event) => `${oneLine(place)}, ${oneLine(city)}`

export const describeWhen = (concert: Event, language: Language): string =>
  [dayOf(concert, language), hoursIn(concert, language), placeOf(concert)].join(' · ')

export function writeReminderMail(
  { secret, publicUrl, brandName }: WriterDeps,
  concert: Event,
  { userId, name, language, ticketCount }: Reader,
): Omit<Mail, 'to'> {
  const urlOf = (path: string) => publicUrl + addressIn(path, language)
  const what = oneLine(concert.name)
  const token = makeUnsubscribeToken(secret, userId)
  const text = [
    textIn(language, 'digest.hello', { name: oneLine(name) }),
    '',
    textIn(language, 'reminder.lead', { what, artist: oneLine(concert.artist_name) }),
    '',
    dayOf(concert, language),
    hoursIn(concert, language),
    placeOf(concert),
    ...(concert.map_url === null ? [] : [concert.map_url]),
    '',
    textIn(language, 'events.youHave', { count: ticketCount }),
    textIn(language, 'reminder.show', { address: urlOf('/tickets') }),
    '',
    brandName,
    '',
    textIn(language, 'reminder.why', { address: urlOf('/settings/notifications') }),
    textIn(language, 'digest.end', { address: urlOf(`/unsubscribe?token=${token}`) }),
  ].join('\n')
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/v1/notifications/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { subject: textIn(language, 'reminder.subject', { what, day: dayOf(concert, language) }), text, headers }
}
