/** A server behind PgBouncer in transaction mode: its role and settings, its money, and what it refuses. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createArtist } from '#contract/catalog/artists.ts'
import { send } from '#contract/payments/payments.ts'
import { checkDatabase } from '#server/checks/database.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { sqlState } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { silentLog } from '#server/platform/log.ts'
import { hasPgBouncer, type PgBouncer, settingsOf, startPgBouncer } from '../pgbouncer.ts'
import { query } from '../other-postgres.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { createTestUser, fillBalance } from '../users.ts'
import { createTestWorld, testConfig } from '../world.ts'

const options = { skip: !hasPgBouncer() && 'PgBouncer is not installed' }
let database: TestDatabase
let pooler: PgBouncer
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-pooled-'))
before(async () => {
  database = await createTestDatabase()
  // The databases of tests do not commit durably otherwise.
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await query(database.ownerUrl, `ALTER DATABASE ${name} SET synchronous_commit = 'on'`)
  if (hasPgBouncer()) pooler = await startPgBouncer(database.ownerUrl, ['default_pool_size = 3'])
})
after(async () => {
  await database.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** What opens, or the reason why it does not. */
async function open(settings: Record<string, string>) {
  const stops: (() => Promise<void>)[] = []
  try {
    const { database: opened } = await openDatabase(testConfig(folder, database.url, settings), silentLog, stops)
    const { rows } = await sql<{ role: string }>`SELECT current_user::text AS role`.execute(opened.read)
    return rows[0]!.role
  } catch (error) {
    return (error as Error).message
  } finally {
    for (const stop of stops) await stop()
  }
}

test(
  'through three connections of the pooler, forty zaps at once are booked by the serving role',
  options,
  async () => {
    await using world = await createTestWorld({ settings: settingsOf(pooler, database.ownerUrl) })
    const fan = await createTestUser(world)
    const artist = await createTestUser(world)
    const { id: contentId } = await artist.call(createArtist, { body: { name: 'Behind a pooler' } })
    await fillBalance(world, fan, 100_000)
    const body = { contentId, msatAmount: 2_000 }
    await Promise.all(Array.from({ length: 40 }, () => fan.call(send, { body })))
    const { read, relaxed, transaction } = world.world.database
    assert.equal(await readBalance(read, { kind: 'user', userId: fan.userId }), 20_000n)
    assert.equal(await readBalance(read, { kind: 'user', userId: artist.userId }), 76_000n)
    const state = sql<object>`
    SELECT current_user::text AS role, current_setting('synchronous_commit') AS commits,
      (SELECT count(*)::int FROM pg_prepared_statements) AS named`
    const [serving] = (await state.execute(read)).rows
    assert.deepEqual(serving, { role: 'peal_serving', commits: 'on', named: 0 })
    const [other] = await relaxed.transaction(async (tx) => (await state.execute(tx)).rows)
    assert.deepEqual(other, { ...serving, commits: 'off' })
    for (const change of [sql`UPDATE entry SET amount = amount`, sql`DELETE FROM tx`]) {
      const isRefused = (error: unknown) => sqlState(error) === '42501'
      await assert.rejects(change.execute(read), isRefused)
      await assert.rejects(
        transaction((tx) => change.execute(tx)),
        isRefused,
      )
    }
  },
)

test('a pooler that is not named as one, or drops the role, is refused', options, async () => {
  const through = pooler.urlOf(database.ownerUrl)
  assert.match(await open({ DATABASE_URL: through }), /unsupported startup parameter.*set DATABASE_POOLED=1/)
  const settings = ['ignore_startup_parameters = options']
  const dropping = await startPgBouncer(database.ownerUrl, settings)
  assert.match(await open({ DATABASE_URL: dropping.urlOf(database.ownerUrl) }), /serves as peal, not as peal_serving/)
  assert.equal(await open(settingsOf(dropping, database.ownerUrl)), 'peal_serving')
  dropping.stop()
  const direct = { DATABASE_POOLED: '1', DATABASE_URL: through, DATABASE_OWNER_URL: through }
  for (const [settings, told] of [
    [{ DATABASE_URL: through }, /failed: There is a connection pooler .* Set DATABASE_POOLED=1/],
    [settingsOf(pooler, database.ownerUrl), /ok: There is a connection pooler/],
    [direct, /failed: DATABASE_OWNER_URL is a pooler too/],
  ] as const) {
    const lines = await checkDatabase(through, testConfig(folder, through, settings), '')
    assert.match(lines.map(({ state, text }) => `${state}: ${text}`).join('\n'), told)
  }
  assert.throws(() => testConfig(folder, through, { DATABASE_POOLED: '1' }), /DATABASE_OWNER_URL .* is missing/)
})
