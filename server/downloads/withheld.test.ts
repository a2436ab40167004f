/** What those who have a download do not get: its tracks that were never public, and its tracks that are taken down. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as calls from '#contract/catalog/downloads.ts'
import { createTrack, deleteTrack, getTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { publish } from '#contract/catalog/publish.ts'
import { buyDownload } from '#contract/listening/purchases.ts'
import { takeDown } from '#contract/operator/admin.ts'
import { setRole } from '#server/accounts/roles.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestUser, fillBalance, publishTrack, putAudio, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const PRICE = 5_000
const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
let fan: TestUser
let admin: TestUser
let albumId: string
let firstId: string
let secondId: string

before(async () => {
  world = stack.use(await createTestWorld())
  mara = await createTestUser(world, { name: 'mara' })
  fan = await createTestUser(world, { name: 'fan' })
  admin = await createTestUser(world, { name: 'ada' })
  await setRole(world.world.database.read, 'ada', 'owner')
  ;({ albumId, trackId: firstId } = await publishTrack(world, mara, { title: 'One' }))
  secondId = await addTrack('Two', 2)
  await mara.call(publish, { params: { contentId: secondId }, body: { contentType: 'track' } })
  await mara.call(calls.setDownloadOffer, { ...params(), body: { mode: 'paid', msatMin: PRICE } })
  await madeOf(2)
  await fillBalance(world, fan, 100_000)
  await fan.call(buyDownload, { body: { contentId: albumId, msatAmount: PRICE } })
})
after(() => stack.disposeAsync())

const params = () => ({ params: { contentId: albumId } })

/** A draft. */
async function addTrack(title: string, order: number): Promise<string> {
  const track = await mara.call(createTrack, { body: { albumId, title, order, extension: 'wav' } })
  await putAudio(world, track.presignedUrl, makeWav(2))
  await until(async () => (await mara.call(getTrack, { params: { trackId: track.id } })).liveUrl !== null)
  return track.id
}

const madeOf = (count: number) =>
  until(async () => {
    await world.app.runJobs()
    return (await mara.call(calls.getOwnDownloadOffer, params())).readyCount === count
  })

const listed = async () => (await fan.call(calls.getDownloads, params())).tracks.map(({ trackId }) => trackId)

test('a draft that is added to an album is not a download of those who have bought the album', async () => {
  const draftId = await addTrack('Three', 3)
  await madeOf(3)
  assert.deepEqual(await listed(), [firstId, secondId])
  await mara.call(deleteTrack, { params: { trackId: draftId } })
  assert.deepEqual(await listed(), [firstId, secondId])
})

test('a track that was withdrawn stays with those who have bought it', async () => {
  await mara.call(publish, { params: { contentId: secondId }, body: { contentType: 'track', isDraft: true } })
  assert.deepEqual(await listed(), [firstId, secondId])
})

test('nobody gets a track of an album that was taken down by itself, even if it was changed after it was bought', async () => {
  const { tracks } = await fan.call(calls.getDownloads, params())
  await mara.call(updateTrack, { body: { trackId: secondId, title: 'Two, with a new title' } })
  await admin.call(takeDown, { body: { contentIds: [secondId], reason: 'A test' } })
  assert.deepEqual(await listed(), [firstId])
  assert.equal((await fetch(world.origin + tracks[1]!.files[0]!.path)).status, 404)
})

test('an album of which nothing can be had any more is not sold', async () => {
  await admin.call(takeDown, { body: { contentIds: [albumId], reason: 'A test' } })
  assert.deepEqual((await mara.call(calls.getDownloadOffer, params())).formats, [])
  const late = await createTestUser(world, { name: 'late' })
  await fillBalance(world, late, 100_000)
  assert.deepEqual(await refusalOf(late.call(buyDownload, { body: { contentId: albumId, msatAmount: PRICE } })), {
    status: 409,
    code: 'download-not-offered',
  })
})
