/** What visitors read comes from a standby while it is at most so far behind, and nobody notices when it is not. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createArtist, getArtist, updateArtist } from '#contract/catalog/artists.ts'
import { checkReplicas } from '#server/checks/replicas.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readingAsVisitor } from '#server/platform/database/replicas.ts'
import { withoutConflicts } from '#tests/conflicts.ts'
import { query, startOther, startStandbyPair } from '#tests/other-postgres.ts'
import { createTestUser, until } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'

const MAX_LAG_MS = 1_000
const STANDBY_SETTINGS = ['dynamic_shared_memory_type=mmap']

const title =
  'visitors read from a standby within its bound, their own writes at once, and from the primary when it is gone'
test(title, withoutConflicts, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-replicas-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const { standby, urls } = await startStandbyPair(stack, folder)
  const sockets = [path.join(folder, 'nothing-here'), standby.paths.socketDir].join(',')
  const settings = {
    DATABASE_URL: urls.primary,
    DATABASE_READ_URL: `postgres://peal@localhost:5432/peal?host=${sockets}`,
    DATABASE_READ_LAG_MS: String(MAX_LAG_MS),
  }
  await using world = await createTestWorld({ settings })
  const { database, config } = world.world
  const replicas = database.replicas!
  const isUsed = () => replicas.countUsed() === 1
  const whoAnswers = () => readingAsVisitor(() => readAnswering(database.read))
  const owner = await createTestUser(world)
  const { id: artistId } = await owner.call(createArtist, { body: { name: 'First' } })
  const nameFor = async (call: typeof world.call) => (await call(getArtist, { params: { artistId } })).name
  const rename = (name: string) => query(urls.primary, `UPDATE artist SET name = '${name}' WHERE id = '${artistId}'`)

  await until(isUsed)
  assert.equal(await whoAnswers(), 'standby')
  const afterWriting = readingAsVisitor(async () => {
    await database.relaxed.transaction((tx) => readAnswering(tx))
    return readAnswering(database.read)
  })
  assert.equal(await afterWriting, 'primary')
  const states = (await checkReplicas(urls.primary, config)).map(({ state }) => state)
  assert.deepEqual(states, ['warning', 'ok'])

  // Its responses are old at most by the bound.
  await query(standby.url, 'SELECT pg_wal_replay_pause()')
  await rename('Elsewhere')
  const renamedAt = performance.now()
  assert.equal(await nameFor(world.call), 'First')
  assert.equal(await nameFor(owner.call), 'Elsewhere')
  let lastUsedAt = renamedAt
  await until(() => {
    const at = performance.now()
    if (!isUsed()) return true
    lastUsedAt = at
    return false
  })
  assert.ok(lastUsedAt - renamedAt <= MAX_LAG_MS, `still used after ${lastUsedAt - renamedAt} ms`)
  assert.match((await checkReplicas(urls.primary, config)).at(-1)!.text, /more than 1000 ms behind/)
  assert.equal(await whoAnswers(), 'primary')

  // What has just been changed here is seen immediately, although the standby does not have it yet.
  await query(standby.url, 'SELECT pg_wal_replay_resume()')
  await until(isUsed)
  await query(standby.url, 'SELECT pg_wal_replay_pause()')
  await owner.call(updateArtist, { body: { artistId, name: 'Here' } })
  assert.equal(await nameFor(world.call), 'Here')
  await query(standby.url, 'SELECT pg_wal_replay_resume()')
  await until(isUsed)

  // It ends between two statements of one request.
  const answered = readingAsVisitor(async () => {
    const first = await readAnswering(database.read)
    await standby.stop()
    return [first, await readAnswering(database.read)]
  })
  assert.deepEqual(await answered, ['standby', 'primary'])
  assert.equal(await nameFor(world.call), 'Here')
  const again = await startOther(standby.paths, STANDBY_SETTINGS)
  stack.defer(() => again.stop())
  await until(isUsed)
  assert.equal(await whoAnswers(), 'standby')
})

async function readAnswering(tx: Tx): Promise<'standby' | 'primary'> {
  const { rows } = await sql<{ isStandby: boolean }>`SELECT pg_is_in_recovery() AS "isStandby"`.execute(tx)
  return rows[0]!.isStandby ? 'standby' : 'primary'
}
