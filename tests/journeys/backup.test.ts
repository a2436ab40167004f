/** Backups and restores: what is refused, what a kill leaves, and stores with the S3 interface. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getPayment, withdraw } from '#contract/payments/payments.ts'
import { makeBackup } from '#server/backup/make.ts'
import { encodeManifest, listBackups, objectKey, openBackup, type Contents } from '#server/backup/manifest.ts'
import { openPlace, openPlaceToRead } from '#server/backup/place.ts'
import { channelsFile, restoreBackup, verifyBackup } from '#server/backup/restore.ts'
import { backUpBeforeUpgrade, backUpWhenDue } from '#server/backup/scheduled.ts'
import { BackupUnusable } from '#server/backup/unusable.ts'
import { auditLedger } from '#server/ledger/audit.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { book } from '#server/payments/audit/book-difference.ts'
import { listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { runDueAudit, storeFindings } from '#server/payments/audit/job.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import { reconcilePayouts } from '#server/payments/payouts/payout.ts'
import { isOutgoingHeld, refusalOfStop, switchOutgoing } from '#server/payments/outgoing-stop.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { NOT_DUE } from '#server/platform/jobs/jobs.ts'
import { createLog, silentLog } from '#server/platform/log.ts'
import { buildWorld, type World } from '#server/world.ts'
import { startHttpDouble } from '#tests/http-double.ts'
import { runDrill } from '#tests/drill/drill.ts'
import { startFakeNode } from '#tests/drill/nodes.ts'
import { closeLoss } from '#tests/drill/state.ts'
import { findSystemPostgres, initialiseOther, pathsOf, startOther } from '#tests/other-postgres.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { mountSmallDisk } from '#tests/small-disk.ts'
import { createTestDatabase, type TestDatabase } from '#tests/test-database.ts'
import { createTestUser, fillBalance, type TestUser, until } from '#tests/users.ts'
import { createTestWorld, testConfig, type TestWorld } from '#tests/world.ts'

const PASSPHRASE = 'correct horse battery staple'
const FILES = 50
const HOUR_MS = 3_600_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-backups-'))
let world: TestWorld
let user: TestUser
/** Stays empty: what is refused writes nothing. */
let empty: TestDatabase
/** Two backups, of which the second has all files. */
const good = path.join(folder, 'good')
let names: string[] = []

before(async () => {
  world = await createTestWorld({ settings: { PASSPHRASE } })
  empty = await createTestDatabase({ migrated: false })
  user = await createTestUser(world)
  await fillBalance(world, user, 50_000)
  await backUp(good)
  for (let index = 0; index < FILES; index++) await world.world.files.write(`media/${index}.bin`, randomBytes(25_000))
  await world.world.files.write('cards/one.jpg', randomBytes(10))
  await backUp(good)
  names = await backupsIn(good)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await empty.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const configOf = (settings: Record<string, string> = {}) =>
  testConfig(world.world.config.dataDir, world.databaseUrl, { PASSPHRASE, ...settings })
async function backUp(place: string, settings: Record<string, string> = {}) {
  const config = configOf(settings)
  return makeBackup({ config, clock }, await openPlace(config, clock, place))
}
async function verify(place: string, name?: string) {
  const config = configOf()
  return verifyBackup({ config, clock }, await openPlaceToRead(config, clock, place), name)
}

const backupsIn = async (place: string) => listBackups(await openPlaceToRead(configOf(), clock, place))

type Target = { dataDir?: string; databaseUrl?: string; settings?: Record<string, string>; name?: string | undefined }
const nowhere = path.join(folder, 'nowhere')
async function restore(place: string, { dataDir = nowhere, databaseUrl = empty.ownerUrl, ...target }: Target = {}) {
  const config = testConfig(dataDir, databaseUrl, { PASSPHRASE, ...target.settings })
  return restoreBackup({ config, clock }, await openPlaceToRead(config, clock, place), target.name)
}

const refuses = (work: Promise<unknown>, message: RegExp) =>
  assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof BackupUnusable, error.stack)
    assert.match(error.message, message)
    return true
  })

function connectOwner({ ownerUrl }: TestDatabase) {
  const database = connectDatabase({ url: ownerUrl, maxConnections: 2 })
  return { pool: database.pool, [Symbol.asyncDispose]: () => database.close() }
}

async function countTables(database: TestDatabase): Promise<number> {
  await using owner = connectOwner(database)
  return (await owner.pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rowCount ?? 0
}

/** A copy of the good place, changed. */
function damaged(name: string, damage: (place: string) => void): string {
  const place = path.join(folder, name)
  fs.cpSync(good, place, { recursive: true })
  damage(place)
  return place
}
const manifestAt = (place: string) => path.join(place, 'backups', `${names.at(-1)}.json`)
const anObject = async (place: string) => {
  const { contents } = await openBackup(await openPlaceToRead(configOf(), clock, good), PASSPHRASE)
  return path.join(place, objectKey(contents.files[0]!.sha256))
}
async function altered(name: string, change: (contents: Contents) => void): Promise<string> {
  const { contents, secret } = await openBackup(await openPlaceToRead(configOf(), clock, good), PASSPHRASE)
  change(contents)
  const { salt } = JSON.parse(fs.readFileSync(manifestAt(good), 'utf8')) as { salt: string }
  const bytes = await encodeManifest(contents, { secret, passphrase: PASSPHRASE, salt })
  return damaged(name, (place) => fs.writeFileSync(manifestAt(place), bytes))
}

test('the server makes backups automatically when the newest one is old enough, and two servers make one', async () => {
  const place = path.join(folder, 'by-itself')
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  let nowMs = Date.now()
  const scheduled = {
    config: configOf({ BACKUP_TO: place, BACKUP_EVERY_HOURS: '24' }),
    clock: { now: () => new Date(nowMs) },
    log,
  }
  const made = () => backupsIn(place)
  const both = await Promise.all([backUpWhenDue(scheduled), backUpWhenDue(scheduled)])
  assert.deepEqual(new Set(both), new Set([undefined, NOT_DUE]))
  assert.equal((await made()).length, 1)
  nowMs += 23 * HOUR_MS
  assert.equal(await backUpWhenDue(scheduled), NOT_DUE)
  nowMs += HOUR_MS
  assert.equal(await backUpWhenDue(scheduled), undefined)
  assert.equal((await made()).length, 2)
  assert.match(lines.at(-1)!, /"event":"backup-made"/)
  await verify(place)
  // A place that is lost is a job that fails, which /readyz reports.
  fs.rmSync(place, { recursive: true })
  fs.writeFileSync(place, '')
  await refuses(backUpWhenDue(scheduled), /cannot be written to/)
})

test('before an upgrade a backup is made, by one of the servers that start together', async () => {
  const place = path.join(folder, 'before-upgrade')
  const upgrading = { config: configOf({ BACKUP_TO: place }), clock, log: silentLog }
  await Promise.all([backUpBeforeUpgrade(upgrading, '0001'), backUpBeforeUpgrade(upgrading, '0001')])
  assert.equal((await backupsIn(place)).length, 1)
  await verify(place)
})

test("lnd's backup of its channels is kept beside the backups, and restored", async () => {
  const place = path.join(folder, 'with-channels')
  await using lnd = await startHttpDouble()
  const channels = randomBytes(300)
  // lnrpc/lightning.proto of v0.21.2-beta, message ChanBackupSnapshot.
  const all = { chan_points: [], multi_chan_backup: channels.toString('base64') }
  lnd.answerWith(() => ({ json: { single_chan_backups: null, multi_chan_backup: all } }))
  const ofLnd = { LIGHTNING: 'lnd', LND_URL: lnd.url, LND_MACAROON: 'deadbeef'.repeat(16) }
  assert.equal((await backUp(place, ofLnd)).isNodeAway, false)
  lnd.answerWith(() => ({ status: 503, text: 'wallet locked' }))
  assert.equal((await backUp(place, ofLnd)).isNodeAway, true)
  assert.ok(lnd.asked.every(({ method, path: asked }) => method === 'GET' && asked === '/v1/channels/backup'))
  await using fresh = await createTestDatabase({ migrated: false })
  const dataDir = path.join(folder, 'restored-with-channels')
  await restore(place, { dataDir, databaseUrl: fresh.ownerUrl })
  assert.deepEqual(fs.readFileSync(channelsFile(dataDir)), channels)
})

test('a damaged backup is refused with its reason, before anything is written', async () => {
  const object = await anObject('')
  const edit = (file: string, change: (text: string) => string) =>
    fs.writeFileSync(file, change(fs.readFileSync(file, 'latin1')), 'latin1')
  const cases: [name: string, damage: (place: string) => void, message: RegExp][] = [
    [
      'no-manifest',
      (place) => fs.rmSync(path.join(place, 'backups'), { recursive: true }),
      /^There is no complete backup in /,
    ],
    ['cut-manifest', (place) => edit(manifestAt(place), (text) => text.slice(0, -200)), /json in .* was altered/],
    [
      'other-rows',
      (place) => edit(manifestAt(place), (text) => text.replace(/"rows":1\b/, '"rows":2')),
      /json in .* was altered/,
    ],
    [
      'other-secret',
      (place) => edit(manifestAt(place), (text) => text.replace(/(encryptedSecret":")./, '$1!')),
      /^The passphrase is not/,
    ],
    [
      'newer-format',
      (place) => edit(manifestAt(place), (text) => text.replace('"format":1', '"format":2')),
      /made by a newer version of Peal \(format 2\)/,
    ],
    [
      'cut-object',
      (place) => edit(path.join(place, object), (text) => text.slice(0, -1)),
      /objects\/\S+ in .* is incomplete or was altered/,
    ],
    [
      'one-byte',
      (place) => edit(path.join(place, object), (text) => `${text[0] === 'x' ? 'y' : 'x'}${text.slice(1)}`),
      /was altered/,
    ],
    ['no-object', (place) => fs.rmSync(path.join(place, object)), /objects\/\S+ is missing/],
  ]
  for (const [name, damage, message] of cases) await refuses(restore(damaged(name, damage)), message)
  const newer = await altered('newer', ({ migrations }) =>
    migrations.push({ number: 9_000, name: '9000-later.sql', sha256: 'ab'.repeat(32) }),
  )
  await refuses(restore(newer), /newer version of Peal \(.*9000-later\.sql\)\. Restore it with that version/)
  assert.equal(fs.existsSync(nowhere), false)
  assert.equal(await countTables(empty), 0)
})

test('a wrong place, passphrase or secret is refused, and nothing is written', async () => {
  await refuses(
    restore(good, { settings: { PASSPHRASE: 'another passphrase' } }),
    /^The passphrase is not the one of the backup/,
  )
  await refuses(restore(good, { settings: { PASSPHRASE: '' } }), /^Set PASSPHRASE/)
  await refuses(backUp(path.join(folder, 'short'), { PASSPHRASE: 'short' }), /12 characters or more/)
  await refuses(restore(good, { settings: { SECRET: 'x'.repeat(40) } }), /^SECRET is not the one of the backup/)
  await refuses(restore(good, { name: '2020-01-01' }), /^There is no backup 2020-01-01 in/)
  await refuses(restore(path.join(folder, 'none')), /^There is no folder/)
  const { dataDir } = world.world.config
  await refuses(restore(good, { dataDir }), /which is not empty \(it has .*secret.*\)\. Nothing was changed/)
  await refuses(
    restore(good, { databaseUrl: world.databaseUrl }),
    /^The database is not empty\. Nothing in it was changed/,
  )
  await refuses(backUp('/proc/backups'), /^The folder \/proc\/backups cannot be made/)
  await refuses(backUp(path.join(fileURLToPath(import.meta.url), 'x')), /cannot be made: a part of the path is a file/)
  await refuses(backUp(path.join(dataDir, 'backups')), /is in DATA_DIR/)
  await refuses(backUp('s3://Bucket/../x'), /not like s3:\/\/bucket\/prefix/)
  await refuses(backUp('s3://bucket/x'), /^Set S3_ENDPOINT, S3_ACCESS_KEY_ID and/)
  await refuses(backUp(good, { SECRET: 'x'.repeat(40) }), /^The secret of this database is neither/)
  await refuses(backUp(good, { DATABASE_URL: empty.ownerUrl }), /^The database is empty/)
  await refuses(backUp(good, { DATABASE_URL: '', DATA_DIR: nowhere }), /^The secret of this database is neither/)
  const other = await altered('other', (contents) => (contents.installation = '0123456789abcdef'))
  await refuses(backUp(other), /has backups of another installation/)
  assert.equal(fs.existsSync(nowhere), false)
  assert.equal(await countTables(empty), 0)
})

test('a full disk is named, and leaves the earlier backups', async () => {
  const config = configOf()
  const place = await openPlace(config, clock, good)
  const full = { ...place, write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })) }
  await refuses(makeBackup({ config, clock }, full), /^The disk of .* is full\. Earlier backups are unchanged/)
  assert.deepEqual(await listBackups(place), names)
})

test('a second backup at the same time is refused', async () => {
  const lock = await connectOne(world.databaseUrl)
  await lock.query('SELECT pg_advisory_lock(7325131)')
  await refuses(backUp(good), /^Another backup of this installation is running/)
  await lock.query('SELECT pg_advisory_unlock(7325131)')
  await lock.end()
})

test('only what changed is stored again, and old backups are removed with what only they needed', async () => {
  const place = path.join(folder, 'kept')
  await world.world.files.write('original/one.bin', randomBytes(100))
  const first = await backUp(place)
  assert.ok(!first.contents.files.some(({ key }) => key.startsWith('cards/')))
  const one = first.contents.files.find(({ key }) => key === 'original/one.bin')!
  await world.world.files.remove('original/one.bin')
  await world.world.files.write('original/two.bin', randomBytes(100))
  const second = await backUp(place, { BACKUP_KEEP: '2' })
  assert.ok(second.added.count < 20 && second.removedBackups === 0)
  const manifestOf = ({ name }: { name: string }) => path.join(place, 'backups', `${name}.json`)
  fs.truncateSync(manifestOf(second), 100)
  const third = await backUp(place, { PASSPHRASE: 'a later passphrase' })
  assert.equal(third.added.bytes < 100_000, true, 'the parts of earlier backups were not used')
  assert.ok(fs.existsSync(path.join(place, objectKey(one.sha256))))
  const last = await backUp(place, { BACKUP_KEEP: '1' })
  assert.equal(last.removedBackups, 3)
  assert.equal(fs.existsSync(path.join(place, objectKey(one.sha256))), false)
  assert.deepEqual(await listBackups(await openPlaceToRead(configOf(), clock, place)), [last.name])
  await verify(place)
})

function startCommand(name: string, args: string[], settings: Record<string, string>): ChildProcess {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DEMO: 'off', PASSPHRASE, ...settings }
  return spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}
const filesIn = (at: string) => (fs.existsSync(at) ? fs.readdirSync(at, { recursive: true }).length : 0)

async function killWhen(child: ChildProcess, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const ended = once(child, 'exit')
  await until(isTrue)
  child.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
}

test('a killed backup leaves the earlier ones intact, and the next one succeeds', async () => {
  const place = path.join(folder, 'killed')
  await backUp(place)
  for (let index = 0; index < FILES; index++) await world.world.files.write(`media/${index}.bin`, randomBytes(25_000))
  const before = filesIn(place)
  const child = startCommand('backup', [place], {
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.world.config.dataDir,
  })
  await killWhen(child, () => filesIn(place) > before + 5)
  const { name } = await verify(place)
  assert.equal((await listBackups(await openPlaceToRead(configOf(), clock, place))).length, 1)
  const next = await backUp(place)
  assert.notEqual(next.name, name)
  await verify(place)
  assert.ok(next.added.count > 0 && next.added.count < FILES + 20)
})

test('a killed restore says so, and continues when it is run again', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const dataDir = path.join(folder, 'restored')
  const settings = { DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir }
  const target = { dataDir, databaseUrl: database.ownerUrl }
  await killWhen(startCommand('restore', [good], settings), () => filesIn(path.join(dataDir, 'files')) > 10)
  await assert.rejects(
    buildWorld(testConfig(dataDir, database.ownerUrl), silentLog),
    /A restore into .* was interrupted\. Run npm run restore again/,
  )
  await refuses(restore(good, { ...target, name: names[0] }), /was interrupted. Run it again with that backup/)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  // As the owner, who sees what others do: a table is loaded, or the file of a migration is applied.
  await using owner = connectOwner(empty)
  const isLoading = async () => {
    const { rowCount } = await owner.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = $1 AND query ~ '^(COPY|-- )'`,
      [name],
    )
    return (rowCount ?? 0) > 0
  }
  await killWhen(startCommand('restore', [good], settings), isLoading)
  assert.equal(await countTables(database), 0)
  const { contents } = await restore(good, target)
  assert.equal(fs.readFileSync(path.join(dataDir, 'secret'), 'utf8'), world.world.secret)
  for (const { key, size } of contents.files) assert.equal(fs.statSync(path.join(dataDir, 'files', key)).size, size)
  // As when it was killed after the last statement.
  fs.writeFileSync(path.join(dataDir, 'restoring'), names.at(-1)!)
  await restore(good, target)
  await refuses(restore(good, target), /is not empty/)
  const restored = await buildWorld(testConfig(dataDir, database.ownerUrl), silentLog, { node: world.node })
  await restored.stop()
})

test('a restore whose disk becomes full says so, and continues when there is room', async (context) => {
  const disk = mountSmallDisk(1)
  if (disk === null) return context.skip('no tmpfs can be mounted here')
  context.after(() => disk.unmount())
  await using database = await createTestDatabase({ migrated: false })
  const target = { dataDir: path.join(disk.folder, 'data'), databaseUrl: database.ownerUrl }
  await refuses(restore(good, target), /^The disk of .* is full\. Free some space and run it again: it continues/)
  assert.equal(await countTables(database), 0)
  disk.resize(16)
  const { contents } = await restore(good, target)
  for (const { key, size } of contents.files)
    assert.equal(fs.statSync(path.join(target.dataDir, 'files', key)).size, size)
})

test('payouts that the backup does not know, or has as reserved, are paid once, and nothing else leaves until they are booked', async () => {
  const isChecked = async ({ database }: Pick<World, 'database'>) => (await readAuditState(database.read)).isChecked
  await until(async () => (await readAuditState(world.world.database.read)).lastRightAt !== null)
  assert.equal(await isChecked(world.world), true)
  const place = path.join(folder, 'before-payout')
  const payOut = async (amountMsat: bigint) => {
    const { bolt11: invoice, paymentHash } = world.node.makeInvoice({ amountMsat })
    const { paymentId } = await user.prove(withdraw, { body: { invoice } })
    return { paymentId, paymentHash }
  }
  // The node cannot pay it yet.
  world.expectLogs('payout-waits')
  world.node.spendableMsat = 0n
  const waiting = await payOut(3_000n)
  await backUp(place)
  world.node.spendableMsat = null
  const { paymentId } = await payOut(5_000n)
  for (const id of [paymentId, waiting.paymentId]) {
    await until(async () => (await user.call(getPayment, { params: { paymentId: id } })).state === 'settled')
  }
  await using database = await createTestDatabase({ migrated: false })
  const target = { dataDir: path.join(folder, 'behind'), databaseUrl: database.ownerUrl }
  await restore(place, target)
  const restored = await buildWorld(testConfig(target.dataDir, target.databaseUrl), silentLog, { node: world.node })
  const { payments } = restored
  const tx = restored.database.read
  assert.equal(await isOutgoingHeld(tx), true)
  // The operator resumes too early.
  const resume = () => switchOutgoing(payments, null, { isStopped: false, reason: 'Looks right' })
  await assert.rejects(resume(), { code: 'differences-open' })
  await closeLoss(restored, 'changes-lost')
  await resume()
  const codes = async () => [(await refusalOfStop(tx))?.code, await isOutgoingHeld(tx), await isChecked(restored)]
  assert.deepEqual(await codes(), ['withdrawals-halted', true, false])
  assert.equal(await runDueAudit(payments), true)
  // The node is ahead, so it recovers again.
  assert.deepEqual(await codes(), ['outgoing-stopped', true, false])
  const difference = (await listOpenDifferences(tx)).find(({ kind }) => kind === 'unknown-payment')!
  assert.deepEqual([difference.sentMsat, difference.feeMsat], [5_000n, 0n])
  // Two operators decide at the same time: one booking.
  const order = { reason: 'Paid after the backup', username: user.name }
  const both = await Promise.allSettled([1, 2].map(() => book(payments, null, difference.id, order)))
  const refused = both.filter(({ status }) => status === 'rejected')
  assert.deepEqual([refused.length, (refused[0] as PromiseRejectedResult).reason.code], [1, 'difference-not-bookable'])
  await closeLoss(restored, 'changes-lost')
  await resume()
  assert.deepEqual(await codes(), ['withdrawals-halted', true, false])
  await storeFindings(payments, await auditPayments(payments), 0)
  assert.deepEqual(await codes(), [undefined, false, true])
  // The node says that it has paid the one that waited, so it is not sent again.
  await reconcilePayouts(payments)
  assert.equal(world.node.truth.payments.get(waiting.paymentHash), 1)
  assert.equal(await readBalance(tx, { kind: 'user', userId: user.userId }), 42_000n)
  assert.ok((await auditPayments(payments)).isRight)
  await restored.stop()
})

test('a backup is restored on another version of PostgreSQL, and the books agree there', async (context) => {
  const native = findSystemPostgres()
  if (native === null) return context.skip('no PostgreSQL is installed beside the embedded one')
  const paths = pathsOf(path.join(folder, 'other-version'), native)
  initialiseOther(paths)
  const other = await startOther(paths)
  try {
    const dataDir = path.join(folder, 'other-data')
    await restore(good, { dataDir, databaseUrl: other.url })
    const restored = await buildWorld(testConfig(dataDir, other.url), silentLog, { node: world.node })
    const tx = restored.database.read
    const { rows } = await restored.database.pool.query<{ version: string }>('SHOW server_version')
    const ledger = await auditLedger(tx)
    assert.deepEqual([ledger.isSound, ledger.sumMsat], [true, 0n])
    assert.equal(await readBalance(tx, { kind: 'user', userId: user.userId }), 50_000n, rows[0]?.version)
    assert.equal(await isOutgoingHeld(tx), true)
    await restored.stop()
  } finally {
    await other.stop()
  }
})

test('files and backups in buckets: made, verified and restored into another bucket', async () => {
  const store = await runStore(path.join(folder, 'store'), ['files', 'backups', 'restored'])
  const endpoint = `http://127.0.0.1:${store.port}`
  const s3 = (group: string) => ({
    [`${group}_ENDPOINT`]: endpoint,
    [`${group}_ACCESS_KEY_ID`]: STORE_KEY,
    [`${group}_SECRET_ACCESS_KEY`]: STORE_KEY,
    [`${group}_PATH_STYLE`]: 'on',
  })
  const settings = { PASSPHRASE, ...s3('S3'), ...s3('BACKUP_S3') }
  try {
    await using source = await createTestWorld({ settings: { ...settings, S3_BUCKET: 'files' } })
    await source.world.files.write('media/a.bin', Buffer.from('one'))
    const { config } = source.world
    const address = 's3://backups/of/peal'
    const made = await makeBackup({ config, clock }, await openPlace(config, clock, address))
    assert.ok(made.contents.files.some(({ key }) => key === 'media/a.bin'))
    await refuses(restore(address, { settings: { ...settings, S3_BUCKET: 'files' } }), /^The bucket files is not empty/)
    await using database = await createTestDatabase({ migrated: false })
    const target = { dataDir: path.join(folder, 'bucket'), databaseUrl: database.ownerUrl }
    await restore(address, { ...target, settings: { ...settings, S3_BUCKET: 'restored' } })
    const restored = testConfig(target.dataDir, target.databaseUrl, { ...settings, S3_BUCKET: 'restored' })
    const copy = await buildWorld(restored, silentLog, { node: source.node })
    assert.equal((await buffer(copy.files.read('media/a.bin'))).toString(), 'one')
    await copy.stop()
    await refuses(
      backUp('s3://none/x', settings).catch((error: Error) => Promise.reject(new BackupUnusable(error.message))),
      /there is no bucket none/,
    )
  } finally {
    await store.close()
  }
})

test('the drill in its short form: a server that was lost is restored with everything, and at most its last second is missing', async () => {
  const lines: string[] = []
  const node = await startFakeNode()
  const size = {
    ...{ listeners: 2, payouts: 10, deposits: 10, zaps: 20 },
    ...{ tickets: 2, purchases: 2, promos: 1, accounts: 3, deleted: 1 },
  }
  const print = (line: string) => void lines.push(line)
  const failures = await runDrill({ size, node, isStandby: false, isJournalLost: false, missingMs: 5_000, print })
  assert.deepEqual(failures, [], lines.join('\n'))
  assert.match(lines.join('\n'), /The same: 6 pages, /)
})
