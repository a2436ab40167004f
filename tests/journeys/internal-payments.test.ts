/** Internal payments: invoices and addresses of this server, each paid once. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { getTransaction, listTransactions } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { listComments } from '#contract/community/comments.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import {
  createDeposit,
  createInvoice,
  getDeposit,
  getInvoice,
  getPayment,
  withdraw,
} from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { payKeysendOfApp } from '#server/payments/keysend/by-app.ts'
import { creditInvoice } from '#server/payments/incoming/receive.ts'
import { listSuspense } from '#server/payments/statements/suspense.ts'
import { payFromBalance } from '#server/payments/payouts/withdraw.ts'
import { newId } from '#server/platform/ids.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let ana: TestUser
let ben: TestUser

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
  world.expectLogs('preimage-not-read', 'money-in-suspense')
})
beforeEach(async () => {
  ana = await createTestUser(world)
  ben = await createTestUser(world)
  await fillBalance(world, ana, 20_000)
})
after(() => closeBalanced(world))

const depositOf = async (user: TestUser, msatAmount: number) => user.call(createDeposit, { body: { msatAmount } })
const newestOf = async (user: TestUser) => {
  const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
  return Object.values(transactions).flat()[0]!
}

test("another's deposit invoice is paid without the node, and can no longer be paid externally", async () => {
  const { request, invoiceId } = await depositOf(ben, 3_000)
  const answer = await ana.call(withdraw, { body: { invoice: request } })
  assert.deepEqual([answer.state, answer.feeReserveMsat], ['settled', 0])
  assert.deepEqual([await ana.balance(), await ben.balance()], [17_000, 3_000])
  assert.equal((await ben.call(getDeposit, { params: { invoiceId } })).invoice.state, 'paid')
  assert.equal(world.node.payCalls.length, 0)
  await assert.rejects(world.node.settle(decodeInvoice(request).paymentHash), /cancelled/)
  assert.deepEqual([(await newestOf(ana)).type, (await newestOf(ana)).msatChange], ['Withdraw', -3_000])
  assert.deepEqual([(await newestOf(ben)).type, (await newestOf(ben)).msatChange], ['Deposit', 3_000])
  const seen = await ben.call(getTransaction, { params: { type: 'Deposit', paymentId: invoiceId } })
  assert.equal(seen.name, ana.name)
})

test('the payer of an internal payment gets a proof; a node that lost or misreports the preimage stops no payment', async () => {
  const { node } = world
  const lookUp = node.lookupInvoice
  const [wrong, lost] = ['ab'.repeat(32), new Error('The node is unreachable')]
  const cases: [typeof lookUp, boolean][] = [
    [lookUp, true],
    [async () => ({ state: 'not_found' }), false],
    [async () => ({ state: 'canceled', preimage: wrong }), false],
    [async (hash) => ({ ...(await lookUp(hash)), state: 'open' }), false],
    [() => Promise.reject(lost), false],
  ]
  for (const [how, isProved] of cases) {
    const { request, invoiceId } = await depositOf(ben, 1_000)
    node.lookupInvoice = how
    const { paymentId } = await ana.call(withdraw, { body: { invoice: request } })
    node.lookupInvoice = lookUp
    const { preimage, state } = await ana.call(getPayment, { params: { paymentId } })
    const proved = preimage === null ? null : createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
    assert.deepEqual([state, proved], ['settled', isProved ? decodeInvoice(request).paymentHash : null])
    assert.equal((await ben.call(getPayment, { params: { paymentId: invoiceId } })).preimage, null)
  }
  assert.deepEqual([await ana.balance(), await ben.balance()], [15_000, 5_000])
})

test('an invoice for a zap, paid internally, is split as if it had been paid externally', async () => {
  const artist = await ben.call(createArtist, { body: { name: 'Ben and his band' } })
  const invoice = await world.call(createInvoice, { body: { contentId: artist.id, msatAmount: 1_000, comment: 'Hey' } })
  const answer = await ana.call(withdraw, { body: { invoice: invoice.request } })
  assert.equal(answer.paymentId, invoice.invoiceId)
  assert.deepEqual([await ana.balance(), await ben.balance()], [19_000, 950])
  assert.equal((await world.call(getInvoice, { params: { invoiceId: invoice.invoiceId } })).state, 'paid')
  assert.equal((await ana.call(getPayment, { params: { paymentId: answer.paymentId } })).type, 'Zap Sent')
})

test('of two concurrent internal payments of an invoice, one succeeds', async () => {
  await fillBalance(world, ben, 20_000)
  const third = await createTestUser(world)
  const { request } = await depositOf(third, 4_000)
  const results = await Promise.allSettled([
    ana.call(withdraw, { body: { invoice: request } }),
    ben.call(withdraw, { body: { invoice: request } }),
  ])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))
  assert.deepEqual(refused, ['invoice-already-paid'])
  assert.equal(await third.balance(), 4_000)
  assert.equal((await ana.balance()) + (await ben.balance()), 36_000)
})

test('an invoice already paid at the node is not paid internally; nor is one that the node cannot cancel', async () => {
  const { request } = await depositOf(ben, 5_000)
  await world.node.settle(decodeInvoice(request).paymentHash)
  assert.equal((await refusalOf(ana.call(withdraw, { body: { invoice: request } }))).code, 'invoice-already-paid')
  world.node.canCancel = false
  const other = await depositOf(ben, 5_000)
  assert.equal((await refusalOf(ana.call(withdraw, { body: { invoice: other.request } }))).code, 'invoice-own-node')
  world.node.canCancel = true
  assert.equal(await ana.balance(), 20_000)
})

test('an insufficient balance leaves the invoice payable for others', async () => {
  const { request, invoiceId } = await depositOf(ben, 20_001)
  assert.equal((await refusalOf(ana.call(withdraw, { body: { invoice: request } }))).code, 'insufficient-balance')
  await world.node.settle(decodeInvoice(request).paymentHash)
  await until(async () => (await ben.call(getDeposit, { params: { invoiceId } })).invoice.state === 'paid')
  assert.deepEqual([await ana.balance(), await ben.balance()], [20_000, 20_001])
})

test('what a node accepts for an internally paid invoice goes to suspense, with a reason for the operator', async () => {
  const { request } = await depositOf(ben, 2_000)
  const { paymentHash } = decodeInvoice(request)
  await ana.call(withdraw, { body: { invoice: request } })
  world.node.takeCanceled(paymentHash)
  const arrival = { paymentHash, receivedMsat: 2_000n, settledAt: world.clock.now() }
  await creditInvoice(world.world.payments, arrival)
  await creditInvoice(world.world.payments, arrival)
  assert.equal(await ben.balance(), 2_000)
  const items = (await listSuspense(world.world.database.read)).filter((item) => item.paymentHash === paymentHash)
  assert.deepEqual(
    items.map(({ reason, amountMsat }) => [reason, amountMsat]),
    [['paid-twice', 2_000n]],
  )
})

test("paying one's own invoice or address moves nothing", async () => {
  const { request } = await depositOf(ana, 1_000)
  assert.equal((await refusalOf(ana.call(withdraw, { body: { invoice: request } }))).code, 'invoice-own')
  const body = { lightningAddress: `${ana.name}@peal.example`, msatAmount: 1_000 }
  assert.equal((await refusalOf(ana.call(withdraw, { body }))).code, 'invoice-own')
})

test('an address of this server is paid without invoice, fee or HTTP, in any spelling of the host', async () => {
  for (const host of ['peal.example', 'PEAL.example.']) {
    const body = { lightningAddress: `${ben.name}@${host}`, msatAmount: 1_500, comment: 'For you' }
    const answer = await ana.call(withdraw, { body })
    assert.equal(answer.state, 'settled')
    const mine = await ana.call(getTransaction, { params: { type: 'Zap Sent', paymentId: answer.paymentId } })
    assert.deepEqual([mine.msatChange, mine.feeMsat, mine.comment], [-1_500, 0, 'For you'])
    const theirs = await ben.call(getTransaction, { params: { type: 'Zap', paymentId: answer.paymentId } })
    assert.deepEqual([theirs.msatChange, theirs.name, theirs.comment], [1_500, ana.name, 'For you'])
  }
  assert.deepEqual([await ana.balance(), await ben.balance()], [17_000, 3_000])
  const nobody = { lightningAddress: 'nobody-here@peal.example', msatAmount: 1_000 }
  assert.equal((await refusalOf(ana.call(withdraw, { body: nobody }))).code, 'lightning-address-unreachable')
})

test('every payment to content or a user of this server is a zap with its message, with every payment method', async () => {
  const payer = await createTestUser(world)
  const payee = await createTestUser(world)
  await fillBalance(world, payer, 50_000)
  const artist = await payee.call(createArtist, { body: { name: 'Paid in many ways' } })
  const terms = { mayPay: async () => undefined, inSameTx: async () => undefined }
  const invoiceOf = async (name: string) => {
    const answer = await fetch(`${world.origin}/lnurlp/${name}/callback?amount=1000&comment=Hello`)
    return ((await answer.json()) as { pr: string }).pr
  }
  const record = Buffer.from(artist.id).toString('hex')
  const boost = Buffer.from(JSON.stringify({ message: 'Hello' })).toString('hex')
  const content = `artist.${artist.id}`
  const addressOf = (name: string) => ({
    lightningAddress: `${name}@peal.example`,
    msatAmount: 1_000,
    comment: 'Hello',
  })
  const byApp = async (invoice: string) =>
    payFromBalance(world.world.payments, payer.userId, newId(), { invoice }, terms)
  const toContent: Record<string, () => Promise<unknown>> = {
    'its address': () => payer.call(withdraw, { body: addressOf(content) }),
    'an invoice of its address': async () => payer.call(withdraw, { body: { invoice: await invoiceOf(content) } }),
    'an invoice by an app': async () => byApp(await invoiceOf(content)),
    'a keysend': () =>
      payer.call(sendKeysend, {
        body: {
          msatTotal: 1_000,
          message: 'Hello',
          keysends: [
            {
              msatAmount: 1_000,
              pubkey: world.world.payments.nodePubkey,
              customKey: '16180339',
              customValue: artist.id,
            },
          ],
        },
      }),
    'a keysend by an app': () =>
      payKeysendOfApp(
        world.world.payments,
        payer.userId,
        newId(),
        {
          pubkey: world.world.payments.nodePubkey,
          amountMsat: 1_000n,
          preimage: null,
          records: { '16180339': record, '7629169': boost },
        },
        terms,
      ),
  }
  const toUser: typeof toContent = {
    'their address': () => payer.call(withdraw, { body: addressOf(payee.name) }),
    'an invoice of their address': async () => payer.call(withdraw, { body: { invoice: await invoiceOf(payee.name) } }),
    'an invoice of it by an app': async () => byApp(await invoiceOf(payee.name)),
  }
  for (const [way, pay] of Object.entries(toContent)) {
    await pay()
    const { type, comment, contentId, msatChange, paymentId } = await newestOf(payer)
    assert.deepEqual([type, comment, contentId, msatChange], ['Zap Sent', 'Hello', artist.id, -1_000], way)
    const shown = await payer.call(getTransaction, { params: { type: 'Zap Sent', paymentId } })
    assert.deepEqual([shown.comment, shown.legs.length], ['Hello', 2], way)
    const theirs = await newestOf(payee)
    assert.deepEqual([theirs.type, theirs.comment, theirs.msatChange], ['Earnings', 'Hello', 950], way)
  }
  for (const [way, pay] of Object.entries(toUser)) {
    await pay()
    const { type, comment, msatChange, paymentId } = await newestOf(payer)
    assert.deepEqual([type, comment, msatChange], ['Zap Sent', 'Hello', -1_000], way)
    const shown = await payer.call(getTransaction, { params: { type: 'Zap Sent', paymentId } })
    assert.deepEqual([shown.type, shown.comment, shown.feeMsat], ['Zap Sent', 'Hello', 0], way)
    const theirs = await newestOf(payee)
    assert.deepEqual([theirs.type, theirs.msatChange], ['Zap', 1_000], way)
  }
  const logins = Object.keys(toContent).length
  const commentsOf = async () => world.call(listComments, { params: { contentId: artist.id }, query: {} })
  await until(async () => (await commentsOf()).comments.length === logins)
  // A payment to an address of content that was requested twice counts once.
  const again = () => payer.call(withdraw, { body: addressOf(content) }, { idempotencyKey: 'content-once' })
  const had = await payer.balance()
  assert.deepEqual(await again(), await again())
  assert.equal(await payer.balance(), had - 1_000)
})

test('the same Idempotency-Key makes one internal payment', async () => {
  const body = { lightningAddress: `${ben.name}@peal.example`, msatAmount: 2_000 }
  const pay = () => ana.call(withdraw, { body }, { idempotencyKey: 'inside-once' })
  const first = await pay()
  assert.deepEqual(await pay(), first)
  assert.equal(await ben.balance(), 2_000)
})

test('a payment made before a crash is reported to a client that repeats the request, even after its invoice has expired', async () => {
  const artist = await ben.call(createArtist, { body: { name: 'Asked twice' } })
  const zapOf = () => world.call(createInvoice, { body: { contentId: artist.id, msatAmount: 2_000 } })
  for (const make of [zapOf, () => depositOf(ben, 1_000)]) {
    const { request } = await make()
    const operationId = newId()
    const terms = { mayPay: async () => undefined, inSameTx: async () => undefined }
    const pay = () => payFromBalance(world.world.payments, ana.userId, operationId, { invoice: request }, terms)
    const first = await pay()
    assert.equal(first.state, 'settled')
    world.clock.step(2 * 24 * 3_600_000)
    assert.deepEqual(await pay(), first)
  }
  assert.equal(await ana.balance(), 17_000)
})

test('an account with an unconfirmed e-mail address or a hold cannot pay internally', async () => {
  const unconfirmed = await createTestUser(world, { verified: false })
  await fillBalance(world, unconfirmed, 5_000)
  const body = { lightningAddress: `${ben.name}@peal.example`, msatAmount: 2_000 }
  assert.equal((await refusalOf(unconfirmed.call(withdraw, { body }))).code, 'email-not-verified')
  assert.equal(await unconfirmed.balance(), 5_000)
})

test('a request must name exactly one recipient', async () => {
  const { request } = await depositOf(ben, 1_000)
  const address = `${ben.name}@peal.example`
  const bodies = [
    {},
    { invoice: request, lightningAddress: address, msatAmount: 1_000 },
    { invoice: request, msatAmount: 1_000 },
    { lightningAddress: address },
    { msatAmount: 1_000 },
    { lightningAddress: address, msatAmount: 1_000.5 },
    { lightningAddress: address, msatAmount: '1000' },
    { lightningAddress: 'no address', msatAmount: 1_000 },
  ]
  for (const body of bodies) {
    assert.equal((await refusalOf(ana.call(withdraw, { body: body as never }))).status, 400, JSON.stringify(body))
  }
  for (const msatAmount of [999, 100_000_001]) {
    const { code } = await refusalOf(ana.call(withdraw, { body: { lightningAddress: address, msatAmount } }))
    assert.equal(code, 'amount-out-of-range')
  }
  assert.equal(await ana.balance(), 20_000)
})
