/** Embedded players and oEmbed: what is shown, what is not, and with which headers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { takeDown } from '#contract/operator/admin.ts'
import { addPlaylistTrack, createPlaylist, updatePlaylist } from '#contract/listening/playlists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { setRole } from '#server/accounts/roles.ts'
import { createTestUser, publishTrack, until, type TestUser, type PublishedTrack } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { readAddress, readSeconds } from './addresses.ts'

const PUBLIC_URL = 'https://peal.example'

const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
let song: PublishedTrack

before(async () => {
  world = stack.use(await createTestWorld({ settings: { PUBLIC_URL } }))
  mara = await createTestUser(world, { name: 'mara' })
  song = await publishTrack(world, mara, { title: 'Low <Tide> & "Sea"' })
})
after(() => stack.disposeAsync())

const get = (path: string) => fetch(world.origin + path, { redirect: 'manual' })
const oembed = (url: string, more: Record<string, string> = {}) =>
  get(`/oembed?${new URLSearchParams({ url, ...more })}`)

test('the player of a track shows its title, escaped, and links to its page', async () => {
  const response = await get(`/embed/track/${song.trackId}`)
  assert.equal(response.status, 200)
  const html = await response.text()
  for (const part of [
    'Low &lt;Tide&gt; &amp; &quot;Sea&quot;',
    `href="${PUBLIC_URL}/track/${song.trackId}"`,
    `href="${PUBLIC_URL}/artist/artist-of-mara"`,
    'aria-label="Play Low',
  ]) {
    assert.ok(html.includes(part), part)
  }
  assert.ok(!html.includes('<Tide>'))
  assert.ok(html.includes('color-scheme:light dark'))
})

test('the player of an album with one track zaps that track', async () => {
  const zapped = async (path: string) => /"contentId":([^,]*)/.exec(await (await get(path)).text())?.[1]
  assert.equal(await zapped(`/embed/track/${song.trackId}`), `"${song.trackId}"`)
  assert.equal(await zapped(`/embed/album/${song.albumId}`), 'null')
})

test('any site may frame a player, but no other page', async () => {
  const player = await get(`/embed/album/${song.albumId}`)
  const policy = player.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors \*/)
  assert.match(policy, /style-src 'sha256-/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(player.headers.get('x-frame-options'), null)
  assert.equal(player.headers.get('set-cookie'), null)
  for (const path of ['/robots.txt', '/v1/settings', '/embed/nothing']) {
    const other = await get(path)
    assert.match(other.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
  }
})

test('artists, playlists and slugs have players too; theme and position are passed on', async () => {
  const list = await mara.call(createPlaylist, { body: { title: 'By night' } })
  await mara.call(addPlaylistTrack, { body: { playlistId: list.id, trackId: song.trackId } })
  for (const path of [
    `artist/${song.artistId}`,
    'artist/artist-of-mara',
    `playlist/${list.id}`,
    `album/${song.albumId}`,
  ]) {
    const html = await (await get(`/embed/${path}?theme=dark&t=83`)).text()
    assert.ok(html.includes('"startSeconds":83'), path)
    assert.ok(html.includes('color-scheme:dark'), path)
  }
  await mara.call(updatePlaylist, { body: { playlistId: list.id, visibility: 'private' } })
  await until(async () => (await get(`/embed/playlist/${list.id}?t=1`)).status === 404)
})

test('an unchanged player is a 304', async () => {
  const first = await get(`/embed/track/${song.trackId}`)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await fetch(`${world.origin}/embed/track/${song.trackId}`, { headers })
  assert.equal(again.status, 304)
})

test('oEmbed returns how to embed a page, within the requested size', async () => {
  const response = await oembed(`${PUBLIC_URL}/de/album/${song.albumId}?t=12`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const data = (await response.json()) as Record<string, unknown>
  assert.deepEqual(
    { ...data, html: undefined },
    {
      version: '1.0',
      type: 'rich',
      title: 'Album of Low <Tide> & "Sea"',
      author_name: 'Artist of mara',
      author_url: `${PUBLIC_URL}/de/artist/artist-of-mara`,
      provider_name: 'Peal',
      provider_url: `${PUBLIC_URL}/de`,
      cache_age: 3600,
      width: 600,
      height: 400,
      html: undefined,
    },
  )
  const html = String(data['html'])
  assert.match(
    html,
    new RegExp(`^<iframe src="${PUBLIC_URL}/embed/album/${song.albumId}\\?t=12&amp;lang=de" width="600" height="400"`),
  )
  assert.ok(!html.includes('<Tide>'))
  const small = await oembed(`${PUBLIC_URL}/track/${song.trackId}`, { maxwidth: '320', maxheight: '80' })
  const { width, height } = (await small.json()) as { width: number; height: number }
  assert.deepEqual({ width, height }, { width: 320, height: 80 })
})

test('oEmbed refuses unknown URLs and XML', async () => {
  const statuses = await Promise.all(
    [
      oembed(`${PUBLIC_URL}/track/${song.trackId}`, { format: 'xml' }),
      oembed('https://elsewhere.example/track/1'),
      oembed(`${PUBLIC_URL}/track/01890000-0000-7000-8000-000000000000`),
      oembed(`${PUBLIC_URL}/settings`),
      oembed('no address'),
      get('/oembed'),
    ].map(async (response) => (await response).status),
  )
  assert.deepEqual(statuses, [501, 404, 404, 404, 404, 400])
})

test('unpublished and taken-down content shows that it is unavailable, and has no oEmbed response', async () => {
  const body = { contentType: 'album' as const, isDraft: true }
  await mara.call(publish, { params: { contentId: song.albumId }, body })
  const gone = await get(`/embed/track/${song.trackId}?t=2`)
  assert.equal(gone.status, 404)
  assert.equal(gone.headers.get('cache-control'), 'no-store')
  assert.ok((await gone.text()).includes('This is no longer available.'))
  assert.equal((await oembed(`${PUBLIC_URL}/track/${song.trackId}`)).status, 404)
  await mara.call(publish, { params: { contentId: song.albumId }, body: { contentType: 'album' } })
  await until(async () => (await get(`/embed/track/${song.trackId}?t=3`)).status === 200)
  const admin = await createTestUser(world)
  await setRole(world.world.database.read, admin.name, 'owner')
  await admin.call(takeDown, { body: { artistIds: [song.artistId], reason: 'A test' } })
  assert.equal((await get(`/embed/track/${song.trackId}?t=4`)).status, 404)
  assert.equal((await get(`/embed/artist/${song.artistId}?t=4`)).status, 404)
})

test('URLs with our host are recognized, in any language, of a page or a player', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const read = (address: string) => readAddress(address, [PUBLIC_URL])
  const found = { type: 'track', id, startSeconds: 0 }
  for (const path of [`/track/${id}`, `/ja/track/${id}/`, `/embed/track/${id}`]) {
    assert.deepEqual(read(PUBLIC_URL + path), { ...found, language: path.startsWith('/ja') ? 'ja' : 'en' }, path)
  }
  const rain = { type: 'artist', id: '雨', startSeconds: 9, language: 'en' }
  assert.deepEqual(read(`http://peal.example/artist/%E9%9B%A8?t=9`), rain)
  for (const other of [
    `https://peal.example.org/track/${id}`,
    `${PUBLIC_URL}/admin/x`,
    `${PUBLIC_URL}/track/%ff`,
    '/track/1',
  ]) {
    assert.equal(read(other), null, other)
  }
  assert.deepEqual(['83', '-1', '1e3', undefined].map(readSeconds), [83, 0, 0, 0])
})
