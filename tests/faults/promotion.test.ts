/** A PostgreSQL that takes over is another database to the audit (server/payments/checked-database.ts), and a standby that
 * lacks what the node has paid is recovered. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { getPayment, withdraw } from '#contract/payments/payments.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { book } from '#server/payments/audit/book-difference.ts'
import { listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { runDueAudit } from '#server/payments/audit/job.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import { readDatabaseIdentity } from '#server/payments/checked-database.ts'
import { isOutgoingHeld, switchOutgoing } from '#server/payments/outgoing-stop.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { silentLog } from '#server/platform/log.ts'
import { acceptSharedSettings } from '#server/platform/secrets/shared-settings.ts'
import { closeLoss } from '#tests/drill/state.ts'
import { query, startStandbyPair } from '#tests/other-postgres.ts'
import { createTestUser, fillBalance, until } from '#tests/users.ts'
import { createTestWorld, serve, testConfig } from '#tests/world.ts'
import { startLabDatabase } from './lab-database.ts'

const SECRET = 'the secret of both servers of this test'

test('the identity of a database survives a crash, and changes when recovery ends on a new timeline', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-promotion-'))
  const lab = await startLabDatabase(path.join(folder, 'postgres'))
  const identity = async () => {
    const database = connectDatabase({ url: lab.url, maxConnections: 1 })
    try {
      return await readDatabaseIdentity(database.read)
    } finally {
      await database.close()
    }
  }
  try {
    await migrate(lab.url)
    const first = await identity()
    assert.match(first, /^[0-9]+ 00000001 [0-9]+$/)
    await lab.crash()
    assert.equal(await identity(), first)
    // As a standby that is promoted, or a restore to a point in time.
    fs.appendFileSync(path.join(lab.cluster, 'postgresql.auto.conf'), "restore_command = 'false'\n")
    fs.writeFileSync(path.join(lab.cluster, 'recovery.signal'), '')
    await lab.crash()
    // Empty until the recovery has ended.
    await until(async () => (await identity()) !== '')
    assert.equal(await identity(), first.replace('00000001', '00000002'))
  } finally {
    await lab.stop()
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})

test('a standby that takes over and lacks payments of the node lets nothing leave until they are booked', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-standby-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const { primary, standby, urls, cut } = await startStandbyPair(stack, folder)
  const { node, user, clock } = await workOnPrimary(urls.primary, cut)
  await primary.stop()
  await query(standby.url, 'SELECT pg_promote()')

  const config = testConfig(path.join(folder, 'data'), urls.standby, { SECRET })
  // `npm run config -- accept`: its files are in another folder.
  const accepting = connectDatabase({ url: urls.standby, maxConnections: 1 })
  await accepting.transaction((tx) => acceptSharedSettings(tx, config))
  await accepting.close()
  const { world } = await serve(stack, config, silentLog, { parts: { node, clock }, pages: false })
  const { payments, database } = world
  assert.ok(await isOutgoingHeld(database.read))
  await until(async () => (await runDueAudit(payments), (await listOpenDifferences(database.read)).length > 1))
  const differences = await listOpenDifferences(database.read)
  const named = Object.fromEntries(differences.map(({ kind, sentMsat }) => [kind, sentMsat]))
  assert.deepEqual(named, { 'changes-lost': 0n, 'unknown-payment': 5_000n })
  const resume = () => switchOutgoing(payments, null, { isStopped: false, reason: 'All differences are booked' })
  await assert.rejects(resume(), { code: 'differences-open' })
  const unknown = differences.find(({ kind }) => kind === 'unknown-payment')!
  await book(payments, null, unknown.id, { reason: 'Paid before the standby took over', username: user.name })
  assert.equal(await readBalance(database.read, { kind: 'user', userId: user.userId }), 45_000n)
  await closeLoss(world, 'changes-lost')
  await resume()
  await until(async () => (await runDueAudit(payments), !(await isOutgoingHeld(database.read))))
})

test('a server that knows both addresses writes to the primary, and to the standby once it has taken over', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-hosts-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const { primary, standby } = await startStandbyPair(stack, folder)
  const sockets = [standby, primary].map(({ paths }) => paths.socketDir).join(',')
  const settings = {
    DATABASE_URL: `postgres://peal@localhost:5432/peal?host=${sockets}&target_session_attrs=read-write`,
  }
  await using world = await createTestWorld({ settings, expectedLogs: ['database-away', 'database-back'] })
  const user = await createTestUser(world)
  await fillBalance(world, user, 50_000)
  await primary.stop()
  await assert.rejects(user.balance(), { status: 503 })
  await query(standby.url, 'SELECT pg_promote()')
  await until(
    () =>
      user.balance().then(
        (msat) => msat === 50_000,
        () => false,
      ),
    15_000,
  )
  const { database } = world.world
  await until(async () => (await runDueAudit(world.world.payments), !(await isOutgoingHeld(database.read))))
  const invoice = world.node.makeInvoice({ amountMsat: 5_000n }).bolt11
  const { paymentId } = await user.prove(withdraw, { body: { invoice } })
  await until(async () => (await user.call(getPayment, { params: { paymentId } })).state === 'settled')
  assert.equal(await user.balance(), 45_000)
})

/** The standby has everything but the last payout. */
async function workOnPrimary(databaseUrl: string, cut: () => Promise<void>) {
  await using world = await createTestWorld({ settings: { DATABASE_URL: databaseUrl, SECRET } })
  const user = await createTestUser(world)
  await fillBalance(world, user, 50_000)
  const { database } = world.world
  await until(async () => (await readAuditState(database.read)).lastRightAt !== null)
  await cut()
  const invoice = world.node.makeInvoice({ amountMsat: 5_000n }).bolt11
  const { paymentId } = await user.prove(withdraw, { body: { invoice } })
  await until(async () => (await user.call(getPayment, { params: { paymentId } })).state === 'settled')
  return { node: world.node, clock: world.clock, user }
}
