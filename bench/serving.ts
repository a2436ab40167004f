/** Album JSON from the cache and from the database, and a cached page, each beside a bare server that does only the
 * unavoidable part. */
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { createTestUser, publishTrack } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { compareInTurns, requestsPerSecond, type BenchResult } from './measure.ts'

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld({ pages: true })
  const owner = await createTestUser(world)
  const { albumId } = await publishTrack(world, owner, { title: 'Benchmark' })
  const path = `/v1/albums/${albumId}`
  return [
    await compareCached(world, path, 'album JSON from the cache'),
    await uncachedJson(world, albumId),
    await compareCached(world, `/album/${albumId}`, 'cached album page'),
  ]
}

type Bare = { origin: string; close(): Promise<void> }

async function serveBare(answer: (path: string) => Promise<{ type: string; bytes: Buffer }>): Promise<Bare> {
  const app = fastify()
  app.get('/*', async (request, reply) => {
    const { type, bytes } = await answer(request.url)
    return reply.type(type).send(bytes)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() }
}

async function bytesOf(world: TestWorld, path: string): Promise<{ type: string; bytes: Buffer }> {
  const response = await fetch(world.origin + path, { headers: { 'accept-encoding': 'identity' } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Of a cached response, and of a bare server with the same bytes. */
async function compareCached(world: TestWorld, path: string, name: string): Promise<BenchResult> {
  const answer = await bytesOf(world, path)
  const bare = await serveBare(async () => answer)
  const rates = await compareInTurns(
    () => requestsPerSecond(world.origin, [path]),
    () => requestsPerSecond(bare.origin, [path]),
  )
  await bare.close()
  return { name, unit: 'requests/s', ...rates, limitName: 'bare Fastify, same bytes', goal: 0.5 }
}

async function uncachedJson(world: TestWorld, albumId: string): Promise<BenchResult> {
  const { http } = world.app
  const kept = http.visitorResponses
  // Null: no response is cached.
  http.visitorResponses = null
  const queries = await recordQueries(world, albumId)
  const answer = await bytesOf(world, `/v1/albums/${albumId}`)
  const pool = new pg.Pool({ ...world.world.database.pool.options })
  const bare = await serveBare(async () => {
    for (const query of queries) await pool.query(query)
    return answer
  })
  const rates = await compareInTurns(
    () => requestsPerSecond(world.origin, [`/v1/albums/${albumId}`]),
    () => requestsPerSecond(bare.origin, ['/']),
  )
  http.visitorResponses = kept
  await bare.close()
  await pool.end()
  const limitName = `the same ${queries.length} queries on a bare pg pool`
  return { name: 'album JSON from the database', unit: 'requests/s', ...rates, limitName, goal: null }
}

type Query = { name?: string; text: string; values?: unknown[] }

/** The queries for one album, recorded while they run. */
async function recordQueries(world: TestWorld, albumId: string): Promise<Query[]> {
  const recorded: Query[] = []
  const prototype = pg.Client.prototype as unknown as { query: (query: Query) => unknown }
  const original = prototype.query
  prototype.query = function (query: Query) {
    if (typeof query === 'object' && /select/i.test(query.text) && JSON.stringify(query.values).includes(albumId)) {
      recorded.push({ text: query.text, values: query.values ?? [], ...(query.name && { name: query.name }) })
    }
    return Reflect.apply(original, this, arguments) as unknown
  }
  await fetch(`${world.origin}/v1/albums/${albumId}`).finally(() => (prototype.query = original))
  return recorded
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
