/** Differences between the books and the node: each stays open until both sides agree or an operator books it, and
 * outgoing payments are halted while any is open. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { getMoney, listAdminActions } from '#contract/operator/admin.ts'
import { bookDifference } from '#contract/operator/admin-money.ts'
import { createDeposit, getPayment, withdraw } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { setRole } from '#server/accounts/roles.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { runDueAudit } from '#server/payments/audit/job.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { assertBooksBalance, closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let user: TestUser

before(async () => {
  world = await createTestWorld({
    expectedLogs: ['books-differ', 'books-right-again', 'difference-booked', 'paid-after-release'],
  })
  user = await createTestUser(world)
  await fillBalance(world, user, 1_000_000)
  await until(async () => (await state()).lastRightAt !== null)
})
after(() => closeBalanced(world))

const state = () => readAuditState(world.world.database.read)

/** Steps the clock and waits for an audit, by the server or by this test. */
async function auditAfter(stepMs: number): Promise<void> {
  world.clock.step(stepMs)
  const now = world.clock.now().getTime()
  await runDueAudit(world.world.payments)
  await until(async () => (await state()).lastRunAt!.getTime() >= now)
}

/** The node pays an invoice unknown to this server. */
async function payUnknown(amountMsat: bigint, feeMsat: bigint): Promise<string> {
  const { bolt11, paymentHash } = world.node.makeInvoice({ amountMsat })
  world.node.script({ does: 'succeed', feeMsat })
  const signal = AbortSignal.timeout(5_000)
  await world.node.pay({ bolt11, paymentHash, feeLimitMsat: feeMsat, timeoutSeconds: 1, signal })
  return paymentHash
}

const tryToWithdraw = async () => {
  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  return refusalOf(user.call(withdraw, { body: { invoice } }))
}

test('an unknown outgoing payment halts outgoing payments immediately, and age does not lift the halt', async () => {
  await payUnknown(9_000n, 12n)
  await auditAfter(61_000)
  assert.notEqual((await state()).haltedAt, null)
  for (let hour = 0; hour < 3; hour++) await auditAfter(3_700_000)
  assert.notEqual((await state()).haltedAt, null)
  assert.equal((await tryToWithdraw()).code, 'withdrawals-halted')
})

test('an operator books it to the house with a reason, and outgoing payments resume', async () => {
  const boss = await makeAdmin('boss')
  const [difference] = (await boss.call(getMoney, {})).differences
  assert.deepEqual([difference!.kind, difference!.msatChange], ['unknown-payment', -9_012])
  const order = { params: { differenceId: difference!.differenceId }, body: { reason: 'A test payment of ours' } }
  assert.equal((await refusalOf(user.call(bookDifference, order))).status, 403)
  const before0 = await balanceOf(boss, 'house')
  assert.deepEqual(await boss.call(bookDifference, order), { state: 'booked' })
  assert.equal((await refusalOf(boss.call(bookDifference, order))).code, 'difference-not-bookable')
  assert.equal(await balanceOf(boss, 'house'), before0 - 9_012)
  assert.equal((await state()).haltedAt, null)
  const [noted] = (await boss.call(listAdminActions, { query: {} })).filter(
    ({ action }) => action === 'book-difference',
  )
  assert.deepEqual([noted!.adminName, noted!.reason, noted!.details['account']], ['boss', order.body.reason, 'house'])
  await auditAfter(61_000)
  assert.deepEqual((await boss.call(getMoney, {})).differences, [])
  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await user.call(getPayment, { params: { paymentId } })).state === 'settled')
})

test('a difference booked on a user debits the balance as far as possible, and the rest is owed', async () => {
  const boss = await makeAdmin('head')
  const debtor = await createTestUser(world)
  await fillBalance(world, debtor, 5_000)
  const paymentHash = await payUnknown(8_000n, 20n)
  await auditAfter(61_000)
  const { differences } = await boss.call(getMoney, {})
  const { differenceId } = differences.find(({ subject }) => subject === paymentHash)!
  const body = { reason: 'Paid for them before the restore', username: debtor.name }
  await boss.call(bookDifference, { params: { differenceId }, body })
  assert.equal(await debtor.balance(), 0)
  const owed = await readBalance(world.world.database.read, { kind: 'receivable', userId: debtor.userId })
  assert.equal(owed, -3_020n)
  const shown = await debtor.call(getPayment, { params: { paymentId: differenceId } })
  assert.deepEqual([shown.type, shown.msatAmount, shown.msatChange], ['Withdraw', 8_020, -5_000])
  // The node has paid this hash, so no invoice with it is tried again.
  await auditAfter(61_000)
  assert.equal((await state()).haltedAt, null)
})

test('a difference that resolves itself is closed only when both sides agree', async () => {
  const { paymentId, paymentHash } = await withdrawSettled(20_000n)
  const lookUp = world.node.lookupPayment
  world.node.lookupPayment = async (hash) => (hash === paymentHash ? { state: 'not_found' } : lookUp(hash))
  await sql`UPDATE payout SET audited_at = NULL WHERE id = ${paymentId}`.execute(world.world.database.read)
  await auditAfter(61_000)
  assert.deepEqual([(await state()).haltedAt, (await state()).wrongSince === null], [null, false])
  await auditAfter(61_000)
  assert.notEqual((await state()).haltedAt, null)
  // A difference that was not compared is not resolved.
  world.node.lookupPayment = async (hash) => (hash === paymentHash ? { state: 'in_flight' } : lookUp(hash))
  await auditAfter(3_700_000)
  assert.notEqual((await state()).haltedAt, null)
  world.node.lookupPayment = lookUp
  await auditAfter(61_000)
  assert.equal((await state()).haltedAt, null)
})

test('after the booking for each kind of difference, books and node agree', async () => {
  const { database } = world.world
  const { paymentHash: missing } = await withdrawSettled(30_000n)
  const { paymentHash: otherFee } = await withdrawSettled(31_000n)
  const [less, none, late] = [await deposit(40_000n), await deposit(41_000n), await openDeposit(42_000n)]
  const released = await withdrawReleased(43_000n)
  // The last two are not looked up again automatically.
  const isClosed = async () =>
    (await sql`SELECT FROM invoice WHERE payment_hash = ${late} AND state = 'closed'`.execute(database.read)).rows
      .length > 0
  world.clock.step(26 * 3_600_000)
  await until(isClosed)
  const boss = await makeAdmin('chief')
  const { lookupPayment, lookupInvoice } = world.node
  world.node.lookupPayment = async (hash) => {
    const status = await lookupPayment(hash)
    if (hash === missing) return { state: 'not_found' }
    if (hash === released.paymentHash) return { state: 'succeeded', preimage: released.preimage, feeMsat: 7n }
    return hash === otherFee && status.state === 'succeeded' ? { ...status, feeMsat: status.feeMsat + 5n } : status
  }
  world.node.lookupInvoice = async (hash) => {
    if (hash === none) return { state: 'open' }
    if (hash === late) return { state: 'paid', receivedMsat: 42_000n, settledAt: world.clock.now() }
    return hash === less ? { state: 'paid', receivedMsat: 39_000n } : lookupInvoice(hash)
  }
  await sql`UPDATE payout SET audited_at = NULL`.execute(database.read)
  await sql`UPDATE invoice SET audited_at = NULL`.execute(database.read)
  await auditAfter(61_000)
  const { differences } = await boss.call(getMoney, {})
  const found = Object.fromEntries(
    differences.map(({ subject, kind, msatChange }) => [subject, `${kind} ${msatChange}`]),
  )
  assert.deepEqual(found, {
    [none]: 'receipt-missing -41000',
    [less]: 'receipt-amount -1000',
    [late]: 'receipt-unbooked 42000',
    [missing]: 'payout-missing 30003',
    [otherFee]: 'payout-fee -5',
    [released.paymentHash]: 'payout-unbooked -43007',
  })
  const before0 = await user.balance()
  for (const { differenceId } of differences) {
    await boss.call(bookDifference, { params: { differenceId }, body: { reason: 'The node is right' } })
  }
  // The two late payments are booked as late payments, even if the house bears the others.
  assert.equal(await user.balance(), before0 + 42_000 - 43_007)
  await assertBooksBalance(world)
  await auditAfter(61_000)
  assert.equal((await state()).haltedAt, null)
})

const balanceOf = async (boss: TestUser, name: string) =>
  (await boss.call(getMoney, {})).accounts.find(({ account }) => account === name)!.msatBalance

async function makeAdmin(name: string): Promise<TestUser> {
  const boss = await createTestUser(world, { name })
  await setRole(world.world.database.read, name, 'owner')
  return boss
}

async function withdrawSettled(amountMsat: bigint) {
  const { bolt11: invoice, paymentHash, preimage } = world.node.makeInvoice({ amountMsat })
  world.node.script({ does: 'succeed', feeMsat: 3n })
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await user.call(getPayment, { params: { paymentId } })).state === 'settled')
  return { paymentId, paymentHash, preimage }
}

async function withdrawReleased(amountMsat: bigint) {
  const { bolt11: invoice, paymentHash, preimage } = world.node.makeInvoice({ amountMsat })
  world.node.script({ does: 'fail', reason: 'no-route' })
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await user.call(getPayment, { params: { paymentId } })).state === 'failed')
  return { paymentHash, preimage }
}

async function openDeposit(amountMsat: bigint): Promise<string> {
  const { request } = await user.call(createDeposit, { body: { msatAmount: Number(amountMsat) } })
  return decodeInvoice(request).paymentHash
}

async function deposit(amountMsat: bigint): Promise<string> {
  const before0 = await user.balance()
  const paymentHash = await openDeposit(amountMsat)
  await world.node.settle(paymentHash)
  await until(async () => (await user.balance()) > before0)
  return paymentHash
}
