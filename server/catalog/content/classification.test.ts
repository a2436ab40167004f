/** Genres and categories over HTTP: the lists and their counts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestCatalog, type TestCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'

type Class = { id: number; name: string; slug: string; count: number }
let catalog: TestCatalog
let ada: CatalogUser

before(async () => {
  catalog = await openTestCatalog()
  ada = await catalog.person('ada')
})
after(() => catalog.close())

const list = async (path: string): Promise<Class[]> => (await catalog.visitor.send('GET', `/v1/meta/${path}`)).data
const countOf = async (path: string, id: number) => (await list(path)).find((one) => one.id === id)?.count

test('every genre has subgenres, ordered by name, and there are nineteen podcast categories', async () => {
  const genres = await list('music/genres')
  assert.ok(genres.length >= 20)
  assert.deepEqual(
    genres.map(({ name }) => name),
    genres.map(({ name }) => name).toSorted(),
  )
  for (const { id, slug } of genres) {
    assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.ok((await list(`music/subgenres/${id}`)).length >= 3, slug)
  }
  const categories = await list('podcast/categories')
  assert.equal(categories.length, 19)
  const music = categories.find(({ slug }) => slug === 'music')!
  assert.deepEqual(
    (await list(`podcast/subcategories/${music.id}`)).map(({ name }) => name),
    ['Music Commentary', 'Music History', 'Music Interviews'],
  )
  const history = categories.find(({ slug }) => slug === 'history')!
  assert.deepEqual(await list(`podcast/subcategories/${history.id}`), [])
})

test('published albums count in their genre and subgenre; drafts and empty albums do not', async () => {
  const album = { genreId: '2', subgenreId: '203' }
  const { albumId } = await catalog.album(ada, ['One'], album)
  const empty = await catalog.album(ada, [], album)
  catalog.step(61_000)
  assert.equal(await countOf('music/genres', 2), 0)
  for (const id of [albumId, empty.albumId]) await ada.send('POST', `/v1/publish/${id}`, {})
  catalog.step(61_000)
  assert.equal(await countOf('music/genres', 2), 1)
  assert.equal(await countOf('music/subgenres/2', 203), 1)
})

test('a podcast counts once in each of its categories', async () => {
  const places = { primaryCategoryId: '11', secondaryCategoryId: '11', secondarySubcategoryId: '1102' }
  const podcast = (await ada.form('POST', '/v1/podcasts/create', { name: 'Show', ...places })).data
  await ada.send('POST', `/v1/publish/${podcast.id}`, {})
  catalog.step(61_000)
  assert.equal(await countOf('podcast/categories', 11), 1)
  assert.equal(await countOf('podcast/subcategories/11', 1102), 1)
})

test('subgenres and subcategories of an unknown parent are a 404', async () => {
  for (const [path, status] of [
    ['music/subgenres/9999', 404],
    ['podcast/subcategories/0', 404],
    ['music/subgenres/rock', 400],
    ['music/subgenres/1e1', 400],
  ] as const) {
    assert.equal((await catalog.visitor.send('GET', `/v1/meta/${path}`)).status, status, path)
  }
})
