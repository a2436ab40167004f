/** The later releases of the demo, with photographed and printed covers. */
import { track, type DemoAlbum } from './album.ts'
import { ferryLyrics, fiveRoomsLyrics, guardaChuvaLyrics, kilometreNineLyrics, rooftopWeatherLyrics } from './lyrics.ts'

const [
  AMBIENT,
  CLASSICAL,
  ELECTRONIC,
  FOLK,
  JAZZ,
  LATIN,
  WORLD,
  CHORAL,
  SOLO_PIANO,
  DRUM_AND_BASS,
  TECHNO,
  SINGER_SONGWRITER,
  BOSSA_NOVA,
  AMBIENT_PROPER,
  COOL_JAZZ,
] = [3, 6, 9, 11, 15, 16, 25, 603, 610, 904, 913, 1_107, 1_602, 301, 1_504] as const

export const laterAlbums: DemoAlbum[] = [
  {
    key: 'window-light',
    artistKey: 'ines-varga',
    title: 'Window Light',
    description:
      'Three pieces for one piano and the hours between two and four. The first is the light on the wall, the second is somebody running up to see it, the third is the same room in January.',
    isSingle: false,
    genreId: CLASSICAL,
    subgenreId: SOLO_PIANO,
    publishedDaysAgo: 1,
    artwork: { photograph: 'window-light' },
    credits: [
      { name: 'Ines Varga', role: 'piano', username: 'ines' },
      { name: 'Ines Varga', role: 'composer', username: 'ines' },
      { name: 'Teodor Lind', role: 'recording engineer', username: 'teodor' },
    ],
    split: [
      { username: 'ines', weight: 85 },
      { username: 'teodor', weight: 15 },
    ],
    tracks: [
      track('window-light', 'Window Light', {
        segments: [
          { photograph: 'ines-1', startTime: 10, duration: 19 },
          { photograph: 'ines-2', startTime: 29, duration: 20 },
          { photograph: 'ines-3', startTime: 49, duration: 19 },
        ],
      }),
      track('stairwell', 'Stairwell, Two at a Time'),
      track('snow-on-the-line', 'Snow on the Line'),
    ],
  },
  {
    key: 'fog-signal',
    artistKey: 'kestrel-and-salt',
    title: 'Fog Signal',
    description:
      'One note from a foghorn, answered for as long as it takes. Side one is grey. Side two is the ten minutes in which it is not.',
    isSingle: false,
    genreId: AMBIENT,
    subgenreId: AMBIENT_PROPER,
    publishedDaysAgo: 12,
    artwork: { photograph: 'fog-signal' },
    credits: [
      { name: 'Isla Kestrel', role: 'composer', username: 'isla' },
      { name: 'Mara Okafor', role: 'vocals', username: 'mara' },
      { name: 'The sea', role: 'sound design' },
    ],
    split: [
      { username: 'isla', weight: 4 },
      { username: 'mara', weight: 1 },
    ],
    tracks: [
      track('fog-signal', 'Fog Signal', {
        segments: [
          { photograph: 'kestrel-3', startTime: 0, duration: 16 },
          { photograph: 'kestrel-1', startTime: 16, duration: 16 },
          { photograph: 'kestrel-4', startTime: 32, duration: 16 },
        ],
      }),
      track('low-sun', 'Low Sun'),
    ],
  },
  {
    key: 'substation',
    artistKey: 'baptiste-ohm',
    title: 'Substation',
    description:
      'Fifty hertz, a hundred and twenty-eight beats. Recorded in one take beside a transformer that did not mind.',
    isSingle: true,
    genreId: ELECTRONIC,
    subgenreId: TECHNO,
    publishedDaysAgo: 4,
    artwork: { photograph: 'substation' },
    credits: [{ name: 'Baptiste Ohm', role: 'producer', username: 'baptiste' }],
    split: [{ username: 'baptiste', weight: 1 }],
    tracks: [track('substation', 'Substation')],
  },
  {
    key: 'rooftop-weather',
    artistKey: 'yusra-bello',
    title: 'Rooftop Weather',
    description:
      'Written between four and six in the morning, when the street is wet and belongs to the people who clean it. Fast drums, slow chords.',
    isSingle: false,
    genreId: ELECTRONIC,
    subgenreId: DRUM_AND_BASS,
    publishedDaysAgo: 3,
    artwork: { photograph: 'rooftop-weather' },
    credits: [
      { name: 'Yusra Bello', role: 'producer', username: 'yusra' },
      { name: 'Yusra Bello', role: 'vocals', username: 'yusra' },
      { name: 'Baptiste Ohm', role: 'mixing engineer', username: 'baptiste' },
    ],
    split: [
      { username: 'yusra', weight: 9 },
      { username: 'baptiste', weight: 1 },
    ],
    tracks: [
      track('rooftop-weather', 'Rooftop Weather', { lyrics: rooftopWeatherLyrics }),
      track('last-lift', 'Last Lift Down'),
    ],
  },
  {
    key: 'guarda-chuva',
    artistKey: 'davi-sequeira',
    title: 'Guarda-chuva',
    description: 'An umbrella goes out to sea. It is not a sad song; it was never a good umbrella.',
    isSingle: true,
    genreId: LATIN,
    subgenreId: BOSSA_NOVA,
    publishedDaysAgo: 7,
    artwork: { photograph: 'guarda-chuva' },
    credits: [
      { name: 'Davi Sequeira', role: 'songwriter', username: 'davi' },
      { name: 'Davi Sequeira', role: 'guitar', username: 'davi' },
      { name: 'Hana Tanimori', role: 'percussion', username: 'hana' },
    ],
    split: [
      { username: 'davi', weight: 3 },
      { username: 'hana', weight: 1 },
    ],
    tracks: [track('guarda-chuva', 'Guarda-chuva', { lyrics: guardaChuvaLyrics })],
  },
  {
    key: 'five-rooms',
    artistKey: 'quiet-assembly',
    title: 'Five Rooms, One Breath',
    description:
      'Five people, five kitchens, one chord at a time. Each sang alone with a clock in view. What you hear is where they met. A fifth for each.',
    isSingle: true,
    genreId: CLASSICAL,
    subgenreId: CHORAL,
    publishedDaysAgo: 10,
    artwork: { photograph: 'five-rooms' },
    credits: [
      { name: 'Ines Varga', role: 'composer', username: 'ines' },
      { name: 'Mara Okafor', role: 'vocals', username: 'mara' },
      { name: 'Teodor Lind', role: 'vocals', username: 'teodor' },
      { name: 'Hana Tanimori', role: 'vocals', username: 'hana' },
      { name: 'Yusra Bello', role: 'vocals', username: 'yusra' },
    ],
    split: [
      { username: 'ines', weight: 1 },
      { username: 'mara', weight: 1 },
      { username: 'teodor', weight: 1 },
      { username: 'hana', weight: 1 },
      { username: 'yusra', weight: 1 },
    ],
    tracks: [track('five-rooms', 'Five Rooms, One Breath', { lyrics: fiveRoomsLyrics })],
  },
  {
    key: 'kilometre-nine',
    artistKey: 'omar-fennec',
    title: 'Kilometre Nine',
    description:
      'Two songs from the road between Tata and Zagora. The first is for driving, the second is for when the engine has stopped and you can hear how far away everything is.',
    isSingle: false,
    genreId: WORLD,
    publishedDaysAgo: 18,
    artwork: { photograph: 'kilometre-nine' },
    credits: [
      { name: 'Omar Fennec', role: 'guitar', username: 'omar' },
      { name: 'Omar Fennec', role: 'vocals', username: 'omar' },
      { name: 'Davi Sequeira', role: 'bass', username: 'davi' },
    ],
    split: [
      { username: 'omar', weight: 4 },
      { username: 'davi', weight: 1 },
    ],
    tracks: [
      track('kilometre-nine', 'Kilometre Nine', { lyrics: kilometreNineLyrics }),
      track('salt-road', 'Salt Road'),
    ],
  },
  {
    key: 'the-ferry',
    artistKey: 'mara-okafor',
    title: 'The Ferry Stops at Nine',
    description:
      'The first song of the next record, recorded on the last boat. If you hear an engine, that is the engine.',
    isSingle: true,
    genreId: FOLK,
    subgenreId: SINGER_SONGWRITER,
    publishedDaysAgo: 0.5,
    artwork: { photograph: 'ferry' },
    credits: [
      { name: 'Mara Okafor', role: 'songwriter', username: 'mara' },
      { name: 'Mara Okafor', role: 'vocals', username: 'mara' },
      { name: 'Isla Kestrel', role: 'backing vocals', username: 'isla' },
    ],
    split: [
      { username: 'mara', weight: 4 },
      { username: 'isla', weight: 1 },
    ],
    tracks: [track('ferry', 'The Ferry Stops at Nine', { lyrics: ferryLyrics })],
  },
  {
    key: 'hang-dry',
    artistKey: 'sunday-laundry',
    title: 'Hang Dry',
    description: 'A waltz for shirts on a line. Hana brought the marimba up the fire escape, so it is in every bar.',
    isSingle: true,
    genreId: JAZZ,
    subgenreId: COOL_JAZZ,
    publishedDaysAgo: 14,
    artwork: { photograph: 'hang-dry' },
    credits: [
      { name: 'Noor Haddaway', role: 'piano', username: 'noor' },
      { name: 'Davi Sequeira', role: 'bass', username: 'davi' },
      { name: 'Hana Tanimori', role: 'percussion', username: 'hana' },
    ],
    split: [
      { username: 'noor', weight: 1 },
      { username: 'davi', weight: 1 },
      { username: 'hana', weight: 1 },
    ],
    tracks: [track('hang-dry', 'Hang Dry')],
  },
]
