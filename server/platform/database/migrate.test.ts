/** The migrator against a real PostgreSQL: order, refusals, concurrent runs, and the rights of the serving role. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { createLog } from '#server/platform/log.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { until } from '#tests/users.ts'
import { connectDatabase } from './connect.ts'
import { sqlState } from './database.ts'
import { DatabaseUnusable, migrate, readMigrations } from './migrate.ts'
import { tryUpgrade } from './try-upgrade.ts'

const LEDGER = `
  CREATE TABLE tx (id integer PRIMARY KEY);
  CREATE TABLE entry (id integer, tx integer NOT NULL) PARTITION BY RANGE (id);
  CREATE TABLE entry_0 PARTITION OF entry FOR VALUES FROM (0) TO (1000);
  CREATE TABLE album (id integer PRIMARY KEY, title text);
  CREATE SEQUENCE ticket;
  CREATE FUNCTION twice(value integer) RETURNS integer LANGUAGE sql AS 'SELECT 2 * value';`

function folderOf(t: TestContext, files: Record<string, string>): URL {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-migrations-'))
  t.after(() => fs.rmSync(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), sql)
  return pathToFileURL(`${folder}/`)
}

test('files are applied in order, once', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const folder = folderOf(t, {
    '0001-one.sql': 'CREATE TABLE a ()',
    '0010-ten.sql': 'ALTER TABLE a ADD b int; SELECT 1',
  })
  const first = await migrate(database.ownerUrl, { folder })
  assert.deepEqual(first, { applied: ['0001-one.sql', '0010-ten.sql'], servingRole: 'peal_serving' })
  const second = await migrate(database.ownerUrl, { folder })
  assert.deepEqual(second.applied, [])
  fs.writeFileSync(new URL('0011-more.sql', folder), 'DROP TABLE a')
  assert.deepEqual((await migrate(database.ownerUrl, { folder })).applied, ['0011-more.sql'])
})

test('a failing file leaves no changes, is reported with its line, and is tried again', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const folder = folderOf(t, { '0001-one.sql': 'CREATE TABLE a ();\n\nCREATE TABEL b ();' })
  await assert.rejects(migrate(database.ownerUrl, { folder }), /0001-one\.sql, line 3, failed: syntax error/)
  fs.writeFileSync(new URL('0001-one.sql', folder), 'CREATE TABLE a ();')
  assert.deepEqual((await migrate(database.ownerUrl, { folder })).applied, ['0001-one.sql'])
})

test('a changed, missing, out-of-order or misnamed file is refused', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const files = { '0001-one.sql': 'CREATE TABLE a ()', '0003-three.sql': 'CREATE TABLE c ()' }
  await migrate(database.ownerUrl, { folder: folderOf(t, files) })
  const refuses = (changed: Record<string, string>, reason: RegExp) =>
    assert.rejects(async () => migrate(database.ownerUrl, { folder: folderOf(t, changed) }), reason)
  await refuses({ ...files, '0001-one.sql': 'CREATE TABLE aa ()' }, /0001-one\.sql was changed/)
  await refuses({ '0001-one.sql': files['0001-one.sql'] }, /0003-three\.sql, which this version does not/)
  await refuses({ ...files, '0002-two.sql': 'SELECT 1' }, /0002-two\.sql is out of order/)
  await refuses({ ...files, '0003-also.sql': 'SELECT 1' }, /Two migrations have the number/)
  await refuses({ ...files, 'four.sql': 'SELECT 1' }, /not named like/)
  await refuses({ ...files, '0004-four.sql': 'SELECT 1;\nCOMMIT;' }, /must not begin or end a transaction/)
  const windows = { ...files, '0004-four.sql': 'SELECT 1;\r\nSELECT 2' }
  await migrate(database.ownerUrl, { folder: folderOf(t, windows) })
  const unix = { ...files, '0004-four.sql': 'SELECT 1;\nSELECT 2' }
  assert.deepEqual((await migrate(database.ownerUrl, { folder: folderOf(t, unix) })).applied, [])
})

test('an older version runs after a newer one that only added, and not after one that removed', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const old = { '0001-one.sql': '-- expand: one\nCREATE TABLE a ()' }
  const wider = { ...old, '0002-two.sql': '-- expand: two\nCREATE TABLE b ()' }
  await migrate(database.ownerUrl, { folder: folderOf(t, wider) })
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  assert.deepEqual((await migrate(database.ownerUrl, { folder: folderOf(t, old), log })).applied, [])
  assert.match(lines.join(), /"event":"database-newer","migrations":\["0002-two.sql"\]/)
  await migrate(database.ownerUrl, {
    folder: folderOf(t, { ...wider, '0003-no-a.sql': '-- contract: a\nDROP TABLE a' }),
  })
  await assert.rejects(migrate(database.ownerUrl, { folder: folderOf(t, old) }), /0003-no-a\.sql, which this version/)
})

test('before an upgrade of a database with data, and only then, a backup can be made', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const files = { '0001-one.sql': 'CREATE TABLE a ()', '0002-two.sql': 'CREATE TABLE b ()' }
  const called: string[] = []
  const run = (names: readonly (keyof typeof files)[]) => {
    const folder = folderOf(t, Object.fromEntries(names.map((name) => [name, files[name]])))
    return migrate(database.ownerUrl, { folder, beforeUpgrade: async (from) => void called.push(from) })
  }
  await run(['0001-one.sql'])
  await run(['0001-one.sql'])
  assert.deepEqual(called, [])
  await run(['0001-one.sql', '0002-two.sql'])
  await run(['0001-one.sql', '0002-two.sql'])
  assert.deepEqual(called, ['0001-one.sql'])
})

test('a trial says how long each migration takes and what it blocks, and changes nothing', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const old = { '0001-one.sql': 'CREATE TABLE a (n int); CREATE TABLE b (n int)' }
  await migrate(database.ownerUrl, { folder: folderOf(t, old) })
  const next = {
    ...old,
    '0002-index.sql': '-- expand: an index\nCREATE INDEX a_n ON a (n); CREATE TABLE c (n int)',
    '0003-column.sql': '-- expand: a column\nALTER TABLE b ADD COLUMN m int',
    '0004-wrong.sql': '-- expand: a mistake\nALTER TABLE nowhere ADD COLUMN m int',
    '0005-last.sql': '-- expand: nothing\nSELECT 1',
  }
  // As versions left it that did not record kinds.
  const owner = connectDatabase({ url: database.ownerUrl })
  t.after(() => owner.close())
  await sql`ALTER TABLE migration DROP COLUMN kind`.execute(owner.read)
  const { migrations, untried } = await tryUpgrade(database.ownerUrl, folderOf(t, next))
  assert.deepEqual(
    migrations.map(({ name, kind, locks, failure }) => [name, kind, locks, failure === null]),
    [
      ['0002-index.sql', 'expand', [{ table: 'a', mode: 'ShareLock', blocks: 'writes' }], true],
      ['0003-column.sql', 'expand', [{ table: 'b', mode: 'AccessExclusiveLock', blocks: 'reads and writes' }], true],
      ['0004-wrong.sql', 'expand', [], false],
    ],
  )
  assert.match(migrations[2]!.failure!, /"nowhere" does not exist/)
  assert.deepEqual(untried, ['0005-last.sql'])
  assert.deepEqual((await migrate(database.ownerUrl, { folder: folderOf(t, old) })).applied, [])
})

test(
  'a migration that waits for a table lets others use it, and goes on when it is free',
  withoutConflicts,
  async (t) => {
    await using database = await createTestDatabase({ migrated: false })
    const old = { '0001-one.sql': 'CREATE TABLE a (n int)' }
    await migrate(database.ownerUrl, { folder: folderOf(t, old) })
    const holder = connectDatabase({ url: database.ownerUrl })
    t.after(() => holder.close())
    let upgrade: Promise<unknown> | undefined
    await holder.transaction(async (tx) => {
      await sql`SELECT FROM a`.execute(tx)
      upgrade = migrate(database.ownerUrl, {
        folder: folderOf(t, { ...old, '0002-two.sql': 'ALTER TABLE a ADD COLUMN m int' }),
      })
      const waiting = sql<{
        n: number
      }>`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'a'::regclass`
      await until(async () => (await waiting.execute(holder.read)).rows[0]!.n > 0)
      // Behind the migration, until it gives up for now.
      await sql`SELECT FROM a`.execute(holder.read)
    })
    await upgrade
    assert.equal((await sql`SELECT m FROM a`.execute(holder.read)).rows.length, 0)
  },
)

test('a database of an unreleased version is refused, with what to do, and not changed', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  // As in those versions: the same first name, and more files than there are now.
  const former = { '0001-platform.sql': 'CREATE TABLE outbox ()', '0063-demo-stopped.sql': 'CREATE TABLE demo ()' }
  await migrate(database.ownerUrl, { folder: folderOf(t, former) })
  await assert.rejects(migrate(database.ownerUrl), (error) => {
    assert.ok(error instanceof DatabaseUnusable)
    assert.equal(
      error.message,
      'This database was made by an unreleased version and cannot be upgraded. Start with an empty data folder ' +
        '(DATA_DIR) or an empty database (DATABASE_URL). Nothing was changed.',
    )
    return true
  })
  const owner = connectDatabase({ url: database.ownerUrl })
  const { rows } = await owner.pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
  await owner.close()
  assert.deepEqual(
    rows.map(({ tablename }) => tablename),
    ['demo', 'migration', 'migration_lock', 'outbox'],
  )
})

test('concurrent migrators apply each file once', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const files = [1, 2, 3, 4, 5, 6].map((number) => [`000${number}-step.sql`, `CREATE TABLE step_${number} ()`])
  const folder = folderOf(t, Object.fromEntries(files))
  const all = await Promise.all([1, 2, 3, 4].map(() => migrate(database.ownerUrl, { folder })))
  const applied = all.flatMap((migrated) => migrated.applied)
  assert.deepEqual(new Set(applied), new Set(files.map(([name]) => name)))
  assert.equal(applied.length, files.length)
})

test('the serving role works on all tables but cannot change what was posted', async (t) => {
  await using database = await createTestDatabase({ migrated: false })
  const folder = folderOf(t, { '0001-ledger.sql': LEDGER })
  const { servingRole } = await migrate(database.ownerUrl, { folder })
  const serving = connectDatabase({ url: database.url, role: servingRole ?? '' })
  t.after(() => serving.close())
  for (const sql of [
    `INSERT INTO album VALUES (1, 'a'); UPDATE album SET title = 'b'; DELETE FROM album`,
    'INSERT INTO tx VALUES (1); INSERT INTO entry VALUES (1, 1); SELECT * FROM entry, tx, migration',
    `SELECT nextval('ticket'), twice(2)`,
  ]) {
    await serving.pool.query(sql)
  }
  for (const sql of [
    ...['tx', 'entry', 'entry_0'].flatMap((table) => [
      `UPDATE ${table} SET id = 2`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]),
    'DELETE FROM migration',
    `UPDATE migration SET sha256 = ''`,
    'INSERT INTO migration VALUES (9)',
    'CREATE TABLE own ()',
    'DROP TABLE album',
  ]) {
    await assert.rejects(serving.pool.query(sql), (error) => sqlState(error) === '42501', sql)
  }
})

test('without the right to create roles, the error says what to do, and a second user gets the rights instead', async (t) => {
  const database = await createTestDatabase({ migrated: false })
  const admin = connectDatabase({ url: database.ownerUrl })
  const name = `plain_${process.pid}`
  await admin.pool.query(`CREATE ROLE ${name}_owner LOGIN; CREATE ROLE ${name} LOGIN`)
  await admin.pool.query(`GRANT ALL ON SCHEMA public TO ${name}_owner`)
  t.after(async () => {
    for (const role of [`${name}_owner`, name]) await admin.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await admin.close()
    await database.drop()
  })
  const ownerUrl = new URL(database.ownerUrl)
  ownerUrl.username = `${name}_owner`
  const folder = folderOf(t, { '0001-ledger.sql': LEDGER })
  const alone = await migrate(ownerUrl.href, { folder, servingRole: `${name}_absent` })
  assert.equal(alone.servingRole, null)
  assert.match(alone.reason ?? '', /DATABASE_OWNER_URL/)

  const both = await migrate(ownerUrl.href, { folder, servingUser: name })
  assert.deepEqual(both, { applied: [], servingRole: null })
  const servingUrl = new URL(database.url)
  servingUrl.username = name
  const serving = connectDatabase({ url: servingUrl.href })
  await serving.pool.query('INSERT INTO tx VALUES (1)')
  await assert.rejects(serving.pool.query('DELETE FROM tx'), (error) => sqlState(error) === '42501')
  await serving.close()
})

test('an owner who may create roles, but is not a superuser, can become the serving role', async (t) => {
  const database = await createTestDatabase({ migrated: false })
  const admin = connectDatabase({ url: database.ownerUrl })
  const [owner, role] = [`maker_${process.pid}`, `made_${process.pid}`]
  await admin.pool.query(`CREATE ROLE ${owner} LOGIN CREATEROLE; GRANT ALL ON SCHEMA public TO ${owner}`)
  t.after(async () => {
    for (const each of [owner, role]) await admin.pool.query(`DROP OWNED BY ${each}; DROP ROLE ${each}`)
    await admin.close()
    await database.drop()
  })
  const ownerUrl = new URL(database.ownerUrl)
  ownerUrl.username = owner
  const folder = folderOf(t, { '0001-ledger.sql': LEDGER })
  assert.equal((await migrate(ownerUrl.href, { folder, servingRole: role })).servingRole, role)
  const serving = connectDatabase({ url: ownerUrl.href, role })
  await serving.pool.query('INSERT INTO tx VALUES (1)')
  await assert.rejects(serving.pool.query('DELETE FROM tx'), (error) => sqlState(error) === '42501')
  await serving.close()
})

test('the migrations of this version are well named and apply', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const names = readMigrations().map(({ name }) => name)
  assert.deepEqual((await migrate(database.ownerUrl)).applied, names)
})
