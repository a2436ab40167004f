/** Performers and discs over HTTP: bylines, links to artists and their removal, invalid lists, the order by disc. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CatalogUser, openFileCatalog } from '#server/catalog/catalog.fixture.ts'
import { notifyNamed } from './appearance-notices.ts'

const { catalog, ada, ben } = await openFileCatalog()

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

type Performer = { name: string; role: string; artistId?: string | null }

const setTrack = (trackId: string, performers: unknown) => ada.send('PUT', '/v1/tracks/update', { trackId, performers })
const setAlbum = (albumId: string, performers: unknown) =>
  ada.form('POST', '/v1/albums/update', { albumId, performers: JSON.stringify(performers) })

/** A published album of Ada. */
async function published(titles: string[], fields: object = {}) {
  const album = await catalog.album(ada, titles, fields)
  await ada.send('POST', `/v1/publish/${album.albumId}`, {})
  return album
}

async function artistOf(user: CatalogUser, name: string): Promise<string> {
  return (await user.form('POST', '/v1/artists/create', { name })).data.id
}

test('a byline names the main performers and the guests, or the artist if there are none', async () => {
  const { albumId, trackIds } = await published(['One', 'Two'])
  const [one = '', two = ''] = trackIds
  const bylines = async () => {
    const { data } = await catalog.visitor.send('GET', `/v1/albums/${albumId}`)
    return [data.byline, ...data.tracks.map((track: { byline: string }) => track.byline)]
  }
  assert.deepEqual(await bylines(), ['Ada', 'Ada', 'Ada'])
  const guests: Performer[] = [
    { name: 'Björn', role: 'featured' },
    { name: 'Rex', role: 'remixer' },
    { name: 'Cleo', role: 'featured' },
    { name: 'Dana', role: 'with' },
  ]
  assert.equal((await setTrack(one, guests)).status, 200)
  assert.deepEqual(await bylines(), ['Ada', 'Ada feat. Björn & Cleo with Dana', 'Ada'])
  await setAlbum(albumId, [
    { name: 'Ada', role: 'main' },
    { name: 'Eva', role: 'main' },
    { name: 'Finn', role: 'main' },
    { name: 'Pia', role: 'producer' },
  ])
  const main = 'Ada, Eva & Finn'
  assert.deepEqual(await bylines(), [main, `${main} feat. Björn & Cleo with Dana`, main])
  await setTrack(two, [{ name: 'Gus', role: 'main' }])
  assert.equal((await bylines())[2], 'Gus', 'main performers of a track replace those of its album')
  await setTrack(one, [])
  await setAlbum(albumId, [])
  assert.deepEqual(await bylines(), ['Ada', 'Ada', 'Gus'])
})

/** Ben's artist, named on a track of Ada. */
async function named(trackId: string, name: string, entered = name) {
  const artistId = await artistOf(ben, name)
  const performers = [{ name: entered, role: 'featured', artistId }]
  assert.equal((await setTrack(trackId, performers)).status, 200)
  return { artistId, performers }
}

const readTrack = async (trackId: string) => (await catalog.visitor.send('GET', `/v1/tracks/${trackId}`)).data

test('an artist of another user is a name without a link until that user confirms it', async () => {
  const { albumId, trackIds } = await published(['One', 'Two'])
  const [one = '', two = ''] = trackIds
  const { artistId, performers } = await named(one, 'Björn', 'Bjorn')
  const nameOnly = { name: 'Bjorn', role: 'featured', artistId: null, artistUrl: null }
  const waiting = await readTrack(one)
  assert.deepEqual([waiting.byline, waiting.performers], ['Ada feat. Bjorn', [nameOnly]])
  assert.ok(!JSON.stringify(waiting).includes(artistId), 'visitors do not learn who is meant')
  const { data: own } = await ada.send('GET', `/v1/tracks/${one}`)
  assert.deepEqual(own.performers, [{ ...nameOnly, artistId }], 'the owner of the release sees it in the form')
  const link = `/v1/artists/${artistId}/appearances/${albumId}`
  for (const [user, status] of [
    [ada, 403],
    [catalog.visitor, 401],
  ] as const) {
    assert.equal((await user.send('PUT', link)).status, status, 'the user who named it cannot confirm it')
  }
  assert.equal((await ben.send('PUT', link)).status, 200)
  const confirmed = await readTrack(one)
  assert.deepEqual(confirmed.performers, [{ name: 'Björn', role: 'featured', artistId, artistUrl: 'bjorn' }])
  assert.equal(confirmed.byline, 'Ada feat. Björn')
  await setTrack(two, performers)
  assert.equal((await readTrack(two)).performers[0].artistUrl, 'bjorn', 'on all tracks of the album')
  const other = await published(['Other'])
  assert.equal((await ben.send('PUT', `/v1/artists/${artistId}/appearances/${other.albumId}`)).status, 404)
  await setTrack(other.trackIds[0]!, performers)
  assert.equal((await readTrack(other.trackIds[0]!)).performers[0].artistUrl, null, 'not on other albums')
})

test('a linked artist is shown with its current name, and only while it is public', async () => {
  const { albumId, trackIds } = await published(['One'])
  const [trackId = ''] = trackIds
  const { artistId } = await named(trackId, 'Sunna', 'Sonna')
  await ben.send('PUT', `/v1/artists/${artistId}/appearances/${albumId}`)
  const { bylineParts, artistUrl: own } = await readTrack(trackId)
  assert.deepEqual(
    bylineParts.map(({ text, role, artistUrl }: Record<string, unknown>) => [text, role, artistUrl]),
    [
      ['Ada', 'main', own],
      [' feat. ', null, null],
      ['Sunna', 'featured', 'sunna'],
    ],
  )
  await ben.form('POST', '/v1/artists/update', { artistId, name: 'Sunna Á' })
  assert.equal((await readTrack(trackId)).byline, 'Ada feat. Sunna Á')
  await ben.send('DELETE', `/v1/artists/${artistId}`)
  const after = await readTrack(trackId)
  assert.equal(after.byline, 'Ada feat. Sonna')
  assert.deepEqual(after.performers, [{ name: 'Sonna', role: 'featured', artistId: null, artistUrl: null }])
})

test('an artist appears on releases of others that it confirmed; its owner can remove it permanently', async () => {
  const { albumId, trackIds } = await published(['One', 'Two'])
  const draft = await catalog.album(ada, ['Not yet'])
  const [one = '', two = ''] = trackIds
  const { artistId, performers } = await named(one, 'Guest')
  for (const trackId of [two, ...draft.trackIds]) await setTrack(trackId, performers)
  const appearances = async () => {
    const { data } = await catalog.visitor.send('GET', `/v1/artists/${artistId}/appearances`)
    const { data: own } = await ben.send('GET', `/v1/artists/${artistId}/appearances/account`)
    return [
      data.map(({ id }: { id: string }) => id),
      own.map(({ id, isConfirmed }: { id: string; isConfirmed: boolean }) => [id, isConfirmed]),
    ]
  }
  assert.deepEqual(await appearances(), [[], [[albumId, false]]], 'only what is public is to be confirmed')
  const link = `/v1/artists/${artistId}/appearances/${albumId}`
  await ben.send('PUT', link)
  assert.deepEqual(await appearances(), [[albumId], [[albumId, true]]])
  assert.equal((await ada.send('DELETE', link)).status, 403, 'naming an artist gives no right')
  assert.equal((await catalog.visitor.send('DELETE', link)).status, 401)
  assert.equal((await ben.send('DELETE', link)).status, 200)
  assert.deepEqual(await appearances(), [[], []])
  const track = await readTrack(one)
  assert.deepEqual([track.byline, track.performers[0].artistId], ['Ada feat. Guest', null])
  assert.equal((await ben.send('DELETE', link)).status, 200, 'a repeat changes nothing')
  assert.equal((await ben.send('PUT', link)).status, 404)
  const again = await setTrack(one, performers)
  assert.deepEqual([again.status, again.code], [422, 'performer-refused'])
  assert.equal((await setTrack(draft.trackIds[0]!, performers)).status, 200, 'other releases may name it')
  const { data: split } = await ada.send('GET', `/v1/splits/${one}/track`)
  assert.ok(!JSON.stringify(split ?? {}).includes(ben.userId), 'and no money')
})

test('own artists may be linked everywhere; an artist does not appear on its own releases', async () => {
  const { artistId, albumId, trackIds } = await published(['One'])
  await setTrack(trackIds[0]!, [{ name: 'Ada', role: 'main', artistId }])
  const { data } = await catalog.visitor.send('GET', `/v1/artists/${artistId}/appearances`)
  assert.deepEqual(data, [])
  await ada.send('DELETE', `/v1/artists/${artistId}/appearances/${albumId}`)
  assert.equal((await setTrack(trackIds[0]!, [{ name: 'Ada', role: 'main', artistId }])).status, 200)
  const otherId = await artistOf(ada, 'Also Ada')
  await setTrack(trackIds[0]!, [{ name: 'x', role: 'with', artistId: otherId }])
  assert.equal((await readTrack(trackIds[0]!)).byline, 'Ada with Also Ada', 'linked without being asked')
})

test('lists link to the first name: of the artist, of a linked artist, or to nothing', async () => {
  const { trackIds } = await published(['One'])
  const [trackId = ''] = trackIds
  const main = (name: string) =>
    setTrack(trackId, [
      { name, role: 'main' },
      { name: 'Eva', role: 'main' },
    ])
  await main('Ada')
  const own = await readTrack(trackId)
  assert.deepEqual([own.byline, own.bylineUrl], ['Ada & Eva', own.artistUrl])
  await main('Gus')
  assert.equal((await readTrack(trackId)).bylineUrl, null)
})

test('a compilation has various artists when its tracks have different main performers', async () => {
  const { albumId, trackIds } = await published(['One', 'Two'], { kind: 'compilation' })
  const isVarious = async () => (await catalog.visitor.send('GET', `/v1/albums/${albumId}`)).data.hasVariousArtists
  assert.equal(await isVarious(), false)
  await setTrack(trackIds[0]!, [{ name: 'Björn', role: 'main' }])
  assert.equal(await isVarious(), true)
  await setTrack(trackIds[1]!, [{ name: 'Björn', role: 'main' }])
  assert.equal(await isVarious(), false)
})

test('any name is kept as it is; invalid lists are refused, and change nothing', async () => {
  const { albumId, trackIds } = await published(['One'])
  const [trackId = ''] = trackIds
  const names = ['אדה 🌙', 'ـنور', 'a'.repeat(255), '🎷'.repeat(100), 'Motörhead & <b>', '"; DROP TABLE performer']
  const kept = await setTrack(
    trackId,
    names.map((name) => ({ name, role: 'featured' })),
  )
  assert.deepEqual(
    kept.data.performers.map(({ name }: Performer) => name),
    names,
  )
  assert.ok(kept.data.byline.endsWith(' …'), 'rows show the beginning')
  const main = (name: string) => ({ name, role: 'main' })
  const wrong: [unknown, number, string][] = [
    ['x', 400, 'bad-request'],
    [[{}], 400, 'bad-request'],
    [[{ name: '  ', role: 'main' }], 400, 'bad-request'],
    [[{ name: 'a\0b', role: 'main' }], 400, 'bad-request'],
    [[{ name: 'x'.repeat(256), role: 'main' }], 400, 'bad-request'],
    [[{ name: 'x', role: 'singer' }], 400, 'bad-request'],
    [[{ name: 'x', role: 'main', artistId: 'x' }], 400, 'bad-request'],
    [[{ name: 'x', role: 'main', artistId: UNKNOWN_ID }], 422, 'performer-unknown'],
    [[main('Björn'), main('björn')], 422, 'performer-repeated'],
    [Array.from({ length: 51 }, (_, index) => main(`x${index}`)), 400, 'bad-request'],
  ]
  for (const [performers, status, code] of wrong) {
    const { length } = JSON.stringify(performers)
    const track = await setTrack(trackId, performers)
    assert.deepEqual([track.status, track.code], [status, code], `${length} on a track: ${track.error}`)
    const album = await setAlbum(albumId, performers)
    assert.deepEqual([album.status, album.code], [status, code], `${length} on an album: ${album.error}`)
    const many = await ada.send('PUT', '/v1/tracks/bulk', { tracks: [{ trackId, performers }] })
    assert.deepEqual([many.status, many.code], [status, code], `${length} in bulk: ${many.error}`)
  }
  const fifty = Array.from({ length: 50 }, (_, index) => main(`Performer ${index}`))
  assert.equal((await setTrack(trackId, fifty)).data.performers.length, 50)
  const { data } = await catalog.visitor.send('GET', `/v1/tracks/${trackId}`)
  assert.ok(data.byline.length <= 255 && data.byline.startsWith('Performer 0, Performer 1'))
})

test('tracks are ordered by disc, and a track moved between two of another disc moves to it', async () => {
  const { albumId, trackIds } = await published(['One', 'Two', 'Three', 'Four'], {
    discTitles: 'Dayside\r\n\r\nNightside\n',
  })
  const [one = '', two = '', three = '', four = ''] = trackIds
  const tracks = [one, two].map((trackId, index) => ({ trackId, disc: 3, order: index + 1 }))
  const rest = [three, four].map((trackId, index) => ({ trackId, order: index + 1 }))
  assert.equal((await ada.send('PUT', '/v1/tracks/bulk', { tracks: [...tracks, ...rest] })).status, 200)
  const shown = async () => {
    const { data } = await catalog.visitor.send('GET', `/v1/albums/${albumId}`)
    return data.tracks.map((track: { title: string; disc: number }) => `${track.disc} ${track.title}`)
  }
  assert.deepEqual(await shown(), ['1 Three', '1 Four', '3 One', '3 Two'])
  const order = (ids: string[], movedId?: string) =>
    ada.send('PUT', `/v1/albums/${albumId}/order`, { trackIds: ids, movedId })
  await order([four, one, three, two], three)
  assert.deepEqual(await shown(), ['1 Four', '3 One', '3 Three', '3 Two'])
  await order([two, four, one, three], two)
  assert.deepEqual(await shown(), ['1 Two', '1 Four', '3 One', '3 Three'])
  await order([two, one, four, three], one)
  assert.deepEqual(await shown(), ['1 Two', '1 One', '1 Four', '3 Three'])
  await order([two, four, one, three], one)
  assert.deepEqual(await shown(), ['1 Two', '1 Four', '1 One', '3 Three'], 'beside a track of its disc it stays there')
  await order([three, one, four, two])
  assert.deepEqual(await shown(), ['1 One', '1 Four', '1 Two', '3 Three'], 'other orders change no disc')
  const { data } = await catalog.visitor.send('GET', `/v1/albums/${albumId}`)
  assert.deepEqual(data.discTitles, ['Dayside', '', 'Nightside'])
  const cleared = await ada.form('POST', '/v1/albums/update', { albumId, discTitles: '' })
  assert.deepEqual(cleared.data.discTitles, [])
  for (const disc of [0, 100, 1.5, 'x', null, -1]) {
    const { status, code } = await ada.send('PUT', '/v1/tracks/update', { trackId: one, disc })
    assert.deepEqual([status, code], [400, 'bad-request'], String(disc))
  }
  const lines = '\n'.repeat(120) + 'x'
  assert.equal((await ada.form('POST', '/v1/albums/update', { albumId, discTitles: lines })).status, 400)
})

test('a track has notes and an ISWC, and shows the language of its release', async () => {
  const { trackIds } = await published(['One'], { language: 'pt-BR' })
  const [trackId = ''] = trackIds
  const set = (fields: object) => ada.send('PUT', '/v1/tracks/update', { trackId, ...fields })
  const { data } = await set({ notes: ' *Recorded* in the rain 🌧 ', iswc: 'T-034.524.680-1' })
  assert.deepEqual([data.notes, data.iswc, data.language], ['*Recorded* in the rain 🌧', 'T0345246801', 'pt-BR'])
  const wrong = await set({ iswc: 'T-034.524.680-2' })
  assert.deepEqual([wrong.status, wrong.code], [400, 'iswc-invalid'])
  assert.equal((await set({ notes: 'x'.repeat(20_001) })).status, 400)
  const cleared = (await set({ notes: '', iswc: null })).data
  assert.deepEqual([cleared.notes, cleared.iswc], [null, null])
})

test('the owner of a named artist is notified once per release, when it is public, but not of own releases', async () => {
  const { database } = catalog
  const clock = { now: () => catalog.now() }
  const run = () => notifyNamed({ database, clock })
  await run()
  const [bens, adas] = [await artistOf(ben, 'Named once'), await artistOf(ada, 'Own')]
  const { albumId, trackIds } = await catalog.album(ada, ['One', 'Two'])
  const featured = (artistId: string) => [{ name: 'A', role: 'featured', artistId }]
  for (const id of trackIds) assert.equal((await setTrack(id, featured(bens))).status, 200)
  await setAlbum(albumId, featured(adas))
  assert.equal(await run(), 0, 'a draft')
  const date = new Date(catalog.now().getTime() + 60_000).toISOString()
  await ada.send('POST', `/v1/publish/${albumId}`, { publishedAt: date })
  assert.equal(await run(), 0, 'before its date')
  catalog.step(60_000)
  assert.deepEqual(new Set(await Promise.all([run(), run()])), new Set([0, 1]))
  const { rows } = await database.pool.query<{ payload: { userIds: string[]; content: object } }>(
    `SELECT payload FROM outbox WHERE topic = 'notice' AND key = $1`,
    [`named:${albumId}:${ben.userId}`],
  )
  const content = { contentId: albumId, contentType: 'album', title: 'Dawn' }
  assert.deepEqual(
    rows.map(({ payload }) => [payload.userIds, payload.content]),
    [[[ben.userId], content]],
  )
  await setTrack(trackIds[0]!, [])
  await setTrack(trackIds[0]!, featured(bens))
  assert.equal(await run(), 0, 'named again')
})
