/** A concert as a calendar file (RFC 5545). */
import type { ConcertRow } from './queries.ts'

const LINE_BYTES_MAX = 75

type Shown = Pick<
  ConcertRow,
  'id' | 'name' | 'artist_name' | 'place' | 'city' | 'description' | 'begins_at' | 'ends_at' | 'cancelled_at'
>

export function formatCalendar(concert: Shown, { url, now }: { url: string; now: Date }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Peal//Events//EN',
    'BEGIN:VEVENT',
    `UID:${concert.id}@${new URL(url).host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(concert.begins_at)}`,
    `DTEND:${stamp(concert.ends_at)}`,
    `SUMMARY:${escape(`${concert.artist_name}: ${concert.name}`)}`,
    `LOCATION:${escape(`${concert.place}, ${concert.city}`)}`,
    ...(concert.description === null ? [] : [`DESCRIPTION:${escape(concert.description)}`]),
    `URL:${url}`,
    `STATUS:${concert.cancelled_at === null ? 'CONFIRMED' : 'CANCELLED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** In UTC: every calendar shows it in the zone of its reader. */
const stamp = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const escape = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[;,]/g, (mark) => `\\${mark}`)

/** Lines have at most 75 bytes; the rest continues after a line break and a space. Characters are not divided. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LINE_BYTES_MAX) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
