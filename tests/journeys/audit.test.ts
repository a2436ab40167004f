/** The audit each minute: it finds differences, halts outgoing payments when they persist, and resumes them when
 * they are resolved. A node with too little money makes withdrawals wait. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import {
  getMoney,
  refundPayout,
  assignSuspense,
  listAdminActions,
  withdrawPlatformFee,
} from '#contract/operator/admin.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { login } from '#contract/accounts/auth.ts'
import { getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { setRole } from '#server/accounts/roles.ts'
import { post } from '#server/ledger/transfer.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { runDueAudit } from '#server/payments/audit/job.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let user: TestUser

before(async () => {
  world = await createTestWorld({ settings: { METRICS_LISTEN: '127.0.0.1:0' } })
  world.expectLogs('books-differ', 'books-right-again', 'payout-waits', 'money-in-suspense')
  world.expectLogs('payout-lookup-failed', 'paid-after-release', 'platform-fee-withdrawn')
  user = await createTestUser(world)
  await fillBalance(world, user, 1_000_000)
})
after(() => closeBalanced(world))

const state = () => readAuditState(world.world.database.read)
const readyz = async () => (await (await fetch(`${world.origin}/readyz`)).json()) as { degraded: string[] }
const metric = async (name: string) => {
  const text = await (await fetch(`${world.app.metricsOrigin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
/** The next audit, as if a minute had passed. */
const auditAgain = async () => {
  world.clock.step(61_000)
  await until(async () => (await state()).lastRunAt!.getTime() >= world.clock.now().getTime() - 30_000)
}
const stateOf = async (paymentId: string) => (await user.call(getPayment, { params: { paymentId } })).state

/** Books money that does not exist, as a bug might. */
const misbook = (amountMsat: bigint, idem: string) =>
  world.world.database.transaction((tx) =>
    post(tx, {
      idem,
      kind: 'correction',
      legs: [
        { account: 'lightning', amountMsat: -amountMsat },
        { account: 'suspense', amountMsat },
      ],
    }),
  )
const takeBack = (amountMsat: bigint, idem: string) =>
  world.world.database.transaction((tx) =>
    post(tx, {
      idem,
      kind: 'correction',
      legs: [
        { account: 'suspense', amountMsat: -amountMsat },
        { account: 'lightning', amountMsat },
      ],
    }),
  )

test('the server audits itself, one process at a time, and finds nothing', async () => {
  await until(async () => (await state()).lastRightAt !== null)
  assert.equal(await runDueAudit(world.world.payments), false)
  assert.deepEqual((await state()).findings, [])
  assert.equal(await metric('peal_books_differ'), 0)
})

test('a difference of one msat is found immediately, halts outgoing payments after a minute, and the halt ends when it is resolved', async () => {
  await misbook(1n, 'wrong-1')
  await auditAgain()
  assert.notEqual((await state()).wrongSince, null)
  assert.equal((await state()).haltedAt, null)
  assert.equal(await metric('peal_books_differ'), 1)
  await auditAgain()
  await until(async () => (await state()).haltedAt !== null)
  assert.equal(await metric('peal_withdrawals_halted'), 1)
  assert.deepEqual((await readyz()).degraded, ['withdrawals-halted'])
  assert.ok((await state()).findings.some((finding) => finding.includes('lightning')))

  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  assert.deepEqual(await refusalOf(user.call(withdraw, { body: { invoice } })), {
    status: 503,
    code: 'withdrawals-halted',
  })
  assert.equal(await user.balance(), 1_000_000)
  const artist = await user.call(createArtist, { body: { name: 'Still paid' } })
  await user.call(send, { body: { contentId: artist.id, msatAmount: 1_000 } })

  await takeBack(1n, 'right-1')
  await auditAgain()
  await until(async () => (await state()).haltedAt === null)
  assert.deepEqual((await readyz()).degraded, [])
  const answer = await user.call(withdraw, { body: { invoice } })
  await until(async () => (await stateOf(answer.paymentId)) === 'settled')
})

test('a payout reserved during a halt waits, and is sent afterwards', async () => {
  world.node.spendableMsat = 0n
  const invoice = world.node.makeInvoice({ amountMsat: 20_000n, expirySeconds: 86_400 }).bolt11
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  await misbook(2n, 'wrong-2')
  await auditAgain()
  await auditAgain()
  await until(async () => (await state()).haltedAt !== null)
  world.node.spendableMsat = null
  world.clock.step(10_000)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  assert.equal((await user.call(getPayment, { params: { paymentId } })).detail, 'reserved')
  await takeBack(2n, 'right-2')
  await auditAgain()
  world.clock.step(10_000)
  await until(async () => (await stateOf(paymentId)) === 'settled')
})

test('a payment of the node that is not in the books is found', async () => {
  const foreign = world.node.makeInvoice({ amountMsat: 7_000n })
  const clean = await auditPayments({ database: world.world.database, node: world.node })
  assert.ok(clean.isRight)
  await world.node.pay({
    bolt11: foreign.bolt11,
    paymentHash: foreign.paymentHash,
    feeLimitMsat: 0n,
    timeoutSeconds: 1,
    signal: AbortSignal.timeout(1_000),
  })
  const audit = await auditPayments({ database: world.world.database, node: world.node })
  assert.deepEqual(
    audit.differences.map(({ paymentHash, ours }) => [paymentHash, ours]),
    [[foreign.paymentHash, 'unknown to us']],
  )
  world.node.forgetPayment(foreign.paymentHash)
})

test('when the node has too little, withdrawals wait, say so, and are paid later', async () => {
  world.node.spendableMsat = 1_000n
  const invoice = world.node.makeInvoice({ amountMsat: 30_000n, expirySeconds: 86_400 }).bolt11
  const calls = world.node.payCalls.length
  const { paymentId, state: first } = await user.call(withdraw, { body: { invoice } })
  assert.equal(first, 'pending')
  world.clock.step(15_000)
  await until(async () => (await readyz()).degraded.includes('liquidity'))
  assert.equal(await metric('peal_payouts_queued'), 1)
  assert.equal(world.node.payCalls.length, calls)
  world.node.spendableMsat = null
  world.clock.step(15_000)
  await until(async () => (await stateOf(paymentId)) === 'settled')
  assert.deepEqual((await readyz()).degraded, [])
})

test('a waiting withdrawal whose invoice expires is released without a lookup at the node', async () => {
  world.node.spendableMsat = 0n
  const before0 = await user.balance()
  const invoice = world.node.makeInvoice({ amountMsat: 30_000n, expirySeconds: 60 }).bolt11
  const { paymentId } = await user.call(withdraw, { body: { invoice } })
  world.clock.step(70_000)
  await until(async () => (await stateOf(paymentId)) === 'failed')
  assert.equal(await user.balance(), before0)
  world.node.spendableMsat = null
})

test('money of an unknown owner stays in suspense until an admin assigns it, once', async () => {
  const admin = await createTestUser(world, { name: 'olga' })
  await setRole(world.world.database.read, 'olga', 'owner')
  const owner = await createTestUser(world)
  const made = await world.node.createInvoice({ amountMsat: 9_000n, expirySeconds: 600, externalId: 'not ours' })
  const { msatOwed } = await admin.call(getMoney, {})
  await world.node.settle(made.paymentHash)
  await until(async () => (await admin.call(getMoney, {})).suspense.length > 0)
  const money = await admin.call(getMoney, {})
  // It is owed, to whom is not known.
  assert.equal(money.msatOwed, msatOwed + 9_000)
  const item = money.suspense.find(({ paymentHash }) => paymentHash === made.paymentHash)!
  assert.equal(item.reason, 'unknown-invoice')
  const give = (username: string) => admin.call(assignSuspense, { params: { itemId: item.itemId }, body: { username } })
  assert.equal((await refusalOf(give('nobody-there'))).code, 'recipients-unknown')
  assert.equal((await give(owner.name)).msatAmount, 9_000)
  assert.equal((await refusalOf(give(owner.name))).status, 404)
  assert.equal(await owner.balance(), 9_000)
})

test('an admin can refund a payment without an outcome for a day, unless the node has one; if it was paid after all, the books follow', async () => {
  const boss = await createTestUser(world, { name: 'vera' })
  await setRole(world.world.database.read, 'vera', 'owner')
  const payer = await createTestUser(world)
  await fillBalance(world, payer, 100_000)
  const { database } = world.world
  const withdrawUnknown = async (amountMsat: bigint) => {
    const invoice = world.node.makeInvoice({ amountMsat }).bolt11
    world.node.script({ does: 'in_flight' })
    const { paymentId } = await payer.call(withdraw, { body: { invoice } })
    const params = { paymentId }
    await until(async () => (await payer.call(getPayment, { params })).detail === 'unknown')
    return { params, paymentHash: decodeInvoice(invoice).paymentHash }
  }
  const stuck = await withdrawUnknown(20_000n)
  const paid = await withdrawUnknown(30_000n)
  const body = { reason: 'The node was killed before it sent it' }
  assert.equal((await refusalOf(payer.call(refundPayout, { params: stuck.params, body }))).status, 403)
  const early = await refusalOf(boss.call(refundPayout, { params: stuck.params, body }))
  assert.deepEqual([early.status, early.code], [422, 'payout-not-givable'])
  const listed = (await boss.call(getMoney, {})).payouts.find(({ paymentId }) => paymentId === stuck.params.paymentId)!
  assert.equal(listed.paymentHash, stuck.paymentHash)
  assert.equal(Date.parse(listed.refundableAt!) - Date.parse(listed.createdAt), 24 * 3_600_000)

  world.clock.step(24 * 3_600_000 + 60_000)
  assert.equal((await refusalOf(boss.call(refundPayout, { params: stuck.params, body }))).code, 'login-not-fresh')
  const again = await world.call(login, { body: { email: boss.email, password: 'a long enough password' } })
  assert.ok('token' in again)
  const giveBack = (params: { paymentId: string }) => world.callWith(again.token)(refundPayout, { params, body })
  const lookUp = world.node.lookupPayment
  world.node.lookupPayment = () => Promise.reject(new Error('away'))
  assert.equal((await refusalOf(giveBack(stuck.params))).code, 'lightning-unavailable')
  world.node.lookupPayment = lookUp
  // Of two concurrent refunds one is executed. The other finds the payment refunded, or returns the same.
  const both = await Promise.allSettled([giveBack(stuck.params), giveBack(stuck.params)])
  const ended = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.state] : []))
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))
  assert.ok(ended.length > 0 && ended.every((state) => state === 'failed'))
  assert.ok(refused.every((code) => code === 'payout-not-givable'))
  assert.equal((await refusalOf(giveBack(stuck.params))).code, 'payout-not-givable')
  assert.equal((await refusalOf(giveBack({ paymentId: boss.userId }))).status, 404)
  const { failureReason } = await payer.call(getPayment, { params: stuck.params })
  assert.equal(failureReason, 'given-back')
  const actions = await world.callWith(again.token)(listAdminActions, { query: {} })
  const noted = actions.filter(({ action, targetId }) => action === 'give-back' && targetId === stuck.params.paymentId)
  assert.deepEqual(
    noted.map(({ reason, details }) => [reason, details]),
    [[body.reason, { msat: '20000', hash: stuck.paymentHash, node: 'in_flight' }]],
  )
  // The outcome at the node counts, not the decision of the operator.
  world.node.finishPayment(paid.paymentHash, { does: 'succeed', feeMsat: 10n })
  assert.deepEqual(await giveBack(paid.params), { state: 'settled' })
  assert.equal(await payer.balance(), 100_000 - 30_010)
  assert.equal((await auditPayments({ database, node: world.node })).differences.length, 0)

  // Weeks later, the node pays it after all.
  world.clock.step(20 * 24 * 3_600_000)
  world.node.finishPayment(stuck.paymentHash, { does: 'succeed', feeMsat: 5n })
  world.clock.step(3_700_000)
  await until(async () => (await payer.balance()) === 100_000 - 30_010 - 20_005)
  assert.equal((await payer.call(getAccount, {})).isLocked, true)
})

test('an admin sees the books and withdraws fees, up to the balance of the fees; nobody else can', async () => {
  const admin = await createTestUser(world, { name: 'ada' })
  assert.equal((await refusalOf(admin.call(getMoney, {}))).status, 403)
  await setRole(world.world.database.read, 'ada', 'owner')
  const artist = await user.call(createArtist, { body: { name: 'Earns a lot' } })
  await user.call(send, { body: { contentId: artist.id, msatAmount: 200_000 } })
  const money = await admin.call(getMoney, {})
  const fees = money.accounts.find(({ account }) => account === 'platform_fee')!.msatBalance
  assert.ok(fees >= 10_000)
  assert.equal(money.audit.haltedAt, null)
  const much = world.node.makeInvoice({ amountMsat: BigInt(fees) }).bolt11
  assert.equal(
    (await refusalOf(admin.prove(withdrawPlatformFee, { body: { invoice: much } }))).code,
    'insufficient-balance',
  )
  const some = world.node.makeInvoice({ amountMsat: 5_000n }).bolt11
  world.node.script({ does: 'succeed', feeMsat: 30n })
  const { paymentId } = await admin.prove(withdrawPlatformFee, { body: { invoice: some } })
  await until(async () => (await admin.call(getPayment, { params: { paymentId } })).state === 'settled')
  const after0 = (await admin.call(getMoney, {})).accounts.find(({ account }) => account === 'platform_fee')!
  assert.equal(after0.msatBalance, fees - 5_030)
  assert.equal(await admin.balance(), 0)
})
