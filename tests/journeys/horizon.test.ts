/** The horizon over HTTP: peaks, shares and zaps by second, of a track and an album, and who may read it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { hideComment, listReceivedComments } from '#contract/community/comments.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { publish } from '#contract/catalog/publish.ts'
import { getHorizon, listHorizonZaps, listSmallHorizons } from '#contract/listening/horizon.ts'
import { send } from '#contract/payments/payments.ts'
import { newId } from '#server/platform/ids.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, fillBalance, lendAudio, publishTrack, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let dia: TestUser
let fan: TestUser

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  dia = await createTestUser(world, { name: 'dia' })
  fan = await createTestUser(world, { name: 'fan' })
  await fillBalance(world, fan, 90_000_000)
})
after(() => world[Symbol.asyncDispose]())

/** As a signed-in user reads it: responses to visitors may be two seconds old. */
const read = (contentId: string, user: TestUser = fan) => user.call(getHorizon, { params: { contentId } })
const listZaps = (contentId: string, before?: string) =>
  fan.call(listHorizonZaps, { params: { contentId }, query: before === undefined ? {} : { before } })

async function zap(contentId: string, msatAmount: number, more: { contentTime?: number; comment?: string } = {}) {
  world.clock.step(1_000)
  return fan.call(send, { body: { contentId, msatAmount, ...more } })
}

async function setDuration(trackId: string, seconds: number): Promise<void> {
  await sql`UPDATE track SET duration_ms = ${seconds * 1_000} WHERE id = ${trackId}`.execute(world.world.database.read)
}

test('zaps count to the msat in the second they were sent; those without a position count separately', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'Two seconds' })
  await zap(trackId, 21_000, { contentTime: 0 })
  await zap(trackId, 1_001, { contentTime: 0 })
  await zap(trackId, 5_000, { contentTime: 1, comment: 'There!' })
  // A position after the end counts at the end.
  await zap(trackId, 2_000, { contentTime: 900 })
  await zap(trackId, 7_000)
  await until(async () => (await read(trackId)).largest.some(({ message }) => message !== null))
  const horizon = await read(trackId)
  assert.equal(horizon.bucketSeconds, 1)
  assert.deepEqual(horizon.parts, [{ contentId: trackId, durationSeconds: horizon.durationSeconds }])
  assert.deepEqual(horizon.sums, [
    { bucket: 0, msatAmount: 22_001 },
    { bucket: 1, msatAmount: 7_000 },
  ])
  assert.equal(horizon.msatElsewhere, 7_000)
  assert.deepEqual(
    horizon.largest.map(({ msatAmount, atSeconds, name, message }) => [msatAmount, atSeconds, name, message]),
    [
      [21_000, 0, null, null],
      [5_000, 1, 'fan', 'There!'],
      [2_000, horizon.durationSeconds, null, null],
      [1_001, 0, null, null],
    ],
  )
  assert.equal(horizon.peaks.length, 300)
  assert.ok(horizon.peaks.every((peak) => peak >= 0 && peak <= 100) && Math.max(...horizon.peaks) > 0)
})

test('shares change where a time split begins and ends, and sum to a thousand', async () => {
  const split = [
    { name: 'mara', share: 2 },
    { name: 'dia', share: 1 },
  ]
  const { trackId } = await publishTrack(world, mara, { title: 'Shared', split })
  const guest = await publishTrack(world, dia, { title: 'Guest' })
  await setDuration(trackId, 60)
  const timeSplits = [
    { startSeconds: 10, endSeconds: 20, shareNumerator: 1, shareDenominator: 2, recipientContentId: guest.albumId },
  ]
  await mara.call(createTimeSplits, { body: { contentId: trackId, timeSplits } })
  const { recipients, shares } = await read(trackId)
  assert.deepEqual(
    recipients.map((one) => one?.name),
    ['mara', 'dia'],
  )
  assert.deepEqual(shares, [
    { bucket: 0, thousandths: [667, 333] },
    { bucket: 10, thousandths: [333, 667] },
    { bucket: 20, thousandths: [667, 333] },
  ])
})

test('an album is its tracks one after the other; what it received as a whole counts separately', async () => {
  const { trackId, albumId } = await publishTrack(world, mara, { title: 'First' })
  const second = await mara.call(createTrack, { body: { albumId, title: 'Second', order: 2, extension: 'wav' } })
  await lendAudio(world, second.id, trackId)
  await setDuration(trackId, 200)
  await setDuration(second.id, 400)
  await mara.call(publish, { params: { contentId: second.id }, body: { contentType: 'track' } })
  await zap(trackId, 3_000, { contentTime: 199 })
  await zap(second.id, 4_000, { contentTime: 399 })
  await zap(albumId, 9_000)
  const horizon = await read(albumId)
  assert.equal(horizon.durationSeconds, 600)
  assert.equal(horizon.bucketSeconds, 2)
  assert.deepEqual(
    horizon.parts.map(({ contentId, durationSeconds }) => [contentId, durationSeconds]),
    [
      [trackId, 200],
      [second.id, 400],
    ],
  )
  assert.deepEqual(horizon.sums, [
    { bucket: 99, msatAmount: 3_000 },
    { bucket: 299, msatAmount: 4_000 },
  ])
  assert.equal(horizon.msatElsewhere, 9_000)
  assert.deepEqual(horizon.shares, [{ bucket: 0, thousandths: [1_000] }])
})

test('a hidden message leaves neither its text nor its author; the sum stays', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'Moderated' })
  await zap(trackId, 6_000, { contentTime: 1, comment: 'Not nice' })
  await until(async () => (await read(trackId)).largest[0]?.message === 'Not nice')
  const { comments } = await mara.call(listReceivedComments, { query: {} })
  const comment = comments.find(({ content }) => content === 'Not nice')
  await mara.call(hideComment, { params: { commentId: comment!.id } })
  const { largest, sums } = await read(trackId)
  assert.deepEqual([largest[0]?.message, largest[0]?.name, largest[0]?.artworkUrl], [null, null, null])
  assert.deepEqual(sums, [{ bucket: 1, msatAmount: 6_000 }])
  assert.deepEqual((await listZaps(trackId)).zaps[0]?.message, null)
})

test('a draft has a horizon for its owner only, and content without audio has none', async () => {
  const { albumId, artistId, trackId } = await publishTrack(world, mara, { title: 'Public' })
  const draft = await mara.call(createTrack, { body: { albumId, title: 'Draft', order: 2, extension: 'wav' } })
  await lendAudio(world, draft.id, trackId)
  assert.equal((await refusalOf(read(draft.id))).status, 404)
  assert.equal((await read(draft.id, mara)).parts[0]?.contentId, draft.id)
  assert.equal((await refusalOf(read(artistId))).status, 404)
  assert.equal((await refusalOf(read(newId()))).status, 404)
  assert.equal((await refusalOf(read('nonsense'))).status, 400)
  assert.equal((await refusalOf(listZaps(draft.id))).status, 404)
})

/** Inserts zaps as rows, without payments, for tests that only count them. */
async function insertZaps(contentId: string, count: number, seconds: number): Promise<void> {
  await sql`INSERT INTO zap (id, content_id, content_type, content_title, amount_msat, terms, content_time_seconds, settled_at)
    SELECT gen_random_uuid(), ${contentId}, 'track', 'Many', 1000 + n, '{}'::jsonb, n % ${seconds}::int,
      now() - n * interval '1 second'
    FROM generate_series(1, ${count}::int) n`.execute(world.world.database.read)
}

/** As an album: copies of a track, with their own ids and waveforms. */
async function copyTrack(trackId: string, count: number): Promise<void> {
  const tx = world.world.database.read
  await sql`WITH made AS (SELECT gen_random_uuid() AS id, n + 1 AS position FROM generate_series(1, ${count}::int) n),
    listed AS (INSERT INTO content (id, type, owner_id)
      SELECT made.id, 'track', c.owner_id FROM made, content c WHERE c.id = ${trackId} RETURNING id)
    INSERT INTO track SELECT copy.* FROM made JOIN listed USING (id), track t,
      jsonb_populate_record(t, jsonb_build_object('id', made.id, 'asset_id', gen_random_uuid(), 'position', made.position,
        'title', 'Number ' || made.position, 'duration_ms', 100000 + made.position * 317)) copy
    WHERE t.id = ${trackId}`.execute(tx)
  await sql`INSERT INTO waveform (content_id, peaks)
    SELECT t.id, (SELECT peaks FROM waveform WHERE content_id = ${trackId})
    FROM track t WHERE t.album_id = (SELECT album_id FROM track WHERE id = ${trackId}) AND t.id <> ${trackId}`.execute(
    tx,
  )
}

/** Loudness without a pattern, which is compressed the least. */
async function setNoise(contentId: string): Promise<void> {
  const peaks = Buffer.from(
    Array.from({ length: 1_000 }, (_, index) => (index * 7_919 + ((index * index * 31) % 97)) % 256),
  )
  await sql`UPDATE waveform SET peaks = ${peaks} WHERE content_id = ${contentId}`.execute(world.world.database.read)
}

const sizeOf = (data: unknown): number => gzipSync(JSON.stringify({ success: true, data })).length
const HORIZON_MAX_BYTES = 6_000

const PARTNERS = ['one', 'two', 'three', 'four', 'five', 'six']
let partners: Promise<TestUser[]> | null = null
const createPartners = () => (partners ??= Promise.all(PARTNERS.map((name) => createTestUser(world, { name }))))

/** Evenly on the tracks of an album. */
async function spreadZaps(trackId: string, albumId: string): Promise<void> {
  await sql`UPDATE zap SET content_id = t.id FROM track t
    WHERE zap.content_id = ${trackId} AND t.album_id = ${albumId} AND t.position = 1 + zap.amount_msat % 300`.execute(
    world.world.database.read,
  )
}

for (const { name, zaps, seconds, tracks, bytes = HORIZON_MAX_BYTES } of [
  { name: 'three seconds without zaps', zaps: 0, seconds: 3, tracks: 1 },
  { name: 'three seconds with ten thousand zaps', zaps: 10_000, seconds: 3, tracks: 1 },
  { name: 'twelve hours without zaps', zaps: 0, seconds: 12 * 3_600, tracks: 1 },
  { name: 'twelve hours with ten thousand zaps', zaps: 10_000, seconds: 12 * 3_600, tracks: 1 },
  // The ids of the tracks alone are 5 kB.
  { name: 'an album of 300 tracks with ten thousand zaps', zaps: 10_000, seconds: 300, tracks: 300, bytes: 11_000 },
]) {
  test(`a horizon is at most ${bytes / 1_000} kB, with exact sums: ${name}`, async (context) => {
    const split = (await createPartners()).map(({ name: partner }, index) => ({ name: partner, share: index + 1 }))
    const { trackId, albumId } = await publishTrack(world, mara, { title: name, split })
    await setDuration(trackId, seconds)
    await setNoise(trackId)
    if (tracks > 1) await copyTrack(trackId, tracks - 1)
    await insertZaps(trackId, zaps, seconds)
    if (tracks > 1) await spreadZaps(trackId, albumId)
    const contentId = tracks > 1 ? albumId : trackId
    const asked = performance.now()
    const horizon = await read(contentId)
    context.diagnostic(`${sizeOf(horizon)} bytes in ${(performance.now() - asked).toFixed(0)} ms`)
    assert.ok(sizeOf(horizon) <= bytes, String(sizeOf(horizon)))
    assert.equal(horizon.parts.length, tracks)
    assert.equal(horizon.peaks.length, 300)
    assert.ok(horizon.sums.length <= 300 && horizon.largest.length <= 7)
    assert.equal(horizon.recipients.length, 6)
    const sent = horizon.sums.reduce((sum, { msatAmount }) => sum + msatAmount, 0)
    assert.equal(sent, zaps * 1_000 + (zaps * (zaps + 1)) / 2)
  })
}

test('every zap of long audio is on one page of its list', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'Many' })
  await setDuration(trackId, 3_600)
  await insertZaps(trackId, 1_000, 3_600)
  const seen = new Set<string>()
  let before: string | undefined
  for (let page = 0; page < 5; page++) {
    const { zaps, nextBefore } = await listZaps(trackId, before)
    for (const { id } of zaps) seen.add(id)
    before = nextBefore ?? undefined
  }
  assert.equal(seen.size, 250)
})

test('small horizons of forty tracks are one call of at most 8 kB, and content that is not public is left out', async (context) => {
  const { trackId, albumId } = await publishTrack(world, mara, { title: 'Small' })
  await copyTrack(trackId, 38)
  await setDuration(trackId, 64)
  await zap(trackId, 3_000, { contentTime: 63 })
  await zap(trackId, 4_001, { contentTime: 0 })
  const { rows } = await sql<{ id: string }>`SELECT id FROM track WHERE album_id = ${albumId}`.execute(
    world.world.database.read,
  )
  for (const { id } of rows.slice(0, 20)) await insertZaps(id, id === trackId ? 0 : 100, 100)
  const draft = await mara.call(createTrack, { body: { albumId, title: 'Draft', order: 40, extension: 'wav' } })
  const list = (contentIds: string[]) => mara.call(listSmallHorizons, { query: { contentIds: contentIds.join(',') } })
  const small = await list([...rows.map(({ id }) => id), draft.id])
  context.diagnostic(`${sizeOf(small)} bytes`)
  assert.ok(sizeOf(small) <= 8_000, String(sizeOf(small)))
  assert.equal(small.length, 39)
  const { peaks, sums } = small.find(({ contentId }) => contentId === trackId)!
  assert.equal(peaks.length, 90)
  assert.deepEqual(sums, [
    { bucket: 0, msatAmount: 4_001 },
    { bucket: 88, msatAmount: 3_000 },
  ])
  assert.equal((await refusalOf(list([]))).status, 400)
  assert.equal((await refusalOf(list(['nonsense']))).status, 400)
  assert.equal((await refusalOf(list(Array.from({ length: 41 }, () => newId())))).status, 400)
})

test('an unchanged horizon is a 304 for visitors, and a zap changes it', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'Cached' })
  const url = `${world.origin}/v1/horizon/${trackId}`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  const again = () => fetch(url, { headers: { 'if-none-match': etag } })
  assert.equal((await again()).status, 304)
  await zap(trackId, 5_000, { contentTime: 1 })
  await until(async () => (await again()).status === 200)
})

test('audio that is still being processed has no peaks', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'No wave' })
  await sql`DELETE FROM waveform WHERE content_id = ${trackId}`.execute(world.world.database.read)
  const horizon = await read(trackId)
  assert.deepEqual([horizon.peaks, horizon.sums, horizon.largest], [[], [], []])
  assert.equal((await fan.call(getTrack, { params: { trackId } })).title, 'No wave')
})
