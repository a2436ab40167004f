/** The podcasts of the demo, as plain data. Nobody speaks a language in them: the voices are synthesized murmurs. */
import type { DemoSplit, Piece } from './album.ts'
import type { Artwork } from './covers.ts'
import { hasAccounts } from './people.ts'

/** While a track plays in an episode, its recipients share what the episode is paid. */
export type DemoTimeSplit = {
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
  artwork: Artwork
  split: DemoSplit
  episodes: DemoEpisode[]
}

const [MUSIC, SCIENCE] = [11, 14] as const

const madeUpTown: DemoPodcast = {
  key: 'made-up-town',
  ownerUsername: 'noor',
  name: 'Field Recordings of a Made-up Town',
  description:
    'There is no such place. Every gull, bell and conversation is synthesised, and the people murmur because nobody has invented their language yet. A minute at a time, with good music on the radio.',
  categoryId: MUSIC,
  publishedDaysAgo: 20,
  artwork: { design: 'made-up-town', seed: 7 },
  split: { noor: 1 },
  episodes: [
    {
      key: 'harbour',
      title: 'The Harbour Before Six',
      description:
        'The clock strikes five. A fisherman and a baker disagree about something, kindly. A boat spells its name.',
      piece: 'harbour',
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
      chapters: [
        { startTime: 0, title: 'Rain, and a doorbell' },
        { startTime: 24, title: '“Night Bus 41”, on the air' },
        { startTime: 43, title: 'Closing time' },
      ],
      timeSplits: [{ track: 'night-bus-41', startSeconds: 24, endSeconds: 43, shareNumerator: 1, shareDenominator: 2 }],
    },
    {
      key: 'tram-depot',
      title: 'The Tram Depot at Midnight',
      description:
        'The last tram comes in singing through its motors. Somebody sweeps. Somebody tells a story that needs a broom to tell it. Three strikes, which is not the time.',
      piece: 'tram-depot',
      chapters: [
        { startTime: 0, title: 'The last one in' },
        { startTime: 12, title: 'The driver explains' },
        { startTime: 24, title: 'Broom' },
        { startTime: 46, title: 'Three strikes' },
      ],
    },
  ],
}

const NINE_FIRST = { startSeconds: 9, endSeconds: 26, shareNumerator: 4, shareDenominator: 5 }
const NINE_SECOND = { startSeconds: 32, endSeconds: 50, shareNumerator: 4, shareDenominator: 5 }

const nine: DemoPodcast = {
  key: 'nine',
  ownerUsername: 'isla',
  name: 'Records at Nine',
  description:
    'Two records, one lamp, nobody in a hurry. While a song plays, four fifths of every sat you send go to the people who made it, second by second. The host says very little and says it in no language.',
  categoryId: MUSIC,
  publishedDaysAgo: 15,
  artwork: { photograph: 'nine' },
  split: { isla: 1 },
  episodes: [
    {
      key: 'nine-one',
      title: 'An Umbrella and a Road',
      description: 'Davi Sequeira’s “Guarda-chuva”, then Omar Fennec’s “Kilometre Nine”. Water first, then none.',
      piece: 'nine-one',
      chapters: [
        { startTime: 0, title: 'Good evening' },
        { startTime: 9, title: 'Davi Sequeira: Guarda-chuva' },
        { startTime: 26, title: 'Turning the record' },
        { startTime: 32, title: 'Omar Fennec: Kilometre Nine' },
        { startTime: 50, title: 'Good night' },
      ],
      timeSplits: [
        { track: 'guarda-chuva', ...NINE_FIRST },
        { track: 'kilometre-nine', ...NINE_SECOND },
      ],
    },
    {
      key: 'nine-two',
      title: 'Fast, Then Fog',
      description:
        'Yusra Bello’s “Rooftop Weather” at full speed, then “Fog Signal” by Kestrel & Salt, which has none.',
      piece: 'nine-two',
      chapters: [
        { startTime: 0, title: 'Good evening' },
        { startTime: 9, title: 'Yusra Bello: Rooftop Weather' },
        { startTime: 26, title: 'A pause for breath' },
        { startTime: 32, title: 'Kestrel & Salt: Fog Signal' },
        { startTime: 50, title: 'Good night' },
      ],
      timeSplits: [
        { track: 'rooftop-weather', ...NINE_FIRST },
        { track: 'fog-signal', ...NINE_SECOND },
      ],
    },
    {
      key: 'nine-three',
      title: 'Rooms',
      description: 'One room by Ines Varga, five by The Quiet Assembly. The lamp stays on.',
      piece: 'nine-three',
      chapters: [
        { startTime: 0, title: 'Good evening' },
        { startTime: 9, title: 'Ines Varga: Window Light' },
        { startTime: 26, title: 'A door' },
        { startTime: 32, title: 'The Quiet Assembly: Five Rooms, One Breath' },
        { startTime: 50, title: 'Good night' },
      ],
      timeSplits: [
        { track: 'window-light', ...NINE_FIRST },
        { track: 'five-rooms', ...NINE_SECOND },
      ],
    },
  ],
}

const oneSound: DemoPodcast = {
  key: 'one-sound',
  ownerUsername: 'teodor',
  name: 'One Sound',
  description:
    'A piano tuner takes one sound apart per episode, without a word. Put on headphones. The cover is sand on a metal plate: it lies where the plate does not move.',
  categoryId: SCIENCE,
  publishedDaysAgo: 25,
  artwork: { photograph: 'one-sound' },
  split: { teodor: 3, baptiste: 1 },
  episodes: [
    {
      key: 'one-bell',
      title: 'A Bell, in Pieces',
      description: 'First the bell. Then each of the tones it is made of, from the lowest, and then all of them again.',
      piece: 'one-bell',
      chapters: [
        { startTime: 0, title: 'The bell' },
        { startTime: 5.5, title: 'Its tones, one by one' },
        { startTime: 28, title: 'Together' },
        { startTime: 38, title: 'The bell, again' },
      ],
    },
    {
      key: 'two-notes',
      title: 'Two Notes That Disagree',
      description:
        'Two tones, almost the same. They beat against each other, slower each time, until they agree. Then four ways to agree while being different.',
      piece: 'two-notes',
      chapters: [
        { startTime: 0, title: 'Far apart' },
        { startTime: 13.5, title: 'Closer' },
        { startTime: 26.3, title: 'The same' },
        { startTime: 33, title: 'Fifth, fourth, third, octave' },
      ],
    },
    {
      key: 'kettle',
      title: 'Why a Kettle Sings',
      description:
        'Small bubbles, large bubbles, a lid, a whistle. Then a string tuned to the whistle, because it was there.',
      piece: 'kettle',
      chapters: [
        { startTime: 0, title: 'Small bubbles' },
        { startTime: 18, title: 'The lid' },
        { startTime: 25, title: 'The whistle' },
        { startTime: 33, title: 'A string that agrees' },
      ],
    },
  ],
}

export const demoPodcasts: DemoPodcast[] = [madeUpTown, nine, oneSound].filter(({ ownerUsername, split }) =>
  hasAccounts([ownerUsername, ...Object.keys(split)]),
)
