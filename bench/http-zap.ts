/** Zaps from the balance over HTTP, as pages send them, compared with post() alone in the same database: `node
 * bench/http-zap.ts`. The server is a separate process. Its Lightning node is the scripted one, which zaps from the
 * balance never call. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { createArtist } from '#server/catalog/music/artists.ts'
import { agreeToOffers } from '#server/catalog/splits/consent.fixture.ts'
import { createSplit } from '#server/catalog/splits/splits.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog, writeToStderr } from '#server/platform/log.ts'
import { buildWorld, type World } from '#server/world.ts'
import { createScriptedNode } from '#tests/scripted-node.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { testConfig, transportTo, type TestWorld } from '#tests/world.ts'
import { createCall } from '#web/data/api.ts'
import { zapByPost } from './ledger-post.ts'
import { median, medianPair, ratePerSecond, type BenchResult } from './measure.ts'
import {
  addUsers,
  CLIENT_COUNT,
  catalogOf,
  fillBalances,
  openBeside,
  openStage,
  openUsers,
  ROUND_COUNT,
  ROUND_MS,
  type Stage,
  userOf,
} from './zap-stage.ts'

/** As many as may register from one address in an hour. */
const PAYER_COUNT = 30
const ARTIST_COUNT = 300
const BALANCE_MSAT = 10_000_000_000n
const ZAP_MSAT = 5_000
const QUIET_TIMEOUT_MS = 60_000
const CALM_SHARE = 0.7
const CALM_SECONDS = 4

type Served = { origin: string; tokens: string[]; contentIds: string[] }

export async function run(): Promise<BenchResult[]> {
  await using stage = await openStage()
  await using stack = new AsyncDisposableStack()
  const limitDatabase = stack.adopt(await openBeside(stage), (database) => database.close())
  const users = await openUsers(limitDatabase)
  await using server = await startServer(stage)
  const spread: Rate[] = []
  const hot: Rate[] = []
  for (let round = 0; round <= ROUND_COUNT; round++) {
    await untilQuiet(stage)
    const limit = await ratePerSecond(CLIENT_COUNT, ROUND_MS, () => zapByPost(limitDatabase, users))
    const value = (await load(server)).rate
    await untilQuiet(stage)
    const hotValue = (await load(toOneArtist(server))).rate
    if (round === 0) continue
    spread.push({ value, limit })
    hot.push({ value: hotValue, limit })
  }
  const calm = await measureCalm(stage, server, median(spread.map(({ value }) => value)))
  const several = await measureSeveral(stage, server, median(spread.map(({ limit }) => limit)))
  const common = { unit: 'zaps/s', limitName: 'post() alone' }
  return [
    { name: 'POST /v1/send, many artists', ...common, ...medianPair(spread), goal: 0.35 },
    { name: 'POST /v1/send, all to one artist', ...common, ...medianPair(hot), goal: null },
    calm,
    ...several,
  ]
}

/** More servers on the same database and machine: they take the processor from each other and from PostgreSQL. */
async function measureSeveral(stage: Stage, first: Served, limit: number): Promise<BenchResult[]> {
  await using stack = new AsyncDisposableStack()
  const servers = [first]
  const results: BenchResult[] = []
  for (const count of [2, 3]) {
    servers.push(stack.use(await startServer(stage, first)))
    const rates: number[] = []
    for (let round = 0; round < ROUND_COUNT; round++) {
      await untilQuiet(stage)
      const loads = servers.map((server, at) =>
        load({ ...server, tokens: first.tokens.filter((_, index) => index % count === at) }),
      )
      rates.push((await Promise.all(loads)).reduce((sum, { rate }) => sum + rate, 0))
    }
    const name = `POST /v1/send, many artists, ${count} servers`
    const value = Math.round(median(rates))
    results.push({
      name,
      value,
      limit: Math.round(limit),
      ratio: value / limit,
      unit: 'zaps/s',
      limitName: 'post() alone',
      goal: null,
    })
  }
  return results
}

type Rate = { value: number; limit: number }

const toOneArtist = (server: Served): Served => ({ ...server, contentIds: server.contentIds.slice(0, 1) })

/** The 99th percentile of the response time while the server has capacity left. */
async function measureCalm(stage: Stage, server: Served, saturation: number): Promise<BenchResult> {
  const rounds: Rate[] = []
  for (let round = 0; round < ROUND_COUNT; round++) {
    await untilQuiet(stage)
    const { p50, p99 } = await load(server, Math.round(saturation * CALM_SHARE))
    rounds.push({ value: p99, limit: p50 })
  }
  const name = `POST /v1/send at ${CALM_SHARE * 100} % of saturation, 99th percentile`
  return { name, unit: 'ms', ...medianPair(rounds), limitName: 'the median', goal: 5, isTime: true }
}

/** Each connection is one payer. `overallRate` limits the requests per second of all connections together. */
async function load(
  { origin, tokens, contentIds }: Served,
  overallRate?: number,
): Promise<{ rate: number; p50: number; p99: number }> {
  let next = 0
  const result = await autocannon({
    url: `${origin}/v1/send`,
    connections: tokens.length,
    duration: overallRate === undefined ? ROUND_MS / 1_000 : CALM_SECONDS,
    ...(overallRate === undefined ? {} : { overallRate }),
    setupClient(client) {
      const headers = { authorization: `Bearer ${tokens[next++ % tokens.length]}`, 'content-type': 'application/json' }
      const setupRequest = (request: object) => ({
        ...request,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: zapOf(contentIds[Math.floor(Math.random() * contentIds.length)]!),
      })
      client.setRequests([{ method: 'POST', headers, setupRequest }])
    },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} failed responses, ${result.errors} errors`)
  return { rate: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

const zapOf = (contentId: string) =>
  JSON.stringify({ contentId, msatAmount: ZAP_MSAT, comment: 'Storm!', contentTime: 7 })

/** The work after the server's responses must not count towards the next measurement. */
async function untilQuiet({ database }: Stage): Promise<void> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS
  for (;;) {
    const { rows } = await database.pool.query<{ left: number }>(
      'select count(*)::int as left from outbox where done_at is null',
    )
    if (rows[0]!.left === 0) return
    if (performance.now() > deadline) throw new Error(`${rows[0]!.left} events are not delivered yet`)
    await sleep(50)
  }
}

/** `beside`: another one on the same database, with its users and artists. */
async function startServer({ ownerUrl, dataDir }: Stage, beside?: Served): Promise<Served & AsyncDisposable> {
  const task = [import.meta.filename, beside ? 'join' : 'serve', ownerUrl, path.join(dataDir, 'server')]
  const child = spawn(process.execPath, task, { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])])
  const [line] = (await output) as [Buffer]
  const served = JSON.parse(String(line) || 'null') as Served | null
  if (served === null) throw new Error('The server of the benchmark did not start')
  return {
    ...served,
    ...(beside && { tokens: beside.tokens, contentIds: beside.contentIds }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The complete server. The first one creates users and artists before it is announced. */
async function serve(databaseUrl: string, dataDir: string, isFirst: boolean): Promise<void> {
  const config = testConfig(dataDir, databaseUrl, { DATABASE_CONNECTIONS: '20' })
  const log = createLog(writeToStderr, 'error')
  const world = await buildWorld(config, log, { node: createScriptedNode({ key: new Uint8Array(32).fill(7) }) })
  const app = await createApp(world, 'none', startBackground)
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const tokens = isFirst ? await makePayers(world, origin) : []
  const contentIds = isFirst ? await makeArtists(world) : []
  process.stdout.write(`${JSON.stringify({ origin, tokens, contentIds } satisfies Served)}\n`)
  await once(process, 'SIGTERM')
  await app.stop()
  await world.stop()
}

async function makePayers(world: World, origin: string): Promise<string[]> {
  const callWith = (token: string | null) => createCall(transportTo(origin), () => token)
  const visitor = { world, origin, call: callWith(null), callWith } as TestWorld
  const people: TestUser[] = []
  for (let index = 0; index < PAYER_COUNT; index++) {
    people.push(await createTestUser(visitor, { name: `payer${index}`, verified: false }))
  }
  const userIds = people.map(({ userId }) => userId)
  await world.database.transaction((tx) => fillBalances(tx, userIds, BALANCE_MSAT))
  return people.map(({ token }) => token)
}

/** Each artist shares with the previous one. */
async function makeArtists(world: World): Promise<string[]> {
  const { database, clock } = world
  const names = Array.from({ length: ARTIST_COUNT }, (_, index) => `artist${index}`)
  const people = await addUsers(world, names)
  const catalog = catalogOf(world)
  const contentIds: string[] = []
  for (const [index, { userId, username }] of people.entries()) {
    const caller = userOf(userId)
    const { id: contentId } = await createArtist(catalog, caller, newId(), { name: username })
    const splitRecipients = [
      { name: username, share: 57 },
      { name: people.at(index - 1)!.username, share: 43 },
    ]
    await createSplit(catalog, caller, newId(), { contentId, contentType: 'artist', splitRecipients })
    contentIds.push(contentId)
  }
  await agreeToOffers(
    database,
    people.map(({ userId }) => userId),
    clock.now(),
  )
  return contentIds
}

if (import.meta.main) {
  const [task, databaseUrl = '', dataDir = ''] = process.argv.slice(2)
  if (task === 'serve' || task === 'join') await serve(databaseUrl, dataDir, task === 'serve')
  else for (const result of await run()) console.log(JSON.stringify(result))
}
