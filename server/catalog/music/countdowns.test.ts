/** Albums with a countdown over HTTP: what the public sees before, at and after the date. The clock is stepped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()
const { visitor } = catalog

const off = { hasCountdown: false, showsTitles: false, earlyTrackIds: [] as string[] }
const set = (albumId: string, countdown: object) =>
  ada.send('PUT', `/v1/albums/${albumId}/countdown`, { ...off, hasCountdown: true, ...countdown })
const publish = (id: string, change: object) => ada.send('POST', `/v1/publish/${id}`, change)
const status = async (path: string) => (await visitor.send('GET', path)).status

async function scheduled(titles: string[]) {
  const made = await catalog.album(ada, titles)
  const publishedAt = new Date(catalog.now().getTime() + DAY_MS)
  assert.equal((await publish(made.albumId, { publishedAt: publishedAt.toISOString() })).status, 200)
  const page = `/v1/albums/${made.albumId}/countdown`
  return { ...made, page, publishedAt }
}

test('an album with a countdown shows its title, artist and date, and nothing else', async () => {
  const { albumId, artistId, trackIds, page, publishedAt } = await scheduled(['Alpha', 'Beta'])
  assert.equal(await status(page), 404)
  assert.equal((await set(albumId, {})).status, 200)
  const { data } = await visitor.send('GET', page)
  assert.deepEqual([data.title, data.artist.name, data.publishedAt], ['Dawn', 'Ada', publishedAt.toISOString()])
  assert.deepEqual([data.tracks, data.titles], [[], []])
  assert.doesNotMatch(JSON.stringify(data), /Alpha|Beta/)
  assert.equal(await status(`/v1/albums/${albumId}`), 404)
  assert.equal(await status(`/v1/tracks/${albumId}/album`), 404)
  for (const id of trackIds) assert.equal(await status(`/v1/tracks/${id}`), 404)
  const artist = (await visitor.send('GET', `/v1/artists/${artistId}`)).data
  assert.deepEqual(
    artist.coming.map((one: { id: string }) => one.id),
    [albumId],
  )
  assert.deepEqual([artist.topAlbums, artist.topTracks], [[], []])
  await set(albumId, { showsTitles: true })
  assert.deepEqual((await visitor.send('GET', page)).data.titles.toSorted(), ['Alpha', 'Beta'])
  await set(albumId, off)
  assert.equal(await status(page), 404)
})

test('a track that plays early is public immediately, the others and the album only at their date', async () => {
  const { albumId, trackIds, page, publishedAt } = await scheduled(['Alpha', 'Beta'])
  const [early = '', late = ''] = trackIds
  assert.deepEqual((await set(albumId, { earlyTrackIds: [early] })).data.earlyTrackIds, [early])
  const { data } = await visitor.send('GET', page)
  assert.deepEqual(
    data.tracks.map((track: { id: string }) => track.id),
    [early],
  )
  const track = (await visitor.send('GET', `/v1/tracks/${early}`)).data
  assert.equal(track.publishedAt, catalog.now().toISOString())
  assert.equal(typeof track.liveUrl, 'string')
  catalog.step(publishedAt.getTime() - catalog.now().getTime() - 1)
  for (const path of [`/v1/tracks/${late}`, `/v1/albums/${albumId}`]) assert.equal(await status(path), 404)
  catalog.step(1)
  for (const path of [`/v1/tracks/${late}`, `/v1/albums/${albumId}`]) assert.equal(await status(path), 200)
  assert.equal(await status(page), 404)
})

test('a track no longer plays early when it is removed, when the countdown ends, and while the album is hidden', async () => {
  const { albumId, trackIds, page, publishedAt } = await scheduled(['Alpha', 'Beta'])
  const [early = ''] = trackIds
  const path = `/v1/tracks/${early}`
  await set(albumId, { earlyTrackIds: [early] })
  await publish(albumId, { isDraft: true })
  assert.deepEqual([await status(path), await status(page)], [404, 404])
  await publish(albumId, {})
  assert.deepEqual([await status(path), await status(page)], [200, 200])
  await set(albumId, { hasCountdown: false, earlyTrackIds: [early] })
  assert.equal(await status(path), 404)
  await set(albumId, {})
  assert.equal(await status(path), 404)
  const own = (await ada.send('GET', path)).data
  assert.equal(own.publishedAt, publishedAt.toISOString())
})

test('a countdown needs a date in the future, the right to publish, and finished tracks of the album', async () => {
  const { albumId } = await scheduled(['Alpha'])
  const other = await catalog.album(ada, ['Gamma'])
  assert.equal((await set(other.albumId, {})).code, 'rule-broken')
  assert.equal((await set(albumId, { earlyTrackIds: other.trackIds })).code, 'nothing-ready')
  const unfinished = await catalog.track(ada, albumId, 'Delta')
  assert.equal((await set(albumId, { earlyTrackIds: [unfinished] })).code, 'nothing-ready')
  assert.equal((await set(albumId, {})).status, 200)
  for (const [method, path, body] of [
    ['PUT', `/v1/albums/${albumId}/countdown`, off],
    ['GET', `/v1/albums/${albumId}/countdown/account`, undefined],
  ] as const) {
    assert.equal((await ben.send(method, path, body)).status, 403)
    assert.equal((await visitor.send(method, path, body)).status, 401)
  }
  await publish(albumId, { publishedAt: null })
  assert.equal((await set(albumId, {})).code, 'rule-broken')
})
