/** The feed of a podcast with ten thousand episodes, beside that of one with a single page of them: `node bench/feeds.ts`.
 * Over HTTP and compressed, one request after another, HEAD because reading the body is up to the client; the time
 * within which 95 of 100 responses are complete. */
import pg from 'pg'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { PAGE_EPISODES } from '#server/rss/podcast-feed.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const MANY = 10_000
const REQUESTS = 40
const DESCRIPTION_CHARACTERS = 600

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
  const owner = await createTestUser(world)
  const [long, short] = [await addPodcast(world, owner, MANY), await addPodcast(world, owner, PAGE_EPISODES)]
  const lastPage = `?page=${Math.ceil(MANY / PAGE_EPISODES)}`
  const results: BenchResult[] = []
  for (const [name, isMade, query] of [
    ['made from the database', true, ''],
    ['last page, made from the database', true, lastPage],
    ['unchanged', false, ''],
  ] as const) {
    const times = await compareInTurns(
      () => slowTimeOf(world, { podcastId: long, query, isMade }),
      () => slowTimeOf(world, { podcastId: short, query: '', isMade }),
    )
    const limitName = `the same of ${PAGE_EPISODES} episodes`
    results.push({ name: `feed of ${MANY} episodes, ${name}`, unit: 'ms', ...times, limitName, goal: 3, isTime: true })
  }
  return results
}

type Asked = { podcastId: string; query: string; isMade: boolean }

async function slowTimeOf({ origin, world }: TestWorld, { podcastId, query, isMade }: Asked): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    // After a write to its row, the kept feed is out of date.
    if (isMade) await world.database.pool.query('UPDATE podcast SET name = name WHERE id = $1', [podcastId])
    const startedAt = performance.now()
    const response = await fetch(`${origin}/rss/podcast/${podcastId}${query}`, { method: 'HEAD' })
    times.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`${podcastId}${query}: ${response.status}`)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(REQUESTS * 0.95)]!
}

async function addPodcast({ world }: TestWorld, { call, userId }: TestUser, episodeCount: number): Promise<string> {
  const { id } = await call(createPodcast, { body: { name: `Show of ${episodeCount}` } })
  await call(publish, { params: { contentId: id }, body: { contentType: 'podcast' } })
  const { pool } = world.database
  await pool.query(
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
    [episodeCount, userId, id, DESCRIPTION_CHARACTERS],
  )
  // By the owner of the tables: others are skipped with a warning.
  const owner = new pg.Client({ connectionString: world.config.databaseUrl })
  await owner.connect()
  await owner.query('ANALYZE')
  await owner.end()
  return id
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
