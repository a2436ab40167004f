/** What every Lightning adapter must do, as one suite that runs against the real backend. Not a test on its own: an
 * adapter's test calls describeLightningNode with a node and a counterparty. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { decodeInvoice, encodeInvoice } from '#protocols/lightning/bolt11.ts'
import { NODE_KEY } from '#protocols/hex.ts'
import type { CustomRecords, Keysend, LightningNode, PayOutcome, SettledInvoice } from './node.ts'

/** Another wallet that can pay and be paid by the node under test. */
export type Counterparty = {
  payInvoice(bolt11: string, amountMsat?: bigint): Promise<PayOutcome>
  makeInvoice(invoice: {
    amountMsat?: bigint
    description?: string
    expirySeconds?: number
  }): Promise<{ bolt11: string; paymentHash: string }>
  /** Both are present if the node under test supports keysend. */
  pubkey?(): Promise<string>
  keysend?(keysend: {
    pubkey: string
    amountMsat: bigint
    customRecords: CustomRecords
    preimage?: string
  }): Promise<PayOutcome & { paymentHash: string }>
  /** The held payment has arrived. A node that dies before that may never send it. */
  isHolding?(paymentHash: string): Promise<boolean>
  setBehaviour(behaviour: 'normal' | 'hold' | 'reject' | 'offline' | 'slow'): Promise<void>
}

export type LightningFixture = {
  node: LightningNode
  counterparty: Counterparty
  /** The routing fee to the counterparty; 0n if the two are neighbours. */
  routingFeeMsat: bigint
  /** Kills the node without warning. Later calls find it running again. */
  kill?(): Promise<void>
  stop(): Promise<void>
}

const SECONDS = 1000
const FEE_LIMIT_MSAT = 100_000n
const TIMEOUT_SECONDS = 20
/** Of payments that are held: enough to reach the recipient on a busy machine. */
const HELD_SECONDS = 3

export function describeLightningNode(name: string, setup: () => Promise<LightningFixture>): void {
  describe(`${name} as a Lightning node`, () => {
    let fixture: LightningFixture
    before(async () => {
      fixture = await setup()
    })
    after(() => fixture?.stop())
    const use = () => fixture
    describeInvoices(use)
    describeInvoiceEnds(use)
    describePayments(use)
    describeFailedPayments(use)
    describeUncertainty(use)
    describeKeysends(use)
    describeFeed(use)
  })
}

type Use = () => LightningFixture

function pay(
  { node }: LightningFixture,
  invoice: { bolt11: string; paymentHash: string },
  more: { amountMsat?: bigint; feeLimitMsat?: bigint; timeoutSeconds?: number; signal?: AbortSignal } = {},
): Promise<PayOutcome> {
  const limits = { feeLimitMsat: FEE_LIMIT_MSAT, timeoutSeconds: TIMEOUT_SECONDS }
  return node.pay({ ...limits, signal: new AbortController().signal, ...invoice, ...more })
}

function assertPaid(outcome: PayOutcome | { state: 'not_found' }, paymentHash: string): void {
  assert.equal(
    outcome.state,
    'succeeded',
    JSON.stringify(outcome, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  assert.ok(outcome.state === 'succeeded')
  assert.equal(createHash('sha256').update(Buffer.from(outcome.preimage, 'hex')).digest('hex'), paymentHash)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 3 * TIMEOUT_SECONDS * SECONDS
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function describeInvoices(use: Use): void {
  it('reports its identity and its balance', async () => {
    const { node } = use()
    const info = await node.info(AbortSignal.timeout(5 * SECONDS))
    assert.match(info.pubkey, NODE_KEY)
    assert.equal(info.synced, true)
    const balance = await node.balance()
    assert.ok(balance.spendableMsat > 1_000_000_000n && balance.receivableMsat > 1_000_000_000n)
  })

  it('makes an invoice with exactly the requested values, which is paid exactly', async () => {
    const { node, counterparty } = use()
    const amountMsat = node.capabilities.msatInvoices ? 123_457n : 123_000n
    const order = { amountMsat, description: 'Zap für 音楽 ⚡', expirySeconds: 777, externalId: randomUUID() }
    const before = Date.now()
    const invoice = await node.createInvoice(order)
    const decoded = decodeInvoice(invoice.bolt11)
    const { pubkey, network } = await node.info(AbortSignal.timeout(5 * SECONDS))
    assert.equal(decoded.amountMsat, amountMsat)
    assert.equal(decoded.description, order.description)
    assert.equal(decoded.paymentHash, invoice.paymentHash)
    assert.equal(decoded.expirySeconds, 777)
    assert.deepEqual(decoded.expiresAt, invoice.expiresAt)
    assert.ok(Math.abs(decoded.createdAt.getTime() - before) < 5 * SECONDS)
    assert.deepEqual([decoded.payee, decoded.network, decoded.unpayable], [pubkey, network, null])
    assert.deepEqual(await node.lookupInvoice(invoice.paymentHash), { state: 'open' })
    const outcome = await counterparty.payInvoice(invoice.bolt11)
    assertPaid(outcome, invoice.paymentHash)
    const status = await node.lookupInvoice(invoice.paymentHash)
    assert.equal(status.state, 'paid')
    assert.equal(status.receivedMsat, amountMsat)
    assert.ok(outcome.state === 'succeeded' && status.preimage === outcome.preimage)
    assert.ok(status.settledAt! <= new Date())
  })

  it('makes an invoice with the hash of a description', async (test) => {
    const { node, counterparty } = use()
    if (!node.capabilities.descriptionHash) return test.skip('no description hashes')
    const descriptionText = 'a zap request'
    const descriptionHash = createHash('sha256').update(descriptionText).digest('hex')
    const order = { amountMsat: 5_000n, expirySeconds: 600, externalId: randomUUID() }
    const invoice = await node.createInvoice({ ...order, descriptionHash, descriptionText })
    assert.equal(decodeInvoice(invoice.bolt11).descriptionHash, descriptionHash)
    assertPaid(await counterparty.payInvoice(invoice.bolt11), invoice.paymentHash)
  })

  it('makes an invoice without an amount, and reports the amount that arrived', async () => {
    const { node, counterparty } = use()
    const order = { amountMsat: null, description: '', expirySeconds: 600, externalId: randomUUID() }
    const invoice = await node.createInvoice(order)
    assert.equal(decodeInvoice(invoice.bolt11).amountMsat, null)
    assertPaid(await counterparty.payInvoice(invoice.bolt11, 7_000n), invoice.paymentHash)
    assert.equal((await node.lookupInvoice(invoice.paymentHash)).receivedMsat, 7_000n)
  })

  it('does not find an invoice of another node', async () => {
    assert.deepEqual(await use().node.lookupInvoice('ab'.repeat(32)), { state: 'not_found' })
  })
}

function describeInvoiceEnds(use: Use): void {
  it('a cancelled invoice cannot be paid, and a paid one cannot be cancelled', async (test) => {
    const { node, counterparty } = use()
    const order = { amountMsat: 3_000n, description: '', expirySeconds: 600, externalId: randomUUID() }
    const invoice = await node.createInvoice(order)
    const response = await node.cancelInvoice(invoice.paymentHash)
    if (response === 'unsupported') return test.skip('cannot cancel')
    assert.equal(response, 'canceled')
    assert.equal(await node.cancelInvoice(invoice.paymentHash), 'canceled')
    assert.equal((await counterparty.payInvoice(invoice.bolt11)).state, 'failed')
    // Some backends delete cancelled invoices.
    const { state, preimage } = await node.lookupInvoice(invoice.paymentHash)
    assert.ok(['canceled', 'not_found'].includes(state))
    if (preimage !== undefined) {
      assert.equal(createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex'), invoice.paymentHash)
    }
    const paid = await node.createInvoice({ ...order, externalId: randomUUID() })
    assertPaid(await counterparty.payInvoice(paid.bolt11), paid.paymentHash)
    assert.equal(await node.cancelInvoice(paid.paymentHash), 'already_paid')
  })

  it('accepts no payment for an expired invoice', async () => {
    const { node, counterparty } = use()
    const order = { amountMsat: 3_000n, description: '', expirySeconds: 1, externalId: randomUUID() }
    const invoice = await node.createInvoice(order)
    await until(async () => (await node.lookupInvoice(invoice.paymentHash)).state === 'expired')
    assert.equal((await counterparty.payInvoice(invoice.bolt11)).state, 'failed')
    assert.equal((await node.lookupInvoice(invoice.paymentHash)).state, 'expired')
  })
}

function describePayments(use: Use): void {
  it('pays: the preimage matches, the fee is within the cap, and the payment can be looked up', async () => {
    const { node, counterparty, routingFeeMsat } = use()
    const since = new Date(Date.now() - SECONDS)
    const invoice = await counterparty.makeInvoice({ amountMsat: 1_000_000n })
    assert.deepEqual(await node.lookupPayment(invoice.paymentHash), { state: 'not_found' })
    const outcome = await pay(use(), invoice)
    assertPaid(outcome, invoice.paymentHash)
    assert.ok(outcome.state === 'succeeded' && outcome.feeMsat === routingFeeMsat)
    assert.deepEqual(await node.lookupPayment(invoice.paymentHash), outcome)
    const listed = (await node.listPayments(since)).filter((one) => one.paymentHash === invoice.paymentHash)
    assert.deepEqual(listed, [{ paymentHash: invoice.paymentHash, amountMsat: 1_000_000n, outcome }])
  })

  it('fails with no-route instead of paying more than the fee cap', async (test) => {
    const { node, counterparty, routingFeeMsat } = use()
    if (node.capabilities.feeLimit !== 'exact' || routingFeeMsat === 0n) return test.skip('nothing to cap')
    const invoice = await counterparty.makeInvoice({ amountMsat: 1_000_000n })
    const outcome = await pay(use(), invoice, { feeLimitMsat: routingFeeMsat - 1n })
    assert.ok(outcome.state === 'failed' && outcome.reason === 'no-route')
  })

  it('pays one sat, and one msat', async () => {
    for (const amountMsat of use().node.capabilities.msatInvoices ? [1_000n, 1n] : [1_000n]) {
      const invoice = await use().counterparty.makeInvoice({ amountMsat })
      assertPaid(await pay(use(), invoice), invoice.paymentHash)
    }
  })

  it('pays the given amount of an invoice without an amount', async () => {
    const { node, counterparty } = use()
    const invoice = await counterparty.makeInvoice({ description: 'as you like' })
    const amountMsat = node.capabilities.msatInvoices ? 4_321n : 4_000n
    assertPaid(await pay(use(), invoice, { amountMsat }), invoice.paymentHash)
    const listed = await node.listPayments(new Date(Date.now() - 60 * SECONDS))
    assert.equal(listed.find((one) => one.paymentHash === invoice.paymentHash)?.amountMsat, amountMsat)
  })

  it('pays the same hash once in consecutive calls', async () => {
    const { node, counterparty } = use()
    const invoice = await counterparty.makeInvoice({ amountMsat: 50_000n })
    const before = await node.balance()
    const first = await pay(use(), invoice)
    assert.deepEqual(await pay(use(), invoice), first)
    const after = await node.balance()
    assert.equal(before.spendableMsat - after.spendableMsat, 50_000n + use().routingFeeMsat)
  })

  it('pays the same hash once in ten concurrent calls', async () => {
    const { node, counterparty } = use()
    const invoice = await counterparty.makeInvoice({ amountMsat: 50_000n })
    const before = await node.balance()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay(use(), invoice)))
    for (const outcome of outcomes) assert.notEqual(outcome.state, 'failed')
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'succeeded')
    const after = await node.balance()
    assert.equal(before.spendableMsat - after.spendableMsat, 50_000n + use().routingFeeMsat)
  })

  it('makes many concurrent payments', async () => {
    const { counterparty } = use()
    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const invoice = await counterparty.makeInvoice({ amountMsat: 2_000n + BigInt(index) })
        assertPaid(await pay(use(), invoice), invoice.paymentHash)
      }),
    )
  })
}

function describeFailedPayments(use: Use): void {
  it('reports a final failure for invoices that cannot be paid', async () => {
    const { counterparty } = use()
    const huge = await counterparty.makeInvoice({ amountMsat: 10n ** 15n })
    const tooMuch = await pay(use(), huge)
    assert.ok(tooMuch.state === 'failed' && ['insufficient-liquidity', 'no-route'].includes(tooMuch.reason))
    const short = await counterparty.makeInvoice({ amountMsat: 5_000n, expirySeconds: 1 })
    await until(async () => decodeInvoice(short.bolt11).expiresAt <= new Date())
    const expired = await pay(use(), short)
    assert.ok(expired.state === 'failed' && expired.reason === 'expired')
    for (const [invoice, reason] of [
      [foreignInvoice('tb'), 'wrong-network'],
      [foreignInvoice('bcrt'), 'no-route'],
      [{ bolt11: 'lnbcrt1nonsense', paymentHash: 'cd'.repeat(32) }, 'invalid-invoice'],
    ] as const) {
      const outcome = await pay(use(), invoice)
      assert.ok(outcome.state === 'failed' && outcome.reason === reason, `${reason}: ${outcome.state}`)
    }
  })

  it('fails when the recipient refuses or is unreachable, and pays again afterwards', async () => {
    const { counterparty } = use()
    for (const [behaviour, reasons] of [
      ['reject', ['rejected']],
      // A channel that is down carries nothing; some nodes report that as insufficient liquidity.
      ['offline', ['no-route', 'insufficient-liquidity']],
    ] as const) {
      await counterparty.setBehaviour(behaviour)
      const invoice = await counterparty.makeInvoice({ amountMsat: 6_000n })
      const outcome = await pay(use(), invoice)
      await counterparty.setBehaviour('normal')
      assert.equal(outcome.state, 'failed', behaviour)
      const reason: string = outcome.state === 'failed' ? outcome.reason : ''
      assert.ok(
        reasons.some((one) => one === reason),
        `${behaviour}: ${reason}`,
      )
      const next = await counterparty.makeInvoice({ amountMsat: 6_000n })
      assertPaid(await pay(use(), next), next.paymentHash)
    }
  })
}

function describeUncertainty(use: Use): void {
  it('reports a payment as in flight while the recipient holds it, and then as succeeded', async () => {
    const { node, counterparty } = use()
    await counterparty.setBehaviour('hold')
    const invoice = await counterparty.makeInvoice({ amountMsat: 8_000n })
    assert.deepEqual(await pay(use(), invoice, { timeoutSeconds: HELD_SECONDS }), { state: 'in_flight' })
    assert.deepEqual(await node.lookupPayment(invoice.paymentHash), { state: 'in_flight' })
    assert.notEqual((await pay(use(), invoice, { timeoutSeconds: HELD_SECONDS })).state, 'failed')
    await counterparty.setBehaviour('normal')
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'succeeded')
    assertPaid(await node.lookupPayment(invoice.paymentHash), invoice.paymentHash)
  })

  it('reports a payment as in flight while the recipient holds it, and then as failed', async () => {
    const { node, counterparty } = use()
    await counterparty.setBehaviour('hold')
    const invoice = await counterparty.makeInvoice({ amountMsat: 8_000n })
    assert.deepEqual(await pay(use(), invoice, { timeoutSeconds: HELD_SECONDS }), { state: 'in_flight' })
    await counterparty.setBehaviour('reject')
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'failed')
    await counterparty.setBehaviour('normal')
    assert.equal((await node.lookupPayment(invoice.paymentHash)).state, 'failed')
  })

  it('reports an aborted call as unknown, and the outcome later', async () => {
    const { node, counterparty } = use()
    await counterparty.setBehaviour('hold')
    const invoice = await counterparty.makeInvoice({ amountMsat: 9_000n })
    const outcome = await pay(use(), invoice, { signal: AbortSignal.timeout(500) })
    assert.equal(outcome.state, 'unknown')
    await counterparty.setBehaviour('normal')
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'succeeded')
  })

  it('does not send when the call is aborted before it starts', async () => {
    const { node, counterparty } = use()
    const invoice = await counterparty.makeInvoice({ amountMsat: 9_000n })
    assert.equal((await pay(use(), invoice, { signal: AbortSignal.abort() })).state, 'unknown')
    assert.deepEqual(await node.lookupPayment(invoice.paymentHash), { state: 'not_found' })
  })

  it('keeps a payment in flight when it is killed', async (test) => {
    const { node, counterparty, kill } = use()
    if (!kill) return test.skip('cannot be killed here')
    await counterparty.setBehaviour('hold')
    const invoice = await counterparty.makeInvoice({ amountMsat: 11_000n })
    const outcome = pay(use(), invoice)
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'in_flight')
    await until(async () => (await counterparty.isHolding?.(invoice.paymentHash)) ?? true)
    await kill()
    assert.equal((await outcome).state, 'unknown')
    assert.deepEqual(await node.lookupPayment(invoice.paymentHash), { state: 'in_flight' })
    await counterparty.setBehaviour('normal')
    await until(async () => (await node.lookupPayment(invoice.paymentHash)).state === 'succeeded')
  })

  it('does not find a payment that was not made', async () => {
    assert.deepEqual(await use().node.lookupPayment('ef'.repeat(32)), { state: 'not_found' })
  })
}

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const RECORDS = { '7629169': hexOf('{"message":"♥ 音楽"}'), '16180339': hexOf('for whom') }

async function orderTo({ counterparty }: LightningFixture, more: Partial<Keysend> = {}): Promise<Keysend> {
  const preimage = randomBytes(32)
  return {
    pubkey: await counterparty.pubkey!(),
    amountMsat: 7_001n,
    preimage: preimage.toString('hex'),
    paymentHash: createHash('sha256').update(preimage).digest('hex'),
    customRecords: RECORDS,
    expiresAt: new Date(Date.now() + 60 * SECONDS),
    feeLimitMsat: FEE_LIMIT_MSAT,
    timeoutSeconds: TIMEOUT_SECONDS,
    signal: new AbortController().signal,
    ...more,
  }
}

function describeKeysends(use: Use): void {
  it('supports keysend exactly if it says so', () => {
    const { node, counterparty } = use()
    assert.equal(node.capabilities.keysend, node.keysend !== undefined)
    assert.equal(node.capabilities.keysend, counterparty.keysend !== undefined && counterparty.pubkey !== undefined)
  })

  it('sends a keysend payment once, and finds it by the hash of the preimage', async (test) => {
    const { node, routingFeeMsat } = use()
    if (!node.capabilities.keysend) return test.skip('no keysend')
    const since = new Date(Date.now() - SECONDS)
    const one = await orderTo(use())
    assert.deepEqual(await node.lookupPayment(one.paymentHash), { state: 'not_found' })
    const before = await node.balance()
    const outcome = await node.keysend!(one)
    assertPaid(outcome, one.paymentHash)
    assert.ok(outcome.state === 'succeeded' && outcome.preimage === one.preimage && outcome.feeMsat === routingFeeMsat)
    assert.deepEqual(await node.lookupPayment(one.paymentHash), outcome)
    assert.notEqual((await node.keysend!(one)).state, 'failed')
    assert.equal(before.spendableMsat - (await node.balance()).spendableMsat, 7_001n + routingFeeMsat)
    const listed = (await node.listPayments(since)).filter(({ paymentHash }) => paymentHash === one.paymentHash)
    assert.deepEqual(listed, [{ paymentHash: one.paymentHash, amountMsat: 7_001n, outcome }])
  })

  it('sends no keysend payment that has expired, was aborted before, or is for an unknown node', async (test) => {
    const { node } = use()
    if (!node.capabilities.keysend) return test.skip('no keysend')
    const late = await node.keysend!(await orderTo(use(), { expiresAt: new Date(Date.now() - 1) }))
    assert.ok(late.state === 'failed' && late.reason === 'expired')
    const given = await orderTo(use(), { signal: AbortSignal.abort() })
    assert.equal((await node.keysend!(given)).state, 'unknown')
    assert.deepEqual(await node.lookupPayment(given.paymentHash), { state: 'not_found' })
    const nobody = await node.keysend!(
      await orderTo(use(), { pubkey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' }),
    )
    assert.ok(nobody.state === 'failed' && nobody.reason === 'no-route', nobody.state)
  })

  it('receives a keysend payment, and reports its records once', async (test) => {
    const { node, counterparty } = use()
    if (!node.capabilities.keysend) return test.skip('no keysend')
    const { pubkey } = await node.info(AbortSignal.timeout(5 * SECONDS))
    const preimage = randomBytes(32).toString('hex')
    const paid = await counterparty.keysend!({ pubkey, amountMsat: 1_234n, customRecords: RECORDS, preimage })
    assertPaid(paid, paid.paymentHash)
    const bare = await counterparty.keysend!({ pubkey, amountMsat: 5n, customRecords: {} })
    assertPaid(bare, bare.paymentHash)
    const status = await node.lookupInvoice(paid.paymentHash)
    assert.deepEqual([status.state, status.receivedMsat, status.preimage], ['paid', 1_234n, preimage])
    const reported: SettledInvoice[] = []
    const stop = new AbortController()
    const on = async (event: SettledInvoice) => {
      if ([paid.paymentHash, bare.paymentHash].includes(event.paymentHash)) reported.push(event)
      if (event.paymentHash === bare.paymentHash) stop.abort()
    }
    await node.subscribeInvoices(null, on, stop.signal)
    assert.deepEqual(
      reported.map((event) => [event.paymentHash, event.receivedMsat, event.customRecords]),
      [
        [paid.paymentHash, 1_234n, RECORDS],
        [bare.paymentHash, 5n, {}],
      ],
    )
  })
}

function describeFeed(use: Use): void {
  it('reports each settled invoice once, from the cursor on, also after a pause', async () => {
    const { node, counterparty } = use()
    const isExact = node.capabilities.invoiceFeed === 'cursor'
    const seen: SettledInvoice[] = []
    const reported = new Set<string>()
    const listen = async (cursor: string | null, count: number) => {
      const stop = new AbortController()
      const on = async (event: SettledInvoice) => {
        // A polling feed may repeat earlier events.
        if (isExact || !reported.has(event.paymentHash)) seen.push(event)
        if (seen.length >= count) stop.abort()
      }
      await node.subscribeInvoices(cursor, on, stop.signal)
    }
    const settleOne = async (amountMsat: bigint) => {
      const order = { amountMsat, description: '', expirySeconds: 600, externalId: randomUUID() }
      const invoice = await node.createInvoice(order)
      assertPaid(await counterparty.payInvoice(invoice.bolt11), invoice.paymentHash)
      return invoice.paymentHash
    }
    const [one, two, three, four] = node.capabilities.msatInvoices
      ? ([1_001n, 1_002n, 1_003n, 1_004n] as const)
      : ([1_000n, 2_000n, 3_000n, 4_000n] as const)
    const first = await settleOne(one)
    const all = new AbortController()
    let cursor: string | null = null
    await node.subscribeInvoices(
      null,
      async (event) => {
        cursor = event.cursor
        reported.add(event.paymentHash)
        if (event.paymentHash === first) all.abort()
      },
      all.signal,
    )
    assert.notEqual(cursor, null)
    const missed = [await settleOne(two), await settleOne(three)]
    const listening = listen(cursor, 3)
    const live = await settleOne(four)
    await listening
    assert.deepEqual(
      seen.map((event) => [event.paymentHash, event.receivedMsat]),
      [
        [missed[0], two],
        [missed[1], three],
        [live, four],
      ],
    )
    if (isExact) assert.equal(new Set(seen.map((event) => event.cursor)).size, 3)
  })

  it('stops reporting when the signal aborts, also while nothing happens', async () => {
    const stop = new AbortController()
    const feed = use().node.subscribeInvoices('999999', async () => undefined, stop.signal)
    setTimeout(() => stop.abort(), 50)
    await feed
  })
}

/** Signed with a key that no node has. */
function foreignInvoice(network: 'tb' | 'bcrt'): { bolt11: string; paymentHash: string } {
  const paymentHash = randomBytes(32).toString('hex')
  const bolt11 = encodeInvoice(
    {
      network,
      amountMsat: 1_000n,
      paymentHash,
      paymentSecret: randomBytes(32).toString('hex'),
      description: '',
      createdAt: new Date(),
    },
    randomBytes(32),
  )
  return { bolt11, paymentHash }
}
