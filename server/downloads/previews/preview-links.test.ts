/** Preview links: who can open them, what they play and offer for download, how they end, and that their plays count
 * nowhere else. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseBuffer } from 'music-metadata'
import { createAlbum } from '#contract/catalog/albums.ts'
import * as calls from '#contract/catalog/previews/preview-links.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestUser, lendAudio, publishTrack, until, type PublishedTrack, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const DAY_MS = 86_400_000

const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
let song: PublishedTrack
/** An unpublished album. */
let albumId: string

before(async () => {
  world = stack.use(await createTestWorld())
  mara = await createTestUser(world, { name: 'mara' })
  song = await publishTrack(world, mara, { title: 'Out', audio: makeWav(2) })
  albumId = (await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Secret' } })).id
  for (const [order, title] of ['One', 'Two'].entries()) {
    const body = { albumId, title, order: order + 1, extension: 'wav' as const }
    await lendAudio(world, (await mara.call(createTrack, { body })).id, song.trackId)
  }
})
after(() => stack.disposeAsync())

async function make(contentId: string, more: { playsMax?: number; hasDownload?: boolean; days?: number } = {}) {
  const { playsMax = null, hasDownload = false, days = 7 } = more
  const expiresAt = new Date(world.clock.now().getTime() + days * DAY_MS).toISOString()
  const body = { name: 'The Wire', expiresAt, playsMax, hasDownload }
  const { url, linkId } = await mara.call(calls.createPreviewLink, { params: { contentId }, body })
  const token = new URL(url).pathname.split('/').at(-1)!
  const play = (itemId: string) => world.call(calls.playPreview, { params: { token }, body: { itemId } })
  return { linkId, params: { token }, play, read: () => world.call(calls.getPreview, { params: { token } }) }
}

const assertClosed = async (attempt: Promise<unknown>, why: 'expired' | 'revoked' | 'used-up') =>
  assert.deepEqual(await refusalOf(attempt), { status: 410, code: `preview-${why}` })
const statusOf = async (path: string) => (await fetch(world.origin + path)).status

test('a link plays all tracks of a draft in their order, and counts opens and plays; the public sees nothing', async () => {
  const { params, play, read } = await make(albumId)
  const preview = await read()
  assert.deepEqual([preview.title, preview.name, preview.artist], ['Secret', 'The Wire', 'Artist of mara'])
  assert.deepEqual(
    preview.items.map(({ title, files }) => [title, files]),
    [
      ['One', []],
      ['Two', []],
    ],
  )
  await world.call(calls.countPreviewOpen, { params })
  const { path } = await play(preview.items[0]!.id)
  const audio = await fetch(world.origin + path, { headers: { range: 'bytes=0-9' } })
  assert.deepEqual([audio.status, audio.headers.get('content-type')], [206, 'audio/mpeg'])
  const [link] = await mara.call(calls.listPreviewLinks, { params: { contentId: albumId } })
  assert.deepEqual([link!.openCount, link!.playCount, link!.isRevoked], [1, 1, false])
  assert.equal((await refusalOf(world.call(getTrack, { params: { trackId: preview.items[0]!.id } }))).status, 404)
  assert.equal((await refusalOf(play(song.trackId))).status, 404)
  assert.equal(await statusOf(path.replace('.stream', '.flac')), 403)
  assert.equal(await statusOf(path.replace(preview.items[0]!.id, preview.items[1]!.id)), 403)
})

test('a link ends when it is revoked, when it expires and when its plays are used up', async () => {
  const revoked = await make(albumId)
  const [item] = (await revoked.read()).items
  const { path } = await revoked.play(item!.id)
  await mara.call(calls.revokePreviewLink, { params: { contentId: albumId, linkId: revoked.linkId } })
  await assertClosed(revoked.read(), 'revoked')
  await assertClosed(revoked.play(item!.id), 'revoked')
  assert.equal(await statusOf(path), 410)
  const limited = await make(albumId, { playsMax: 3 })
  const first = await limited.play(item!.id)
  const { playsMax, playsLeft } = await limited.read()
  assert.deepEqual([playsMax, playsLeft, first.playsLeft], [3, 2, 2])
  const plays = await Promise.allSettled([1, 2, 3].map(() => limited.play(item!.id)))
  assert.equal(plays.filter(({ status }) => status === 'fulfilled').length, 2)
  await assertClosed(limited.read(), 'used-up')
  const page = await fetch(`${world.origin}/v1/previews/${limited.params.token}`)
  assert.match(await page.text(), /All plays of this link have been used/)
  assert.equal(await statusOf(first.path), 200, 'a play that was counted can finish')
  world.clock.step(60_000 + item!.seconds * 1_000 + 1)
  assert.equal(await statusOf(first.path), 410)
  const short = await make(albumId, { days: 1 })
  world.clock.step(DAY_MS - 1_000)
  const begun = await short.play(item!.id)
  world.clock.step(1_000)
  await assertClosed(short.read(), 'expired')
  assert.equal(await statusOf(begun.path), 410)
  assert.equal((await refusalOf(world.call(calls.getPreview, { params: { token: 'unknown' } }))).status, 404)
})

test('downloaded files have the name of the link as their comment, and stored files are unchanged', async () => {
  const { read } = await make(song.trackId, { hasDownload: true })
  await until(async () => (await read()).items[0]!.files.length === 2, 60_000)
  const before = (await world.call(getTrack, { params: { trackId: song.trackId } })).playCount
  for (const { format, path } of (await read()).items[0]!.files) {
    const bytes = Buffer.from(await (await fetch(world.origin + path)).arrayBuffer())
    const { common, format: found } = await parseBuffer(bytes, `audio/${format}`, { duration: true })
    assert.deepEqual([common.title, common.comment?.[0]?.text], ['Out', 'The Wire'])
    assert.ok(Math.abs(found.duration! - 2) < 0.1)
    const part = await fetch(world.origin + path, { headers: { range: `bytes=10-${bytes.length - 1}` } })
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10)))
  }
  assert.equal((await world.call(getTrack, { params: { trackId: song.trackId } })).playCount, before)
})

test('a link is for an album, track or episode, and expires within a year', async () => {
  assert.equal((await refusalOf(make(song.artistId))).code, 'rule-broken')
  for (const days of [-1, 400]) assert.equal((await refusalOf(make(albumId, { days }))).code, 'rule-broken')
  await mara.call(publish, { params: { contentId: albumId }, body: {} })
  assert.equal((await (await make(albumId)).read()).items.length, 2)
})
