/** A server with a different SECRET than before is refused, and every row stays as it was. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createScriptedNode } from '#tests/scripted-node.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { createTestClock, testConfig } from '#tests/world.ts'
import { buildWorld } from '#server/world.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { acceptSharedSettings } from './shared-settings.ts'
import { explainFailure } from '#server/start-failure.ts'
import { silentLog } from '#server/platform/log.ts'

const FIRST = 'the first secret of this installation'
const OTHER = 'a different secret, as long as the first'

async function createStarter() {
  const stack = new AsyncDisposableStack()
  const { ownerUrl } = stack.use(await createTestDatabase())
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-secret-'))
  stack.defer(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const database = connectDatabase({ url: ownerUrl, maxConnections: 2 })
  stack.defer(() => database.close())
  const clock = createTestClock()
  const node = createScriptedNode({ clock })
  const configOf = (secret: string, settings = {}, folder = dataDir) =>
    testConfig(folder, ownerUrl, { SECRET: secret, ...settings })
  const start = async (secret: string, settings = {}, folder = dataDir) => {
    const config = configOf(secret, settings, folder)
    const world = await buildWorld(config, silentLog, { clock, node })
    const { pubkey } = world.nostr.key
    await world.stop()
    return pubkey
  }
  return { database, dataDir, configOf, start, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Every row of every table. */
async function readAll({ pool }: Database): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t ORDER BY 1`)
    all.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return all
}

test('a start with another SECRET fails with an error that names it, and changes no row', async () => {
  await using starter = await createStarter()
  const pubkey = await starter.start(FIRST)
  const before = await readAll(starter.database)
  await assert.rejects(starter.start(OTHER), /^WrongSecret: SECRET is not the one .* file "secret" in DATA_DIR/)
  assert.deepEqual(await readAll(starter.database), before)
  assert.equal(await starter.start(FIRST), pubkey)
})

test('a database without a fingerprint is bound if its encrypted key can be decrypted', async () => {
  await using starter = await createStarter()
  const pubkey = await starter.start(FIRST)
  await starter.database.pool.query('DELETE FROM installation_secret')
  const before = await readAll(starter.database)
  await assert.rejects(starter.start(OTHER), /SECRET is not the one/)
  assert.deepEqual(await readAll(starter.database), before)
  assert.equal(await starter.start(FIRST), pubkey)
  const { rows } = await starter.database.pool.query('SELECT fingerprint FROM installation_secret')
  assert.equal(rows.length, 1)
  await assert.rejects(starter.start(OTHER), /SECRET is not the one/)
})

test('the fingerprint does not contain the secret, and of two first starts with different secrets one is bound', async () => {
  await using starter = await createStarter()
  const starts = await Promise.allSettled([starter.start(FIRST), starter.start(OTHER)])
  assert.deepEqual(starts.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const all = (await readAll(starter.database)).join('\n')
  assert.ok(!all.includes(FIRST) && !all.includes(OTHER))
})

test('a machine with another public address or other files is refused and changes no row, until the operator accepts it', async () => {
  await using starter = await createStarter()
  const { database, dataDir } = starter
  const first = { PUBLIC_URL: 'https://peal.example' }
  const other = { PUBLIC_URL: 'https://other.example' }
  await starter.start(FIRST, first)
  const before = await readAll(database)
  const elsewhere = path.join(dataDir, 'of-another-machine')
  const refused: [object, string, RegExp][] = [
    [
      other,
      dataDir,
      /^WrongSetting: PUBLIC_URL is https:\/\/other.example, but .* use https:\/\/peal.example\. .*accept/,
    ],
    [{}, dataDir, /^WrongSetting: PUBLIC_URL is not set, but/],
    [first, elsewhere, /^WrongSetting: S3_BUCKET is not set, and files are in .* use another folder \(DATA_DIR\)/],
  ]
  for (const [settings, folder, words] of refused) {
    await assert.rejects(starter.start(FIRST, settings, folder), (error: Error) => {
      assert.match(String(error), words)
      assert.equal(explainFailure(error), error.message)
      return !error.message.includes('\n')
    })
    assert.deepEqual(await readAll(database), before)
  }
  const changes = await acceptSharedSettings(database.read, starter.configOf(FIRST, other, elsewhere))
  assert.deepEqual(
    changes.map(({ name }) => name),
    ['PUBLIC_URL', 'S3_BUCKET'],
  )
  await starter.start(FIRST, other, elsewhere)
  await assert.rejects(starter.start(FIRST, first), /^WrongSetting: PUBLIC_URL is https:\/\/peal.example/)
})

test('of two first starts with different public addresses, one is recorded', async () => {
  await using starter = await createStarter()
  const starts = await Promise.allSettled(
    ['a', 'b'].map((name) => starter.start(FIRST, { PUBLIC_URL: `https://${name}.example` })),
  )
  assert.deepEqual(starts.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})
