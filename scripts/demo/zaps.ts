/** The zaps of the demo, and the deposits they require, as plain data: over the past six weeks, most of them recent. */
import { demoAlbums } from './catalogue.ts'
import { hasAccounts } from './people.ts'
import { createRandom } from './random.ts'
import { demoPodcasts } from './shows.ts'

export const demoDeposits: { username: string; amountMsat: number }[] = [
  { username: 'listener', amountMsat: 60_000_000 },
  { username: 'davi', amountMsat: 6_000_000 },
  ...['nia', 'joost', 'priya', 'sora', 'carmen', 'tomasz', 'ayla'].map((username) => deposit(username, 25_000)),
  ...['finn', 'leilani', 'emeka', 'greta', 'mateo', 'wren', 'otto'].map((username) => deposit(username, 12_000)),
].filter(({ username }) => hasAccounts([username]))

function deposit(username: string, sats: number): { username: string; amountMsat: number } {
  return { username, amountMsat: sats * 1_000 }
}

/** Deposits are older than every zap. */
export const DEPOSIT_DAYS = 50

export type DemoZap = {
  /** A demo account, or the external wallet. */
  from: string
  track?: string
  episode?: string
  sats: number
  comment?: string
  atSeconds?: number
  /** What the owner of the content wrote back. */
  reply?: string
}

const keys = new Set([
  ...demoAlbums.flatMap(({ tracks }) => tracks.map(({ key }) => key)),
  ...demoPodcasts.flatMap(({ episodes }) => episodes.map(({ key }) => key)),
])

const zaps: DemoZap[] = [
  { from: 'listener', track: 'slow-lightning', sats: 5_000, atSeconds: 20, comment: 'The thunder stays in. Please.' },
  { from: 'outside', track: 'slow-lightning', sats: 2_100, atSeconds: 4 },
  { from: 'davi', track: 'slow-lightning', sats: 777, atSeconds: 12, comment: 'I felt the window shake.' },
  { from: 'nia', track: 'five-rooms', sats: 7_000, atSeconds: 27, comment: 'Five strangers and I cried at my desk.' },
  { from: 'listener', track: 'slow-lightning', sats: 300, atSeconds: 27 },
  { from: 'outside', track: 'slow-lightning', sats: 1_000, atSeconds: 38, comment: 'The hum at the end of the line.' },
  {
    from: 'otto',
    track: 'substation',
    sats: 1_280,
    atSeconds: 38,
    comment: '128 times ten. Hold the filter longer next time.',
  },
  {
    from: 'listener',
    track: 'slow-lightning',
    sats: 2_500,
    atSeconds: 52,
    comment: 'Again from the flash, please.',
    reply: 'It came back twice that week. I kept the microphone out both times.',
  },
  { from: 'davi', track: 'slow-lightning', sats: 150, atSeconds: 66 },
  { from: 'priya', track: 'window-light', sats: 3_300, atSeconds: 31, comment: 'I could hear the room being warm.' },
  { from: 'listener', track: 'night-bus-41', sats: 3_000, atSeconds: 34, comment: 'Missed my stop because of this.' },
  { from: 'outside', track: 'night-bus-41', sats: 1_000, atSeconds: 51, comment: 'For the driver.' },
  { from: 'davi', track: 'night-bus-41', sats: 210, atSeconds: 9, comment: 'Second row, left side.' },
  {
    from: 'mateo',
    track: 'night-bus-41',
    sats: 1_500,
    atSeconds: 58,
    comment: 'Mi madre conducía el 33. Esto suena igual.',
    reply: 'El 33 nos esperaba siempre en la rambla. Un saludo a tu madre.',
  },
  {
    from: 'sora',
    track: 'after-the-rain',
    sats: 2_100,
    atSeconds: 47,
    comment: '三つと五つが合うところで泣きました。',
  },
  { from: 'listener', track: 'lost-sock-waltz', sats: 1_500, atSeconds: 12, comment: 'I think I have your sock.' },
  { from: 'outside', track: 'kilometre-nine', sats: 21 },
  { from: 'davi', track: 'after-the-rain', sats: 1_200, atSeconds: 22 },
  { from: 'outside', track: 'after-the-rain', sats: 777, atSeconds: 41, comment: '雨の日に聴いています。' },
  { from: 'carmen', track: 'guarda-chuva', sats: 4_200, atSeconds: 24, comment: 'My umbrella also had other plans.' },
  { from: 'listener', track: 'paper-boats', sats: 900, atSeconds: 30, comment: 'Mine went under the bridge.' },
  { from: 'davi', track: 'amber-rooms', sats: 640, atSeconds: 33, comment: 'More broken organs.' },
  {
    from: 'greta',
    track: 'amber-rooms',
    sats: 2_000,
    atSeconds: 48,
    comment: 'Played this in the dark at three in the afternoon. November.',
  },
  { from: 'outside', track: 'delicates', sats: 420 },
  {
    from: 'finn',
    track: 'fog-signal',
    sats: 2_222,
    atSeconds: 9,
    comment: 'That is our horn. I would know it anywhere.',
  },
  { from: 'listener', track: 'kite-string', sats: 350, atSeconds: 18 },
  { from: 'davi', track: 'half-a-moon', sats: 210 },
  { from: 'outside', track: 'spin-cycle', sats: 121 },
  {
    from: 'tomasz',
    track: 'rooftop-weather',
    sats: 1_720,
    atSeconds: 11,
    comment: 'The moment the drums arrive I own the street.',
  },
  { from: 'listener', episode: 'radio-shop', sats: 600, atSeconds: 31, comment: 'It works! Turn it up.' },
  {
    from: 'emeka',
    track: 'slow-lightning',
    sats: 4_000,
    atSeconds: 33,
    comment: 'Enugu rain sounds exactly like this on zinc.',
  },
  { from: 'wren', track: 'hang-dry', sats: 690, atSeconds: 40, comment: 'Folded eleven shirts to this. A record.' },
  { from: 'ayla', track: 'salt-road', sats: 3_000, atSeconds: 22, comment: 'The quiet string after the second turn.' },
  {
    from: 'outside',
    track: 'ferry',
    sats: 50_000,
    atSeconds: 37,
    comment: 'I missed that ferry in 1998. This is the fare.',
    reply: 'Then it has arrived. Thank you, whoever you are. The next record has better microphones now.',
  },
  {
    from: 'leilani',
    track: 'guarda-chuva',
    sats: 1_500,
    atSeconds: 36,
    comment: 'Found it. It is on our beach. It looks happy.',
  },
  { from: 'joost', track: 'ferry', sats: 5_000, atSeconds: 29, comment: '“Stay, says the rope.” I had to sit down.' },
  { from: 'nia', track: 'ferry', sats: 8_000, atSeconds: 46, comment: 'You have never sung this low before. More.' },
  { from: 'emeka', track: 'ferry', sats: 2_100, atSeconds: 60, comment: 'For the ticket man and his watch.' },
  {
    from: 'priya',
    track: 'stairwell',
    sats: 1_000,
    atSeconds: 25,
    comment: 'I run up my own stairs in this time now.',
  },
  { from: 'outside', track: 'window-light', sats: 500, atSeconds: 62 },
  {
    from: 'greta',
    track: 'snow-on-the-line',
    sats: 1_111,
    atSeconds: 34,
    comment: 'There is a chair creak at 0:34 and it is perfect.',
    reply: 'That chair has been in this family since 1926. I will tell it.',
  },
  { from: 'sora', track: 'five-rooms', sats: 1_000, atSeconds: 44, comment: 'On the train, headphones, eyes closed.' },
  { from: 'carmen', track: 'five-rooms', sats: 2_500, atSeconds: 62, comment: 'Split it five ways, exactly, please.' },
  { from: 'outside', track: 'five-rooms', sats: 210, atSeconds: 15 },
  { from: 'otto', track: 'last-lift', sats: 444, atSeconds: 19 },
  { from: 'tomasz', track: 'substation', sats: 900, atSeconds: 46, comment: 'My kettle clicked off on the beat.' },
  {
    from: 'joost',
    track: 'substation',
    sats: 1_000,
    atSeconds: 7,
    comment: 'As a transformer engineer: correct.',
    reply: 'Finally, a review from the trade.',
  },
  {
    from: 'finn',
    track: 'low-sun',
    sats: 1_600,
    atSeconds: 30,
    comment: 'Put the sun on the island at the end. Thank you for that.',
  },
  {
    from: 'outside',
    track: 'fog-signal',
    sats: 3_000,
    atSeconds: 41,
    comment: 'Listened with the window open, and something answered.',
  },
  { from: 'wren', track: 'fog-signal', sats: 333, atSeconds: 26, comment: 'My dog lay down at exactly this second.' },
  {
    from: 'ayla',
    track: 'kilometre-nine',
    sats: 2_400,
    atSeconds: 50,
    comment: 'I was the passenger. Thank you for the turning.',
  },
  {
    from: 'mateo',
    track: 'kilometre-nine',
    sats: 750,
    atSeconds: 35,
    comment: 'One is for the engine. Two is for the coffee.',
  },
  {
    from: 'tomasz',
    track: 'kilometre-nine',
    sats: 4_000,
    atSeconds: 60,
    comment: 'Drove to it. The whole tank.',
    reply: 'Petrol is on you, the road is on me.',
  },
  { from: 'leilani', track: 'rooftop-weather', sats: 2_000, atSeconds: 24, comment: 'Warm rain here, and still.' },
  {
    from: 'otto',
    track: 'rooftop-weather',
    sats: 600,
    atSeconds: 40,
    comment: 'I checked too. It is in time.',
    reply: 'You went up there! Keep away from the edge.',
  },
  { from: 'outside', track: 'rooftop-weather', sats: 21, atSeconds: 3 },
  {
    from: 'sora',
    episode: 'nine-two',
    sats: 1_000,
    atSeconds: 20,
    comment: 'From the lab? I was on shift. I danced with a centrifuge.',
  },
  { from: 'carmen', episode: 'nine-one', sats: 1_500, atSeconds: 40, comment: 'Play it to the end once. Just once.' },
  {
    from: 'priya',
    episode: 'nine-three',
    sats: 800,
    atSeconds: 52,
    comment: 'Good night to you too, whatever it means.',
    reply: 'It means good night.',
  },
  { from: 'greta', episode: 'two-notes', sats: 640, atSeconds: 28, comment: 'I did not know I was holding my breath.' },
  { from: 'emeka', episode: 'kettle', sats: 300, atSeconds: 26, comment: 'Went to check. Mine is a third higher.' },
  {
    from: 'wren',
    episode: 'tram-depot',
    sats: 500,
    atSeconds: 30,
    comment: 'The sweeping. Ten hours of the sweeping, please.',
  },
  {
    from: 'nia',
    track: 'guarda-chuva',
    sats: 2_100,
    atSeconds: 60,
    comment: 'Em voz baixa, mas alto no meu prédio todo.',
  },
]

/** Zaps without a message, so that the chart of the week has more than a few rows. */
function smallZaps(count: number): DemoZap[] {
  const random = createRandom(21)
  const tracks = demoAlbums.flatMap((album) => album.tracks.map(({ key }) => key))
  const listeners = demoDeposits.map(({ username }) => username)
  return Array.from({ length: count }, (_, index) => ({
    from: random.pick(listeners),
    // Each track once, then again.
    track: tracks[index % tracks.length]!,
    sats: random.pick([21, 21, 50, 100, 121, 210]),
    atSeconds: Math.round(random.between(2, 58)),
  }))
}

const SMALL_ZAPS = 60
const SPREAD_DAYS = 42
/** The fractions of its multiples are spread evenly. */
const GOLDEN = 0.618_034
/** Between a release and its first zap. */
const AFTER_RELEASE = 0.95

const ages = new Map([
  ...demoAlbums.flatMap(({ publishedDaysAgo, tracks }) => tracks.map(({ key }) => [key, publishedDaysAgo] as const)),
  ...demoPodcasts.flatMap(({ publishedDaysAgo, episodes }) =>
    episodes.map(({ key }) => [key, publishedDaysAgo] as const),
  ),
])

/** Squared, so that two of five are of the last week. */
const daysAgoOf = (index: number, key: string): number =>
  Math.min(SPREAD_DAYS * ((index * GOLDEN) % 1) ** 2, (ages.get(key) ?? 0) * AFTER_RELEASE)

export const demoZaps = [...zaps, ...smallZaps(SMALL_ZAPS)]
  .filter(({ from, track, episode = '' }) => (from === 'outside' || hasAccounts([from])) && keys.has(track ?? episode))
  .map((zap, index) => ({ ...zap, daysAgo: daysAgoOf(index, zap.track ?? zap.episode ?? '') }))
