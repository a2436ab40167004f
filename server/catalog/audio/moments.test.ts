/** Timed artwork and chapters over HTTP: what is stored, in which order, with which images. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeJpeg, openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()
let trackId: string
let albumId: string
let episodeId: string

before(async () => {
  const album = await catalog.album(ada, ['One'])
  albumId = album.albumId
  trackId = album.trackIds[0]!
  const podcast = (await ada.form('POST', '/v1/podcasts/create', { name: 'Show' })).data
  const body = { podcastId: podcast.id, title: 'One', order: 1, extension: 'mp3' }
  episodeId = (await ada.send('POST', '/v1/episodes', body)).data.id
})

const upload = async (contentId: string, caller = ada) =>
  caller.form('POST', `/v1/content/${contentId}/pictures`, { artwork: await makeJpeg('#123456') })
const setSegments = (segments: object, id = trackId, caller = ada) =>
  caller.send('PUT', `/v1/tracks/${id}/artwork-segments`, segments)
const setChapters = (chapters: object, id = episodeId, caller = ada) =>
  caller.send('PUT', `/v1/episodes/${id}/chapters`, chapters)

test('timed artwork is stored in order of time, to the millisecond, and readable by anybody who may play the track', async () => {
  const { artworkUrl } = (await upload(trackId)).data
  const segments = [
    { artworkUrl, startTime: 12.5, duration: 0.25 },
    { artworkUrl: `https://elsewhere.example${artworkUrl}`, startTime: 0, duration: 12.5 },
  ]
  const set = await setSegments(segments)
  assert.equal(set.status, 200, set.error)
  assert.deepEqual(set.data, [
    { artworkUrl, startTime: 0, duration: 12.5 },
    { artworkUrl, startTime: 12.5, duration: 0.25 },
  ])
  const path = `/v1/tracks/${trackId}/artwork-segments`
  assert.equal((await catalog.visitor.send('GET', path)).status, 404)
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  assert.deepEqual((await catalog.visitor.send('GET', path)).data, set.data)
  assert.deepEqual((await setSegments([])).data, [])
})

test('consecutive segments at thirds of a second do not overlap', async () => {
  const { artworkUrl } = (await upload(trackId)).data
  const thirds = [0, 1, 2, 3].map((index) => ({ artworkUrl, startTime: index / 3, duration: 1 / 3 }))
  assert.equal((await setSegments(thirds)).status, 200)
})

test('timed artwork that overlaps, uses images of others or is for another kind of content is refused', async () => {
  const { artworkUrl } = (await upload(trackId)).data
  const one = { artworkUrl, startTime: 0, duration: 10 }
  const foreign = (await upload(episodeId)).data.artworkUrl
  const wrong: [object, number, string?][] = [
    [[one, { ...one, startTime: 9.99 }], 422],
    [[one, one], 422],
    [[{ ...one, artworkUrl: foreign }], 422, 'picture-unknown'],
    [[{ ...one, artworkUrl: 'https://example.org/a.jpg' }], 422, 'picture-unknown'],
    [[{ ...one, duration: 0 }], 400],
    [[{ ...one, startTime: -1 }], 400],
    [[{ ...one, startTime: '0' }], 400],
    [[{ ...one, extra: 1 }], 400],
    [Array.from({ length: 101 }, (_, index) => ({ ...one, startTime: index * 10 })), 400],
    [{}, 400],
  ]
  for (const [segments, status, code] of wrong) {
    const refused = await setSegments(segments)
    assert.equal(refused.status, status, JSON.stringify(segments).slice(0, 200))
    if (code !== undefined) assert.equal(refused.code, code)
  }
  assert.equal((await setSegments([one], trackId, ben)).status, 403)
  assert.equal((await setSegments([], albumId)).status, 422)
})

test('chapters are stored in order of time, with optional links and images', async () => {
  const { artworkUrl } = (await upload(episodeId)).data
  const set = await setChapters([
    { startTime: 61.5, title: ' Second ', href: ' https://example.org/a ', artworkUrl },
    { startTime: 0, title: 'First', href: '', artworkUrl: null },
  ])
  assert.equal(set.status, 200, set.error)
  assert.deepEqual(set.data, [
    { startTime: 0, title: 'First' },
    { startTime: 61.5, title: 'Second', href: 'https://example.org/a', artworkUrl },
  ])
  assert.deepEqual((await ada.send('GET', `/v1/episodes/${episodeId}/chapters`)).data, set.data)
  assert.equal((await catalog.visitor.send('GET', `/v1/episodes/${episodeId}/chapters`)).status, 404)
})

test('chapters without a title, with an invalid link or with the same start time are refused', async () => {
  const one = { startTime: 0, title: 'First' }
  const wrong: [object, number][] = [
    [[one, { ...one, title: 'Again' }], 422],
    [[{ ...one, title: '  ' }], 400],
    [[{ ...one, href: 'javascript:alert(1)' }], 400],
    [[{ ...one, href: 'not an address' }], 400],
    [[{ ...one, artworkUrl: '/files/other.jpg' }], 422],
    [[{ title: 'No time' }], 400],
  ]
  for (const [chapters, status] of wrong) {
    assert.equal((await setChapters(chapters)).status, status, JSON.stringify(chapters))
  }
  assert.equal((await setChapters([one], episodeId, ben)).status, 403)
  assert.equal((await setChapters([one], trackId)).status, 422)
})

test('only the owner uploads images, for tracks and episodes, and other files are refused', async () => {
  assert.equal((await upload(trackId, ben)).status, 403)
  assert.equal((await upload(albumId)).status, 422)
  assert.equal((await upload('00000000-0000-7000-8000-000000000000')).status, 404)
  const path = `/v1/content/${trackId}/pictures`
  for (const artwork of [new File(['<html>'], 'a.jpg'), new File(['<svg/>'], 'a.svg'), new File([], 'a.jpg')]) {
    assert.equal((await ada.form('POST', path, { artwork })).status, 415)
  }
  assert.equal((await ada.form('POST', path, { artwork: 'an address' })).status, 400)
  assert.equal((await ada.form('POST', path, {})).status, 400)
})

test('an episode shows its own artwork in its colours; without one, that of its podcast', async () => {
  const podcast = (
    await ada.form('POST', '/v1/podcasts/create', { name: 'Pictured', artwork: await makeJpeg('#aa2211') })
  ).data
  const body = { podcastId: podcast.id, title: 'One', order: 1, extension: 'mp3' }
  const { id } = (await ada.send('POST', '/v1/episodes', body)).data
  const change = (artworkUrl: string | null) => ada.send('PUT', '/v1/episodes/update', { episodeId: id, artworkUrl })
  const own = (await upload(id)).data.artworkUrl
  const foreign = (await upload(episodeId)).data.artworkUrl
  const changed = (await change(own)).data
  assert.deepEqual([changed.artworkUrl, changed.ownArtworkUrl], [own, own])
  assert.notDeepEqual(changed.colorInfo, podcast.colorInfo)
  assert.equal((await change(foreign)).status, 422)
  const cleared = (await change(null)).data
  assert.deepEqual(
    [cleared.artworkUrl, cleared.ownArtworkUrl, cleared.colorInfo],
    [podcast.artworkUrl, null, podcast.colorInfo],
  )
})
