/** Every unusual response of lnd, against an HTTP double: what it means for money, and that only the node's own
 * final report is a failure. The usual responses come from real nodes: tests/lnd. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { encodeInvoice } from '#protocols/lightning/bolt11.ts'
import { startHttpDouble, type CannedResponse, type HttpDouble } from '#tests/http-double.ts'
import { describeOutcome } from '#tests/node-doubles/outcomes.ts'
import type { LightningNode, SettledInvoice } from '../node.ts'
import { createLndNode } from './adapter.ts'

const MACAROON = 'deadbeef'.repeat(16)
const PREIMAGE = '11'.repeat(32)
const HASH = createHash('sha256').update(Buffer.from(PREIMAGE, 'hex')).digest('hex')
const info = { identity_pubkey: `02${'ab'.repeat(32)}`, synced_to_chain: true, chains: [{ network: 'regtest' }] }

/** lnrpc/lightning.proto of v0.21.2-beta, message Payment. */
const payment = (more: Record<string, unknown>) => ({
  result: {
    payment_hash: HASH,
    payment_preimage: '0'.repeat(64),
    status: 'IN_FLIGHT',
    failure_reason: 'FAILURE_REASON_NONE',
    value_msat: '1000',
    fee_msat: '0',
    creation_time_ns: String(BigInt(Date.now()) * 1_000_000n),
    htlcs: [{}],
    ...more,
  },
})
const failed = (reason: string) => payment({ status: 'FAILED', failure_reason: `FAILURE_REASON_${reason}` })
const refusal = (code: number, message: string) => ({ error: { code, message, details: [] } })
const emptyWallet: CannedResponse = { status: 404, json: refusal(5, "payment isn't initiated") }
const paid = payment({ status: 'SUCCEEDED', payment_preimage: PREIMAGE, fee_msat: '7' })

type Row = { name: string; source: string; send: CannedResponse; track?: CannedResponse; outcome: string }

const PROTO = 'lnd v0.21.2-beta, lnrpc/lightning.proto: PaymentFailureReason'
const ROUTER = 'lnd v0.21.2-beta, lnrpc/routerrpc/router_server.go: SendPaymentV2'
const BACKEND = 'lnd v0.21.2-beta, lnrpc/routerrpc/router_backend.go: extractIntentFromSendRequest'
const GATEWAY = 'grpc-gateway v2, runtime/errors.go: status of an error'

const rows: Row[] = [
  { name: 'it is paid', source: PROTO, send: { json: paid }, outcome: 'succeeded 7' },
  { name: 'no route in time', source: PROTO, send: { json: failed('TIMEOUT') }, outcome: 'failed timeout' },
  { name: 'no route', source: PROTO, send: { json: failed('NO_ROUTE') }, outcome: 'failed no-route' },
  { name: 'a fault of the node', source: PROTO, send: { json: failed('ERROR') }, outcome: 'failed other' },
  {
    name: 'refused by the recipient',
    source: PROTO,
    send: { json: failed('INCORRECT_PAYMENT_DETAILS') },
    outcome: 'failed rejected',
  },
  {
    name: 'too little',
    source: PROTO,
    send: { json: failed('INSUFFICIENT_BALANCE') },
    outcome: 'failed insufficient-liquidity',
  },
  { name: 'cancelled at the node', source: PROTO, send: { json: failed('CANCELED') }, outcome: 'failed other' },
  { name: 'failed without a reason', source: PROTO, send: { json: failed('NONE') }, outcome: 'unknown' },
  { name: 'failed for an unknown reason', source: PROTO, send: { json: failed('GREMLINS') }, outcome: 'unknown' },
  { name: 'an unknown status', source: PROTO, send: { json: payment({ status: 'ODD' }) }, outcome: 'unknown' },
  {
    name: 'paid without a preimage',
    source: PROTO,
    send: { json: payment({ status: 'SUCCEEDED', payment_preimage: '' }) },
    outcome: 'unknown',
  },
  {
    name: 'already paid',
    source: ROUTER,
    send: { status: 409, json: refusal(6, 'invoice is already paid') },
    track: { json: paid },
    outcome: 'succeeded 7',
  },
  {
    name: 'in transition',
    source: ROUTER,
    send: { status: 409, json: refusal(6, 'payment is in transition') },
    track: { json: payment({}) },
    outcome: 'in_flight',
  },
  {
    name: 'already known, but unknown to TrackPaymentV2',
    source: ROUTER,
    send: { status: 409, json: refusal(6, 'payment already exists') },
    track: emptyWallet,
    outcome: 'unknown',
  },
  {
    name: 'recorded and not started',
    source: 'lnd v0.21.2-beta, routing/router.go: resumePayments',
    send: { json: payment({ status: 'INITIATED', htlcs: [] }) },
    outcome: 'in_flight',
  },
  {
    name: 'expired by the clock of the node',
    source: BACKEND,
    send: { status: 500, json: refusal(2, 'invoice expired. Valid until 2026-01-01') },
    track: emptyWallet,
    outcome: 'failed expired',
  },
  {
    name: 'a refusal before anything was sent',
    source: BACKEND,
    send: { status: 500, json: refusal(2, 'time preference out of range') },
    track: emptyWallet,
    outcome: 'failed other',
  },
  {
    name: 'a refusal of a payment that was made',
    source: BACKEND,
    send: { status: 500, json: refusal(2, 'anything') },
    track: { json: paid },
    outcome: 'succeeded 7',
  },
  {
    name: 'still starting',
    source: 'lnd v0.21.2-beta, rpcperms/interceptor.go: ErrRPCStarting',
    send: { status: 500, json: refusal(2, 'the RPC server is in the process of starting up, but not yet ready') },
    track: emptyWallet,
    outcome: 'unknown',
  },
  {
    name: 'unavailable behind its own gateway',
    source: GATEWAY,
    send: { status: 503, json: refusal(14, 'transport is closing') },
    track: emptyWallet,
    outcome: 'unknown',
  },
  {
    name: 'a wrong URL, which also responds with not found',
    source: GATEWAY,
    send: { status: 404, json: { code: 5, message: 'Not Found', details: [] } },
    track: { status: 404, json: { code: 5, message: 'Not Found', details: [] } },
    outcome: 'unknown',
  },
  { name: 'cut off', source: 'the connection', send: { goes: 'cut' }, outcome: 'unknown' },
  { name: 'a truncated response', source: 'the connection', send: { goes: 'half' }, outcome: 'unknown' },
  { name: 'silence', source: 'the connection', send: { goes: 'silent' }, outcome: 'unknown' },
  { name: 'one byte at a time, slowly', source: 'the connection', send: { goes: 'slow' }, outcome: 'unknown' },
  { name: 'bytes without end', source: 'the connection', send: { goes: 'endless' }, outcome: 'unknown' },
  { name: 'a page', source: 'a proxy', send: { status: 502, text: '<html>Bad Gateway</html>' }, outcome: 'unknown' },
  { name: 'nothing', source: 'a proxy', send: { text: '' }, outcome: 'unknown' },
  { name: 'not allowed', source: 'a proxy', send: { status: 401, text: 'no' }, outcome: 'unknown' },
]

describe('The lnd adapter and unusual responses', () => {
  let double: HttpDouble
  let node: LightningNode
  before(async () => {
    double = await startHttpDouble()
    node = createLndNode({ url: double.url, certificate: '', macaroon: MACAROON })
  })
  after(() => double[Symbol.asyncDispose]())

  const bolt11 = () =>
    encodeInvoice(
      {
        network: 'bcrt',
        amountMsat: 1_000n,
        paymentHash: HASH,
        paymentSecret: randomBytes(32).toString('hex'),
        description: '',
        createdAt: new Date(),
      },
      randomBytes(32),
    )
  const respond = (send: CannedResponse, track: CannedResponse) =>
    double.answerWith(({ path }) => {
      if (path === '/v1/getinfo') return { json: info }
      return path === '/v2/router/send' ? send : track
    })
  /** The response never ends: only then is the call aborted soon, so that a slow machine does not abort the others. */
  const isEndless = (send: CannedResponse) => 'goes' in send && send.goes !== 'cut'
  const pay = (patienceMs = 20_000) => {
    const limits = { feeLimitMsat: 100n, timeoutSeconds: 0, signal: AbortSignal.timeout(patienceMs) }
    return node.pay({ bolt11: bolt11(), paymentHash: HASH, ...limits })
  }

  for (const { name, source, send, track, outcome } of rows) {
    it(`pays: ${name} (${source})`, async () => {
      respond(send, track ?? { goes: 'cut' })
      const result = await pay(isEndless(send) ? 1_000 : undefined)
      assert.equal(
        describeOutcome(result),
        outcome,
        JSON.stringify(result, (_key, value: unknown) => String(value)),
      )
    })
  }

  it('never includes its secret in an error message', async () => {
    for (const send of [{ status: 500, text: MACAROON }, { goes: 'cut' }] satisfies CannedResponse[]) {
      respond(send, send)
      const seen = [await pay(), await node.lookupPayment(HASH).catch((error: unknown) => error)]
      const texts = seen.map((one) => (one instanceof Error ? `${one.message}${one.stack}` : JSON.stringify(one)))
      assert.ok(texts.every((text) => !text.includes('deadbeef')))
    }
    assert.ok(double.asked.every(({ headers }) => headers['grpc-metadata-macaroon'] === MACAROON))
  })

  it('sends keysend payments with our preimage and records, and interprets every response the same way', async () => {
    const order = {
      pubkey: `02${'cd'.repeat(32)}`,
      amountMsat: 1_000n,
      preimage: PREIMAGE,
      paymentHash: HASH,
      customRecords: { '7629169': 'c0ffee' },
      expiresAt: new Date(Date.now() + 60_000),
      feeLimitMsat: 100n,
      timeoutSeconds: 0,
    }
    const keysend = (more = {}) => node.keysend!({ ...order, signal: AbortSignal.timeout(1_000), ...more })
    for (const { name, send, track, outcome } of rows) {
      respond(send, track ?? { goes: 'cut' })
      assert.equal(describeOutcome(await keysend()), outcome, name)
    }
    const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
    respond({ json: paid }, { goes: 'cut' })
    await keysend()
    assert.deepEqual(JSON.parse(double.asked.at(-1)!.body), {
      dest: base64(order.pubkey),
      amt_msat: '1000',
      payment_hash: base64(HASH),
      dest_custom_records: { '7629169': base64('c0ffee'), '5482373484': base64(PREIMAGE) },
      dest_features: [9],
      fee_limit_msat: '100',
      timeout_seconds: 0,
      cancelable: false,
    })
    const asked = double.asked.length
    respond({ goes: 'cut' }, emptyWallet)
    assert.equal(describeOutcome(await keysend({ expiresAt: new Date(Date.now() - 1) })), 'failed expired')
    respond({ goes: 'cut' }, { json: paid })
    assert.equal(describeOutcome(await keysend({ expiresAt: new Date(Date.now() - 1) })), 'succeeded 7')
    assert.ok(double.asked.slice(asked).every(({ path }) => path !== '/v2/router/send'))
  })

  it('reports the records of a keysend payment, and never its preimage', async () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const custom_records = { '5482373484': base64('secret'), '16180339': base64('an id') }
    const invoice = { r_preimage: '', state: 'SETTLED', amt_paid_msat: '5', settle_date: '1700000000' }
    const made = { creation_date: '1700000000', expiry: '3600', r_hash: base64('x'.repeat(32)) }
    const lines = [
      { ...invoice, ...made, settle_index: '8', is_keysend: true, htlcs: [{ custom_records }] },
      { ...invoice, ...made, settle_index: '9', is_keysend: false, htlcs: [{ custom_records: {} }] },
    ]
    double.answerWith(() => ({ text: lines.map((result) => `${JSON.stringify({ result })}\n`).join('') }))
    const stop = new AbortController()
    const seen: unknown[] = []
    const on = async (event: SettledInvoice) => {
      if (seen.push(event.customRecords) === 2) stop.abort()
    }
    await node.subscribeInvoices('7', on, stop.signal)
    assert.deepEqual(seen, [{ '16180339': Buffer.from('an id').toString('hex') }, undefined])
  })

  it('reports the preimage of a cancelled invoice, and not of one that can be paid', async () => {
    const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
    const settled = { amt_paid_msat: '0', settle_date: '0', settle_index: '0' }
    const invoice = { r_hash: base64(HASH), r_preimage: base64(PREIMAGE), ...settled, expiry: '3600' }
    const now = String(Math.floor(Date.now() / 1_000))
    for (const [state, creation_date, said] of [
      ['OPEN', now, { state: 'open' }],
      ['ACCEPTED', now, { state: 'accepted' }],
      ['OPEN', '1700000000', { state: 'expired' }],
      ['CANCELED', now, { state: 'canceled', preimage: PREIMAGE }],
      ['CANCELED', '1700000000', { state: 'expired', preimage: PREIMAGE }],
    ] as const) {
      double.answerWith(() => ({ json: { ...invoice, state, creation_date } }))
      assert.deepEqual(await node.lookupInvoice(HASH), said)
    }
  })

  it('deletes a payment that lnd never started, and only then reports it as failed', async () => {
    const old = String(BigInt(Date.now() - 600_000) * 1_000_000n)
    const stuck = payment({ status: 'INITIATED', htlcs: [], creation_time_ns: old })
    let isRemoved = false
    for (const [removing, outcome] of [
      [{ status: 500, json: { code: 2, message: 'payment has in-flight HTLCs' } }, 'in_flight'],
      [{ json: {} }, 'failed timeout'],
    ] as const) {
      double.answerWith(({ method }) => {
        if (method !== 'DELETE') return { json: stuck }
        isRemoved = true
        return removing
      })
      const found = await node.lookupPayment(HASH)
      assert.ok(found.state !== 'not_found')
      assert.deepEqual([isRemoved, describeOutcome(found)], [true, outcome])
    }
    double.answerWith(() => ({ json: payment({ status: 'INITIATED', htlcs: [{}], creation_time_ns: old }) }))
    const found = await node.lookupPayment(HASH)
    assert.equal(found.state, 'in_flight', 'a part of it may have been sent')
  })

  it('parses amounts above the safe integers', async () => {
    const msat = '2099999999999999999'
    double.answerWith(() => ({ json: { local_balance: { msat }, remote_balance: { msat } } }))
    assert.deepEqual(await node.balance(), { spendableMsat: BigInt(msat), receivableMsat: BigInt(msat) })
  })

  it('follows from the first settled invoice on, skipping unpaid invoices', async () => {
    const invoice = (index: number, state: string) => ({
      r_hash: Buffer.from(String(index).padStart(32, '0')).toString('base64'),
      r_preimage: '',
      state,
      amt_paid_msat: '5000',
      settle_date: '1700000000',
      settle_index: String(index),
      creation_date: '1700000000',
      expiry: '3600',
    })
    double.answerWith(({ path }) => {
      if (path.startsWith('/v1/invoices?')) {
        const invoices = [invoice(0, 'OPEN'), invoice(2, 'SETTLED'), invoice(1, 'SETTLED')]
        return { json: { invoices, last_index_offset: '3' } }
      }
      const index = Number(new URL(path, double.url).searchParams.get('settle_index'))
      const lines = [invoice(0, 'OPEN'), invoice(index + 1, 'SETTLED')]
      return { text: lines.map((result) => `${JSON.stringify({ result })}\n`).join('') }
    })
    const stop = new AbortController()
    const seen: string[] = []
    await node.subscribeInvoices(
      null,
      async ({ cursor }) => {
        seen.push(cursor)
        if (seen.length === 2) stop.abort()
      },
      stop.signal,
    )
    assert.deepEqual(seen, ['1', '2'])
    const on = async () => undefined
    await assert.rejects(node.subscribeInvoices('7', on, AbortSignal.timeout(5_000)), /ended/)
  })
})
