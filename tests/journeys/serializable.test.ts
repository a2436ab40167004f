/** A PostgreSQL whose operator has set default_transaction_isolation to serializable: payments conflict and are
 * retried. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#contract/payments/payments.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { agreeToAll } from '../agreements.ts'
import { refusalOf } from '#tests/refusals.ts'
import { fillBalance, createTestUser } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'

const ZAPS = 240
/** More than the server has connections. */
const AT_ONCE = 24
const MSAT = 2_000

test('240 zaps, 24 at a time, at SERIALIZABLE are all booked, and none gets a 500', async () => {
  await using world = await createTestWorld({ isSerializable: true })
  const users = [await createTestUser(world), await createTestUser(world), await createTestUser(world)]
  const [artist] = users
  const { id: contentId } = await artist!.call(createArtist, { body: { name: 'Wanted by all' } })
  const splitRecipients = users.map(({ name }, index) => ({ name, share: index + 1 }))
  await artist!.call(createSplit, { body: { contentId, contentType: 'artist', splitRecipients } })
  await agreeToAll(...users.map(({ call }) => call))
  for (const user of users) await fillBalance(world, user, ZAPS * MSAT)
  const { rows } = await world.world.database.pool.query<{ level: string }>(
    `SELECT current_setting('transaction_isolation') AS level`,
  )
  assert.equal(rows[0]?.level, 'serializable')
  await world.world.database.pool.query('DELETE FROM rate_limit')

  const body = { contentId, msatAmount: MSAT }
  const failures: string[] = []
  const zapInTurn = async (_: unknown, index: number) => {
    for (let count = 0; count < ZAPS / AT_ONCE; count++) {
      await users[index % users.length]!.call(send, { body }).catch((error) => failures.push(String(error)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, zapInTurn))
  assert.deepEqual(failures, [])
  const booked = await world.world.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM zap')
  assert.equal(booked.rows[0]?.count, ZAPS)
})

test('a conflict that every attempt meets is a 503, with nothing written', async () => {
  await using world = await createTestWorld({ expectedLogs: ['request-failed'] })
  const artist = await createTestUser(world)
  const owner = connectDatabase({ url: world.databaseUrl, maxConnections: 1 })
  const { pool } = owner
  await pool.query(`CREATE FUNCTION conflict_of_test() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a conflict' USING ERRCODE = '40001'; END $$`)
  await pool.query('CREATE TRIGGER conflict_of_test AFTER INSERT ON artist EXECUTE FUNCTION conflict_of_test()')
  const { status, code } = await refusalOf(artist.call(createArtist, { body: { name: 'Never' } }))
  assert.deepEqual([status, code], [503, 'unavailable'])
  assert.equal((await pool.query('SELECT FROM artist')).rowCount, 0)
  await owner.close()
})
