/** A server that cannot continue exits with a reason and an exit code, within ten seconds. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startLabDatabase } from './lab-database.ts'
import { endsWithin, MAIN, type MainProcess, servesOrEnds, startMain } from './main-process.ts'
import { sharedServer } from './shared-server.ts'
import { findFreePort } from './server-process.ts'
import { startTriggerProxy } from './trigger-proxy.ts'

const LIMIT_MS = 10_000
const POLL_MS = 50
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-ends-'))
const database = await startLabDatabase(path.join(folder, 'postgres'))
const program = await sharedServer(MAIN)
after(async () => {
  await database.stop()
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** All servers belong to the same installation. A sandbox process outlives its server for a minute and keeps the lease
 * of its database, so the next server finds it by the data folder. */
async function start(settings: Record<string, string> = {}): Promise<MainProcess> {
  const own = {
    PORT: String(await findFreePort()),
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'installation'),
    SECRET: 'of the servers that have to end or serve',
  }
  return startMain({ ...own, ...settings }, program)
}

/** Its output, without the log. */
const saidBy = (lines: readonly string[]) => lines.filter((line) => line !== '' && !line.startsWith('{'))
const IN_ONE_LINE = /^The database became unreachable \(.*\)\. The server has stopped: .*$/

for (const event of ['migration-applied', 'sandbox-started']) {
  test(`a database that is killed at "${event}" makes the start fail with one line`, async () => {
    const server = await start()
    await server.logged(event)
    await database.crash('SIGKILL')
    assert.ok(await endsWithin(server, LIMIT_MS), 'it did not end')
    const { code, signal } = await server.ended
    assert.deepEqual({ code, signal }, { code: 1, signal: null })
    assert.match(saidBy(server.lines).join('\n'), IN_ONE_LINE)
  })
}

/** The statement that PostgreSQL receives at that moment; '' is the first connection. */
const moments = { 'the server connects': '', 'its loops start': 'SELECT index FROM unnest(' }

for (const [moment, words] of Object.entries(moments)) {
  test(`a database that is killed while ${moment}`, async () => {
    const proxy = await startTriggerProxy(database.socketPath, words)
    const url = `postgres://peal@127.0.0.1:${proxy.port}/peal`
    const server = await start({ DATABASE_URL: url })
    try {
      await Promise.race([proxy.seen, server.ended])
      await database.crash('SIGKILL')
      const outcome = await servesOrEnds(server, LIMIT_MS)
      assert.notEqual(outcome, 'neither', server.lines.join('\n'))
      if (outcome === 'ended') {
        assert.deepEqual(await server.ended, { code: 1, signal: null })
        assert.match(saidBy(server.lines).join('\n'), IN_ONE_LINE)
      }
    } finally {
      await end(server)
      await proxy.close()
    }
  })
}

test('when the database is killed while the demo is created, the server serves again and the demo continues', async () => {
  const proxy = await startTriggerProxy(database.socketPath, 'INSERT INTO album')
  const url = `postgres://peal@127.0.0.1:${proxy.port}/peal`
  const server = await start({ DATABASE_URL: url, DEMO: 'on' })
  try {
    await Promise.race([proxy.seen, server.ended])
    assert.equal(server.hasEnded(), false, server.lines.join('\n'))
    await database.crash('SIGKILL')
    assert.equal(await servesOrEnds(server, LIMIT_MS), 'serves', server.lines.join('\n'))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const countAlbums = async () => Number((await client.query('SELECT count(*) AS n FROM album')).rows[0].n)
    while ((await countAlbums()) < 2) {
      const hasFailed = server.said.some((line) => line.includes('not complete'))
      assert.equal(hasFailed, false, server.said.join('\n'))
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    await client.end()
  } finally {
    await end(server)
    await proxy.close()
  }
})

async function end(server: MainProcess): Promise<void> {
  server.kill('SIGTERM')
  assert.ok(await endsWithin(server, LIMIT_MS), 'it did not obey SIGTERM')
}

test('SIGTERM ends a start that hangs, and a second one ends it immediately', async () => {
  const first = await start({ DATA_DIR: path.join(folder, 'hanging') })
  await first.logged('sandbox-started')
  const pausing = database.pause(LIMIT_MS + 5_000)
  const second = await start({ DATA_DIR: path.join(folder, 'hanging-too') })
  first.kill('SIGTERM')
  assert.ok(await endsWithin(first, LIMIT_MS), 'it did not obey SIGTERM')
  second.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 500))
  second.kill('SIGTERM')
  assert.ok(await endsWithin(second, 2_000), 'it did not obey a second SIGTERM')
  await pausing
})
