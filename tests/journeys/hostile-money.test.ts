/** Attempts to create or lose money by unusual timing, spelling and node behaviour. Each test ends with a check of the
 * books. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDeposit, createInvoice, getPayment, send, withdraw } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { createApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { applyOutcome } from '#server/payments/payouts/payout.ts'
import { readPayout } from '#server/payments/payouts/queries.ts'
import { withdraw as withdrawOnce } from '#server/payments/payouts/withdraw.ts'
import { createBalanceSends } from '#server/payments/zaps/send.ts'
import { newId } from '#server/platform/ids.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import { createCall, type ApiError, type Call } from '#web/data/api.ts'
import { fillBalance, createTestUser, publishTrack, until, type TestUser } from '#tests/users.ts'
import { createTestWorld, transportTo, type TestWorld } from '#tests/world.ts'

let world: TestWorld
let mara: TestUser
let listener: TestUser
let contentId: string

before(async () => {
  world = await createTestWorld({
    settings: { YOUNG_WITHDRAWAL_MSAT: '1000000000', FAILED_WITHDRAWALS_PER_HOUR: '100' },
  })
  world.expectLogs('preimage-wrong', 'fee-above-reserve', 'invoice-feed-lost')
  mara = await createTestUser(world, { name: 'mara' })
  listener = await createTestUser(world)
  await fillBalance(world, listener, 1_000_000)
  contentId = (await publishTrack(world, mara)).trackId
})
after(() => world[Symbol.asyncDispose]())

async function assertBooksRight(): Promise<void> {
  await until(async () => (await auditPayments(world.world.payments)).inFlight === 0)
  const audit = await auditPayments(world.world.payments)
  assert.ok(
    audit.isRight,
    JSON.stringify(audit, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  )
}

const stateOf = async (user: TestUser, paymentId: string) =>
  (await user.call(getPayment, { params: { paymentId } })).state

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'went through',
    (error: ApiError) => error.code,
  )

test('one Idempotency-Key pays once, however the address is spelled', async () => {
  const before0 = await listener.balance()
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${listener.token}`,
    'idempotency-key': 'spelled',
  }
  const body = JSON.stringify({ contentId, msatAmount: 1_000 })
  const answers = new Set<string>()
  for (const path of ['/v1/send', '/v1/send?x=1', '/V1/Send', '/v1/send/', '/v1/%73end']) {
    const response = await fetch(world.origin + path, { method: 'POST', headers, body })
    answers.add(((await response.json()) as { data: { paymentId: string } }).data.paymentId)
  }
  assert.equal(answers.size, 1)
  assert.equal(before0 - (await listener.balance()), 1_000)
})

test('two users with the same key each make their own payment', async () => {
  const other = await createTestUser(world)
  await fillBalance(world, other, 5_000)
  const options = { idempotencyKey: 'shared' }
  const [one, two] = await Promise.all(
    [listener, other].map((user) => user.call(send, { body: { contentId, msatAmount: 2_000 } }, options)),
  )
  assert.notEqual(one!.paymentId, two!.paymentId)
  assert.equal(await other.balance(), 3_000)
})

test('of 24 concurrent withdrawals of the whole balance on two servers, exactly one is sent', async () => {
  const second = await createApp(world.world, 'none', startBackground)
  try {
    const origin = await second.http.listen({ host: '127.0.0.1', port: 0 })
    for (let round = 0; round < 3; round++) {
      const user = await createTestUser(world)
      await fillBalance(world, user, 102_000)
      const there: Call = createCall(transportTo(origin), () => user.token)
      const tries = Array.from({ length: 24 }, (_, index) => {
        const { bolt11 } = world.node.makeInvoice({ amountMsat: 100_000n })
        return codeOf((index % 2 === 0 ? user.call : there)(withdraw, { body: { invoice: bolt11 } }))
      })
      const ends = await Promise.all(tries)
      assert.equal(ends.filter((code) => code === 'went through').length, 1, ends.join(' '))
      await until(async () => (await user.balance()) === 2_000)
    }
  } finally {
    await second.stop()
  }
  await assertBooksRight()
})

test('one invoice sent concurrently through two keys and two accounts is paid once', async () => {
  const other = await createTestUser(world)
  await fillBalance(world, other, 200_000)
  const { bolt11, paymentHash } = world.node.makeInvoice({ amountMsat: 50_000n })
  const tries = Array.from({ length: 12 }, (_, index) =>
    codeOf(
      (index % 2 === 0 ? listener : other).call(withdraw, {
        body: { invoice: index % 3 ? bolt11 : bolt11.toUpperCase() },
      }),
    ),
  )
  const ends = await Promise.all(tries)
  assert.equal(ends.filter((code) => code === 'went through').length, 1, ends.join(' '))
  await until(() => world.node.truth.payments.get(paymentHash) === 1)
  await assertBooksRight()
})

test('an invoice whose node responded too late is never shown as payable', async () => {
  const { createInvoice: make } = world.node
  world.node.createInvoice = async (invoice) => {
    const made = await make(invoice)
    world.clock.step(130_000)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    return made
  }
  try {
    assert.equal(await codeOf(listener.call(createDeposit, { body: { msatAmount: 5_000 } })), 'lightning-unavailable')
    const zap = world.call(createInvoice, { body: { contentId, msatAmount: 5_000 } })
    assert.equal(await codeOf(zap), 'lightning-unavailable')
  } finally {
    world.node.createInvoice = make
  }
})

test('a preimage of another invoice settles nothing, and the payer never pays a fee above the cap', async () => {
  const { database } = world.world
  const { bolt11, paymentHash, preimage } = world.node.makeInvoice({ amountMsat: 100_000n })
  const before0 = await listener.balance()
  world.node.script({ does: 'hang' })
  const { paymentId } = await listener.call(withdraw, { body: { invoice: bolt11 } })
  await until(() => world.node.payCalls.some((payment) => payment.paymentHash === paymentHash))
  const payout = (await readPayout(database.read, paymentId))!
  await applyOutcome(world.world.payments, payout, { state: 'succeeded', preimage: '00'.repeat(32), feeMsat: 0n })
  assert.equal(await stateOf(listener, paymentId), 'pending')
  assert.equal(before0 - (await listener.balance()), 102_000)
  const house = await readBalance(database.read, 'house')
  // Twice, as from two servers.
  const paid = { state: 'succeeded', preimage, feeMsat: 2_500n } as const
  await Promise.all([1, 2].map(() => applyOutcome(world.world.payments, payout, paid)))
  assert.equal(before0 - (await listener.balance()), 102_000)
  assert.equal(await readBalance(database.read, 'house'), house - 500n)
  world.node.finishPayment(paymentHash, { does: 'succeed', feeMsat: 2_500n })
  await assertBooksRight()
})

test('a payment reported by the feed, the sweep and ten repeats at the same time settles once', async () => {
  const mara0 = await mara.balance()
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 10_000 } })
  const { paymentHash } = decodeInvoice(invoice.request)
  await Promise.all(Array.from({ length: 10 }, () => world.node.settle(paymentHash, 11_000n)))
  world.node.breakFeeds()
  world.clock.step(3_700_000)
  await until(async () => (await mara.balance()) > mara0)
  await new Promise((resolve) => setTimeout(resolve, 700))
  assert.equal((await mara.balance()) - mara0, 10_450)
  await assertBooksRight()
})

test('a repeated operation whose first run is still in progress is the same operation', async () => {
  const who = { kind: 'user', userId: listener.userId, role: null, ip: '127.0.0.1' } as AuthenticatedUser
  const before0 = await listener.balance()
  const send = createBalanceSends(world.world.payments)
  for (let round = 0; round < 5; round++) {
    const id = newId()
    const zap = { contentId, msatAmount: 1_000n }
    const sent = await Promise.all([1, 2, 3].map(() => send(who, id, zap)))
    assert.deepEqual(new Set(sent.map(({ paymentId }) => paymentId)), new Set([id]))
    const { bolt11: invoice } = world.node.makeInvoice({ amountMsat: 10_000n })
    const payoutId = newId()
    const out = await Promise.all([1, 2, 3].map(() => withdrawOnce(world.world.payments, who, payoutId, { invoice })))
    assert.deepEqual(new Set(out.map(({ paymentId }) => paymentId)), new Set([payoutId]))
  }
  await until(async () => before0 - (await listener.balance()) === 5 * 11_000)
  await assertBooksRight()
})

test('a clock that jumps past the expiry during a call to the node releases nothing', async () => {
  const before0 = await listener.balance()
  const { bolt11, paymentHash } = world.node.makeInvoice({ amountMsat: 10_000n, expirySeconds: 600 })
  const { lookupPayment } = world.node
  world.node.script({ does: 'hang' })
  // The call is in progress: the node has not received it yet.
  world.node.lookupPayment = (hash) =>
    hash === paymentHash ? Promise.resolve({ state: 'not_found' }) : lookupPayment(hash)
  const { paymentId } = await listener.call(withdraw, { body: { invoice: bolt11 } })
  await until(() => world.node.payCalls.some((payment) => payment.paymentHash === paymentHash))
  world.clock.step(3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  assert.equal(await stateOf(listener, paymentId), 'pending')
  world.node.lookupPayment = lookupPayment
  world.node.finishPayment(paymentHash, { does: 'succeed' })
  await until(async () => (await stateOf(listener, paymentId)) === 'settled')
  assert.equal(before0 - (await listener.balance()), 10_000)
  await assertBooksRight()
})
