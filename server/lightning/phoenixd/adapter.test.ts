/** phoenixd against an HTTP double: every unusual response, what it means for money, and its source. A real phoenixd
 * is not available here. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '#tests/http-double.ts'
import { describeOutcome, makeForeignInvoice } from '#tests/node-doubles/outcomes.ts'
import type { LightningNode } from '../node.ts'
import { createPhoenixdNode } from './adapter.ts'

const PASSWORD = 'password-that-nobody-may-read'
const PREIMAGE = '33'.repeat(32)
const HASH = createHash('sha256').update(Buffer.from(PREIMAGE, 'hex')).digest('hex')

/** src/commonMain/kotlin/fr/acinq/lightning/bin/json/JsonSerializers.kt of v0.8.0. */
const info = {
  nodeId: `03${'ef'.repeat(32)}`,
  channels: [{ state: 'Normal', inboundLiquiditySat: 50 }],
  chain: 'regtest',
}
const paid = { paymentHash: HASH, paymentPreimage: PREIMAGE, recipientAmountSat: 1, routingFeeSat: 0, paymentId: 'x' }
const refused = (reason: string): CannedResponse => ({ json: { paymentHash: HASH, reason } })
const outgoing = (more: Record<string, unknown> = {}) => ({
  type: 'outgoing_payment',
  paymentHash: HASH,
  isPaid: false,
  sent: 2,
  fees: 904,
  completedAt: null,
  createdAt: Date.now(),
  ...more,
})
const done = { json: outgoing({ isPaid: true, preimage: PREIMAGE, completedAt: Date.now() }) }
const gaveUp = { json: outgoing({ completedAt: Date.now() }) }
/** bin/Api.kt, StatusPages: 404 has the same text for a missing payment and for an unknown path. */
const nothing: CannedResponse = { status: 404, text: 'Unknown endpoint (check api doc)' }

type Row = { name: string; source: string; payinvoice: CannedResponse; byHash: CannedResponse; outcome: string }

const API = 'bin/Api.kt: payinvoice, v0.8.0'
const BY_HASH = 'bin/Api.kt: payments/outgoingbyhash, v0.8.0'
const OLD = 'bin/json/JsonSerializers.kt of v0.3: isPaid = completedAt != null'

const rows: Row[] = [
  {
    name: 'it is paid, its fee in msat',
    source: API,
    payinvoice: { json: paid },
    byHash: done,
    outcome: 'succeeded 904',
  },
  {
    name: 'HTTP 200 for a failed payment',
    source: API,
    payinvoice: refused('no route to recipient'),
    byHash: gaveUp,
    outcome: 'failed no-route',
  },
  {
    name: 'too little',
    source: API,
    payinvoice: refused('not enough funds'),
    byHash: gaveUp,
    outcome: 'failed insufficient-liquidity',
  },
  {
    name: 'an unknown reason',
    source: API,
    payinvoice: refused('gremlins'),
    byHash: gaveUp,
    outcome: 'failed other',
  },
  {
    name: 'already paid is returned as a reason',
    source: API,
    payinvoice: refused('already paid'),
    byHash: done,
    outcome: 'succeeded 904',
  },
  {
    name: 'in progress is returned as a reason',
    source: API,
    payinvoice: refused('in progress'),
    byHash: { json: outgoing() },
    outcome: 'in_flight',
  },
  {
    name: 'refused, without a record',
    source: API,
    payinvoice: refused('no channels'),
    byHash: nothing,
    outcome: 'unknown',
  },
  {
    name: 'paid, without a record',
    source: BY_HASH,
    payinvoice: { json: paid },
    byHash: nothing,
    outcome: 'unknown',
  },
  {
    name: 'not completed yet',
    source: BY_HASH,
    payinvoice: { json: {} },
    byHash: { json: outgoing() },
    outcome: 'in_flight',
  },
  {
    name: 'the time field is missing',
    source: BY_HASH,
    payinvoice: { json: {} },
    byHash: { json: outgoing({ completedAt: undefined }) },
    outcome: 'in_flight',
  },
  {
    name: 'a release that reports every ended payment as paid',
    source: OLD,
    payinvoice: refused('x'),
    byHash: { json: outgoing({ isPaid: true, completedAt: 5 }) },
    outcome: 'unknown',
  },
  {
    name: 'a preimage of another payment',
    source: BY_HASH,
    payinvoice: { json: paid },
    byHash: { json: outgoing({ isPaid: true, preimage: '00'.repeat(32), completedAt: 5 }) },
    outcome: 'unknown',
  },
  {
    name: 'a response that is not JSON',
    source: API,
    payinvoice: { status: 400, text: 'no' },
    byHash: { json: outgoing() },
    outcome: 'in_flight',
  },
  {
    name: 'cut off, and paid',
    source: 'the connection',
    payinvoice: { goes: 'cut' },
    byHash: done,
    outcome: 'unknown',
  },
  {
    name: 'a truncated response',
    source: 'the connection',
    payinvoice: { goes: 'half' },
    byHash: done,
    outcome: 'unknown',
  },
  {
    name: 'silence, and paid',
    source: 'the connection',
    payinvoice: { goes: 'silent' },
    byHash: done,
    outcome: 'succeeded 904',
  },
  {
    name: 'silence, and nothing',
    source: 'the connection',
    payinvoice: { goes: 'silent' },
    byHash: nothing,
    outcome: 'unknown',
  },
  {
    name: 'a page',
    source: 'a proxy',
    payinvoice: { status: 502, text: '<html>' },
    byHash: { status: 502, text: '<html>' },
    outcome: 'unknown',
  },
]

type ReceiptRow = {
  name: string
  source: string
  askedSat: bigint | null
  receivedSat: number
  fees?: number
  /** The amount paid and the fee, in msat. */
  means: [bigint, bigint]
}

const INCOMING = 'bin/json/JsonSerializers.kt: IncomingPayment, v0.8.0'
const OWN_FIGURES = 'our own example figures'

const receipts: ReceiptRow[] = [
  {
    name: 'nothing was deducted',
    source: INCOMING,
    askedSat: 5_000n,
    receivedSat: 5_000,
    fees: 0,
    means: [5_000_000n, 0n],
  },
  {
    name: 'a channel was opened for it',
    source: 'be-BOP-io-SA/be-BOP#1353',
    askedSat: 18_037n,
    receivedSat: 2_234,
    fees: 15_803_000,
    means: [18_037_000n, 15_803_000n],
  },
  {
    name: 'it went to the fee credit, in a release that counts that as received',
    source: 'be-BOP-io-SA/be-BOP#1353',
    askedSat: 9_035n,
    receivedSat: 9_035,
    fees: 0,
    means: [9_035_000n, 0n],
  },
  {
    name: 'it went to the fee credit, in a release that does not',
    source: 'ACINQ/phoenixd#229, first payment',
    askedSat: 13_739n,
    receivedSat: 0,
    fees: 0,
    means: [13_739_000n, 13_739_000n],
  },
  {
    name: 'a channel was opened, in part from the fee credit',
    source: 'ACINQ/phoenixd#229, second payment; btcpayserver/BTCPayServer.Lightning#176',
    askedSat: 12_235n,
    receivedSat: 3_825,
    fees: 8_410_000,
    means: [12_235_000n, 8_410_000n],
  },
  {
    name: 'the same, reported with the whole price of the channel',
    source: 'ACINQ/phoenixd#229, second payment: 1 027 + 21 122 sat',
    askedSat: 12_235n,
    receivedSat: 3_825,
    fees: 22_149_000,
    means: [12_235_000n, 8_410_000n],
  },
  {
    name: 'the channel cost more than was paid, and the balance paid the rest',
    source: 'ACINQ/phoenixd#205',
    askedSat: 1_000n,
    receivedSat: -19_500,
    fees: 20_500_000,
    means: [1_000_000n, 20_500_000n],
  },
  {
    name: 'the remainder is not a whole sat',
    source: 'lightning-kmp, PaymentsDb.kt: fees are msat, and truncateToSatoshi()',
    askedSat: 10_000n,
    receivedSat: 8_557,
    fees: 1_442_400,
    means: [10_000_000n, 1_443_000n],
  },
  {
    name: 'more was paid than requested',
    source: 'lightning-kmp, IncomingPaymentHandler: up to twice the amount is taken',
    askedSat: 5_000n,
    receivedSat: 7_000,
    fees: 0,
    means: [7_000_000n, 0n],
  },
  {
    name: 'the payer chose the amount',
    source: INCOMING,
    askedSat: null,
    receivedSat: 2_234,
    fees: 15_803_000,
    means: [18_037_000n, 15_803_000n],
  },
  {
    name: 'the same, below one sat',
    source: OWN_FIGURES,
    askedSat: null,
    receivedSat: 0,
    fees: 0,
    means: [0n, 0n],
  },
  {
    name: 'a release that reports no fees',
    source: OWN_FIGURES,
    askedSat: 5_000n,
    receivedSat: 5_000,
    means: [5_000_000n, 0n],
  },
]

describe('The phoenixd adapter', () => {
  let double: HttpDouble
  let node: LightningNode
  before(async () => {
    double = await startHttpDouble()
    node = createPhoenixdNode({ url: double.url, password: PASSWORD, fee: { ppm: 4_000, baseMsat: 4_000n } })
  })
  after(() => double[Symbol.asyncDispose]())

  /** The lookup before sending finds no payment; after sending it returns `byHash`. */
  const respond = (
    payinvoice: CannedResponse,
    byHash: CannedResponse,
    probe: CannedResponse = { status: 400, text: 'not a hex32' },
  ) => {
    let isSent = false
    double.answerWith(({ path }) => {
      if (path === '/getinfo') return { json: info }
      if (path.endsWith('/probe')) return probe
      if (path.startsWith('/payments/outgoingbyhash/')) return isSent ? byHash : nothing
      isSent = true
      return payinvoice
    })
  }
  const pay = (amountMsat: bigint | null = 1_000n, own?: bigint) => {
    const limits = { feeLimitMsat: 4_000n, timeoutSeconds: 0, signal: AbortSignal.timeout(10_000) }
    const more = own === undefined ? {} : { amountMsat: own }
    return node.pay({ bolt11: makeForeignInvoice(HASH, amountMsat), paymentHash: HASH, ...more, ...limits })
  }

  for (const { name, source, payinvoice, byHash, outcome } of rows) {
    it(`pays: ${name} (${source})`, async () => {
      respond(payinvoice, byHash)
      assert.equal(describeOutcome(await pay()), outcome)
    })
  }

  it('never sends a payment twice', async () => {
    for (const byHash of [done, gaveUp, { json: outgoing() }]) {
      double.answerWith(({ path }) => (path === '/getinfo' ? { json: info } : byHash))
      const before = double.asked.length
      assert.notEqual(describeOutcome(await pay()), 'unknown')
      assert.ok(double.asked.slice(before).every(({ path }) => path !== '/payinvoice'))
    }
  })

  it('sends nothing with a release that has no lookup by hash', async () => {
    respond({ json: paid }, done, nothing)
    const before = double.asked.length
    assert.equal(describeOutcome(await pay()), 'unknown')
    assert.ok(double.asked.slice(before).every(({ path }) => path !== '/payinvoice'))
    await assert.rejects(node.lookupPayment(HASH), /too old/)
  })

  it('pays only whole sats when the invoice has no amount', async () => {
    respond({ json: paid }, done)
    assert.equal(describeOutcome(await pay(null, 1_500n)), 'failed invalid-invoice')
    assert.equal(describeOutcome(await pay(null, 2_000n)), 'succeeded 904')
    const sent = double.asked.find(({ path, body }) => path === '/payinvoice' && body.includes('amountSat'))
    assert.equal(new URLSearchParams(sent?.body).get('amountSat'), '2')
  })

  it('creates invoices in whole sats, rounded up, and hashes long descriptions', async () => {
    double.answerWith(() => ({
      json: { amountSat: 2, paymentHash: HASH, serialized: makeForeignInvoice(HASH, 2_000n) },
    }))
    const order = { amountMsat: 1_001n, expirySeconds: 60, externalId: 'ours' }
    await node.createInvoice({ ...order, description: 'short' })
    const short = new URLSearchParams(double.asked.at(-1)!.body)
    assert.deepEqual(
      ['amountSat', 'description', 'expirySeconds', 'externalId', 'descriptionHash'].map((name) => short.get(name)),
      ['2', 'short', '60', 'ours', null],
    )
    await node.createInvoice({ ...order, description: 'long '.repeat(40) })
    const long = new URLSearchParams(double.asked.at(-1)!.body)
    assert.equal(long.get('description'), null)
    assert.match(long.get('descriptionHash')!, /^[0-9a-f]{64}$/)
  })

  it('requests incoming payments oldest first, and continues from its cursor', async () => {
    const incoming = (index: number) => ({
      paymentHash: String(index).padStart(64, '0'),
      preimage: PREIMAGE,
      isPaid: true,
      receivedSat: index,
      completedAt: 1_000_000 + index,
      createdAt: 5,
    })
    double.answerWith(() => ({
      json: [incoming(3), incoming(2), { ...incoming(1), isPaid: false, completedAt: null }],
    }))
    const stop = new AbortController()
    const seen: [string, bigint][] = []
    const on = async ({ cursor, receivedMsat }: { cursor: string; receivedMsat: bigint }) => {
      seen.push([cursor, receivedMsat])
      if (seen.length === 2) stop.abort()
    }
    await node.subscribeInvoices('1000002', on, stop.signal)
    assert.deepEqual(seen, [
      ['1000002', 2_000n],
      ['1000003', 3_000n],
    ])
    assert.ok(double.asked.at(-1)!.path.startsWith(`/payments/incoming?from=${1_000_002 - 60_000}`))
  })

  const reported = ({ askedSat, receivedSat, fees }: ReceiptRow) => ({
    paymentHash: HASH,
    preimage: PREIMAGE,
    isPaid: true,
    receivedSat,
    ...(fees === undefined ? {} : { fees }),
    completedAt: 5_000,
    createdAt: 5,
    invoice: makeForeignInvoice(HASH, askedSat === null ? null : askedSat * 1_000n),
  })

  for (const row of receipts) {
    it(`receives: ${row.name} (${row.source})`, async () => {
      double.answerWith(({ path }) => ({
        json: path.startsWith('/payments/incoming?') ? [reported(row)] : reported(row),
      }))
      const { receivedMsat, feeMsat } = await node.lookupInvoice(HASH)
      assert.deepEqual([receivedMsat, feeMsat], row.means)
      const stop = new AbortController()
      await node.subscribeInvoices(
        null,
        async (event) => {
          assert.deepEqual([event.receivedMsat, event.feeMsat], row.means)
          stop.abort()
        },
        stop.signal,
      )
    })
  }

  it('never reports a full payment as underpaid, nor credits more than requested for an exact payment', async () => {
    for (let index = 0; index < 200; index++) {
      const askedSat = BigInt(1 + Math.floor(Math.random() * 50_000))
      const keptMsat = Math.floor(Math.random() * 60_000_000) * (index % 4 === 0 ? 0 : 1)
      const receivedSat = Math.trunc((Number(askedSat) * 1_000 - keptMsat) / 1_000)
      double.answerWith(() => ({ json: reported({ ...receipts[0]!, askedSat, receivedSat, fees: keptMsat }) }))
      const { receivedMsat, feeMsat } = await node.lookupInvoice(HASH)
      assert.equal(receivedMsat, askedSat * 1_000n)
      assert.ok(Math.abs(Number(feeMsat) - keptMsat) < 1_000, `kept ${keptMsat}, told as ${feeMsat}`)
    }
  })

  it('continues after an invoice that cannot be parsed', async () => {
    double.answerWith(() => ({
      json: {
        ...reported(receipts[1]!),
        invoice: 'lno1qsgqmqvgm96frzdg8m0gc6nzeqffvzsqzrxqy32afmr3jn9ggkwg3egfwch2hy0l6jut6vfd8vpsc3h89l6',
      },
    }))
    const { receivedMsat, feeMsat } = await node.lookupInvoice(HASH)
    assert.deepEqual([receivedMsat, feeMsat], [18_037_000n, 15_803_000n])
  })

  it('reports its fees, its balance and that it cannot cancel invoices', async () => {
    assert.equal(node.minimumFeeMsat(1_000_000n), 8_000n)
    assert.equal(node.minimumFeeMsat(1n), 4_001n)
    double.answerWith(({ path }) => ({ json: path === '/getinfo' ? info : { balanceSat: 7, feeCreditSat: 9 } }))
    assert.deepEqual(await node.balance(), { spendableMsat: 7_000n, receivableMsat: 50_000n })
    assert.equal(await node.cancelInvoice(HASH), 'unsupported')
  })

  it('never reveals its password', async () => {
    double.answerWith(() => ({ status: 401, text: PASSWORD }))
    const secret = Buffer.from(`:${PASSWORD}`).toString('base64')
    for (const pending of [node.info(AbortSignal.timeout(1_000)), node.lookupPayment(HASH)]) {
      const error = (await pending.catch((thrown: unknown) => thrown)) as Error
      assert.ok(error instanceof Error)
      assert.ok([PASSWORD, secret].every((word) => !`${error.message}${error.stack}`.includes(word)))
    }
    assert.equal(double.asked.at(-1)!.headers.authorization, `Basic ${secret}`)
  })
})
