/** An upload from its signed URL to `finished` or `failed`, with workers that die and work that is claimed twice. The
 * audio itself: transcoder.test.ts. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import type { DiskFiles } from '#server/platform/files/files.ts'
import { newId } from '#server/platform/ids.ts'
import { silentLog } from '#server/platform/log.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { until } from '#tests/users.ts'
import { readAsset } from './assets.ts'
import { sweep } from './cleanup.ts'
import { startMediaJobs, workOnce } from './jobs.ts'
import { listOpen } from './own-uploads.ts'
import { claimNext, extendLease, selectOpen, setFinished } from './queries.ts'
import { refusals } from '#contract/audio-refusals.ts'
import { makeWav, sine } from './sound.fixture.ts'
import { transcodeAudio } from './transcoder.ts'
import { incomingKey, markUploaded, requestAudioUpload } from './uploads.ts'

const HOUR_MS = 3_600_000
const wav = makeWav({ seconds: 1, channels: 1, rateHz: 22_050, sample: sine(440, 0.3) })
const never = new AbortController().signal
let testDatabase: TestDatabase
let database: Database
let root: string
let files: DiskFiles
let nowMs = Date.now()
const clock = { now: () => new Date(nowMs) }

before(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase({ url: testDatabase.url, role: testDatabase.role })
  root = await mkdtemp(join(tmpdir(), 'peal-jobs-'))
  files = await openDiskFiles({ root, publicUrl: 'http://peal.test', secret: 'secret', clock })
})

after(async () => {
  await database.close()
  await testDatabase.drop()
  await rm(root, { recursive: true })
})

beforeEach(async () => {
  nowMs = Date.now()
  await sql`DELETE FROM asset`.execute(database.read)
  await sql`DELETE FROM outbox`.execute(database.read)
})

const deps = () => ({ database, files, clock, log: silentLog, transcode: transcodeAudio })

async function upload(bytes: Buffer | string, extension = 'wav'): Promise<string> {
  const assetId = newId()
  await requestAudioUpload(database.read, files, { assetId, owner: newId(), extension })
  const key = incomingKey(assetId, extension)
  await files.write(key, Buffer.from(bytes))
  await markUploaded({ database, files, clock }, key)
  return assetId
}

async function publishedEvents(): Promise<{ topic: string; payload: { assetId: string; reason?: string } }[]> {
  const { rows } = await sql<{ topic: string; payload: { assetId: string } }>`
    SELECT topic, payload FROM outbox ORDER BY id`.execute(database.read)
  return rows
}

test('an upload URL is limited to one key, 2 GiB and an hour', async () => {
  const assetId = newId()
  const { presignedUrl, rawUrl } = await requestAudioUpload(database.read, files, {
    assetId,
    owner: newId(),
    extension: '.MP3',
  })
  const url = new URL(presignedUrl)
  assert.equal(url.pathname, `/files/incoming/${assetId}.mp3`)
  assert.equal(url.searchParams.get('max'), String(2 ** 31))
  assert.ok(Math.abs(Number(url.searchParams.get('expires')) - (nowMs + HOUR_MS) / 1_000) < 2)
  assert.equal(rawUrl, `http://peal.test/files/original/${assetId}.mp3`)
})

test('an extension that is not an audio format is refused', async () => {
  for (const extension of ['exe', 'svg', '', '../mp3', 'm3u8', 'mp3/../x']) {
    const request = requestAudioUpload(database.read, files, { assetId: newId(), owner: newId(), extension })
    await assert.rejects(request, { status: 415, code: 'audio-extension-unsupported' })
  }
})

test('an upload is processed, its event is published once, and the original is stored', async () => {
  const assetId = await upload(wav)
  assert.equal(await workOnce(deps(), never), true)
  assert.equal(await workOnce(deps(), never), false)
  const asset = await readAsset(database.read, assetId)
  assert.equal(asset?.state, 'finished')
  assert.equal(asset.durationMs, 1_000)
  assert.equal(asset.peaks?.length, 1_000)
  assert.ok(asset.loudnessLufs! < -8 && asset.loudnessLufs! > -13)
  assert.equal(asset.liveKey, `media/${assetId}.mp3`)
  assert.equal((await files.stat(asset.liveKey))?.size, asset.liveBytes)
  assert.equal((await files.stat(`original/${assetId}.wav`))?.size, wav.length)
  assert.equal(await files.stat(`incoming/${assetId}.wav`), null)
  assert.deepEqual(await publishedEvents(), [{ topic: 'asset-finished', payload: { assetId } }])
})

test('a playlist named .mp3 fails with a reason for its artist, and its files are deleted', async () => {
  const assetId = await upload('#EXTM3U\nfile:///etc/passwd', 'mp3')
  await workOnce(deps(), never)
  const asset = await readAsset(database.read, assetId)
  assert.deepEqual([asset?.state, asset?.failureText, asset?.liveKey], ['failed', refusals['is-playlist'], null])
  assert.equal(await files.stat(`incoming/${assetId}.mp3`), null)
  assert.deepEqual(await publishedEvents(), [
    { topic: 'asset-failed', payload: { assetId, reason: refusals['is-playlist'], code: 'is-playlist' } },
  ])
})

test('another worker takes over when the lease of a dead worker has expired, and the dead one cannot finish any more', async () => {
  const assetId = await upload(wav)
  const dead = await claimNext(database.read, newId(), clock.now(), new Date(nowMs + 60_000))
  assert.equal(dead?.id, assetId)
  assert.equal(await workOnce(deps(), never), false)
  nowMs += 61_000
  assert.equal(await workOnce(deps(), never), true)
  assert.equal((await readAsset(database.read, assetId))?.state, 'finished')
  assert.equal(await extendLease(database.read, dead, new Date(nowMs + 60_000), 0.5), false)
  const late = {
    originalKey: 'x',
    bytes: 1,
    durationMs: 1,
    loudnessLufs: null,
    truePeakDb: null,
    peaks: Buffer.alloc(1_000),
    streams: { mp3: { key: 'x', bytes: 1, bitRate: 1 } },
    now: clock.now(),
  }
  assert.equal(await setFinished(database.read, dead, late), false)
  assert.equal((await publishedEvents()).length, 1)
})

test('an attempt that stopped after moving the original continues from there', async () => {
  const assetId = await upload(wav)
  await files.copy(`incoming/${assetId}.wav`, `original/${assetId}.wav`)
  await files.remove(`incoming/${assetId}.wav`)
  await workOnce(deps(), never)
  assert.equal((await readAsset(database.read, assetId))?.state, 'finished')
})

test('two concurrent workers never claim the same asset', async () => {
  await upload(wav)
  await upload(wav)
  const claims = await Promise.all(
    Array.from({ length: 6 }, () =>
      database.transaction((tx) => claimNext(tx, newId(), clock.now(), new Date(nowMs + 60_000))),
    ),
  )
  const ids = claims.flatMap((claim) => claim?.id ?? [])
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 2)
})

test('a file that repeatedly kills its worker is given up', async () => {
  const assetId = await upload(wav)
  for (let attempt = 0; attempt < 3; attempt++) {
    assert.notEqual(await claimNext(database.read, newId(), clock.now(), new Date(nowMs + 60_000)), null)
    nowMs += 61_000
  }
  await workOnce(deps(), never)
  assert.equal((await readAsset(database.read, assetId))?.failureText, refusals['our-fault'])
})

test('after an error of ours the file is kept and processed again later', async () => {
  const assetId = await upload(wav)
  await workOnce({ ...deps(), ffmpegPath: '/nowhere/ffmpeg' }, never)
  assert.equal((await readAsset(database.read, assetId))?.state, 'uploaded')
  assert.equal(await workOnce(deps(), never), false)
  nowMs += 31_000
  assert.equal(await workOnce(deps(), never), true)
  assert.equal((await readAsset(database.read, assetId))?.state, 'finished')
})

test('stopping during processing returns the asset to the queue immediately, and does not count as an attempt', async () => {
  const long = makeWav({ seconds: 120, channels: 2, rateHz: 44_100, sample: () => 0 })
  const assetId = await upload(long)
  const jobs = startMediaJobs(deps())
  await until(async () => (await readAsset(database.read, assetId))?.state === 'processing')
  await new Promise((resolve) => setTimeout(resolve, 200))
  await jobs.stop()
  assert.equal((await readAsset(database.read, assetId))?.state, 'uploaded')
  const { rows } = await sql<{ attempts: number }>`SELECT attempts FROM asset`.execute(database.read)
  assert.equal(rows[0]?.attempts, 0)
})

test('an upload whose arrival was not recorded is found, and one that never arrived fails after a day', async () => {
  const [arrived, lost] = [newId(), newId()]
  const owner = newId()
  await requestAudioUpload(database.read, files, { assetId: arrived, owner, extension: 'wav' })
  await requestAudioUpload(database.read, files, { assetId: lost, owner, extension: 'wav' })
  await files.write(`incoming/${arrived}.wav`, wav)
  await sweep(deps())
  assert.equal((await readAsset(database.read, arrived))?.state, 'uploaded')
  assert.equal((await readAsset(database.read, lost))?.state, 'awaiting-upload')
  nowMs += 25 * HOUR_MS
  await sweep(deps())
  assert.equal((await readAsset(database.read, lost))?.failureText, refusals['never-arrived'])
  assert.deepEqual(
    (await publishedEvents()).map((event) => event.payload.assetId),
    [lost],
  )
})

test('an arrival is recorded once, and only for an issued key', async () => {
  const assetId = await upload(wav)
  await workOnce(deps(), never)
  await markUploaded({ database, files, clock }, `incoming/${assetId}.wav`)
  await markUploaded({ database, files, clock }, `media/${assetId}.wav`)
  await markUploaded({ database, files, clock }, 'incoming/x')
  assert.equal((await readAsset(database.read, assetId))?.state, 'finished')
})

/** An upload of one account, of this many bytes. */
async function uploadAs(owner: string, bytes: number): Promise<string> {
  const assetId = newId()
  await requestAudioUpload(database.read, files, { assetId, owner, extension: 'wav' })
  const key = incomingKey(assetId, 'wav')
  await files.write(key, Buffer.alloc(bytes))
  await markUploaded({ database, files, clock }, key)
  return assetId
}

test('accounts take turns, each with its smallest file first, and the owner sees the place in the queue', async () => {
  const [many, one, late] = [newId(), newId(), newId()]
  const [a30, a10, a20] = [await uploadAs(many, 30), await uploadAs(many, 10), await uploadAs(many, 20)]
  const b5 = await uploadAs(one, 5)
  const claim = async () => {
    const found = await database.transaction((tx) => claimNext(tx, newId(), clock.now(), new Date(nowMs + 30_000)))
    return found?.id
  }
  const placesOf = async (owner: string) =>
    new Map((await selectOpen(database.read, owner, 10)).map(({ id, queue_place }) => [id, queue_place]))
  assert.deepEqual((await placesOf(many)).get(a10), 2)
  assert.deepEqual(await placesOf(one), new Map([[b5, 1]]))
  assert.equal(await claim(), b5)
  assert.equal(await claim(), a10)
  // An account that comes later does not wait for all uploads of the first one.
  const b50 = await uploadAs(one, 50)
  const c99 = await uploadAs(late, 99)
  assert.deepEqual(
    await placesOf(many),
    new Map([
      [a20, 3],
      [a10, null],
      [a30, 4],
    ]),
  )
  assert.deepEqual(
    [await claim(), await claim(), await claim(), await claim(), await claim()],
    [c99, b50, a20, a30, undefined],
  )
})

test('the lane for short files takes no long one, and none of an account of which one is being processed', async () => {
  const [label, single] = [newId(), newId()]
  const claim = async (lane: 'any' | 'short') => {
    const leasedUntil = new Date(nowMs + 30_000)
    return (await database.transaction((tx) => claimNext(tx, newId(), clock.now(), leasedUntil, lane)))?.id
  }
  const long = await uploadAs(label, 10)
  await sql`UPDATE asset SET bytes = 1270000000`.execute(database.read)
  assert.equal(await claim('short'), undefined)
  assert.equal(await claim('any'), long)
  const ofLabel = await uploadAs(label, 10)
  assert.equal(await claim('short'), undefined)
  const short = await uploadAs(single, 20)
  assert.equal(await claim('short'), short)
  // Its worker has died.
  nowMs += 60_000
  assert.equal(await claim('short'), ofLabel)
})

test('an open upload shows the bytes received, and the file', async () => {
  const [assetId, owner] = [newId(), newId()]
  const announced = { name: 'night.wav', sizeBytes: 1_000, modifiedAt: '2026-01-02T03:04:05.000Z' }
  await requestAudioUpload(database.read, files, { assetId, owner, extension: 'wav', announced })
  const chunk = { start: 0, total: 1_000 }
  assert.equal(await files.writeChunk(incomingKey(assetId, 'wav'), Readable.from([Buffer.alloc(180)]), chunk), false)
  const caller = signedIn(owner)
  assert.deepEqual(await listOpen(deps(), caller), [
    { uploadId: assetId, state: 'awaiting-upload', progress: 0, receivedBytes: 180, file: announced, queuePlace: null },
  ])
  assert.deepEqual(await listOpen(deps(), { ...caller, userId: newId() }), [])
})
