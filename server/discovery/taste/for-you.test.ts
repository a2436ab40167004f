/** Lists for one user, from their own likes, plays and zaps only. Each track has a reason, and users can switch the lists off.
 * Also followed genres, and suggestions for new users. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { deleteTaste, readForYou, setForYouOn } from './for-you.ts'
import { listGenreArtists, listGenreBlocks, listSuggestions } from './genre-blocks.ts'
import { openTestDiscovery, type TestDiscovery } from '#server/discovery/discovery.fixture.ts'

const DAY_MS = 86_400_000
const [ada, ben] = [newId(), newId()]
let discovery: TestDiscovery
const artists: { id: string; name: string; trackIds: string[] }[] = []

before(async () => {
  discovery = await openTestDiscovery()
  // The fixture's day is a Saturday; what it publishes is of the day before.
  for (let index = 0; index < 6; index++) {
    const name = `Artist ${index}`
    const id = await discovery.artist(name)
    artists.push({
      id,
      name,
      ...(await discovery.album(id, `Album ${index}`, ['One', 'Two', 'Three'], index < 5 ? 9 : 22)),
    })
  }
  // In the order of the album: ids of the same millisecond have none.
  await sql`UPDATE track SET published_at = ${ago(300)}::timestamptz - position * interval '1 second'`.execute(db())
  await sql`UPDATE album SET published_at = ${ago(300)}`.execute(db())
  await like(ada, artists[0]!.trackIds[0]!, 12)
  await like(ada, artists[0]!.trackIds[1]!, 200)
  for (const days of [10, 11]) await hear(ada, artists[1]!.trackIds[0]!, days)
  for (const days of [100, 110, 120]) await hear(ada, artists[1]!.trackIds[1]!, days)
  await zap(ada, artists[2]!.trackIds[0]!, 20)
  await hear(ada, artists[2]!.trackIds[0]!, 9)
  await hear(ada, artists[2]!.trackIds[0]!, 8)
  await sql`INSERT INTO similar_artist (artist_id, similar_id, closeness)
    VALUES (${artists[0]!.id}, ${artists[3]!.id}, 0.5)`.execute(db())
  await sql`INSERT INTO library_item (user_id, content_id, content_type, added_at)
    VALUES (${ada}, ${artists[4]!.id}, 'artist', ${ago(40)})`.execute(db())
  await sql`INSERT INTO followed_genre (user_id, genre_id, followed_at) VALUES (${ada}, 22, ${ago(40)})`.execute(db())
})
after(() => discovery.close())

const db = () => discovery.database.read
const ago = (days: number) => new Date(discovery.now.getTime() - days * DAY_MS)

async function like(userId: string, trackId: string, daysAgo: number): Promise<void> {
  const at = ago(daysAgo)
  await sql`INSERT INTO playlist (id, user_id, title, is_favorites, visibility, created_at, updated_at)
    VALUES (${newId()}, ${userId}, 'Favourites', true, 'private', ${at}, ${at}) ON CONFLICT DO NOTHING`.execute(db())
  await sql`INSERT INTO playlist_entry (id, playlist_id, track_id, position, added_at)
    SELECT ${newId()}, id, ${trackId}, ${-daysAgo}::int, ${at} FROM playlist
    WHERE user_id = ${userId} AND is_favorites`.execute(db())
}

async function hear(userId: string, trackId: string, daysAgo: number): Promise<void> {
  await sql`INSERT INTO heard (user_id, play_id, content_id, started_at, seconds_heard)
    VALUES (${userId}, ${newId()}, ${trackId}, ${ago(daysAgo)}, 100)`.execute(db())
}

async function zap(userId: string, trackId: string, daysAgo: number): Promise<void> {
  await sql`INSERT INTO zap (id, payer_id, content_id, content_type, content_title, amount_msat, terms, settled_at)
    VALUES (${newId()}, ${userId}, ${trackId}, 'track', 'One', 1000, '{}', ${ago(daysAgo)})`.execute(db())
}

const read = (userId: string) => readForYou(discovery, signedIn(userId))
const nameOf = (id: string) => {
  const index = artists.findIndex(({ trackIds }) => trackIds.includes(id))
  return `${index}.${artists[index]!.trackIds.indexOf(id)}`
}
async function listsOf(userId: string): Promise<Record<string, string[]>> {
  const { lists } = await read(userId)
  return Object.fromEntries(
    lists.map(({ kind, tracks }) => [
      kind,
      tracks.map(({ id, because }) => `${nameOf(id)} ${because.kind} ${because.name}`).sort(),
    ]),
  )
}

test('three lists, each track with the reason it is there', async () => {
  assert.deepEqual(await listsOf(ada), {
    week: ['0.0 liked Artist 0', '1.0 played Artist 1', '2.0 zapped Artist 2'],
    new: [
      '0.2 liked Artist 0',
      '1.2 played Artist 1',
      '2.1 zapped Artist 2',
      '2.2 zapped Artist 2',
      '3.0 similar Artist 0',
      '3.1 similar Artist 0',
      '4.0 followed Artist 4',
      '4.1 followed Artist 4',
      '5.0 genre Rock',
      '5.1 genre Rock',
    ],
    rediscover: ['0.1 liked Artist 0', '1.1 played Artist 1'],
  })
})

test('they change on Mondays: later plays and likes do not change them', async () => {
  const before = await read(ada)
  assert.equal(before.renewsAt.toISOString(), '2030-06-17T00:00:00.000Z')
  await hear(ada, artists[3]!.trackIds[0]!, 1)
  await hear(ada, artists[3]!.trackIds[0]!, 2)
  assert.deepEqual(await read(ada), before)
})

test("nobody reads another user's: an operator has the lists of an operator, a visitor none", async () => {
  assert.deepEqual((await read(ben)).lists, [])
  const operator = { ...signedIn(ben), role: 'owner' as const }
  assert.deepEqual((await readForYou(discovery, operator)).lists, [])
  await assert.rejects(readForYou(discovery, { kind: 'visitor', ip: '192.0.2.1' }), { status: 401 })
})

test('in the first week of a user, what they have just done counts', async () => {
  await like(ben, artists[0]!.trackIds[0]!, 1)
  assert.deepEqual((await listsOf(ben))['week'], ['0.0 liked Artist 0'])
})

test('nothing is computed while they are off, and the lists are deleted with the history', async () => {
  await setForYouOn(discovery, signedIn(ada), false)
  assert.deepEqual(await read(ada).then(({ isOn, lists }) => [isOn, lists]), [false, []])
  await setForYouOn(discovery, signedIn(ada), true)
  await sql`DELETE FROM heard WHERE user_id = ${ada}`.execute(db())
  assert.deepEqual((await listsOf(ada))['rediscover'], ['0.1 liked Artist 0'])
  await setForYouOn(discovery, signedIn(ada), false)
  await deleteTaste(db(), ada)
  assert.equal((await read(ada)).isOn, true, 'the choice is deleted with the account')
})

test('genres have the colours of the release that received most, and their artists in order of what they received', async () => {
  const { rows } = await sql<{
    id: string
  }>`SELECT album_id AS id FROM track WHERE id = ${artists[1]!.trackIds[0]!}`.execute(db())
  const albumId = rows[0]!.id
  await sql`INSERT INTO content_total (content_id, msat_total) VALUES (${albumId}, 5000), (${artists[4]!.id}, 900)`.execute(
    db(),
  )
  const blocks = await listGenreBlocks(discovery)
  assert.deepEqual(
    blocks.map(({ name, count }) => [name, count]),
    [
      ['Electronic', 5],
      ['Rock', 1],
    ],
  )
  assert.equal(blocks[0]!.albumId, albumId)
  assert.ok(blocks[0]!.nameFit !== null)
  const found = await listGenreArtists(discovery, 9, undefined)
  assert.deepEqual([found.length, found[0]!.id], [5, artists[4]!.id])
})

test('suggestions are artists without explicit tracks', async () => {
  await sql`UPDATE track SET is_explicit = true WHERE id = ${artists[0]!.trackIds[2]!}`.execute(db())
  const { artists: suggested, genres } = await listSuggestions(discovery)
  assert.equal(suggested.length, 5)
  assert.ok(suggested.every(({ id }) => id !== artists[0]!.id))
  assert.equal(genres.length, 2)
})
