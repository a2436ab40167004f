/** Which files are removed, when, and which are left alone.
 * Processing of uploads is jobs.test.ts. */
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
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { readAsset } from './assets.ts'
import { sweep } from './cleanup.ts'
import { refusals } from '#contract/audio-refusals.ts'
import { markUploaded, requestAudioUpload, audioFiles } from './uploads.ts'

const DAY_MS = 24 * 3_600_000
let nowMs = Date.now()
const clock = { now: () => new Date(nowMs) }
let testDatabase: TestDatabase
let database: Database
let root: string
let files: DiskFiles

before(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase({ url: testDatabase.url, role: testDatabase.role, maxConnections: 2 })
  root = await mkdtemp(join(tmpdir(), 'peal-cleanup-'))
  files = await openDiskFiles({ root, publicUrl: '', secret: 'secret', clock, accountBytesMax: 1_000 })
})
after(async () => {
  await database.close()
  await testDatabase.drop()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  nowMs = Date.now()
  await sql`DELETE FROM asset`.execute(database.read)
})

const deps = () => ({ database, files, clock })
const begin = async (owner = newId()) => {
  const assetId = newId()
  await requestAudioUpload(database.read, files, { assetId, owner, extension: 'wav' })
  return { assetId, owner, key: `incoming/${assetId}.wav` }
}

/** The state in which the media module leaves a finished asset. */
async function finish(): Promise<{ assetId: string; keys: string[] }> {
  const { assetId } = await begin()
  const live = audioFiles(`media/${assetId}.mp3`)
  const original = `original/${assetId}.wav`
  for (const key of [...live, original]) await files.write(key, Buffer.from('x'))
  const streams = JSON.stringify(
    Object.fromEntries(live.map((key) => [key.split('.')[1], { key, bytes: 1, bitRate: 1 }])),
  )
  await sql`UPDATE asset SET state = 'finished', finished_at = ${clock.now()}, duration_ms = 1, bytes = 1,
    peaks = ${Buffer.alloc(1_000)}, original_key = ${original}, streams = ${streams}::jsonb
    WHERE id = ${assetId}`.execute(database.read)
  return { assetId, keys: [...live, original] }
}

const exist = async (keys: string[]) =>
  (await Promise.all(keys.map((key) => files.stat(key)))).map((found) => found !== null)

test('unused audio is kept for a month, then its files are deleted; audio in use stays', async () => {
  const [used, unused] = [await finish(), await finish()]
  const parts = { ...deps(), findUsed: async () => new Set([used.assetId]) }
  await sweep(parts)
  nowMs += 29 * DAY_MS
  await sweep(parts)
  assert.deepEqual(await exist(unused.keys), [true, true, true, true])
  nowMs += 2 * DAY_MS
  await sweep(parts)
  assert.deepEqual(await exist(unused.keys), [false, false, false, false])
  assert.deepEqual(await exist(used.keys), [true, true, true, true])
  assert.equal((await readAsset(database.read, unused.assetId))?.state, 'finished')
})

test('audio that is used again within the month starts a new month when unused', async () => {
  const { assetId, keys } = await finish()
  const using = (...ids: string[]) => ({ ...deps(), findUsed: async () => new Set(ids) })
  await sweep(using())
  nowMs += 29 * DAY_MS
  await sweep(using(assetId))
  nowMs += 29 * DAY_MS
  await sweep(using())
  nowMs += 2 * DAY_MS
  await sweep(using())
  assert.deepEqual(await exist(keys), [true, true, true, true])
})

test('the bytes of an incomplete upload are deleted with it', async () => {
  const { assetId, key } = await begin()
  const cut = Readable.from([Buffer.alloc(100)])
  assert.equal(await files.writeChunk(key, cut, { start: 0, total: 500 }), false)
  assert.equal(await files.arrivedBytes(key), 100)
  nowMs += 23 * 3_600_000
  await sweep(deps())
  assert.equal(await files.arrivedBytes(key), 100)
  nowMs += 2 * 3_600_000
  await sweep(deps())
  assert.equal(await files.arrivedBytes(key), 0)
  assert.equal((await readAsset(database.read, assetId))?.failureText, refusals['never-arrived'])
})

test('a file that arrives after its upload has ended is deleted', async () => {
  const { assetId } = await finish()
  const key = `incoming/${assetId}.wav`
  await files.write(key, Buffer.from('late'))
  nowMs += 27 * 3_600_000
  await sweep(deps())
  assert.equal(await files.stat(key), null)
})

test('with several URLs for the same quota, a file that exceeds it is refused on arrival', async () => {
  const first = await begin()
  const second = await begin(first.owner)
  for (const { key } of [first, second]) {
    await files.write(key, Buffer.alloc(600))
    await markUploaded(deps(), key)
  }
  assert.equal((await readAsset(database.read, first.assetId))?.state, 'uploaded')
  assert.equal((await readAsset(database.read, second.assetId))?.failureText, refusals['over-quota'])
  assert.equal(await files.stat(second.key), null)
  await begin(first.owner)
  await sql`UPDATE asset SET bytes = 1000 WHERE id = ${first.assetId}`.execute(database.read)
  await assert.rejects(begin(first.owner), { code: 'upload-quota-reached' })
})
