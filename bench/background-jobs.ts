/** How long the background jobs take on a catalogue of a hundred thousand tracks (BENCH_TRACKS sets another number) with
 * a million plays, a day after their last round, all together: the slowest ones, beside one read of all tracks. The
 * search index is left out; `public-pages` waits for it. */
import { sql } from 'kysely'
import { listJobRuns } from '#server/platform/jobs/jobs.ts'
import { createTestUser } from '#tests/users.ts'
import { createTestWorld, serve } from '#tests/world.ts'
import { BIG, seedBigCatalog } from './big-catalog.ts'
import type { BenchResult } from './measure.ts'

const TRACKS = Number(process.env['BENCH_TRACKS'] ?? BIG.trackCount)
const DAY_MS = 86_400_000
const SHOWN = 8

export async function run(): Promise<BenchResult[]> {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await createTestWorld({ settings: { ROLE: 'web' } }))
  const { database, config, log } = world.world
  const [popular, plain] = [await createTestUser(world), await createTestUser(world)]
  const owners = { popularId: popular.userId, plainId: plain.userId }
  await seedBigCatalog(database.pool, { ...BIG, trackCount: TRACKS, artistCount: TRACKS / 10 }, owners)
  await sql`DELETE FROM search_due`.execute(database.read)
  // Begins after the catalogue is there: on empty tables, PostgreSQL would choose plans that take hours on full ones.
  const parts = { clock: world.clock, node: world.node }
  const { app } = await serve(stack, { ...config, roles: ['web', 'jobs'], port: 0 }, log, { parts })
  for (let round = 0; round < 2; round++) {
    world.clock.step(DAY_MS + 1)
    await app.runJobs()
  }
  const startedAt = performance.now()
  await sql`SELECT count(*) FROM track WHERE updated_at IS NOT NULL`.execute(database.read)
  const limit = (performance.now() - startedAt) / 1_000
  const slowest = [...listJobRuns()].toSorted(([, one], [, other]) => other.seconds - one.seconds).slice(0, SHOWN)
  return slowest.map(([name, { seconds: value }]) => ({
    name: `job ${name}, ${TRACKS.toLocaleString('en')} tracks, a day later`,
    value: Math.round(value * 1_000) / 1_000,
    limit: Math.round(limit * 1_000) / 1_000,
    ratio: value / limit,
    unit: 's',
    limitName: 'a read of all tracks',
    goal: null,
    isTime: true,
  }))
}
