/** Splits over HTTP, and which split applies to a payment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readManySplitTerms, readPayable } from './payable.ts'
import { type CatalogUser, openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const { catalog, ada, ben } = await openFileCatalog()

const split = (contentId: string, splitRecipients: object[], caller = ada) =>
  caller.send('POST', '/v1/splits', { contentId, splitRecipients })
const termsOf = async (contentId: string) =>
  (await readManySplitTerms(catalog.database.read, [contentId])).get(contentId)
const both = [
  { name: 'ada', share: 57 },
  { name: 'Ben', share: 43 },
]

test('a split lists its recipients in order, and is public once the content is published', async () => {
  const { albumId } = await catalog.album(ada, ['One'])
  assert.equal((await split(albumId, both, ben)).status, 403)
  const made = await split(albumId, both)
  assert.equal(made.status, 200)
  assert.equal(made.data.contentType, 'album')
  assert.deepEqual(
    made.data.splitRecipients.map((each: { userId: string; share: number }) => [each.userId, each.share]),
    [
      [ada.userId, 57],
      [ben.userId, 43],
    ],
  )
  const again = await split(albumId, both)
  assert.deepEqual([again.status, again.code], [409, 'split-exists'])
  const path = `/v1/splits/${albumId}/album`
  assert.equal((await catalog.visitor.send('GET', path)).status, 404)
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  const shown = async (caller: Pick<CatalogUser, 'send'>) =>
    (await caller.send('GET', path)).data.splitRecipients.map(
      (each: { share: number; user: { name: string } }) => `${each.user.name} ${each.share}`,
    )
  // Who has not agreed is not named.
  assert.deepEqual(await shown(catalog.visitor), ['ada 57', ' 43'])
  assert.deepEqual(await shown(ada), ['ada 57', 'ben 43'])
  await catalog.agree(ben)
  assert.deepEqual(await shown(catalog.visitor), ['ada 57', 'ben 43'])
  assert.equal((await catalog.visitor.send('GET', `/v1/splits/${albumId}/track`)).status, 404)
})

test('an update replaces all recipients atomically', async () => {
  const { albumId } = await catalog.album(ada, [])
  const update = (splitRecipients: object[], caller = ada) =>
    caller.send('PUT', '/v1/splits/update', { contentId: albumId, splitRecipients })
  const missing = await update(both)
  assert.deepEqual([missing.status, missing.code], [404, 'not-found'])
  const made = await split(albumId, both)
  assert.equal((await update(both, ben)).status, 403)
  const moved = await update([
    { name: 'ben', share: 5 },
    { name: 'ada', share: 1 },
  ])
  assert.deepEqual([moved.status, moved.data.id, moved.data.createdAt], [200, made.data.id, made.data.createdAt])
  assert.deepEqual(
    moved.data.splitRecipients.map((each: { userId: string; share: number }) => [each.userId, each.share]),
    [
      [ben.userId, 5],
      [ada.userId, 1],
    ],
  )
  const refusals: [number, object[]][] = [
    [
      404,
      [
        { name: 'ada', share: 1 },
        { name: 'zoe', share: 1 },
      ],
    ],
    [422, [...both, { name: 'ADA', share: 1 }]],
    [400, [{ name: 'ada', share: 0 }]],
    [400, []],
  ]
  for (const [status, recipients] of refusals) {
    assert.equal((await update(recipients)).status, status, JSON.stringify(recipients))
  }
  const { data } = await ada.send('GET', `/v1/splits/${albumId}/album`)
  assert.deepEqual(
    data.splitRecipients.map((each: { share: number }) => each.share),
    [5, 1],
  )
})

test('after concurrent updates, the result is exactly one of them', async () => {
  const { albumId } = await catalog.album(ada, [])
  await split(albumId, both)
  const updates = Array.from({ length: 10 }, (_, index) =>
    ada.send('PUT', '/v1/splits/update', {
      contentId: albumId,
      splitRecipients: both.map(({ name }) => ({ name, share: index + 1 })),
    }),
  )
  assert.deepEqual(new Set((await Promise.all(updates)).map(({ status }) => status)), new Set([200]))
  const { recipients = [] } = (await termsOf(albumId)) ?? {}
  assert.equal(recipients.length, 2)
  assert.equal(recipients[0]?.weight, recipients[1]?.weight)
})

test('of concurrent requests to create the first split, one succeeds', async () => {
  const { albumId } = await catalog.album(ada, [])
  const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await split(albumId, both)).status))
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, 409, 409, 409],
  )
})

test('unknown names are listed; duplicates and too many names are refused', async () => {
  const { albumId } = await catalog.album(ada, [])
  const unknown = await split(albumId, [...both, { name: 'zoe', share: 1 }, { name: 'yan', share: 1 }])
  assert.deepEqual([unknown.status, unknown.code], [404, 'recipients-unknown'])
  assert.match(unknown.error, /zoe, yan/)
  assert.equal((await split(albumId, [...both, { name: 'ADA', share: 1 }])).status, 422)
  const crowd = Array.from({ length: 51 }, (_, index) => ({ name: `person${index}`, share: 1 }))
  assert.equal((await split(albumId, crowd)).status, 400)
  assert.equal((await split(albumId, [])).status, 400)
  for (const share of [0, -1, 1.5, '1', 1_000_000_001]) {
    assert.equal((await split(albumId, [{ name: 'ada', share }])).status, 400, String(share))
  }
  const heavy = [
    { name: 'ada', share: 1_000_000_000 },
    { name: 'ben', share: 1 },
  ]
  assert.equal((await split(albumId, heavy)).status, 422)
  assert.equal((await split(UNKNOWN_ID, both)).status, 404)
  assert.equal((await ada.send('GET', `/v1/splits/${albumId}/album`)).data, null)
})

test('checked names are returned in the order and spelling of the request', async () => {
  const { data } = await ada.send('POST', '/v1/splits/check-usernames', { usernames: ['Ben', 'zoe', ' ada '] })
  assert.deepEqual(data, [
    { username: 'Ben', isValid: true },
    { username: 'zoe', isValid: false },
    { username: 'ada', isValid: true },
  ])
  assert.equal((await catalog.visitor.send('POST', '/v1/splits/check-usernames', { usernames: ['ada'] })).status, 401)
})

test('the split of a track takes precedence over that of its album; without any, the owner gets everything', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const [own = '', plain = ''] = trackIds
  const all = { recipients: [{ userId: ada.userId, weight: 1 }], sourceContentId: null }
  assert.deepEqual(await termsOf(own), all)
  await split(albumId, both)
  await split(own, [{ name: 'ben', share: 3 }])
  await catalog.agree(ben)
  const ofAlbum = {
    recipients: [
      { userId: ada.userId, weight: 57 },
      { userId: ben.userId, weight: 43 },
    ],
    sourceContentId: albumId,
  }
  assert.deepEqual(await termsOf(own), {
    recipients: [{ userId: ben.userId, weight: 3 }],
    sourceContentId: own,
  })
  assert.deepEqual(await termsOf(plain), ofAlbum)
  assert.deepEqual(await termsOf(albumId), ofAlbum)
  assert.deepEqual(await termsOf(artistId), all)
  assert.equal(await termsOf(UNKNOWN_ID), undefined)
})

test('content that is not public cannot be paid', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'])
  const [trackId = ''] = trackIds
  const tx = catalog.database.read
  const before = await readPayable(tx, trackId, catalog.now())
  assert.deepEqual([before?.isPayable, before?.contentType, before?.title], [false, 'track', 'One'])
  assert.equal((await readPayable(tx, artistId, catalog.now()))?.isPayable, true)
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  const after = await readPayable(tx, trackId, catalog.now())
  assert.deepEqual([after?.isPayable, after?.ownerId, after?.artistName], [true, ada.userId, 'Ada'])
  assert.equal(await readPayable(tx, UNKNOWN_ID), null)
})

test('the owner can remove a split, and the next applicable split takes effect', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const trackId = trackIds[0]!
  await split(albumId, both)
  await split(trackId, [{ name: 'ben', share: 1 }])
  const path = `/v1/splits/${trackId}/track`
  assert.equal((await ben.send('DELETE', path)).status, 403)
  assert.equal((await catalog.visitor.send('DELETE', path)).status, 401)
  assert.equal((await ada.send('DELETE', path)).status, 200)
  assert.equal((await ada.send('GET', path)).data, null)
  assert.deepEqual(
    (await termsOf(trackId))?.recipients.map(({ weight }) => weight),
    [57, 43],
  )
  assert.equal((await ada.send('DELETE', path)).status, 404)
  assert.equal((await ada.send('DELETE', `/v1/splits/${albumId}/album`)).status, 200)
  assert.deepEqual(
    (await termsOf(trackId))?.recipients.map(({ userId }) => userId),
    [ada.userId],
  )
})
