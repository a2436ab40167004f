/** The test database itself: each caller has its own, and those of killed processes are dropped later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { sqlState } from '#server/platform/database/database.ts'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { createTestDatabase } from './test-database.ts'

test('databases of one template do not see each other', async () => {
  await using first = await createTestDatabase()
  await using second = await createTestDatabase()
  assert.notEqual(first.url, second.url)
  const owner = connectDatabase({ url: first.ownerUrl })
  await owner.pool.query('CREATE TABLE only_here ()')
  await owner.close()
  const other = connectDatabase({ url: second.url, role: second.role })
  const { rows } = await other.pool.query<{ found: string | null; migrations: bigint }>(
    `SELECT to_regclass('only_here') AS found, (SELECT count(*) FROM migration) AS migrations`,
  )
  await other.close()
  assert.deepEqual(rows, [{ found: null, migrations: BigInt(readMigrations().length) }])
})

test('an unmigrated database is empty, and a dropped one is gone', async () => {
  const empty = await createTestDatabase({ migrated: false })
  const owner = connectDatabase({ url: empty.ownerUrl })
  const { rows } = await owner.pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  assert.deepEqual(rows, [])
  await owner.close()
  await empty.drop()
  const late = connectDatabase({ url: empty.url })
  await assert.rejects(late.pool.query('SELECT 1'), (error) => sqlState(error) === '3D000')
  await late.close()
})
