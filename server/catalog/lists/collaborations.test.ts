/** Content that others share with a user, and the notification about it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { openFileCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()
let cleo: CatalogUser

before(async () => {
  cleo = await catalog.person('cleo')
})

const share = (contentId: string, names: string[], method: 'POST' | 'PUT' = 'POST') => {
  const path = method === 'POST' ? '/v1/splits' : '/v1/splits/update'
  return ada.send(method, path, {
    contentId,
    splitRecipients: names.map((name, index) => ({ name, share: index + 1 })),
  })
}
const listFor = async (user: CatalogUser, query = '') =>
  (await user.send('GET', `/v1/content/collaborations${query}`)).data
const notices = async () => {
  const { rows } = await sql<{ payload: { kind: string; userIds: string[]; actorId: string; content: object } }>`
    SELECT payload FROM outbox WHERE topic = 'notice' ORDER BY created_at, id`.execute(catalog.database.read)
  return rows.map(({ payload }) => payload)
}

test('a release that pays a user is in their list with their share, and not in the list of its owner', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  await share(albumId, ['ada', 'ben', 'cleo'])
  catalog.step(1_000)
  await share(trackIds[0]!, ['ben'])
  assert.equal((await listFor(ben)).pagination.total, 0)
  await catalog.agree(ben)
  const { collaborations, pagination } = await listFor(ben)
  assert.equal(pagination.total, 2)
  const [track, album] = collaborations
  assert.deepEqual([track.contentType, track.title, track.parentId], ['track', 'One', albumId])
  assert.deepEqual([track.share, track.shareTotal], [1, 1])
  assert.deepEqual([album.contentType, album.title, album.artist, album.status], ['album', 'Dawn', 'Ada', 'draft'])
  assert.deepEqual([album.share, album.shareTotal, album.owner.name], [2, 6, 'ada'])
  assert.deepEqual((await listFor(ada)).collaborations, [])
  assert.equal((await listFor(ben, '?limit=1&page=2')).collaborations[0].contentId, albumId)
})

test('new recipients and those who would get less are notified once; the owner and other recipients are not', async () => {
  const { albumId } = await catalog.album(ada, [])
  const before_ = (await notices()).length
  await share(albumId, ['ada', 'ben'])
  await catalog.agree(ben)
  const since = (await listFor(ben)).collaborations[0].since
  catalog.step(60_000)
  await share(albumId, ['cleo', 'ben'], 'PUT')
  await share(albumId, ['ben', 'cleo'], 'PUT')
  const newNotices = (await notices()).slice(before_)
  assert.deepEqual(
    newNotices.map(({ kind, userIds, actorId }) => [kind, userIds, actorId]),
    [
      ['new-split', [ben.userId], ada.userId],
      ['new-split', [cleo.userId], ada.userId],
      ['new-split', [ben.userId], ada.userId],
    ],
  )
  assert.deepEqual(newNotices[0]!.content, { contentId: albumId, contentType: 'album', title: 'Dawn' })
  assert.equal(
    (await listFor(ben)).collaborations.find((one: { contentId: string }) => one.contentId === albumId).since,
    since,
  )
})

test('deleted releases, and those that no longer pay the user, leave the list', async () => {
  const dan = await catalog.person('dan')
  const { albumId } = await catalog.album(ada, [])
  const other = await catalog.album(ada, [])
  await share(albumId, ['dan'])
  await share(other.albumId, ['dan'])
  await catalog.agree(dan)
  assert.equal((await listFor(dan)).pagination.total, 2)
  await ada.send('DELETE', `/v1/albums/${albumId}`)
  await share(other.albumId, ['ben'], 'PUT')
  assert.equal((await listFor(dan)).pagination.total, 1)
  await catalog.agree(dan)
  assert.deepEqual((await listFor(dan)).collaborations, [])
})
