/** Tracks and episodes as a table over HTTP: reading, changing many cells, two editors of one cell, invalid texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFileCatalog, type CatalogUser, type TestResponse } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

type Change = { id: string; field: string; from: string; to: string }
const save = (parentId: string, changes: Change[], caller: CatalogUser = ada) =>
  caller.send('PUT', `/v1/cells/${parentId}`, { changes })
const read = async (parentId: string) => (await ada.send('GET', `/v1/cells/${parentId}`)).data
const title = (id: string, from: string, to: string): Change => ({ id, field: 'title', from, to })

test('cells of several albums are changed together, and the response has the texts as saved', async () => {
  const { artistId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const other = await ada.form('POST', '/v1/albums', { artistId, title: 'Dusk' })
  const third = await catalog.track(ada, other.data.id, 'Three')
  const [one, two] = trackIds as [string, string]
  const changes = [
    title(one, 'One', ' Uno '),
    { id: one, field: 'isrc', from: '', to: 'us-rc1-76-07839' },
    { id: two, field: 'order', from: '1', to: '50' },
    { id: two, field: 'explicit', from: 'no', to: 'yes' },
    { id: third, field: 'disc', from: '1', to: '2' },
  ]
  const saved = await save(artistId, changes)
  assert.equal(saved.status, 200, saved.error)
  assert.deepEqual(saved.data, ['Uno', 'USRC17607839', '50', 'yes', '2'])
  const rows = await read(artistId)
  const cellsOf = (id: string) => rows.find((row: { id: string }) => row.id === id)
  assert.deepEqual(cellsOf(two), {
    id: two,
    album: 'Dawn',
    cells: { title: 'Two', disc: '1', order: '50', isrc: '', iswc: '', explicit: 'yes' },
  })
  assert.deepEqual([cellsOf(third).album, cellsOf(third).cells.disc], ['Dusk', '2'])
  const undone = await save(
    artistId,
    changes.map((change, index) => ({ ...change, from: saved.data[index], to: change.from })),
  )
  assert.equal(undone.status, 200, undone.error)
  assert.equal((await read(artistId)).find((row: { id: string }) => row.id === one).cells.isrc, '')
})

test('of two editors of one cell, the second gets both texts, and nothing of theirs is saved', async () => {
  const { artistId, trackIds } = await catalog.album(ada, ['Interlude', 'Interlude'])
  const [one, two] = trackIds as [string, string]
  assert.equal((await save(artistId, [title(one, 'Interlude', 'First')])).status, 200)
  const late = [title(two, 'Interlude', 'Other'), title(one, 'Interlude', 'Second')]
  const refused: TestResponse & { cells?: unknown } = await save(artistId, late)
  assert.deepEqual([refused.status, refused.code], [409, 'cells-changed'])
  assert.deepEqual(refused.cells, [{ ...late[1], saved: 'First' }])
  const titles = (await read(artistId)).map((row: { cells: { title: string } }) => row.cells.title)
  assert.deepEqual(titles.toSorted(), ['First', 'Interlude'])
  // Another field of the same row is no conflict, and neither is the same text.
  const same = [title(one, 'Interlude', 'First'), { id: one, field: 'disc', from: '1', to: '3' }]
  assert.equal((await save(artistId, same)).status, 200)
})

test('two concurrent changes of one cell: one succeeds', async () => {
  const { artistId, trackIds } = await catalog.album(ada, ['One'])
  const id = trackIds[0]!
  const all = await Promise.all(['A', 'B', 'C'].map((to) => save(artistId, [title(id, 'One', to)])))
  assert.deepEqual(all.map(({ status }) => `${status}`).toSorted(), ['200', '409', '409'])
})

test('texts that do not fit their column are refused, all together', async () => {
  const { artistId, trackIds } = await catalog.album(ada, ['One'])
  const id = trackIds[0]!
  const refuse = async (field: string, from: string, to: string) => {
    const changes = [title(id, 'One', 'Uno'), { id, field, from, to }].slice(field === 'title' ? 1 : 0)
    const refused = await save(artistId, changes)
    assert.deepEqual([refused.status, refused.code], [422, 'cell-invalid'], `${field} ${to}`)
  }
  for (const to of ['0', '51', '100', '1.5', '-1', 'one', '']) await refuse('order', '1', to)
  for (const to of ['0', '100']) await refuse('disc', '1', to)
  for (const to of ['', '   ', 'x'.repeat(256)]) await refuse('title', 'One', to)
  await refuse('explicit', 'no', 'TRUE')
  await refuse('isrc', '', 'DE-1')
  await refuse('iswc', '', 'T-1')
  assert.equal((await read(artistId))[0].cells.title, 'One')
  const twice = await save(artistId, [title(id, 'One', 'A'), title(id, 'One', 'B')])
  assert.deepEqual([twice.status, twice.code], [422, 'rule-broken'])
  assert.equal((await save(artistId, [{ id, field: 'season', from: '', to: '1' }])).status, 404)
  assert.equal((await save(artistId, [title(id, 'One', 'Ünïcödé 🎹')])).status, 200)
})

test('only the owner reads and changes a table, and only rows of this table', async () => {
  const { artistId, trackIds } = await catalog.album(ada, ['One'])
  assert.equal((await ben.send('GET', `/v1/cells/${artistId}`)).status, 403)
  assert.equal((await save(artistId, [title(trackIds[0]!, 'One', 'Mine')], ben)).status, 403)
  const other = await catalog.album(ben, ['Two'])
  assert.equal((await save(artistId, [title(other.trackIds[0]!, 'Two', 'Mine')])).status, 404)
  assert.equal((await save(other.albumId, [title(other.trackIds[0]!, 'Two', 'Mine')], ben)).status, 422)
})

test('episodes have columns of their own, which may be cleared', async () => {
  const podcast = (await ada.form('POST', '/v1/podcasts/create', { name: 'Talk' })).data.id
  const made = { podcastId: podcast, title: 'One', order: 1, extension: 'mp3', season: 2, description: 'Two\nlines' }
  const id = (await ada.send('POST', '/v1/episodes', made)).data.id
  const cells = { title: 'One', season: '2', number: '', kind: 'full', explicit: 'no', description: 'Two\nlines' }
  assert.deepEqual(await read(podcast), [{ id, album: null, cells }])
  const saved = await save(podcast, [
    { id, field: 'season', from: '2', to: '' },
    { id, field: 'number', from: '', to: '7' },
    { id, field: 'kind', from: 'full', to: 'bonus' },
    { id, field: 'description', from: 'Two\nlines', to: '' },
  ])
  assert.equal(saved.status, 200, saved.error)
  const { data } = await ada.send('GET', `/v1/episodes/${id}`)
  assert.deepEqual([data.season, data.number, data.kind, data.description], [null, 7, 'bonus', null])
  assert.equal((await save(podcast, [{ id, field: 'kind', from: 'bonus', to: 'special' }])).status, 422)
})
