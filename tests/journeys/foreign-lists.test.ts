/** Items of other servers' feeds in what a listener has here: resuming, the history, playlists and their feeds. The other
 * server is simulated. Feeds themselves, and paying, are in foreign-feeds.test.ts. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as boosts from '#contract/listening/foreign/boosts.ts'
import * as feeds from '#contract/listening/foreign/feeds.ts'
import * as library from '#contract/listening/library.ts'
import * as playlists from '#contract/listening/playlists.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import * as positions from '#contract/listening/positions.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import { refreshForeignFeeds } from '#server/foreign/refresh.ts'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '../http-double.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, publishTrack, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let host: HttpDouble
let listener: TestUser
const responses = new Map<string, CannedResponse>()

before(async () => {
  host = await startHttpDouble()
  host.answerWith(({ path }) => responses.get(path) ?? { status: 404, text: '' })
  const settings = { OUTBOUND_ALLOW: new URL(host.url).host, PUBLIC_URL: 'https://peal.example' }
  world = await createTestWorld({ settings })
  listener = await createTestUser(world)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

const value = `<podcast:value type="lightning" method="lnaddress">
  <podcast:valueRecipient name="one" type="lnaddress" address="one@pay.example" split="1"/></podcast:value>`
const item = (guid: string) =>
  `<item><title>Item ${guid}</title><guid>${guid}</guid><enclosure url="/audio/${guid}.mp3" length="1" type="x"/></item>`
const serve = (path: string, ...parts: string[]) => {
  const text = `<?xml version="1.0"?><rss version="2.0"><channel><title>A show</title>${parts.join('')}</channel></rss>`
  responses.set(path, { text })
  return `${host.url}${path}`
}
const add = (url: string) => listener.call(feeds.addForeignFeed, { body: { url } })
const read = (feedId: string, user = listener) => user.call(feeds.getForeignFeed, { params: { feedId } })
const refresh = () => refreshForeignFeeds({ ...world.world, outbound: world.world.origins.outbound })

test('an item is resumed on another device, and in the one history, until its feed is removed', async () => {
  const ours = await publishTrack(world, listener, { title: 'Ours' })
  const feed = await add(serve('/heard', item('one'), item('two')))
  const [one, two] = (await read(feed.id)).items
  const stranger = await createTestUser(world)
  const note = (contentId: string, positionSeconds: number, user = listener) => {
    const listenedAt = world.clock.now().toISOString()
    return user.call(positions.putPositions, { body: { positions: [{ contentId, positionSeconds, listenedAt }] } })
  }
  assert.deepEqual(await note(one!.id, 600.5), { noted: 1 })
  assert.deepEqual(await note(two!.id, 7), { noted: 1 })
  assert.deepEqual(await note(one!.id, 9, stranger), { noted: 0 })
  const known = await listener.call(positions.listPositions, { query: { contentId: one!.id } })
  assert.deepEqual(
    known.map(({ contentId, positionSeconds, episode }) => [contentId, positionSeconds, episode]),
    [[one!.id, 600.5, null]],
  )
  assert.deepEqual(await listener.call(positions.listPositions, { query: {} }), [])
  assert.deepEqual(await listener.call(positions.listPositions, { query: {} }), [])
  // Heard for too short, and by a user who may not read the feed: not in the history.
  const startedAt = (second: number) => new Date(world.clock.now().getTime() - 60_000 + second * 1_000).toISOString()
  const plays = () =>
    [
      { contentId: one!.id, secondsHeard: 31, startedAt: startedAt(0) },
      { contentId: ours.trackId, secondsHeard: 1.9, startedAt: startedAt(10) },
      { contentId: two!.id, secondsHeard: 40, startedAt: startedAt(15) },
      { contentId: two!.id, secondsHeard: 29, startedAt: startedAt(20) },
    ].map((play) => ({ ...play, playId: randomUUID(), agent: 'peal-web/1' }))
  const heard = async (user = listener) =>
    (await user.call(library.listHistory, { query: {} })).history.map(
      ({ track, itemElsewhere }) => track?.title ?? itemElsewhere?.title ?? null,
    )
  for (const user of [listener, stranger]) await user.call(reportPlays, { body: { plays: plays() } })
  assert.deepEqual(await heard(), ['Item two', 'Ours', 'Item one'])
  assert.deepEqual(await heard(stranger), ['Ours'])
  await listener.call(feeds.removeForeignFeed, { params: { feedId: feed.id } })
  assert.deepEqual(await heard(), [null, 'Ours', null])
  await listener.call(library.clearHistory, {})
  assert.deepEqual(await heard(), [])
})

test('items are in playlists of ours: for visitors, in their order, in its feed, and marked when their feed is gone', async () => {
  const ours = await publishTrack(world, listener, { title: 'In between' })
  const stranger = await createTestUser(world)
  const guid = '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>'
  const album = await add(serve('/listed', guid, value, item('a'), item('b')))
  const show = await add(serve('/unnamed', item('c')))
  const [a, b] = (await read(album.id)).items.map(({ id }) => id)
  const [c] = (await read(show.id)).items.map(({ id }) => id)
  const { id: playlistId } = await listener.call(playlists.createPlaylist, { body: { title: 'Mixed' } })
  const put = (trackId: string, user = listener, list = playlistId) =>
    user.call(playlists.addPlaylistTrack, { body: { playlistId: list, trackId } })
  const page = (call = world.call) => call(playlists.getPlaylist, { params: { playlistId }, query: {} })
  const placesOf = ({ tracks, itemsElsewhere }: Awaited<ReturnType<typeof page>>) =>
    [...tracks, ...itemsElsewhere].toSorted((one, other) => one.order - other.order).map(({ id }) => id)
  for (const id of [a!, ours.trackId, c!, b!, a!]) await put(id)
  assert.deepEqual(placesOf(await page()), [a, ours.trackId, c, b, a])
  // Only what the user may read, only in the user's own playlists, and not as a favourite.
  const other = await stranger.call(playlists.createPlaylist, { body: { title: 'Private', visibility: 'private' } })
  const favorites = await listener.call(playlists.createPlaylist, { body: { title: 'Liked', isFavorites: true } })
  assert.equal((await refusalOf(put(c!, stranger))).status, 403)
  assert.equal((await refusalOf(put(c!, listener, favorites.id))).status, 404)
  // A track between them by its entry, and one removed.
  const { tracks, itemsElsewhere } = await page()
  const last = itemsElsewhere.at(-1)!
  await listener.call(playlists.removePlaylistTrack, { body: { playlistId, trackId: a!, entryId: last.entryId } })
  const trackList = [b!, c!, tracks[0]!.id, a!]
  await listener.call(playlists.reorderPlaylist, { body: { playlistId, trackList } })
  assert.deepEqual(placesOf(await page()), trackList)
  const feed = await (await fetch(`${world.origin}/rss/playlist/${playlistId}`)).text()
  const remotes = [...feed.matchAll(/<podcast:remoteItem [^>]*>/g)].map(([tag]) => {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    return [of('feedGuid'), of('feedUrl')?.replace(host.url, ''), of('itemGuid')]
  })
  const named = ['917393e3-1b1e-5cef-ace4-edaa54e1f810', '/listed'] as const
  assert.deepEqual(remotes, [
    [...named, 'b'],
    [guidOfFeed(`${host.url}/unnamed`), '/unnamed', 'c'],
    [remotes[2]![0], `https://peal.example/rss/album/${ours.albumId}`, ours.trackId],
    [...named, 'a'],
  ])
  const [summary] = await listener
    .call(playlists.listOwnPlaylists, { query: { trackId: c! } })
    .then((all) => all.filter(({ id }) => id === playlistId))
  assert.deepEqual([summary!.trackCount, summary!.hasTrack, summary!.tracks[0]!.title], [4, true, 'Item b'])
  // Others may read, pay and list what is in it, but not the rest of the feed, and only while it is not private.
  const asked = await stranger.call(feeds.getForeignItem, { params: { itemId: a! } })
  assert.deepEqual([asked.feedId, asked.site, asked.isGone], [null, new URL(host.url).host, false])
  assert.equal((await refusalOf(read(album.id, stranger))).status, 404)
  const query = { msatAmount: '100000' }
  assert.equal((await stranger.call(boosts.getBoostShares, { params: { itemId: a! }, query })).msatPayable, 100_000)
  await put(a!, stranger, other.id)
  await listener.call(playlists.updatePlaylist, { body: { playlistId, visibility: 'private' } })
  assert.equal((await refusalOf(stranger.call(feeds.getForeignItem, { params: { itemId: c! } }))).status, 404)
  assert.equal((await refusalOf(put(c!, stranger, other.id))).status, 404)
  assert.equal((await stranger.call(feeds.getForeignItem, { params: { itemId: a! } })).title, 'Item a')
  // Nobody has the feeds any more, and they are still read: one is gone, the other has another item.
  for (const feedId of [album.id, show.id]) await listener.call(feeds.removeForeignFeed, { params: { feedId } })
  responses.set('/unnamed', { status: 410, text: '' })
  serve('/listed', guid, value, item('b'))
  await sql`UPDATE foreign_feed SET next_fetch_at = '2000-01-01'`.execute(world.world.database.read)
  await refresh()
  const gone = (await page(listener.call)).itemsElsewhere.map(({ title, isGone }) => [title, isGone])
  assert.deepEqual(gone, [
    ['Item b', false],
    ['Item c', true],
    ['Item a', true],
  ])
})

test('items of a feed that asks not to be listed are in a public playlist for its owner only, since their addresses may be secret', async () => {
  const show = await add(serve('/secret-token', '<itunes:block>Yes</itunes:block>', item('paid')))
  const [episode] = (await read(show.id)).items
  const { id: playlistId } = await listener.call(playlists.createPlaylist, { body: { title: 'Public' } })
  await listener.call(playlists.addPlaylistTrack, { body: { playlistId, trackId: episode!.id } })
  const page = (call = world.call) => call(playlists.getPlaylist, { params: { playlistId }, query: {} })
  const shown = async () =>
    (await page(listener.call)).itemsElsewhere.map(({ title, isOnlyYours }) => [title, isOnlyYours])
  assert.deepEqual(await shown(), [['Item paid', true]])
  assert.deepEqual((await page()).itemsElsewhere, [])
  const query = { trackId: episode!.id }
  const own = await listener.call(playlists.listOwnPlaylists, { query })
  const counts = own.filter(({ id }) => id === playlistId).map(({ trackCount, hasTrack }) => [trackCount, hasTrack])
  assert.deepEqual(counts, [[1, true]])
  await listener.call(playlists.updatePlaylist, { body: { playlistId, visibility: 'private' } })
  assert.deepEqual(await shown(), [['Item paid', false]])
  await listener.call(playlists.updatePlaylist, { body: { playlistId, visibility: 'public' } })
  assert.doesNotMatch(await (await fetch(`${world.origin}/rss/playlist/${playlistId}`)).text(), /secret-token/)
  const stranger = await createTestUser(world)
  assert.equal((await refusalOf(stranger.call(feeds.getForeignItem, { params: { itemId: episode!.id } }))).status, 404)
})
