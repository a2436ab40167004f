/** Withdrawing over HTTP: reserved, sent, settled or released; an unknown outcome moves nothing; an invoice is
 * attempted once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { listTransactions } from '#contract/accounts/account.ts'
import { createDeposit, getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { EXPIRY_MARGIN_MS } from '#server/payments/state.ts'
import type { ApiError } from '#web/data/api.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let user: TestUser

before(async () => {
  world = await createTestWorld({ settings: { YOUNG_WITHDRAWAL_MSAT: '10000000', FAILED_WITHDRAWALS_PER_HOUR: '5' } })
  world.expectLogs('payout-never-sent', 'payout-sent-again', 'paid-after-release')
  // The clock is advanced, so an audit may be due between a late success and its booking.
  world.expectLogs('books-differ', 'books-right-again')
})
beforeEach(async () => {
  user = await createTestUser(world)
  await fillBalance(world, user, 100_000)
})
after(async () => {
  await until(async () => (await audit()).inFlight === 0)
  const report = await audit()
  assert.ok(
    report.isRight,
    JSON.stringify(report, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  await world[Symbol.asyncDispose]()
})
const makeInvoice = (invoice: Parameters<TestWorld['node']['makeInvoice']>[0]) => world.node.makeInvoice(invoice).bolt11
const lastPayment = () => world.node.payCalls.at(-1)
const audit = () => auditPayments({ database: world.world.database, node: world.node })

const stateOf = async (paymentId: string) => (await user.call(getPayment, { params: { paymentId } })).state
const detailOf = async (paymentId: string) => (await user.call(getPayment, { params: { paymentId } })).detail

test('50 000 msat with a fee of 120: 52 000 are reserved, 1 880 are returned', async () => {
  const invoice = makeInvoice({ amountMsat: 50_000n })
  world.node.script({ does: 'hang' })
  const answer = await user.call(withdraw, { body: { invoice } })
  assert.equal(answer.state, 'pending')
  assert.equal(answer.feeReserveMsat, 2_000)
  assert.equal(await user.balance(), 48_000)
  await until(() => lastPayment()?.bolt11 === invoice)
  world.node.finishPayment(lastPayment()!.paymentHash, { does: 'succeed', feeMsat: 120n })
  await until(async () => (await stateOf(answer.paymentId)) === 'settled')
  assert.equal(await user.balance(), 49_880)
  assert.equal(lastPayment()?.feeLimitMsat, 2_000n)
  const { transactions } = await user.call(listTransactions, {
    params: { page: '1' },
    query: { filters: 'Withdraw' },
  })
  const [line] = Object.values(transactions).flat()
  assert.deepEqual([line?.msatAmount, line?.feeMsat, line?.msatChange, line?.success], [50_000, 120, -50_120, true])
})

test('when the node refuses, everything is returned and the reason is shown', async () => {
  const invoice = makeInvoice({ amountMsat: 20_000n })
  world.node.script({ does: 'fail', reason: 'no-route' })
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await stateOf(paymentId)) === 'failed')
  assert.equal(await user.balance(), 100_000)
  assert.equal((await user.call(getPayment, { params: { paymentId } })).failureReason, 'no-route')
  const again = await refusalOf(user.call(withdraw, { body: { invoice } }))
  assert.deepEqual(again, { status: 409, code: 'invoice-already-tried' })
})

test('no response is not a failure: the money stays reserved until the node reports the outcome', async () => {
  for (const truth of ['succeed', 'fail'] as const) {
    const invoice = makeInvoice({ amountMsat: 10_000n })
    world.node.script({ does: 'unknown', truth: 'in_flight' })
    const before0 = await user.balance()
    const { paymentId } = await user.call(withdraw, { body: { invoice } })
    await until(async () => (await detailOf(paymentId)) === 'unknown')
    assert.equal(await user.balance(), before0 - 12_000)
    world.node.finishPayment(
      lastPayment()!.paymentHash,
      truth === 'fail' ? { does: 'fail' } : { does: 'succeed', feeMsat: 7n },
    )
    await until(async () => (await stateOf(paymentId)) !== 'pending')
    assert.equal(before0 - (await user.balance()), truth === 'succeed' ? 10_007 : 0)
  }
})

test('a payment unknown to the node is released only after its invoice has expired', async () => {
  const invoice = makeInvoice({ amountMsat: 10_000n, expirySeconds: 600 })
  world.node.script({ does: 'unknown', truth: 'vanish' })
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await detailOf(paymentId)) === 'unknown')
  const heldUntil = async () => (await user.call(getPayment, { params: { paymentId } })).heldUntil
  const expiresAt = decodeInvoice(invoice).expiresAt.getTime()
  assert.equal(Date.parse((await heldUntil())!), expiresAt + EXPIRY_MARGIN_MS)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  assert.equal(await stateOf(paymentId), 'pending')
  world.clock.step(700_000)
  await until(async () => (await stateOf(paymentId)) === 'failed')
  assert.equal(await heldUntil(), null)
  assert.equal(await user.balance(), 100_000)
  world.clock.step(-700_000)
})

test('a node that pays a hash only once is sent an unknown payment again, unless it is another node', async () => {
  const { node } = world
  const { info, capabilities } = node
  Object.assign(node, {
    capabilities: { ...capabilities, dedupesByHash: true },
    info: async () => ({ ...(await info(AbortSignal.timeout(1_000))), pubkey: `02${'ab'.repeat(32)}` }),
  })
  const invoice = makeInvoice({ amountMsat: 10_000n, expirySeconds: 600 })
  node.script({ does: 'unknown', truth: 'vanish' })
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await detailOf(paymentId)) === 'unknown')
  const calls = node.payCalls.length
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  assert.equal(node.payCalls.length, calls)
  node.script({ does: 'hang' })
  Object.assign(node, { info })
  world.clock.step(60_000)
  await until(() => node.payCalls.length === calls + 1)
  assert.equal(await detailOf(paymentId), 'sending')
  // While one process calls the node, no other does, at any time of the clock.
  world.clock.step(120_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  assert.equal(node.payCalls.length, calls + 1)
  node.finishPayment(lastPayment()!.paymentHash, { does: 'succeed', feeMsat: 7n })
  await until(async () => (await stateOf(paymentId)) === 'settled')
  assert.equal(await user.balance(), 100_000 - 10_007)
  Object.assign(node, { capabilities })
  world.clock.step(-180_000)
})

test('a payment that succeeds after being recorded as failed is debited as far as possible, the rest is owed, and the account is held', async () => {
  const invoice = makeInvoice({ amountMsat: 90_000n })
  world.node.script({ does: 'fail', reason: 'timeout' })
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await stateOf(paymentId)) === 'failed')
  const kept = await user.call(createArtist, { body: { name: 'Elsewhere' } })
  await user.call(send, { body: { contentId: kept.id, msatAmount: 60_000 } })
  const before0 = await user.balance()
  world.node.finishPayment(lastPayment()!.paymentHash, { does: 'succeed', feeMsat: 500n })
  world.clock.step(60_000)
  await until(async () => (await stateOf(paymentId)) === 'settled')
  assert.equal(before0, 97_000)
  assert.equal(await user.balance(), before0 - 90_500)
  const again = await refusalOf(user.call(withdraw, { body: { invoice: makeInvoice({ amountMsat: 1_000n }) } }))
  assert.deepEqual(again, { status: 403, code: 'withdrawals-held' })
  const other = await createTestUser(world)
  await fillBalance(world, other, 100_000)
  world.node.script({ does: 'fail', reason: 'timeout' })
  const second = await other.call(withdraw, { body: { invoice: makeInvoice({ amountMsat: 90_000n }) } })
  const stateOfOther = async () => (await other.call(getPayment, { params: { paymentId: second.paymentId } })).state
  await until(async () => (await stateOfOther()) === 'failed')
  await other.call(send, { body: { contentId: kept.id, msatAmount: 99_000 } })
  world.node.finishPayment(lastPayment()!.paymentHash, { does: 'succeed', feeMsat: 500n })
  world.clock.step(60_000)
  await until(async () => (await stateOfOther()) === 'settled')
  assert.equal(await other.balance(), 0)
  const owed = await readBalance(world.world.database.read, { kind: 'receivable', userId: other.userId })
  assert.equal(owed, -89_500n)
})

test('of 25 concurrent withdrawals of the whole balance exactly one succeeds', async () => {
  const invoices = Array.from({ length: 25 }, () => makeInvoice({ amountMsat: 98_000n }))
  const results = await Promise.allSettled(invoices.map((invoice) => user.call(withdraw, { body: { invoice } })))
  assert.equal(results.filter((one) => one.status === 'fulfilled').length, 1)
  await until(async () => (await audit()).inFlight === 0)
  assert.ok((await user.balance()) >= 0)
})

test('of two users who pay the same invoice concurrently, one succeeds', async () => {
  const other = await createTestUser(world)
  await fillBalance(world, other, 100_000)
  const invoice = makeInvoice({ amountMsat: 5_000n })
  const results = await Promise.allSettled([
    user.call(withdraw, { body: { invoice } }),
    other.call(withdraw, { body: { invoice } }),
  ])
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).code] : []))
  assert.deepEqual(refused, ['invoice-already-tried'])
})

test('invoices that cannot be paid are refused before anything is reserved', async () => {
  const own = await user.call(createDeposit, { body: { msatAmount: 1_000 } })
  const cases: [string, string][] = [
    ['not an invoice', 'invoice-invalid'],
    [makeInvoice({ amountMsat: 5_000n, network: 'bc' }), 'invoice-wrong-network'],
    [makeInvoice({ amountMsat: 5_000n, expirySeconds: 1 }), 'invoice-expired'],
    [makeInvoice({ amountMsat: null }), 'invoice-without-amount'],
    [own.request, 'invoice-own'],
    [makeInvoice({ amountMsat: 999n }), 'amount-out-of-range'],
    [makeInvoice({ amountMsat: 99_000n }), 'insufficient-balance'],
  ]
  for (const [invoice, code] of cases) {
    assert.equal((await refusalOf(user.call(withdraw, { body: { invoice } }))).code, code)
  }
  assert.equal(await user.balance(), 100_000)
})

test('a fee limit may be below the reserve, never above', async () => {
  const invoice = makeInvoice({ amountMsat: 5_000n })
  const above = await refusalOf(user.call(withdraw, { body: { invoice, msatMaxFee: 2_001 } }))
  assert.equal(above.code, 'fee-limit-too-high')
  const answer = await user.call(withdraw, { body: { invoice, msatMaxFee: 10 } })
  assert.equal(answer.feeReserveMsat, 10)
  await until(async () => (await stateOf(answer.paymentId)) === 'settled')
  assert.equal(lastPayment()?.feeLimitMsat, 10n)
})

test('withdrawals need a confirmed e-mail address', async () => {
  const unconfirmed = await createTestUser(world, { verified: false })
  await fillBalance(world, unconfirmed, 10_000)
  const invoice = makeInvoice({ amountMsat: 5_000n })
  const refused = await refusalOf(unconfirmed.call(withdraw, { body: { invoice } }))
  assert.deepEqual(refused, { status: 403, code: 'email-not-verified' })
  assert.equal(await unconfirmed.balance(), 10_000)
})

test('new accounts withdraw at most 10 000 sats a day, and five failures an hour are the limit', async () => {
  await fillBalance(world, user, 20_000_000)
  const large = makeInvoice({ amountMsat: 10_000_001n })
  assert.equal((await refusalOf(user.call(withdraw, { body: { invoice: large } }))).code, 'withdrawal-limit')
  for (let count = 0; count < 5; count++) {
    world.node.script({ does: 'fail', reason: 'rejected' })
    const invoice = makeInvoice({ amountMsat: 1_000n })
    const { paymentId } = await user.call(withdraw, { body: { invoice } })
    await until(async () => (await stateOf(paymentId)) === 'failed')
  }
  const invoice = makeInvoice({ amountMsat: 1_000n })
  const refused = await refusalOf(user.call(withdraw, { body: { invoice } }))
  assert.deepEqual(refused, { status: 429, code: 'withdrawals-failing' })
})
