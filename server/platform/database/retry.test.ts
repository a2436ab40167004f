/** What is retried: whole transactions at 40001, 40P01 and stale plans, single statements too; and what is not. How
 * statements are planned. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/test-database.ts'
import { connectDatabase } from './connect.ts'

const testDatabase = await createTestDatabase({ migrated: false })
const database = connectDatabase({ url: testDatabase.url, maxConnections: 4 })
after(async () => {
  await database.close()
  await testDatabase.drop()
})

const raise = (code: string) => sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '${code}'; END $$`)

test('a serialization failure at a statement repeats the whole transaction', async () => {
  await sql`CREATE TABLE done (attempt integer)`.execute(database.read)
  let attempts = 0
  await database.transaction(async (tx) => {
    attempts++
    await sql`INSERT INTO done VALUES (${attempts})`.execute(tx)
    if (attempts < 4) await raise('40001').execute(tx)
  })
  // `npm run test:conflicts` adds failures of its own.
  assert.ok(attempts >= 4)
  assert.deepEqual((await sql`SELECT attempt FROM done`.execute(database.read)).rows, [{ attempt: attempts }])
})

test('a serialization failure at COMMIT repeats the whole transaction', async () => {
  await sql`CREATE TABLE late (attempt integer)`.execute(database.read)
  await sql`CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.attempt < 3 THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40001'; END IF; RETURN NULL; END $$`.execute(
    database.read,
  )
  await sql`CREATE CONSTRAINT TRIGGER late AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION fail_late()`.execute(database.read)
  let attempts = 0
  await database.transaction(async (tx) => void (await sql`INSERT INTO late VALUES (${++attempts})`.execute(tx)))
  assert.ok(attempts >= 3)
  assert.deepEqual((await sql`SELECT attempt FROM late`.execute(database.read)).rows, [{ attempt: attempts }])
})

test('a single statement is repeated too', async () => {
  await sql`CREATE SEQUENCE tries`.execute(database.read)
  await sql`CREATE FUNCTION flaky() RETURNS bigint LANGUAGE plpgsql AS $$ DECLARE n bigint := nextval('tries'); BEGIN
    IF n < 3 THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40P01'; END IF; RETURN n; END $$`.execute(database.read)
  const { rows } = await sql`SELECT flaky() AS n`.execute(database.read)
  assert.deepEqual(rows, [{ n: 3n }])
})

test('no statement is compiled or shared with workers, which takes longer than a page may', async () => {
  for (const one of [database, database.relaxed, database.slow]) {
    const { rows } = await sql`SELECT current_setting('jit') AS jit,
      current_setting('max_parallel_workers_per_gather') AS workers`.execute(one.read)
    assert.deepEqual(rows, [{ jit: 'off', workers: '0' }])
  }
})

test('other errors are not repeated', async () => {
  let attempts = 0
  const failing = database.transaction(async (tx) => {
    attempts++
    await raise('23505').execute(tx)
  })
  await assert.rejects(failing, /on purpose/)
  assert.equal(attempts, 1)
})

test('altering a table under prepared statements causes no errors, inside or outside a transaction', async () => {
  await sql`CREATE TABLE altered (id integer, name text)`.execute(database.read)
  await sql`INSERT INTO altered VALUES (1, 'one')`.execute(database.read)
  // Selects `*` on purpose: queries that name their columns never get this error.
  const read = (tx = database.read) => sql<object>`SELECT a.* FROM altered a WHERE id = ${1}`.execute(tx)
  const readTogether = () =>
    Promise.all([
      ...Array.from({ length: 12 }, () => read()),
      ...Array.from({ length: 12 }, () => database.transaction(read)),
    ])
  await readTogether()
  for (const type of ['integer', 'text', 'boolean']) {
    await sql.raw(`ALTER TABLE altered ADD COLUMN more_${type} ${type}`).execute(database.read)
    const found = await readTogether()
    assert.ok(found.every(({ rows }) => `more_${type}` in rows[0]!))
  }
})
