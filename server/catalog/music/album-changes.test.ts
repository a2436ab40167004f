/** Updating, ordering and deleting albums over HTTP; and the publication fields of the form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS, openFileCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

const update = (fields: object, caller = ada) => caller.form('POST', '/v1/albums/update', fields)
const read = async (albumId: string, caller: Pick<CatalogUser, 'send'> = ada) =>
  (await caller.send('GET', `/v1/albums/${albumId}`)).data

test('absent fields stay and empty fields are cleared', async () => {
  const { albumId } = await catalog.album(ada, [], { description: 'Words', genreId: '2', subgenreId: '203' })
  const changed = await update({ albumId, title: ' Dusk ', isSingle: 'true' })
  assert.equal(changed.status, 200, changed.error)
  const { title, description, genreId, subgenreId, isSingle } = changed.data
  assert.deepEqual([title, description, genreId, subgenreId, isSingle], ['Dusk', 'Words', 2, 203, true])
  const cleared = (await update({ albumId, description: '', genreId: '' })).data
  assert.deepEqual([cleared.description, cleared.genreId, cleared.subgenreId], [null, null, null])
  assert.equal(cleared.isSingle, true)
})

test('a subgenre is cleared when the genre changes, and must belong to its genre', async () => {
  const { albumId } = await catalog.album(ada, [], { genreId: '2', subgenreId: '203' })
  assert.equal((await update({ albumId, genreId: '9' })).data.subgenreId, null)
  assert.equal((await update({ albumId, subgenreId: '203' })).status, 422)
  assert.equal((await update({ albumId, subgenreId: '902' })).data.subgenreId, 902)
  assert.equal((await update({ albumId, genreId: '777' })).status, 422)
})

test('a UPC is stored without spaces, checked by its check digit, and can be cleared', async () => {
  const { albumId } = await catalog.album(ada, [])
  assert.equal((await update({ albumId, upc: '0 36000 29145 2' })).data.upc, '036000291452')
  const wrong = await update({ albumId, upc: '036000291453' })
  assert.deepEqual([wrong.status, wrong.code], [400, 'upc-invalid'])
  assert.equal((await update({ albumId, upc: '' })).data.upc, null)
})

test('credits are stored in order, with users of this server, and follow a change of username', async () => {
  const { albumId } = await catalog.album(ada, [])
  const credits = [
    { name: ' Ben B. ', role: 'Producer', username: 'BEN' },
    { name: 'Somebody', role: 'drums' },
  ]
  const sent = await update({ albumId, credits: JSON.stringify(credits) })
  assert.deepEqual(sent.data.credits, [
    { name: 'Ben B.', role: 'Producer', username: 'ben' },
    { name: 'Somebody', role: 'drums' },
  ])
  assert.deepEqual((await read(albumId)).credits, sent.data.credits)
  const unknown = await update({ albumId, credits: JSON.stringify([{ name: 'X', role: 'Y', username: 'nobody' }]) })
  assert.deepEqual([unknown.status, unknown.code], [404, 'recipients-unknown'])
  assert.equal((await update({ albumId, credits: '{not json' })).status, 400)
  assert.equal((await update({ albumId, credits: '{"name":"X"}' })).status, 400)
  assert.equal((await update({ albumId, title: 'Other' })).data.credits.length, 2)
  await sql`UPDATE person SET deleted_at = now() WHERE id = ${ben.userId}`.execute(catalog.database.read)
  assert.deepEqual((await read(albumId)).credits[0], { name: 'Ben B.', role: 'Producer' })
  await sql`UPDATE person SET deleted_at = NULL WHERE id = ${ben.userId}`.execute(catalog.database.read)
  assert.deepEqual((await update({ albumId, credits: '' })).data.credits, [])
})

test('a form publishes, reschedules and hides; a repeated form is a no-op', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const soon = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  const dated = (await update({ albumId, publishedAt: soon })).data
  assert.deepEqual([dated.isDraft, dated.publishedAt], [true, soon])
  const scheduled = (await update({ albumId, isDraft: 'false' })).data
  assert.deepEqual([scheduled.isDraft, scheduled.publishedAt], [false, soon])
  assert.equal(await read(albumId, catalog.visitor), undefined)
  catalog.step(DAY_MS)
  const outside = await read(albumId, catalog.visitor)
  assert.deepEqual(
    outside.tracks.map(({ id }: { id: string }) => id),
    trackIds,
  )
  catalog.step(1_000)
  const again = (await update({ albumId, isDraft: 'false', publishedAt: soon, title: 'Again' })).data
  assert.equal(again.publishedAt, soon)
  const hidden = (await update({ albumId, isDraft: 'true' })).data
  assert.deepEqual([hidden.isDraft, hidden.publishedAt], [true, soon])
  assert.equal(await read(albumId, catalog.visitor), undefined)
})

test('the date of a draft can be cleared', async () => {
  const { albumId } = await catalog.album(ada, [])
  const soon = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  await update({ albumId, publishedAt: soon })
  assert.equal((await update({ albumId, publishedAt: '' })).data.publishedAt, null)
})

test('an album is explicit when one of its tracks is', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  assert.equal((await read(albumId)).isExplicit, false)
  await ada.send('PUT', '/v1/tracks/update', { trackId: trackIds[1], explicit: true })
  assert.equal((await read(albumId)).isExplicit, true)
  await ada.send('DELETE', `/v1/tracks/${trackIds[1]}`)
  assert.equal((await read(albumId)).isExplicit, false)
})

test('only the owner can change, order and delete; an album cannot change its artist', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const other = await catalog.album(ada, [])
  assert.equal((await update({ albumId, title: 'Mine' }, ben)).status, 403)
  assert.equal((await ben.send('PUT', `/v1/albums/${albumId}/order`, { trackIds })).status, 403)
  assert.equal((await ben.send('DELETE', `/v1/albums/${albumId}`)).status, 403)
  assert.equal((await update({ albumId, artistId: other.artistId })).code, 'parent-mismatch')
})

test('tracks are reordered atomically, and only all of them together', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two', 'Three'])
  const [one, two, three] = trackIds as [string, string, string]
  const order = (ids: string[]) => ada.send('PUT', `/v1/albums/${albumId}/order`, { trackIds: ids })
  const ordered = await order([three, one.toUpperCase(), two])
  assert.deepEqual(ordered.data, [
    { id: three, order: 1 },
    { id: one, order: 2 },
    { id: two, order: 3 },
  ])
  const { tracks } = await read(albumId)
  assert.deepEqual(
    tracks.map(({ id, order: position }: { id: string; order: number }) => [id, position]),
    [three, one, two].map((id, index) => [id, index + 1]),
  )
  const foreign = (await catalog.album(ada, ['Elsewhere'])).trackIds[0]!
  for (const wrong of [[], [one, two], [one, two, two], [one, two, foreign], [one, two, three, foreign]]) {
    assert.equal((await order(wrong)).status, 422)
  }
})

test('an album with tracks is not deleted; without tracks it is', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'])
  const failed = await catalog.track(ada, albumId, 'Broken')
  await catalog.failAudio(failed, 'No sound')
  const refused = await ada.send('DELETE', `/v1/albums/${albumId}`)
  assert.deepEqual([refused.status, refused.code], [409, 'has-children'])
  for (const id of [...trackIds, failed]) await ada.send('DELETE', `/v1/tracks/${id}`)
  const deleted = await ada.send('DELETE', `/v1/albums/${albumId}`)
  assert.deepEqual(deleted.data, { id: albumId, title: 'Dawn' })
  assert.equal(await read(albumId), undefined)
  const left = await ada.send('GET', `/v1/albums/${artistId}/artist?unpublished=true`)
  assert.deepEqual(left.data, [])
  assert.equal((await ada.send('POST', '/v1/tracks', { albumId, title: 'X', order: 1, extension: 'mp3' })).status, 404)
})

test('lists of albums are paged', async () => {
  const { artistId } = await catalog.album(ada, [])
  for (const title of ['B', 'C', 'D']) await ada.form('POST', '/v1/albums', { artistId, title })
  const page = (number: number) =>
    ada.send('GET', `/v1/albums/${artistId}/artist?unpublished=true&limit=3&page=${number}`)
  assert.equal((await page(1)).data.length, 3)
  assert.equal((await page(2)).data.length, 1)
  assert.equal((await ada.send('GET', '/v1/albums/account?limit=2')).data.length, 2)
})

test('an album is deleted with its tracks on request, and nothing else is deleted', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const other = await catalog.album(ada, ['Stays'])
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  await catalog.track(ada, albumId, 'On its way')
  const remove = (caller: CatalogUser, query = '') => caller.send('DELETE', `/v1/albums/${albumId}${query}`)
  assert.deepEqual(
    [(await remove(ada)).code, (await remove(ada, '?withChildren=false')).code],
    ['has-children', 'has-children'],
  )
  assert.equal((await remove(ada, '?withChildren=1')).status, 400)
  assert.equal((await remove(ben, '?withChildren=true')).status, 403)
  assert.equal((await remove(ada, '?withChildren=true')).status, 200)
  for (const path of [`albums/${albumId}`, ...trackIds.map((id) => `tracks/${id}`)]) {
    assert.equal((await ada.send('GET', `/v1/${path}`)).status, 404, path)
  }
  assert.equal((await ada.send('GET', `/v1/tracks/${other.trackIds[0]}`)).status, 200)
})
