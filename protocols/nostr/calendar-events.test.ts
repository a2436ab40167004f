/** Events as calendar events of NIP-52: their tags, the days of long ones, and which are of this server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfEvent } from '#tests/nostr-schemas.ts'
import { draftCalendarEvent, eventIdIn, type EventWork } from './calendar-events.ts'
import { signEvent } from './event.ts'
import { publicKeyOf } from './keys.ts'

const SECRET = new Uint8Array(32).fill(7)
const by = { pubkey: publicKeyOf(SECRET), publicUrl: 'https://peal.example' }
const EVENT: EventWork = {
  id: '0190f000-0000-7000-8000-0000000000c1',
  name: 'Rooms at night',
  description: 'Bring a coat.',
  artist: { name: 'The Quiet Hours' },
  place: 'The hall',
  city: 'Berlin',
  beginsAt: '2027-03-12T19:00:00.000Z',
  endsAt: '2027-03-12T22:30:00.000Z',
  timeZone: 'Europe/Berlin',
  artworkUrl: '/files/pictures/poster.jpg',
}
const draftOf = (more: Partial<EventWork> = {}) => draftCalendarEvent({ ...EVENT, ...more }, by).draft
const daysOf = (beginsAt: string, endsAt: string) =>
  draftOf({ beginsAt, endsAt }).tags.flatMap(([name, value]) => (name === 'D' ? [value] : []))

test('an event is a kind 31923 with its times, days, place, picture and page', () => {
  const draft = draftOf()
  assert.deepEqual(draft, {
    kind: 31_923,
    content: 'Bring a coat.',
    tags: [
      ['d', EVENT.id],
      ['title', 'Rooms at night'],
      ['summary', 'Bring a coat.'],
      ['image', 'https://peal.example/files/pictures/poster.jpg'],
      ['start', '1804878000'],
      ['end', '1804890600'],
      ['D', '20889'],
      ['start_tzid', 'Europe/Berlin'],
      ['end_tzid', 'Europe/Berlin'],
      ['location', 'The hall, Berlin'],
      ['t', 'music'],
      ['r', `https://peal.example/event/${EVENT.id}`],
      ['alt', 'Event: Rooms at night, The Quiet Hours'],
    ],
  })
  for (const one of [draft, draftOf({ description: null, artworkUrl: null })]) {
    // The schema takes `r` for the relays of NIP-65; in NIP-52 it is a link.
    const tags = one.tags.filter(([name]) => name !== 'r')
    assert.deepEqual(faultsOfEvent(signEvent({ ...one, tags, created_at: 1_800_000_000 }, SECRET)), [])
  }
  const long = draftOf({ description: 'x'.repeat(2_000) })
  assert.equal(long.content.length, 2_000)
  assert.equal(long.tags.find(([name]) => name === 'summary')?.[1]?.length, 300)
})

test('each day in UTC has its D tag, and the end is exclusive', () => {
  assert.deepEqual(daysOf('2027-03-12T23:00:00.000Z', '2027-03-13T02:00:00.000Z'), ['20889', '20890'])
  assert.deepEqual(daysOf('2027-03-12T20:00:00.000Z', '2027-03-13T00:00:00.000Z'), ['20889'])
  assert.equal(daysOf('2027-03-01T12:00:00.000Z', '2027-04-01T12:00:00.000Z').length, 32)
})

test('a calendar event is of this server when it names its page here', () => {
  assert.equal(eventIdIn(draftOf(), by.publicUrl), EVENT.id)
  assert.equal(eventIdIn(draftOf(), 'https://other.example'), null)
  assert.equal(eventIdIn({ ...draftOf(), kind: 31_922 }, by.publicUrl), null)
  assert.equal(eventIdIn({ kind: 31_923, tags: [['r', 'https://peal.example/event/x']] }, by.publicUrl), null)
})
