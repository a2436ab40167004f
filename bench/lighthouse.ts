/** The Lighthouse scores and the largest paint of home, an album, an artist and a track for a phone on a slow connection:
 * the medians of three runs. Other load on the machine lowers the performance score only. With `LIGHTHOUSE_ORIGIN`, tests
 * the home page of a running server, and the first album, artist and track on it. */
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { once } from 'node:events'
import lighthouse, { type Result } from 'lighthouse'
import { createCall } from '#web/data/api.ts'
import { getAlbum, listNewAlbums } from '#contract/catalog/albums.ts'
import { getArtist } from '#contract/catalog/artists.ts'
import { launchBrowser } from '#tests/browser/chromium.ts'
import { createTestUser, publishTrack } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'
import { median, type BenchResult } from './measure.ts'

const ROUNDS = 3
const ALBUMS = 6
const PROMISED = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const LARGEST_PAINT_MS = 2_000
const LOAD_MAX_MS = 90_000

type Category = keyof typeof PROMISED
const categories = Object.keys(PROMISED) as Category[]

export async function run(): Promise<BenchResult[]> {
  const given = process.env['LIGHTHOUSE_ORIGIN']
  if (given !== undefined) return judgePages(given)
  await using world = await createTestWorld({ pages: true })
  const mara = await createTestUser(world, { name: 'mara' })
  for (let index = 0; index < ALBUMS; index++) await publishTrack(world, mara, { title: `Slow Lightning ${index}` })
  // Awaited here, because the world is disposed of when this function returns.
  return await judgePages(world.origin)
}

async function judgePages(origin: string): Promise<BenchResult[]> {
  const call = createCall(async (path, init) => {
    const response = await fetch(origin + path, init)
    return { status: response.status, json: await response.json() }
  })
  const { albums } = await call(listNewAlbums, {})
  const [album] = albums
  if (!album) throw new Error('the home page has no album')
  const { artistUrl } = await call(getArtist, { params: { artistId: album.artistId } })
  const { tracks } = await call(getAlbum, { params: { albumId: album.id } })
  const paths = {
    home: '/',
    album: `/album/${album.id}`,
    artist: `/artist/${artistUrl}`,
    track: `/track/${tracks[0]?.id ?? ''}`,
  }
  const port = await findPort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    const results: BenchResult[] = []
    for (const [name, path] of Object.entries(paths)) results.push(...(await judge(name, origin + path, port)))
    return results
  } finally {
    await browser.close()
  }
}

async function judge(name: string, url: string, port: number): Promise<BenchResult[]> {
  const rounds: Result[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await ask(url, port))
  explain(name, rounds)
  const paintMs = median(rounds.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? LOAD_MAX_MS))
  const paint: BenchResult = {
    name: `lighthouse, ${name}: largest paint`,
    value: Math.round(paintMs),
    limit: LARGEST_PAINT_MS,
    ratio: paintMs / LARGEST_PAINT_MS,
    unit: 'ms',
    limitName: 'promised',
    goal: 1,
    isTime: true,
  }
  const scores = categories.map((category): BenchResult => {
    const value = median(rounds.map((round) => scoreOf(round, category)))
    return {
      name: `lighthouse, ${name}: ${category}`,
      value,
      limit: PROMISED[category],
      ratio: value / PROMISED[category],
      unit: 'points',
      limitName: 'promised',
      goal: 1,
    }
  })
  return [...scores, paint]
}

async function ask(url: string, port: number): Promise<Result> {
  const run = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    maxWaitForLoad: LOAD_MAX_MS,
  })
  if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? 'no report'}`)
  return run.lhr
}

const scoreOf = ({ categories }: Result, category: Category) => Math.round((categories[category]?.score ?? 0) * 100)

/** Prints each audit that lowers a score, once. */
function explain(name: string, rounds: readonly Result[]): void {
  const metrics = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
  const shown = metrics.map(
    (metric) => `${metric} ${rounds.map((round) => round.audits[metric]?.displayValue).join(', ')}`,
  )
  console.log(`${name}: ${shown.join('; ')}`)
  const [last] = rounds.slice(-1)
  for (const category of categories) {
    for (const { id, weight } of last?.categories[category]?.auditRefs ?? []) {
      const audit = last?.audits[id]
      if (audit && weight > 0 && audit.score !== null && audit.score < 0.9) console.log(`  ${category}: ${audit.title}`)
    }
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
