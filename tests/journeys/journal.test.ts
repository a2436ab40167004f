/** The journal: everything since the backup is lost but the node and the journal, and the restored server has all of it. A
 * journal that is missing, cut, damaged or foreign is named, and nothing leaves before an operator has looked. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { getMoney } from '#contract/operator/admin.ts'
import { createPromo } from '#contract/payments/promos.ts'
import { getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { LEFT_OUT } from '#server/backup/journal/capture.ts'
import { type Journal, openJournalAt } from '#server/backup/journal/objects.ts'
import { startJournal } from '#server/backup/journal/start.ts'
import { writeJournal } from '#server/backup/journal/write.ts'
import { makeBackup } from '#server/backup/make.ts'
import { openPlace, openPlaceToRead } from '#server/backup/place.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { BackupUnusable } from '#server/backup/unusable.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { book } from '#server/payments/audit/book-difference.ts'
import { listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { runDueAudit } from '#server/payments/audit/job.ts'
import { switchOutgoing } from '#server/payments/outgoing-stop.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { silentLog } from '#server/platform/log.ts'
import { createCall } from '#web/data/api.ts'
import { publishTestConcert } from '../concerts.ts'
import { closeLoss, readState } from '../drill/state.ts'
import { provingCall } from '../proofs.ts'
import { runStore, STORE_KEY } from '../object-store.ts'
import { refusalOf } from '../refusals.ts'
import { createTestDatabase } from '../test-database.ts'
import { createTestUser, fillBalance, PASSWORD, publishTrack, type TestUser, until } from '../users.ts'
import { createTestWorld, serve, testConfig, type TestWorld, transportTo } from '../world.ts'

/** With the one that waits for the journal. */
const PAYOUTS = 20
const PASSPHRASE = 'a passphrase for the journal'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-journal-'))
const stack = new AsyncDisposableStack()
const place = path.join(folder, 'backup')
const journalAt = path.join(folder, 'journal')
let world: TestWorld
let listener: TestUser
/** What the server had in the end. */
let state: Awaited<ReturnType<typeof readState>>
const COMPARED = [...LEFT_OUT, 'admin_action', 'audit_difference']

before(async () => {
  world = stack.use(
    await createTestWorld({
      settings: { PASSPHRASE, JOURNAL: journalAt },
      expectedLogs: ['journal-begun', 'payout-waits', 'job-failed'],
    }),
  )
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  listener = await createTestUser(world, { name: 'listener' })
  const artist = await createTestUser(world, { name: 'artist' })
  const { albumId, trackId } = await publishTrack(world, artist)
  const concert = await publishTestConcert(world, artist)
  await fillBalance(world, listener, 500_000)
  await fillBalance(world, artist, 500_000)
  const { config } = world.world
  await makeBackup({ config, clock }, await openPlace(config, clock, place))

  const zap = () => listener.call(send, { body: { contentId: albumId, msatAmount: 2_000 } })
  await Promise.all(Array.from({ length: 50 }, zap))
  for (let turn = 0; turn < 20; turn++) await fillBalance(world, turn % 2 === 0 ? listener : artist, 5_000)
  await Promise.all(Array.from({ length: PAYOUTS - 1 }, () => payOut()))
  await concert.buy(listener.prove, 2)
  const promo = { contentId: trackId, msatBudget: 20_000, msatPayoutAmount: 10_000, fromBalance: true }
  await artist.prove(createPromo, { body: promo })
  for (const name of ['ana', 'ben', 'cem']) await createTestUser(world, { name })
})
after(() => stack.disposeAsync())

async function payOut(call = listener.prove): Promise<string> {
  const { bolt11 } = world.node.makeInvoice({ amountMsat: 1_000n })
  const { paymentId } = await call(withdraw, { body: { invoice: bolt11 } })
  await until(async () => (await call(getPayment, { params: { paymentId } })).state === 'settled')
  return paymentId
}

/** Restores the backup into an empty database that has this journal. */
async function restore(name: string, journal: string) {
  const database = stack.use(await createTestDatabase({ migrated: false }))
  const config = testConfig(path.join(folder, name), database.ownerUrl, { PASSPHRASE, JOURNAL: journal })
  await restoreBackup({ config, clock }, await openPlaceToRead(config, clock, place))
  return config
}

/** A copy of the journal, changed: `batches` are the paths of its batches, in order. */
function changedJournal(name: string, change: (batches: string[]) => void): string {
  const copy = path.join(folder, name)
  fs.cpSync(journalAt, copy, { recursive: true })
  const files = fs.globSync('journal/*/*/*', { cwd: copy }).filter((file) => !file.includes('send-'))
  change(files.sort().map((file) => path.join(copy, file)))
  return copy
}

async function startWith(config: Awaited<ReturnType<typeof restore>>) {
  const lines: { event: string; fields: Record<string, unknown> }[] = []
  const note = (event: string, fields: Record<string, unknown>) => void lines.push({ event, fields })
  const log = { info: () => undefined, warn: note, error: note } as unknown as typeof silentLog
  const { secret } = world.world
  await startJournal({ config, clock, log, secret, ownerUrl: config.databaseUrl })
  return lines
}

test('nothing is sent while the journal cannot be written, and nothing is lost', async () => {
  const moved = `${journalAt}-away`
  fs.renameSync(journalAt, moved)
  fs.writeFileSync(journalAt, 'not a folder')
  const { bolt11, paymentHash } = world.node.makeInvoice({ amountMsat: 1_000n })
  const { paymentId } = await listener.prove(withdraw, { body: { invoice: bolt11 } })
  const payment = () => listener.call(getPayment, { params: { paymentId } })
  await until(() => world.logLines().some((line) => line.includes('journal-unwritable')))
  assert.equal((await payment()).detail, 'reserved')
  assert.equal((await world.node.lookupPayment(paymentHash)).state, 'not_found')
  fs.rmSync(journalAt)
  fs.renameSync(moved, journalAt)
  await until(async () => (await payment()).state === 'settled')
})

test('the restored server has everything since the backup', async () => {
  await until(async () => {
    const { rows } = await world.world.database.pool.query(
      'SELECT FROM outbox WHERE done_at IS NULL AND run_at <= now()',
    )
    return rows.length === 0
  })
  await world.app.stop()
  await writeJournal({ ...world.world, journal: world.world.journal!.journal })
  state = await readState(world.world.config, COMPARED)
  const config = await restore('complete', journalAt)
  const [line] = await startWith(config)
  assert.equal(line?.event, 'journal-replayed', JSON.stringify(line))
  assert.deepEqual(await readState(config, COMPARED), state)
  assert.deepEqual(await startWith(config), [], 'a second start has nothing to replay')
  assert.deepEqual(await lossesOf(config), ['last-second'])
})

test('nothing leaves a recovered server before an operator resumes, and then the books agree', async () => {
  await using own = new AsyncDisposableStack()
  const config = { ...(await restore('served', journalAt)), publicUrl: world.world.config.publicUrl }
  const served = await serve(own, config, silentLog, { parts: world, pages: false })
  const { origin } = served
  const call = provingCall(
    createCall(transportTo(origin), () => listener.token),
    { method: 'password', password: PASSWORD },
  )
  const { degraded } = (await (await fetch(`${origin}/readyz`)).json()) as { degraded: string[] }
  assert.ok(degraded.includes('recovering') && degraded.includes('outgoing-stopped'), String(degraded))
  assert.equal((await refusalOf(payOut(call))).code, 'outgoing-stopped')
  assert.ok((await auditPayments(served.world.payments)).isRight)
  await setRole(served.world.database.read, 'listener', 'owner')
  assert.notEqual((await call(getMoney, {})).outgoing.recoveringSince, null)
  await closeLoss(served.world, 'last-second')
  await switchOutgoing(served.world.payments, null, { isStopped: false, reason: 'The books are right' })
  assert.equal((await call(getMoney, {})).outgoing.recoveringSince, null)
  await payOut(call)
})

test('with a journal that ends too early, payments are recovered from their own lines, and the rest is named', async () => {
  await using own = new AsyncDisposableStack()
  const config = await restore(
    'cut',
    changedJournal('cut-journal', (batches) => batches.forEach((file) => fs.rmSync(file))),
  )
  const cut = path.join(folder, 'cut-journal')
  const first = await positionOf(config)
  for (const file of fs.globSync('journal/*/*/*', { cwd: journalAt })) {
    if (Number(path.basename(file)) <= first) fs.cpSync(path.join(journalAt, file), path.join(cut, file))
  }
  // The line of one payment is lost too.
  const [lost] = fs.globSync('journal/*/*/send-*', { cwd: cut })
  fs.rmSync(path.join(cut, lost!))
  const lostHash = lost!.slice(-64)
  const served = await serve(own, config, silentLog, { parts: world, pages: false })
  const { payments, database } = served.world
  const count = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM payout WHERE state = 'settled'`,
    )
    return rows[0]!.count
  }
  await until(async () => (await count()) >= PAYOUTS)
  await until(async () => (await runDueAudit(payments), (await listOpenDifferences(database.read)).length > 1))
  const differences = (await listOpenDifferences(database.read)).filter(({ subject }) => subject !== 'journal')
  assert.deepEqual(
    differences.map(({ kind, subject, sentMsat }) => [kind, subject, sentMsat]),
    [['unknown-payment', lostHash, 1_000n]],
  )
  const resume = () => switchOutgoing(payments, null, { isStopped: false, reason: 'All differences are booked' })
  await assert.rejects(resume(), { code: 'differences-open' })
  await book(payments, null, differences[0]!.id, { reason: 'Paid by a server that was lost' })
  await assert.rejects(resume(), { code: 'differences-open' })
  await closeLoss(served.world, 'last-second')
  await resume()
  assert.ok((await auditPayments(payments)).isRight)
})

async function positionOf({ databaseUrl }: { databaseUrl: string }): Promise<number> {
  await using database = connectOwner(databaseUrl)
  const { rows } = await database.pool.query<{ position: bigint }>('SELECT position FROM journal_state')
  return Number(rows[0]!.position)
}

/** What a restore may have lost, as it is named to operators. */
async function lossesOf({ databaseUrl }: { databaseUrl: string }): Promise<string[]> {
  await using database = connectOwner(databaseUrl)
  const { rows } = await database.pool.query<{ kind: string }>(
    `SELECT kind FROM audit_difference WHERE subject = 'journal' AND state = 'open'`,
  )
  return rows.map(({ kind }) => kind)
}

function connectOwner(url: string) {
  const { pool, close } = connectDatabase({ url, maxConnections: 2 })
  return { pool, [Symbol.asyncDispose]: close }
}

test('a journal that is missing, cut, altered, mixed up or of another server is named, and nothing of it is used', async () => {
  const config = await restore('damaged', journalAt)
  const next = await positionOf(config)
  const before = await readState(config, COMPARED)
  const cases: [name: string, change: (batches: string[]) => void, problem: RegExp][] = [
    ['missing', (batches) => fs.rmSync(batches[next]!), /^Batch \d+ of the journal is missing\.$/],
    [
      'torn',
      (batches) => fs.truncateSync(batches[next]!, 100),
      /is incomplete, was altered, or was written with another/,
    ],
    ['altered', (batches) => fs.appendFileSync(batches[next]!, 'x'), /is incomplete, was altered/],
    ['mixed', (batches) => fs.copyFileSync(batches[next + 1]!, batches[next]!), /is another object of a journal/],
    ['past', (batches) => fs.rmSync(batches[next - 1]!), /^Batch \d+ of the journal is missing\.$/],
  ]
  for (const [name, change, problem] of cases) {
    const [line] = await startWith({ ...config, journal: changedJournal(name, change) })
    assert.equal(line?.event, 'journal-incomplete', name)
    assert.match(String(line.fields['problem']), problem, name)
    assert.deepEqual(await lossesOf(config), ['changes-lost'], name)
  }
  assert.deepEqual(await readState(config, COMPARED), before)

  const refuses = (journal: string, message: RegExp) =>
    assert.rejects(
      startWith({ ...config, journal }),
      (error) => error instanceof BackupUnusable && message.test(error.message),
    )
  await refuses('', /^This database has a journal\. Set JOURNAL to its place/)
  await using database = connectOwner(config.databaseUrl)
  await database.pool.query('UPDATE journal_state SET chain = NULL')
  await refuses(journalAt, /has the journal of another database, or of a later state of this one/)
})

test('a database that continued from an earlier time is not mixed with the journal', async () => {
  const config = await restore('forked', journalAt)
  await startWith({
    ...config,
    journal: changedJournal('old', (batches) => batches.slice(-5).forEach((f) => fs.rmSync(f))),
  })
  const database = stack.use(connectOwner(config.databaseUrl))
  await database.pool.query(`UPDATE person SET display_name = 'Somebody else' WHERE username = 'listener'`)
  // Noticed by a running server, whose next batch is there already.
  const running = connectDatabase({ url: config.databaseUrl, maxConnections: 4 })
  stack.defer(() => running.close())
  const { journal } = world.world.journal!
  const write = () => writeJournal({ database: running, clock, log: silentLog, journal })
  await write()
  await assert.rejects(write(), /The journal has changes that this database lacks/)
  // And at the next start.
  const before = await readState(config, COMPARED)
  const [line] = await startWith(config)
  assert.match(String(line?.fields['problem']), /^The journal has changes that this database lacks/)
  assert.deepEqual(await readState(config, COMPARED), before)
})

test('several servers and one that dies write each change once', async () => {
  const copy = changedJournal('shared', () => undefined)
  const config = { ...(await restore('writers', copy)), journal: copy }
  await startWith(config)
  const database = connectDatabase({ url: config.databaseUrl, maxConnections: 8 })
  stack.defer(() => database.close())
  const journal = openJournalAt(await openPlace(config, clock, copy), world.world.secret)
  const writing = (one: Journal) => writeJournal({ database, clock, log: silentLog, journal: one })
  const dying: Journal = {
    ...journal,
    async writeBatch(batch) {
      await journal.writeBatch(batch)
      throw new Error('The server was killed')
    },
  }
  await assert.rejects(writing(dying), /killed/)
  for (let turn = 0; turn < 20; turn++) {
    await Promise.all([
      database.pool.query(`UPDATE person SET display_name = $1 WHERE username = 'ana'`, [`Ana ${turn}`]),
      ...[journal, journal, journal].map(writing),
    ])
  }
  await writing(journal)
  assert.equal((await database.pool.query('SELECT FROM journal_line')).rowCount, 0)
  const again = await restore('writers-again', copy)
  assert.deepEqual(
    (await startWith(again)).map(({ event }) => event),
    ['journal-replayed'],
  )
  assert.deepEqual(await readState(again, COMPARED), await readState(config, COMPARED))
})

test('a journal in a bucket is written, waits while the store is away, and is replayed; another installation is refused', async () => {
  const run = (port = 0) => runStore(path.join(folder, 'store'), ['safe'], port)
  let store = await run()
  stack.defer(() => store.close())
  const settings = {
    PASSPHRASE,
    JOURNAL: 's3://safe/journal',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    BACKUP_S3_ACCESS_KEY_ID: STORE_KEY,
    BACKUP_S3_SECRET_ACCESS_KEY: STORE_KEY,
    BACKUP_S3_PATH_STYLE: 'on',
  }
  await using own = await createTestWorld({ settings, expectedLogs: ['journal-begun', 'payout-waits', 'job-failed'] })
  own.expectLogs('journal-unwritable', 'file-store-failed')
  const user = await createTestUser(own, { name: 'bucket' })
  await fillBalance(own, user, 100_000)
  const { config } = own.world
  await makeBackup({ config, clock }, await openPlace(config, clock, 's3://safe/backups'))

  const { port } = store
  await store.close()
  const { bolt11, paymentHash } = own.node.makeInvoice({ amountMsat: 1_000n })
  const { paymentId } = await user.prove(withdraw, { body: { invoice: bolt11 } })
  const payment = () => user.call(getPayment, { params: { paymentId } })
  await until(() => own.logLines().some((line) => line.includes('journal-unwritable')))
  assert.equal((await payment()).detail, 'reserved')
  assert.equal((await own.node.lookupPayment(paymentHash)).state, 'not_found')
  store = await run(port)
  await until(async () => (await payment()).state === 'settled')

  await own.app.stop()
  await writeJournal({ ...own.world, journal: own.world.journal!.journal })
  const last = await readState(config, COMPARED)
  const database = stack.use(await createTestDatabase({ migrated: false }))
  const restored = testConfig(path.join(folder, 'from-bucket'), database.ownerUrl, settings)
  await restoreBackup({ config: restored, clock }, await openPlaceToRead(config, clock, 's3://safe/backups'))
  const deps = { config: restored, clock, log: silentLog, ownerUrl: database.ownerUrl }
  await startJournal({ ...deps, secret: own.world.secret })
  assert.deepEqual(await readState(restored, COMPARED), last)

  const other = stack.use(await createTestDatabase())
  await assert.rejects(
    startJournal({ ...deps, ownerUrl: other.ownerUrl, secret: 'the secret of another installation' }),
    (error) => error instanceof BackupUnusable && /has the journal of another database/.test(error.message),
  )
})
