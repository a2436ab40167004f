/** A server that cannot go on ends: with a reason, with an exit code, and within ten seconds. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { startLabDatabase } from './lab-database.ts'
import { endsWithin, MAIN, startMain } from './main-process.ts'
import { bundleServer } from './server-bundle.ts'
import { findFreePort } from './server-process.ts'

const LIMIT_MS = 10_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-ends-'))
const database = await startLabDatabase(path.join(folder, 'postgres'))
const program = await bundleServer(path.join(folder, 'program'), MAIN)
after(async () => {
  await database.stop()
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function start(name: string) {
  const settings = { PORT: String(await findFreePort()), DATABASE_URL: database.url, DATA_DIR: path.join(folder, name) }
  return startMain(settings, program)
}

/** What it says besides its log. */
const saidBy = (lines: readonly string[]) => lines.filter((line) => line !== '' && !line.startsWith('{'))

for (const event of ['migration-applied', 'sandbox-started']) {
  test(`a database that is killed at "${event}" ends the start in one line`, { timeout: 60_000 }, async () => {
    const server = await start(event)
    await server.logged(event)
    await database.crash('SIGKILL')
    assert.ok(await endsWithin(server, LIMIT_MS), 'it did not end')
    const { code, signal } = await server.ended
    assert.deepEqual({ code, signal }, { code: 1, signal: null })
    assert.match(saidBy(server.lines).join('\n'), /^The database went away \(.*\)\. The server has ended: .*$/)
  })
}

test('SIGTERM ends a start that hangs, and a second one ends it immediately', { timeout: 60_000 }, async () => {
  const first = await start('hanging')
  await first.logged('sandbox-started')
  const pausing = database.pause(LIMIT_MS + 5_000)
  const second = await start('hanging-too')
  first.kill('SIGTERM')
  assert.ok(await endsWithin(first, LIMIT_MS), 'it did not obey SIGTERM')
  second.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 500))
  second.kill('SIGTERM')
  assert.ok(await endsWithin(second, 2_000), 'it did not obey a second SIGTERM')
  await pausing
})
