/** How much processor time a page takes that is not cached: all of it, and each of its parts alone, for which the calls and
 * statements of the page were recorded before. Without a network. Processor time of this process, less that of the background
 * jobs, so other load on the machine matters little: `node bench/page-cost.ts [ROUNDS]`. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { createPages } from '#server/pages.ts'
import type { VisitorRead } from '#contract/endpoint.ts'
import { readAsVisitor } from '#server/platform/http/visitor-calls.ts'
import { PageBody } from '#server/pages/built-files.ts'
import { describeSettings } from '#server/settings.ts'
import { installationOf } from '#server/bind-pages.ts'
import { sharingReads } from '#server/platform/database/shared-reads.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { BIG, bigId } from './big-catalog.ts'
import { type BenchResult, median } from './measure.ts'
import { fill } from './public-pages.ts'

const SIZE = { artistCount: BIG.artistCount / 10, trackCount: BIG.trackCount / 10, playCount: BIG.playCount / 10 }
const PAGES_A_ROUND = 25
const WARM_UP_ROUNDS = 8
const IDLE_MS = 3_000
const GOAL_MS = 6

const asked = [
  ['home page', '/'],
  ['Top 40 page', '/top'],
  ['artist page', '/artist/artist-37'],
  ['search page', '/search?q=velvet'],
  ['album page', `/album/${bigId('album', 137)}`],
  ['track page', `/track/${bigId('track', 1_373)}`],
  ['show page', '/podcast/podcast-3'],
  ['episode page', `/episode/${bigId('episode', 33)}`],
] as const

export async function run(rounds = 12): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  await fill(world, SIZE)
  // Null: no response is cached.
  world.app.http.visitorResponses = null
  const jobsMsPerMs = await measureJobs()
  const results: BenchResult[] = []
  for (const [name, path] of asked) results.push(...(await partsOf(world, name, path, { rounds, jobsMsPerMs })))
  return results
}

async function measureJobs(): Promise<number> {
  const before = process.cpuUsage()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  return cpuMsSince(before) / IDLE_MS
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

type Options = { rounds: number; jobsMsPerMs: number }

async function partsOf(world: TestWorld, name: string, path: string, options: Options): Promise<BenchResult[]> {
  const { http } = world.app
  const { database, log } = world.world
  const settings = describeSettings(installationOf(world.world))
  const page = (n: number) => `${path}${path.includes('?') ? '&' : '?'}n=${n}`
  const { responses, statements } = await record(world, path)
  const recorded: VisitorRead = async (address) =>
    responses.get(address)?.response ?? Promise.reject(new Error(address))
  const pages = await createPages({ mode: 'built', readApi: recorded, settings, log })
  const ask = readAsVisitor(http)
  // As browsers send it.
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
  let n = 0
  const { body } = await pages.read(page(n))
  const parts: Record<string, () => Promise<unknown>> = {
    all: () => http.inject({ url: page(++n), headers }),
    'rendering, the document and its hash': () => pages.read(page(++n)),
    Zstandard: async () => new PageBody(body.plain, 4).as('zstd'),
    'Brotli, for browsers without Zstandard': async () => new PageBody(body.plain, 4).as('br'),
    [`${responses.size} calls of /v1, with their statements`]: () =>
      sharingReads(() => Promise.all([...responses].map(([address, { asked }]) => ask(address, asked)))),
    [`${statements.length} statements`]: () =>
      Promise.all(statements.map(({ text, values }) => database.read.executeQuery(CompiledQuery.raw(text, values)))),
    [`the same ${statements.length} on the bare pool`]: () =>
      Promise.all(statements.map((statement) => database.pool.query(statement))),
  }
  const costs = await measure(parts, options)
  return costs.map(([part, ms]) => ({
    name: `${name}, ${part}`,
    value: rounded(ms),
    limit: GOAL_MS,
    ratio: rounded(ms / GOAL_MS),
    unit: 'ms',
    limitName: 'the goal for all',
    goal: part === 'all' ? 1 : null,
    isTime: true,
  }))
}

type Responses = Map<string, { asked: Parameters<VisitorRead>[1]; response: Awaited<ReturnType<VisitorRead>> }>
type Statement = { text: string; values: unknown[]; name?: string }

/** The calls and statements of one page, not those of background jobs. */
async function record(world: TestWorld, path: string): Promise<{ responses: Responses; statements: Statement[] }> {
  const { log } = world.world
  const responses: Responses = new Map()
  const statements: Statement[] = []
  const ask = readAsVisitor(world.app.http)
  const readApi: VisitorRead = async (address, asked) => {
    const response = await ask(address, asked)
    responses.set(address, { asked, response })
    return response
  }
  const settings = describeSettings(installationOf(world.world))
  const pages = await createPages({ mode: 'built', readApi, settings, log })
  const recording = new AsyncLocalStorage<true>()
  const prototype = pg.Client.prototype as unknown as { query: (statement: Statement) => unknown }
  const original = prototype.query
  prototype.query = function (statement) {
    if (recording.getStore()) statements.push(statement)
    return Reflect.apply(original, this, arguments) as unknown
  }
  await recording.run(true, () => pages.read(path)).finally(() => (prototype.query = original))
  return { responses, statements }
}

/** The parts in turn, so that other load affects all; medians. */
async function measure(parts: Record<string, () => Promise<unknown>>, { rounds, jobsMsPerMs }: Options) {
  const costs = new Map<string, number[]>()
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [part, work] of Object.entries(parts)) {
      const [before, startedAt] = [process.cpuUsage(), performance.now()]
      for (let count = 0; count < PAGES_A_ROUND; count++) await work()
      const cost = cpuMsSince(before) - jobsMsPerMs * (performance.now() - startedAt)
      if (round >= 0) costs.set(part, [...(costs.get(part) ?? []), cost / PAGES_A_ROUND])
    }
  }
  return [...costs].map(([part, all]) => [part, median(all)] as const)
}

const rounded = (number: number): number => Math.round(number * 100) / 100

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 12)
  for (const { name, value } of await run(rounds)) console.log(`${name}: ${value} ms`)
}
