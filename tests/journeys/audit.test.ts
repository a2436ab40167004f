/** The audit each minute: it finds what is wrong, stops outgoing money when that stays, and lets it go on when it is right.
 * And a node with too little lets withdrawals wait. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getMoney, giveSuspense, withdrawPlatformFee } from '#contract/admin.ts'
import { createArtist } from '#contract/artists.ts'
import { getPayment, send, withdraw } from '#contract/payments.ts'
import { setAdmin } from '#server/accounts/people.ts'
import { post } from '#server/ledger/transfer.ts'
import { auditPayments } from '#server/payments/audit.ts'
import { runDueAudit } from '#server/payments/audit-job.ts'
import { readAuditState } from '#server/payments/audit-state.ts'
import { fillBalance, makePerson, until, type Person } from '../people.ts'
import { mustHaveRightBooks, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let person: Person

before(async () => {
  world = await createTestWorld()
  person = await makePerson(world)
  await fillBalance(world, person, 1_000_000)
})
after(async () => {
  await mustHaveRightBooks(world)
  await world[Symbol.asyncDispose]()
})

const state = () => readAuditState(world.world.database.read)
const readyz = async () => (await (await fetch(`${world.origin}/readyz`)).json()) as { degraded: string[] }
const metric = async (name: string) => {
  const text = await (await fetch(`${world.origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
/** The next audit, as if a minute had passed. */
const auditAgain = async () => {
  world.clock.step(61_000)
  await until(async () => (await state()).lastRunAt!.getTime() >= world.clock.now().getTime() - 30_000)
}
const stateOf = async (paymentId: string) => (await person.call(getPayment, { params: { paymentId } })).state

/** Money from nowhere, as a fault of ours might book it. */
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

test('a difference of one msat is found at once; after a minute nothing leaves; when it is right again, it does', async () => {
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
  assert.deepEqual(await refusalOf(person.call(withdraw, { body: { invoice } })), {
    status: 503,
    code: 'withdrawals-halted',
  })
  assert.equal(await person.balance(), 1_000_000)
  const artist = await person.call(createArtist, { body: { name: 'Still paid' } })
  await person.call(send, { body: { contentId: artist.id, msatAmount: 1_000 } })

  await takeBack(1n, 'right-1')
  await auditAgain()
  await until(async () => (await state()).haltedAt === null)
  assert.deepEqual((await readyz()).degraded, [])
  const answer = await person.call(withdraw, { body: { invoice } })
  await until(async () => (await stateOf(answer.paymentId)) === 'settled')
})

test('a payout held when outgoing money stops waits, and goes out afterwards', async () => {
  world.node.spendableMsat = 0n
  const invoice = world.node.makeInvoice({ amountMsat: 20_000n, expirySeconds: 86_400 }).bolt11
  const { paymentId } = await person.call(withdraw, { body: { invoice } })
  await misbook(2n, 'wrong-2')
  await auditAgain()
  await auditAgain()
  await until(async () => (await state()).haltedAt !== null)
  world.node.spendableMsat = null
  world.clock.step(10_000)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  assert.equal((await person.call(getPayment, { params: { paymentId } })).detail, 'reserved')
  await takeBack(2n, 'right-2')
  await auditAgain()
  world.clock.step(10_000)
  await until(async () => (await stateOf(paymentId)) === 'settled')
})

test('a payment the node made that is not ours is found', async () => {
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

test('a node that has too little lets withdrawals wait, says so, and pays them when it has enough', async () => {
  world.node.spendableMsat = 1_000n
  const invoice = world.node.makeInvoice({ amountMsat: 30_000n, expirySeconds: 86_400 }).bolt11
  const calls = world.node.payCalls.length
  const { paymentId, state: first } = await person.call(withdraw, { body: { invoice } })
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

test('one that waits until its invoice has run out is given back without asking the node', async () => {
  world.node.spendableMsat = 0n
  const before0 = await person.balance()
  const invoice = world.node.makeInvoice({ amountMsat: 30_000n, expirySeconds: 60 }).bolt11
  const { paymentId } = await person.call(withdraw, { body: { invoice } })
  world.clock.step(70_000)
  await until(async () => (await stateOf(paymentId)) === 'failed')
  assert.equal(await person.balance(), before0)
  world.node.spendableMsat = null
})

test('money of an unknown owner waits until an admin gives it to whom it belongs, once', async () => {
  const admin = await makePerson(world, { name: 'olga' })
  await setAdmin(world.world.database.read, 'olga', true)
  const owner = await makePerson(world)
  const made = await world.node.createInvoice({ amountMsat: 9_000n, expirySeconds: 600, externalId: 'not ours' })
  await world.node.settle(made.paymentHash)
  await until(async () => (await admin.call(getMoney, {})).suspense.length > 0)
  const item = (await admin.call(getMoney, {})).suspense.find(({ paymentHash }) => paymentHash === made.paymentHash)!
  assert.equal(item.reason, 'unknown-invoice')
  const give = (username: string) => admin.call(giveSuspense, { params: { itemId: item.itemId }, body: { username } })
  assert.equal((await refusalOf(give('nobody-there'))).code, 'recipients-unknown')
  assert.equal((await give(owner.name)).msatAmount, 9_000)
  assert.equal((await refusalOf(give(owner.name))).status, 404)
  assert.equal(await owner.balance(), 9_000)
})

test('an admin sees the books and takes out the fees, as far as there are any; nobody else does', async () => {
  const admin = await makePerson(world, { name: 'ada' })
  assert.equal((await refusalOf(admin.call(getMoney, {}))).status, 403)
  await setAdmin(world.world.database.read, 'ada', true)
  const artist = await person.call(createArtist, { body: { name: 'Earns a lot' } })
  await person.call(send, { body: { contentId: artist.id, msatAmount: 200_000 } })
  const money = await admin.call(getMoney, {})
  const fees = money.accounts.find(({ account }) => account === 'platform_fee')!.msatBalance
  assert.ok(fees >= 10_000)
  assert.equal(money.audit.haltedAt, null)
  const much = world.node.makeInvoice({ amountMsat: BigInt(fees) }).bolt11
  assert.equal(
    (await refusalOf(admin.call(withdrawPlatformFee, { body: { invoice: much } }))).code,
    'insufficient-balance',
  )
  const some = world.node.makeInvoice({ amountMsat: 5_000n }).bolt11
  world.node.script({ does: 'succeed', feeMsat: 30n })
  const { paymentId } = await admin.call(withdrawPlatformFee, { body: { invoice: some } })
  await until(async () => (await admin.call(getPayment, { params: { paymentId } })).state === 'settled')
  const after0 = (await admin.call(getMoney, {})).accounts.find(({ account }) => account === 'platform_fee')!
  assert.equal(after0.msatBalance, fees - 5_030)
  assert.equal(await admin.balance(), 0)
})
