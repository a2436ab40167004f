/** The horizon over HTTP: peaks, shares and zaps by second, of a track and an album, and who may read it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { hideComment, listReceivedComments } from '#contract/community/comments.ts'
import { createTimeSplits } from '#contract/catalog/splits.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { publish } from '#contract/catalog/publish.ts'
import { getHorizon, listHorizonZaps } from '#contract/listening/horizon.ts'
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
  // Behind the end: at the end.
  await zap(trackId, 2_000, { contentTime: 900 })
  await zap(trackId, 7_000)
  await until(async () => (await read(trackId)).largest.some(({ message }) => message !== null))
  const horizon = await read(trackId)
  assert.equal(horizon.bucketSeconds, 1)
  assert.deepEqual(horizon.parts, [
    { contentId: trackId, title: 'Two seconds', startSeconds: 0, durationSeconds: horizon.durationSeconds },
  ])
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
    horizon.parts.map(({ title, startSeconds, durationSeconds }) => [title, startSeconds, durationSeconds]),
    [
      ['First', 0, 200],
      ['Second', 200, 400],
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
  assert.equal((await read(draft.id, mara)).parts[0]?.title, 'Draft')
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

test('ten thousand zaps on twelve hours are at most 300 sums and 6 kB, and every zap is on one page', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'Many' })
  const seconds = 12 * 3_600
  await setDuration(trackId, seconds)
  await insertZaps(trackId, 10_000, seconds)
  const horizon = await read(trackId)
  assert.equal(horizon.bucketSeconds, 144)
  assert.equal(horizon.peaks.length, 300)
  assert.ok(horizon.sums.length <= 300)
  const sent = horizon.sums.reduce((sum, { msatAmount }) => sum + msatAmount, 0)
  assert.equal(sent, 10_000 * 1_000 + (10_000 * 10_001) / 2)
  assert.ok(gzipSync(JSON.stringify(horizon)).length <= 6_000, String(gzipSync(JSON.stringify(horizon)).length))
  const seen = new Set<string>()
  let before: string | undefined
  for (let page = 0; page < 5; page++) {
    const { zaps, nextBefore } = await listZaps(trackId, before)
    for (const { id } of zaps) seen.add(id)
    before = nextBefore ?? undefined
  }
  assert.equal(seen.size, 250)
})

test('audio that is still being processed has no peaks', async () => {
  const { trackId } = await publishTrack(world, mara, { title: 'No wave' })
  await sql`DELETE FROM waveform WHERE content_id = ${trackId}`.execute(world.world.database.read)
  const horizon = await read(trackId)
  assert.deepEqual([horizon.peaks, horizon.sums, horizon.largest], [[], [], []])
  assert.equal((await fan.call(getTrack, { params: { trackId } })).title, 'No wave')
})
