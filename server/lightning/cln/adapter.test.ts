/** Core Lightning against an HTTP double: every unusual response, what it means for money, and its source. A real
 * Core Lightning is not available here. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '#tests/http-double.ts'
import { describeOutcome, makeForeignInvoice } from '#tests/node-doubles/outcomes.ts'
import type { LightningNode, SettledInvoice } from '../node.ts'
import { createClnNode } from './adapter.ts'

const RUNE = 'rune-that-nobody-may-read'
const PREIMAGE = '22'.repeat(32)
const HASH = hashOf(Buffer.from(PREIMAGE, 'hex'))
const now = () => Math.floor(Date.now() / 1_000)

/** doc/schemas/getinfo.json of v26.06. */
const info = { id: `02${'cd'.repeat(32)}`, network: 'regtest' }
/** plugins/rest-plugin/src/shared.rs: success is 201. handlers.rs: failure is 500 with code and message. */
const yes = (json: unknown): CannedResponse => ({ status: 201, json })
const no = (code: number, message = 'no'): CannedResponse => ({ status: 500, json: { code, message } })
const xpaid = {
  payment_preimage: PREIMAGE,
  failed_parts: 0,
  successful_parts: 1,
  amount_msat: 1_000,
  amount_sent_msat: 1_007,
}
const entry = (status: string, more: Record<string, unknown> = {}) => ({
  payment_hash: HASH,
  status,
  created_at: now(),
  amount_sent_msat: 1_007,
  ...(status === 'complete' ? { preimage: PREIMAGE, amount_msat: 1_000 } : {}),
  ...more,
})

type Row = { name: string; source: string; xpay: CannedResponse; pays?: unknown[]; outcome: string }

const XPAY = 'doc/schemas/xpay.json, v26.06'
const LISTPAYS = 'doc/schemas/listpays.json, v26.06'
const REST = 'plugins/rest-plugin/src/handlers.rs, v26.06'

const rows: Row[] = [
  { name: 'paid', source: XPAY, xpay: yes(xpaid), outcome: 'succeeded 7' },
  { name: 'refused by the recipient', source: XPAY, xpay: no(203), outcome: 'failed rejected' },
  { name: 'no route', source: XPAY, xpay: no(205), outcome: 'failed no-route' },
  { name: 'too expensive', source: XPAY, xpay: no(206), outcome: 'failed no-route' },
  { name: 'expired', source: XPAY, xpay: no(207), outcome: 'failed expired' },
  { name: 'another error', source: XPAY, xpay: no(209), outcome: 'failed other' },
  { name: 'timed out, nothing in flight', source: XPAY, xpay: no(210), outcome: 'failed timeout' },
  { name: 'a wrong parameter', source: 'JSON-RPC 2.0', xpay: no(-32_602), outcome: 'failed invalid-invoice' },
  { name: 'an error without a name', source: XPAY, xpay: no(-1), outcome: 'unknown' },
  { name: 'an unknown code', source: XPAY, xpay: no(299), outcome: 'unknown' },
  { name: 'already paid', source: XPAY, xpay: no(219), pays: [entry('complete')], outcome: 'succeeded 7' },
  { name: 'already paid, and not listed', source: XPAY, xpay: no(219), outcome: 'unknown' },
  {
    name: 'an error while other parts are in flight',
    source: 'xpay-slow-mode=false, doc/lightningd-config.5.md, v26.06',
    xpay: no(203),
    pays: [entry('failed'), entry('pending')],
    outcome: 'in_flight',
  },
  {
    name: 'an error at the first failure, and another part was paid',
    source: 'xpay-slow-mode=false, doc/lightningd-config.5.md, v26.06',
    xpay: no(205),
    pays: [entry('failed'), entry('complete')],
    outcome: 'succeeded 7',
  },
  {
    name: 'a final failure after an attempt',
    source: LISTPAYS,
    xpay: no(205),
    pays: [entry('failed')],
    outcome: 'failed no-route',
  },
  {
    name: 'an error without a name after an attempt that has just failed',
    source: LISTPAYS,
    xpay: no(-1),
    pays: [entry('failed')],
    outcome: 'in_flight',
  },
  {
    name: 'complete without a preimage',
    source: LISTPAYS,
    xpay: no(219),
    pays: [entry('complete', { preimage: undefined })],
    outcome: 'unknown',
  },
  {
    name: 'an unknown status',
    source: LISTPAYS,
    xpay: no(205),
    pays: [entry('dreaming')],
    outcome: 'in_flight',
  },
  {
    name: 'no such command',
    source: REST,
    xpay: { status: 404, json: { code: -32_601, message: 'x' } },
    outcome: 'unknown',
  },
  {
    name: 'a rune without the permission',
    source: REST,
    xpay: { status: 401, json: { code: 1502, message: 'x' } },
    outcome: 'unknown',
  },
  { name: 'an error without a code', source: REST, xpay: { status: 500, json: { message: 'x' } }, outcome: 'unknown' },
  { name: 'a closed connection', source: 'the connection', xpay: { goes: 'cut' }, outcome: 'unknown' },
  { name: 'a truncated response', source: 'the connection', xpay: { goes: 'half' }, outcome: 'unknown' },
  { name: 'an endless response', source: 'the connection', xpay: { goes: 'endless' }, outcome: 'unknown' },
  { name: 'an HTML error page', source: 'a proxy', xpay: { status: 502, text: '<html>' }, outcome: 'unknown' },
  {
    name: 'an HTML page with status 200',
    source: 'a proxy',
    xpay: { status: 200, text: '<html>' },
    outcome: 'unknown',
  },
]

describe('The Core Lightning adapter', () => {
  let double: HttpDouble
  let node: LightningNode
  before(async () => {
    double = await startHttpDouble()
    node = createClnNode({ url: double.url, certificate: '', rune: RUNE })
  })
  after(() => double[Symbol.asyncDispose]())

  const respond = (responses: Record<string, CannedResponse | ((params: Record<string, unknown>) => CannedResponse)>) =>
    double.answerWith(({ path, body }) => {
      const found = responses[path.replace('/v1/', '')]
      if (typeof found === 'function') return found(JSON.parse(body) as Record<string, unknown>)
      return found ?? (path === '/v1/getinfo' ? yes(info) : { goes: 'cut' })
    })
  const pay = (timeoutSeconds = 1, amountMsat: bigint | null = 1_000n) => {
    const limits = { feeLimitMsat: 100n, timeoutSeconds, signal: AbortSignal.timeout(10_000) }
    const own = amountMsat === null ? { amountMsat: 5_000n } : {}
    return node.pay({ bolt11: makeForeignInvoice(HASH, amountMsat), paymentHash: HASH, ...own, ...limits })
  }

  for (const { name, source, xpay, pays = [], outcome } of rows) {
    it(`pays: ${name} (${source})`, async () => {
      respond({ xpay, listpays: yes({ pays }) })
      assert.equal(describeOutcome(await pay()), outcome)
    })
  }

  it('sends the amount, the fee limit and the rune', async () => {
    respond({ xpay: yes(xpaid) })
    await pay(20, null)
    const { body, headers } = double.asked.at(-1)!
    const { invstring, ...order } = JSON.parse(body) as Record<string, unknown>
    assert.equal(typeof invstring, 'string')
    assert.deepEqual(order, { amount_msat: '5000', maxfee: '100', retry_for: 20 })
    assert.equal(headers['rune'], RUNE)
  })

  it('reports unknown without a response, and then the listed outcome', async () => {
    respond({ xpay: { goes: 'silent' }, listpays: yes({ pays: [] }) })
    assert.equal(describeOutcome(await pay(0)), 'unknown')
    respond({ xpay: { goes: 'silent' }, listpays: yes({ pays: [entry('pending')] }) })
    assert.equal(describeOutcome(await pay(0)), 'in_flight')
  })

  it('does not report a failed attempt while xpay may still be trying', async () => {
    respond({ listpays: yes({ pays: [entry('failed')] }) })
    assert.equal((await node.lookupPayment(HASH)).state, 'in_flight')
    respond({ listpays: yes({ pays: [entry('failed', { created_at: now() - 600 })] }) })
    assert.equal((await node.lookupPayment(HASH)).state, 'failed')
    respond({ listpays: yes({ pays: [] }) })
    assert.deepEqual(await node.lookupPayment(HASH), { state: 'not_found' })
    respond({ listpays: no(-1) })
    await assert.rejects(node.lookupPayment(HASH))
  })

  it('finds its invoice when the response was lost (doc/schemas/invoice.json: 900)', async () => {
    const bolt11 = makeForeignInvoice(HASH, 1_000n)
    const made = { label: 'one', bolt11, payment_hash: HASH, status: 'unpaid', expires_at: now() + 60 }
    respond({ invoice: no(900), listinvoices: yes({ invoices: [made] }) })
    const order = { amountMsat: 1_000n, description: 'x', expirySeconds: 60, externalId: 'one' }
    const created = await node.createInvoice(order)
    assert.deepEqual(created, { bolt11, paymentHash: HASH, expiresAt: decodeInvoice(bolt11).expiresAt })
  })

  it('sends the text of a description that is hashed, and refuses a different hash', async () => {
    respond({ invoice: yes({ bolt11: makeForeignInvoice(HASH, 1_000n), payment_hash: HASH }) })
    const order = { amountMsat: null, expirySeconds: 60, externalId: 'two', descriptionHash: hashOf('a text') }
    await node.createInvoice({ ...order, descriptionText: 'a text' })
    const sent = JSON.parse(double.asked.at(-1)!.body) as Record<string, unknown>
    assert.deepEqual([sent['description'], sent['deschashonly'], sent['amount_msat']], ['a text', true, 'any'])
    await assert.rejects(node.createInvoice({ ...order, descriptionText: 'another' }))
  })

  it('cancels by deleting the invoice (doc/schemas/delinvoice.json), unless it was paid meanwhile', async () => {
    const invoice = { label: 'l', payment_hash: HASH, status: 'unpaid', expires_at: now() + 60 }
    const paid = { ...invoice, status: 'paid', pay_index: 1, amount_received_msat: 5, paid_at: now() }
    respond({ listinvoices: yes({ invoices: [invoice] }), delinvoice: yes(invoice) })
    assert.equal(await node.cancelInvoice(HASH), 'canceled')
    respond({ listinvoices: yes({ invoices: [] }) })
    assert.equal(await node.cancelInvoice(HASH), 'canceled')
    let asked = 0
    respond({ listinvoices: () => yes({ invoices: [asked++ === 0 ? invoice : paid] }), delinvoice: no(906) })
    assert.equal(await node.cancelInvoice(HASH), 'already_paid')
    respond({ listinvoices: yes({ invoices: [invoice] }), delinvoice: no(-1) })
    await assert.rejects(node.cancelInvoice(HASH))
  })

  it('receives each paid invoice after its cursor (doc/schemas/waitanyinvoice.json: 904 for none)', async () => {
    const asked: unknown[] = []
    respond({
      waitanyinvoice: ({ lastpay_index: after }) => {
        asked.push(after)
        if (asked.length === 2) return no(904)
        const paid = { label: 'l', payment_hash: HASH, status: 'paid', expires_at: now(), payment_preimage: PREIMAGE }
        return yes({ ...paid, pay_index: Number(after) + 1, amount_received_msat: 6_000, paid_at: now() })
      },
    })
    const stop = new AbortController()
    const seen: SettledInvoice[] = []
    const on = async (event: SettledInvoice) => {
      seen.push(event)
      if (seen.length === 2) stop.abort()
    }
    await node.subscribeInvoices('41', on, stop.signal)
    assert.deepEqual(asked, [41, 42, 42])
    assert.deepEqual(
      seen.map(({ cursor, receivedMsat }) => [cursor, receivedMsat]),
      [
        ['42', 6_000n],
        ['43', 6_000n],
      ],
    )
    respond({ waitanyinvoice: { goes: 'cut' } })
    await assert.rejects(node.subscribeInvoices('41', on, AbortSignal.timeout(5_000)))
  })

  it('parses amounts above the safe integers, and counts active channels only', async () => {
    const channels = [
      { state: 'CHANNELD_NORMAL', spendable_msat: 1, receivable_msat: 2 },
      { state: 'ONCHAIN', spendable_msat: 5, receivable_msat: 5 },
    ]
    const text = JSON.stringify({ channels }).replace('"spendable_msat":1', '"spendable_msat":2099999999999999999')
    respond({ listpeerchannels: { status: 201, text } })
    assert.deepEqual(await node.balance(), { spendableMsat: 2_099_999_999_999_999_999n, receivableMsat: 2n })
  })

  it('never reveals its rune', async () => {
    respond({ getinfo: { status: 500, text: RUNE }, listpays: { status: 500, json: { code: 1, message: 'x' } } })
    for (const pending of [node.info(AbortSignal.timeout(1_000)), node.lookupPayment(HASH)]) {
      const error = (await pending.catch((thrown: unknown) => thrown)) as Error
      assert.ok(error instanceof Error && !`${error.message}${error.stack}`.includes(RUNE))
    }
  })
})

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
