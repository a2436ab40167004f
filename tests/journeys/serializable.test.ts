/** A PostgreSQL whose operator has set default_transaction_isolation to serializable: payments conflict and are repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#contract/payments.ts'
import { createArtist } from '#contract/artists.ts'
import { createSplit } from '#contract/splits.ts'
import { fillBalance, makePerson } from '#tests/people.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const ZAPS = 240
const MSAT = 2_000

/** Connections that are there keep what they have begun with, so they are ended. */
async function makeSerializable({ world }: TestWorld): Promise<void> {
  const { pool } = world.database
  // As the owner: the server's own role may not.
  await pool.query(`SET ROLE NONE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable',
    current_database()); END $$`)
  const end = (which: string) =>
    pool
      .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ${which}`)
      .catch(() => undefined)
  await end('pid <> pg_backend_pid()')
  await end('pid = pg_backend_pid()')
}

test('240 zaps at once at SERIALIZABLE are all booked, none answered 500', async () => {
  // Its connections are cut once.
  await using world = await createTestWorld({ expectedLogs: ['outbox-failed', 'outbox-unreachable'] })
  const people = [await makePerson(world), await makePerson(world), await makePerson(world)]
  const [artist] = people
  const { id: contentId } = await artist!.call(createArtist, { body: { name: 'Wanted by all' } })
  const splitRecipients = people.map(({ name }, index) => ({ name, share: index + 1 }))
  await artist!.call(createSplit, { body: { contentId, contentType: 'artist', splitRecipients } })
  for (const person of people) await fillBalance(world, person, ZAPS * MSAT)
  await makeSerializable(world)
  const { rows } = await world.world.database.pool.query<{ level: string }>(
    `SELECT current_setting('transaction_isolation') AS level`,
  )
  assert.equal(rows[0]?.level, 'serializable')
  await world.world.database.pool.query('DELETE FROM rate_limit')

  const body = { contentId, msatAmount: MSAT }
  const zaps = Array.from({ length: ZAPS }, (_, index) => people[index % people.length]!.call(send, { body }))
  const answers = await Promise.allSettled(zaps)
  assert.deepEqual(
    answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : [])),
    [],
  )
  const booked = await world.world.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM zap')
  assert.equal(booked.rows[0]?.count, ZAPS)
})
