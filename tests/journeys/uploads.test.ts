/** An artist's file through the whole server: uploaded in chunks, with its tags, within the quota, and downloaded
 * again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { withdraw } from '#contract/payments/payments.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import * as calls from '#contract/catalog/uploads.ts'
import { sweep } from '#server/media/cleanup.ts'
import { fillBalance, createTestUser, until, type TestUser } from '#tests/users.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { makeFlac, makeId3, makeMp3Frame, tagWav, type Tagging } from '#tests/tagged-audio.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { readTagsOf } from '#web/studio/uploads/tags.ts'

let world: TestWorld
let artist: TestUser
let albumId = ''
let trackCount = 0
let tags: Tagging & { picture: Buffer }

before(async () => {
  world = await createTestWorld({ transcodes: true })
  artist = await createTestUser(world)
  const { id: artistId } = await artist.call(createArtist, { body: { name: 'Mara' } })
  albumId = (await artist.call(createAlbum, { body: { artistId, title: 'Sheds' } })).id
  const blue = { create: { width: 300, height: 300, channels: 3 as const, background: '#2040c0' } }
  const picture = await sharp(blue).jpeg().toBuffer()
  tags = {
    title: 'Kite String',
    artist: 'Mara',
    album: 'Sheds',
    trackNumber: 3,
    year: 2024,
    label: 'Shed Records',
    copyright: '© 2024 Shed Records',
    genre: 'Folk',
    isrc: 'QZABC2400001',
    lyrics: 'Up it goes\nand further',
    picture,
  }
})
after(() => world[Symbol.asyncDispose]())

async function begin(extension: string, user = artist, target = world) {
  const order = ++trackCount
  const { presignedUrl } = await user.call(createTrack, {
    body: { albumId, title: `Track ${order}`, order, extension },
  })
  return { url: new URL(presignedUrl, target.origin).href, uploadId: calls.uploadIdOf(presignedUrl)! }
}

const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers })
const read = (uploadId: string) => artist.call(calls.getUpload, { params: { uploadId } })
async function ended(uploadId: string) {
  await until(async () => ['finished', 'failed'].includes((await read(uploadId)).state), 60_000)
  return read(uploadId)
}

test('an interrupted upload resumes where it stopped, and is processed', async () => {
  const wav = makeWav(2)
  const { url, uploadId } = await begin('wav')
  assert.deepEqual([(await read(uploadId)).state, (await read(uploadId)).receivedBytes], ['awaiting-upload', 0])
  const half = Math.floor(wav.length / 2)
  const stop = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(wav.subarray(0, half)))
    },
  })
  const range = { 'content-range': `bytes 0-${wav.length - 1}/${wav.length}` }
  const sending = fetch(url, {
    method: 'PUT',
    body,
    duplex: 'half',
    signal: stop.signal,
    headers: range,
  } as RequestInit)
  await until(async () => (await read(uploadId)).receivedBytes === half)
  stop.abort()
  await assert.rejects(sending)

  const offset = (await fetch(url, { method: 'HEAD' })).headers.get('upload-offset')
  assert.equal(offset, String(half))
  const gap = { 'content-range': `bytes ${half + 1}-${wav.length - 1}/${wav.length}` }
  assert.equal((await put(url, wav.subarray(half + 1), gap)).status, 416)
  const rest = { 'content-range': `bytes ${half}-${wav.length - 1}/${wav.length}` }
  assert.equal((await put(url, wav.subarray(half), rest)).status, 200)
  assert.equal((await put(url, wav.subarray(half), rest)).status, 409)

  const upload = await ended(uploadId)
  assert.deepEqual([upload.state, upload.duration, upload.receivedBytes], ['finished', 2, wav.length])
  const { url: original } = await artist.call(calls.getOriginal, { params: { uploadId } })
  assert.deepEqual(Buffer.from(await (await fetch(world.origin + original)).arrayBuffer()), wav)
  for (const [extension, type] of Object.entries({ mp3: 'audio/mpeg', m4a: 'audio/mp4', opus: 'audio/ogg' })) {
    const answer = await fetch(`${world.origin}/files/media/${uploadId}.${extension}`)
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type], extension)
  }
})

test('tags and the image in a file are read while it is processed', async () => {
  const { url, uploadId } = await begin('flac')
  await put(url, makeFlac({ seconds: 1, frequencyHz: 330, tags }))
  const upload = await ended(uploadId)
  assert.equal(upload.state, 'finished', upload.reason ?? '')
  const { picture: _picture, ...words } = tags
  const { pictureUrl, albumArtist, discNumber, discTitle, performers, ...found } = upload.tags!
  assert.deepEqual(found, { ...words, originalDate: '2024', composers: [], lyricists: [] })
  assert.deepEqual([albumArtist, discNumber, discTitle], [null, null, null])
  assert.deepEqual(performers, [{ name: words.artist, role: 'main' }])
  const shown = await fetch(world.origin + pictureUrl)
  const { width, format } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  assert.deepEqual([width, format], [300, 'jpeg'])
})

test('tags are read before the upload too, from the beginning and the end of a file', async () => {
  const wav = tagWav(makeWav(30), tags)
  const flac = makeFlac({ seconds: 20, frequencyHz: 220, tags })
  const mp3 = Buffer.concat([makeId3(tags), ...Array.from({ length: 5_000 }, makeMp3Frame)])
  for (const [name, bytes] of Object.entries({ 'a.wav': wav, 'a.flac': flac, 'a.mp3': mp3 })) {
    const found = await readTagsOf(artist.call, new File([new Uint8Array(bytes)], name))
    assert.equal(found?.title, 'Kite String', name)
    assert.deepEqual([found?.isrc, found?.trackNumber], ['QZABC2400001', 3], name)
    assert.equal((await fetch(world.origin + found?.pictureUrl)).status, 200, name)
  }
  const odd = { title: 'Blåbär', artist: 'José', year: 1820, trackNumber: 100, isLatin1: true }
  const oddTags = await readTagsOf(artist.call, new File([new Uint8Array(tagWav(makeWav(1), odd))], 'odd.wav'))
  assert.deepEqual([oddTags?.title, oddTags?.artist, oddTags?.trackNumber], ['Blåbär', 'José', 100])
  assert.equal(oddTags?.originalDate, null, 'there were no recordings yet')
  const plain = await readTagsOf(artist.call, new File([new Uint8Array(makeWav(1))], 'plain.wav'))
  assert.equal(plain?.title, null)
  assert.equal(await readTagsOf(world.call, new File(['x'], 'x.wav')), null, 'a visitor gets no tags')
})

test('an image read from tags expires after a day, everything else stays', async () => {
  const found = await readTagsOf(artist.call, new File([new Uint8Array(makeFlac({ seconds: 1, tags }))], 'a.flac'))
  const key = found!.pictureUrl!.replace('/files/', '')
  world.clock.step(25 * 3_600_000)
  await sweep(world.world)
  assert.equal(await world.world.files.stat(key), null)
})

test('a file that is not audio says why, and a new upload URL is available only before the file has arrived', async () => {
  const { url, uploadId } = await begin('mp3')
  const renewed = await artist.call(calls.renewUpload, { params: { uploadId } })
  await assert.rejects(artist.call(calls.completeUpload, { params: { uploadId } }), { code: 'upload-incomplete' })
  assert.equal(
    (await put(new URL(renewed.presignedUrl, world.origin).href, Buffer.from('#EXTM3U\n/etc/passwd'))).status,
    200,
  )
  assert.equal((await put(url, Buffer.from('x'))).status, 409)
  const upload = await ended(uploadId)
  assert.equal(upload.state, 'failed')
  assert.match(upload.reason ?? '', /playlist/)
  await assert.rejects(artist.call(calls.renewUpload, { params: { uploadId } }), { code: 'conflict' })
  await assert.rejects(artist.call(calls.getOriginal, { params: { uploadId } }), { status: 404 })
})

test('the storage quota of an account is counted, and uploads beyond it are refused', async () => {
  const { usedBytes, limitBytes } = await artist.call(calls.getStorage, {})
  assert.equal(limitBytes, 100 * 2 ** 30)
  assert.ok(usedBytes > 0)
  await using small = await createTestWorld({ settings: { UPLOAD_QUOTA_GIB: '1' } })
  const other = await createTestUser(small)
  const { id: artistId } = await other.call(createArtist, { body: { name: 'Full' } })
  const { id } = await other.call(createAlbum, { body: { artistId, title: 'Full' } })
  const body = { albumId: id, title: 'One', order: 1, extension: 'wav' }
  const { presignedUrl } = await other.call(createTrack, { body })
  assert.match(presignedUrl, /max=1073741824/)
  await sql`UPDATE asset SET bytes = ${2 ** 30}`.execute(small.world.database.read)
  await assert.rejects(other.call(createTrack, { body: { ...body, title: 'Two' } }), { code: 'upload-quota-reached' })
})

test('a full disk refuses uploads and images, and payments continue', async () => {
  await using full = await createTestWorld({ settings: { KEEP_FREE_MIB: '100000000' } })
  const [giver, taker] = [await createTestUser(full), await createTestUser(full)]
  const { id: artistId } = await taker.call(createArtist, { body: { name: 'No Room' } })
  const { id: album } = await taker.call(createAlbum, { body: { artistId, title: 'No Room' } })
  const body = { albumId: album, title: 'One', order: 1, extension: 'wav' }
  await assert.rejects(taker.call(createTrack, { body }), { status: 503, code: 'storage-full' })
  const artwork = new File([new Uint8Array(tags.picture)], 'a.jpg')
  await assert.rejects(taker.call(createArtist, { body: { name: 'Picture', artwork } }), { code: 'storage-full' })
  await fillBalance(full, giver, 50_000)
  const invoice = full.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  await giver.call(withdraw, { body: { invoice } })
  await until(async () => (await giver.balance()) <= 40_000)
})
