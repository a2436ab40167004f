/** The feeds of a podcast with ten thousand episodes and of an artist with a thousand releases: `npm run bench -- feeds`.
 * Over HTTP and compressed, one request after another, HEAD because reading the body is up to the client; the time
 * within which half of the responses are complete. */
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { createArtist } from '#contract/catalog/artists.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { PAGE_EPISODES } from '#server/rss/podcast-feed.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { promised, SAME_BYTES } from './bare-page.ts'
import { type BenchResult, compareInTurns, median } from './measure.ts'

const MANY = 10_000
const RELEASES = 1_000
const REQUESTS = 40
const DESCRIPTION_CHARACTERS = 600
const LAST_PAGE = `?page=${Math.ceil(MANY / PAGE_EPISODES)}`
const MADE_MS = 50
const KEPT_MS = 2

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
  const owner = await createTestUser(world)
  const [long, short] = [await addPodcast(world, owner, MANY), await addPodcast(world, owner, PAGE_EPISODES)]
  const [many, few] = [await addArtist(world, owner, RELEASES), await addArtist(world, owner, 1)]
  const { pool } = world.world.database
  // After a write to its row, the kept feed is out of date.
  const touch = (id: string) => pool.query('UPDATE podcast SET name = name WHERE id = $1', [id])
  const add = (id: string) => addEpisodes(world, owner, { podcastId: id, count: 1 })
  await using bare = await serveBare(`${world.origin}/rss/podcast/${long}`)
  const compare = async (name: string, promisedMs: number, value: Asked, limit: Asked & { name: string }) => {
    const times = await compareInTurns(
      () => timeOf({ origin: world.origin, ...value }),
      () => timeOf({ origin: world.origin, ...limit }),
    )
    return promised(name, times.value, times.limit, promisedMs, limit.name)
  }
  const show = `${MANY} episodes`
  const [path, paged] = [`/rss/podcast/${long}`, `/rss/podcast/${long}${LAST_PAGE}`]
  const limitPath = `/rss/podcast/${short}`
  const page = { name: `the same of ${PAGE_EPISODES} episodes`, path: limitPath, before: () => touch(short) }
  const tag = { 'if-none-match': bare.etag }
  return [
    await compare(`feed of ${show}, from the database`, MADE_MS, { path, before: () => touch(long) }, page),
    await compare(
      `feed of ${show}, last page, from the database`,
      MADE_MS,
      { path: paged, before: () => touch(long) },
      page,
    ),
    await compare(
      `feed of ${show}, one more`,
      MADE_MS,
      { path, before: () => add(long) },
      { ...page, before: () => add(short) },
    ),
    await compare(`feed of ${show}, kept`, KEPT_MS, { path }, { name: SAME_BYTES, origin: bare.origin, path: '/' }),
    await compare(
      `feed of ${show}, last page, kept`,
      KEPT_MS,
      { path: paged },
      { name: SAME_BYTES, origin: bare.origin, path: '/' },
    ),
    await compare(
      `feed of ${show}, 304`,
      KEPT_MS,
      { path, headers: { 'if-none-match': await etagOf(world.origin + path) } },
      { name: 'bare Fastify, 304', origin: bare.origin, path: '/', headers: tag },
    ),
    await compare(
      `feed of an artist with ${RELEASES} releases`,
      MADE_MS,
      { path: `/rss/artist/${many}` },
      { name: 'the same with one release', path: `/rss/artist/${few}` },
    ),
    await compare(
      `OPML of ${RELEASES + 3} feeds`,
      MADE_MS,
      { path: '/rss/opml' },
      { name: SAME_BYTES, origin: bare.origin, path: '/' },
    ),
  ]
}

type Asked = { path: string; origin?: string; headers?: Record<string, string>; before?: () => Promise<unknown> }

async function timeOf({ origin, path, headers = {}, before }: Asked): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    await before?.()
    const startedAt = performance.now()
    const response = await fetch(origin + path, { method: 'HEAD', headers })
    times.push(performance.now() - startedAt)
    if (response.status !== ('if-none-match' in headers ? 304 : 200)) throw new Error(`${path}: ${response.status}`)
  }
  return median(times)
}

const etagOf = async (url: string) => (await fetch(url, { method: 'HEAD' })).headers.get('etag')!

/** What a response costs that is known already. */
async function serveBare(url: string) {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const etag = '"bare"'
  const app = fastify()
  app.get('/', async (request, reply) =>
    request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.header('etag', etag).send(bytes),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, etag, [Symbol.asyncDispose]: () => app.close() }
}

async function addPodcast(world: TestWorld, owner: TestUser, count: number): Promise<string> {
  const { id } = await owner.call(createPodcast, { body: { name: `Show of ${count}` } })
  await owner.call(publish, { params: { contentId: id }, body: { contentType: 'podcast' } })
  await addEpisodes(world, owner, { podcastId: id, count })
  await vacuum(world)
  return id
}

async function addEpisodes(
  { world }: TestWorld,
  { userId }: TestUser,
  { podcastId, count }: { podcastId: string; count: number },
): Promise<void> {
  await world.database.pool.query(
    `WITH made AS MATERIALIZED (SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS asset_id
        FROM generate_series(1, $1::int) n),
      known AS (INSERT INTO content (id, type, owner_id) SELECT id, 'episode', $2 FROM made),
      assets AS (INSERT INTO asset (id, owner, kind, state, extension, duration_ms, peaks, finished_at, streams)
        SELECT asset_id, $2, 'audio', 'finished', 'wav', 1000, decode(repeat('00', 1000), 'hex'), now(), jsonb_build_object(
          'mp3', jsonb_build_object('key', 'media/' || asset_id || '.mp3', 'bytes', 1000000, 'bitRate', 128000),
          'aac', jsonb_build_object('key', 'media/' || asset_id || '.m4a', 'bytes', 2000000, 'bitRate', 256000))
        FROM made)
    INSERT INTO episode (id, podcast_id, title, description, position, is_draft, published_at, asset_id, live_key,
      duration_ms, processing_state, created_at, updated_at)
    SELECT id, $3, 'Episode ' || n, repeat('Words ', $4 / 6), n, false, now() - interval '1 hour' * ($1 - n), asset_id,
      'media/' || asset_id || '.mp3', 1000, 'finished', now(), now() FROM made`,
    [count, userId, podcastId, DESCRIPTION_CHARACTERS],
  )
}

async function addArtist(world: TestWorld, owner: TestUser, count: number): Promise<string> {
  const { id } = await owner.call(createArtist, { body: { name: `Artist of ${count}` } })
  await world.world.database.pool.query(
    `WITH made AS MATERIALIZED (SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS track_id, gen_random_uuid() AS asset_id
        FROM generate_series(1, $1::int) n),
      known AS (INSERT INTO content (id, type, owner_id) SELECT id, 'album', $2::uuid FROM made
        UNION ALL SELECT track_id, 'track', $2::uuid FROM made),
      albums AS (INSERT INTO album (id, artist_id, title, is_draft, published_at, created_at, updated_at)
        SELECT id, $3, 'Album ' || n, false, now() - interval '1 hour' * n, now(), now() FROM made),
      assets AS (INSERT INTO asset (id, owner, kind, state, extension, duration_ms, peaks, finished_at)
        SELECT asset_id, $2::uuid, 'audio', 'finished', 'wav', 1000, decode(repeat('00', 1000), 'hex'), now() FROM made)
    INSERT INTO track (id, album_id, asset_id, title, position, is_draft, published_at, live_key, duration_ms,
      created_at, updated_at)
    SELECT track_id, id, asset_id, 'Track', 1, false, now() - interval '1 hour' * n, 'media/' || asset_id || '.mp3', 1000,
      now(), now() FROM made`,
    [count, owner.userId, id],
  )
  await vacuum(world)
  return id
}

/** By the owner of the tables: others are skipped with a warning. */
async function vacuum({ world }: TestWorld): Promise<void> {
  const owner = new pg.Client({ connectionString: world.config.databaseUrl })
  await owner.connect()
  await owner.query('VACUUM ANALYZE')
  await owner.end()
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
