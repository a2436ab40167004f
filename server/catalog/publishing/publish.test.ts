/** Publishing, hiding and scheduling over HTTP, with a clock that is stepped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

const publish = (id: string, wish: object = {}) => ada.send('POST', `/v1/publish/${id}`, wish)
const hide = (id: string) => publish(id, { isDraft: true })
const publicTracks = async (albumId: string): Promise<string[]> => {
  const { data } = await catalog.visitor.send('GET', `/v1/albums/${albumId}`)
  return data?.tracks.map((track: { id: string }) => track.id).toSorted() ?? []
}
const newAlbums = async (): Promise<string[]> => {
  const { data } = await catalog.visitor.send('GET', '/v1/albums')
  return data.albums.map((album: { id: string }) => album.id)
}

test('only the owner publishes', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  for (const id of [albumId, trackIds[0]]) {
    assert.equal((await ben.send('POST', `/v1/publish/${id}`, {})).status, 403)
    assert.equal((await catalog.visitor.send('POST', `/v1/publish/${id}`, {})).status, 401)
  }
  assert.equal((await publish('00000000-0000-7000-8000-000000000000')).status, 404)
  assert.equal((await publish(albumId, { sold: true })).status, 400)
})

test('publishing an album publishes its finished tracks; an unfinished track follows when it is ready', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const unfinished = await catalog.track(ada, albumId, 'Three')
  const { status, data } = await publish(albumId, { contentType: 'album' })
  assert.equal(status, 200)
  assert.equal(data.isDraft, false)
  assert.equal(data.publishedAt, catalog.now().toISOString())
  assert.deepEqual(data.childrenIds.map((child: { id: string }) => child.id).toSorted(), trackIds.toSorted())
  assert.deepEqual(await publicTracks(albumId), trackIds.toSorted())
  const readyAt = catalog.step(1_000)
  await catalog.finishAudio(unfinished)
  assert.deepEqual(await publicTracks(albumId), [...trackIds, unfinished].toSorted())
  const track = await catalog.visitor.send('GET', `/v1/tracks/${unfinished}`)
  assert.equal(track.data.publishedAt, readyAt.toISOString())
})

test('a track that was hidden individually stays hidden when its album is published', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const [kept = '', withdrawn = ''] = trackIds
  assert.equal((await hide(withdrawn)).data.isDraft, true)
  await publish(albumId)
  assert.deepEqual(await publicTracks(albumId), [kept])
  await publish(withdrawn)
  assert.deepEqual(await publicTracks(albumId), trackIds.toSorted())
})

test('hiding keeps the dates, and republished content keeps its first date', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const first = await publish(albumId)
  catalog.step(DAY_MS)
  const hidden = await hide(albumId)
  assert.equal(hidden.data.publishedAt, first.data.publishedAt)
  assert.equal((await catalog.visitor.send('GET', `/v1/albums/${albumId}`)).status, 404)
  assert.equal((await catalog.visitor.send('GET', `/v1/tracks/${trackIds[0]}`)).status, 404)
  assert.equal((await newAlbums()).includes(albumId), false)
  catalog.step(DAY_MS)
  assert.equal((await publish(albumId)).data.publishedAt, first.data.publishedAt)
  const { data } = await catalog.visitor.send('GET', `/v1/tracks/${trackIds[0]}`)
  assert.equal(data.publishedAt, first.data.publishedAt)
})

test('a date in the future schedules, and everything becomes public automatically at that time', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const publishedAt = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  assert.equal((await publish(albumId, { publishedAt })).data.publishedAt, publishedAt)
  assert.equal((await catalog.visitor.send('GET', `/v1/albums/${albumId}`)).status, 404)
  const own = await ada.send('GET', '/v1/albums/account')
  assert.equal(own.data.find((album: { id: string }) => album.id === albumId).status, 'scheduled')
  catalog.step(DAY_MS - 1)
  assert.equal((await newAlbums()).includes(albumId), false)
  catalog.step(1)
  assert.deepEqual(await publicTracks(albumId), trackIds)
  assert.equal((await newAlbums())[0], albumId)
})

test('rescheduling an album also moves its tracks, and null publishes it now', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const inDays = (days: number) => new Date(catalog.now().getTime() + days * DAY_MS).toISOString()
  await publish(albumId, { publishedAt: inDays(10) })
  await publish(albumId, { publishedAt: inDays(5) })
  catalog.step(5 * DAY_MS)
  assert.deepEqual(await publicTracks(albumId), trackIds)
  const other = await catalog.album(ada, ['One'])
  await publish(other.albumId, { publishedAt: inDays(10) })
  await publish(other.albumId, { publishedAt: null })
  assert.deepEqual(await publicTracks(other.albumId), other.trackIds)
})

test('the date set when an album was created applies when it is published', async () => {
  const publishedAt = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  const { albumId } = await catalog.album(ada, ['One'], { publishedAt })
  assert.equal((await publish(albumId)).data.publishedAt, publishedAt)
})

test('an album created with isDraft false is published with its first finished track', async () => {
  const { albumId, trackIds } = await catalog.album(ada, [], { isDraft: 'false' })
  const first = await catalog.track(ada, albumId, 'One')
  const second = await catalog.track(ada, albumId, 'Two')
  assert.equal((await catalog.visitor.send('GET', `/v1/albums/${albumId}`)).status, 404)
  await catalog.finishAudio(second)
  assert.deepEqual(await publicTracks(albumId), [second])
  await catalog.finishAudio(first)
  assert.deepEqual(await publicTracks(albumId), [...trackIds, first, second].toSorted())
})

test('publishing a track of a draft album publishes the album, and no other track', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const [wanted = ''] = trackIds
  const { data } = await publish(wanted, { contentType: 'track', albumId })
  assert.equal(data.isDraft, false)
  assert.deepEqual(await publicTracks(albumId), [wanted])
})

test('a wrong parent or a wrong content type is refused', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const other = await catalog.album(ada, [])
  const wrong = await publish(trackIds[0] ?? '', { albumId: other.albumId })
  assert.deepEqual([wrong.status, wrong.code], [422, 'parent-mismatch'])
  assert.equal((await publish(trackIds[0] ?? '', { podcastId: albumId })).code, 'parent-mismatch')
  assert.equal((await publish(albumId, { contentType: 'podcast' })).status, 422)
  assert.equal((await publish(other.artistId)).status, 422)
  assert.deepEqual(await publicTracks(albumId), [])
})

test('an album whose tracks are all deleted stays public, but is in no list until it has a track again', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['Gone'])
  await publish(albumId)
  await ada.send('DELETE', `/v1/tracks/${trackIds[0]}`)
  const trackId = await catalog.track(ada, albumId, 'One')
  await publish(trackId)
  assert.equal((await newAlbums()).includes(albumId), false)
  assert.deepEqual((await catalog.visitor.send('GET', `/v1/albums/${artistId}/artist`)).data, [])
  await catalog.finishAudio(trackId)
  assert.equal((await newAlbums()).includes(albumId), true)
  const page = await catalog.visitor.send('GET', `/v1/artists/${artistId}`)
  assert.equal(page.data.topAlbums[0].id, albumId)
  assert.equal(page.data.topTracks[0].id, trackId)
  const news = await catalog.visitor.send('GET', '/v1/tracks/new')
  assert.equal(news.status, 200)
})

test('an album without a ready track is not published, by any endpoint', async () => {
  const { albumId } = await catalog.album(ada, [])
  const unfinished = await catalog.track(ada, albumId, 'One')
  const future = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  for (const response of [
    await publish(albumId),
    await publish(albumId, { publishedAt: future }),
    await publish(unfinished),
    await ada.form('POST', '/v1/albums/update', { albumId, isDraft: 'false' }),
  ]) {
    assert.deepEqual([response.status, response.code], [422, 'nothing-ready'])
  }
  const ofMine = async () =>
    (await ada.send('GET', '/v1/albums/account')).data.find((album: { id: string }) => album.id === albumId)
  const { isDraft, trackCount, readyCount } = await ofMine()
  assert.deepEqual([isDraft, trackCount, readyCount], [true, 1, 0])
  await catalog.failAudio(unfinished, 'This is not audio.')
  assert.equal((await ofMine()).trackCount, 0, 'a failed upload is no track')
  await catalog.finishAudio(unfinished)
  assert.equal((await ofMine()).readyCount, 1)
  // A track that was withdrawn on its own would not be published with its album.
  await hide(unfinished)
  assert.equal((await publish(albumId)).code, 'nothing-ready')
  assert.equal((await publish(unfinished)).status, 200)
})

test('a date in the past of a draft applies to its tracks; tracks added later get a new date', async () => {
  const publishedAt = '2009-05-01T00:00:00.000Z'
  const { albumId, trackIds } = await catalog.album(ada, ['One'], { publishedAt })
  assert.equal((await publish(albumId)).data.publishedAt, publishedAt)
  const read = async (id: string) => (await catalog.visitor.send('GET', `/v1/tracks/${id}`)).data
  assert.equal((await read(trackIds[0]!)).publishedAt, publishedAt)
  await hide(albumId)
  const added = await catalog.track(ada, albumId, 'Added')
  await catalog.finishAudio(added)
  assert.equal((await publish(albumId)).data.publishedAt, publishedAt)
  assert.equal((await read(added)).publishedAt, catalog.now().toISOString())
})

test('a track can be scheduled into an album that is public, or published with a date in the past', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  await publish(albumId)
  const later = await catalog.track(ada, albumId, 'Later')
  const earlier = await catalog.track(ada, albumId, 'Earlier')
  for (const id of [later, earlier]) await catalog.finishAudio(id)
  await hide(later)
  const publishedAt = new Date(catalog.now().getTime() + DAY_MS).toISOString()
  assert.equal((await publish(later, { publishedAt })).data.publishedAt, publishedAt)
  const past = '2011-01-01T00:00:00.000Z'
  assert.equal((await publish(earlier, { publishedAt: past })).data.publishedAt, past)
  assert.deepEqual(await publicTracks(albumId), [trackIds[0]!, earlier].toSorted())
  catalog.step(DAY_MS)
  assert.deepEqual(await publicTracks(albumId), [trackIds[0]!, later, earlier].toSorted())
})

test('a series: ten tracks become public one a week, automatically', async () => {
  const { albumId, trackIds } = await catalog.album(
    ada,
    Array.from({ length: 10 }, (_, week) => `Week ${week + 1}`),
  )
  const begin = catalog.now().getTime() + DAY_MS
  const dates = trackIds.map((contentId, week) => ({
    contentId,
    publishedAt: new Date(begin + week * 7 * DAY_MS).toISOString(),
  }))
  const series = { parentId: albumId, dates }
  assert.equal((await ben.send('POST', '/v1/publish/dates', series)).status, 403)
  assert.equal((await ada.send('POST', '/v1/publish/dates', series)).status, 200)
  const coming = async () => (await ada.send('GET', '/v1/publish/coming')).data
  // The album is listed with its first track.
  assert.deepEqual(
    (await coming()).map((one: { contentId: string }) => one.contentId),
    [albumId, ...trackIds.slice(1)],
  )
  assert.deepEqual((await ben.send('GET', '/v1/publish/coming')).data, [])
  catalog.step(DAY_MS)
  for (let week = 1; week <= trackIds.length; week++) {
    assert.deepEqual(await publicTracks(albumId), trackIds.slice(0, week).toSorted())
    assert.equal((await coming()).length, trackIds.length - week)
    catalog.step(7 * DAY_MS)
  }
})

test('a series is scheduled as a whole or not at all', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const { trackIds: others } = await catalog.album(ada, ['Else'])
  const at = (contentId: string | undefined) => ({ contentId, publishedAt: catalog.now().toISOString() })
  const refused = async (parentId: string, ids: (string | undefined)[]) =>
    (await ada.send('POST', '/v1/publish/dates', { parentId, dates: ids.map(at) })).status
  assert.equal(await refused(albumId, [trackIds[0], others[0]]), 422)
  assert.equal(await refused(albumId, [trackIds[0], trackIds[0]]), 422)
  assert.equal(await refused(trackIds[0]!, [trackIds[0]]), 422)
  assert.equal(await refused(albumId, []), 400)
  assert.equal((await catalog.visitor.send('GET', `/v1/albums/${albumId}`)).status, 404)
})
