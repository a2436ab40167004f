/** Smart playlists over HTTP: what each rule finds, any and all, orders, who may read them, and fixed copies. The
 * catalogue is written directly. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { addToLibrary, clearHistory } from '#contract/listening/library.ts'
import * as moods from '#contract/listening/moods.ts'
import * as playlists from '#contract/listening/playlists.ts'
import * as calls from '#contract/listening/smart-playlists.ts'
import type { SmartDefinition, SmartRule } from '#contract/listening/smart-rules.ts'
import type * as z from 'zod/mini'
import { setRole } from '#server/accounts/roles.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

type Rule = z.input<typeof SmartRule>
type Definition = z.input<typeof SmartDefinition>

const DAY_MS = 86_400_000
let world: TestWorld
let ada: TestUser
let ben: TestUser
let boss: TestUser
const artists = { loud: newId(), calm: newId() }
/** Names say what is special about each. */
const ids: Record<string, string> = {}

before(async () => {
  world = await createTestWorld()
  ada = await createTestUser(world)
  ben = await createTestUser(world)
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  for (const [name, id] of Object.entries(artists)) await insertArtist(id, name)
  await insertTrack('old', { artist: artists.loud, genre: 22, daysAgo: 400, seconds: 60 })
  await insertTrack('new', { artist: artists.loud, genre: 22, daysAgo: 2, seconds: 200 })
  await insertTrack('explicit', { artist: artists.loud, genre: 14, daysAgo: 10, seconds: 200, isExplicit: true })
  await insertTrack('paid', { artist: artists.calm, genre: 3, daysAgo: 20, seconds: 200, sats: 5_000 })
  await insertTrack('liked', { artist: artists.calm, genre: 3, daysAgo: 30, seconds: 400 })
  await insertTrack('draft', { artist: artists.calm, genre: 3, daysAgo: -5, seconds: 200 })
  await ada.call(addToLibrary, { body: { contentId: ids['liked']! } })
  await zap(ada, 'paid', 300)
  await zap(ada, 'paid', 300)
  for (const daysAgo of [1, 2, 90]) await hear(ada, 'new', daysAgo)
  await hear(ada, 'old', 50)
})
after(() => world[Symbol.asyncDispose]())

const db = () => world.world.database.read
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

async function insertArtist(id: string, name: string): Promise<void> {
  await sql`INSERT INTO content (id, type, owner_id) VALUES (${id}, 'artist', ${ben.userId})`.execute(db())
  await sql`INSERT INTO artist (id, user_id, name, artist_url, created_at, updated_at)
    VALUES (${id}, ${ben.userId}, ${name}, ${name}, now(), now())`.execute(db())
}

type Made = { artist: string; genre: number; daysAgo: number; seconds: number; isExplicit?: boolean; sats?: number }

async function insertTrack(name: string, { artist, genre, daysAgo, seconds, isExplicit, sats }: Made): Promise<void> {
  const [albumId, id] = [newId(), newId()]
  ids[name] = id
  const at = ago(daysAgo)
  await sql`INSERT INTO content (id, type, owner_id)
    VALUES (${albumId}, 'album', ${ben.userId}), (${id}, 'track', ${ben.userId})`.execute(db())
  await sql`INSERT INTO album (id, artist_id, title, genre_id, is_draft, published_at, created_at, updated_at)
    VALUES (${albumId}, ${artist}, ${name}, ${genre}, false, ${at}, ${at}, ${at})`.execute(db())
  await sql`INSERT INTO track (id, album_id, title, position, is_draft, published_at, asset_id, processing_state, live_key,
      duration_ms, is_explicit, created_at, updated_at)
    VALUES (${id}, ${albumId}, ${name}, 1, false, ${at}, ${newId()}, 'finished', ${`${id}.mp3`}, ${seconds * 1_000},
      ${isExplicit ?? false}, ${at}, ${at})`.execute(db())
  if (sats !== undefined) {
    await sql`INSERT INTO content_total (content_id, msat_total) VALUES (${id}, ${sats * 1_000})`.execute(db())
  }
}

async function zap({ userId }: TestUser, name: string, sats: number): Promise<void> {
  await sql`INSERT INTO zap (id, payer_id, content_id, content_type, content_title, amount_msat, terms, settled_at)
    VALUES (${newId()}, ${userId}, ${ids[name]!}, 'track', ${name}, ${sats * 1_000}, '{}', now())`.execute(db())
}

async function hear({ userId }: TestUser, name: string, daysAgo: number): Promise<void> {
  await sql`INSERT INTO heard (user_id, play_id, content_id, started_at, seconds_heard)
    VALUES (${userId}, ${newId()}, ${ids[name]!}, ${ago(daysAgo)}, 100)`.execute(db())
}

const define = (rules: Rule[], more: Partial<Definition> = {}): Definition => ({
  match: 'all',
  rules,
  order: 'newest',
  limit: 100,
  ...more,
})

async function find(user: TestUser, rules: Rule[], more: Partial<Definition> = {}): Promise<string[]> {
  const found = await user.call(calls.previewSmartPlaylist, { body: { definition: define(rules, more) } })
  assert.equal(found.count, found.tracks.length)
  return found.tracks.map(({ title }) => title)
}

const make = (user: TestUser, definition: Definition, visibility: 'public' | 'unlisted' | 'private') =>
  user.call(calls.createSmartPlaylist, { body: { title: 'By rules', visibility, definition } })

const titlesOf = async (call: TestUser['call'], playlistId: string) =>
  (await call(playlists.getPlaylist, { params: { playlistId }, query: {} })).tracks.map(({ title }) => title)

const day = (daysAgo: number) => ago(daysAgo).toISOString().slice(0, 10)

test('each rule finds what it says, and nothing that is not public', async () => {
  const rows: [Rule, string[]][] = [
    [{ field: 'genre', genreIds: [22, 14] }, ['new', 'explicit', 'old']],
    [{ field: 'artist', artistIds: [artists.calm] }, ['paid', 'liked']],
    [{ field: 'explicit', is: true }, ['explicit']],
    [{ field: 'explicit', is: false }, ['new', 'paid', 'liked', 'old']],
    [{ field: 'seconds', min: 300 }, ['liked']],
    [{ field: 'seconds', max: 60 }, ['old']],
    [{ field: 'seconds', min: 61, max: 300 }, ['new', 'explicit', 'paid']],
    [{ field: 'released', from: day(12), to: day(8) }, ['explicit']],
    [{ field: 'released', to: day(100) }, ['old']],
    [{ field: 'released-within', days: 15 }, ['new', 'explicit']],
    [{ field: 'sats', min: 5_000 }, ['paid']],
    [{ field: 'sats', min: 5_001 }, []],
    [{ field: 'sats', max: 0 }, ['new', 'explicit', 'liked', 'old']],
    [{ field: 'liked', is: true }, ['liked']],
    [{ field: 'liked', is: false }, ['new', 'explicit', 'paid', 'old']],
    [{ field: 'zapped', min: 600 }, ['paid']],
    [{ field: 'zapped', min: 601 }, []],
    [{ field: 'plays', min: 3 }, ['new']],
    [{ field: 'plays', min: 1, max: 1 }, ['old']],
    [{ field: 'plays', max: 0 }, ['explicit', 'paid', 'liked']],
    [{ field: 'not-played-within', days: 30 }, ['explicit', 'paid', 'liked', 'old']],
  ]
  for (const [rule, expected] of rows) assert.deepEqual(await find(ada, [rule]), expected, JSON.stringify(rule))
})

test('rules are joined by all or any, ordered and limited', async () => {
  const rock: Rule = { field: 'genre', genreIds: [22] }
  const short: Rule = { field: 'seconds', max: 60 }
  const paid: Rule = { field: 'sats', min: 1 }
  assert.deepEqual(await find(ada, [rock, short]), ['old'])
  assert.deepEqual(await find(ada, [short, paid], { match: 'any' }), ['paid', 'old'])
  assert.deepEqual(await find(ada, [rock], { order: 'oldest' }), ['old', 'new'])
  assert.equal((await find(ada, [], { order: 'sats' }))[0], 'paid')
  assert.deepEqual((await find(ada, [], { order: 'my-plays' })).slice(0, 2), ['new', 'old'])
  assert.deepEqual(await find(ada, [], { limit: 2 }), ['new', 'explicit'])
  const once = await find(ada, [], { order: 'random' })
  assert.equal(new Set(once).size, 5)
  assert.deepEqual(await find(ada, [], { order: 'random' }), once, 'a random order stays for the day')
})

test("likes, plays and zaps are the caller's own", async () => {
  for (const rule of [
    { field: 'liked', is: true },
    { field: 'zapped', min: 1 },
    { field: 'plays', min: 1 },
  ] satisfies Rule[]) {
    assert.deepEqual(await find(ben, [rule]), [], rule.field)
  }
})

test('too many rules, unknown fields and impossible limits are refused', async () => {
  const many = Array.from({ length: 21 }, (): Rule => ({ field: 'explicit', is: false }))
  for (const definition of [
    define(many),
    define([{ field: 'genre', genreIds: [] }]),
    define([], { limit: 301 }),
    define([], { limit: 0 }),
    define([{ field: 'tempo', min: 3 } as unknown as Rule]),
  ]) {
    await assert.rejects(ada.call(calls.previewSmartPlaylist, { body: { definition } }), { status: 400 })
  }
})

test('a smart playlist with rules about its owner stays private', async () => {
  const own = define([{ field: 'liked', is: true }])
  for (const visibility of ['public', 'unlisted'] as const) {
    await assert.rejects(make(ada, own, visibility), { status: 422, code: 'smart-playlist-private' })
  }
  await assert.rejects(make(ada, define([], { order: 'my-plays' }), 'public'), { code: 'smart-playlist-private' })
  const { id } = await make(ada, own, 'private')
  assert.deepEqual(await titlesOf(ada.call, id), ['liked'])
  await assert.rejects(ben.call(playlists.getPlaylist, { params: { playlistId: id }, query: {} }), { status: 404 })
  const shown = { playlistId: id, visibility: 'public' as const }
  await assert.rejects(ada.call(playlists.updatePlaylist, { body: shown }), { code: 'smart-playlist-private' })
  // A shared one cannot become private in its rules.
  const shared = await make(ada, define([]), 'public')
  const change = { params: { playlistId: shared.id }, body: { definition: own } }
  await assert.rejects(ada.call(calls.updateSmartPlaylist, change), { code: 'smart-playlist-private' })
})

test('a shared smart playlist follows the catalogue, hides its rules, and cannot be changed by hand', async () => {
  const { id } = await make(ada, define([{ field: 'genre', genreIds: [3] }]), 'public')
  assert.deepEqual(await titlesOf(world.call, id), ['paid', 'liked'])
  const page = await ben.call(playlists.getPlaylist, { params: { playlistId: id }, query: {} })
  assert.equal(page.isSmart, true)
  assert.equal(page.definition, null)
  const [summary] = await world.call(playlists.listUserPlaylists, { params: { userId: ada.userId } })
  assert.equal(summary?.trackCount, 2)
  await insertTrack('later', { artist: artists.calm, genre: 3, daysAgo: 1, seconds: 200 })
  assert.deepEqual(await titlesOf(ada.call, id), ['later', 'paid', 'liked'])
  const body = { playlistId: id, trackId: ids['new']! }
  await assert.rejects(ada.call(playlists.addPlaylistTrack, { body }), { status: 422, code: 'smart-playlist-fixed' })
  const definition = define([{ field: 'genre', genreIds: [14] }])
  await ada.call(calls.updateSmartPlaylist, { params: { playlistId: id }, body: { definition } })
  assert.deepEqual(await titlesOf(ada.call, id), ['explicit'])
  await sql`DELETE FROM playlist WHERE id = ${id}`.execute(db())
  await sql`UPDATE track SET deleted_at = now() WHERE id = ${ids['later']!}`.execute(db())
})

test('a fixed copy contains what was found, may be shared, and stays', async () => {
  const { id } = await make(ada, define([{ field: 'plays', min: 1 }]), 'private')
  const copy = await ada.call(calls.freezePlaylist, { params: { playlistId: id }, body: { title: 'Kept' } })
  assert.equal(copy.isSmart, false)
  assert.deepEqual(await titlesOf(world.call, copy.id), ['new', 'old'])
  await ada.call(clearHistory, {})
  assert.deepEqual(await titlesOf(ada.call, id), [])
  assert.deepEqual(await titlesOf(world.call, copy.id), ['new', 'old'])
  const again = ada.call(calls.freezePlaylist, { params: { playlistId: id }, body: { title: 'Empty' } })
  await assert.rejects(again, { status: 422, code: 'smart-playlist-empty' })
})

test('operators list public playlists for a mood; a playlist that is not public is refused and disappears', async () => {
  const { id } = await ada.call(playlists.createPlaylist, { body: { title: 'Rainy', visibility: 'public' } })
  await ada.call(playlists.addPlaylistTrack, { body: { playlistId: id, trackId: ids['paid']! } })
  const other = await ada.call(playlists.createPlaylist, { body: { title: 'Mine' } })
  const list = (user: TestUser, playlistIds: string[]) =>
    user.call(moods.setMoodLists, { params: { mood: 'rain' }, body: { playlistIds } })
  await assert.rejects(list(ada, [id]), { status: 403 })
  await assert.rejects(list(boss, [id, other.id]), { status: 422, code: 'playlist-not-public' })
  const listed = await list(boss, [id])
  assert.deepEqual(
    listed.playlists.map(({ title }) => title),
    ['Rainy'],
  )
  const shown = async (query: object) =>
    (await ben.call(moods.listMoods, { query })).map(({ mood, playlists: lists }) => [mood, lists.length])
  assert.deepEqual(await shown({}), [['rain', 1]])
  assert.deepEqual(await shown({ mood: 'focus' }), [])
  assert.deepEqual(await shown({ genreId: '3' }), [['rain', 1]], 'its only track is of this genre')
  assert.deepEqual(await shown({ genreId: '22' }), [])
  assert.deepEqual(await find(ben, [{ field: 'mood', mood: 'rain' }]), ['paid'])
  await ada.call(playlists.updatePlaylist, { body: { playlistId: id, visibility: 'private' } })
  assert.deepEqual(await shown({}), [])
  assert.deepEqual(await find(ben, [{ field: 'mood', mood: 'rain' }]), [])
})
