/** The users and artists of the demo, as plain data. Every name is invented. */
import type { Artwork } from './covers.ts'
import { ACCOUNTS_MAX } from './edition.ts'

export type DemoAccount = {
  username: string
  displayName: string
  email: string
  password: string
  artwork: Artwork
  kind: 'listener' | 'artist'
}

export type DemoArtist = {
  key: string
  ownerUsername: string
  name: string
  bio: string
  website: string
  artwork: Artwork
}

const drawn = (seed: number): Artwork => ({ design: 'listener', seed })
const photograph = (name: string): Artwork => ({ photograph: name })

export const demoAccounts: DemoAccount[] = [
  account('listener', 'Robin Ashdown', 'listener', drawn(4)),
  account('mara', 'Mara Okafor', 'artist', { design: 'mara', seed: 1 }),
  account('teodor', 'Teodor Lind', 'artist', { design: 'teodor', seed: 1 }),
  account('noor', 'Noor Haddaway', 'artist', drawn(7)),
  account('davi', 'Davi Sequeira', 'artist', drawn(3)),
  account('hana', 'Hana Tanimori', 'artist', { design: 'hana', seed: 1 }),
  account('luz', 'Luz Quintela', 'artist', { design: 'luz', seed: 1 }),
  account('ines', 'Ines Varga', 'artist', photograph('face-ines')),
  account('isla', 'Isla Kestrel', 'artist', photograph('face-kestrel')),
  account('yusra', 'Yusra Bello', 'artist', photograph('face-yusra')),
  account('omar', 'Omar Fennec', 'artist', photograph('face-omar')),
  account('baptiste', 'Baptiste Ohm', 'artist', photograph('face-baptiste')),
  account('nia', 'Nia Adeyemi', 'listener', photograph('face-c')),
  account('joost', 'Joost Verhaegen', 'listener', photograph('face-e')),
  account('priya', 'Priya Raman', 'listener', photograph('face-b')),
  account('sora', 'Sora Ishida', 'listener', drawn(12)),
  account('carmen', 'Carmen Olmedo', 'listener', photograph('face-d')),
  account('tomasz', 'Tomasz Wilk', 'listener', photograph('face-a')),
  account('ayla', 'Ayla Demir', 'listener', drawn(9)),
  account('finn', 'Finn O’Leary', 'listener', photograph('face-f')),
  account('leilani', 'Leilani Kahale', 'listener', drawn(15)),
  account('emeka', 'Emeka Obi', 'listener', drawn(2)),
  account('greta', 'Greta Lindqvist', 'listener', drawn(11)),
  account('mateo', 'Mateo Ruiz', 'listener', drawn(6)),
  account('wren', 'Wren Holloway', 'listener', drawn(8)),
  account('otto', 'Otto Brandl', 'listener', drawn(5)),
].slice(0, ACCOUNTS_MAX)

const usernames = new Set(demoAccounts.map(({ username }) => username))
/** False only in a smaller edition. */
export const hasAccounts = (names: readonly string[]) => names.every((name) => usernames.has(name))

function account(username: string, displayName: string, kind: DemoAccount['kind'], artwork: Artwork): DemoAccount {
  return { username, displayName, email: `${username}@peal.example`, password: `peal-demo-${username}`, artwork, kind }
}

const artists: DemoArtist[] = [
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
  {
    key: 'ines-varga',
    ownerUsername: 'ines',
    name: 'Ines Varga',
    bio: 'The piano came with the flat: fourth floor, Budapest, no lift. It took six men to bring it up in 1961 and nobody has offered to bring it down. I record between two and four, when the sun is on the keys and the neighbours are at work. You can hear the pedal, the chair and, once, a pigeon.',
    website: 'https://ines.example',
    artwork: photograph('face-ines'),
  },
  {
    key: 'kestrel-and-salt',
    ownerUsername: 'isla',
    name: 'Kestrel & Salt',
    bio: 'My grandfather kept the light on an island of eleven people. The foghorn there plays one note, a flat D, and every piece we have made begins by agreeing with it. We are Isla Kestrel, who plays everything that can be held down, and the sea, which is not paid but is thanked.',
    website: 'https://kestrel.example',
    artwork: photograph('face-kestrel'),
  },
  {
    key: 'yusra-bello',
    ownerUsername: 'yusra',
    name: 'Yusra Bello',
    bio: 'Night shifts in a hospital lab, then drums until the first tram. I make fast music for slow walks home. If you listen on a roof, the rain is in time; I checked.',
    website: 'https://yusra.example',
    artwork: photograph('face-yusra'),
  },
  {
    key: 'omar-fennec',
    ownerUsername: 'omar',
    name: 'Omar Fennec',
    bio: 'I learned the guitar from a lorry driver with two cassettes, one of which was blank. Between Tata and Zagora the road has a stone every kilometre; the ninth has a hole in it, and the wind through that hole is the first note of the first song.',
    website: 'https://omar.example',
    artwork: photograph('face-omar'),
  },
  {
    key: 'baptiste-ohm',
    ownerUsername: 'baptiste',
    name: 'Baptiste Ohm',
    bio: 'Electrician. I measure hum for a living and then I put a kick drum under it. One machine, one take, no screens.',
    website: 'https://baptiste.example',
    artwork: photograph('face-baptiste'),
  },
  {
    key: 'davi-sequeira',
    ownerUsername: 'davi',
    name: 'Davi Sequeira',
    bio: 'Bass in Sunday Laundry, nylon strings at home. My mother sang these changes over the washing-up in Niterói and never once finished a verse, so I do not either. Tudo em voz baixa.',
    website: 'https://davi.example',
    artwork: drawn(3),
  },
  {
    key: 'quiet-assembly',
    ownerUsername: 'ines',
    name: 'The Quiet Assembly',
    bio: 'Five people who live in five cities and sing at the same minute: Enugu light, Budapest noon, Härnösand snow, Matsue rain, a roof. Nobody conducts. Everybody is paid the same.',
    website: 'https://assembly.example',
    artwork: photograph('face-assembly'),
  },
]

export const demoArtists = artists.filter(({ ownerUsername }) => hasAccounts([ownerUsername]))
