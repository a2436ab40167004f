/** Updating and deleting artists over HTTP: what stays, what is cleared, and the redirect of a former slug. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeJpeg, openFileCatalog } from '#server/catalog/catalog.fixture.ts'

const { catalog, ada, ben } = await openFileCatalog()

const make = async (fields: object) => (await ada.form('POST', '/v1/artists/create', fields)).data
const update = (fields: object, caller = ada) => caller.form('POST', '/v1/artists/update', fields)
const byUrl = (slug: string) => catalog.visitor.send('GET', `/v1/artists/${encodeURIComponent(slug)}/url`)

test('links are stored as web URLs', async () => {
  for (const [field, value] of [
    ['website', 'javascript:alert(1)'],
    ['website', 'ftp://a.example'],
    ['website', 'https://'],
    ['website', 'data:text/html,x'],
    ['twitter', 'javascript:alert(1)'],
    ['instagram', ' JavaScript:alert(1)'],
    ['youtube', 'vbscript:x'],
  ] as const) {
    const refused = await ada.form('POST', '/v1/artists/create', { name: 'Cleo', [field]: value })
    assert.deepEqual([refused.status, refused.code], [400, 'link-invalid'], `${field} ${value}`)
  }
  const artist = await make({ name: 'Dora', website: 'a.example/x', youtube: 'https://youtube.com/@dora' })
  assert.deepEqual([artist.website, artist.youtube], ['https://a.example/x', 'https://youtube.com/@dora'])
})

test('absent fields stay, empty fields are cleared, and texts are trimmed', async () => {
  const artist = await make({ name: 'Cleo', bio: 'Plays', twitter: '@cleo', nostr: 'npub1cleo', website: 'a.example' })
  const changed = await update({ artistId: artist.id, bio: '  ', twitter: ' @new ', npub: '' })
  assert.equal(changed.status, 200, changed.error)
  const { name, bio, twitter, npub, website, artistUrl } = changed.data
  assert.deepEqual([name, bio, twitter, npub, website], ['Cleo', null, '@new', null, 'https://a.example'])
  assert.equal(artistUrl, artist.artistUrl)
  assert.equal((await update({ artistId: artist.id, nostr: 'npub1again' })).data.npub, 'npub1again')
})

test('a new name changes the slug; former slugs redirect permanently and stay reserved', async () => {
  const artist = await make({ name: 'First Name' })
  assert.equal((await update({ artistId: artist.id, name: 'Second Name' })).data.artistUrl, 'second-name')
  assert.equal((await update({ artistId: artist.id, name: 'Third Name' })).data.artistUrl, 'third-name')
  for (const former of ['first-name', 'Second-Name']) {
    const moved = await byUrl(former)
    assert.equal(moved.status, 301)
    assert.equal(moved.code, 'moved')
  }
  assert.equal((await make({ name: 'First Name' })).artistUrl, 'first-name-2')
  const back = await update({ artistId: artist.id, name: 'First Name' })
  assert.equal(back.data.artistUrl, 'first-name')
  assert.equal((await byUrl('first-name')).data.id, artist.id)
  assert.equal((await byUrl('third-name')).status, 301)
  assert.equal((await byUrl('never-there')).status, 404)
})

test('a new name with the same slug keeps the slug', async () => {
  const artist = await make({ name: 'Same Slug' })
  assert.equal((await update({ artistId: artist.id, name: 'SAME slug!' })).data.artistUrl, artist.artistUrl)
})

test('two concurrent renames to the same name get different slugs', async () => {
  const [one, other] = [await make({ name: 'Race one' }), await make({ name: 'Race other' })]
  const renamed = await Promise.all([one, other].map(({ id }) => update({ artistId: id, name: 'Racer' })))
  assert.deepEqual(new Set(renamed.map(({ data }) => data.artistUrl)), new Set(['racer', 'racer-2']))
})

test('artwork changes only when a new file is sent, and then has a new URL', async () => {
  const artist = await make({ name: 'Pictured', artwork: await makeJpeg('#b02030') })
  const same = await update({ artistId: artist.id, artwork: artist.artworkUrl, bio: 'Words' })
  assert.equal(same.data.artworkUrl, artist.artworkUrl)
  const other = await update({ artistId: artist.id, artwork: await makeJpeg('#2030b0') })
  assert.notEqual(other.data.artworkUrl, artist.artworkUrl)
  assert.notDeepEqual(other.data.colorInfo, artist.colorInfo)
  const text = new File(['<svg/>'], 'a.jpg')
  assert.equal((await update({ artistId: artist.id, artwork: text })).status, 415)
})

test('only the owner can change and delete', async () => {
  const artist = await make({ name: 'Owned' })
  assert.equal((await update({ artistId: artist.id, name: 'Mine' }, ben)).status, 403)
  assert.equal((await ben.send('DELETE', `/v1/artists/${artist.id}`)).status, 403)
  assert.equal((await catalog.visitor.send('DELETE', `/v1/artists/${artist.id}`)).status, 401)
})

test('an artist with albums is not deleted; without albums it is, and its slug stays reserved', async () => {
  const { artistId, albumId, trackIds } = await catalog.album(ada, ['One'])
  const refused = await ada.send('DELETE', `/v1/artists/${artistId}`)
  assert.deepEqual([refused.status, refused.code], [409, 'has-children'])
  await ada.send('DELETE', `/v1/tracks/${trackIds[0]}`)
  await ada.send('DELETE', `/v1/albums/${albumId}`)
  const slug = (await catalog.visitor.send('GET', `/v1/artists/${artistId}`)).data.artistUrl
  const deleted = await ada.send('DELETE', `/v1/artists/${artistId}`)
  assert.deepEqual(deleted.data, { id: artistId, name: 'Ada' })
  for (const caller of [ada, catalog.visitor]) {
    assert.equal((await caller.send('GET', `/v1/artists/${artistId}`)).status, 404)
    assert.equal((await caller.send('GET', `/v1/artists/${slug}/url`)).status, 404)
  }
  const own = await ada.send('GET', '/v1/artists/account')
  assert.ok(!own.data.some(({ id }: { id: string }) => id === artistId))
  assert.equal((await ada.send('DELETE', `/v1/artists/${artistId}`)).status, 404)
  assert.equal((await update({ artistId, name: 'Back' })).status, 404)
})

test('the own list is paged', async () => {
  const all = (await ada.send('GET', '/v1/artists/account')).data
  const pages = [1, 2].map((page) => ada.send('GET', `/v1/artists/account?limit=2&page=${page}`))
  const [first, second] = await Promise.all(pages)
  assert.deepEqual(
    [...first!.data, ...second!.data].map(({ id }) => id),
    all.slice(0, 4).map(({ id }: { id: string }) => id),
  )
})
