/** Time splits over HTTP, and which one applies to a payment. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { openFileCatalog, type TestResponse, type CatalogUser } from '#server/catalog/catalog.fixture.ts'
import { readActiveTimeSplits, readTimeSplitTerms } from './payable.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const { catalog, ada, ben } = await openFileCatalog()
/** Ben's, and published. */
let guest = { artistId: '', albumId: '', trackIds: [''] }

before(async () => {
  guest = await catalog.album(ben, ['Guest'])
  await ben.send('POST', `/v1/publish/${guest.albumId}`, {})
})

const between = (startSeconds: number, endSeconds: number, more: object = {}) => ({
  startSeconds,
  endSeconds,
  shareNumerator: 1,
  shareDenominator: 4,
  recipientContentId: guest.artistId,
  ...more,
})
const create = (contentId: string, timeSplits: unknown, caller = ada, more = {}) =>
  caller.send('POST', '/v1/splits/time', { contentId, timeSplits, ...more })
const update = (contentId: string, timeSplits: unknown, caller = ada) =>
  caller.send('PUT', '/v1/splits/time', { contentId, timeSplits })
const read = (contentId: string, caller: Pick<CatalogUser, 'send'> = ada, type = 'track') =>
  caller.send('GET', `/v1/splits/time/${contentId}/${type}`)
const bounds = ({ data }: TestResponse) =>
  data.map((row: { startSeconds: number; endSeconds: number }) => [row.startSeconds, row.endSeconds])
const activeAt = async (contentId: string, contentTimeSeconds: number) =>
  (await readActiveTimeSplits(catalog.database.read, [{ contentId, contentTimeSeconds }], catalog.now()))[0]

async function makeTrack(): Promise<{ albumId: string; trackId: string }> {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  return { albumId, trackId: trackIds[0] ?? '' }
}

test('time splits are created once, visible to anybody who sees the track, and replaced atomically', async () => {
  const { albumId, trackId } = await makeTrack()
  assert.deepEqual((await read(trackId)).data, [])
  const made = await create(trackId, [between(20, 30), between(0, 10), between(10, 20)])
  assert.deepEqual([made.status, made.data], [200, { count: 3 }])
  const again = await create(trackId, [between(50, 60)])
  assert.deepEqual([again.status, again.code], [409, 'split-exists'])
  assert.equal((await read(trackId, catalog.visitor)).status, 404)
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  const shown = await read(trackId, catalog.visitor)
  assert.deepEqual(bounds(shown), [
    [0, 10],
    [10, 20],
    [20, 30],
  ])
  assert.deepEqual(Object.keys(shown.data[0]).sort(), [
    'contentId',
    'createdAt',
    'endSeconds',
    'id',
    'recipientContentId',
    'shareDenominator',
    'shareNumerator',
    'startSeconds',
    'updatedAt',
  ])
  assert.equal((await read(trackId, ada, 'episode')).status, 404)
  assert.deepEqual((await update(trackId, [between(5, 15)])).data, { count: 1 })
  assert.deepEqual(bounds(await read(trackId)), [[5, 15]])
  assert.deepEqual((await update(trackId, [])).data, { count: 0 })
  assert.deepEqual((await read(trackId)).data, [])
  assert.equal((await create(trackId, [between(0, 1)])).status, 200)
})

test('overlaps, inverted times and shares above 100 % are refused on create and update, and nothing is stored', async () => {
  const { trackId } = await makeTrack()
  const broken: [number, unknown][] = [
    [422, [between(0, 10), between(9, 20)]],
    [422, [between(0, 30), between(10, 20)]],
    [422, [between(0, 10), between(0, 10)]],
    [422, [between(10, 10)]],
    [422, [between(20, 10)]],
    [422, [between(0, 10, { shareNumerator: 5 })]],
    [422, [between(0, 10, { recipientContentId: trackId })]],
    [422, [between(0, 10, { recipientContentId: trackId.toUpperCase() })]],
    [404, [between(0, 10, { recipientContentId: UNKNOWN_ID })]],
    [400, Array.from({ length: 101 }, (_, index) => between(index, index + 1))],
    [400, [between(0, 10, { recipientContentId: 'nobody' })]],
    [400, [between(0, 10, { note: 'unknown field' })]],
    [400, 'none'],
    [400, [null]],
  ]
  for (const name of ['startSeconds', 'endSeconds', 'shareNumerator', 'shareDenominator']) {
    const zero = name === 'startSeconds' || name === 'endSeconds' ? [] : [0]
    for (const value of [...zero, -1, 0.5, '1', '1e3', null, true, 2 ** 53, 1_000_001]) {
      broken.push([400, [between(0, 10, { [name]: value })]])
    }
  }
  for (const [status, timeSplits] of broken) {
    const response = await create(trackId, timeSplits)
    assert.equal(response.status, status, `${JSON.stringify(timeSplits)}: ${JSON.stringify(response)}`)
    assert.ok(response.error.length > 5)
  }
  assert.deepEqual((await read(trackId)).data, [])
  assert.equal((await create(trackId, [between(1, 2)])).status, 200)
  for (const [status, timeSplits] of broken) {
    assert.equal((await update(trackId, timeSplits)).status, status, JSON.stringify(timeSplits))
  }
  assert.deepEqual(bounds(await read(trackId)), [[1, 2]])
  assert.equal((await create(trackId, [])).status, 400)
})

test('a share of 100 %, the longest time and a hundred time splits are accepted', async () => {
  const { trackId } = await makeTrack()
  const whole = { shareNumerator: 1_000_000, shareDenominator: 1_000_000 }
  const many = Array.from({ length: 99 }, (_, index) => between(index, index + 1, whole))
  assert.deepEqual((await create(trackId, [...many, between(99, 50_000)])).data, { count: 100 })
})

test('only the owner sets them, only on tracks and episodes, and only for public recipient content', async () => {
  const { albumId, trackId } = await makeTrack()
  assert.equal((await create(trackId, [between(0, 1)], ben)).status, 403)
  assert.equal((await update(trackId, [between(0, 1)], ben)).status, 403)
  assert.equal((await create(UNKNOWN_ID, [between(0, 1)])).status, 404)
  assert.equal((await create(albumId, [between(0, 1)])).status, 422)
  assert.equal((await update(albumId, [between(0, 1)])).status, 422)
  assert.equal((await create(trackId, [between(0, 1)], ada, { contentType: 'episode' })).status, 422)
  const hidden = await catalog.album(ben, ['Hidden'])
  const draft = await makeTrack()
  const toHidden = await create(trackId, [between(0, 1, { recipientContentId: hidden.trackIds[0] })])
  assert.deepEqual([toHidden.status, toHidden.code], [404, 'not-found'])
  assert.equal((await create(trackId, [between(0, 1, { recipientContentId: draft.trackId })])).status, 200)
})

test('of two concurrent writers one wins, and no two intervals overlap', async () => {
  const { trackId } = await makeTrack()
  const creations = await Promise.all(Array.from({ length: 6 }, (_, index) => create(trackId, [between(index, 60)])))
  assert.deepEqual(
    creations.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409, 409, 409, 409],
  )
  const updates = await Promise.all(Array.from({ length: 6 }, (_, index) => update(trackId, [between(index, 60)])))
  assert.deepEqual(new Set(updates.map(({ status }) => status)), new Set([200]))
  assert.equal((await read(trackId)).data.length, 1)
})

test('a time split is a half-open interval, and pays by the split that applies to the other content', async () => {
  const { trackId } = await makeTrack()
  const recipientContentId = guest.trackIds[0]
  const recipients = [
    { name: 'ben', share: 3 },
    { name: 'ada', share: 1 },
  ]
  await ben.send('POST', '/v1/splits', { contentId: guest.albumId, splitRecipients: recipients })
  await catalog.agree(ada)
  await create(trackId, [between(10, 20, { recipientContentId }), between(20, 21)])
  const at = (seconds: number) => activeAt(trackId, seconds)
  assert.equal(await at(9), undefined)
  assert.equal(await at(21), undefined)
  assert.deepEqual(await at(10), {
    startSeconds: 10,
    endSeconds: 20,
    shareNumerator: 1,
    shareDenominator: 4,
    contentId: recipientContentId,
    title: 'Guest',
    recipients: [
      { userId: ben.userId, weight: 3 },
      { userId: ada.userId, weight: 1 },
    ],
  })
  assert.deepEqual((await at(20))?.recipients, [{ userId: ben.userId, weight: 1 }])
  assert.equal((await readTimeSplitTerms(catalog.database.read, trackId, catalog.now())).length, 2)
})

test('time splits of the other content are not followed', async () => {
  const first = await makeTrack()
  const second = await makeTrack()
  await create(second.trackId, [between(0, 60)])
  await create(first.trackId, [between(0, 60, { recipientContentId: second.trackId })])
  const active = await activeAt(first.trackId, 5)
  assert.deepEqual(active?.recipients, [{ userId: ada.userId, weight: 1 }])
  assert.equal(active?.title, null)
})

test('a time split with deleted or taken-down content is ignored', async () => {
  const { trackId } = await makeTrack()
  const other = await catalog.album(ben, ['Gone'])
  await ben.send('POST', `/v1/publish/${other.albumId}`, {})
  await create(trackId, [between(0, 60, { recipientContentId: other.trackIds[0] })])
  const tx = catalog.database.read
  const active = () => activeAt(trackId, 5)
  assert.ok(await active())
  await sql`UPDATE artist SET taken_down_at = ${catalog.now()} WHERE id = ${other.artistId}`.execute(tx)
  assert.equal(await active(), undefined)
  await sql`UPDATE artist SET taken_down_at = NULL WHERE id = ${other.artistId}`.execute(tx)
  await sql`UPDATE track SET deleted_at = ${catalog.now()} WHERE id = ${other.trackIds[0]}`.execute(tx)
  assert.equal(await active(), undefined)
  assert.deepEqual(await readTimeSplitTerms(tx, trackId, catalog.now()), [])
})
