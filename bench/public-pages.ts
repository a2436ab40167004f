/** Requests of visitors, with a hundred thousand tracks (BENCH_TRACKS sets another number) and a million plays: home,
 * Top 40, artists and search, every response uncached; a page from the cache beside a bare server; and the delay until
 * audio starts while 200 users listen. Each beside a bare server in the same process that has the same bytes ready,
 * requested alternately with ours, so that other load affects both. The client is a separate process and sends the next
 * request when the last response is complete. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { refreshCharts } from '#server/catalog/lists/charts.ts'
import { refreshSimilar } from '#server/discovery/similar.ts'
import { createTestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { percentile, promised, rounded, SAME_BYTES, serveBare } from './bare-page.ts'
import { BIG, bigId, type CatalogSize, seedBigCatalog } from './big-catalog.ts'
import { compareInTurns, median, requestsPerSecond, type BenchResult } from './measure.ts'
import { sendVisitors } from './visitors.ts'

const REQUESTS = 100
/** A warmed-up server: frequently requested code has been compiled, and every connection has planned the statements: PostgreSQL
 * plans a statement at its first five executions on each connection, which is four fifths of its work for a page. */
const WARM_UP = 300
/** The promised 95th percentile of the response time. */
const PROMISED_MS = 50
/** The promised 99th percentile of the time from pressing play to the first audio. */
const SOUND_PROMISED_MS = 100
const LISTENERS = 200
const STARTS = 400
const FILE_BYTES = 4 * 1024 * 1024
const INDEX_TIMEOUT_MS = 3_600_000
const TRACKS = Number(process.env['BENCH_TRACKS'] ?? BIG.trackCount)
/** How often the pages are measured (BENCH_RUNS sets another number). */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 1)
const SIZE = { ...BIG, trackCount: TRACKS, artistCount: TRACKS / 10 }

const TERMS = [
  'kite',
  'kite str',
  'papr harbour',
  'electrik thunder',
  'velvet',
  'golden mirrow 7',
  'crooked rooftop radio',
]

/** The nth request of each kind. No two are the same, so no response comes from a cache. */
const asked: readonly [name: string, path: (n: number) => string][] = [
  ['home page', (n) => `/?n=${n}`],
  ['Top 40 page', (n) => `/top?n=${n}`],
  ['artist page', (n) => `/artist/artist-${(n * 37) % SIZE.artistCount}`],
  ['the popular artist’s page', (n) => `/artist/artist-0?n=${n}`],
  ['search page', (n) => `/search?q=${encodeURIComponent(TERMS[n % TERMS.length]!)}&n=${n}`],
  ['catalogue page', (n) => `/artists?letter=K&n=${n}`],
  ['home lists', () => '/v1/tracks/featured'],
  ['Top 40', () => '/v1/charts/music/top'],
  ['an artist', (n) => `/v1/artists/${bigId('artist', (n * 37) % SIZE.artistCount)}`],
  ['search', (n) => `/v1/search?term=${encodeURIComponent(TERMS[n % TERMS.length]!)}`],
  ['similar artists', (n) => `/v1/artists/${bigId('artist', n % SIZE.artistCount)}/similar`],
]

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  await fill(world, SIZE)
  const { http } = world.app
  const kept = http.visitorResponses
  const results: BenchResult[] = []
  // Null: no response is cached.
  http.visitorResponses = null
  for (const [name, path] of asked) {
    const runs = name.endsWith('page') ? RUNS : 1
    results.push(...(await timesOf(world, name, path, runs)))
  }
  http.visitorResponses = kept
  results.push(await cachedPage(world, '/'), await startOfPlay(world))
  return results
}

export async function fill(world: TestWorld, size: CatalogSize): Promise<void> {
  const [popular, plain] = [await createTestUser(world), await createTestUser(world)]
  const { database } = world.world
  await seedBigCatalog(database.pool, size, { popularId: popular.userId, plainId: plain.userId })
  const deadline = performance.now() + INDEX_TIMEOUT_MS
  for (;;) {
    const { rows } = await sql`SELECT FROM search_due LIMIT 1`.execute(database.read)
    if (rows.length === 0) break
    if (performance.now() > deadline) throw new Error('The search index did not become ready in time')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  // The jobs ran while the tables were empty. Without this, charts and lists of similar artists may stay empty.
  await sql`UPDATE chart SET computed_at = '-infinity'`.execute(database.read)
  await sql`UPDATE discovery_job SET ran_at = '-infinity'`.execute(database.read)
  await refreshCharts(database, world.clock.now())
  await refreshSimilar({ database, clock: world.clock })
  // By the owner of the tables: others are skipped with a warning.
  const owner = new pg.Client({ connectionString: world.world.config.databaseUrl })
  await owner.connect()
  await owner.query('ANALYZE')
  await owner.end()
}

/** The time a visitor waits, and the processor time of the response, which does not depend on other load. */
async function timesOf(
  world: TestWorld,
  name: string,
  path: (n: number) => string,
  runs: number,
): Promise<BenchResult[]> {
  const bare = await serveBare(world.origin + path(0))
  const ask: Ask = async (origin, from, to) => {
    const urls = Array.from({ length: to - from }, (_, n) => origin + path(from + n))
    const before = process.cpuUsage()
    const times = await sendVisitors({ kind: 'asking', urls, warmUpCount: 1 })
    const { user, system } = process.cpuUsage(before)
    return { times, cpuMs: (user + system) / 1_000 / urls.length }
  }
  await ask(world.origin, 0, WARM_UP)
  await ask(bare.origin, 0, WARM_UP)
  const results: BenchResult[] = []
  for (let run = 0; run < runs; run++) {
    const first = WARM_UP + run * (REQUESTS + 1)
    results.push(...(await timesOfRun(name, [world.origin, bare.origin], first, ask)))
  }
  await bare.close()
  return results
}

type Ask = (origin: string, from: number, to: number) => Promise<{ times: number[]; cpuMs: number }>

/** The sides in turns, so that other load affects both. */
async function timesOfRun(
  name: string,
  origins: [ours: string, bare: string],
  first: number,
  ask: Ask,
): Promise<BenchResult[]> {
  const measured = origins.map((origin) => ({ origin, times: [] as number[], costs: [] as number[] }))
  for (let from = first; from < first + REQUESTS; from += REQUESTS / ROUNDS) {
    for (const { origin, times, costs } of measured) {
      const one = await ask(origin, from, from + REQUESTS / ROUNDS + 1)
      times.push(...one.times)
      costs.push(one.cpuMs)
    }
  }
  const [value = 0, limit = 0] = measured.map(({ times }) => percentile(times, 0.95))
  const [cpuMs = 0, bareCpuMs = 0] = measured.map(({ costs }) => median(costs))
  return [
    promised(`${name}, uncached, p95`, value, limit, PROMISED_MS, SAME_BYTES),
    {
      name: `${name}, uncached, processor of our process`,
      value: rounded(cpuMs),
      limit: rounded(bareCpuMs),
      ratio: rounded(cpuMs / bareCpuMs),
      unit: 'ms',
      limitName: SAME_BYTES,
      goal: null,
      isTime: true,
    },
  ]
}

const ROUNDS = 5

async function cachedPage(world: TestWorld, path: string): Promise<BenchResult> {
  const bare = await serveBare(world.origin + path)
  const rates = await compareInTurns(
    () => requestsPerSecond(world.origin, [path]),
    () => requestsPerSecond(bare.origin, [path]),
  )
  await bare.close()
  return { name: 'home page from the cache', unit: 'requests/s', ...rates, limitName: SAME_BYTES, goal: 0.5 }
}

/** Beside a minimal node:http server in the same process, while the same listeners stream from our server. */
async function startOfPlay(world: TestWorld): Promise<BenchResult> {
  const key = 'media/bench.mp3'
  await world.world.files.write(key, Buffer.alloc(FILE_BYTES, 7))
  const url = `${world.origin}/files/${key}`
  return world.world.files.withLocalFile(key, async (path) => {
    const bare = createServer((_request, response) => {
      response.writeHead(206, {
        'content-length': FILE_BYTES,
        'content-range': `bytes 0-${FILE_BYTES - 1}/${FILE_BYTES}`,
      })
      createReadStream(path)
        .on('error', () => response.destroy())
        .pipe(response)
    })
    await once(bare.listen(0, '127.0.0.1'), 'listening')
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
    const beginning = [url, bareUrl]
    const times = await sendVisitors({ kind: 'listening', url, listeners: LISTENERS, beginning, starts: 2 * STARTS })
    bare.closeAllConnections()
    bare.close()
    const [ours, theirs] = [0, 1].map((side) => times.filter((_time, index) => index % 2 === side)) as [
      number[],
      number[],
    ]
    const name = `start of play while ${LISTENERS} listen, p99`
    const limitName = 'bare node:http, same file'
    return promised(name, percentile(ours, 0.99), percentile(theirs, 0.99), SOUND_PROMISED_MS, limitName)
  })
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
