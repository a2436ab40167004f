/** The calls of the studio and its statistics, with a hundred thousand tracks and a million plays, compared with
 * a thousand tracks: `node bench/studio-calls.ts`. Over HTTP, one request after another: the time that a user waits. */
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { BIG, bigId, type CatalogSize, seedBigCatalog, SMALL } from './big-catalog.ts'
import type { BenchResult } from './measure.ts'

const REQUESTS = 40
const WARM_UP = 5
/** The promised 95th percentile of the response time of each call. */
const PROMISED_MS = 100
const DAY_MS = 86_400_000

type Side = { world: TestWorld; popular: TestUser }

/** All requests are made by the popular artist, who has a hundredth of all tracks and a tenth of all plays. */
const calls: readonly [name: string, path: (yearAgo: string, today: string) => string][] = [
  ['own artists', () => '/v1/artists/account'],
  ['own releases', () => '/v1/albums/account'],
  ['own podcasts', () => '/v1/podcasts/account'],
  ['own tracks', () => '/v1/tracks/account'],
  ['a release', () => `/v1/albums/${bigId('album', 0)}`],
  ['its tracks, drafts too', () => `/v1/tracks/${bigId('album', 0)}/album?unpublished=true`],
  ['releases of an artist, drafts too', () => `/v1/albums/${bigId('artist', 0)}/artist?unpublished=true`],
  ['tracks of an artist, drafts too', () => `/v1/tracks/${bigId('artist', 0)}/artist?unpublished=true`],
  ['a track', () => `/v1/tracks/${bigId('track', 0)}`],
  ['an artist', () => `/v1/artists/${bigId('artist', 0)}`],
  ['a podcast', () => `/v1/podcasts/${bigId('podcast', 0)}`],
  ['its episodes, drafts too', () => `/v1/episodes/${bigId('podcast', 0)}/podcast?unpublished=true`],
  ['who shares a release', () => `/v1/splits/${bigId('album', 0)}/album`],
  ['time splits of a track', () => `/v1/splits/time/${bigId('track', 0)}/track`],
  ['uploads in progress', () => '/v1/uploads'],
  ['earnings of 30 days', () => '/v1/stats/music/earnings'],
  ['earnings of all time', () => '/v1/stats/music/earnings/all'],
  ['earnings by month', () => '/v1/stats/music/earnings/all/monthly'],
  ['earnings by day, a year', (from, to) => `/v1/stats/music/earnings/daily?from=${from}&to=${to}`],
  ['earnings by track, a year', (from, to) => `/v1/stats/music/earnings/tracks?from=${from}&to=${to}`],
  ['earnings by source, a year', (from, to) => `/v1/stats/music/earnings/sources?from=${from}&to=${to}`],
  ['supporters, a year', (from, to) => `/v1/stats/music/earnings/supporters?from=${from}&to=${to}`],
  ['messages', () => '/v1/stats/music/messages'],
  ['plays of 30 days', () => '/v1/stats/music/plays'],
  ['plays of all time', () => '/v1/stats/music/plays/all'],
  ['plays by month', () => '/v1/stats/music/plays/all/monthly'],
  ['plays by day, a year', (from, to) => `/v1/stats/music/plays/daily?from=${from}&to=${to}`],
  ['plays by track, a year', (from, to) => `/v1/stats/music/plays/tracks?from=${from}&to=${to}`],
  ['plays by agent, a year', (from, to) => `/v1/stats/music/plays/agent?from=${from}&to=${to}`],
  ['plays by source, a year', (from, to) => `/v1/stats/music/plays/sources?from=${from}&to=${to}`],
  ['totals by track, all time', () => '/v1/stats/music/totals/tracks/all'],
  ['totals by track, a year', (from, to) => `/v1/stats/music/totals/tracks?from=${from}&to=${to}`],
  ['totals by release, a year', (from, to) => `/v1/stats/music/totals/releases?from=${from}&to=${to}`],
]

export async function run(): Promise<BenchResult[]> {
  await using small = await createTestWorld()
  await using big = await createTestWorld()
  const sides = [await seed(small, SMALL), await seed(big, BIG)] as const
  const results: BenchResult[] = []
  for (const [name, pathOf] of calls) {
    const path = pathOf(dayBefore(DAYS_SHOWN - 1), dayBefore(0))
    const [limit, value] = [await slowest(sides[0], path), await slowest(sides[1], path)]
    if (limit === null || value === null) continue
    results.push(resultOf(`studio, ${name}`, value, limit))
  }
  const [limit, value] = [await slowestReport(sides[0]), await slowestReport(sides[1])]
  return [...results, resultOf('a report of 10 plays', value, limit)]
}

const DAYS_SHOWN = 365
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

async function seed(world: TestWorld, size: CatalogSize): Promise<Side> {
  const [popular, plain] = [await createTestUser(world), await createTestUser(world)]
  await seedBigCatalog(world.world.database.pool, size, { popularId: popular.userId, plainId: plain.userId })
  return { world, popular }
}

function resultOf(name: string, value: number, limit: number): BenchResult {
  return {
    name: `${name}, 95th of 100`,
    value,
    limit,
    ratio: value / limit,
    unit: 'ms',
    limitName: `with ${SMALL.trackCount} tracks`,
    goal: Math.round((PROMISED_MS / limit) * 10) / 10,
    isTime: true,
  }
}

/** In ms; null where there is no such call. */
async function slowest({ world, popular }: Side, path: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${popular.token}` }
  const times: number[] = []
  for (let count = 0; count < WARM_UP + REQUESTS; count++) {
    const startedAt = performance.now()
    const response = await fetch(world.origin + path, { headers })
    const text = await response.text()
    if (count >= WARM_UP) times.push(performance.now() - startedAt)
    if (response.status === 404 || response.status === 400) return null
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  }
  return percentile95(times)
}

/** Each from a different listener. */
async function slowestReport({ world }: Side): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < WARM_UP + REQUESTS; count++) {
    const plays = Array.from({ length: 10 }, (_, index) => ({
      playId: crypto.randomUUID(),
      contentId: bigId('track', (count * 10 + index) % SMALL.trackCount),
      secondsHeard: 40,
      startedAt: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      agent: 'peal-web/1',
    }))
    const startedAt = performance.now()
    const response = await fetch(`${world.origin}/v1/plays`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Bench/${count}` },
      body: JSON.stringify({ plays }),
    })
    const text = await response.text()
    if (count >= WARM_UP) times.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`)
  }
  return percentile95(times)
}

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1]! * 10) / 10
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
