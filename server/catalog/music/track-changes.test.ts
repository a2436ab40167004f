/** Updating, replacing, deleting and finding tracks over HTTP, one and many. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openFileCatalog, type CatalogUser } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

const update = (body: object, caller = ada) => caller.send('PUT', '/v1/tracks/update', body)
const bulk = (tracks: object[], caller = ada) => caller.send('PUT', '/v1/tracks/bulk', { tracks })
const read = async (trackId: string, caller: Pick<CatalogUser, 'send'> = ada) =>
  (await caller.send('GET', `/v1/tracks/${trackId}`)).data
const publish = (id: string) => ada.send('POST', `/v1/publish/${id}`, {})
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const isDropped = async (uploadId: string) => {
  const { rows } = await sql<{ payload: { keys: string[] } }>`
    SELECT payload FROM outbox WHERE topic = 'files-dropped'`.execute(catalog.database.read)
  return rows.some(({ payload }) => payload.keys.includes(`media/${uploadId}.mp3`))
}

test('absent fields stay, null and blank text clear, and both names of explicit are accepted', async () => {
  const { trackIds } = await catalog.album(ada, ['One'])
  const trackId = trackIds[0]!
  const credits = [{ name: 'Ben', role: 'bass', username: 'ben' }]
  const changed = await update({
    trackId,
    title: ' Uno ',
    order: 7,
    lyrics: 'la',
    explicit: true,
    isrc: 'us-rc1-76-07839',
    credits,
  })
  assert.equal(changed.status, 200, changed.error)
  const { title, order, lyrics, isExplicit, isrc, presignedUrl, hasLyrics } = changed.data
  assert.deepEqual([title, order, lyrics, isExplicit, isrc], ['Uno', 7, 'la', true, 'USRC17607839'])
  assert.deepEqual([presignedUrl, hasLyrics], [undefined, true])
  assert.deepEqual(changed.data.credits, credits)
  const kept = (await update({ trackId, isExplicit: false })).data
  assert.deepEqual([kept.title, kept.lyrics, kept.isExplicit, kept.credits], ['Uno', 'la', false, credits])
  const cleared = (await update({ trackId, lyrics: null, isrc: '  ', credits: null })).data
  assert.deepEqual([cleared.lyrics, cleared.isrc, cleared.credits, cleared.hasLyrics], [null, null, [], false])
})

test('lyrics with an invalid timestamp are refused with the line number', async () => {
  const { trackIds } = await catalog.album(ada, ['One'])
  const lyrics = '[00:01.00] fine\n[00:75.00] not'
  const refused = await update({ trackId: trackIds[0], lyrics })
  assert.deepEqual([refused.status, refused.code], [422, 'lyrics-invalid'])
  assert.match(refused.error, /Line 2/)
  const fine = await update({ trackId: trackIds[0], lyrics: '[Chorus]\n[00:01.00] fine' })
  assert.equal(fine.status, 200, fine.error)
})

test('two tracks of an album may share a title', async () => {
  const { trackIds } = await catalog.album(ada, ['Interlude', 'Two'])
  const changed = await update({ trackId: trackIds[1], title: 'Interlude' })
  assert.deepEqual([changed.status, changed.data.title], [200, 'Interlude'])
})

test('the audio is replaced when the new file is ready; until then the old file plays', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const trackId = trackIds[0]!
  await publish(albumId)
  const before_ = await read(trackId, catalog.visitor)
  const asked = await update({ trackId, extension: 'WAV' })
  assert.match(asked.data.presignedUrl, /incoming/)
  assert.ok(asked.data.rawUrl)
  const meanwhile = await read(trackId, catalog.visitor)
  assert.equal(meanwhile.liveUrl, before_.liveUrl)
  assert.deepEqual([meanwhile.isProcessing, (await read(trackId)).isProcessing], [false, true])
  assert.notEqual(meanwhile.uploadId, before_.uploadId)
  await catalog.finishAudio(trackId)
  const replaced = await read(trackId, catalog.visitor)
  assert.notEqual(replaced.liveUrl, before_.liveUrl)
  assert.deepEqual([replaced.isProcessing, replaced.publishedAt], [false, before_.publishedAt])
  assert.ok(await isDropped(before_.uploadId))
})

test('an unusable replacement leaves the old audio and has a reason; another file can be uploaded', async () => {
  const { albumId, trackIds } = await catalog.album(ada, ['One'])
  const trackId = trackIds[0]!
  await publish(albumId)
  const before_ = await read(trackId)
  await update({ trackId, extension: 'wav' })
  await catalog.failAudio(trackId, 'There is no sound in it.')
  const failed = await read(trackId)
  assert.deepEqual([failed.liveUrl, failed.compressorError], [before_.liveUrl, 'There is no sound in it.'])
  assert.equal((await read(trackId, catalog.visitor)).compressorError, null)
  await update({ trackId, extension: 'flac' })
  assert.equal((await read(trackId)).compressorError, null)
  assert.equal(await isDropped(before_.uploadId), false)
  await catalog.finishAudio(trackId)
  assert.ok(await isDropped(before_.uploadId))
})

test('an upload that failed can be tried again', async () => {
  const { albumId } = await catalog.album(ada, [])
  const failed = await catalog.track(ada, albumId, 'Same')
  await catalog.failAudio(failed, 'No sound')
  assert.equal((await update({ trackId: failed, extension: 'mp3' })).status, 200)
})

test('only the owner can change and delete; a track cannot change its album', async () => {
  const { trackIds } = await catalog.album(ada, ['One'])
  const other = await catalog.album(ada, [])
  const trackId = trackIds[0]!
  assert.equal((await update({ trackId, title: 'Mine' }, ben)).status, 403)
  assert.equal((await ben.send('DELETE', `/v1/tracks/${trackId}`)).status, 403)
  assert.equal((await bulk([{ trackId, title: 'Mine' }], ben)).status, 403)
  assert.equal((await update({ trackId, albumId: other.albumId })).code, 'parent-mismatch')
})

test('a deleted track is removed from every list, and its audio is deleted', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['Gone', 'Stays'])
  await publish(albumId)
  const { uploadId } = await read(trackIds[0]!)
  const deleted = await ada.send('DELETE', `/v1/tracks/${trackIds[0]}`)
  assert.deepEqual(deleted.data, { id: trackIds[0], title: 'Gone', albumId })
  const lists = [
    `/v1/tracks/${albumId}/album?unpublished=true`,
    `/v1/tracks/${artistId}/artist?unpublished=true`,
    '/v1/tracks/account?unpublished=true',
    '/v1/tracks?title=gone',
    '/v1/tracks/random',
  ]
  for (const path of lists) {
    const { status, data } = await ada.send('GET', path)
    assert.equal(status, 200, path)
    assert.ok(!idsOf(data).includes(trackIds[0]!), path)
  }
  assert.equal((await ada.send('GET', `/v1/tracks/${trackIds[0]}`)).status, 404)
  assert.equal((await ada.send('DELETE', `/v1/tracks/${trackIds[0]}`)).status, 404)
  assert.ok(await isDropped(uploadId))
})

test('a bulk update changes tracks of several albums, and can swap titles', async () => {
  const one = await catalog.album(ada, ['A', 'B'])
  const two = await catalog.album(ada, ['C'])
  const [a, b] = one.trackIds as [string, string]
  const c = two.trackIds[0]!
  const changed = await bulk([
    { trackId: b, title: 'A', order: 1 },
    { trackId: a, title: 'B', order: 2, isExplicit: true },
    { trackId: c, credits: [{ name: 'Ben', role: 'bass', username: 'ben' }], isrc: 'QZES71900001' },
  ])
  assert.equal(changed.status, 200, changed.error)
  assert.deepEqual(idsOf(changed.data), [b, a, c])
  assert.deepEqual(
    changed.data.map(({ title, order }: { title: string; order: number }) => `${title}${order}`),
    ['A1', 'B2', 'C1'],
  )
  assert.equal(changed.data[1].isExplicit, true)
  const { credits, isrc } = await read(c)
  assert.deepEqual([credits, isrc], [[{ name: 'Ben', role: 'bass', username: 'ben' }], 'QZES71900001'])
})

test('an invalid change in a bulk update leaves all tracks unchanged', async () => {
  const { trackIds } = await catalog.album(ada, ['A', 'B', 'C'])
  const [a, b] = trackIds as [string, string]
  const foreign = (await catalog.album(ben, ['Ben’s'])).trackIds[0]!
  const wrong: [object[], number][] = [
    [
      [
        { trackId: a, title: 'Z' },
        { trackId: foreign, title: 'Y' },
      ],
      403,
    ],
    [[{ trackId: a, title: 'Z' }, { trackId: '00000000-0000-7000-8000-000000000000' }], 404],
    [
      [
        { trackId: a, title: 'Z' },
        { trackId: a, order: 2 },
      ],
      422,
    ],
    [
      [
        { trackId: a, title: 'Z' },
        { trackId: b, lyrics: '[00:99.00] x' },
      ],
      422,
    ],
    [
      [
        { trackId: a, title: 'Z' },
        { trackId: b, isrc: 'nope' },
      ],
      400,
    ],
    [
      [
        { trackId: a, title: 'Z' },
        { trackId: b, credits: [{ name: 'X', role: 'Y', username: 'nobody' }] },
      ],
      404,
    ],
    [[], 400],
  ]
  for (const [tracks, status] of wrong) assert.equal((await bulk(tracks)).status, status, JSON.stringify(tracks))
  assert.equal((await read(a)).title, 'A')
})

test('drafts are listed on request, for the owner only', async () => {
  const cleo = await catalog.person('cleo')
  const { artistId, albumId, trackIds } = await catalog.album(cleo, ['Out'])
  await cleo.send('POST', `/v1/publish/${albumId}`, {})
  const draft = await catalog.track(cleo, albumId, 'Draft')
  const all = [draft, trackIds[0]!].toSorted()
  const lists = [`/v1/tracks/${albumId}/album`, `/v1/tracks/${artistId}/artist`, '/v1/tracks/account']
  for (const path of lists) {
    assert.deepEqual(idsOf((await cleo.send('GET', path)).data), trackIds, path)
    assert.deepEqual(idsOf((await cleo.send('GET', `${path}?unpublished=true`)).data).toSorted(), all, path)
    assert.deepEqual(idsOf((await cleo.send('GET', `${path}?unpublished=false`)).data), trackIds, path)
    if (path.endsWith('account')) continue
    for (const caller of [ada, catalog.visitor]) {
      assert.deepEqual(idsOf((await caller.send('GET', `${path}?unpublished=true`)).data), trackIds, path)
    }
  }
  const [first] = (await cleo.send('GET', '/v1/tracks/account?unpublished=true&limit=1')).data
  assert.equal(first.id, draft)
})

test('tracks are found by parts of their names, all of which must match', async () => {
  const owner = await catalog.person('finder')
  const { albumId, trackIds } = await catalog.album(owner, ['100% Moonlight', 'Sunlight', 'Ägypten ÖL 雨の日'])
  await owner.send('POST', `/v1/publish/${albumId}`, {})
  const find = async (query: string) => idsOf((await catalog.visitor.send('GET', `/v1/tracks/?${query}`)).data)
  assert.deepEqual(await find('title=MOONLIGHT'), [trackIds[0]])
  assert.deepEqual(await find('title=0%25%20m'), [trackIds[0]])
  assert.deepEqual(await find('title=moonlight&artist=ada&album=daw'), [trackIds[0]])
  assert.deepEqual(await find('title=moonlight&artist=nobody'), [])
  // Within a word, and with fewer than three characters, which no index covers.
  assert.deepEqual(await find('title=NLI&artist=ada'), trackIds.slice(0, 2))
  assert.deepEqual(await find('title=0%25'), [trackIds[0]])
  assert.deepEqual(await find('title=gypten%20'), [trackIds[2]])
  assert.deepEqual(await find(`title=${encodeURIComponent('雨の日')}`), [trackIds[2]])
  assert.deepEqual(await find('title=1%25_'), [])
  for (const query of ['', 'title=', 'title=%20%20']) {
    assert.equal((await catalog.visitor.send('GET', `/v1/tracks/?${query}`)).status, 400)
  }
})

test('random tracks are public, distinct, and as many as requested', async () => {
  const { data } = await catalog.visitor.send('GET', '/v1/tracks/random?limit=2')
  assert.equal(new Set(idsOf(data)).size, 2)
  const all = (await catalog.visitor.send('GET', '/v1/tracks/random')).data
  assert.equal(new Set(idsOf(all)).size, all.length)
  for (const { isDraft, liveUrl } of all) assert.ok(!isDraft && liveUrl)
})
