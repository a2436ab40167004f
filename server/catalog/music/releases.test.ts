/** What a release is, over HTTP: its kind, its original date and the order by it, its rights. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada } = await openFileCatalog()

const update = (fields: object) => ada.form('POST', '/v1/albums/update', fields)

test('a release stores its kind, dates and rights; lists show its kind and date, and its tracks the licence', async () => {
  const fields = {
    kind: 'live',
    originalDate: ' 1969-09 ',
    label: ' Moon Records ',
    phonogramLine: '℗ 1969 Moon Records',
    copyrightLine: '(c) 1970 Moon Records',
    licence: 'cc-by-nc-sa',
    language: 'pt-BR',
  }
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'], fields)
  const { data } = await ada.send('GET', `/v1/albums/${albumId}`)
  const { kind, originalDate, label, phonogramLine, copyrightLine, licence, language } = data
  assert.deepEqual([kind, originalDate, licence, language], ['live', '1969-09', 'cc-by-nc-sa', 'pt-BR'])
  assert.deepEqual(
    [label, phonogramLine, copyrightLine],
    ['Moon Records', '1969 Moon Records', '1970 Moon Records'],
    'without the symbols, which pages write',
  )
  const { data: track } = await ada.send('GET', `/v1/tracks/${trackIds[0]}`)
  assert.deepEqual([track.licence, track.originalDate], ['cc-by-nc-sa', '1969-09'])
  await ada.send('POST', `/v1/publish/${albumId}`, {})
  const { data: listed } = await catalog.visitor.send('GET', `/v1/albums/${artistId}/artist`)
  assert.deepEqual([listed[0].kind, listed[0].originalDate], ['live', '1969-09'])
  const cleared = (await update({ albumId, ...Object.fromEntries(Object.keys(fields).map((name) => [name, ''])) })).data
  assert.deepEqual(
    Object.keys(fields).map((name) => cleared[name]),
    ['album', null, null, null, null, null, null],
  )
})

test('clients that know no kinds set singles by a flag, and the kind follows', async () => {
  const { albumId } = await catalog.album(ada, [], { isSingle: 'true' })
  const kindAfter = async (fields: object) => {
    const { data } = await update({ albumId, ...fields })
    return [data.kind, data.isSingle]
  }
  assert.deepEqual(await kindAfter({}), ['single', true])
  assert.deepEqual(await kindAfter({ kind: 'ep' }), ['ep', false])
  assert.deepEqual(await kindAfter({ isSingle: 'false' }), ['ep', false], 'other kinds are no singles either')
  assert.deepEqual(await kindAfter({ isSingle: 'true' }), ['single', true])
  assert.deepEqual(await kindAfter({ kind: 'album' }), ['album', false])
  assert.deepEqual(await kindAfter({ kind: 'single' }), ['single', true])
  assert.deepEqual(await kindAfter({ kind: '' }), ['single', true], 'without a kind, the flag decides')
})

test('an original date is a year, month or day from 1860 to 2100', async () => {
  const { albumId } = await catalog.album(ada, [])
  for (const originalDate of ['1860', '2100-12-31', '2024-02-29', '1999-12']) {
    const { status, data } = await update({ albumId, originalDate })
    assert.deepEqual([status, data.originalDate], [200, originalDate])
  }
  const wrong = [
    '1859',
    '2101',
    '0000',
    '9999',
    '2023-02-29',
    '2024-13',
    '2024-00',
    '2024-1',
    '24',
    '2024-01-01T00:00Z',
  ]
  for (const originalDate of wrong) {
    const { status, code } = await update({ albumId, originalDate })
    assert.deepEqual([status, code], [400, 'original-date-invalid'], originalDate)
  }
})

test('publishing, scheduling and the forms refuse dates before the first recordings and after 2100', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const podcast = { name: 'Early' }
  for (const publishedAt of ['1820-05-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z']) {
    const dates = [{ contentId: trackIds[0], publishedAt }]
    for (const { status, code } of [
      await update({ albumId, publishedAt }),
      await ada.form('POST', '/v1/podcasts/create', { ...podcast, publishedAt }),
      await ada.send('POST', `/v1/publish/${albumId}`, { publishedAt }),
      await ada.send('POST', '/v1/publish/dates', { parentId: albumId, dates }),
    ]) {
      assert.deepEqual([status, code], [400, 'release-date-invalid'], publishedAt)
    }
  }
  const first = await ada.send('POST', `/v1/publish/${albumId}`, { publishedAt: '1860-01-01T00:00:00.000Z' })
  assert.equal(first.status, 200)
})

test('an artist’s releases are ordered by their original date, where it is known; new releases by publication', async () => {
  const { artistId, albumId } = await catalog.album(ada, ['One'], { title: 'Of 2019', originalDate: '2019' })
  const dates = { 'Of May 2019': '2019-05', 'Of 1969': '1969-09-26', 'Of today': '' }
  const made = [albumId]
  for (const [title, originalDate] of Object.entries(dates)) {
    const { data } = await ada.form('POST', '/v1/albums', { artistId, title, originalDate })
    await catalog.finishAudio(await catalog.track(ada, data.id, title))
    made.push(data.id)
  }
  const titlesOf = async (path: string) =>
    (await catalog.visitor.send('GET', path)).data.map(({ title }: { title: string }) => title)
  for (const id of made) {
    catalog.step(1_000)
    await ada.send('POST', `/v1/publish/${id}`, {})
  }
  assert.deepEqual(await titlesOf(`/v1/albums/${artistId}/artist`), ['Of today', 'Of May 2019', 'Of 2019', 'Of 1969'])
  const { data: page } = await catalog.visitor.send('GET', `/v1/artists/${artistId}`)
  assert.equal(page.topAlbums[1].title, 'Of May 2019')
  const { data: fresh } = await catalog.visitor.send('GET', '/v1/albums?limit=4')
  assert.deepEqual(
    fresh.albums.map(({ title }: { title: string }) => title),
    ['Of today', 'Of 1969', 'Of May 2019', 'Of 2019'],
  )
})
