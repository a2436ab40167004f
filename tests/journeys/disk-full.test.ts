/** A disk that fills up: what is refused, what keeps working, and what the operator sees. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { send } from '#contract/payments/payments.ts'
import { silentLog } from '#server/platform/log.ts'
import { buildWorld } from '#server/world.ts'
import { endsWithin, startMain } from '#tests/faults/main-process.ts'
import { findFreePort } from '#tests/faults/server-process.ts'
import { fillBalance, createTestUser } from '#tests/users.ts'
import { mountSmallDisk } from '#tests/small-disk.ts'
import { createTestWorld, testConfig } from '#tests/world.ts'

const MIB = 2 ** 20
const LONGER_THAN_FRESH_MS = 600

test('a full disk refuses writes, still serves reads, and is named by /readyz', async () => {
  let freeBytes = 5_000 * MIB
  await using world = await createTestWorld({ readFreeBytes: async () => freeBytes })
  const setFree = async (mib: number) => {
    freeBytes = mib * MIB
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_FRESH_MS))
  }
  const degraded = async () => {
    const answer = await fetch(`${world.origin}/readyz`)
    return { status: answer.status, ...((await answer.json()) as { degraded: string[] }) }
  }
  const user = await createTestUser(world)
  await fillBalance(world, user, 100_000)
  const { id: contentId } = await user.call(createArtist, { body: { name: 'Before' } })
  const zap = () => user.call(send, { body: { contentId, msatAmount: 1_000 } })
  assert.deepEqual((await degraded()).degraded, [])

  await setFree(500)
  assert.deepEqual((await degraded()).degraded, ['disk'])
  await zap()

  await setFree(10)
  assert.deepEqual(await degraded(), { status: 200, ready: true, degraded: ['disk'], roles: ['web', 'jobs', 'relay'] })
  await assert.rejects(zap(), { status: 503, code: 'storage-full' })
  const refused = await fetch(`${world.origin}/v1/auth/login`, { method: 'POST', body: '{}' })
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '30'])
  assert.ok((await user.call(getAccount, {})).msatBalance > 0)

  await setFree(5_000)
  await zap()
})

test('PostgreSQL without disk space is reported as a full disk, too', async () => {
  await using world = await createTestWorld({ expectedLogs: ['request-failed'] })
  const user = await createTestUser(world)
  // Fails as extending a table would.
  await world.world.database.pool.query(`SET ROLE NONE; CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_space BEFORE INSERT ON artist EXECUTE FUNCTION no_space()`)
  const making = user.call(createArtist, { body: { name: 'Too late' } })
  await assert.rejects(making, { status: 503, code: 'storage-full' })
})

test('a start on a full disk fails with one line', async () => {
  const dataDir = path.join(os.tmpdir(), 'peal-is-never-made', 'data')
  const start = buildWorld(testConfig(dataDir, ''), silentLog, { readFreeBytes: async () => 3 * MIB })
  await assert.rejects(start, (error: Error) => {
    assert.equal(
      error.message,
      `The disk of ${dataDir} is full (3 MiB free). Free some space and start again; nothing was lost.`,
    )
    return true
  })
  assert.equal(fs.existsSync(dataDir), false)
})

for (const [what, keepFree] of [
  ['before anything is created', '1024'],
  ['by initdb', '0'],
] as const) {
  test(`a real disk that is too small is reported ${what}`, async (context) => {
    const disk = mountSmallDisk(16)
    if (disk === null) return context.skip('no tmpfs can be mounted here')
    context.after(() => disk.unmount())
    const port = String(await findFreePort())
    const server = startMain({ PORT: port, DATA_DIR: path.join(disk.folder, 'data'), KEEP_FREE_MIB: keepFree })
    assert.ok(await endsWithin(server, 60_000))
    assert.equal((await server.ended).code, 1)
    const said = server.lines.filter((line) => line !== '' && !line.startsWith('{'))
    assert.equal(said.length, 1, said.join('\n'))
    assert.match(said[0]!, /^The disk of \S+ is full.*Free some space and start again/)
  })
}

test('a DATA_DIR that cannot be created or written to is named, and not reported as a full disk', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-no-folder-'))
  const file = path.join(folder, 'file')
  fs.writeFileSync(file, 'not a folder')
  const cases: [dataDir: string, why: string][] = [
    ['/proc/peal', 'cannot be made: its file system holds no folders'],
    ['/proc', 'cannot be written to: its file system holds no folders'],
    [path.join(file, 'data'), 'cannot be made: a part of the path is a file'],
    [file, 'cannot be written to: a part of the path is a file'],
  ]
  for (const [dataDir, why] of cases) {
    await assert.rejects(buildWorld(testConfig(dataDir, ''), silentLog), (error: Error) => {
      assert.ok(error.message.startsWith(`DATA_DIR is ${dataDir}, which ${why}. Set DATA_DIR to `), error.message)
      return true
    })
  }
  assert.deepEqual(fs.readdirSync(folder), ['file'])
  fs.rmSync(folder, { recursive: true })
})

test('a start with such a DATA_DIR fails with one line', async () => {
  const port = String(await findFreePort())
  // Without a limit for the disk, the start fails at the first folder.
  const server = startMain({ PORT: port, DATA_DIR: '/proc/peal', KEEP_FREE_MIB: '0' })
  const hasEnded = await endsWithin(server, 60_000)
  if (!hasEnded) server.kill('SIGKILL')
  assert.ok(hasEnded, 'it hangs')
  assert.equal((await server.ended).code, 1)
  const said = server.lines.filter((line) => line !== '' && !line.startsWith('{'))
  assert.equal(said.length, 1, said.join('\n'))
  assert.match(said[0]!, /^DATA_DIR is \/proc\/peal, which cannot be made/)
})
