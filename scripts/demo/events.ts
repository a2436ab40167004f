/** Coming events and promos of demo artists, as plain data. Every place is invented. */
import { demoAlbums } from './catalogue.ts'
import type { Artwork } from './covers.ts'
import { demoArtists } from './people.ts'

export type DemoEvent = {
  artistKey: string
  name: string
  description: string
  place: string
  city: string
  timeZone: string
  /** Days from the start of the demo, and the hour in UTC. */
  inDays: number
  hour: number
  artwork: Artwork
  /** `sats` or `cents` of a price; 0 sats is free. */
  tiers: { name: string; seats: number; sats?: number; cents?: number }[]
}

const events: DemoEvent[] = [
  {
    artistKey: 'mara-okafor',
    name: 'Songs for the last ferry',
    description:
      'One guitar, no stage. We begin when the nine o’clock leaves and stop when somebody has to walk home. Bring a coat: the doors stay open.',
    place: 'Waiting room, pier 3',
    city: 'Kiel',
    timeZone: 'Europe/Berlin',
    inDays: 9,
    hour: 19,
    artwork: { photograph: 'ferry' },
    tiers: [
      { name: 'A chair', seats: 40, sats: 21_000 },
      { name: 'Standing', seats: 30, sats: 12_000 },
    ],
  },
  {
    artistKey: 'kestrel-and-salt',
    name: 'Agreeing with the horn',
    description: 'The foghorn sounds every ninety seconds. Everything else is in between. Ear plugs at the door.',
    place: 'The old signal house',
    city: 'Oban',
    timeZone: 'Europe/London',
    inDays: 17,
    hour: 18,
    artwork: { photograph: 'fog-signal' },
    tiers: [{ name: 'Entry', seats: 60, cents: 1_500 }],
  },
  {
    artistKey: 'sunday-laundry',
    name: 'Sunday, with dryers',
    description: 'We play between the machines. Bring your washing; the second dryer works now.',
    place: 'Lavandaria Central',
    city: 'Porto',
    timeZone: 'Europe/Lisbon',
    inDays: 24,
    hour: 15,
    artwork: { photograph: 'hang-dry' },
    tiers: [
      { name: 'Free, if you bring washing', seats: 25, sats: 0 },
      { name: 'Without washing', seats: 35, sats: 8_000 },
    ],
  },
  {
    artistKey: 'ines-varga',
    name: 'Between two and four',
    description: 'Nine people, one piano, the afternoon light. I will not say when a piece ends.',
    place: 'Fourth floor, no lift',
    city: 'Budapest',
    timeZone: 'Europe/Budapest',
    inDays: 31,
    hour: 13,
    artwork: { photograph: 'window-light' },
    tiers: [{ name: 'A chair by the window', seats: 9, sats: 24_000 }],
  },
]

const artistKeys = new Set(demoArtists.map(({ key }) => key))
export const demoEvents = events.filter(({ artistKey }) => artistKeys.has(artistKey))

export type DemoPromo = {
  artistKey: string
  track: string
  /** For a minute. */
  sats: number
  minutes: number
}

const promos: DemoPromo[] = [
  { artistKey: 'mara-okafor', track: 'slow-lightning', sats: 5, minutes: 1_000 },
  { artistKey: 'kestrel-and-salt', track: 'fog-signal', sats: 3, minutes: 1_000 },
]

const trackKeys = new Set(demoAlbums.flatMap(({ tracks }) => tracks.map(({ key }) => key)))
export const demoPromos = promos.filter(({ track }) => trackKeys.has(track))
