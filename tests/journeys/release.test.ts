/** A release from draft to deletion, with real audio: its audio is replaced while it plays, its artist is renamed,
 * recipients are notified, it is published on schedule, and nothing is left after it is deleted. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAlbum, deleteAlbum, getAlbum } from '#contract/catalog/albums.ts'
import { createArtist, getArtistByUrl, updateArtist } from '#contract/catalog/artists.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createSplit, listCollaborations } from '#contract/catalog/splits.ts'
import { createTrack, deleteTrack, getTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { readAsVisitor } from '#server/platform/http/visitor-calls.ts'
import { ApiError, createVisitorCall } from '#web/data/api.ts'
import { agreeToAll } from '../agreements.ts'
import { createTestUser, type TestUser, putAudio, until } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const MINUTE_MS = 60_000

let test_: TestWorld
let ada: TestUser
let ben: TestUser
const ids = { artistId: '', albumId: '', trackId: '' }

before(async () => {
  test_ = await createTestWorld()
  ada = await createTestUser(test_)
  ben = await createTestUser(test_)
  ids.artistId = (await ada.call(createArtist, { body: { name: 'Before Fame' } })).id
  ids.albumId = (await ada.call(createAlbum, { body: { artistId: ids.artistId, title: 'First' } })).id
  const track = { albumId: ids.albumId, title: 'One', order: 1, extension: 'wav' }
  const { id, presignedUrl } = await ada.call(createTrack, { body: track })
  ids.trackId = id
  await putAudio(test_, presignedUrl, makeWav(2))
  await until(async () => (await read()).liveUrl !== null)
})
after(() => test_[Symbol.asyncDispose]())

const read = () => ada.call(getTrack, { params: { trackId: ids.trackId } })
const statusOf = async (url: string | null) => {
  const response = await fetch(new URL(url ?? '', test_.origin))
  await response.body?.cancel()
  return response.status
}
const isHidden = (wanted: Promise<unknown>) =>
  assert.rejects(wanted, (error) => error instanceof ApiError && error.status === 404)

test('recipients of a split are notified, and see it among the content that pays them', async () => {
  const splitRecipients = [{ name: ben.name, share: 1 }]
  await ada.call(createSplit, { body: { contentId: ids.albumId, splitRecipients } })
  const told = async () => (await ben.call(listNotifications, { query: {} })).notifications
  await until(async () => (await told()).some(({ kind }) => kind === 'new-split'))
  const [note] = await told()
  assert.deepEqual([note!.contentTitle, note!.contentId], ['First', ids.albumId])
  assert.deepEqual((await ben.call(listCollaborations, {})).collaborations, [])
  await agreeToAll(ben.call)
  const { collaborations } = await ben.call(listCollaborations, {})
  assert.deepEqual(
    collaborations.map(({ contentId, status }) => [contentId, status]),
    [[ids.albumId, 'draft']],
  )
})

test('a scheduled release becomes public at its time and not before', async () => {
  const publishedAt = new Date(test_.clock.now().getTime() + MINUTE_MS).toISOString()
  await ada.call(publish, { params: { contentId: ids.albumId }, body: { publishedAt } })
  await isHidden(test_.call(getAlbum, { params: { albumId: ids.albumId } }))
  test_.clock.step(MINUTE_MS)
  const album = await test_.call(getAlbum, { params: { albumId: ids.albumId } })
  assert.deepEqual(
    album.tracks.map(({ id }) => id),
    [ids.trackId],
  )
})

test('replacement audio is used when it is ready; until then the previous audio plays', async () => {
  const former = await read()
  const { presignedUrl } = await ada.call(updateTrack, { body: { trackId: ids.trackId, extension: 'wav' } })
  const meanwhile = await test_.call(getTrack, { params: { trackId: ids.trackId } })
  assert.equal(meanwhile.liveUrl, former.liveUrl)
  assert.equal(await statusOf(meanwhile.liveUrl), 200)
  await putAudio(test_, presignedUrl!, makeWav(3))
  await until(async () => (await read()).liveUrl !== former.liveUrl)
  const replaced = await read()
  assert.ok(replaced.duration! > 2.5 && replaced.duration! < 3.5)
  assert.equal(await statusOf(replaced.liveUrl), 200)
})

test('an artist is still found under a former name, by clients and by pages, without an external request', async () => {
  await ada.call(updateArtist, { body: { artistId: ids.artistId, name: 'After Fame' } })
  const path = '/v1/artists/before-fame/url'
  const moved = await fetch(test_.origin + path, { redirect: 'manual' })
  await moved.body?.cancel()
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, '/v1/artists/after-fame/url'])
  const found = await test_.call(getArtistByUrl, { params: { artistUrl: 'before-fame' } })
  assert.equal(found.artistUrl, 'after-fame')
  const ofPages = createVisitorCall(readAsVisitor(test_.app.http))
  assert.equal((await ofPages(getArtistByUrl, { params: { artistUrl: 'before-fame' } })).id, ids.artistId)
  await assert.rejects(ofPages(getArtistByUrl, { params: { artistUrl: 'nobody' } }), { status: 404, code: 'not-found' })
})

test('a deleted release appears nowhere, and its audio cannot be fetched', async () => {
  const { liveUrl } = await read()
  await ada.call(deleteTrack, { params: { trackId: ids.trackId } })
  await isHidden(test_.call(getTrack, { params: { trackId: ids.trackId } }))
  await until(async () => (await statusOf(liveUrl)) === 404)
  await ada.call(deleteAlbum, { params: { albumId: ids.albumId } })
  assert.deepEqual((await ben.call(listCollaborations, {})).collaborations, [])
})
