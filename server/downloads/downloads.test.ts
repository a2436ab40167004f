/** Downloads without money: offers, the files and what they say, archives and their ranges, free downloads, codes. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { parseFile } from 'music-metadata'
import type { Frame } from 'node-av/lib'
import * as calls from '#contract/catalog/downloads.ts'
import { getAlbum, updateAlbum } from '#contract/catalog/albums.ts'
import { deleteTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { takeDown } from '#contract/operator/admin.ts'
import { setRole } from '#server/accounts/roles.ts'
import { Converter, loadAv, openInput } from '#server/media/av-audio.ts'
import { readAll } from '#server/media/decode-node-av.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { readDirectory } from '#tests/read-zip.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestUser, publishTrack, until, type PublishedTrack, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { claimNext, requestStaleFiles } from './making/queries.ts'

const stack = new AsyncDisposableStack()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-downloads-test-'))
const original = makeWav(2)
let world: TestWorld
let mara: TestUser
let listener: TestUser
let song: PublishedTrack

before(async () => {
  world = stack.use(await createTestWorld())
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  mara = await createTestUser(world, { name: 'mara' })
  listener = await createTestUser(world, { name: 'listener' })
  song = await publishTrack(world, mara, { title: 'Slow "Lightning" é', audio: original })
  const credits = [
    { name: 'Ana', role: 'composer' },
    { name: 'Bo', role: 'bass' },
  ]
  await mara.call(updateTrack, {
    body: { trackId: song.trackId, isrc: 'USS1Z9900001', lyrics: '[00:01.00]One\n[00:02.00]Two', credits },
  })
})
after(() => stack.disposeAsync())

const params = () => ({ params: { contentId: song.albumId } })

const offer = (mode: 'off' | 'free' | 'paid', msatMin = 0, contentId = song.albumId) =>
  mara.call(calls.setDownloadOffer, { params: { contentId }, body: { mode, msatMin } })

const finished = () =>
  until(async () => (await mara.call(calls.getOwnDownloadOffer, params())).readyCount === 1, 60_000)

async function assertRefused(call: Promise<unknown>, status: number, code: string): Promise<void> {
  assert.deepEqual(await refusalOf(call), { status, code })
}

async function fetchFile(file: { path: string; bytes: number }): Promise<Buffer> {
  const response = await fetch(world.origin + file.path)
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.deepEqual([bytes.length, Number(response.headers.get('content-length'))], [file.bytes, file.bytes])
  return bytes
}

test('only the owner sets an offer, at a price in whole sats within the limits', async () => {
  await assertRefused(listener.call(calls.setDownloadOffer, { ...params(), body: { mode: 'free' } }), 403, 'forbidden')
  for (const msatMin of [0, 999, 1_500, 100_000_001_000]) {
    await assertRefused(offer('paid', msatMin), 422, 'amount-out-of-range')
  }
  assert.equal((await world.call(calls.getDownloadOffer, params())).mode, 'off')
  await assertRefused(world.call(calls.getDownloads, params()), 403, 'download-not-owned')
})

test('looking for files to make reads only what is offered', async () => {
  const copies = 300
  const read = await world.world.database
    .transaction(async (tx) => {
      await sql`INSERT INTO content (id, type, owner_id) SELECT md5(n::text)::uuid, 'track', ${mara.userId}::uuid
        FROM generate_series(1, ${copies}::int) n`.execute(tx)
      await sql`
        INSERT INTO track SELECT made.* FROM track t, generate_series(1, ${copies}::int) n, jsonb_populate_record(t,
          jsonb_build_object('id', md5(n::text)::uuid, 'position', 10 + n, 'asset_id', md5(n::text)::uuid)) made
        WHERE t.id = ${song.trackId}`.execute(tx)
      await requestStaleFiles(tx, new Date())
      const { rows } = await sql<{ read: bigint }>`
        SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables
        WHERE relname = 'track'`.execute(tx)
      throw new Undo(rows[0]!.read)
    })
    .catch((error: unknown) => (error instanceof Undo ? error.read : Promise.reject(error as Error)))
  assert.ok(read < copies, `read ${read} tracks`)
})

/** Rolls a transaction back, with what was found in it. */
class Undo extends Error {
  readonly read: bigint
  constructor(read: bigint) {
    super('The copies are not kept')
    this.read = read
  }
}

test('free: the files are made, tagged and the same recording; anybody may have them', async () => {
  const begun = await offer('free')
  assert.deepEqual([begun.mode, begun.trackCount, begun.soldCount], ['free', 1, 0])
  await finished()
  assert.deepEqual((await world.call(calls.getDownloadOffer, params())).formats, ['flac', 'mp3', 'opus'])
  const { tracks, archives, isCollected } = await world.call(calls.getDownloads, params())
  assert.deepEqual([tracks.length, archives.length, isCollected], [1, 3, false])
  assert.equal(tracks[0]!.title, 'Slow "Lightning" é')
  for (const file of tracks[0]!.files) {
    const stored = path.join(folder, `file.${file.format}`)
    fs.writeFileSync(stored, await fetchFile(file))
    const { common, format } = await parseFile(stored, { duration: true })
    assert.deepEqual(
      [common.title, common.artist, common.album, common.track.no, common.isrc, common.composer],
      ['Slow "Lightning" é', 'Artist of mara', 'Album of Slow "Lightning" é', 1, ['USS1Z9900001'], ['Ana']],
    )
    assert.equal(common.lyrics?.[0]?.text, 'One\nTwo')
    assert.ok(Math.abs(format.duration! - 2) < 0.1)
    if (file.format === 'mp3') assert.equal(format.bitrate, 320_000)
  }
  const [wav, flac] = [path.join(folder, 'original.wav'), path.join(folder, 'file.flac')]
  fs.writeFileSync(wav, original)
  assert.deepEqual(await decode(flac, 'flac'), await decode(wav, 'wav'))
})

/** The samples, as 16-bit integers. */
async function decode(file: string, demuxer: 'flac' | 'wav'): Promise<Buffer> {
  const av = await loadAv()
  const converter = new Converter(av, { sampleFormat: 's16' }, 4_096)
  const chunks: Buffer[] = []
  const take = (frame: Frame) => chunks.push(Buffer.from((frame.data as [Buffer])[0].subarray(0, frame.nbSamples * 4)))
  const ignore = { sizeBytes: 1, onProgress: () => undefined }
  readAll(av, openInput(av, file, demuxer), (frame) => converter.push(frame, take), ignore)
  converter.finish(take)
  return Buffer.concat(chunks)
}

test('an interrupted archive resumes at any byte, and is the same file', async () => {
  const { tracks, archives } = await world.call(calls.getDownloads, params())
  const [archive] = archives
  const whole = await fetchFile(archive!)
  const [file] = tracks[0]!.files
  const flac = await fetchFile(file!)
  const at = whole.indexOf(flac)
  assert.ok(at > 30)
  // The checksum in the header, of the bytes that follow.
  assert.equal(whole.readUInt32LE(14), crc32(flac))
  const first = await fetch(world.origin + archive!.path)
  const etag = first.headers.get('etag')!
  await first.body!.cancel()
  for (const start of [0, 5, at - 1, at, at + 1_000, whole.length - 3]) {
    const headers = { range: `bytes=${start}-`, 'if-range': etag }
    const rest = await fetch(world.origin + archive!.path, { headers })
    assert.equal(rest.status, 206)
    assert.equal(rest.headers.get('content-range'), `bytes ${start}-${whole.length - 1}/${whole.length}`)
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), whole.subarray(start))
  }
  const part = await fetch(world.origin + archive!.path, { headers: { range: `bytes=${at - 2}-${at + 2}` } })
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(at - 2, at + 3))
  const beyond = await fetch(world.origin + archive!.path, { headers: { range: `bytes=${whole.length}-` } })
  assert.equal(beyond.status, 416)
  const other = await fetch(world.origin + archive!.path, { headers: { range: 'bytes=9-', 'if-range': '"other"' } })
  assert.equal(other.status, 200)
  const head = await fetch(world.origin + archive!.path, { method: 'HEAD' })
  assert.equal(Number(head.headers.get('content-length')), whole.length)
  assert.match(head.headers.get('content-disposition')!, /filename="Artist of mara - Album of Slow Lightning e\.zip"/)
})

test('a path of another content, a changed or an old path is refused', async () => {
  const { tracks } = await world.call(calls.getDownloads, params())
  const { path: good } = tracks[0]!.files[0]!
  const statusOf = async (address: string) => (await fetch(world.origin + address)).status
  assert.equal(await statusOf(good.replace(song.albumId, song.trackId)), 403)
  assert.equal(await statusOf(good.replace(/since=/, 'since=1')), 403)
  assert.equal(await statusOf(good.replace(/\?.*/, '')), 403)
  assert.equal(await statusOf(good.replace('.flac', '.exe')), 404)
  assert.equal(await statusOf(good.replace(/[\da-f-]{36}\.flac/, `${song.albumId}.flac`)), 404)
  world.clock.step(26 * 3_600_000)
  assert.equal(await statusOf(good), 403)
})

test('what was collected stays when the offer ends, the release is withdrawn and the track is deleted', async () => {
  await listener.call(calls.collectDownload, params())
  await listener.call(calls.collectDownload, params())
  await offer('off')
  await assertRefused(world.call(calls.getDownloads, params()), 403, 'download-not-owned')
  await assertRefused(mara.call(calls.collectDownload, params()), 409, 'download-not-offered')
  await mara.call(updateAlbum, { body: { albumId: song.albumId, isDraft: 'true' } })
  const { items } = await listener.call(calls.listCollection, { query: {} })
  assert.deepEqual(
    items.map(({ contentId, isPublic, source }) => ({ contentId, isPublic, source })),
    [{ contentId: song.albumId, isPublic: false, source: 'free' }],
  )
  const givenBy = async (user: TestUser, contentId: string) =>
    (await user.call(calls.listCollection, { query: { contentId } })).items.map((item) => item.contentId)
  assert.deepEqual(await givenBy(listener, song.albumId), [song.albumId])
  assert.deepEqual(await givenBy(listener, song.trackId), [song.albumId])
  assert.deepEqual(await givenBy(mara, song.albumId), [])
  const kept = await listener.call(calls.getDownloads, params())
  assert.deepEqual([kept.isCollected, kept.tracks.length], [true, 1])
  await fetchFile(kept.tracks[0]!.files[0]!)
  await mara.call(updateAlbum, { body: { albumId: song.albumId, isDraft: 'false' } })
})

test('files are made again when what they say has changed: the title, the performers, the disc', async () => {
  await offer('free')
  world.clock.step(1_000)
  const performers = [
    { name: 'Artist of mara', role: 'main' as const, artistId: song.artistId },
    { name: 'Björn', role: 'featured' as const },
    { name: 'Remy', role: 'remixer' as const },
  ]
  await mara.call(updateAlbum, { body: { albumId: song.albumId, discTitles: '\nLive' } })
  await mara.call(updateTrack, { body: { trackId: song.trackId, title: 'Fast Lightning', performers, disc: 2 } })
  world.clock.step(1_000)
  const changedAt = world.clock.now()
  await until(async () => {
    await world.app.runJobs()
    const { rows } = await world.world.database.pool.query(
      `SELECT FROM download_track WHERE track_id = $1 AND state = 'finished' AND made_at >= $2`,
      [song.trackId, changedAt],
    )
    return rows.length === 1
  })
  const { tracks, archives } = await world.call(calls.getDownloads, params())
  for (const file of tracks[0]!.files) {
    const stored = path.join(folder, `performed.${file.format}`)
    fs.writeFileSync(stored, await fetchFile(file))
    const { common } = await parseFile(stored)
    assert.deepEqual(
      [common.title, common.artist, common.albumartist, common.disk, common.remixer, common.track],
      ['Fast Lightning', 'Artist of mara feat. Björn', 'Artist of mara', { no: 2, of: 2 }, ['Remy'], { no: 1, of: 1 }],
      file.format,
    )
    if (file.format === 'mp3') assert.deepEqual([common.discsubtitle].flat(), ['Live'])
  }
  const zip = await fetchFile(archives[0]!)
  assert.deepEqual(
    readDirectory((start, length) => zip.subarray(start, start + length), zip.length).map(({ name }) => name),
    ['Artist of mara - Album of Slow Lightning é/Disc 2 Live/01 Fast Lightning.flac'],
  )
  assert.equal(await claimNext(world.world.database.read, song.trackId, world.clock.now(), world.clock.now()), null)
})

test('of several concurrent listeners a code is valid for one, with and without an account', async () => {
  const [fan, late] = [await createTestUser(world, { name: 'fan' }), await createTestUser(world, { name: 'late' })]
  const sheet = await mara.call(calls.createDownloadCodes, { ...params(), body: { name: 'Gig', count: 3 } })
  assert.equal(new Set(sheet.codes.map(({ code }) => code)).size, 3)
  const [{ code } = assert.fail(), { code: other } = assert.fail()] = sheet.codes
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 === 0 ? world.call : fan.call)(calls.redeemCode, {
        body: { code: ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` },
      }),
    ),
  )
  const won = tries.filter((one) => one.status === 'fulfilled')
  // If the account is first, its other tries get the same.
  assert.ok(won.length === 1 || won.every(({ value }) => value.secret === null))
  const refusals = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))
  assert.deepEqual(new Set(refusals), new Set(['code-used']))
  const body = { code: other, attempt: 'the-same-in-one-browser' }
  const given = await world.call(calls.redeemCode, { body })
  assert.equal(given.contentId, song.albumId)
  assert.match(given.secret!, /^[\w-]{43}$/)
  // Its response was lost.
  assert.deepEqual(await world.call(calls.redeemCode, { body }), given)
  for (const attempt of [undefined, 'that-of-another-browser']) {
    await assertRefused(world.call(calls.redeemCode, { body: { code: other, attempt } }), 409, 'code-used')
  }
  const third = { body: { code: sheet.codes[2]!.code } }
  // The listener has it already; the code stays good for others.
  await assertRefused(listener.call(calls.redeemCode, third), 409, 'download-not-needed')
  assert.deepEqual(await late.call(calls.redeemCode, third), { contentId: song.albumId, secret: null })
  assert.deepEqual(await late.call(calls.redeemCode, third), { contentId: song.albumId, secret: null })
  await assertRefused(mara.call(calls.redeemCode, third), 409, 'code-used')
  await assertRefused(world.call(calls.redeemCode, { body: { code: 'ABCDEFGHJKLM' } }), 404, 'code-unknown')
  const { sheets } = await mara.call(calls.listDownloadCodes, params())
  assert.deepEqual(
    sheets.map(({ name, codes }) => [name, codes.filter(({ isUsed }) => isUsed).length]),
    [['Gig', 3]],
  )
  await assertRefused(listener.call(calls.listDownloadCodes, params()), 403, 'forbidden')
})

test('a deleted track stays for those who had it; others do not get it', async () => {
  await mara.call(deleteTrack, { params: { trackId: song.trackId } })
  assert.equal((await world.call(getAlbum, { params: { albumId: song.albumId } })).tracks.length, 0)
  assert.equal((await listener.call(calls.getDownloads, params())).tracks.length, 1)
  assert.equal((await world.call(calls.getDownloads, params())).tracks.length, 0)
  await world.app.runJobs()
  const kept = await listener.call(calls.getDownloads, params())
  await fetchFile(kept.tracks[0]!.files[0]!)
})

test('nobody gets what was taken down', async () => {
  const admin = await createTestUser(world, { name: 'ada' })
  await setRole(world.world.database.read, 'ada', 'owner')
  const { tracks } = await listener.call(calls.getDownloads, params())
  await admin.call(takeDown, { body: { artistIds: [song.artistId], reason: 'A test' } })
  await assertRefused(listener.call(calls.getDownloads, params()), 404, 'content-gone')
  assert.equal((await fetch(world.origin + tracks[0]!.files[0]!.path)).status, 404)
  assert.equal((await listener.call(calls.listCollection, { query: {} })).items.length, 0)
})
