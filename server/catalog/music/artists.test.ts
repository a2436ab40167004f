/** Artists, albums and tracks over HTTP: who may create them, what is stored of a form, and who sees a draft. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const { catalog, ada, ben } = await openFileCatalog()

const makeArtist = (fields: object) => ada.form('POST', '/v1/artists/create', fields)

test('texts of a form are trimmed, and empty texts become null', async () => {
  const { status, data } = await makeArtist({
    name: '  Ada  ',
    bio: '   ',
    twitter: ' @ada ',
    nostr: 'npub1ada',
    website: '',
  })
  assert.equal(status, 200)
  assert.equal(data.name, 'Ada')
  assert.equal(data.bio, null)
  assert.equal(data.twitter, '@ada')
  assert.equal(data.npub, 'npub1ada')
  assert.equal(data.website, null)
  assert.equal(data.artworkUrl, null)
  assert.equal(data.msatTotal, 0)
})

test('a name of spaces, an unknown field and the character NUL are refused', async () => {
  assert.equal((await makeArtist({ name: '   ' })).status, 400)
  assert.equal((await makeArtist({ name: 'Ada', isAdmin: 'true' })).status, 400)
  assert.equal((await makeArtist({ name: 'A\0da' })).status, 400)
})

test('an old URL in place of an image is ignored', async () => {
  const { status, data } = await makeArtist({ name: 'Old picture', artwork: 'https://example.org/old.jpg' })
  assert.equal(status, 200)
  assert.equal(data.artworkUrl, null)
})

test('two artists with the same name have different slugs, and both are found by them', async () => {
  const [one, other] = await Promise.all([makeArtist({ name: '美空' }), makeArtist({ name: '美空' })])
  const urls = new Set([one.data.artistUrl, other.data.artistUrl])
  assert.deepEqual(urls, new Set(['美空', '美空-2']))
  for (const artist of [one, other]) {
    const found = await catalog.visitor.send('GET', `/v1/artists/${encodeURIComponent(artist.data.artistUrl)}/url`)
    assert.equal(found.data.id, artist.data.id)
  }
})

test('creating content requires a signed-in user', async () => {
  for (const path of ['/v1/artists/create', '/v1/albums', '/v1/tracks', '/v1/podcasts/create', '/v1/episodes']) {
    assert.equal((await catalog.visitor.send('POST', path, {})).status, 401, path)
  }
})

test('only the owner of an artist adds albums, and only the owner of an album adds tracks', async () => {
  const { artistId, albumId } = await catalog.album(ada, [])
  assert.equal((await ben.form('POST', '/v1/albums', { artistId, title: 'Mine' })).status, 403)
  const track = { title: 'Mine', order: 1, extension: 'mp3' }
  assert.equal((await ben.send('POST', '/v1/tracks', { ...track, albumId })).status, 403)
  assert.equal((await ada.form('POST', '/v1/albums', { artistId: UNKNOWN_ID, title: 'Lost' })).status, 404)
  assert.equal((await ada.send('POST', '/v1/tracks', { ...track, albumId: UNKNOWN_ID })).status, 404)
})

test('an album stores the fields of the form, and ignores an id from the client', async () => {
  const { data: artist } = await makeArtist({ name: 'Form' })
  const { status, data } = await ada.form('POST', '/v1/albums', {
    artistId: artist.id,
    title: ' Dusk ',
    description: '',
    genreId: '7',
    isSingle: 'false',
    isDraft: 'true',
    publishedAt: '2031-01-01T00:00:00.000Z',
    albumId: UNKNOWN_ID,
  })
  assert.equal(status, 200)
  assert.notEqual(data.id, UNKNOWN_ID)
  assert.equal(data.title, 'Dusk')
  assert.equal(data.description, null)
  assert.equal(data.genreId, 7)
  assert.equal(data.isSingle, false)
  assert.equal(data.isDraft, true)
  assert.equal(data.publishedAt, '2031-01-01T00:00:00.000Z')
  const huge = { artistId: artist.id, title: 'Huge', genreId: '9999999999' }
  assert.equal((await ada.form('POST', '/v1/albums', huge)).status, 400)
})

test('a draft is visible to its owner only', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'])
  for (const path of [`/v1/albums/${albumId}`, `/v1/tracks/${trackIds[0]}`, `/v1/tracks/${albumId}/album`]) {
    assert.equal((await ada.send('GET', path)).status, 200, path)
    assert.equal((await ben.send('GET', path)).status, 404, path)
    assert.equal((await catalog.visitor.send('GET', path)).status, 404, path)
  }
  const drafts = `/v1/albums/${artistId}/artist?unpublished=true`
  assert.equal((await ada.send('GET', drafts)).data.length, 1)
  assert.deepEqual((await ben.send('GET', drafts)).data, [])
  assert.deepEqual((await catalog.visitor.send('GET', drafts)).data, [])
  assert.deepEqual((await ada.send('GET', `/v1/albums/${artistId}/artist`)).data, [])
  assert.equal((await ada.send('GET', `/v1/tracks/${albumId}/album?unpublished=true`)).data.length, 1)
  assert.equal((await ada.send('GET', `/v1/tracks/${albumId}/album`)).data.length, 0)
})

test('creating a track returns the upload URL, for up to fifty tracks per album', async () => {
  const { albumId } = await catalog.album(ada, [])
  const track = { albumId, title: 'One', order: 1, extension: 'WAV', explicit: true }
  const { status, data } = await ada.send('POST', '/v1/tracks', track)
  assert.equal(status, 200)
  assert.match(data.presignedUrl, /\/files\/.+signature=/)
  assert.equal(data.isExplicit, true)
  const again = await ada.send('POST', '/v1/tracks', { ...track, title: ' one ' })
  assert.equal(again.status, 200)
  const unsupported = await ada.send('POST', '/v1/tracks', { ...track, title: 'Two', extension: 'exe' })
  assert.deepEqual([unsupported.status, unsupported.code], [400, 'audio-extension-unsupported'])
  for (const order of [0, 51, '0', '51', 1.5]) {
    assert.equal((await ada.send('POST', '/v1/tracks', { ...track, title: 'Two', order })).status, 400, String(order))
  }
  const titles = Array.from({ length: 51 }, (_, index) => `Track ${index}`)
  const statuses = await Promise.all(
    titles.map(async (title) => (await ada.send('POST', '/v1/tracks', { ...track, title })).status),
  )
  assert.equal(statuses.filter((code) => code === 200).length, 48)
  assert.equal(statuses.filter((code) => code === 422).length, 3)
})

test('an invalid id is a 400, and an unknown id a 404', async () => {
  for (const kind of ['artists', 'albums', 'tracks', 'podcasts', 'episodes', 'waveforms']) {
    assert.equal((await catalog.visitor.send('GET', `/v1/${kind}/${UNKNOWN_ID}`)).status, 404, kind)
    assert.equal((await catalog.visitor.send('GET', `/v1/${kind}/nothing`)).status, 400, kind)
  }
})

test('the studio lists all content of the caller, including drafts, and nothing of others', async () => {
  const cleo = await catalog.person('cleo')
  const { albumId } = await catalog.album(cleo, ['One', 'Two'])
  const { data } = await cleo.send('GET', '/v1/albums/account')
  assert.deepEqual(
    data.map((album: { id: string; status: string; trackCount: number }) => [album.id, album.status, album.trackCount]),
    [[albumId, 'draft', 2]],
  )
  assert.equal((await cleo.send('GET', '/v1/artists/account')).data.length, 1)
  assert.deepEqual((await cleo.send('GET', '/v1/podcasts/account')).data, [])
})

test('artwork is stored, served by its URL and sets the colours; other files are refused', async () => {
  const cover = { width: 200, height: 200, channels: 3, background: '#a03060' } as const
  const bytes = await sharp({ create: cover }).png().toBuffer()
  const picture = new File([new Uint8Array(bytes)], 'cover.png', { type: 'image/png' })
  const { status, data } = await makeArtist({ name: 'Picture', artwork: picture })
  assert.equal(status, 200)
  assert.equal(data.artworkUrl, `/files/media/${data.id}.jpg`)
  assert.match(data.colorInfo.day.flood, /^#/)
  const refused = await makeArtist({ name: 'No picture', artwork: new File(['<svg/>'], 'cover.png') })
  assert.deepEqual([refused.status, refused.code], [415, 'picture-invalid'])
  const empty = await makeArtist({ name: 'Empty field', artwork: new File([], '') })
  assert.deepEqual([empty.status, empty.data.artworkUrl], [200, null])
})

test('a repeated request with the same idempotency key creates one artist', async () => {
  const cleo = await catalog.person('cleopatra')
  const key = { 'idempotency-key': 'once' }
  const first = await cleo.form('POST', '/v1/artists/create', { name: 'Once' }, key)
  const second = await cleo.form('POST', '/v1/artists/create', { name: 'Once' }, key)
  assert.equal(second.data.id, first.data.id)
  assert.equal((await cleo.send('GET', '/v1/artists/account')).data.length, 1)
})

test('taken-down and deleted content is absent from every public page', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'])
  const { artistUrl } = (await ada.send('GET', `/v1/artists/${artistId}`)).data
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  const paths = [
    `artists/${artistId}`,
    `artists/${artistUrl}/url`,
    `albums/${albumId}`,
    `albums/${artistId}/artist`,
    `tracks/${trackIds[0]}`,
    `tracks/${albumId}/album`,
    `waveforms/${trackIds[0]}`,
  ]
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await catalog.visitor.send('GET', `/v1/${path}`)).status))
  const isListed = async () => {
    const { data } = await catalog.visitor.send('GET', '/v1/artists?limit=100')
    return data.artists.some((artist: { id: string }) => artist.id === artistId)
  }
  assert.deepEqual(new Set(await statuses()), new Set([200]))
  assert.equal(await isListed(), true)
  for (const column of ['taken_down_at', 'deleted_at']) {
    const mark = (at: Date | null) =>
      sql`UPDATE artist SET ${sql.ref(column)} = ${at} WHERE id = ${artistId}`.execute(catalog.database.read)
    await mark(catalog.now())
    assert.deepEqual(new Set(await statuses()), new Set([404]), column)
    assert.equal(await isListed(), false, column)
    await mark(null)
  }
  assert.deepEqual(new Set(await statuses()), new Set([200]))
})

test('the reason for unusable audio is shown to its artist', async () => {
  const { albumId } = await catalog.album(ada, [])
  const trackId = await catalog.track(ada, albumId, 'Broken')
  const { data: waiting } = await ada.send('GET', `/v1/tracks/${trackId}`)
  assert.deepEqual([waiting.isProcessing, waiting.compressorError, waiting.liveUrl], [true, null, null])
  await catalog.failAudio(trackId, 'The file is empty.')
  const { data: failed } = await ada.send('GET', `/v1/tracks/${trackId}`)
  assert.deepEqual(
    [failed.isProcessing, failed.compressorError, failed.compressorErrorCode],
    [false, 'The file is empty.', 'damaged'],
  )
  await catalog.finishAudio(trackId)
  const { data: finished } = await ada.send('GET', `/v1/tracks/${trackId}`)
  assert.deepEqual([finished.isProcessing, finished.compressorError, finished.duration], [false, null, 1.234])
  assert.equal(finished.compressorErrorCode, undefined)
  assert.match(finished.liveUrl, /^\/files\/media\/.+\.mp3$/)
})

test('page sizes are limited for any query', async () => {
  for (const query of ['page=1', 'limit=0', 'page=999999999', 'limit=999999999']) {
    const { status, data } = await catalog.visitor.send('GET', `/v1/artists?${query}`)
    assert.equal(status, 200, query)
    assert.ok(data.pagination.perPage <= 100 && data.pagination.currentPage >= 1)
  }
  assert.equal((await catalog.visitor.send('GET', '/v1/artists?page=-1')).status, 400)
  assert.equal((await catalog.visitor.send('GET', '/v1/artists?page=0')).status, 400)
  assert.equal((await catalog.visitor.send('GET', '/v1/albums?limit=1e3')).status, 400)
})
