/** The URLs of cards: their responses, when a card is drawn again, and who gets the card of a zap. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { takeDown } from '#contract/operator/admin.ts'
import { getHorizon } from '#contract/listening/horizon.ts'
import { cardPath, getZapCard } from '#contract/listening/cards.ts'
import { createPlaylist } from '#contract/listening/playlists.ts'
import { send } from '#contract/payments/payments.ts'
import { updateTrack } from '#contract/catalog/tracks.ts'
import { setRole } from '#server/accounts/roles.ts'
import { publishTestConcert } from '#tests/concerts.ts'
import { createTestUser, fillBalance, publishTrack, until, type PublishedTrack, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const HOUR_MS = 3_600_000

const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
let robin: TestUser
let song: PublishedTrack

before(async () => {
  world = stack.use(await createTestWorld())
  mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'Slow Lightning' })
  await fillBalance(world, robin, 90_000_000)
})
after(() => stack.disposeAsync())

const get = (path: string, headers: Record<string, string> = {}) => fetch(world.origin + path, { headers })
const ofSong = () => cardPath('track', song.trackId)

async function readEtag(path: string): Promise<string> {
  const response = await get(path)
  assert.equal(response.status, 200, path)
  await response.arrayBuffer()
  return response.headers.get('etag')!
}

async function zap(more: { isAnonymous?: true; contentTime?: number } = {}): Promise<string> {
  const { paymentId } = await robin.call(send, { body: { contentId: song.trackId, msatAmount: 5_000_000, ...more } })
  return paymentId
}

test('every kind of content has a card of 1200 × 630 that other sites may show', async () => {
  const concert = await publishTestConcert(world, robin)
  const list = await mara.call(createPlaylist, { body: { title: 'By night', visibility: 'public' } })
  for (const path of [
    ofSong(),
    cardPath('album', song.albumId),
    cardPath('artist', song.artistId),
    cardPath('artist', 'artist-of-mara'),
    cardPath('playlist', list.id),
    cardPath('profile', 'mara'),
    cardPath('event', concert.id),
  ]) {
    const response = await get(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('content-type'), 'image/jpeg')
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
    const bytes = Buffer.from(await response.arrayBuffer())
    const { width, height, format } = await sharp(bytes).metadata()
    assert.deepEqual([width, height, format], [1_200, 630, 'jpeg'])
    assert.ok(bytes.length <= 100_000)
  }
  for (const path of ['/cards/track/nothing.jpg', '/cards/track/x', '/cards/thing/x.jpg', '/cards/zap/x.a.en.x.jpg']) {
    assert.equal((await get(path)).status, 404, path)
  }
})

test('an unchanged card is a 304, and is not drawn again', async () => {
  const etag = await readEtag(ofSong())
  assert.equal((await get(ofSong(), { 'if-none-match': etag })).status, 304)
  assert.equal(await readEtag(ofSong()), etag)
})

test('a new title renews a card immediately, new sats after an hour', async () => {
  const first = await readEtag(ofSong())
  await zap({ contentTime: 1 })
  const params = { contentId: song.trackId }
  await until(async () => (await world.call(getHorizon, { params })).sums.length > 0)
  assert.equal(await readEtag(ofSong()), first)
  world.clock.step(HOUR_MS + 1)
  const second = await readEtag(ofSong())
  assert.notEqual(second, first)
  await mara.call(updateTrack, { body: { trackId: song.trackId, title: 'Fast Lightning' } })
  assert.notEqual(await readEtag(ofSong()), second)
})

test('of many requests for a new card, one draws it', async () => {
  const path = cardPath('album', song.albumId)
  await world.world.database.pool.query('DELETE FROM card')
  const etags = await Promise.all(Array.from({ length: 8 }, () => readEtag(path)))
  assert.equal(new Set(etags).size, 1)
})

test('only the payer gets a card of a zap with their name, and its address cannot be guessed', async () => {
  const paymentId = await zap({ contentTime: 1 })
  const ask = (call: TestUser['call']) => call(getZapCard, { params: { paymentId }, query: { language: 'de' } })
  const own = await ask(robin.call)
  const other = await ask(mara.call)
  assert.equal(own.path, `/track/${song.trackId}?t=1`)
  assert.match(own.cardPath, /\.n\.de\./)
  assert.match(other.cardPath, /\.a\.de\./)
  assert.equal((await ask(world.call)).cardPath, other.cardPath)
  await readEtag(own.cardPath)
  for (const guessed of [
    other.cardPath.replace('.a.', '.n.'),
    own.cardPath.replace('.de.', '.en.'),
    own.cardPath.replace(/.\.jpg$/, 'A.jpg'),
  ]) {
    if (guessed !== own.cardPath) assert.equal((await get(guessed)).status, 404, guessed)
  }
})

test('an anonymous zap has a card without a name, also for its payer', async () => {
  const paymentId = await zap({ isAnonymous: true })
  const { cardPath: path, path: page } = await robin.call(getZapCard, { params: { paymentId } })
  assert.match(path, /\.a\.en\./)
  assert.equal(page, `/track/${song.trackId}`)
})

test('a card is removed with its content', async () => {
  const paymentId = await zap()
  const { cardPath: ofZap } = await robin.call(getZapCard, { params: { paymentId } })
  await readEtag(ofZap)
  await readEtag(ofSong())
  const admin = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  await admin.call(takeDown, { body: { artistIds: [song.artistId], reason: 'A test' } })
  const { rows } = await world.world.database.pool.query<{ file_key: string }>('SELECT file_key FROM card')
  for (const path of [ofSong(), ofZap]) {
    await until(async () => (await get(path)).status === 404)
  }
  const left = await Promise.all(rows.map(({ file_key }) => world.world.files.stat(file_key)))
  assert.ok(left.filter((one) => one === null).length >= 2, 'its files are deleted')
})
