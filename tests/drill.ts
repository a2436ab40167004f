/** The restore drill: a server with zaps, deposits and payouts is backed up while it works, and again when it is idle; both
 * backups are restored elsewhere and compared with it. `npm run drill` runs it, and a short form is a test. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getTrack } from '#contract/catalog/tracks.ts'
import { createDeposit, getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { makeBackup, type MadeBackup } from '#server/backup/make.ts'
import { openPlace, openPlaceToRead } from '#server/backup/place.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { auditLedger } from '#server/ledger/audit.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { book } from '#server/payments/audit/book-difference.ts'
import { type DifferenceRow, listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { switchOutgoing } from '#server/payments/outgoing-stop.ts'
import { systemClock as clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { silentLog } from '#server/platform/log.ts'
import type { World } from '#server/world.ts'
import { createCall } from '#web/data/api.ts'
import { provingCall } from './proofs.ts'
import { refusalOf } from './refusals.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestUser, PASSWORD, publishTrack, type TestUser, until } from './users.ts'
import { createTestWorld, serve, testConfig, type TestWorld, transportTo } from './world.ts'

/** Of each listener. */
export type DrillSize = { listeners: number; deposits: number; zaps: number; payouts: number }

/** With the same public address, the pages of both servers have the same bytes. */
const SETTINGS = { PASSPHRASE: 'a passphrase for the drill', PUBLIC_URL: 'https://peal.example' }

export async function runDrill(size: DrillSize, print: (line: string) => void): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-drill-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const timed = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work
    print(`${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`)
    return result
  }
  const server = stack.use(await createTestWorld({ lightning: 'sandbox', pages: true, settings: SETTINGS }))
  const place = path.join(folder, 'place')
  const backUp = async () => {
    const { config } = server.world
    return makeBackup({ config, clock }, await openPlace(config, clock, place))
  }

  const stage = await timed(`An artist with a track, and ${size.listeners} listeners`, setStage(server, size.listeners))
  const working = timed(
    `${size.deposits} deposits, ${size.zaps} zaps, ${size.payouts} payouts of each`,
    work(server, stage, size),
  )
  const first = await timed('Backup beside the working server', backUp())
  await working
  const pages = await readPages(server.origin, stage)
  await server.app.stop()
  const second = await timed('Backup of the idle server', backUp())
  print(`  ${describe(first)}\n  ${describe(second)}`)

  const restore = async (name: string, made: MadeBackup) => {
    const database = stack.use(await createTestDatabase({ migrated: false }))
    const config = testConfig(path.join(folder, name), database.ownerUrl, SETTINGS)
    await restoreBackup({ config, clock }, await openPlaceToRead(config, clock, place), made.name)
    return config
  }
  await requireRightLedger(await timed('Restore of the first backup', restore('first', first)))
  const config = await timed('Restore of the second backup', restore('second', second))
  const [state, restoredState] = [await readState(server.world.config), await readState(config)]
  assert.deepEqual(restoredState, state)
  const restored = await serve(stack, config, silentLog, { parts: {}, pages: true })
  const [files, restoredFiles] = [await hashFiles(server.world.files), await hashFiles(restored.world.files)]
  assert.deepEqual(restoredFiles, files)
  assert.deepEqual(await readPages(restored.origin, stage), pages)
  print(
    `Equal: ${state.balances.length} balances, ${state.tables.length} tables, ${files.length} files, ${pages.length} pages`,
  )
  const audit = await auditPayments(restored.world.payments)
  assert.ok(audit.isRight, 'the books of the restored server differ from its node')
  await requireStopped(restored, stage.listeners[0]!)
  print('The restored books agree with the node. Nothing leaves before an operator resumes outgoing payments.')
}

async function setStage(server: TestWorld, listenerCount: number) {
  const mara = await createTestUser(server, { name: 'mara' })
  const { trackId, albumId, artistId } = await publishTrack(server, mara)
  const { liveUrl } = await mara.call(getTrack, { params: { trackId } })
  const listeners: TestUser[] = []
  for (let count = 0; count < listenerCount; count++) {
    const listener = await createTestUser(server)
    await deposit(server, listener, 500_000)
    listeners.push(listener)
  }
  const addresses = ['/', '/top', `/album/${albumId}`, `/track/${trackId}`, `/v1/artists/${artistId}`]
  return { listeners, albumId, addresses, liveUrl }
}
type Stage = Awaited<ReturnType<typeof setStage>>

async function deposit(server: TestWorld, user: TestUser, msatAmount: number): Promise<void> {
  const wanted = (await user.balance()) + msatAmount
  const { request } = await user.call(createDeposit, { body: { msatAmount } })
  await server.world.sandbox!.outside.payInvoice(request)
  await until(async () => (await user.balance()) >= wanted)
}

async function payOut({ sandbox }: World, user: TestUser, call = user.prove): Promise<void> {
  const { bolt11 } = await sandbox!.outside.makeInvoice({ amountMsat: 1_000n })
  const { paymentId } = await call(withdraw, { body: { invoice: bolt11 } })
  await until(async () => (await call(getPayment, { params: { paymentId } })).state === 'settled')
}

/** All listeners at a time, until the numbers are reached and nothing waits any longer. */
async function work(server: TestWorld, { listeners, albumId }: Stage, size: DrillSize): Promise<void> {
  await Promise.all(
    listeners.map(async (listener) => {
      for (let turn = 0; turn < Math.max(size.deposits, size.zaps, size.payouts); turn++) {
        if (turn < size.zaps) await listener.call(send, { body: { contentId: albumId, msatAmount: 2_000 } })
        if (turn < size.deposits) await deposit(server, listener, 5_000)
        if (turn < size.payouts) await payOut(server.world, listener)
      }
    }),
  )
  await until(async () => {
    const { rows } = await server.world.database.pool.query(
      'SELECT FROM outbox WHERE done_at IS NULL AND run_at <= now()',
    )
    return rows.length === 0
  })
}

function describe({ contents, added }: MadeBackup): string {
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows, ${contents.files.length} files; new: ${added.count} parts, ${(added.bytes / 1e6).toFixed(2)} MB`
}

async function requireRightLedger({ databaseUrl }: Config): Promise<void> {
  const database = connectDatabase({ url: databaseUrl, maxConnections: 2 })
  const report = await auditLedger(database.read)
  await database.close()
  assert.ok(report.isSound, 'the backup beside the working server is not of one moment')
}

/** Changed by the restore, or by the sandbox while nothing happens. */
const NOT_COMPARED = ['admin_action', 'audit_difference', 'outgoing_stop', 'sandbox_lightning']

/** All balances, and a digest of each table without ids of transactions and rolled-up balances. */
export async function readState({ databaseUrl }: Config, notCompared: readonly string[] = NOT_COMPARED) {
  const { pool, close } = connectDatabase({ url: databaseUrl, maxConnections: 2 })
  const { rows: balances } = await pool.query<{ code: string; msat: bigint }>(
    'SELECT code, account_balance(id) AS msat FROM account ORDER BY code',
  )
  const { rows: names } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
    [notCompared],
  )
  const tables = []
  for (const { name } of names) {
    const left = name === 'account' ? `'{rolled_up_to,balance}'` : name === 'entry' ? `'{inserted_by}'` : `'{}'`
    const { rows } = await pool.query<{ count: bigint; digest: string | null }>(
      `SELECT count(*), md5(string_agg(line, E'\n' ORDER BY line)) AS digest
       FROM (SELECT (to_jsonb(t) - ${left}::text[])::text AS line FROM ${name} t) lines`,
    )
    tables.push({ name, ...rows[0]! })
  }
  await close()
  return { balances, tables }
}

async function hashFiles(files: Files): Promise<string[]> {
  const hashes: string[] = []
  for await (const { key, size } of files.list('')) {
    hashes.push(`${key} ${size} ${sha256(await buffer(files.read(key)))}`)
  }
  return hashes.sort()
}

/** Pages and audio as a visitor gets them. */
async function readPages(origin: string, { addresses, liveUrl }: Stage): Promise<string[]> {
  const read = async (address: string) => {
    const response = await fetch(origin + address)
    assert.equal(response.status, 200, address)
    return `${address} ${sha256(Buffer.from(await response.arrayBuffer()))}`
  }
  return Promise.all([...addresses, new URL(liveUrl!, origin).pathname].map(read))
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** An operator accepts what a restore may have lost. */
export async function closeLoss({ payments, database }: World, wanted: DifferenceRow['kind']): Promise<void> {
  const loss = (await listOpenDifferences(database.read)).find(({ subject }) => subject === 'journal')
  assert.equal(loss?.kind, wanted)
  await book(payments, null, loss.id, { reason: 'Nothing more can be found' })
}

/** The switch of operators holds after a restore, and payouts work once they have resumed. */
async function requireStopped({ world, origin }: { world: World; origin: string }, listener: TestUser): Promise<void> {
  const call = provingCall(
    createCall(transportTo(origin), () => listener.token),
    { method: 'password', password: PASSWORD },
  )
  const { code } = await refusalOf(payOut(world, listener, call))
  assert.equal(code, 'outgoing-stopped')
  const resume = () => switchOutgoing(world.payments, null, { isStopped: false, reason: 'The books are right' })
  await assert.rejects(resume(), { code: 'differences-open' })
  await closeLoss(world, 'changes-lost')
  await resume()
  await payOut(world, listener, call)
}
