/** Playlists over HTTP: who may read and change them, the limit, two devices at the same time, and
 * tracks that are no longer public. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportAccount } from '#contract/accounts/leaving.ts'
import { getAccount } from '#contract/accounts/account.ts'
import { addToLibrary, listLibraryIds, listLibraryTracks, removeFromLibrary } from '#contract/listening/library.ts'
import { getProfile } from '#contract/accounts/users.ts'
import * as calls from '#contract/listening/playlists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { pathOf } from '#contract/endpoint.ts'
import { fillBalance, createTestUser, type TestUser, publishTrack, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { send } from '#contract/payments/payments.ts'

let world: TestWorld
let artist: TestUser
let listener: TestUser
let stranger: TestUser
const trackIds: string[] = []
const albumIds: string[] = []

before(async () => {
  world = await createTestWorld()
  artist = await createTestUser(world)
  listener = await createTestUser(world)
  stranger = await createTestUser(world)
  for (const title of ['One', 'Two', 'Three']) {
    const { trackId, albumId } = await publishTrack(world, artist, { title })
    trackIds.push(trackId)
    albumIds.push(albumId)
  }
})
after(() => world[Symbol.asyncDispose]())

const [one, two, three] = [() => trackIds[0]!, () => trackIds[1]!, () => trackIds[2]!]

type Call = TestUser['call']

async function refusalOf(attempt: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await attempt
  } catch (error) {
    const { status, code } = error as { status?: number; code?: string }
    if (status === undefined) throw error
    return { status, code: code ?? '' }
  }
  return { status: 200, code: '' }
}

async function makeList(user: TestUser, title: string, tracks: string[] = [], more: object = {}): Promise<string> {
  const { id } = await user.call(calls.createPlaylist, { body: { title, ...more } })
  for (const trackId of tracks) await user.call(calls.addPlaylistTrack, { body: { playlistId: id, trackId } })
  return id
}

async function tracksOf(call: Call, playlistId: string): Promise<string[]> {
  const { tracks } = await call(calls.getPlaylist, { params: { playlistId }, query: {} })
  return tracks.map(({ id }) => id)
}

test('a playlist is created, filled, read by anybody with the link, and deleted', async () => {
  const made = await listener.call(calls.createPlaylist, { body: { title: '  Long drives ', description: 'By night' } })
  assert.equal(made.title, 'Long drives')
  assert.equal(made.visibility, 'unlisted')
  assert.equal(made.isFavorites, false)
  const body = { playlistId: made.id, trackId: one() }
  const entry = await listener.call(calls.addPlaylistTrack, { body })
  assert.equal(entry.order, 1)
  assert.equal((await listener.call(calls.addPlaylistTrack, { body })).order, 2)
  const page = await world.call(calls.getPlaylist, { params: { playlistId: made.id }, query: {} })
  assert.deepEqual(
    page.tracks.map(({ id, order }) => [id, order]),
    [
      [one(), 1],
      [one(), 2],
    ],
  )
  assert.equal(page.name, listener.name)
  assert.ok(page.tracks[0]!.liveUrl !== null)
  await listener.call(calls.deletePlaylist, { params: { playlistId: made.id } })
  assert.equal((await refusalOf(tracksOf(listener.call, made.id))).status, 404)
})

test('removing a track removes one occurrence: the entry with the id, else the first', async () => {
  const playlistId = await makeList(listener, 'Twice', [one(), two(), one()])
  const { tracks } = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  await listener.call(calls.removePlaylistTrack, { body: { playlistId, trackId: one(), entryId: tracks[2]!.entryId } })
  assert.deepEqual(await tracksOf(listener.call, playlistId), [one(), two()])
  await listener.call(calls.removePlaylistTrack, { body: { playlistId, trackId: one() } })
  assert.deepEqual(await tracksOf(listener.call, playlistId), [two()])
  const again = listener.call(calls.removePlaylistTrack, { body: { playlistId, trackId: one() } })
  assert.equal((await refusalOf(again)).status, 404)
})

test('reordering replaces the list, keeps existing entries, and refuses unknown tracks', async () => {
  const playlistId = await makeList(listener, 'Order', [one(), two()])
  const before = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  const trackList = [three(), two(), one(), one()]
  await listener.call(calls.reorderPlaylist, { body: { playlistId, trackList } })
  const after = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  assert.deepEqual(
    after.tracks.map(({ id }) => id),
    trackList,
  )
  assert.equal(after.tracks[1]!.entryId, before.tracks[1]!.entryId)
  assert.equal(after.tracks[1]!.addedAt, before.tracks[1]!.addedAt)
  // Of two entries of the same track, the one named by id comes first.
  const entryList = [after.tracks[3]!, after.tracks[2]!].map(({ entryId }) => entryId)
  await listener.call(calls.reorderPlaylist, { body: { playlistId, trackList: [one(), one()], entryList } })
  const named = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  assert.deepEqual(
    named.tracks.map(({ entryId }) => entryId),
    entryList,
  )
  const unknown = [one(), '01890000-0000-7000-8000-000000000000']
  const refused = await refusalOf(listener.call(calls.reorderPlaylist, { body: { playlistId, trackList: unknown } }))
  assert.equal(refused.status, 404)
  assert.deepEqual(await tracksOf(listener.call, playlistId), [one(), one()])
})

test('of two devices that reorder the same list concurrently, one gets a conflict', async () => {
  const playlistId = await makeList(listener, 'Race', [one(), two(), three()])
  const { revision } = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  const orders = [
    [three(), two(), one()],
    [two(), one(), three()],
  ]
  const results = await Promise.all(
    orders.map((trackList) =>
      refusalOf(listener.call(calls.reorderPlaylist, { body: { playlistId, trackList, ifRevision: revision } })),
    ),
  )
  assert.deepEqual(
    results.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  )
  assert.equal(results.find(({ status }) => status === 409)!.code, 'playlist-changed')
  const won = orders[results.findIndex(({ status }) => status === 200)]
  assert.deepEqual(await tracksOf(listener.call, playlistId), won)
})

test('after twenty concurrent changes, no entry is lost or duplicated', async () => {
  const playlistId = await makeList(listener, 'Crowd')
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      listener.call(calls.addPlaylistTrack, { body: { playlistId, trackId: trackIds[index % 3]! } }),
    ),
  )
  const { tracks, revision } = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  assert.equal(tracks.length, 20)
  assert.equal(new Set(tracks.map(({ entryId }) => entryId)).size, 20)
  assert.equal(revision, 20)
})

test('a playlist has at most 300 tracks, by any endpoint', async () => {
  const playlistId = await makeList(listener, 'Full', [one()])
  const trackList = Array.from({ length: 299 }, (_, index) => trackIds[index % 3]!)
  await listener.call(calls.reorderPlaylist, { body: { playlistId, trackList } })
  const add = () => refusalOf(listener.call(calls.addPlaylistTrack, { body: { playlistId, trackId: two() } }))
  const results = await Promise.all([add(), add(), add()])
  assert.deepEqual(
    results.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 422, 422],
  )
  assert.equal(results.find(({ status }) => status === 422)!.code, 'playlist-full')
  const tooMany = { playlistId, trackList: [...trackList, one(), one()] }
  assert.equal((await refusalOf(listener.call(calls.reorderPlaylist, { body: tooMany }))).code, 'playlist-full')
  assert.equal((await tracksOf(listener.call, playlistId)).length, 300)
})

test('private playlists are visible to their owner only, public ones on the profile, and only owners change them', async () => {
  const hidden = await makeList(listener, 'Mine alone', [one()], { visibility: 'private' })
  const open = await makeList(listener, 'For all', [one()], { visibility: 'public' })
  await makeList(listener, 'For all, but empty', [], { visibility: 'public' })
  for (const call of [world.call, stranger.call]) {
    assert.equal((await refusalOf(tracksOf(call, hidden))).status, 404)
    assert.deepEqual(await tracksOf(call, open), [one()])
    const listed = await call(calls.listUserPlaylists, { params: { userId: listener.userId } })
    assert.deepEqual(
      listed.map(({ id }) => id),
      [open],
    )
  }
  assert.deepEqual(await tracksOf(listener.call, hidden), [one()])
  for (const [playlistId, status] of [
    [hidden, 404],
    [open, 403],
  ] as const) {
    const changes = [
      () => stranger.call(calls.updatePlaylist, { body: { playlistId, title: 'Stolen' } }),
      () => stranger.call(calls.addPlaylistTrack, { body: { playlistId, trackId: two() } }),
      () => stranger.call(calls.removePlaylistTrack, { body: { playlistId, trackId: one() } }),
      () => stranger.call(calls.reorderPlaylist, { body: { playlistId, trackList: [two()] } }),
      () => stranger.call(calls.deletePlaylist, { params: { playlistId } }),
    ]
    for (const change of changes) assert.equal((await refusalOf(change())).status, status)
    assert.equal((await refusalOf(world.call(calls.deletePlaylist, { params: { playlistId } }))).status, 401)
  }
  await listener.call(calls.updatePlaylist, {
    body: { playlistId: hidden, visibility: 'unlisted', description: 'Now' },
  })
  assert.deepEqual(await tracksOf(world.call, hidden), [one()])
  const cleared = await listener.call(calls.updatePlaylist, { body: { playlistId: hidden, description: '' } })
  assert.equal(cleared.description, null)
  assert.equal(cleared.title, 'Mine alone')
})

test('a hidden track disappears from every list without a gap, and returns to its place when shown again', async () => {
  const playlistId = await makeList(listener, 'Hidden', [one(), two(), three()])
  const path = { params: { contentId: albumIds[1]! } }
  await artist.call(publish, { ...path, body: { isDraft: true } })
  assert.deepEqual(await tracksOf(listener.call, playlistId), [one(), three()])
  const own = await listener.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  assert.equal(own.hiddenCount, 1)
  const others = await stranger.call(calls.getPlaylist, { params: { playlistId }, query: {} })
  assert.equal(others.hiddenCount, 0)
  // A user who does not see a track reorders the visible ones, and loses nothing.
  await listener.call(calls.reorderPlaylist, { body: { playlistId, trackList: [three(), one()] } })
  const added = listener.call(calls.addPlaylistTrack, { body: { playlistId, trackId: two() } })
  assert.equal((await refusalOf(added)).status, 404)
  await artist.call(publish, { ...path, body: { isDraft: false } })
  assert.deepEqual(await tracksOf(listener.call, playlistId), [three(), one(), two()])
})

test('a like is an entry of the favourites, which are created with the first like, are private, and list each track once, newest first', async () => {
  const fan = await createTestUser(world)
  await Promise.all([1, 2, 3].map(() => fan.call(addToLibrary, { body: { contentId: one() } })))
  await fan.call(addToLibrary, { body: { contentId: two() } })
  const account = await fan.call(getAccount, {})
  assert.deepEqual(account.userFavorites, [two(), one()])
  const playlistId = account.userFavoritesId!
  assert.equal((await refusalOf(tracksOf(world.call, playlistId))).status, 404)
  const made = await fan.call(calls.createPlaylist, { body: { title: 'Again', isFavorites: true } })
  assert.equal(made.id, playlistId)
  const profile = () => world.call(getProfile, { params: { profileUrl: fan.name } })
  assert.equal((await profile()).userFavoritesId, null)
  await fan.call(calls.updatePlaylist, { body: { playlistId, visibility: 'public' } })
  assert.equal((await profile()).userFavoritesId, playlistId)
  assert.deepEqual(await tracksOf(world.call, playlistId), [two(), one()])
  await fan.call(removeFromLibrary, { params: { contentId: two() } })
  const likes = await fan.call(listLibraryTracks, { query: {} })
  assert.deepEqual(
    likes.tracks.map(({ id }) => id),
    [one()],
  )
  assert.deepEqual((await fan.call(listLibraryIds, {})).contentIds, [one()])
})

test('own playlists are listed with their first covers, and with whether they contain a track', async () => {
  const user = await createTestUser(world)
  const filled = await makeList(user, 'Filled', [one(), two()])
  await makeList(user, 'Empty')
  const listed = await user.call(calls.listOwnPlaylists, { query: { trackId: two() } })
  assert.deepEqual(
    listed.map(({ title, trackCount, hasTrack }) => [title, trackCount, hasTrack]),
    [
      ['Empty', 0, false],
      ['Filled', 2, true],
    ],
  )
  assert.deepEqual(
    listed[1]!.tracks.map(({ id, order }) => [id, order]),
    [
      [one(), 1],
      [two(), 2],
    ],
  )
  assert.ok(listed[1]!.duration > 3)
  assert.equal((await user.call(calls.listOwnPlaylists, { query: {} }))[0]!.hasTrack, null)
  const text = await (
    await fetch(world.origin + pathOf(exportAccount), { headers: { authorization: `Bearer ${user.token}` } })
  ).text()
  const taken = JSON.parse(text) as { playlists: { id: string; tracks: { trackId: string }[] }[] }
  assert.deepEqual(
    taken.playlists.find(({ id }) => id === filled)!.tracks.map(({ trackId }) => trackId),
    [one(), two()],
  )
})

test('sort=sats orders by the amount received, of all time or in the requested days', async () => {
  const playlistId = await makeList(listener, 'Ranked', [one(), two(), three()])
  await fillBalance(world, stranger, 100_000)
  await stranger.call(send, { body: { contentId: two(), msatAmount: 5_000 } })
  await stranger.call(send, { body: { contentId: three(), msatAmount: 9_000 } })
  const ranked = (query: object) =>
    listener.call(calls.getPlaylist, { params: { playlistId }, query: { sort: 'sats', ...query } })
  await until(async () => (await ranked({})).tracks[0]!.msatTotal === 9_000)
  const today = world.clock.now().toISOString().slice(0, 10)
  const { tracks } = await ranked({ startDate: today, endDate: today })
  assert.deepEqual(
    tracks.map(({ id, msatTotal, order }) => [id, msatTotal, order]),
    [
      [three(), 9_000, 1],
      [two(), 5_000, 2],
      [one(), 0, 3],
    ],
  )
  const before = await ranked({ startDate: '2020-01-01', endDate: '2020-01-31' })
  assert.ok(before.tracks.every(({ msatTotal }) => msatTotal === 0))
  assert.equal((await refusalOf(ranked({ startDate: '2020-01-01', endDate: today }))).status, 422)
})

test('the shuffle playlist has random tracks and no owner', async () => {
  const page = await world.call(calls.getPlaylist, { params: { playlistId: 'shuffle' }, query: {} })
  assert.equal(page.userId, null)
  assert.deepEqual(page.tracks.map(({ id }) => id).sort(), [...trackIds].sort())
})
