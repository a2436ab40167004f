/** Feeds: their values are those of the database, only public content is in them, and they change when it changes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createAlbum, deleteAlbum, updateAlbum } from '#contract/catalog/albums.ts'
import { createEpisode, deleteEpisode, updateEpisode } from '#contract/catalog/episodes.ts'
import { addContentPicture, setChapters } from '#contract/catalog/moments.ts'
import { createPodcast, updatePodcast } from '#contract/catalog/podcasts.ts'
import { publish, publishOnDates } from '#contract/catalog/publish.ts'
import { createSplit, createTimeSplits, updateTimeSplits } from '#contract/catalog/splits.ts'
import { deleteTranscript, setTranscript } from '#contract/catalog/transcripts.ts'
import { createTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { addPlaylistTrack, createPlaylist, updatePlaylist } from '#contract/listening/playlists.ts'
import { takeDown, undoTakedown } from '#contract/operator/admin.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import { setRole } from '#server/accounts/roles.ts'
import { silentLog } from '#server/platform/log.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { all, one, parseXml, text, type XmlNode } from '#protocols/rss/parse-xml.ts'
import {
  agreeByName,
  createTestUser,
  lendAudio,
  publishTrack,
  type PublishedTrack,
  type TestUser,
} from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { ascendingDates } from './album-feed.ts'
import { captionsOf } from './attachments.ts'
import { PAGE_EPISODES } from './podcast-feed.ts'
import { rssRoutes } from './routes.ts'

const PUBLIC_URL = 'https://peal.example'
const HOUR_MS = 3_600_000
const LRC = '[00:01.00]First <line>\n[00:03.50]\n[00:05.00]Last & least'
const HOSTILE = `]]> <b>&amp;"'\u0007\u200F🎵`

const stack = new AsyncDisposableStack()
let world: TestWorld
let mara: TestUser
/** A published album of one track with real audio, which other tracks and episodes share. */
let song: PublishedTrack
let trackIds: string[]
let podcastId: string
let episodeIds: string[]

before(async () => {
  world = stack.use(await createTestWorld({ settings: { PUBLIC_URL } }))
  mara = await createTestUser(world, { name: 'mara' })
  song = await publishTrack(world, mara, { title: 'One' })
  const fields = { description: 'Words', upc: '036000291452', licence: 'cc-by-sa' as const, language: 'en' }
  await mara.call(updateAlbum, { body: { albumId: song.albumId, ...fields, copyrightLine: '2026 Mara' } })
  const lyrics = { lyrics: LRC, isrc: 'USRC17607839', credits: [{ name: 'Ben', role: 'Guitar' }] }
  await mara.call(updateTrack, { body: { trackId: song.trackId, ...lyrics } })
  trackIds = [song.trackId, await addTrack('Two', 2), await addTrack(HOSTILE, 3)]
  await mara.call(publish, { params: { contentId: song.albumId }, body: { contentType: 'album' } })
  podcastId = (
    await mara.call(createPodcast, { body: { name: 'Night Talk', primaryCategoryId: '11', language: 'pt-BR' } })
  ).id
  episodeIds = [await addEpisode('Pilot', 1), await addEpisode('x'.repeat(255), 2)]
  await mara.call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast' } })
})
after(() => stack.disposeAsync())

async function addTrack(title: string, order: number, albumId = song.albumId): Promise<string> {
  const { id } = await mara.call(createTrack, { body: { albumId, title, order, extension: 'wav' } })
  await lendAudio(world, id, song.trackId)
  return id
}

async function addEpisode(title: string, order: number, ofPodcast = podcastId): Promise<string> {
  const credits = [{ name: 'Mara', role: 'host' }]
  const body = { podcastId: ofPodcast, title, order, season: 2, extension: 'wav', description: 'About <it>', credits }
  const { id } = await mara.call(createEpisode, { body })
  await lendAudio(world, id, song.trackId, 'episode')
  return id
}

async function addManyEpisodes(id: string, count: number): Promise<void> {
  await sql`
    WITH made AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${count}::int) n),
      known AS (INSERT INTO content (id, type, owner_id) SELECT id, 'episode', ${mara.userId}::uuid FROM made)
    INSERT INTO episode (id, podcast_id, title, position, is_draft, published_at, asset_id, live_key, duration_ms,
      processing_state, created_at, updated_at)
    SELECT made.id, ${id}::uuid, 'No ' || n, n, false, now() - interval '1 year' + n * interval '1 hour',
      gen_random_uuid(), live_key, 1000, 'finished', now(), now()
    FROM made CROSS JOIN (SELECT live_key FROM track WHERE id = ${song.trackId}) live`.execute(
    world.world.database.read,
  )
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(world.origin + path, { method, headers, redirect: 'manual' })
const statusOf = async (path: string) => (await get(path)).status
const here = (url: string) => url.replace(PUBLIC_URL, world.origin)

async function readChannel(path: string): Promise<XmlNode> {
  const response = await get(path)
  assert.equal(response.status, 200, path)
  assert.equal(response.headers.get('content-type'), 'application/rss+xml; charset=utf-8')
  return one(parseXml(await response.text()), 'channel')
}
const titlesIn = (channel: XmlNode) => all(channel, 'item').map((item) => text(item, 'title'))

/** Every value block pays one address, which has everything. */
function assertValue(node: XmlNode, name: string): XmlNode {
  const value = one(node, 'podcast:value')
  assert.deepEqual(value.attributes, { type: 'lightning', method: 'lnaddress' })
  const { type, address, split } = one(value, 'podcast:valueRecipient').attributes
  assert.deepEqual([type, address, split], ['lnaddress', `${name}@peal.example`, '100'])
  return value
}

type Row = { id: string; title: string; position: number; duration_ms: number; published_at: Date; live_key: string }
async function rowsOf(table: 'track' | 'episode', ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT id, title, position, duration_ms, published_at, live_key FROM ${sql.table(table)}
    WHERE id = ANY(${ids}::uuid[]) ORDER BY position`.execute(world.world.database.read)
  return rows
}

test('the feed of an album has its tracks in order, dated ascending, with the values of the database', async () => {
  const channel = await readChannel(`/rss/album/${song.albumId}`)
  const rows = await rowsOf('track', trackIds)
  const items = all(channel, 'item')
  const clean = (title: string) => title.replaceAll('\u0007', '')
  assert.deepEqual(
    items.map((item) => ['guid', 'title', 'link', 'itunes:duration', 'itunes:episode'].map((name) => text(item, name))),
    rows.map(({ id, title, position, duration_ms: ms }) => [
      id,
      clean(title),
      `${PUBLIC_URL}/track/${id}`,
      String(Math.round(ms / 1_000)),
      String(position),
    ]),
  )
  const dates = items.map((item) => Date.parse(text(item, 'pubDate')))
  assert.ok(dates.every((date, index) => index === 0 || date > dates[index - 1]!))
  assert.equal(dates[0], Math.floor(rows[0]!.published_at.getTime() / 1_000) * 1_000)
  const guid = guidOfFeed(`${PUBLIC_URL}/rss/album/${song.albumId}`)
  const names = ['podcast:guid', 'podcast:medium', 'itunes:type', 'podcast:locked', 'itunes:author', 'copyright']
  assert.deepEqual(
    names.map((name) => text(channel, name)),
    [guid, 'music', 'serial', 'yes', 'Artist of mara', '© 2026 Mara'],
  )
  assert.deepEqual(one(channel, 'podcast:license').text, 'cc-by-sa-4.0')
  assert.deepEqual(all(channel, 'podcast:txt')[0]!.attributes, { purpose: 'upc' })
  assert.equal(all(channel, 'podcast:block').length, 0)
  assertValue(channel, `album.${song.albumId}`)
  for (const [index, item] of items.entries()) assertValue(item, `track.${trackIds[index]}`)
  const [first, second] = items
  assert.deepEqual(
    all(first!, 'podcast:person').map((person) => [person.text, person.attributes['role'], person.attributes['group']]),
    [
      ['Artist of mara', 'artist', 'music'],
      ['Ben', 'guitar', 'music'],
    ],
  )
  assert.equal(all(second!, 'podcast:person').length, 0)
  assert.equal(text(first!, 'podcast:txt'), 'USRC17607839')
})

test('enclosures have the length and type of the file that is served, and support HEAD and range requests', async () => {
  const channel = await readChannel(`/rss/album/${song.albumId}`)
  const [item] = all(channel, 'item')
  const enclosure = one(item!, 'enclosure').attributes
  assert.equal(enclosure['url'], `${PUBLIC_URL}/rss/audio/${song.trackId}.mp3`)
  const others = all(item!, 'podcast:alternateEnclosure').map((other) => ({
    ...other.attributes,
    url: one(other, 'podcast:source').attributes['uri']!,
  }))
  assert.deepEqual(others.map(({ url }) => url.slice(-4)).toSorted(), ['.m4a', '.mp3', 'opus'])
  for (const { url, length, type } of [enclosure, ...others] as Record<string, string>[]) {
    const redirect = await fetch(here(url!), { redirect: 'manual', method: 'HEAD' })
    assert.equal(redirect.status, 302)
    const file = here(redirect.headers.get('location')!)
    const head = await fetch(file, { method: 'HEAD' })
    assert.deepEqual([head.headers.get('content-length'), head.headers.get('content-type')], [length, type])
    assert.equal((await (await fetch(file)).arrayBuffer()).byteLength, Number(length))
    const range = await fetch(file, { headers: { range: 'bytes=10-19' } })
    assert.deepEqual([range.status, (await range.arrayBuffer()).byteLength], [206, 10])
  }
  assert.equal(await statusOf(`/rss/audio/${song.trackId}.wav`), 404)
  assert.equal(await statusOf(`/rss/audio/${song.trackId}`), 404)
})

test('timed lyrics are SRT and VTT, with the end of a line where the next one starts', async () => {
  const channel = await readChannel(`/rss/album/${song.albumId}`)
  const transcripts = all(all(channel, 'item')[0]!, 'podcast:transcript')
  assert.deepEqual(
    transcripts.map(({ attributes }) => [attributes['type'], attributes['language'], attributes['rel']]),
    [
      ['application/x-subrip', 'en', 'captions'],
      ['text/vtt', 'en', 'captions'],
    ],
  )
  const [srt, vtt] = await Promise.all(transcripts.map(async ({ attributes }) => fetch(here(attributes['url']!))))
  assert.equal(srt!.headers.get('access-control-allow-origin'), '*')
  assert.match(await srt!.text(), /^1\n00:00:01,000 --> 00:00:03,500\nFirst <line>\n\n2\n00:00:05,000 --> /)
  assert.match(await vtt!.text(), /^WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nFirst &lt;line&gt;\n/)
  assert.equal(await statusOf(`/rss/track/${trackIds[1]}/lyrics.srt`), 404)
  const captions = captionsOf([{ timeSeconds: 3, text: 'a' }], 5)
  assert.deepEqual(captions, [{ startSeconds: 3, endSeconds: 5, text: 'a' }])
})

test('the feed of a podcast has its episodes, newest first, with chapters and time splits', async () => {
  const [pilotId] = episodeIds
  await mara.call(setChapters, { params: { episodeId: pilotId! }, body: [{ startTime: 0.5, title: 'Begin & end' }] })
  const shared = { startSeconds: 0, endSeconds: 1, shareNumerator: 1, shareDenominator: 3 }
  const timeSplits = [{ ...shared, recipientContentId: song.trackId }]
  await mara.call(createTimeSplits, { body: { contentId: pilotId!, contentType: 'episode', timeSplits } })
  const channel = await readChannel(`/rss/podcast/${podcastId}`)
  const rows = (await rowsOf('episode', episodeIds)).toReversed()
  const items = all(channel, 'item')
  assert.deepEqual(
    items.map((item) => [text(item, 'guid'), text(item, 'title'), text(item, 'podcast:season'), text(item, 'pubDate')]),
    // They were published together: the second is a second later.
    rows.map((row, index) => {
      const publishedAt = new Date(row.published_at.getTime() + (rows.length - 1 - index) * 1_000)
      return [row.id, row.title, '2', publishedAt.toUTCString()]
    }),
  )
  assert.equal(text(channel, 'language'), 'pt-BR')
  assert.equal(one(channel, 'itunes:category').attributes['text'], 'Music')
  assert.equal(text(channel, 'podcast:guid'), guidOfFeed(`${PUBLIC_URL}/rss/podcast/${podcastId}`))
  const pilot = items.at(-1)!
  assert.deepEqual(one(pilot, 'podcast:person').attributes, { role: 'host', group: 'cast' })
  const value = assertValue(pilot, `episode.${pilotId}`)
  const timed = one(value, 'podcast:valueTimeSplit')
  assert.deepEqual(timed.attributes, { startTime: '0', duration: '1', remotePercentage: '33' })
  assert.deepEqual(one(timed, 'podcast:remoteItem').attributes, {
    feedGuid: guidOfFeed(`${PUBLIC_URL}/rss/album/${song.albumId}`),
    feedUrl: `${PUBLIC_URL}/rss/album/${song.albumId}`,
    itemGuid: song.trackId,
    medium: 'music',
    title: 'One',
  })
  const chapters = await fetch(here(one(pilot, 'podcast:chapters').attributes['url']!))
  assert.equal(chapters.headers.get('content-type'), 'application/json+chapters; charset=utf-8')
  assert.deepEqual(await chapters.json(), { version: '1.2.0', chapters: [{ startTime: 0.5, title: 'Begin & end' }] })
  await mara.call(setChapters, { params: { episodeId: pilotId! }, body: [] })
  const changed = all(await readChannel(`/rss/podcast/${podcastId}`), 'item').at(-1)!
  assert.equal(all(changed, 'podcast:chapters').length, 0)
})

test('episodes have their number and kind, and trailers are also listed for the podcast', async () => {
  const [pilotId, secondId] = episodeIds
  await mara.call(updateEpisode, { body: { episodeId: pilotId!, kind: 'trailer' } })
  await mara.call(updateEpisode, { body: { episodeId: secondId!, number: 7 } })
  const channel = await readChannel(`/rss/podcast/${podcastId}`)
  const [second, pilot] = all(channel, 'item')
  const placeOfItem = (item: XmlNode) =>
    ['itunes:episode', 'podcast:episode', 'itunes:episodeType'].map((name) => all(item, name).map((node) => node.text))
  assert.deepEqual(placeOfItem(second!), [['7'], ['7'], ['full']])
  assert.deepEqual(placeOfItem(pilot!), [[], [], ['trailer']])
  const { url, length, type } = one(pilot!, 'enclosure').attributes
  const trailer = one(channel, 'podcast:trailer')
  assert.deepEqual(
    [trailer.text, trailer.attributes],
    ['Pilot', { pubdate: text(pilot!, 'pubDate'), url, length, type, season: '2' }],
  )
  await mara.call(updateEpisode, { body: { episodeId: pilotId!, kind: 'full' } })
  assert.equal(all(await readChannel(`/rss/podcast/${podcastId}`), 'podcast:trailer').length, 0)
})

test('an episode has its own artwork, soundbites, place and licence', async () => {
  const [episodeId] = episodeIds
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer()
  const artwork = new File([new Uint8Array(jpeg)], 'own.jpg', { type: 'image/jpeg' })
  const { artworkUrl } = await mara.call(addContentPicture, { params: { contentId: episodeId! }, body: { artwork } })
  const soundbites = [{ startTime: 0.25, duration: 1, title: 'The whale & me' }]
  const facts = { soundbites, location: 'Malmö, Sweden', geo: '55.605, 13.0038', licence: 'cc-by-sa' } as const
  await mara.call(updateEpisode, { body: { episodeId: episodeId!, artworkUrl, ...facts } })
  const channel = await readChannel(`/rss/podcast/${podcastId}`)
  const item = all(channel, 'item').find((each) => text(each, 'guid') === episodeId)!
  const factOf = (name: string) => [one(item, name).text, one(item, name).attributes]
  assert.deepEqual(factOf('podcast:soundbite'), ['The whale & me', { startTime: '0.25', duration: '1' }])
  assert.deepEqual(factOf('podcast:location'), ['Malmö, Sweden', { geo: 'geo:55.605,13.0038' }])
  const url = 'https://creativecommons.org/licenses/by-sa/4.0/'
  assert.deepEqual(factOf('podcast:license'), ['cc-by-sa-4.0', { url }])
  assert.equal(one(item, 'itunes:image').attributes['href'], new URL(artworkUrl, PUBLIC_URL).href)
  const late = { episodeId: episodeId!, soundbites: [{ startTime: 0, duration: 600, title: 'Too long' }] }
  await assert.rejects(mara.call(updateEpisode, { body: late }), { status: 422 })
  const cleared = { artworkUrl: null, soundbites: [], location: null, geo: null, licence: 'reserved' as const }
  const bare = await mara.call(updateEpisode, { body: { episodeId: episodeId!, ...cleared } })
  assert.deepEqual([bare.ownArtworkUrl, bare.soundbites, bare.licence], [null, [], 'reserved'])
  const after = all(await readChannel(`/rss/podcast/${podcastId}`), 'item').find(
    (each) => text(each, 'guid') === episodeId,
  )!
  for (const name of ['podcast:soundbite', 'podcast:location', 'podcast:license', 'itunes:image']) {
    assert.equal(all(after, name).length, 0, name)
  }
})

test('show notes are HTML, and HTML written by their author is escaped', async () => {
  const [pilotId] = episodeIds
  const notes =
    '## At 0:01\n\n- [Bridge](https://a.example/?a=1&b=2)\n- [bad](javascript:alert(1))\n\n<img src=x onerror=y> & **so**\non'
  await mara.call(updateEpisode, { body: { episodeId: pilotId!, notes } })
  const pilot = all(await readChannel(`/rss/podcast/${podcastId}`), 'item').at(-1)!
  assert.equal(
    text(pilot, 'content:encoded'),
    '<h3>At 0:01</h3>\n<ul><li><a href="https://a.example/?a=1&amp;b=2" rel="nofollow noopener">Bridge</a></li>' +
      '<li>[bad](javascript:alert(1))</li></ul>\n<p>&lt;img src=x onerror=y&gt; &amp; <strong>so</strong><br>on</p>',
  )
  await mara.call(updateEpisode, { body: { episodeId: pilotId!, notes: '' } })
  const changed = all(await readChannel(`/rss/podcast/${podcastId}`), 'item').at(-1)!
  assert.equal(all(changed, 'content:encoded').length, 0)
})

test('a transcript is linked in three formats, which are the same lines', async () => {
  const [pilotId] = episodeIds
  const params = { episodeId: pilotId! }
  const file = new File(['WEBVTT\n\n00:00.000 --> 00:00.500\n<v Mara>Hello &amp; &lt;welcome&gt;'], 'a.vtt')
  await mara.call(setTranscript, { params, body: { transcript: file } })
  const pilot = all(await readChannel(`/rss/podcast/${podcastId}`), 'item').at(-1)!
  const links = all(pilot, 'podcast:transcript').map(({ attributes }) => attributes)
  assert.deepEqual(
    links.map(({ type, language, rel }) => [type, language, rel]),
    ['text/vtt', 'application/x-subrip', 'application/json'].map((type) => [type, 'pt-BR', 'captions']),
  )
  const files = await Promise.all(links.map(({ url }) => fetch(here(url!))))
  assert.deepEqual(
    files.map(({ headers }) => headers.get('content-type')?.replace('; charset=utf-8', '')),
    links.map(({ type }) => type),
  )
  const [vtt, srt, json] = await Promise.all(files.map((response) => response.text()))
  assert.equal(vtt, 'WEBVTT\n\n00:00:00.000 --> 00:00:00.500\n<v Mara>Hello &amp; &lt;welcome&gt;\n\n')
  assert.equal(srt, '1\n00:00:00,000 --> 00:00:00,500\nMara: Hello & <welcome>\n\n')
  const segment = { speaker: 'Mara', startTime: 0, endTime: 0.5, body: 'Hello & <welcome>' }
  assert.deepEqual(JSON.parse(json!), { version: '1.0.0', segments: [segment] })
  assert.equal(await statusOf(`/rss/episode/${pilotId}/transcript.txt`), 404)
  assert.equal(await statusOf(`/rss/episode/${song.trackId}/transcript.vtt`), 404)
  await mara.call(deleteTranscript, { params })
  assert.equal(await statusOf(`/rss/episode/${pilotId}/transcript.vtt`), 404)
  const changed = all(await readChannel(`/rss/podcast/${podcastId}`), 'item').at(-1)!
  assert.equal(all(changed, 'podcast:transcript').length, 0)
})

test('a split is not in a feed: it names one address, and the server splits what arrives', async () => {
  const ben = await createTestUser(world, { name: 'ben' })
  const shares = [mara, ben].map(({ name }) => ({ name, share: 1 }))
  await mara.call(createSplit, { body: { contentId: song.trackId, splitRecipients: shares } })
  await agreeByName(world, ['ben'])
  const [item] = all(await readChannel(`/rss/album/${song.albumId}`), 'item')
  assertValue(item!, `track.${song.trackId}`)
})

test('an unchanged feed is a 304; after a change its ETag and date are new, and its guid stays the same', async () => {
  const path = `/rss/podcast/${podcastId}`
  const first = await get(path)
  const [etag, modified] = [first.headers.get('etag')!, first.headers.get('last-modified')!]
  const head = await get(path, {}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, ''])
  const unchanged = [{ 'if-none-match': `"other", W/${etag}` }, { 'if-modified-since': modified }]
  for (const headers of unchanged) assert.equal((await get(path, headers)).status, 304)
  const guid = text(await readChannel(path), 'podcast:guid')
  world.clock.step(HOUR_MS)
  await mara.call(updatePodcast, { body: { podcastId, name: 'Renamed' } })
  for (const headers of unchanged) assert.equal((await get(path, headers)).status, 200)
  const renamed = await readChannel(path)
  assert.deepEqual([text(renamed, 'title'), text(renamed, 'podcast:guid')], ['Renamed', guid])
  assert.equal(text(renamed, 'lastBuildDate'), (await get(path)).headers.get('last-modified'))
})

test('episodes that are published together have dates in their order, which stay when one is removed', async () => {
  const { id } = await mara.call(createPodcast, { body: { name: 'At once' } })
  const ids = [await addEpisode('One', 1, id), await addEpisode('Two', 2, id), await addEpisode('Three', 3, id)]
  await mara.call(publish, { params: { contentId: id }, body: { contentType: 'podcast' } })
  await sql`UPDATE episode SET published_at = '2026-03-01T10:00:00.5Z' WHERE podcast_id = ${id}`.execute(
    world.world.database.read,
  )
  const datesOf = async () =>
    all(await readChannel(`/rss/podcast/${id}`), 'item').map((item) => [text(item, 'title'), text(item, 'pubDate')])
  const at = (second: number) => `Sun, 01 Mar 2026 10:00:0${second} GMT`
  assert.deepEqual(await datesOf(), [
    ['Three', at(2)],
    ['Two', at(1)],
    ['One', at(0)],
  ])
  await mara.call(deleteEpisode, { params: { episodeId: ids[0]! } })
  assert.deepEqual(await datesOf(), [
    ['Three', at(2)],
    ['Two', at(1)],
  ])
})

test('a removed time split changes the date of the feed', async () => {
  const path = `/rss/podcast/${podcastId}`
  const modified = (await get(path)).headers.get('last-modified')!
  world.clock.step(HOUR_MS)
  await mara.call(updateTimeSplits, { body: { contentId: episodeIds[0]!, contentType: 'episode', timeSplits: [] } })
  assert.equal((await get(path, { 'if-modified-since': modified })).status, 200)
})

test('scheduled tracks appear at their time and not before', async () => {
  const path = `/rss/album/${song.albumId}`
  assert.equal(all(await readChannel(path), 'podcast:updateFrequency').length, 1)
  const id = await addTrack('Later', 4)
  const at = new Date(world.clock.now().getTime() + HOUR_MS)
  const dates = [{ contentId: id, publishedAt: at.toISOString() }]
  await mara.call(publishOnDates, { body: { parentId: song.albumId, dates } })
  const early = await readChannel(path)
  assert.ok(!titlesIn(early).includes('Later'))
  assert.equal(all(early, 'podcast:updateFrequency').length, 0)
  assert.equal(await statusOf(`/rss/audio/${id}.mp3`), 404)
  world.clock.step(HOUR_MS - 60_000)
  assert.ok(!titlesIn(await readChannel(path)).includes('Later'))
  world.clock.step(60_000)
  const channel = await readChannel(path)
  assert.equal(titlesIn(channel).at(-1), 'Later')
  assert.equal(text(channel, 'lastBuildDate'), at.toUTCString())
})

test('artist and album refer to each other; a playlist refers to tracks of albums', async () => {
  const artistPath = `/rss/artist/${song.artistId}`
  const artist = await readChannel(artistPath)
  assert.equal(text(artist, 'podcast:medium'), 'publisher')
  assertValue(artist, `artist.${song.artistId}`)
  const album = await readChannel(`/rss/album/${song.albumId}`)
  const publisher = one(one(album, 'podcast:publisher'), 'podcast:remoteItem').attributes
  assert.deepEqual(
    [publisher['feedGuid'], publisher['feedUrl'], publisher['medium']],
    [text(artist, 'podcast:guid'), PUBLIC_URL + artistPath, 'publisher'],
  )
  const child = one(artist, 'podcast:remoteItem').attributes
  assert.deepEqual([child['feedGuid'], child['medium']], [text(album, 'podcast:guid'), 'music'])
  const { id: playlistId } = await mara.call(createPlaylist, { body: { title: 'Mix', visibility: 'public' } })
  for (const trackId of [trackIds[1]!, trackIds[0]!]) {
    await mara.call(addPlaylistTrack, { body: { playlistId, trackId } })
  }
  const list = await readChannel(`/rss/playlist/${playlistId}`)
  assert.deepEqual([text(list, 'podcast:medium'), all(list, 'item').length], ['musicL', 0])
  assert.deepEqual(
    all(list, 'podcast:remoteItem').map(({ attributes }) => [attributes['feedGuid'], attributes['itemGuid']]),
    [trackIds[1], trackIds[0]].map((id) => [text(album, 'podcast:guid'), id]),
  )
  await mara.call(updatePlaylist, { body: { playlistId, visibility: 'unlisted' } })
  assert.equal(text(await readChannel(`/rss/playlist/${playlistId}`), 'podcast:block'), 'yes')
  await mara.call(updatePlaylist, { body: { playlistId, visibility: 'private' } })
  assert.equal(await statusOf(`/rss/playlist/${playlistId}`), 404)
})

test('a long podcast has pages, each of which links to the previous and next one', async () => {
  const { id } = await mara.call(createPodcast, { body: { name: 'Long' } })
  await mara.call(publish, { params: { contentId: id }, body: { contentType: 'podcast' } })
  const count = 2 * PAGE_EPISODES + 1
  await addManyEpisodes(id, count)
  const url = `${PUBLIC_URL}/rss/podcast/${id}`
  const linksOf = (channel: XmlNode) =>
    all(channel, 'atom:link').map(({ attributes }) => `${attributes['rel']} ${attributes['href']}`)
  const pages = await Promise.all(['', '?page=2', '?page=3'].map((query) => readChannel(`/rss/podcast/${id}${query}`)))
  assert.deepEqual(pages.map(linksOf), [
    [`self ${url}`, `first ${url}`, `next ${url}?page=2`],
    [`self ${url}?page=2`, `first ${url}`, `previous ${url}`, `next ${url}?page=3`],
    [`self ${url}?page=3`, `first ${url}`, `previous ${url}?page=2`],
  ])
  assert.deepEqual(
    pages.flatMap(titlesIn),
    Array.from({ length: count }, (_, index) => `No ${count - index}`),
  )
  for (const page of ['4', '0', '-1', 'x', '1e3', '1&page=2']) {
    assert.equal(await statusOf(`/rss/podcast/${id}?page=${page}`), 404, page)
  }
})

test('a draft is a 404, deleted or taken-down content is a 410, and a restored feed has the same bytes', async () => {
  const draft = await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Draft' } })
  const paths = [`/rss/album/${song.albumId}`, `/rss/artist/${song.artistId}`, `/rss/audio/${song.trackId}.mp3`]
  assert.equal(await statusOf(`/rss/album/${draft.id}`), 404)
  assert.equal(await statusOf('/rss/album/01890000-0000-7000-8000-000000000000'), 404)
  assert.equal(await statusOf('/rss/album/x'), 404)
  assert.equal(await statusOf(`/rss/podcast/${song.albumId}`), 404)
  const before = await (await get(paths[0]!)).text()
  const boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  const { takedownId } = await boss.call(takeDown, { body: { artistIds: [song.artistId], reason: 'A test' } })
  assert.deepEqual(await Promise.all(paths.map(statusOf)), [410, 410, 410])
  await boss.call(undoTakedown, { params: { takedownId: takedownId! }, body: { reason: 'Ours' } })
  assert.equal(await (await get(paths[0]!)).text(), before)
  const body = { contentType: 'album' as const, isDraft: true }
  await mara.call(publish, { params: { contentId: song.albumId }, body })
  assert.equal(await statusOf(paths[0]!), 404)
  await mara.call(publish, { params: { contentId: song.albumId }, body: { contentType: 'album' } })
  await mara.call(deleteAlbum, { params: { albumId: song.albumId }, query: { withChildren: 'true' } })
  assert.deepEqual(await Promise.all([paths[0]!, paths[2]!].map(statusOf)), [410, 410])
})

test('without a public URL, a sandbox blocks its feeds from directories, and a real backend has none', async () => {
  await using own = await createTestWorld()
  const leo = await createTestUser(own, { name: 'leo' })
  const { id } = await leo.call(createPodcast, { body: { name: 'Here' } })
  await leo.call(publish, { params: { contentId: id }, body: { contentType: 'podcast' } })
  await sql`UPDATE podcast SET artwork_key = 'media/cover.jpg'`.execute(own.world.database.read)
  const channel = one(parseXml(await (await fetch(`${own.origin}/rss/podcast/${id}`)).text()), 'channel')
  assert.equal(one(channel, 'itunes:image').attributes['href'], `${own.world.publicUrl}/files/media/cover.jpg`)
  assert.deepEqual([text(channel, 'podcast:block'), text(channel, 'itunes:block')], ['yes', 'Yes'])
  assert.equal(one(channel, 'atom:link').attributes['href'], `${own.world.publicUrl}/rss/podcast/${id}`)
  const { database } = own.world
  const app = await createHttpServer({
    database,
    log: silentLog,
    trustedProxies: '',
    authenticate: async ({ ip }) => ({ kind: 'visitor', ip }),
  })
  rssRoutes(app, { ...own.world, feedHome: null, brandName: 'Peal', notified: { hubUrl: null, usesPodping: false } })
  const refused = await app.inject({ url: `/rss/podcast/${id}` })
  assert.deepEqual([refused.statusCode, refused.json().code], [404, 'feeds-need-public-url'])
  await app.close()
})

test('dates that are equal or out of order become ascending', () => {
  const dates = [5_000, 5_000, 2_000, 90_000].map((ms) => new Date(ms))
  assert.deepEqual(ascendingDates(dates).map(Number), [5_000, 6_000, 7_000, 90_000])
})
