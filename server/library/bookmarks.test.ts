/** Bookmarks over HTTP: saved, listed, replaced and deleted by their user, exported, and deleted with the account. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportAccount } from '#contract/accounts/leaving.ts'
import { publish } from '#contract/catalog/publish.ts'
import { pathOf } from '#contract/endpoint.ts'
import { addBookmark, BOOKMARK_NOTE_MAX, deleteBookmark, listBookmarks } from '#contract/listening/bookmarks.ts'
import { refusalOf } from '#tests/refusals.ts'
import { createTestUser, publishTrack, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { deleteLibrary } from './user-library.ts'

let world: TestWorld
let artist: TestUser
let ann: TestUser
let song: { trackId: string; albumId: string }
let other: { trackId: string; albumId: string }

before(async () => {
  world = await createTestWorld()
  artist = await createTestUser(world)
  ann = await createTestUser(world)
  song = await publishTrack(world, artist, { title: 'Song' })
  other = await publishTrack(world, artist, { title: 'Other' })
})
after(() => world[Symbol.asyncDispose]())

const remember = (user: TestUser, contentId: string, positionSeconds: number, note?: string) =>
  user.call(addBookmark, { body: { contentId, positionSeconds, ...(note !== undefined && { note }) } })
const list = async (user: TestUser, query: { contentId?: string; limit?: string; before?: string } = {}) =>
  user.call(listBookmarks, { query })
const codeOf = async (attempt: Promise<unknown>) => {
  const { status, code } = await refusalOf(attempt)
  return [status, code]
}

test('a bookmark is listed with its content, newest first, and by position for one content', async () => {
  await remember(ann, song.trackId, 30, '  the bridge  ')
  world.clock.step(1_000)
  await remember(ann, other.trackId, 5)
  world.clock.step(1_000)
  await remember(ann, song.trackId, 10)
  const { bookmarks, nextBefore } = await list(ann)
  assert.deepEqual(
    bookmarks.map(({ track, positionSeconds, note }) => [track?.title, positionSeconds, note]),
    [
      ['Song', 10, null],
      ['Other', 5, null],
      ['Song', 30, 'the bridge'],
    ],
  )
  assert.equal(nextBefore, null)
  const ofSong = await list(ann, { contentId: song.trackId })
  assert.deepEqual(
    ofSong.bookmarks.map(({ positionSeconds }) => positionSeconds),
    [10, 30],
  )
  const first = await list(ann, { limit: '2' })
  const second = await list(ann, { limit: '2', before: first.nextBefore! })
  assert.deepEqual([first.bookmarks.length, second.bookmarks.length, second.nextBefore], [2, 1, null])
})

test('bookmarking the same second again replaces the note and keeps the position in the list', async () => {
  const before = (await list(ann, { contentId: song.trackId })).bookmarks.at(-1)!
  const again = await remember(ann, song.trackId, 30, 'the chorus')
  assert.deepEqual([again.id, again.note], [before.id, 'the chorus'])
  assert.equal((await list(ann)).bookmarks.length, 3)
})

test('nobody else reads or deletes a bookmark; deleting is idempotent', async () => {
  const [mine] = (await list(ann)).bookmarks
  await artist.call(deleteBookmark, { params: { bookmarkId: mine!.id } })
  assert.equal((await list(artist)).bookmarks.length, 0)
  assert.equal((await list(ann)).bookmarks.length, 3)
  await ann.call(deleteBookmark, { params: { bookmarkId: mine!.id } })
  await ann.call(deleteBookmark, { params: { bookmarkId: mine!.id } })
  assert.equal((await list(ann)).bookmarks.length, 2)
})

test('only public tracks and episodes have bookmarks, and a note has a maximum length', async () => {
  assert.deepEqual(await codeOf(remember(ann, song.albumId, 1)), [422, 'rule-broken'])
  assert.deepEqual(await codeOf(remember(ann, '01890000-0000-7000-8000-000000000000', 1)), [404, 'not-found'])
  assert.deepEqual(await codeOf(remember(ann, song.trackId, -1)), [400, 'bad-request'])
  assert.deepEqual(await codeOf(remember(ann, song.trackId, 1.5)), [400, 'bad-request'])
  assert.deepEqual(await codeOf(remember(ann, song.trackId, 1, 'x'.repeat(BOOKMARK_NOTE_MAX + 1))), [
    400,
    'bad-request',
  ])
})

test('a bookmark of content that is no longer public stays, without details', async () => {
  await artist.call(publish, { params: { contentId: other.albumId }, body: { isDraft: true } })
  const { bookmarks } = await list(ann, { contentId: other.trackId })
  assert.deepEqual(
    bookmarks.map(({ track, episode, positionSeconds }) => [track, episode, positionSeconds]),
    [[null, null, 5]],
  )
})

test('bookmarks are exported, and deleted with the account', async () => {
  const response = await fetch(world.origin + pathOf(exportAccount), {
    headers: { authorization: `Bearer ${ann.token}` },
  })
  const { bookmarks } = (await response.json()) as { bookmarks: { note: string | null }[] }
  assert.deepEqual(
    bookmarks.map(({ note }) => note),
    ['the chorus', null],
  )
  await world.world.database.transaction((tx) => deleteLibrary(tx, ann.userId))
  assert.equal((await list(ann)).bookmarks.length, 0)
})
