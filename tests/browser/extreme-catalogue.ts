/** Twelve releases with the covers and titles that are hardest to show, and with none, one and many of everything. */
import { sql } from 'kysely'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { send } from '#contract/payments/payments.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { ALBUM_TRACKS_MAX, createTrack } from '#contract/catalog/tracks.ts'
import { agreeByName, createTestUser, lendAudio, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { drawExtremes } from './cover-pictures.ts'

const LONG =
  'A Title That Goes On and On, Because Nobody Told the Person Who Typed It That the Field Would Take All of It, '
const TITLES = [
  'Привет, долгая ночь',
  'Ωμέγα και Ψυχή',
  '雨のあとに残った音',
  'مرحبا بالعالم الجديد',
  '👩‍👩‍👧‍👦 🎉 ⚡',
  LONG.repeat(3).slice(0, 255),
  'W'.repeat(255),
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'i',
  'Žižkov: Ấm Ầm (Live) [untitled] #1',
  'שלום, סוף הלילה',
  'Ink',
]
const PARTNERS = ['robin', 'lena', 'ora', 'timo', 'juno', 'pascal']
const SHARES = [40, 25, 15, 10, 7, 3]
const TWELVE_HOURS_MS = 43_200_000
const ZAPS = 10_000

export type ExtremeRelease = { name: string; albumId: string; trackId: string; artistUrl: string }
export type ExtremeCatalogue = {
  releases: ExtremeRelease[]
  bareArtistUrl: string
  bareAlbumId: string
  longAlbumId: string
}

/** `owner` has published `trackId`, whose audio all tracks get. With `isLarge`, one release has as many tracks as it may
 * have, and a track of 3 s and one of 12 h have 10,000 zaps each. */
export async function fillExtremes(
  world: TestWorld,
  { owner, trackId }: { owner: TestUser; trackId: string },
  { sidePx = 320, isLarge = false }: { sidePx?: number; isLarge?: boolean } = {},
): Promise<ExtremeCatalogue> {
  const covers = await drawExtremes(sidePx)
  const releases: ExtremeRelease[] = []
  for (const [index, { name, png }] of covers.entries()) {
    const artist = await owner.call(createArtist, {
      body: { name: index % 3 === 0 ? TITLES[index]!.slice(0, 40) : `The ${name}` },
    })
    const artwork = new File([new Uint8Array(png)], 'cover.png', { type: 'image/png' })
    const album = await owner.call(createAlbum, { body: { artistId: artist.id, title: TITLES[index]!, artwork } })
    const track = await addTrack(world, owner, { albumId: album.id, title: TITLES[index]!, order: 1, fromId: trackId })
    await sql`UPDATE track SET is_explicit = TRUE WHERE id = ${track}`.execute(world.world.database.read)
    await owner.call(publish, { params: { contentId: album.id }, body: { contentType: 'album' } })
    releases.push({ name, albumId: album.id, trackId: track, artistUrl: artist.artistUrl })
  }
  await splitAmongSix(world, owner, releases[0]!)
  const bare = await owner.call(createArtist, { body: { name: 'Nobody Yet' } })
  const unpainted = await owner.call(createAlbum, { body: { artistId: bare.id, title: 'Without a Picture' } })
  await addTrack(world, owner, { albumId: unpainted.id, title: 'Blind', order: 1, fromId: trackId })
  await owner.call(publish, { params: { contentId: unpainted.id }, body: { contentType: 'album' } })
  const alone = await owner.call(createArtist, { body: { name: 'Only a Name' } })
  const longAlbumId = releases[11]!.albumId
  if (isLarge) await enlarge(world, owner, { albumId: longAlbumId, fromId: trackId, releases })
  return { releases, bareArtistUrl: alone.artistUrl, bareAlbumId: unpainted.id, longAlbumId }
}

type NewTrack = { albumId: string; title: string; order: number; fromId: string }

async function addTrack(world: TestWorld, owner: TestUser, { fromId, ...body }: NewTrack): Promise<string> {
  const { id } = await owner.call(createTrack, { body: { ...body, extension: 'wav' } })
  await lendAudio(world, id, fromId)
  return id
}

/** And messages of every loudness to the same release. */
async function splitAmongSix(world: TestWorld, owner: TestUser, { albumId, trackId }: ExtremeRelease): Promise<void> {
  const known = new Set<string>([owner.name, 'robin'])
  for (const name of PARTNERS) if (!known.has(name)) await createTestUser(world, { name })
  const splitRecipients = PARTNERS.map((name, index) => ({ name, share: SHARES[index]! }))
  await owner.call(createSplit, { body: { contentId: albumId, contentType: 'album', splitRecipients } })
  await agreeByName(world, PARTNERS)
  for (const [index, sats] of [10, 1_000, 5_000].entries()) {
    const comment = ['Quiet.', 'Louder than before, and longer.', 'The loudest of them all.'][index]!
    await owner.prove(send, { body: { contentId: trackId, msatAmount: sats * 1_000, comment, contentTime: index * 9 } })
  }
}

type Large = { albumId: string; fromId: string; releases: readonly ExtremeRelease[] }

async function enlarge(world: TestWorld, owner: TestUser, { albumId, fromId, releases }: Large): Promise<void> {
  for (let order = 2; order <= ALBUM_TRACKS_MAX; order++)
    await addTrack(world, owner, { albumId, title: `Part ${order} of Many`, order, fromId })
  const { read } = world.world.database
  const [short, long] = [releases[1]!.trackId, releases[2]!.trackId]
  await sql`UPDATE track SET duration_ms = 3000 WHERE id = ${short}`.execute(read)
  await sql`UPDATE track SET duration_ms = ${TWELVE_HOURS_MS} WHERE id = ${long}`.execute(read)
  for (const [id, seconds] of [
    [short, 3],
    [long, 43_200],
  ] as const) {
    await sql`INSERT INTO zap (id, content_id, content_type, content_title, amount_msat, terms, content_time_seconds, settled_at)
      SELECT gen_random_uuid(), ${id}, 'track', 'Many', 1000 + 1000 * (n * 7919 % 5000), '{}'::jsonb, n * 31 % ${seconds}::int,
        now() - n * interval '1 second'
      FROM generate_series(1, ${ZAPS}::int) n`.execute(read)
  }
}
