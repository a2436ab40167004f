/** Every background job runs repeatedly with time passing in between; one that keeps failing is reported to the
 * operator. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { sql } from 'kysely'
import { listFailingJobs } from '#contract/operator/admin.ts'
import { listSimilarArtists } from '#contract/listening/discovery.ts'
import { send } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { fillBalance, createTestUser, publishTrack, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const HOUR_MS = 3_600_000
let world: TestWorld
let artistIds: string[] = []

before(async () => {
  world = await createTestWorld()
  const mara = await createTestUser(world)
  const { artistId } = await publishTrack(world, mara)
  const other = await publishTrack(world, await createTestUser(world), { title: 'Another' })
  artistIds = [artistId, other.artistId]
  for (let count = 0; count < 3; count++) {
    const fan = await createTestUser(world)
    await fillBalance(world, fan, 20_000)
    for (const contentId of artistIds) await fan.call(send, { body: { contentId, msatAmount: 2_000 } })
  }
  await until(async () => {
    const { rows } = await sql`SELECT FROM counted_payment`.execute(world.world.database.read)
    return rows.length === 6
  })
})
after(() => world[Symbol.asyncDispose]())

const readDegraded = async () =>
  ((await (await fetch(`${world.origin}/readyz`)).json()) as { degraded: string[] }).degraded

test('every job runs again after an hour, a day and a month', async () => {
  const ranAt = async () => {
    const { rows } = await sql<{ at: string }>`
      SELECT ran_at::text AS at FROM discovery_job WHERE name = 'similar-artists'`.execute(world.world.database.read)
    return rows[0]!.at
  }
  const names = await world.app.runJobs()
  for (const name of ['audit', 'charts', 'digests', 'forwards', 'media-sweep', 'relay-tidy', 'similar-artists']) {
    assert.ok(names.includes(name), name)
  }
  const runs = new Set([await ranAt()])
  for (const hours of [2, 24, 30 * 24]) {
    world.clock.step(hours * HOUR_MS)
    await world.app.runJobs()
    runs.add(await ranAt())
  }
  assert.equal(runs.size, 4)
  const [one, other] = artistIds as [string, string]
  const similar = await world.call(listSimilarArtists, { params: { artistId: one }, query: {} })
  assert.deepEqual(
    similar.map(({ id }) => id),
    [other],
  )
  assert.deepEqual(await readDegraded(), [])
})

test('a job that fails twice in a row is named by /readyz and to operators, until it works again', async () => {
  world.expectLogs('job-failed')
  const admin = await createTestUser(world)
  await setRole(world.world.database.read, admin.name, 'owner')
  const owner = new pg.Client({ connectionString: world.databaseUrl })
  await owner.connect()
  try {
    await owner.query('ALTER TABLE similar_artist RENAME TO similar_gone')
    for (let round = 0; round < 2; round++) {
      world.clock.step(2 * HOUR_MS)
      await world.app.runJobs()
    }
    assert.deepEqual(await readDegraded(), ['job similar-artists'])
    const failing = await admin.call(listFailingJobs, {})
    assert.deepEqual(
      failing.map(({ name, error }) => [name, error]),
      [['similar-artists', 'relation "similar_artist" does not exist']],
    )
    await owner.query('ALTER TABLE similar_gone RENAME TO similar_artist')
    await world.app.runJobs()
    assert.deepEqual(await readDegraded(), [])
    assert.deepEqual(await admin.call(listFailingJobs, {}), [])
  } finally {
    await owner.end()
  }
})
