/** Likes, follows, notifications of followers, and the listening history, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { deleteAccount, exportAccount } from '#contract/accounts/leaving.ts'
import { pathOf } from '#contract/endpoint.ts'
import * as followCalls from '#contract/community/follows.ts'
import * as calls from '#contract/listening/library.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import { createPlaylist, updatePlaylist } from '#contract/listening/playlists.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { createEpisode, getEpisode } from '#contract/catalog/episodes.ts'
import { publish, publishOnDates, setCountdown } from '#contract/catalog/publish.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { newId } from '#server/platform/ids.ts'
import { lendAudio, createTestUser, type TestUser, publishTrack, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { notifyOfReleases } from './releases.ts'

const HOUR_MS = 3_600_000
/** The clock of a world advances automatically. */
const SHORTLY_BEFORE_MS = 10_000

let world: TestWorld
let artist: TestUser
let known: { trackId: string; albumId: string; artistId: string }
let podcastId = ''
let episodeId = ''

before(async () => {
  world = await createTestWorld()
  artist = await createTestUser(world)
  known = await publishTrack(world, artist, { title: 'Known' })
  podcastId = (await artist.call(createPodcast, { body: { name: 'A show' } })).id
  episodeId = await makeEpisode('First episode')
  await artist.call(publish, { params: { contentId: podcastId }, body: {} })
  // Followers are not notified of earlier releases.
  await notifyOfReleases(world.world)
})
after(() => world[Symbol.asyncDispose]())

async function makeEpisode(title: string): Promise<string> {
  const { id } = await artist.call(createEpisode, { body: { podcastId, title, order: 1, extension: 'wav' } })
  await lendAudio(world, id, known.trackId, 'episode')
  return id
}

/** An album of the artist with one finished, unpublished track. */
async function makeAlbum(title: string, originalDate?: string): Promise<string> {
  const body = { artistId: known.artistId, title, ...(originalDate !== undefined && { originalDate }) }
  const album = await artist.call(createAlbum, { body })
  const { id } = await artist.call(createTrack, { body: { albumId: album.id, title, order: 1, extension: 'wav' } })
  await lendAudio(world, id, known.trackId)
  return album.id
}

async function statusOf(attempt: Promise<unknown>): Promise<number> {
  try {
    await attempt
    return 200
  } catch (error) {
    const { status } = error as { status?: number }
    if (status === undefined) throw error
    return status
  }
}

const like = (user: TestUser, contentId: string) => user.call(calls.addToLibrary, { body: { contentId } })

async function notifiedReleases(user: TestUser) {
  const { notifications } = await user.call(listNotifications, { query: {} })
  return notifications.filter(({ kind }) => kind === 'release')
}

test('liked content is in the library, each kind in its own list, until the like is removed', async () => {
  const fan = await createTestUser(world)
  const curator = await createTestUser(world)
  const { id: playlistId } = await curator.call(createPlaylist, { body: { title: 'Theirs' } })
  const liked = [known.trackId, known.albumId, known.artistId, podcastId, episodeId, playlistId]
  for (const contentId of liked) await like(fan, contentId)
  // A second device does the same.
  for (const contentId of liked) await like(fan, contentId)
  const titlesOf = async () => [
    (await fan.call(calls.listLibraryTracks, { query: {} })).tracks.map(({ title }) => title),
    (await fan.call(calls.listLibraryAlbums, { query: {} })).albums.map(({ title, artist: name }) => [title, name]),
    (await fan.call(calls.listLibraryArtists, { query: {} })).artists.map(({ name }) => name),
    (await fan.call(calls.listLibraryPodcasts, { query: {} })).podcasts.map(({ name }) => name),
    (await fan.call(calls.listLibraryEpisodes, { query: {} })).episodes.map(({ title }) => title),
    (await fan.call(calls.listLibraryPlaylists, { query: {} })).playlists.map(({ title, name }) => [title, name]),
  ]
  assert.deepEqual(await titlesOf(), [
    ['Known'],
    [['Album of Known', `Artist of ${artist.name}`]],
    [`Artist of ${artist.name}`],
    ['A show'],
    ['First episode'],
    [['Theirs', curator.name]],
  ])
  assert.deepEqual((await fan.call(calls.listLibraryIds, {})).contentIds.toSorted(), liked.toSorted())
  assert.deepEqual((await fan.call(getAccount, {})).userFavorites, [known.trackId])
  // A playlist that its owner hides leaves the list.
  await curator.call(updatePlaylist, { body: { playlistId, visibility: 'private' } })
  assert.equal((await fan.call(calls.listLibraryPlaylists, { query: {} })).playlists.length, 0)
  for (const contentId of [...liked, ...liked]) await fan.call(calls.removeFromLibrary, { params: { contentId } })
  assert.deepEqual(await titlesOf(), [[], [], [], [], [], []])
})

test('content that is not public can be neither liked nor followed, and users cannot like their own playlists', async () => {
  const fan = await createTestUser(world)
  const draftId = await makeAlbum('A draft')
  const { id: hidden } = await artist.call(createPlaylist, { body: { title: 'Hidden', visibility: 'private' } })
  const { id: own } = await fan.call(createPlaylist, { body: { title: 'Own' } })
  const results = await Promise.all([draftId, hidden, newId(), own].map((contentId) => statusOf(like(fan, contentId))))
  assert.deepEqual(results, [404, 404, 404, 422])
  const follow = (contentId: string) => statusOf(fan.call(followCalls.follow, { body: { contentId } }))
  assert.deepEqual(await Promise.all([draftId, known.albumId, newId()].map(follow)), [404, 422, 404])
})

test('the libraries of two users are separate', async () => {
  const [one, other] = [await createTestUser(world), await createTestUser(world)]
  await like(one, known.albumId)
  await other.call(calls.removeFromLibrary, { params: { contentId: known.albumId } })
  assert.deepEqual((await other.call(calls.listLibraryIds, {})).contentIds, [])
  assert.deepEqual((await one.call(calls.listLibraryIds, {})).contentIds, [known.albumId])
  assert.equal(await statusOf(world.call(calls.listLibraryIds, {})), 401)
})

test('each follower counts once, and following is the same as liking', async () => {
  const [one, other] = [await createTestUser(world), await createTestUser(world)]
  const count = async () =>
    (await one.call(followCalls.countFollowers, { params: { contentId: known.artistId } })).followerCount
  const before = await count()
  const body = { contentId: known.artistId }
  await Promise.all([1, 2, 3].map(() => one.call(followCalls.follow, { body })))
  const following = await other.call(followCalls.follow, { body })
  assert.deepEqual(following, {
    contentId: known.artistId,
    contentType: 'artist',
    isFollowing: true,
    followerCount: before + 2,
  })
  assert.deepEqual((await one.call(calls.listLibraryIds, {})).contentIds, [known.artistId])
  await one.call(calls.removeFromLibrary, { params: { contentId: known.artistId } })
  const left = await other.call(followCalls.unfollow, { params: { contentId: known.artistId } })
  assert.equal(left.isFollowing, false)
  assert.equal(await count(), before)
})

test('followers are notified of a release once, when it is published; former followers are not', async () => {
  const [fan, gone] = [await createTestUser(world), await createTestUser(world)]
  for (const user of [fan, gone, artist]) await like(user, known.artistId)
  await gone.call(followCalls.unfollow, { params: { contentId: known.artistId } })
  const albumId = await makeAlbum('Brand new')
  const publishIt = (isDraft: boolean) => artist.call(publish, { params: { contentId: albumId }, body: { isDraft } })
  await publishIt(false)
  await until(async () => (await notifiedReleases(fan)).length === 1)
  const [note] = await notifiedReleases(fan)
  assert.equal(note!.contentTitle, 'Brand new')
  assert.equal(note!.actorName, `Artist of ${artist.name}`)
  await publishIt(true)
  await publishIt(false)
  assert.equal(await notifyOfReleases(world.world), 0)
  assert.equal((await notifiedReleases(fan)).length, 1)
  assert.deepEqual([...(await notifiedReleases(gone)), ...(await notifiedReleases(artist))], [])
})

test('an album with a countdown can be saved before: at its date it is in the library, with one notification', async () => {
  const [listener, gone] = [await createTestUser(world), await createTestUser(world)]
  const albumId = await makeAlbum('Soon', '2009')
  const publishedAt = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
  await artist.call(publish, { params: { contentId: albumId }, body: { publishedAt } })
  assert.equal(await statusOf(like(listener, albumId)), 404)
  const body = { hasCountdown: true, showsTitles: false, earlyTrackIds: [] }
  await artist.call(setCountdown, { params: { albumId }, body })
  for (const user of [listener, gone]) await like(user, albumId)
  await like(listener, known.artistId)
  await gone.call(calls.removeFromLibrary, { params: { contentId: albumId } })
  const albums = async (user: TestUser) => (await user.call(calls.listLibraryAlbums, {})).albums.map(({ id }) => id)
  await notifyOfReleases(world.world)
  assert.deepEqual([await albums(listener), await notifiedReleases(listener)], [[], []])
  world.clock.step(2 * HOUR_MS)
  await until(async () => (await notifiedReleases(listener)).length > 0)
  await notifyOfReleases(world.world)
  assert.deepEqual(await albums(listener), [albumId])
  assert.equal((await notifiedReleases(listener)).length, 1)
  assert.deepEqual([...(await notifiedReleases(gone)), ...(await notifiedReleases(artist))], [])
})

test('followers are notified of a scheduled episode at its time, and not before', async () => {
  const fan = await createTestUser(world)
  await fan.call(followCalls.follow, { body: { contentId: podcastId } })
  const later = await makeEpisode('Tomorrow')
  const publishedAt = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
  await artist.call(publish, { params: { contentId: later }, body: { publishedAt } })
  await notifyOfReleases(world.world)
  assert.deepEqual(await notifiedReleases(fan), [])
  world.clock.step(2 * HOUR_MS)
  await until(async () => (await notifiedReleases(fan)).length === 1)
  assert.equal((await notifiedReleases(fan))[0]!.contentTitle, 'Tomorrow')
})

test('an import notifies of at most three releases together, and of none with an old date', async () => {
  const fan = await createTestUser(world)
  await like(fan, known.artistId)
  const albumIds: string[] = []
  for (const title of ['A', 'B', 'C', 'D']) albumIds.push(await makeAlbum(title))
  const old = await makeAlbum('Of 2009')
  const { database } = world.world
  // All together, as an import does it.
  const now = world.clock.now()
  await database.pool.query(
    `UPDATE album SET is_draft = false, published_at = CASE WHEN id = $2 THEN '2009-01-01'::timestamptz ELSE $3 END
     WHERE id = ANY($1)`,
    [[...albumIds, old], old, now],
  )
  await database.pool.query('UPDATE track SET is_draft = false, published_at = $2 WHERE album_id = ANY($1)', [
    [...albumIds, old],
    now,
  ])
  await until(async () => (await notifiedReleases(fan)).length === 3)
  assert.equal(await notifyOfReleases(world.world), 0)
  assert.ok((await notifiedReleases(fan)).every(({ contentTitle }) => contentTitle !== 'Of 2009'))
})

test('a release that first appeared more than 30 days before its publication here notifies nobody', async () => {
  const fan = await createTestUser(world)
  await like(fan, known.artistId)
  const now = world.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * HOUR_MS).toISOString().slice(0, 10)
  const thisYear = daysAgo(0).slice(0, 4)
  const dates = {
    'Of 1969': '1969',
    'Of last year’s summer': `${Number(thisYear) - 1}-07`,
    'Five weeks old': daysAgo(35),
    'Four weeks old': daysAgo(28),
    'Some day this year': thisYear,
  }
  for (const [title, originalDate] of Object.entries(dates)) {
    const contentId = await makeAlbum(title, originalDate)
    await artist.call(publish, { params: { contentId }, body: {} })
  }
  await until(async () => (await notifiedReleases(fan)).length === 2)
  assert.equal(await notifyOfReleases(world.world), 0)
  const titles = (await notifiedReleases(fan)).map(({ contentTitle }) => contentTitle)
  assert.deepEqual(new Set(titles), new Set(['Four weeks old', 'Some day this year']))
})

test('the listening history of a user is private, newest first, and can be cleared', async () => {
  const [fan, other] = [await createTestUser(world), await createTestUser(world)]
  const start = world.clock.now().getTime() - 60_000
  const play = (contentId: string, playId: string, seconds: number) =>
    fan.call(reportPlays, {
      body: {
        plays: [
          {
            playId,
            contentId,
            secondsHeard: 1.9,
            startedAt: new Date(start + seconds * 1_000).toISOString(),
            agent: 'peal-web/1',
          },
        ],
      },
    })
  const [first, second, third] = [newId(), newId(), newId()]
  await play(known.trackId, first, 0)
  await play(episodeId, second, 10)
  // A repeat that came too soon to count is still in the history; a repeated report is recorded once.
  await play(known.trackId, third, 20)
  await play(known.trackId, third, 20)
  const page = await fan.call(calls.listHistory, { query: { limit: '2' } })
  const titlesOf = (history: typeof page.history) => history.map(({ track, episode }) => track?.title ?? episode?.title)
  assert.deepEqual(titlesOf(page.history), ['Known', 'First episode'])
  const rest = await fan.call(calls.listHistory, { query: { before: page.nextBefore! } })
  assert.deepEqual(titlesOf(rest.history), ['Known'])
  // The ids are the history's own, not those of the plays that were counted.
  const ids = [...page.history, ...rest.history].map(({ playId }) => playId)
  assert.deepEqual(new Set([...ids, first, second, third]).size, 6)
  assert.equal(rest.nextBefore, null)
  assert.deepEqual((await other.call(calls.listHistory, { query: {} })).history, [])
  await other.call(calls.clearHistory, {})
  assert.equal((await fan.call(calls.listHistory, { query: {} })).history.length, 3)
  await fan.call(calls.clearHistory, {})
  assert.deepEqual((await fan.call(calls.listHistory, { query: {} })).history, [])
})

test('the export contains the library, and deleting the account deletes it', async () => {
  const fan = await createTestUser(world)
  for (const contentId of [known.albumId, known.artistId, known.trackId]) await like(fan, contentId)
  const response = await fetch(world.origin + pathOf(exportAccount), {
    headers: { authorization: `Bearer ${fan.token}` },
  })
  const taken = (await response.json()) as { library: { content_id: string }[]; history: unknown[] }
  assert.deepEqual(
    taken.library.map(({ content_id }) => content_id),
    [known.albumId, known.artistId],
  )
  assert.deepEqual(taken.history, [])
  await fan.prove(deleteAccount, { body: { confirm: fan.name } })
  const { pool } = world.world.database
  await until(async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM library_item WHERE user_id = $1 UNION ALL SELECT 1 FROM playlist WHERE user_id = $1
       UNION ALL SELECT 1 FROM heard WHERE user_id = $1`,
      [fan.userId],
    )
    return rows.length === 0
  })
})

test('a batch of ten weekly episodes is published: each at its second, in the feed, and followers are notified once', async () => {
  const fan = await createTestUser(world)
  await fan.call(followCalls.follow, { body: { contentId: podcastId } })
  const ids: string[] = []
  for (let week = 1; week <= 10; week++) ids.push(await makeEpisode(`Week ${week}`))
  const startMs = world.clock.now().getTime()
  const dates = ids.map((contentId, index) => {
    return { contentId, publishedAt: new Date(startMs + (index + 1) * 168 * HOUR_MS).toISOString() }
  })
  await artist.call(publishOnDates, { body: { parentId: podcastId, dates } })
  const isPublic = (id: string) => statusOf(world.call(getEpisode, { params: { episodeId: id } }))
  const readTitles = async () => {
    const feed = await (await fetch(`${world.origin}/rss/podcast/${podcastId}`)).text()
    return [...feed.matchAll(/<title>(Week \d+)<\/title>/g)].map(([, title]) => title)
  }
  for (const [index, { contentId, publishedAt }] of dates.entries()) {
    const stepTo = (ms: number) => world.clock.step(ms - world.clock.now().getTime())
    stepTo(Date.parse(publishedAt) - SHORTLY_BEFORE_MS)
    const out = Array.from({ length: index }, (_, before) => `Week ${index - before}`)
    assert.deepEqual([await isPublic(contentId), await readTitles()], [404, out])
    stepTo(Date.parse(publishedAt))
    assert.deepEqual([await isPublic(contentId), await readTitles()], [200, [`Week ${index + 1}`, ...out]])
    await until(async () => (await notifiedReleases(fan)).length === index + 1)
  }
  assert.equal(await notifyOfReleases(world.world), 0)
  const notified = (await notifiedReleases(fan)).map(({ contentTitle, count }) => [contentTitle, count])
  assert.deepEqual(
    notified,
    Array.from({ length: 10 }, (_, before) => [`Week ${10 - before}`, 1]),
  )
})
