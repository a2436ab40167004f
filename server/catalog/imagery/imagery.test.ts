/** Photographs, picks and liner notes over HTTP: what is accepted, who may, and what deleting removes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'
import { deleteWork, exportWork } from '#server/catalog/lists/user-content.ts'
import { listPublicFiles } from '#server/catalog/publishing/takedown.ts'

const { catalog, ada, ben } = await openFileCatalog()

const picture = async (width = 120, height = 80, background: object | string = '#b02030') =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width, height, channels: 4, background } as never })
          .png()
          .toBuffer(),
      ),
    ],
    'a.png',
  )
const makeArtist = async (owner = ada, fields = {}) =>
  (await owner.form('POST', '/v1/artists/create', { name: 'Imogen', ...fields })).data.id as string
const add = async (contentId: string, place: string, photograph?: File, owner = ada) =>
  owner.form('POST', `/v1/content/${contentId}/photographs`, { place, photograph: photograph ?? (await picture()) })
/** Rows without files, up to a limit. */
const fill = async (contentId: string, place: string, count: number) => {
  await sql`
    INSERT INTO photograph (id, content_id, place, position, picture_key, width, height, focus_x, focus_y, print_key,
      created_at)
    SELECT gen_random_uuid(), ${contentId}::uuid, ${place}::text, n, 'media/' || gen_random_uuid() || '.jpg', 4, 3, 0.5, 0.5,
      CASE ${place} WHEN 'notes' THEN 'media/' || gen_random_uuid() END, ${catalog.now()}::timestamptz
    FROM generate_series(1, ${count}::integer) n`.execute(catalog.database.read)
}
const imagery = async (artistId: string) => (await catalog.visitor.send('GET', `/v1/artists/${artistId}/imagery`)).data
const droppedKeys = async (): Promise<string[]> => {
  const { rows } = await sql<{ payload: { keys: string[] } }>`
    SELECT payload FROM outbox WHERE topic = 'files-dropped'`.execute(catalog.database.read)
  return rows.flatMap(({ payload }) => payload.keys)
}
const pathOf = (url: string) => `media/${url.split('/').at(-1)}`

test('a banner has prints for wide windows and phones, in both themes, and replaces the previous one', async () => {
  const artistId = await makeArtist()
  assert.deepEqual(await imagery(artistId), { banner: null, gallery: [], pick: null })
  const first = await add(artistId, 'banner')
  assert.equal(first.status, 200, first.error)
  const { banner } = await imagery(artistId)
  assert.deepEqual([banner.width, banner.height, banner.focus.x], [120, 80, 0.5])
  assert.equal(new Set([banner.wide.day, banner.wide.night, banner.narrow.day, banner.narrow.night]).size, 4)
  assert.match(banner.colors.day.flood, /^#[0-9a-f]{6}$/)
  const second = await add(artistId, 'banner', await picture(300, 100))
  assert.equal((await imagery(artistId)).banner.id, second.data.id)
  const dropped = await droppedKeys()
  for (const url of [banner.url, banner.smallUrl, banner.wide.day, banner.narrow.night]) {
    assert.ok(dropped.includes(pathOf(url)), url)
  }
})

test('images of one colour, transparent ones, and strips of 1 : 3 become banners', async () => {
  for (const photograph of [
    await picture(60, 60, '#ffffff'),
    await picture(60, 60, { r: 0, g: 0, b: 0, alpha: 0 }),
    await picture(40, 120),
    await picture(120, 40),
    await picture(1, 1),
  ]) {
    const made = await add(await makeArtist(), 'banner', photograph)
    assert.equal(made.status, 200, made.error)
  }
})

test('another focal point creates new crops; one outside of the image is refused', async () => {
  const artistId = await makeArtist()
  const { id } = (await add(artistId, 'banner', await picture(300, 100))).data
  const before = (await imagery(artistId)).banner
  const set = (focus: unknown) => ada.send('PUT', `/v1/photographs/${id}`, { focus })
  for (const wrong of [{ x: -0.1, y: 0 }, { x: 0, y: 1.01 }, { x: 'left', y: 0 }, { x: 0 }, { x: null, y: 0 }]) {
    assert.equal((await set(wrong)).status, 400, JSON.stringify(wrong))
  }
  assert.equal((await set({ x: 1, y: 0 })).status, 200)
  const after_ = (await imagery(artistId)).banner
  assert.deepEqual(after_.focus, { x: 1, y: 0 })
  assert.notEqual(after_.wide.day, before.wide.day)
  assert.equal(after_.url, before.url)
  assert.deepEqual(after_.narrow.focus, { x: 1, y: 0 })
  assert.ok((await droppedKeys()).includes(pathOf(before.wide.day)))
  assert.equal((await set({ x: 1, y: 0 })).status, 200)
  assert.equal((await imagery(artistId)).banner.wide.day, after_.wide.day)
})

test('a gallery keeps its order, captions and descriptions, and has at most 24 photographs', async () => {
  const artistId = await makeArtist()
  await fill(artistId, 'gallery', 23)
  assert.equal((await add(artistId, 'gallery', await picture(4, 4))).status, 200)
  const ids: string[] = (await imagery(artistId)).gallery.map(({ id }: { id: string }) => id)
  assert.equal(ids.length, 24)
  assert.equal((await add(artistId, 'gallery')).code, 'rule-broken')
  const change = await ada.send('PUT', `/v1/photographs/${ids[0]}`, {
    caption: ' The house ',
    alt: 'A house by a lake',
  })
  assert.deepEqual([change.data.caption, change.data.alt], ['The house', 'A house by a lake'])
  assert.equal((await ada.send('PUT', `/v1/photographs/${ids[0]}`, { alt: '' })).data.alt, null)
  assert.equal((await ada.send('PUT', `/v1/photographs/${ids[0]}`, { caption: 'x'.repeat(281) })).status, 400)
  const order = (photographIds: string[], owner = ada) =>
    owner.send('PUT', `/v1/content/${artistId}/photographs/order`, { place: 'gallery', photographIds })
  const wanted = ids.toReversed()
  assert.equal((await order(wanted.slice(1))).code, 'rule-broken')
  assert.equal((await order([...wanted.slice(1), wanted[1]!])).code, 'rule-broken')
  assert.equal((await order(wanted, ben)).status, 403)
  assert.equal((await order(wanted)).status, 200)
  const { gallery } = await imagery(artistId)
  assert.deepEqual(
    gallery.map(({ id }: { id: string }) => id),
    wanted,
  )
  assert.equal(gallery.at(-1).caption, 'The house')
})

test('hostile files and wrong targets are refused, and change nothing', async () => {
  const { artistId, albumId } = await catalog.album(ada, [])
  const text = new File(['<svg onload=alert(1)>'], 'a.jpg', { type: 'image/jpeg' })
  const refused = await add(artistId, 'banner', text)
  assert.deepEqual([refused.status, refused.code], [415, 'picture-invalid'])
  for (const [contentId, place] of [
    [albumId, 'banner'],
    [albumId, 'gallery'],
    [artistId, 'notes'],
  ] as const) {
    assert.equal((await add(contentId, place)).code, 'rule-broken', place)
  }
  assert.equal((await add(artistId, 'cover')).status, 400)
  assert.equal((await ada.form('POST', `/v1/content/${artistId}/photographs`, { place: 'banner' })).status, 400)
  assert.equal((await imagery(artistId)).banner, null)
})

test('nobody changes photographs of others, and unknown ones do not exist', async () => {
  const { artistId, albumId } = await catalog.album(ada, [])
  const { id } = (await add(artistId, 'banner')).data
  assert.equal((await add(artistId, 'gallery', undefined, ben)).status, 403)
  assert.equal((await add(albumId, 'notes', undefined, ben)).status, 403)
  assert.equal((await ben.send('PUT', `/v1/photographs/${id}`, { caption: 'Mine' })).status, 403)
  assert.equal((await ben.send('DELETE', `/v1/photographs/${id}`)).status, 403)
  assert.equal((await ada.send('DELETE', `/v1/photographs/01890000-0000-7000-8000-000000000000`)).status, 404)
  assert.equal((await ada.send('DELETE', `/v1/photographs/${id}`)).status, 200)
  assert.equal((await ada.send('DELETE', `/v1/photographs/${id}`)).status, 404)
})

test('an artist picks their own public content, with a sentence', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['Lamp oil'])
  const [trackId] = trackIds as [string]
  const pick = (body: object, owner = ada) => owner.send('PUT', `/v1/artists/${artistId}/pick`, body)
  assert.equal((await pick({ targetId: trackId, sentence: 'Hear this' })).code, 'rule-broken', 'a draft')
  await sql`UPDATE album SET is_draft = false, published_at = ${catalog.now()} WHERE id = ${albumId}`.execute(
    catalog.database.read,
  )
  await sql`UPDATE track SET is_draft = false, published_at = ${catalog.now()} WHERE id = ${trackId}`.execute(
    catalog.database.read,
  )
  const picked = await pick({ targetId: trackId, sentence: ' Hear this first. ' })
  assert.equal(picked.status, 200, picked.error)
  const { kind, title, byline, sentence } = (await imagery(artistId)).pick
  assert.deepEqual([kind, title, byline, sentence], ['track', 'Lamp oil', 'Ada', 'Hear this first.'])
  assert.equal((await pick({ targetId: trackId, sentence: 'x'.repeat(281) })).status, 400)
  assert.equal((await pick({ targetId: artistId })).code, 'rule-broken')
  const theirs = await makeArtist(ben)
  assert.equal((await ben.send('PUT', `/v1/artists/${theirs}/pick`, { targetId: trackId })).code, 'rule-broken')
  await sql`UPDATE track SET is_draft = true WHERE id = ${trackId}`.execute(catalog.database.read)
  assert.equal((await imagery(artistId)).pick, null, 'no longer public')
  const playlistId = '01890000-0000-7000-8000-00000000aaaa'
  await sql`INSERT INTO playlist (id, user_id, title, visibility, created_at, updated_at)
    VALUES (${playlistId}, ${ada.userId}, 'For rain', 'public', ${catalog.now()}, ${catalog.now()})`.execute(
    catalog.database.read,
  )
  assert.equal((await pick({ targetId: playlistId })).data.pick.title, 'For rain')
  assert.equal((await pick({ targetId: null })).data.pick, null)
})

test('liner notes have text and up to twelve photographs, which nobody sees before the release', async () => {
  const { artistId, albumId } = await catalog.album(ada, [])
  const read = (caller: { send: typeof ada.send }) => caller.send('GET', `/v1/albums/${albumId}/notes`)
  const write = (text: unknown, owner = ada) => owner.send('PUT', `/v1/albums/${albumId}/notes`, { text })
  assert.deepEqual((await write('One reed organ, **one voice**.')).data.photographs, [])
  await fill(albumId, 'notes', 11)
  assert.equal((await add(albumId, 'notes', await picture(6, 4))).status, 200)
  assert.equal((await add(albumId, 'notes')).code, 'rule-broken')
  const { text, photographs } = (await read(ada)).data
  assert.equal(text, 'One reed organ, **one voice**.')
  assert.equal(photographs.length, 12)
  assert.notEqual(photographs[0].print.day, photographs[0].print.night)
  assert.equal((await read(catalog.visitor)).status, 404)
  assert.equal((await read(ben)).status, 404)
  assert.equal((await write('x'.repeat(20_001))).status, 400)
  assert.equal((await write('a\0b')).status, 400)
  assert.equal((await write('Mine', ben)).status, 403)
  assert.equal((await ada.send('PUT', `/v1/albums/${artistId}/notes`, { text: 'x' })).status, 422)
  assert.equal((await write('  ')).data.text, null)
})

test('deleting a release, an artist or the account removes their photographs; the export and a takedown name them', async () => {
  const cleo = await catalog.person('cleo')
  const { artistId, albumId } = await catalog.album(cleo, [])
  const notes = (await add(albumId, 'notes', undefined, cleo)).data
  await cleo.send('PUT', `/v1/albums/${albumId}/notes`, { text: 'Recorded at home.' })
  const banner = (await add(artistId, 'banner', undefined, cleo)).data
  const tx = catalog.database.read
  const exported = await exportWork(tx, cleo.userId)
  assert.equal(exported['photographs']?.length, 2)
  assert.equal(exported['linerNotes']?.length, 1)
  const withheld = await listPublicFiles(tx, [artistId])
  for (const { url } of [notes, banner]) assert.ok(withheld.includes(pathOf(url)))
  await cleo.send('DELETE', `/v1/albums/${albumId}`)
  assert.ok((await droppedKeys()).includes(pathOf(notes.url)))
  await cleo.send('DELETE', `/v1/artists/${artistId}`)
  assert.ok((await droppedKeys()).includes(pathOf(banner.url)))
  const other = await makeArtist(cleo)
  const last = (await add(other, 'gallery', undefined, cleo)).data
  await catalog.database.transaction((inside) => deleteWork(inside, cleo.userId, catalog.now()))
  assert.ok((await droppedKeys()).includes(pathOf(last.url)))
  assert.equal((await exportWork(tx, cleo.userId))['photographs']?.length, 0)
})

test('an artist with a long name in any script has imagery', async () => {
  for (const name of ['n'.repeat(255), '雨のあとの長い名前'.repeat(20), 'اسم طويل '.repeat(20)]) {
    const artistId = await makeArtist(ada, { name })
    assert.equal((await add(artistId, 'banner')).status, 200)
    assert.notEqual((await imagery(artistId)).banner, null)
  }
})
