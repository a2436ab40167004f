/** The audience of content, read from what a roll-up makes of plays: days in time zones, changes, sources, listeners without
 * names, countries, followers, heard parts and two releases side by side. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { openFileCatalog } from '#server/catalog/catalog.fixture.ts'
import { newId } from '#server/platform/ids.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { rollUpPlays } from '#server/plays/roll-up.ts'
import { readAudience, readHeardParts } from './audience.ts'
import type { Stats } from './stats.ts'

const { catalog, ada, ben } = await openFileCatalog()
const stats: Stats = {
  database: catalog.database,
  clock: { now: () => catalog.now() },
  files: { publicUrl: (key) => key },
}
const caller = signedIn(ada.userId)
let album = { albumId: '', artistId: '', trackIds: [''] }
let other = { albumId: '', artistId: '', trackIds: [''] }

type Play = { at: string; contentId: string; who: string; source?: string; country?: string; heard?: number[] }

/** As the plays module stores it; the visitor is a hash with the salt of the month. */
async function insert(plays: Play[]): Promise<void> {
  for (const { at, contentId, who, source = 'release', country = null, heard = null } of plays) {
    const visitor = createHash('sha256')
      .update(`${at.slice(0, 7)} ${who}`)
      .digest()
      .subarray(0, 16)
    await sql`
      INSERT INTO play (play_id, content_id, owner_id, listener, visitor, country, started_at, ended_at, arrived_at, agent,
        source, heard)
      VALUES (${newId()}, ${contentId}, ${ada.userId}, ${visitor}, ${visitor}, ${country}, ${at}, ${at}, ${at}, 'Firefox',
        ${source}, ${heard}::smallint[])`.execute(catalog.database.read)
  }
  await rollUpPlays({ database: catalog.database })
}

before(async () => {
  album = await catalog.album(ada, ['One', 'Two'], { title: 'Kites' })
  other = await catalog.album(ada, ['Three'], { title: 'Rooms' })
  for (const { albumId } of [album, other]) await ada.send('POST', `/v1/publish/${albumId}`, { contentType: 'album' })
  const [one = '', two = ''] = album.trackIds
  // Today is 2030-06-15, 12:00 in UTC.
  await insert([
    { at: '2030-06-14T22:30:00Z', contentId: one, who: 'lena', source: 'search', country: 'DE' },
    { at: '2030-06-15T11:10:00Z', contentId: two, who: 'lena', source: 'playlist', country: 'DE' },
    { at: '2030-06-15T11:20:00Z', contentId: one, who: 'tom', country: 'NP' },
    { at: '2030-06-14T18:20:00Z', contentId: one, who: 'tom', country: 'NP' },
    { at: '2030-06-14T11:50:00Z', contentId: one, who: 'robin', country: 'DE' },
    { at: '2030-06-14T15:00:00Z', contentId: other.trackIds[0]!, who: 'robin', country: 'DE' },
    { at: '2030-06-13T09:00:00Z', contentId: one, who: 'robin', country: 'DE' },
    { at: '2030-05-10T09:00:00Z', contentId: one, who: 'robin', country: 'DE' },
    { at: '2030-05-20T09:00:00Z', contentId: one, who: 'robin' },
    { at: '2030-05-21T09:00:00Z', contentId: one, who: 'lena' },
  ])
})

const day = (from: string, to = from) => ({ from, to })

test('a day is the one of the time zone, in zones of half and quarter hours too', async () => {
  const playsOn = async (date: string, timeZone: string) =>
    (await readAudience(stats, caller, { ...day(date), timeZone })).playTotal
  assert.equal(await playsOn('2030-06-14', 'UTC'), 4)
  assert.equal(await playsOn('2030-06-14', 'Europe/Berlin'), 3)
  assert.equal(await playsOn('2030-06-15', 'Europe/Berlin'), 3)
  // 18:20 in UTC is 00:05 in Kathmandu, and 23:50 in Delhi.
  assert.equal(await playsOn('2030-06-14', 'Asia/Kathmandu'), 2)
  assert.equal(await playsOn('2030-06-14', 'Asia/Kolkata'), 3)
})

test('a single day has hours, and a longer range has days', async () => {
  const today = await readAudience(stats, caller, { ...day('2030-06-15'), timeZone: 'Europe/Berlin' })
  assert.equal(today.points.length, 24)
  assert.deepEqual([today.points[0], today.points[13], today.points[12]], [1, 2, 0])
  const days = (await readAudience(stats, caller, day('2030-06-13', '2030-06-15'))).points
  assert.deepEqual(days, [1, 4, 2])
})

test('a day that is not over is compared with as much of the day before', async () => {
  const { playTotal, playsBefore } = await readAudience(stats, caller, day('2030-06-15'))
  // Yesterday until 12:00.
  assert.deepEqual([playTotal, playsBefore], [2, 1])
})

test('sources and titles have what they had before, and the filters hold for all of it', async () => {
  const range = day('2030-06-15')
  const { parts } = await readAudience(stats, caller, range)
  const named = (kind: string) =>
    parts
      .filter((part) => part.kind === kind)
      .map(({ key, title, playTotal, playsBefore }) => [title || key, playTotal, playsBefore])
  assert.deepEqual(
    named('source').toSorted(([one], [other]) => String(one).localeCompare(String(other))),
    [
      ['playlist', 1, 0],
      ['release', 1, 1],
    ],
  )
  assert.deepEqual(named('content'), [
    ['Two', 1, 0],
    ['One', 1, 1],
  ])
  const ofSource = await readAudience(stats, caller, { ...range, source: 'playlist' })
  assert.deepEqual([ofSource.playTotal, ofSource.listeners, ofSource.parts.length], [1, null, 1])
  const ofRelease = await readAudience(stats, caller, { ...day('2030-06-14'), releaseId: other.albumId })
  assert.deepEqual([ofRelease.playTotal, ofRelease.listeners?.total], [1, 1])
  const ofArtist = await readAudience(stats, caller, { ...day('2030-06-14'), artistId: album.artistId })
  assert.deepEqual([ofArtist.playTotal, ofArtist.listeners?.total], [3, 3])
})

test('a listener counts once in a month, and regular ones listened in both halves of it', async () => {
  const { listeners } = await readAudience(stats, caller, day('2030-05-17', '2030-06-15'))
  // In May: robin and lena. In June: robin, lena and tom, who are other people as far as the sketches know.
  assert.equal(listeners?.total, 5)
  assert.equal(listeners?.before, 1)
  assert.deepEqual([listeners?.month, listeners?.regular, listeners?.ofMonth], ['2030-05', 1, 2])
})

test('a country with few plays is not named', async () => {
  const { parts } = await readAudience(stats, caller, day('2030-05-01', '2030-06-15'))
  assert.deepEqual(
    parts.filter(({ kind }) => kind === 'country').map(({ key, playTotal }) => [key, playTotal]),
    [
      ['DE', 6],
      ['', 2],
    ],
  )
})

test('followers, saves and playlists are those of others, with how many are new', async () => {
  const read = catalog.database.read
  await sql`
    INSERT INTO library_item (user_id, content_id, content_type, added_at) VALUES
      (${ben.userId}, ${album.artistId}, 'artist', '2030-06-15T08:00:00Z'),
      (${newId()}, ${album.artistId}, 'artist', '2030-06-14T08:00:00Z'),
      (${newId()}, ${album.albumId}, 'album', '2029-01-01')`.execute(read)
  const [favourites, list] = [newId(), newId()]
  await sql`
    INSERT INTO playlist (id, user_id, title, is_favorites, visibility, created_at, updated_at) VALUES
      (${favourites}, ${ben.userId}, 'Liked', true, 'private', now(), now()),
      (${list}, ${ben.userId}, 'Evening', false, 'private', now(), now())`.execute(read)
  for (const [position, trackId] of [...album.trackIds, ...other.trackIds].entries()) {
    for (const playlistId of [favourites, list]) {
      await sql`
        INSERT INTO playlist_entry (id, playlist_id, track_id, position, added_at)
        VALUES (${newId()}, ${playlistId}, ${trackId}, ${position}, '2030-06-15T09:00:00Z')`.execute(read)
    }
  }
  const { growth } = await readAudience(stats, caller, day('2030-06-15'))
  assert.deepEqual(
    growth.toSorted((one, two) => one.kind.localeCompare(two.kind)),
    [
      { kind: 'follower', total: 2, gained: 1, gainedBefore: 1 },
      { kind: 'playlist', total: 1, gained: 1, gainedBefore: 0 },
      { kind: 'save', total: 4, gained: 3, gainedBefore: 0 },
    ],
  )
})

test('how many plays heard each part of a track', async () => {
  const [trackId = ''] = other.trackIds
  const upTo = (part: number) => Array.from({ length: part }, (_, index) => index)
  await insert([
    { at: '2030-06-15T07:00:00Z', contentId: trackId, who: 'a', heard: upTo(100) },
    { at: '2030-06-15T07:00:00Z', contentId: trackId, who: 'b', heard: upTo(40) },
    { at: '2030-06-15T07:00:00Z', contentId: trackId, who: 'c', heard: [99] },
    { at: '2030-06-15T07:00:00Z', contentId: trackId, who: 'd' },
  ])
  const { playTotal, parts } = await readHeardParts(stats, caller, trackId)
  assert.deepEqual([playTotal, parts.length, parts[0], parts[39], parts[40], parts[99]], [3, 100, 2, 2, 1, 2])
  // It was added once.
  await rollUpPlays({ database: catalog.database })
  assert.equal((await readHeardParts(stats, caller, trackId)).playTotal, 3)
})

test('other users cannot read it, and an invalid time zone is refused', async () => {
  const others = signedIn(ben.userId)
  await assert.rejects(readAudience(stats, others, { releaseId: album.albumId }), { code: 'not-found' })
  await assert.rejects(readHeardParts(stats, others, album.trackIds[0]!), { code: 'not-found' })
  assert.equal((await readAudience(stats, others, {})).playTotal, 0)
  await assert.rejects(readAudience(stats, caller, { timeZone: 'Mars/Olympus' }), { code: 'bad-request' })
})
