/** Services are notified of changed feeds, each of a feed at most once a minute; and what only owners with a Nostr key, a
 * code or recommendations have in their feeds. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { createPodcast, deletePodcast, listOwnPodcasts, updatePodcast } from '#contract/catalog/podcasts.ts'
import { publish, publishOnDates } from '#contract/catalog/publish.ts'
import { getSurfaces, publishAgain } from '#contract/catalog/surfaces/surfaces.ts'
import { updateArtist } from '#contract/catalog/artists.ts'
import { addPlaylistTrack, createPlaylist } from '#contract/listening/playlists.ts'
import { updateAlbum } from '#contract/catalog/albums.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { parsePointer } from '#protocols/nostr/handler.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { guidOfFeed } from '#protocols/rss/guid.ts'
import { feedHomeOf } from '#server/catalog/feed-guids.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log.ts'
import { type HttpDouble, startHttpDouble } from '#tests/http-double.ts'
import { all, one, parseXml, text, type XmlNode } from '#protocols/rss/parse-xml.ts'
import { connectRelay } from '#tests/relay-client.ts'
import { createTestUser, lendAudio, publishTrack, type PublishedTrack, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { announcedIn, servicesOf, startNoticeJobs } from './notices.ts'
import { rssRoutes } from './routes.ts'
import { readSurfaces } from './surfaces.ts'

const PUBLIC_URL = 'https://peal.example'
const TOKEN = 'a token of the podping service'

const stack = new AsyncDisposableStack()
let services: HttpDouble
let world: TestWorld
let config: Config
let mara: TestUser
let song: PublishedTrack
let podcastId: string
let episodeId: string

before(async () => {
  services = stack.use(await startHttpDouble())
  services.answerWith(() => ({ text: 'ok' }))
  world = stack.use(await createTestWorld({ settings: { PUBLIC_URL } }))
  // Not of the world itself, whose own job would be a second one.
  config = {
    ...world.world.config,
    podcastIndexUrl: `${services.url}/pubnotify`,
    websubHub: `${services.url}/hub`,
    podpingUrl: `${services.url}/podping`,
    podpingToken: TOKEN,
  }
  mara = await createTestUser(world, { name: 'mara' })
  song = await publishTrack(world, mara, { title: 'One' })
  podcastId = (await mara.call(createPodcast, { body: { name: 'Night Talk' } })).id
  const body = { podcastId, title: 'Pilot', order: 1, extension: 'wav' as const }
  episodeId = (await mara.call(createEpisode, { body })).id
  await lendAudio(world, episodeId, song.trackId, 'episode')
  await mara.call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast' } })
})
after(() => stack.disposeAsync())

async function readChannel(path: string): Promise<XmlNode> {
  return one(parseXml(await (await fetch(world.origin + path)).text()), 'channel')
}

/** Runs one round and returns the requests that it made, by service and feed. */
async function round(by = config): Promise<string[]> {
  services.asked.length = 0
  const jobs = startNoticeJobs({ ...world.world, log: silentLog, config: by })
  try {
    await jobs.runAll()
  } finally {
    await jobs.stop()
  }
  return services.asked
    .map(({ path, body }) => {
      const url = new URL(path, services.url)
      const feed = url.searchParams.get('url') ?? new URLSearchParams(body).get('hub.url')
      return `${url.pathname} ${feed?.replace(`${PUBLIC_URL}/rss/`, '')}`
    })
    .toSorted()
}

const everywhere = (feed: string) => ['/hub', '/podping', '/pubnotify'].map((service) => `${service} ${feed}`)

test('each service is notified once of a changed feed, and of a later change after a minute at the earliest', async () => {
  const feeds = [`album/${song.albumId}`, `artist/${song.artistId}`, `podcast/${podcastId}`]
  world.clock.step(60_000)
  assert.deepEqual(await round(), feeds.flatMap(everywhere).toSorted())
  const podping = services.asked.find(({ path }) => path.startsWith('/podping') && path.includes('podcast'))!
  assert.equal(podping.headers.authorization, `Bearer ${TOKEN}`)
  assert.match(podping.path, /reason=update&medium=podcast$/)
  const hub = services.asked.find(({ path }) => path === '/hub')!
  assert.match(hub.body, /^hub\.mode=publish&hub\.url=/)
  world.clock.step(60_000)
  assert.deepEqual(await round(), [])
  await mara.call(updatePodcast, { body: { podcastId, name: 'Night Talks' } })
  assert.deepEqual(await round(), everywhere(feeds[2]!))
  world.clock.step(30_000)
  await mara.call(updatePodcast, { body: { podcastId, name: 'Night Talk' } })
  assert.deepEqual(await round(), [])
  world.clock.step(30_000)
  assert.deepEqual(await round(), everywhere(feeds[2]!))
})

test('a service that fails is notified again after a minute, and the others are not', async () => {
  services.answerWith(({ path }) => (path.startsWith('/hub') ? { status: 503, text: '' } : { text: 'ok' }))
  world.clock.step(60_000)
  await mara.call(updateAlbum, { body: { albumId: song.albumId, description: 'Words' } })
  const album = `album/${song.albumId}`
  const isOfAlbum = (request: string) => request.endsWith(album)
  assert.deepEqual((await round()).filter(isOfAlbum), everywhere(album))
  assert.deepEqual((await round()).filter(isOfAlbum), [])
  world.clock.step(60_000)
  services.answerWith(() => ({ text: 'ok' }))
  assert.deepEqual((await round()).filter(isOfAlbum), [`/hub ${album}`])
  world.clock.step(60_000)
  assert.deepEqual(await round(), [])
})

test('the studio shows what apps read, what is wrong with it, and whether services know the last change', async () => {
  const deps = { ...world.world, feedHome: feedHomeOf(config), brandName: 'Peal', notified: announcedIn(config) }
  const caller = { kind: 'user', userId: mara.userId } as Caller
  const read = (contentId: string) => readSurfaces({ ...deps, services: servicesOf(config) }, caller, contentId)
  const statesOf = async () => (await read(podcastId)).notices.map(({ service, state }) => `${service} ${state}`)
  const all = (state: string) => ['podcast-index', 'websub', 'podping'].map((service) => `${service} ${state}`)
  assert.deepEqual(await statesOf(), all('notified'))
  world.clock.step(60_000)
  assert.equal(await mara.call(publishAgain, { params: { contentId: podcastId } }), null)
  assert.deepEqual(await statesOf(), all('waiting'))
  services.answerWith(({ path }) => (path.startsWith('/hub') ? { status: 503, text: '' } : { text: 'ok' }))
  assert.deepEqual(await round(), everywhere(`podcast/${podcastId}`))
  assert.deepEqual(await statesOf(), ['podcast-index notified', 'websub failed', 'podping notified'])
  services.answerWith(() => ({ text: 'ok' }))
  world.clock.step(60_000)
  await round()
  const url = `${PUBLIC_URL}/rss/podcast/${podcastId}`
  const { feed } = await mara.call(getSurfaces, { params: { contentId: podcastId } })
  const bytes = (await (await fetch(`${world.origin}/rss/podcast/${podcastId}`)).bytes()).length
  assert.deepEqual([feed?.url, feed?.bytes, feed?.paidTo], [url, bytes, `podcast.${podcastId}@peal.example`])
  const codes = (found: typeof feed) => found?.findings.map(({ code, subject }) => `${code} ${subject}`)
  assert.deepEqual(codes(feed), ['no-image null', 'no-category null', 'no-language null'])
  const { pool } = world.world.database
  const changed = await pool.query<{ streams: string }>(
    `UPDATE asset SET streams = jsonb_set(streams, '{mp3,bytes}', '1') WHERE id = (
       SELECT asset_id FROM track WHERE id = $1) RETURNING bytes`,
    [song.trackId],
  )
  assert.equal(changed.rowCount, 1)
  const album = await mara.call(getSurfaces, { params: { contentId: song.albumId } })
  assert.ok(codes(album.feed)?.includes('wrong-length One'), codes(album.feed)?.join())
  await pool.query(
    `UPDATE asset SET streams = jsonb_set(streams, '{mp3,bytes}', to_jsonb($2::bigint)) WHERE id = (
       SELECT asset_id FROM track WHERE id = $1)`,
    [song.trackId, (await world.world.files.stat(await liveKeyOf(song.trackId)))!.size],
  )
})

async function liveKeyOf(trackId: string): Promise<string> {
  const { rows } = await world.world.database.pool.query<{ live_key: string }>(
    'SELECT live_key FROM track WHERE id = $1',
    [trackId],
  )
  return rows[0]!.live_key
}

test('a scheduled episode is announced at its second and not before', async () => {
  const body = { podcastId, title: 'Later', order: 2, extension: 'wav' as const }
  const { id } = await mara.call(createEpisode, { body })
  await lendAudio(world, id, song.trackId, 'episode')
  const publishedAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  await mara.call(publishOnDates, { body: { parentId: podcastId, dates: [{ contentId: id, publishedAt }] } })
  world.clock.step(3_000_000)
  await round()
  world.clock.step(3_600_000 - 3_000_000 - 60_000)
  assert.deepEqual(await round(), [])
  world.clock.step(60_000)
  assert.deepEqual(await round(), everywhere(`podcast/${podcastId}`))
})

test('without a public address no service is notified, and feeds name none', async () => {
  const path = `/rss/podcast/${podcastId}`
  const feedHome = { origin: PUBLIC_URL, isLasting: true }
  const app = await createHttpServer({
    ...world.world,
    trustedProxies: '',
    authenticate: async ({ ip }) => ({ kind: 'visitor', ip }),
  })
  rssRoutes(app, { ...world.world, feedHome, brandName: 'Peal', notified: announcedIn(config) })
  const podcast = one(parseXml((await app.inject({ url: path })).body), 'channel')
  assert.deepEqual(one(podcast, 'podcast:podping').attributes, { usesPodping: 'true' })
  const links = all(podcast, 'atom:link').map(({ attributes }) => attributes)
  assert.deepEqual(links[1], { rel: 'hub', href: `${services.url}/hub` })
  await app.close()
  assert.equal(all(await readChannel(path), 'podcast:podping').length, 0)
  world.clock.step(60_000)
  await mara.call(updatePodcast, { body: { podcastId, name: 'Talk' } })
  const hidden = { ...config, publicUrl: '' }
  assert.deepEqual(announcedIn(hidden), { hubUrl: null, usesPodping: false })
  assert.deepEqual(await round(hidden), [])
  assert.deepEqual(await round(), everywhere(`podcast/${podcastId}`))
})

test('a podcast can be unlocked, be verified and recommend others', async () => {
  const read = () => readChannel(`/rss/podcast/${podcastId}`)
  assert.equal(text(await read(), 'podcast:locked'), 'yes')
  const [there, guid] = ['https://other.example/feed.xml', '917393e3-1b1e-5cef-ace4-edaa54e1f810']
  const podroll = `${there}\n\nhttps://more.example/rss ${guid}`
  const body = { podcastId, isLocked: 'false' as const, verificationCode: 'S6lpp-7ZCn8', podroll }
  await mara.call(updatePodcast, { body })
  const [own] = await mara.call(listOwnPodcasts, { query: {} })
  assert.deepEqual([own!.isLocked, own!.verificationCode], [false, body.verificationCode])
  // As forms send it.
  assert.equal(own!.podroll?.replaceAll('\r\n', '\n'), podroll)
  const channel = await read()
  assert.equal(text(channel, 'podcast:locked'), 'no')
  assert.deepEqual(
    all(channel, 'podcast:txt').map((node) => [node.attributes['purpose'], node.text]),
    ['verify', 'applepodcastsverify'].map((purpose) => [purpose, 'S6lpp-7ZCn8']),
  )
  assert.deepEqual(
    all(one(channel, 'podcast:podroll'), 'podcast:remoteItem').map(({ attributes }) => attributes),
    [
      { feedGuid: guidOfFeed(there), feedUrl: there },
      { feedGuid: guid, feedUrl: 'https://more.example/rss' },
    ],
  )
  for (const wrong of ['other.example', `${there} x`, 'javascript:alert(1)', `${there}\n`.repeat(21)]) {
    await assert.rejects(mara.call(updatePodcast, { body: { podcastId, podroll: wrong } }), { status: 422 }, wrong)
  }
  await mara.call(updatePodcast, { body: { podcastId, verificationCode: '', podroll: '' } })
  const cleared = await read()
  for (const name of ['podcast:txt', 'podcast:podroll']) assert.equal(all(cleared, name).length, 0, name)
})

test('a feed announces its new address for four weeks, and then redirects there; audio stays', async () => {
  const read = () => fetch(`${world.origin}/rss/podcast/${podcastId}`, { redirect: 'manual' })
  const move = (user: TestUser, newFeedUrl: string) => user.call(updatePodcast, { body: { podcastId, newFeedUrl } })
  const there = 'https://new.example/feed.xml'
  await assert.rejects(move(mara, 'http://new.example/feed.xml'), { status: 400 })
  await assert.rejects(move(mara, `${PUBLIC_URL}/rss/podcast/${podcastId}`), { status: 422 })
  await move(mara, there)
  const { pool } = world.world.database
  const setSince = (days: number) =>
    pool.query('UPDATE podcast SET new_feed_since = $2 WHERE id = $1', [
      podcastId,
      new Date(world.clock.now().getTime() - days * 86_400_000),
    ])
  assert.equal(text(await readChannel(`/rss/podcast/${podcastId}`), 'itunes:new-feed-url'), there)
  await setSince(27.9)
  assert.equal((await read()).status, 200)
  // Saving the form again does not begin the four weeks again.
  await move(mara, there)
  await setSince(28)
  await move(mara, there)
  const moved = await read()
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, there])
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM episode WHERE podcast_id = $1 LIMIT 1', [podcastId])
  for (const { id } of rows) {
    const audio = await fetch(`${world.origin}/rss/audio/${id}.mp3`, { redirect: 'manual' })
    assert.equal(audio.status, 302)
  }
  // Who recommends it recommends it there.
  const { id: friendId } = await mara.call(createPodcast, { body: { name: 'Day Talk' } })
  await mara.call(publish, { params: { contentId: friendId }, body: { contentType: 'podcast' } })
  const podroll = `${PUBLIC_URL}/rss/podcast/${podcastId}`
  await mara.call(updatePodcast, { body: { podcastId: friendId, podroll } })
  const recommended = async () =>
    one(one(await readChannel(`/rss/podcast/${friendId}`), 'podcast:podroll'), 'podcast:remoteItem').attributes
  assert.deepEqual(await recommended(), { feedGuid: guidOfFeed(podroll), feedUrl: there })
  await move(mara, '')
  assert.equal((await read()).status, 200)
  assert.equal((await recommended())['feedUrl'], podroll)
  await mara.call(deletePodcast, { params: { podcastId: friendId }, query: {} })
})

test('each file has the hash of its bytes', async () => {
  const [item] = all(await readChannel(`/rss/album/${song.albumId}`), 'item')
  const files = all(item!, 'podcast:alternateEnclosure')
  assert.equal(files.length, 3)
  for (const file of files) {
    const here = (url: string) => url.replace(PUBLIC_URL, world.origin)
    const { headers } = await fetch(here(one(file, 'podcast:source').attributes['uri']!), { redirect: 'manual' })
    const response = await fetch(here(headers.get('location')!))
    const hash = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('base64')
    assert.deepEqual(one(file, 'podcast:integrity').attributes, { type: 'sri', value: `sha256-${hash}` })
  }
})

test('events of the owner on the relay are where content is discussed; those of others are not', async () => {
  const [own, other] = [generateSecretKey(), generateSecretKey()]
  const client = await connectRelay(world.origin)
  const guid = text(await readChannel(`/rss/podcast/${podcastId}`), 'podcast:guid')
  const told = (kind: number, tags: string[][], key: Uint8Array) =>
    client.publish(signEvent({ kind, created_at: Math.floor(Date.now() / 1_000), tags, content: '' }, key))
  for (const key of [own, other]) {
    await told(54, [['i', `podcast:item:guid:${episodeId}`]], key)
    await told(10_154, [['i', `podcast:guid:${guid}`]], key)
    await told(36_787, [['d', song.trackId]], key)
    await told(34_139, [['d', song.albumId]], key)
  }
  const paths = [`/rss/podcast/${podcastId}`, `/rss/album/${song.albumId}`]
  const found = async () => (await Promise.all(paths.map(readChannel))).flatMap(discussionsIn)
  assert.deepEqual(await found(), [])
  await sql`INSERT INTO identity (issuer, subject, user_id) VALUES ('nostr', ${publicKeyOf(own)}, ${mara.userId})`.execute(
    world.world.database.read,
  )
  const pointers = (await found()).map(parsePointer)
  const pubkey = publicKeyOf(own)
  assert.deepEqual(
    pointers.map((pointer) => (pointer?.type === 'address' ? pointer : pointer?.type)),
    [
      { type: 'address', kind: 10_154, pubkey, slot: '' },
      'event',
      { type: 'address', kind: 34_139, pubkey, slot: song.albumId },
      { type: 'address', kind: 36_787, pubkey, slot: song.trackId },
    ],
  )
})

const discussionsIn = (channel: XmlNode) =>
  [channel, ...all(channel, 'item')].flatMap((node) =>
    all(node, 'podcast:socialInteract').map(({ attributes }) => {
      assert.equal(attributes['protocol'], 'nostr')
      return attributes['uri']!
    }),
  )

test('all public podcasts and releases are one OPML', async () => {
  const response = await fetch(`${world.origin}/rss/opml`)
  assert.equal(response.headers.get('content-type'), 'text/x-opml; charset=utf-8')
  const body = one(parseXml(await response.text()), 'body')
  const feeds = all(body, 'outline').flatMap((group) =>
    all(group, 'outline').map(({ attributes }) => attributes['xmlUrl']),
  )
  assert.deepEqual(feeds, [`${PUBLIC_URL}/rss/podcast/${podcastId}`, `${PUBLIC_URL}/rss/album/${song.albumId}`])
})

test('feeds of artists and albums move in the same way, and all that refer to them follow', async () => {
  const { artistId, albumId, trackId } = song
  const { id: playlistId } = await mara.call(createPlaylist, { body: { title: 'Mix', visibility: 'public' } })
  await mara.call(addPlaylistTrack, { body: { playlistId, trackId } })
  const paths = { artist: `/rss/artist/${artistId}`, album: `/rss/album/${albumId}` }
  const moves = {
    artist: (newFeedUrl: string, by = mara) => by.call(updateArtist, { body: { artistId, newFeedUrl } }),
    album: (newFeedUrl: string, by = mara) => by.call(updateAlbum, { body: { albumId, newFeedUrl } }),
  }
  const nell = await createTestUser(world, { name: 'nell' })
  await world.world.database.pool.query(
    "INSERT INTO team_member (maker_id, user_id, role, since) VALUES ($1, $2, 'manager', now())",
    [artistId, nell.userId],
  )
  const publisherUrl = async () =>
    one(one(await readChannel(paths.album), 'podcast:publisher'), 'podcast:remoteItem').attributes['feedUrl']
  for (const kind of ['artist', 'album'] as const) {
    const [path, there] = [paths[kind], `https://new.example/${kind}.xml`]
    const read = () => fetch(world.origin + path, { redirect: 'manual' })
    const listed = async () => {
      const channel = await readChannel(kind === 'album' ? `/rss/playlist/${playlistId}` : paths.album)
      return kind === 'album' ? one(channel, 'podcast:remoteItem').attributes['feedUrl'] : publisherUrl()
    }
    await assert.rejects(moves[kind](there, nell), { status: 403 })
    await assert.rejects(moves[kind](PUBLIC_URL + path), { status: 422 })
    await moves[kind](there)
    assert.equal(text(await readChannel(path), 'itunes:new-feed-url'), there)
    assert.equal(await listed(), PUBLIC_URL + path)
    world.clock.step(28 * 86_400_000)
    const moved = await read()
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, there])
    assert.equal(await listed(), there)
    await moves[kind]('')
    assert.deepEqual([(await read()).status, await listed()], [200, PUBLIC_URL + path])
  }
})
