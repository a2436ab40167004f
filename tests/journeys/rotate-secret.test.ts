/** Replacing the secret of an installation: everything encrypted opens with the new one, also after kills in the middle, and the
 * old one is refused. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readPushKey } from '#server/notifications/push-key.ts'
import { silentLog } from '#server/platform/log.ts'
import { createSeal } from '#server/platform/secrets/seal.ts'
import { buildWorld } from '#server/world.ts'
import { createScriptedNode } from '../scripted-node.ts'
import { createTestDatabase } from '../test-database.ts'
import { createTestClock, testConfig } from '../world.ts'

const NEW_USER = '0190c0de-0000-7000-8000-000000000001'

async function createInstallation() {
  const stack = new AsyncDisposableStack()
  const { ownerUrl } = stack.use(await createTestDatabase())
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-rotate-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const dataDir = path.join(folder, 'data')
  const clock = createTestClock()
  const node = createScriptedNode({ clock })
  const settings = { SMTP_URL: 'smtp://127.0.0.1:1', JOURNAL: path.join(folder, 'journal') }
  const start = (more: Record<string, string> = {}) =>
    buildWorld(testConfig(dataDir, ownerUrl, { ...settings, ...more }), silentLog, { clock, node })
  const rotate = async (crashAt = '') => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: ownerUrl, DATA_DIR: dataDir, CRASH_AT: crashAt }
    const child = spawn(process.execPath, ['scripts/rotate-secret.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    return { end: signal ?? code, said: (await said).join('') }
  }
  return { folder, dataDir, start, rotate, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Running = Awaited<ReturnType<typeof buildWorld>>

/** What only the right secret opens. */
async function readOpened({ database, clock, secret, nostr }: Running) {
  const push = await readPushKey({ database, clock, log: silentLog, secret })
  const { rows } = await sql<{ factor: Buffer; mail: string }>`
    SELECT secret AS factor, (SELECT payload->>'sealed' FROM outbox WHERE topic = 'mail') AS mail
    FROM second_factor`.execute(database.read)
  const open = (purpose: string, sealed: Buffer) => createSeal([secret], purpose).open(sealed)
  const factor = open('peal second factor', rows[0]!.factor)
  const mail = open('peal mail', Buffer.from(rows[0]!.mail, 'base64'))
  assert.ok(factor !== null && mail !== null)
  return { nostr: nostr.key.pubkey, push: push.publicKey, factor, mail }
}

test('a secret is replaced, also when the command is killed before or after its transaction', async () => {
  await using installation = await createInstallation()
  const { folder, dataDir, start, rotate } = installation
  const secretOf = () => fs.readFileSync(path.join(dataDir, 'secret'), 'utf8')
  const first = await start()
  const { read } = first.database
  await sql`INSERT INTO person (id, username, created_at) VALUES (${NEW_USER}, 'ann', now())`.execute(read)
  await first.secondFactor.begin(NEW_USER, 'ann')
  await first.mailer.send({ to: 'ann@peal.example', subject: 'Hello', text: 'Hello' })
  const before = await readOpened(first)
  const refused = await rotate()
  assert.deepEqual([refused.end, /^Other programs have \d+ connections/.test(refused.said)], [1, true], refused.said)
  await first.stop()

  const old = secretOf()
  assert.equal((await rotate('rotate:sealed:1')).end, 'SIGKILL')
  const unchanged = await start()
  assert.deepEqual(await readOpened(unchanged), before)
  await unchanged.stop()

  assert.equal((await rotate('rotate:committed:1')).end, 'SIGKILL')
  await assert.rejects(start(), /WrongSecret: .* After an interrupted npm run rotate-secret, run it again/)
  const completed = await rotate()
  assert.equal(completed.end, 0, completed.said)
  assert.notEqual(secretOf(), old)
  assert.equal(fs.existsSync(path.join(dataDir, 'secret.next')), false)

  await assert.rejects(start({ SECRET: old }), /^WrongSecret/)
  const again = await start({ JOURNAL: path.join(folder, 'second-journal') })
  assert.deepEqual(await readOpened(again), before)
  await again.stop()
})
