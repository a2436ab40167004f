/** Two hundred feeds that users have added are read again: `node bench/foreign.ts`. The time is the processor's, of this process,
 * with half of the feeds changed since; the sites are in another process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { importForeignFeeds } from '#contract/listening/foreign/feeds.ts'
import { refreshForeignFeeds } from '#server/foreign/refresh.ts'
import { createTestUser, until } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'
import { median, type BenchResult } from './measure.ts'

const FEEDS = 200
const ITEMS = 100
const ROUNDS = 3
const UNREAD = `SELECT count(*)::int AS count FROM foreign_feed WHERE next_fetch_at < now() OR fetched_at IS NULL
  OR problem IS NOT NULL`
/** A fifth of one core for a minute. */
const LIMIT_MS = 12_000

export async function run(): Promise<BenchResult[]> {
  const sites = fork(new URL(import.meta.url).pathname, ['sites'], { execArgv: process.execArgv })
  const [port] = (await once(sites, 'message')) as [number]
  try {
    return [await measure(`127.0.0.1:${port}`)]
  } finally {
    sites.kill()
  }
}

async function measure(host: string): Promise<BenchResult> {
  await using test = await createTestWorld({ settings: { OUTBOUND_ALLOW: host } })
  const user = await createTestUser(test)
  const lines = Array.from({ length: FEEDS }, (_one, index) => `<outline xmlUrl="http://${host}/feed/${index}"/>`)
  await user.call(importForeignFeeds, { body: { opml: `<opml><body>${lines.join('')}</body></opml>` } })
  const deps = { ...test.world, outbound: test.world.origins.outbound }
  const { pool } = test.world.database
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await pool.query("UPDATE foreign_feed SET next_fetch_at = '2000-01-01'")
    const [before, startedAt] = [process.cpuUsage(), performance.now()]
    // The job of the world may take some of them.
    await refreshForeignFeeds(deps)
    await until(async () => (await pool.query(UNREAD)).rows[0].count === 0)
    const { user: userMicros, system } = process.cpuUsage(before)
    if (performance.now() - startedAt > 60_000) throw new Error('longer than a minute')
    // The first round reads all of them for the first time.
    if (round > 0) times.push((userMicros + system) / 1_000)
  }
  const value = Math.round(median(times))
  const limit = { limit: LIMIT_MS, limitName: 'a fifth of a core for a minute', ratio: value / LIMIT_MS, goal: 1 }
  return { name: `${FEEDS} feeds of ${ITEMS} items refreshed`, unit: 'ms', value, ...limit, isTime: true }
}

/** Every other feed is different each time. */
function serveSites(): void {
  let changes = 0
  const server = http.createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    const isChanging = Number(url.split('/').at(-1)) % 2 === 0
    response.end(feedOf(url, isChanging ? String((changes += 1)) : ''))
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

function feedOf(url: string, change: string): string {
  const items = Array.from({ length: ITEMS }, (_one, index) => {
    const text = `Notes of episode ${index}. ${'All that was said in it. '.repeat(40)}`
    const audio = `<enclosure url="https://audio.example${url}/${index}.mp3" length="1" type="audio/mpeg"/>`
    return `<item><title>Episode ${index} ${change}</title><guid>${index}</guid><description>${text}</description>${audio}</item>`
  })
  return `<rss version="2.0"><channel><title>Show ${url}</title>${items.join('')}</channel></rss>`
}

if (import.meta.main) {
  if (process.argv[2] === 'sites') serveSites()
  else for (const result of await run()) console.log(JSON.stringify(result))
}
