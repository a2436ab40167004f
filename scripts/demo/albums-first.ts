/** The first five releases of the demo, with drawn covers. */
import { track, type DemoAlbum } from './album.ts'
import { nightBusLyrics, slowLightningLyrics } from './lyrics.ts'

const [AMBIENT, CLASSICAL, FOLK, JAZZ, LATIN] = [3, 6, 11, 15, 16] as const

export const firstAlbums: DemoAlbum[] = [
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
    credits: [
      { name: 'Mara Okafor', role: 'songwriter', username: 'mara' },
      { name: 'Mara Okafor', role: 'guitar', username: 'mara' },
      { name: 'Teodor Lind', role: 'keyboards', username: 'teodor' },
      { name: 'A thunderstorm', role: 'percussion' },
    ],
    split: { mara: 57, teodor: 43 },
    tracks: [
      track('slow-lightning', 'Slow Lightning', { lyrics: slowLightningLyrics }),
      track('paper-boats', 'Paper Boats'),
      track('kite-string', 'Kite String'),
      track('half-a-moon', 'Half a Moon'),
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
    credits: [
      { name: 'Noor Haddaway', role: 'piano', username: 'noor' },
      { name: 'Davi Sequeira', role: 'bass', username: 'davi' },
      { name: 'Hana Tanimori', role: 'percussion', username: 'hana' },
    ],
    split: { noor: 1, davi: 1, hana: 1 },
    tracks: [
      track('delicates', 'Delicates'),
      track('spin-cycle', 'Spin Cycle'),
      track('lost-sock-waltz', 'Lost Sock Waltz'),
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
    credits: [
      { name: 'Luz Quintela', role: 'songwriter', username: 'luz' },
      { name: 'Luz Quintela', role: 'producer', username: 'luz' },
    ],
    split: { luz: 1 },
    tracks: [track('night-bus-41', 'Night Bus 41', { lyrics: nightBusLyrics })],
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
    credits: [{ name: 'Hana Tanimori', role: 'composer', username: 'hana' }],
    split: { hana: 1 },
    tracks: [track('after-the-rain', '雨のあと (After the Rain)')],
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
    credits: [
      { name: 'Teodor Lind', role: 'composer', username: 'teodor' },
      { name: 'Mara Okafor', role: 'vocals', username: 'mara' },
    ],
    split: { teodor: 1 },
    tracks: [track('amber-rooms', 'Amber Rooms')],
  },
]
