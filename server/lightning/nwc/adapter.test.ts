/** A NIP-47 wallet against a service on real relays: every unusual response, what it means for money, and its
 * source. The usual responses are in tests/node-doubles. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { decodeInvoice, encodeInvoice, type InvoiceFields } from '#protocols/lightning/bolt11.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { WALLET_METHODS } from '#protocols/nostr/wallet-methods.ts'
import { startSmallRelay, type SmallRelay } from '#tests/node-doubles/small-relay.ts'
import {
  type Answering,
  answerTo,
  type Reply,
  startWalletService,
  type WalletService,
} from '#tests/node-doubles/relay-wallet.ts'
import { until } from '#tests/users.ts'
import { describeOutcome } from '#tests/node-doubles/outcomes.ts'
import type { LightningNode, PayOutcome, SettledInvoice } from '../node.ts'
import { NodeError } from '../node-http.ts'
import { createNwcNode } from './adapter.ts'

type Known = { preimage: string; hash: string; bolt11: string }
type Row = {
  name: string
  source: string
  pay: Reply | 'garbage' | 'a stranger' | 'another request'
  /** The wallet's record afterwards. */
  found: (known: Known) => Reply
  outcome: string
}

const no = (code: string, message = ''): Reply => ({ error: { code, message } })
const NOTHING = no('NOT_FOUND')
const DENIED = { error: { code: 'RESTRICTED', message: '' } }
const WRONG = '00'.repeat(32)
/** Replaces "right" with the preimage. */
const yes = (more: object = {}): Reply => ({ result: { preimage: 'right', fees_paid: 7, ...more } })
const transaction = ({ hash }: Known, more: object): Reply => ({
  result: { type: 'outgoing', payment_hash: hash, amount: 5_000, fees_paid: 9, created_at: 1, ...more },
})
const settled = (known: Known): Reply =>
  transaction(known, { state: 'settled', preimage: known.preimage, settled_at: 2 })
const pending = (known: Known): Reply => transaction(known, { state: 'pending' })
const failed = (known: Known): Reply => transaction(known, { state: 'failed' })
const nothing = () => NOTHING

const NIP = 'NIP-47'
const SEEN = 'cln-nostr-wallet-connect #3: an error, and the invoice was paid'
const TWICE = 'two relays deliver the same request to a wallet that treats it as two'
const BROKEN = 'a faulty wallet'
const LATE = 'lightning-piggy #427: settled 72 s after the request'

const rows: Row[] = [
  { name: 'paid, the fee in msat', source: NIP, pay: yes(), found: nothing, outcome: 'succeeded 7' },
  {
    name: 'paid, the fee only in the lookup',
    source: NIP,
    pay: yes({ fees_paid: undefined }),
    found: settled,
    outcome: 'succeeded 9',
  },
  {
    name: 'paid, without any fee',
    source: NIP,
    pay: yes({ fees_paid: undefined }),
    found: nothing,
    outcome: 'succeeded 0',
  },
  { name: 'INTERNAL, then settled', source: SEEN, pay: no('INTERNAL'), found: settled, outcome: 'succeeded 9' },
  { name: 'INTERNAL, and in flight', source: SEEN, pay: no('INTERNAL'), found: pending, outcome: 'in_flight' },
  { name: 'INTERNAL, and nothing', source: SEEN, pay: no('INTERNAL'), found: nothing, outcome: 'unknown' },
  { name: 'OTHER, and nothing', source: NIP, pay: no('OTHER'), found: nothing, outcome: 'unknown' },
  {
    name: 'PAYMENT_FAILED, which may be a timeout',
    source: NIP,
    pay: no('PAYMENT_FAILED'),
    found: nothing,
    outcome: 'unknown',
  },
  {
    name: 'PAYMENT_FAILED, and the lookup agrees',
    source: NIP,
    pay: no('PAYMENT_FAILED', 'no route'),
    found: failed,
    outcome: 'failed no-route',
  },
  {
    name: 'PAYMENT_FAILED, and in flight',
    source: SEEN,
    pay: no('PAYMENT_FAILED'),
    found: pending,
    outcome: 'in_flight',
  },
  { name: 'an unknown code', source: NIP, pay: no('GREMLINS'), found: nothing, outcome: 'unknown' },
  { name: 'a code named toString', source: BROKEN, pay: no('toString'), found: nothing, outcome: 'unknown' },
  {
    name: 'too little',
    source: NIP,
    pay: no('INSUFFICIENT_BALANCE'),
    found: nothing,
    outcome: 'failed insufficient-liquidity',
  },
  {
    name: 'the budget is used up',
    source: NIP,
    pay: no('QUOTA_EXCEEDED'),
    found: nothing,
    outcome: 'failed insufficient-liquidity',
  },
  { name: 'not allowed', source: NIP, pay: no('RESTRICTED'), found: nothing, outcome: 'failed other' },
  { name: 'too many requests', source: NIP, pay: no('RATE_LIMITED'), found: nothing, outcome: 'failed other' },
  {
    name: 'too little for a second payment',
    source: TWICE,
    pay: no('INSUFFICIENT_BALANCE'),
    found: pending,
    outcome: 'in_flight',
  },
  {
    name: 'too little, and the lookup fails',
    source: TWICE,
    pay: no('INSUFFICIENT_BALANCE'),
    found: () => no('INTERNAL'),
    outcome: 'unknown',
  },
  {
    name: 'the preimage of another payment',
    source: BROKEN,
    pay: yes({ preimage: WRONG }),
    found: nothing,
    outcome: 'unknown',
  },
  {
    name: 'the same, settled in the lookup',
    source: BROKEN,
    pay: yes({ preimage: WRONG }),
    found: (known) => transaction(known, { state: 'settled', preimage: WRONG, settled_at: 2 }),
    outcome: 'unknown',
  },
  {
    name: 'settled without a preimage',
    source: BROKEN,
    pay: yes({ preimage: '' }),
    found: (known) => transaction(known, { state: 'settled', settled_at: 2 }),
    outcome: 'unknown',
  },
  {
    name: 'failed, and settled at a time',
    source: BROKEN,
    pay: no('PAYMENT_FAILED'),
    found: (known) => transaction(known, { state: 'failed', settled_at: 2 }),
    outcome: 'unknown',
  },
  {
    name: 'failed, with the preimage',
    source: BROKEN,
    pay: no('PAYMENT_FAILED'),
    found: (known) => transaction(known, { state: 'failed', preimage: known.preimage }),
    outcome: 'succeeded 9',
  },
  {
    name: 'settled without a state',
    source: 'wallets of before 2025',
    pay: no('INTERNAL'),
    found: (known) => transaction(known, { preimage: known.preimage, settled_at: 2 }),
    outcome: 'succeeded 9',
  },
  {
    name: 'a negative fee',
    source: BROKEN,
    pay: yes({ fees_paid: -7 }),
    found: settled,
    outcome: 'succeeded 9',
  },
  {
    name: 'a fractional fee, twice',
    source: BROKEN,
    pay: yes({ fees_paid: 0.5 }),
    found: (known) => transaction(known, { state: 'settled', preimage: known.preimage, fees_paid: 0.5 }),
    outcome: 'unknown',
  },
  {
    name: 'an amount above the safe integers',
    source: BROKEN,
    pay: no('INTERNAL'),
    found: (known) => transaction(known, { state: 'settled', preimage: known.preimage, amount: 2 ** 53 }),
    outcome: 'unknown',
  },
  {
    name: 'an amount as text',
    source: BROKEN,
    pay: no('INTERNAL'),
    found: (known) => transaction(known, { state: 'settled', preimage: known.preimage, amount: '5000' }),
    outcome: 'unknown',
  },
  {
    name: 'the record of another payment',
    source: BROKEN,
    pay: no('INTERNAL'),
    found: (known) => transaction(known, { payment_hash: WRONG, state: 'failed' }),
    outcome: 'unknown',
  },
  {
    name: 'its own invoice with the same hash',
    source: 'wallets that look up invoices only',
    pay: no('INTERNAL'),
    found: (known) => transaction(known, { type: 'incoming', state: 'failed' }),
    outcome: 'unknown',
  },
  { name: 'silence, and paid', source: LATE, pay: 'silence', found: settled, outcome: 'succeeded 9' },
  { name: 'no response, and in flight', source: LATE, pay: 'silence', found: pending, outcome: 'in_flight' },
  { name: 'silence, and nothing', source: LATE, pay: 'silence', found: nothing, outcome: 'unknown' },
  { name: 'an unreadable response', source: BROKEN, pay: 'garbage', found: settled, outcome: 'succeeded 9' },
  { name: 'an error from another key', source: 'the relay', pay: 'a stranger', found: pending, outcome: 'in_flight' },
  { name: 'wrong request id', source: 'the relay', pay: 'another request', found: nothing, outcome: 'unknown' },
]

describe('A wallet over NIP-47', () => {
  let relays: SmallRelay[]
  let service: WalletService
  let node: LightningNode
  const plans = new Map<string, { row: Row; known: Known; isSent: boolean }>()
  /** The response of one test; used while `isOdd` is true. */
  let odd: Answering = async () => 'silence'
  let isOdd = false

  before(async () => {
    relays = await Promise.all([startSmallRelay(), startSmallRelay()])
    const answer: Answering = async (request, own) => {
      const { method, params } = request
      if (isOdd) return odd(request, own)
      if (method === 'get_info') return { result: { pubkey: PUBKEY, network: 'regtest', methods: WALLET_METHODS } }
      if (method === 'list_transactions') return { result: { transactions: [] } }
      const invoice = params['invoice'] as string | undefined
      const hash = invoice === undefined ? (params['payment_hash'] as string) : decodeInvoice(invoice).paymentHash
      const plan = plans.get(hash)!
      if (method === 'lookup_invoice') return plan.isSent ? plan.row.found(plan.known) : NOTHING
      plan.isSent = true
      const { pay } = plan.row
      if (pay === 'silence') return pay
      if (pay === 'garbage') {
        // Signed by the wallet, but encrypted to another key.
        return answerTo({ ...request, clientPubkey: publicKeyOf(generateSecretKey()) }, DENIED, own.secretKey)
      }
      if (pay === 'a stranger') return answerTo(request, DENIED, generateSecretKey())
      if (pay === 'another request') {
        return answerTo({ ...request, id: WRONG }, DENIED, own.secretKey)
      }
      return JSON.parse(JSON.stringify(pay).replace('"right"', `"${plan.known.preimage}"`)) as Reply
    }
    service = await startWalletService({ relays: relays.map(({ url }) => url), encryptions: ['nip44_v2'], answer })
    node = createNwcNode({ connection: service.connection, fee: { ppm: 10_000, baseMsat: 10_000n } })
    await node.info(AbortSignal.timeout(10_000))
  })
  after(async () => {
    service.stop()
    await Promise.all(relays.map((relay) => relay.stop()))
  })

  const pay = ({ bolt11, hash }: Known, timeoutSeconds = 0) => {
    const limits = { feeLimitMsat: 4_000n, timeoutSeconds, signal: AbortSignal.timeout(60_000) }
    return node.pay({ bolt11, paymentHash: hash, ...limits })
  }
  /** Uses an unusual response while `work` runs. */
  const withResponse = async <Value>(answering: Answering, work: () => Promise<Value>): Promise<Value> => {
    odd = answering
    isOdd = true
    try {
      return await work()
    } finally {
      isOdd = false
    }
  }

  /** These tests wait for time-outs only. */
  const isSilent = ({ pay: said }: Row) => typeof said === 'string'
  for (const concurrency of [false, true]) {
    describe(concurrency ? 'pays without a usable response' : 'pays', { concurrency }, () => {
      for (const row of rows.filter((one) => isSilent(one) === concurrency)) {
        it(`${row.name} (${row.source})`, async () => {
          const known = makeInvoice()
          plans.set(known.hash, { row, known, isSent: false })
          assert.equal(describeOutcome(await pay(known, concurrency ? 4 : 20)), row.outcome)
        })
      }
    })
  }

  it('sends one request over both relays, which expires with its timeout and the invoice', async () => {
    const row: Row = { name: '', source: '', pay: yes(), found: nothing, outcome: '' }
    for (const [expirySeconds, most] of [
      [3_600, 20],
      [8, 8],
    ] as const) {
      const known = makeInvoice({ expirySeconds })
      plans.set(known.hash, { row, known, isSent: false })
      const before = relays.map(({ taken }) => taken.length)
      const nowSeconds = Math.floor(Date.now() / 1_000)
      assert.equal(describeOutcome(await pay(known, 20)), 'succeeded 7')
      const asked = service.requests.filter(({ params }) => params['invoice'] === known.bolt11)
      assert.equal(asked.length, 1)
      const endsAt = asked[0]!.expiresAtSeconds!
      assert.ok(endsAt > nowSeconds && endsAt <= nowSeconds + most + 2, `${endsAt - nowSeconds} s`)
      const copies = relays.map(
        ({ taken }, index) => taken.slice(before[index]).filter(({ id }) => id === asked[0]!.id).length,
      )
      assert.deepEqual(copies, [1, 1])
    }
  })

  it('receives a response after every connection broke, without a second request', async () => {
    const known = makeInvoice()
    const row: Row = { name: '', source: '', pay: yes(), found: nothing, outcome: '' }
    plans.set(known.hash, { row, known, isSent: false })
    const had = service.requests.length
    const outcome = withResponse(
      async (request) => {
        if (request.method !== 'pay_invoice') return emptyWallet(request)
        for (const relay of relays) relay.cut()
        // As long as both sides take to reconnect.
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        return { result: { preimage: known.preimage, fees_paid: 3 } }
      },
      () => pay(known, 10),
    )
    assert.equal(describeOutcome(await outcome), 'succeeded 3')
    const asked = service.requests.slice(had).filter(({ method }) => method === 'pay_invoice')
    assert.equal(asked.length, 1)
    const { id } = asked[0]!
    for (const { taken } of relays) assert.equal(taken.filter((event) => event.id === id).length, 1)
  })

  it('reports unknown when no relay confirms the request', async () => {
    const known = makeInvoice()
    const isPaying = (content: string) => content.length > 600
    for (const relay of relays) relay.refuse = ({ content }) => (isPaying(content) ? 'blocked: too large' : null)
    const outcome = await withResponse(
      async (request) => emptyWallet(request),
      () => pay({ ...known, bolt11: makeInvoice({ description: 'long '.repeat(100), like: known }).bolt11 }, 30),
    )
    for (const relay of relays) relay.refuse = () => null
    assert.ok(outcome.state === 'unknown' && /no relay accepted the request/.test(outcome.cause))
  })

  it('uses nip04 with a wallet that announces no encryption, and nip44 as soon as it does', async () => {
    const old = await startWalletService({
      relays: [relays[0]!.url],
      encryptions: ['nip04'],
      answer: async () => ({ result: { balance: 21_000 } }),
    })
    const asking = createNwcNode({ connection: old.connection, fee: { ppm: 0, baseMsat: 0n } })
    assert.equal((await asking.balance()).spendableMsat, 21_000n)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    old.describe(['nip04', 'nip44_v2'])
    await until(async () => {
      await asking.balance()
      return old.requests.at(-1)!.encryption === 'nip44_v2'
    })
    assert.equal(old.requests[0]!.encryption, 'nip04')
    old.stop()
  })

  it('refuses an invoice that does not match the request', async () => {
    const order = { amountMsat: 1_001n, description: 'x', expirySeconds: 60, externalId: 'ours' }
    const make = (invoice: string, more: object = {}) =>
      withResponse(
        async () => ({ result: { invoice } }),
        () => node.createInvoice({ ...order, ...more }),
      )
    const { bolt11, hash } = makeInvoice({ amountMsat: 2_000n })
    assert.equal((await make(bolt11)).paymentHash, hash)
    assert.equal(service.requests.at(-1)!.params['amount'], 2_000)
    await assert.rejects(make(makeInvoice({ amountMsat: 1_000n }).bolt11), /another amount/)
    await assert.rejects(make(makeInvoice({ network: 'bc' }).bolt11), /another network/)
    await assert.rejects(make('lnbcrt1nonsense'), /cannot be read/)
    const descriptionHash = 'ab'.repeat(32)
    await assert.rejects(make(bolt11, { descriptionHash, description: undefined }), /hash of a description/)
    await assert.rejects(make(bolt11, { amountMsat: null }), /another amount/)
  })

  it('refuses a wallet with too few methods, on another network, or without a payment lookup', async () => {
    const ask = (info: object, more: Answering = async () => ({ result: { transactions: [] } })) =>
      withResponse(
        async (request, own) => (request.method === 'get_info' ? { result: info } : more(request, own)),
        () => createNwcNode({ connection: service.connection, fee: NO_FEE }).info(AbortSignal.timeout(10_000)),
      )
    const info = { network: 'bitcoin', methods: WALLET_METHODS }
    const { walletPubkey } = service.connection
    assert.deepEqual(await ask(info), { pubkey: `02${walletPubkey}`, network: 'bc', synced: true })
    await assert.rejects(ask({ ...info, methods: ['get_info'] }), /does not allow get_balance, make_invoice/)
    await assert.rejects(ask({ ...info, network: 'gremlins' }), /unknown network gremlins/)
    await assert.rejects(ask({ ...info, network: null }), /unknown network/)
    const known = makeInvoice()
    const { result } = settled(known) as { result: object }
    const blind: Answering = async ({ method }) =>
      method === 'list_transactions' ? { result: { transactions: [result] } } : NOTHING
    await assert.rejects(ask(info, blind), /cannot look up a payment by its hash/)
  })

  it('lists payments page by page, one per hash, and refuses a list that repeats itself', async () => {
    const [one, two] = [makeInvoice(), makeInvoice()]
    const of = (reply: Reply) => (reply as { result: object }).result
    const pages = [[of(failed(one)), of(pending(two)), { type: 'outgoing', amount: 5 }], [of(settled(one))]]
    const answering: Answering = async ({ params }) => {
      const offset = params['offset'] as number
      return { result: { transactions: offset === 0 ? pages[0]! : offset === 3 ? pages[1]! : [] } }
    }
    const listed = await withResponse(answering, () => node.listPayments(new Date(0)))
    assert.deepEqual(
      listed.map(({ paymentHash, amountMsat, outcome }) => [paymentHash, amountMsat, describeOutcome(outcome)]),
      [
        [one.hash, 5_000n, 'succeeded 9'],
        [two.hash, 5_000n, 'in_flight'],
      ],
    )
    const same: Answering = async () => ({ result: { transactions: pages[1]! } })
    await assert.rejects(
      withResponse(same, () => node.listPayments(new Date(0))),
      /repeats its list/,
    )
  })

  it('does not treat a payment as failed while another one with its hash is in flight', async () => {
    const known = makeInvoice()
    const of = (reply: Reply) => (reply as { result: object }).result
    const lookedUp = (others: object[]) =>
      withResponse(
        async ({ method, params }) => {
          if (method === 'lookup_invoice') return failed(known)
          const transactions = params['offset'] === 0 ? [of(failed(makeInvoice())), ...others] : []
          return { result: { transactions } }
        },
        () => node.lookupPayment(known.hash) as Promise<PayOutcome>,
      )
    assert.equal(describeOutcome(await lookedUp([of(failed(known))])), 'failed other')
    assert.equal(describeOutcome(await lookedUp([of(failed(known)), of(pending(known))])), 'in_flight')
    assert.equal(describeOutcome(await lookedUp([of(settled(known))])), 'succeeded 9')
    await assert.rejects(lookedUp([{ ...of(pending(known)), amount: 0.5 }]), NodeError)
  })

  it('receives payments immediately, finds missed ones by polling, and credits nothing unreadable', async () => {
    const [missed, reported, unreadable] = [makeInvoice(), makeInvoice(), makeInvoice()]
    const arrival = ({ hash, preimage }: Known, settledAt: number) => {
      const times = { created_at: 1, settled_at: settledAt }
      return { type: 'incoming' as const, payment_hash: hash, preimage, amount: 7_000, fees_paid: 0, ...times }
    }
    const broken = { ...arrival(unreadable, 60), amount: -1 }
    const wrong = { ...arrival(unreadable, 70), preimage: WRONG }
    const answering: Answering = async ({ params }) => {
      const transactions = params['offset'] === 0 ? [broken, wrong, arrival(missed, 50)] : []
      return { result: { transactions } }
    }
    const stop = new AbortController()
    const seen: SettledInvoice[] = []
    await withResponse(answering, async () => {
      const following = node.subscribeInvoices('40', async (event) => void seen.push(event), stop.signal)
      await until(() => seen.length === 1)
      for (const one of [wrong, arrival(reported, 45), arrival(reported, 45)]) service.notify(one)
      await until(() => seen.length === 2)
      stop.abort()
      await following
    })
    assert.deepEqual(
      seen.map(({ paymentHash, receivedMsat, cursor }) => [paymentHash, receivedMsat, cursor]),
      [
        [missed.hash, 7_000n, '50'],
        [reported.hash, 7_000n, '50'],
      ],
    )
  })

  it('never reveals its secret', async () => {
    const { secret } = service.connection
    const answering: Answering = async () => no('INTERNAL', 'trouble')
    const errors = await withResponse(answering, () =>
      Promise.all([node.balance(), node.lookupPayment(WRONG)].map((asking) => asking.catch((error: unknown) => error))),
    )
    for (const error of errors) {
      assert.ok(error instanceof Error)
      assert.ok(!`${error.message}${error.stack}`.includes(secret))
    }
  })

  it('reports its fee reserve, and that it cannot cancel invoices', async () => {
    assert.equal(node.minimumFeeMsat(1_000_000n), 20_000n)
    assert.equal(node.minimumFeeMsat(1n), 10_001n)
    assert.equal(await node.cancelInvoice(WRONG), 'unsupported')
  })
})

/** A wallet without any payments. */
const emptyWallet = ({ method }: { method: string }): Reply =>
  method === 'list_transactions' ? { result: { transactions: [] } } : NOTHING
const PUBKEY = `03${'ef'.repeat(32)}`
const NO_FEE = { ppm: 0, baseMsat: 0n }

function makeInvoice(more: Partial<InvoiceFields> & { like?: Known } = {}): Known {
  const { like, ...fields } = more
  const preimage = like?.preimage ?? randomBytes(32).toString('hex')
  const hash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
  const paymentSecret = randomBytes(32).toString('hex')
  const common = { network: 'bcrt' as const, amountMsat: 5_000n, paymentHash: hash, paymentSecret, description: '' }
  return { preimage, hash, bolt11: encodeInvoice({ ...common, createdAt: new Date(), ...fields }, randomBytes(32)) }
}
