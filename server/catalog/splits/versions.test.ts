/** Versions of splits: which terms begin immediately, and which wait for a partner whose share they lower. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CatalogUser, openFileCatalog } from '#server/catalog/catalog.fixture.ts'
import { readManySplitTerms } from './payable.ts'
import { isLess } from './versions.ts'

const { catalog, ada, ben } = await openFileCatalog()
const cleo = await catalog.person('cleo')
const names = new Map([ada, ben, cleo].map(({ userId, username }) => [userId, username]))

type Shares = Record<string, number>
const recipientsOf = (shares: Shares) => Object.entries(shares).map(([name, share]) => ({ name, share }))
const create = (contentId: string, shares: Shares) =>
  ada.send('POST', '/v1/splits', { contentId, splitRecipients: recipientsOf(shares) })
const change = (contentId: string, shares: Shares) =>
  ada.send('PUT', '/v1/splits/update', { contentId, splitRecipients: recipientsOf(shares) })

/** Who is paid now; `?` marks those who have not agreed. */
async function inForce(contentId: string): Promise<string> {
  const terms = (await readManySplitTerms(catalog.database.read, [contentId])).get(contentId)!
  const shown = terms.recipients.map(
    ({ userId, weight }, position) => `${names.get(userId)} ${weight}${terms.open?.isWaiting.has(position) ? '?' : ''}`,
  )
  return shown.join(', ')
}

async function versionsOf(caller: CatalogUser, contentId: string, type = 'album') {
  const { data } = await caller.send('GET', `/v1/splits/${contentId}/${type}/versions`)
  return data as { number: number; begunAt: string | null; endedAt: string | null; shares: { state: string }[] }[]
}

test('a new partner does not delay new terms, and stays agreed with the same share or more', async () => {
  const { albumId } = await catalog.album(ada, [])
  assert.notEqual((await create(albumId, { ada: 57, ben: 43 })).data.begunAt, null)
  assert.equal(await inForce(albumId), 'ada 57, ben 43?')
  await catalog.agree(ben)
  assert.notEqual((await change(albumId, { ada: 1, ben: 1 })).data.begunAt, null)
  assert.equal(await inForce(albumId), 'ada 1, ben 1')
  // Half is half, however it is written; cleo is asked, ben is not.
  await change(albumId, { ben: 500, ada: 400, cleo: 100 })
  assert.equal(await inForce(albumId), 'ben 500, ada 400, cleo 100?')
})

test('terms that lower a share begin when that partner agrees; until then the old ones pay', async () => {
  const { albumId } = await catalog.album(ada, [])
  await create(albumId, { ada: 57, ben: 43 })
  await catalog.agree(ben)
  const lower = await change(albumId, { ada: 70, ben: 30 })
  assert.deepEqual([lower.status, lower.data.begunAt], [200, null])
  assert.equal(await inForce(albumId), 'ada 57, ben 43')
  // The same again asks nobody twice; other terms replace those that wait.
  await change(albumId, { ada: 70, ben: 30 })
  assert.equal((await versionsOf(ada, albumId)).length, 2)
  await change(albumId, { ada: 3, ben: 2 })
  assert.equal(await inForce(albumId), 'ada 57, ben 43')
  await catalog.agree(ben)
  assert.equal(await inForce(albumId), 'ada 3, ben 2')
  const versions = await versionsOf(ben, albumId)
  assert.deepEqual(
    versions.map(({ number, begunAt, endedAt }) => [number, begunAt !== null, endedAt !== null]),
    [
      [3, true, false],
      [2, false, true],
      [1, true, true],
    ],
  )
  assert.equal((await cleo.send('GET', `/v1/splits/${albumId}/album/versions`)).status, 404)
})

test('saving the terms in force again withdraws those that wait', async () => {
  const { albumId } = await catalog.album(ada, [])
  await create(albumId, { ada: 1, ben: 1 })
  await catalog.agree(ben)
  await change(albumId, { ada: 2, ben: 1 })
  assert.notEqual((await change(albumId, { ada: 1, ben: 1 })).data.begunAt, null)
  await catalog.agree(ben)
  assert.equal(await inForce(albumId), 'ada 1, ben 1')
})

test('a partner who would be left out has to agree, also when the whole split is removed', async () => {
  const { albumId } = await catalog.album(ada, [])
  await create(albumId, { ada: 1, ben: 1 })
  await catalog.agree(ben)
  await change(albumId, { ada: 1 })
  assert.equal(await inForce(albumId), 'ada 1, ben 1')
  assert.equal((await ada.send('DELETE', `/v1/splits/${albumId}/album`)).data.begunAt, null)
  assert.equal(await inForce(albumId), 'ada 1, ben 1')
  await catalog.agree(ben)
  assert.equal(await inForce(albumId), 'ada 1')
  assert.equal((await ada.send('GET', `/v1/splits/${albumId}/album`)).data, null)
})

test('a track cannot take away what its album gives', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const [one = '', two = ''] = trackIds
  await create(albumId, { ada: 1, ben: 1 })
  await catalog.agree(ben)
  assert.notEqual((await create(one, { ben: 2, ada: 1 })).data.begunAt, null)
  assert.equal((await create(two, { ada: 9, ben: 1 })).data.begunAt, null)
  assert.equal(await inForce(two), 'ada 1, ben 1')
  // Back to the album would lower ben from two thirds to a half.
  assert.equal((await ada.send('DELETE', `/v1/splits/${one}/track`)).data.begunAt, null)
  await catalog.agree(ben)
  assert.equal(await inForce(one), 'ada 1, ben 1')
  assert.equal(await inForce(two), 'ada 9, ben 1')
})

test('parts of a whole are compared exactly', () => {
  const part = (share: number, total: number) => ({ share, total })
  assert.equal(isLess(part(1, 3), part(333_333_333, 1_000_000_000)), false)
  assert.equal(isLess(part(333_333_333, 1_000_000_000), part(1, 3)), true)
  assert.equal(isLess(part(43, 100), part(430, 1_000)), false)
  assert.equal(isLess(part(0, 1), part(1, 1_000_000_000)), true)
})
