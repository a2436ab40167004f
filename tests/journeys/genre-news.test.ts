/** Once a week, users are notified of what was published in the genres they follow: the count and the newest, once, and
 * nothing when nothing is new. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createAlbum } from '#contract/catalog/albums.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import {
  getNotificationFlag,
  listNotifications,
  readNotifications,
  updateNotificationKind,
} from '#contract/community/notifications.ts'
import { addToLibrary } from '#contract/listening/library.ts'
import { followGenre } from '#contract/listening/taste.ts'
import { notifyOfGenres } from '#server/library/genre-news.ts'
import { createTestUser, lendAudio, publishTrack, type PublishedTrack, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [FOLK, JAZZ] = [19, 22]

let world: TestWorld
let mara: TestUser
let robin: TestUser
let song: PublishedTrack

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'First Light' })
  stepToMonday()
  for (const user of [mara, robin]) await user.call(followGenre, { params: { genreId: String(FOLK) } })
})
after(() => world[Symbol.asyncDispose]())

/** An hour into the next week. */
function stepToMonday(): void {
  const now = world.clock.now()
  const days = (8 - now.getUTCDay()) % 7 || 7
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days)
  world.clock.step(monday + HOUR_MS - now.getTime())
}

async function release(title: string, genreId: number, originalDate = ''): Promise<void> {
  world.clock.step(HOUR_MS)
  const { id } = await mara.call(createAlbum, {
    body: { artistId: song.artistId, title, genreId: String(genreId), originalDate },
  })
  const track = await mara.call(createTrack, { body: { albumId: id, title, order: 1, extension: 'wav' } })
  await lendAudio(world, track.id, song.trackId)
  await mara.call(publish, { params: { contentId: id }, body: {} })
}

const run = () => notifyOfGenres(world.world)
const newsOf = async (user: TestUser) => {
  const { notifications } = await user.call(listNotifications, { query: {} })
  return notifications
    .filter(({ kind }) => kind === 'genre-news')
    .map(({ count, contentTitle, actorName, href }) => [count, contentTitle, actorName, href])
}

test('the releases of a week are one notification on Monday, with their count and the newest', async () => {
  await release('Kite String', FOLK)
  await release('Low Tide', FOLK)
  await release('Another Genre', JAZZ)
  await release('Of 1969', FOLK, '1969')
  assert.equal(await run(), 0, 'the week is not over')
  stepToMonday()
  await release('Of the new week', FOLK)
  // The server’s own job may have been earlier: what counts is the result.
  await Promise.all([run(), run()])
  await until(async () => (await newsOf(robin)).length > 0)
  assert.deepEqual(await newsOf(robin), [[2, 'Low Tide', 'Artist of mara', '/feed']])
  assert.equal((await robin.call(getNotificationFlag, {})).notify, true)
  assert.deepEqual(await newsOf(mara), [], 'not of one’s own releases')
})

test('a week has one notification, and a release is in one of them', async () => {
  assert.equal(await run(), 0)
  world.clock.step(3 * DAY_MS)
  assert.equal(await run(), 0)
  stepToMonday()
  await run()
  await until(async () => (await newsOf(robin)).length === 2)
  assert.deepEqual((await newsOf(robin))[0], [1, 'Of the new week', 'Artist of mara', '/feed'])
})

test('after a week without a release, nobody is notified; nor of releases before a genre was followed', async () => {
  await release('Before the follow', JAZZ)
  await robin.call(followGenre, { params: { genreId: String(JAZZ) } })
  await robin.call(readNotifications, { body: { all: true } })
  stepToMonday()
  assert.equal(await run(), 0)
  assert.equal((await newsOf(robin)).length, 2)
})

test('releases of artists that the user follows are not among the news', async () => {
  const lena = await createTestUser(world, { name: 'lena' })
  await lena.call(addToLibrary, { body: { contentId: song.artistId } })
  await lena.call(followGenre, { params: { genreId: String(JAZZ) } })
  await release('Known already', JAZZ)
  stepToMonday()
  await run()
  await until(async () => (await newsOf(robin))[0]?.[1] === 'Known already')
  assert.deepEqual(await newsOf(lena), [])
})

test('turned off, the kind is not listed and shows no dot', async () => {
  await robin.call(updateNotificationKind, { params: { kind: 'genre-news' }, body: { isShown: false } })
  await robin.call(readNotifications, { body: { all: true } })
  await release('Unheard', FOLK)
  stepToMonday()
  await run()
  // Stored while the kind is turned off.
  await until(async () => {
    const { rows } = await sql`SELECT FROM outbox WHERE done_at IS NULL LIMIT 1`.execute(world.world.database.read)
    return rows.length === 0
  })
  assert.deepEqual(await newsOf(robin), [])
  await robin.call(updateNotificationKind, { params: { kind: 'genre-news' }, body: { isShown: true } })
  await until(async () => (await newsOf(robin))[0]?.[1] === 'Unheard')
  assert.equal((await robin.call(getNotificationFlag, {})).notify, false)
})
