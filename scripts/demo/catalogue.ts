/** The demo catalogue as plain data: accounts, releases and splits.
 * Every name is invented; the audio is in music/ and the artwork comes from covers.ts. */
import type { Design } from './covers.ts'
import { nightBusLyrics, slowLightningLyrics } from './lyrics.ts'

/** A file of music/ without its extension. All of them were composed and rendered for Peal. */
export type Piece = string
export type DemoArtwork = { design: Design; seed: number }
export type DemoSplit = { username: string; weight: number }

export type DemoAccount = {
  username: string
  displayName: string
  email: string
  password: string
  artwork: DemoArtwork
  kind: 'listener' | 'artist'
}

type DemoArtist = {
  key: string
  ownerUsername: string
  name: string
  bio: string
  website: string
  artwork: DemoArtwork
}

type DemoTrack = {
  key: string
  title: string
  piece: Piece
  explicit: boolean
  lyrics?: string
}

export type DemoAlbum = {
  key: string
  artistKey: string
  title: string
  description: string
  isSingle: boolean
  /** Its id in the list of genres. */
  genreId: number
  publishedDaysAgo: number
  artwork: DemoArtwork
  split: DemoSplit[]
  tracks: DemoTrack[]
}

/** While a track plays in an episode, its recipients share what the episode is paid. */
type DemoTimeSplit = {
  track: string
  startSeconds: number
  endSeconds: number
  shareNumerator: number
  shareDenominator: number
}

export type DemoEpisode = {
  key: string
  title: string
  description: string
  piece: Piece
  publishedDaysAgo: number
  artwork: DemoArtwork
  timeSplits?: DemoTimeSplit[]
  chapters: { startTime: number; title: string }[]
}

export type DemoPodcast = {
  key: string
  ownerUsername: string
  name: string
  description: string
  /** Its id in the list of categories. */
  categoryId: number
  publishedDaysAgo: number
  artwork: DemoArtwork
  split: DemoSplit[]
  episodes: DemoEpisode[]
}

export const demoAccounts: DemoAccount[] = [
  account('listener', 'Robin Ashdown', 'listener', { design: 'listener', seed: 4 }),
  account('mara', 'Mara Okafor', 'artist', { design: 'mara', seed: 1 }),
  account('teodor', 'Teodor Lind', 'artist', { design: 'teodor', seed: 1 }),
  account('noor', 'Noor Haddaway', 'artist', { design: 'listener', seed: 7 }),
  account('davi', 'Davi Sequeira', 'artist', { design: 'listener', seed: 3 }),
  account('hana', 'Hana Tanimori', 'artist', { design: 'hana', seed: 1 }),
  account('luz', 'Luz Quintela', 'artist', { design: 'luz', seed: 1 }),
]

function account(username: string, displayName: string, kind: DemoAccount['kind'], artwork: DemoArtwork): DemoAccount {
  return { username, displayName, email: `${username}@peal.example`, password: `peal-demo-${username}`, artwork, kind }
}

export const demoArtists: DemoArtist[] = [
  {
    key: 'mara-okafor',
    ownerUsername: 'mara',
    name: 'Mara Okafor',
    bio: 'I grew up in Enugu above a shop that mended radios and now live where the ferry stops running at nine. I write on a borrowed guitar and leave the weather in.',
    website: 'https://mara.example',
    artwork: { design: 'mara', seed: 1 },
  },
  {
    key: 'teodor-lind',
    ownerUsername: 'teodor',
    name: 'Teodor Lind',
    bio: 'Reed organs, mostly broken ones. Weekdays I tune other people’s pianos in Härnösand; on Sundays nobody can stop me.',
    website: 'https://teodor.example',
    artwork: { design: 'teodor', seed: 1 },
  },
  {
    key: 'sunday-laundry',
    ownerUsername: 'noor',
    name: 'Sunday Laundry',
    bio: 'Noor on keys, Davi on bass, Hana on brushes and anything that rings. We met in a launderette in Porto with one working dryer, so we had time. Everything is split in three.',
    website: 'https://sundaylaundry.example',
    artwork: { design: 'sunday-laundry', seed: 1 },
  },
  {
    key: 'hana-tanimori',
    ownerUsername: 'hana',
    name: 'Hana Tanimori 谷森はな',
    bio: 'Kalimbas, marimbas, counting. Born in Matsue, where it rains two days in three. 雨の日に数える音楽。',
    website: 'https://hana.example',
    artwork: { design: 'hana', seed: 1 },
  },
  {
    key: 'luz-quintela',
    ownerUsername: 'luz',
    name: 'Luz Quintela',
    bio: 'Montevideo. I drove the night bus for six years and wrote these songs at the terminus, with the engine off and the heating on. Canciones para volver a casa.',
    website: 'https://luz.example',
    artwork: { design: 'luz', seed: 1 },
  },
]

const [AMBIENT, CLASSICAL, FOLK, JAZZ, LATIN] = [3, 6, 11, 15, 16] as const

export const demoAlbums: DemoAlbum[] = [
  {
    key: 'slow-lightning',
    artistKey: 'mara-okafor',
    title: 'Slow Lightning',
    description:
      'Four songs from one week of storms. Mara plays guitar and hums, Teodor fills the room behind her. The thunder on the first one was not invited.',
    isSingle: false,
    genreId: FOLK,
    publishedDaysAgo: 5,
    artwork: { design: 'slow-lightning', seed: 7 },
    split: [
      { username: 'mara', weight: 57 },
      { username: 'teodor', weight: 43 },
    ],
    tracks: [
      {
        key: 'slow-lightning',
        title: 'Slow Lightning',
        piece: 'slow-lightning',
        explicit: false,
        lyrics: slowLightningLyrics,
      },
      {
        key: 'paper-boats',
        title: 'Paper Boats',
        piece: 'paper-boats',
        explicit: false,
      },
      {
        key: 'kite-string',
        title: 'Kite String',
        piece: 'kite-string',
        explicit: false,
      },
      {
        key: 'half-a-moon',
        title: 'Half a Moon',
        piece: 'half-a-moon',
        explicit: false,
      },
    ],
  },
  {
    key: 'warm-cycle',
    artistKey: 'sunday-laundry',
    title: 'Warm Cycle',
    description:
      'Three pieces, thirty degrees, gentle spin. Recorded after closing time; the waltz is about a real sock.',
    isSingle: false,
    genreId: JAZZ,
    publishedDaysAgo: 16,
    artwork: { design: 'warm-cycle', seed: 7 },
    split: [
      { username: 'noor', weight: 1 },
      { username: 'davi', weight: 1 },
      { username: 'hana', weight: 1 },
    ],
    tracks: [
      laundryTrack('delicates', 'Delicates'),
      laundryTrack('spin-cycle', 'Spin Cycle'),
      laundryTrack('lost-sock-waltz', 'Lost Sock Waltz'),
    ],
  },
  {
    key: 'night-bus-41',
    artistKey: 'luz-quintela',
    title: 'Night Bus 41',
    description: 'The last bus from the port to the hills, in four chords. Sit on the left for the sea.',
    isSingle: true,
    genreId: LATIN,
    publishedDaysAgo: 2,
    artwork: { design: 'night-bus-41', seed: 7 },
    split: [{ username: 'luz', weight: 1 }],
    tracks: [
      {
        key: 'night-bus-41',
        title: 'Night Bus 41',
        piece: 'night-bus-41',
        explicit: false,
        lyrics: nightBusLyrics,
      },
    ],
  },
  {
    key: 'after-the-rain',
    artistKey: 'hana-tanimori',
    title: '雨のあと (After the Rain)',
    description: 'Patterns of three and five drip from the same roof until they agree.',
    isSingle: true,
    genreId: CLASSICAL,
    publishedDaysAgo: 9,
    artwork: { design: 'after-the-rain', seed: 7 },
    split: [{ username: 'hana', weight: 1 }],
    tracks: [
      {
        key: 'after-the-rain',
        title: '雨のあと (After the Rain)',
        piece: 'after-the-rain',
        explicit: false,
      },
    ],
  },
  {
    key: 'amber-rooms',
    artistKey: 'teodor-lind',
    title: 'Amber Rooms',
    description:
      'One reed organ, one voice, every door in the house open. Best at the time of day when you should switch on a lamp and do not.',
    isSingle: true,
    genreId: AMBIENT,
    publishedDaysAgo: 23,
    artwork: { design: 'amber-rooms', seed: 7 },
    split: [{ username: 'teodor', weight: 1 }],
    tracks: [
      {
        key: 'amber-rooms',
        title: 'Amber Rooms',
        piece: 'amber-rooms',
        explicit: false,
      },
    ],
  },
]

function laundryTrack(piece: Piece, title: string): DemoTrack {
  return { key: piece, title, piece, explicit: false }
}

const MUSIC = 11

export const demoPodcasts: DemoPodcast[] = [
  {
    key: 'made-up-town',
    ownerUsername: 'noor',
    name: 'Field Recordings of a Made-up Town',
    description:
      'There is no such place. Every gull, bell and conversation is synthesised, and the people murmur because nobody has invented their language yet. A minute at a time, with good music on the radio.',
    categoryId: MUSIC,
    publishedDaysAgo: 20,
    artwork: { design: 'made-up-town', seed: 7 },
    split: [{ username: 'noor', weight: 1 }],
    episodes: [
      {
        key: 'harbour',
        title: 'The Harbour Before Six',
        description:
          'The clock strikes five. A fisherman and a baker disagree about something, kindly. A boat spells its name.',
        piece: 'harbour',
        publishedDaysAgo: 20,
        artwork: { design: 'harbour', seed: 7 },
        chapters: [
          { startTime: 0, title: 'Five strikes' },
          { startTime: 17.5, title: 'A boat answers' },
          { startTime: 55, title: 'Its name' },
        ],
      },
      {
        key: 'radio-shop',
        title: 'The Radio Repair Shop',
        description:
          'Rain, a doorbell, a set that has not worked since spring. When it does, it plays “Night Bus 41” by Luz Quintela.',
        piece: 'radio-shop',
        publishedDaysAgo: 6,
        artwork: { design: 'radio-shop', seed: 7 },
        chapters: [
          { startTime: 0, title: 'Rain, and a doorbell' },
          { startTime: 24, title: '“Night Bus 41”, on the air' },
          { startTime: 43, title: 'Closing time' },
        ],
        timeSplits: [
          { track: 'night-bus-41', startSeconds: 24, endSeconds: 43, shareNumerator: 1, shareDenominator: 2 },
        ],
      },
    ],
  },
]
