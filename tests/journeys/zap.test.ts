/** Zaps over HTTP: by invoice and from the balance, split to the msat, reported to waiting pages, booked once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { listTransactions } from '#contract/accounts/account.ts'
import { createInvoice, getInvoice, getPayment, send } from '#contract/payments/payments.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import type { ApiError } from '#web/data/api.ts'
import { agreeToAll } from '../agreements.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import { refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let mara: TestUser
let teodor: TestUser
let listener: TestUser
let contentId = ''

before(async () => {
  world = await createTestWorld()
  mara = await createTestUser(world, { name: 'mara' })
  teodor = await createTestUser(world, { name: 'teodor' })
  listener = await createTestUser(world, { name: 'robin' })
  contentId = (await mara.call(createArtist, { body: { name: 'Mara Okafor' } })).id
  const splitRecipients = [
    { name: 'mara', share: 57 },
    { name: 'teodor', share: 43 },
  ]
  await mara.call(createSplit, { body: { contentId, contentType: 'artist', splitRecipients } })
  await agreeToAll(teodor.call)
  await fillBalance(world, listener, 1_000_000)
})
after(async () => {
  const audit = await auditPayments({ database: world.world.database, node: world.node })
  assert.ok(
    audit.isRight,
    JSON.stringify(audit, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  await world[Symbol.asyncDispose]()
})

async function balances(): Promise<[number, number]> {
  return [await mara.balance(), await teodor.balance()]
}

test('the terms are shown before paying', async () => {
  const terms = await world.call(getTerms, { params: { contentId } })
  assert.equal(terms.feePpm, 50_000)
  assert.deepEqual(
    terms.recipients.map(({ name, share }) => [name, share]),
    [
      ['mara', 57],
      ['teodor', 43],
    ],
  )
})

test('5 000 msat by invoice become 2 708, 2 042 and 250', async () => {
  const [mara0, teodor0] = await balances()
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 5_000, comment: 'Storm!' } })
  assert.equal(invoice.state, 'open')
  await world.node.settle(invoice.paymentHash)
  await until(async () => (await world.call(getInvoice, { params: { invoiceId: invoice.invoiceId } })).state === 'paid')
  const [mara1, teodor1] = await balances()
  assert.deepEqual([mara1 - mara0, teodor1 - teodor0], [2_708, 2_042])
  const receipt = await mara.call(getPayment, { params: { paymentId: invoice.invoiceId } })
  assert.deepEqual(
    receipt.legs.map(({ role, name, msatAmount }) => [role, name, msatAmount]),
    [
      ['recipient', 'mara', 2_708],
      ['recipient', 'teodor', 2_042],
      ['platform', null, 250],
    ],
  )
})

test('repeated notifications of a settlement are no-ops', async () => {
  const [mara0] = await balances()
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 1_000 } })
  await world.node.settle(invoice.paymentHash)
  await world.node.settle(invoice.paymentHash)
  await world.node.settle(invoice.paymentHash)
  await until(async () => (await balances())[0] - mara0 === 542)
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal((await balances())[0] - mara0, 542)
})

test('an overpayment is split too: 7 000 for an invoice of 5 000', async () => {
  const [mara0, teodor0] = await balances()
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 5_000 } })
  await world.node.settle(invoice.paymentHash, 7_000n)
  await until(async () => (await balances())[0] - mara0 === 3_791)
  assert.equal((await balances())[1] - teodor0, 2_859)
})

test('the page is notified of the settlement', async () => {
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 2_000 } })
  const response = await fetch(`${world.origin}/v1/invoices/${invoice.invoiceId}/events`)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const states: string[] = []
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (const line of text.split('\n').slice(0, -1)) {
      if (line.startsWith('data: ')) states.push((JSON.parse(line.slice(6)) as { state: string }).state)
    }
    text = text.slice(text.lastIndexOf('\n') + 1)
    if (states.length === 1) await world.node.settle(invoice.paymentHash)
    if (states.includes('paid')) break
  }
  assert.deepEqual([...new Set(states)], ['open', 'paid'])
})

test('1 000 msat from the balance become 542, 408 and 50, in both statements', async () => {
  const [mara0, teodor0] = await balances()
  const before0 = await listener.balance()
  const { paymentId, state } = await listener.call(send, { body: { contentId, msatAmount: 1_000, comment: 'again' } })
  assert.equal(state, 'settled')
  const [mara1, teodor1] = await balances()
  assert.deepEqual([mara1 - mara0, teodor1 - teodor0, (await listener.balance()) - before0], [542, 408, -1_000])
  for (const [user, type, change] of [
    [listener, 'Zap Sent', -1_000],
    [teodor, 'Earnings', 408],
  ] as const) {
    const { transactions } = await user.call(listTransactions, { params: { page: '1' }, query: {} })
    const line = Object.values(transactions)
      .flat()
      .find((one) => one.paymentId === paymentId)
    assert.deepEqual([line?.type, line?.msatChange, line?.comment], [type, change, 'again'])
  }
})

test('the same Idempotency-Key pays once, and is refused with another body', async () => {
  const before0 = await listener.balance()
  const idempotencyKey = 'one-zap'
  const body = { contentId, msatAmount: 3_000 }
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => listener.call(send, { body }, { idempotencyKey })),
  )
  const again = await listener.call(send, { body }, { idempotencyKey })
  for (const answer of answers) {
    if (answer.status === 'fulfilled') assert.deepEqual(answer.value, again)
    else assert.equal((answer.reason as ApiError).code, 'idempotency-key-running')
  }
  assert.equal(before0 - (await listener.balance()), 3_000)
  const other = listener.call(send, { body: { ...body, msatAmount: 4_000 } }, { idempotencyKey })
  assert.deepEqual(await refusalOf(other), { status: 422, code: 'idempotency-key-reused' })
})

test('invalid amounts are refused with a message, and nothing moves', async () => {
  const before0 = await listener.balance()
  for (const msatAmount of [0, -1_000, 1_000.5, '1000', '1e3', null, 2 ** 53, [1_000], true, ' 1000']) {
    const body = JSON.stringify({ contentId, msatAmount })
    for (const path of ['/v1/send', '/v1/invoices', '/v1/deposit']) {
      const response = await fetch(world.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${listener.token}` },
        body: path === '/v1/deposit' ? JSON.stringify({ msatAmount }) : body,
      })
      const answer = (await response.json()) as { code: string; error: string }
      assert.equal(response.status, 400, `${path} ${body}: ${JSON.stringify(answer)}`)
      assert.ok(answer.error.length > 10)
    }
  }
  for (const msatAmount of [1, 999, 100_000_001, Number.MAX_SAFE_INTEGER]) {
    const refused = await refusalOf(listener.call(send, { body: { contentId, msatAmount } }))
    assert.deepEqual(refused, { status: 422, code: 'amount-out-of-range' })
  }
  assert.equal(await listener.balance(), before0)
})

test('a zap above the balance is refused, also to oneself', async () => {
  const poor = await createTestUser(world)
  const own = (await poor.call(createArtist, { body: { name: 'Poor' } })).id
  const refused = await refusalOf(poor.call(send, { body: { contentId: own, msatAmount: 1_000 } }))
  assert.deepEqual(refused, { status: 422, code: 'insufficient-balance' })
  await fillBalance(world, poor, 1_000)
  await poor.call(send, { body: { contentId: own, msatAmount: 1_000 } })
  assert.equal(await poor.balance(), 950)
})

test('of 20 concurrent zaps that together overdraw, exactly as many succeed as the balance allows', async () => {
  const hasty = await createTestUser(world)
  await fillBalance(world, hasty, 5_000)
  const sends = await Promise.allSettled(
    Array.from({ length: 20 }, () => hasty.call(send, { body: { contentId, msatAmount: 1_000 } })),
  )
  assert.equal(sends.filter((one) => one.status === 'fulfilled').length, 5)
  assert.equal(await hasty.balance(), 0)
})

test('content that does not exist cannot be paid', async () => {
  const nothing = '01890000-0000-7000-8000-000000000000'
  const refused = await refusalOf(world.call(createInvoice, { body: { contentId: nothing, msatAmount: 1_000 } }))
  assert.deepEqual(refused, { status: 404, code: 'not-found' })
})

test('an invoice paid a day late is still credited', async () => {
  const [mara0] = await balances()
  const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: 5_000 } })
  world.clock.step(25 * 3_600_000)
  await world.node.settle(invoice.paymentHash)
  await until(async () => (await balances())[0] - mara0 === 2_708)
})
