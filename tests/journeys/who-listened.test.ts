/** Who heard what: not in the tables of plays and of their figures, at no time, and nothing joins them to the history that a user
 * has of their own, can switch off and takes away with the account. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { keepHistory, listHistory } from '#contract/listening/library.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { getAudience } from '#contract/listening/audience.ts'
import { deleteLibrary } from '#server/library/user-library.ts'
import { deleteListening, rollUpPlays } from '#server/plays/roll-up.ts'
import { tableOwners } from '../table-owners.ts'
import { createTestUser, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { createTestWorld } from '../world.ts'

/** All tables about plays. The history is in `heard`, which is the library's. */
const TABLES = tableOwners.plays
const ADDRESS = '127.0.0.1'
const UNTAKEN = 'SELECT FROM play WHERE visitor IS NOT NULL OR heard IS NOT NULL'
const DAY_MS = 86_400_000

const world = await createTestWorld()
const { database } = world.world
let mara: TestUser
let robin: TestUser
let song: PublishedTrack

before(async () => {
  mara = await createTestUser(world, { name: 'mara' })
  robin = await createTestUser(world, { name: 'robin' })
  song = await publishTrack(world, mara, { title: 'Kite String' })
  await hear()
})

after(() => world[Symbol.asyncDispose]())

async function hear(secondsHeard = 31): Promise<void> {
  const startedAt = new Date(world.clock.now().getTime() - 40_000).toISOString()
  const plays = [{ playId: crypto.randomUUID(), contentId: song.trackId, secondsHeard, startedAt, agent: 'peal-web/1' }]
  assert.equal((await robin.call(reportPlays, { body: { plays } })).counted, 1)
  await rollUpPlays({ database })
  // The server's own job may have taken this play, and not be done with it.
  await until(async () => (await select(UNTAKEN)).length === 0)
}

type Row = Record<string, unknown>

async function select(statement: string): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(statement)
  return rows
}

test('neither the ids of the user, nor their address, nor a hash that the tables themselves explain', async () => {
  const all: string[] = []
  for (const table of TABLES) {
    for (const { row } of await select(`SELECT t::text AS row FROM ${table} t`)) all.push(String(row))
  }
  assert.ok(all.some((row) => row.includes(song.trackId)))
  const salts = [...(await select('SELECT salt FROM play_salt')), ...(await select('SELECT salt FROM audience_salt'))]
  assert.equal(salts.length, 2)
  const known = `user\0${robin.userId}`
  const explained = salts.map(({ salt }) =>
    createHmac('sha256', salt as Buffer)
      .update(known)
      .digest('hex')
      .slice(0, 32),
  )
  const traces = [robin.userId, robin.userId.replaceAll('-', ''), ADDRESS, 'robin', ...explained]
  for (const trace of traces) assert.ok(!all.some((row) => row.includes(trace)), trace)
  // The hash by which listeners of a month are counted is deleted with the roll-up.
  assert.deepEqual(await select(UNTAKEN), [])
  assert.equal((await mara.call(getAudience, { query: {} })).listeners?.total, 1)
})

test('the history has no key of the play, and a day later not even its time', async () => {
  const { history } = await robin.call(listHistory, { query: {} })
  assert.equal(history.length, 1)
  assert.deepEqual(await select('SELECT FROM play JOIN heard ON heard.play_id = play.play_id'), [])
  const clock = { now: () => new Date(world.clock.now().getTime() + DAY_MS) }
  await deleteListening({ database, clock })
  assert.equal((await select('SELECT FROM play')).length, 1)
  assert.deepEqual(
    await select('SELECT FROM play JOIN heard USING (content_id) WHERE heard.started_at = play.started_at'),
    [],
  )
})

test('when the month is over, the salt by which its listeners were counted is deleted', async () => {
  const clock = { now: () => new Date(world.clock.now().getTime() + 32 * DAY_MS) }
  await deleteListening({ database, clock })
  assert.deepEqual(await select('SELECT FROM audience_salt'), [])
  assert.equal((await mara.call(getAudience, { query: {} })).listeners?.total, 1)
})

test('with the history switched off plays count and are not recorded, and all of it goes with the account', async () => {
  await robin.call(keepHistory, { body: { isKept: false } })
  world.clock.step(3_600_000)
  await hear()
  const { isKept, history } = await robin.call(listHistory, { query: {} })
  assert.deepEqual([isKept, history.length], [false, 1])
  assert.equal((await mara.call(getAudience, { query: {} })).playTotal, 2)
  await robin.call(keepHistory, { body: { isKept: true } })
  world.clock.step(3_600_000)
  await hear()
  assert.equal((await robin.call(listHistory, { query: {} })).history.length, 2)
  await robin.call(keepHistory, { body: { isKept: false } })
  await database.transaction((tx) => deleteLibrary(tx, robin.userId))
  assert.deepEqual(await select('SELECT user_id FROM heard UNION ALL SELECT user_id FROM history_off'), [])
})
