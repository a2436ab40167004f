/** A Lightning node controlled by the test: every outcome of an outgoing payment, every unusual incoming payment. It does not
 * simulate routing; its invoices are real and signed, and `truth` counts the money that actually moved. */
import { createHash, randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { decodeInvoice, encodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import {
  COMMON_CAPABILITIES,
  type Capabilities,
  type CreatedInvoice,
  type CustomRecords,
  type FailReason,
  type InvoiceStatus,
  type Keysend,
  type LightningNode,
  type NewInvoice,
  type Payment,
  type SettledInvoice,
} from '#server/lightning/node.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { createOutgoing, type PayScript, type Truth } from './scripted-payments.ts'

export type { PayScript, Truth }

export type ScriptedNode = LightningNode & {
  readonly kind: 'scripted'
  /** For the next calls of pay(), in order; after them, and without any, payments succeed without a fee. */
  script(...next: PayScript[]): void
  /** Ends a payment that hangs or is in flight. */
  finishPayment(
    paymentHash: string,
    how: { does: 'succeed'; feeMsat?: bigint } | { does: 'fail'; reason?: FailReason },
  ): void
  /** Pays an invoice of this node, also after its expiry or an earlier payment. Once paid, it only repeats the same
   * event. The fee is what the node deducts, where it reports one. */
  settle(paymentHash: string, receivedMsat?: bigint, feeMsat?: bigint): Promise<SettledInvoice>
  /** The same by the invoice itself. */
  settleInvoice(bolt11: string, receivedMsat?: bigint, feeMsat?: bigint): Promise<SettledInvoice>
  /** Pays this node without an invoice. With the preimage of an earlier payment, only that event is repeated. */
  receiveKeysend(keysend: {
    amountMsat: bigint
    feeMsat?: bigint
    customRecords: CustomRecords
    preimage?: string
  }): SettledInvoice
  /** The key of another node. */
  readonly outsidePubkey: string
  /** An invoice of another node, for withdrawals. */
  makeInvoice(invoice?: {
    amountMsat?: bigint | null
    description?: string
    descriptionHash?: string
    expirySeconds?: number
    network?: InvoiceNetwork
  }): { bolt11: string; paymentHash: string; preimage: string }
  /** Ends all feeds, as when the connection to the node breaks. */
  breakFeeds(): void
  /** Deletes an outgoing payment, as if it had never existed. */
  forgetPayment(paymentHash: string): void
  /** Accepts a payment for a cancelled invoice, which no node should do. */
  takeCanceled(paymentHash: string, feeMsat?: bigint): void
  /** Limits what it can pay out now. */
  spendableMsat: bigint | null
  /** While true, every call fails, and pay() returns `unknown` without sending. */
  isAway: boolean
  /** Whether cancelInvoice works, or the node does not support it. */
  canCancel: boolean
  readonly truth: Truth
  /** Every call of pay(), in order. */
  readonly payCalls: Payment[]
  /** Every call of keysend(), in order. */
  readonly keysendCalls: Keysend[]
}

export type ScriptedNodeOptions = {
  clock?: Clock
  capabilities?: Partial<Capabilities>
  network?: InvoiceNetwork
  /** Servers of one node give the same. */
  key?: Uint8Array
}

type Issued = NewInvoice & { preimage: string; expiresAt: Date; isCanceled: boolean; settled?: SettledInvoice }

const NO_TRUTH = { receivedMsat: 0n, sentMsat: 0n, feesMsat: 0n }
const CAPACITY_MSAT = 10n ** 14n

export function createScriptedNode(options: ScriptedNodeOptions = {}): ScriptedNode {
  const clock = options.clock ?? systemClock
  const network = options.network ?? 'bcrt'
  const capabilities = { ...COMMON_CAPABILITIES, ...options.capabilities }
  const key = options.key ?? secp256k1.utils.randomSecretKey()
  const externalKey = secp256k1.utils.randomSecretKey()
  const truth: Truth = { ...NO_TRUTH, payments: new Map() }
  const incoming = createIncoming(clock, truth)
  const outgoing = createOutgoing(clock, truth, capabilities)
  const preimages = outgoing.preimages
  const requireOnline = () => {
    if (node.isAway) throw new Error('The node is unreachable')
  }

  const node: ScriptedNode = {
    kind: 'scripted',
    capabilities,
    truth,
    payCalls: outgoing.calls,
    keysendCalls: outgoing.keysends,
    outsidePubkey: toHex(secp256k1.getPublicKey(externalKey)),
    isAway: false,
    canCancel: true,
    async info() {
      requireOnline()
      return { pubkey: toHex(secp256k1.getPublicKey(key)), network, synced: true }
    },
    async createInvoice(invoice) {
      requireOnline()
      const preimage = randomBytes(32)
      const created = write(invoice, preimage, { network, key, createdAt: clock.now() })
      return incoming.issue(invoice, created, preimage.toString('hex'))
    },
    async lookupInvoice(paymentHash) {
      requireOnline()
      return incoming.status(paymentHash)
    },
    async cancelInvoice(paymentHash) {
      requireOnline()
      return node.canCancel ? incoming.cancel(paymentHash) : 'unsupported'
    },
    async pay(payment) {
      outgoing.calls.push(payment)
      return node.isAway ? { state: 'unknown', cause: 'The node is unreachable' } : outgoing.pay(payment)
    },
    async keysend(keysend) {
      outgoing.keysends.push(keysend)
      return node.isAway ? { state: 'unknown', cause: 'The node is unreachable' } : outgoing.keysend(keysend)
    },
    async lookupPayment(paymentHash) {
      requireOnline()
      return outgoing.find(paymentHash)?.outcome ?? { state: 'not_found' }
    },
    async listPayments(since) {
      requireOnline()
      return outgoing.list(since)
    },
    subscribeInvoices: async (cursor, on, signal) => {
      requireOnline()
      await incoming.feed(cursor, on, signal)
    },
    async balance() {
      requireOnline()
      const spendableMsat = node.spendableMsat ?? CAPACITY_MSAT + truth.receivedMsat - truth.sentMsat - truth.feesMsat
      return { spendableMsat, receivableMsat: CAPACITY_MSAT }
    },
    minimumFeeMsat: () => 0n,
    script: (...next) => void outgoing.scripts.push(...next),
    finishPayment: (paymentHash, how) => outgoing.finish(paymentHash, how),
    settle: (...payment) => incoming.settle(...payment),
    settleInvoice: (bolt11, ...paid) => incoming.settle(decodeInvoice(bolt11).paymentHash, ...paid),
    makeInvoice({ amountMsat = null, expirySeconds = 3_600, network: other, ...described } = {}) {
      const preimage = randomBytes(32)
      const invoice = { amountMsat, expirySeconds, externalId: '', ...described }
      const signer = { network: other ?? network, key: externalKey, createdAt: clock.now() }
      const { bolt11, paymentHash } = write(invoice, preimage, signer)
      preimages.set(paymentHash, preimage.toString('hex'))
      return { bolt11, paymentHash, preimage: preimage.toString('hex') }
    },
    receiveKeysend: (keysend) => incoming.receive(keysend),
    breakFeeds: () => incoming.breakFeeds(),
    forgetPayment: (paymentHash) => outgoing.forget(paymentHash),
    takeCanceled: (...payment) => incoming.takeCanceled(...payment),
    spendableMsat: null,
  }
  return node
}

function write(
  invoice: NewInvoice,
  preimage: Uint8Array,
  signer: { network: InvoiceNetwork; key: Uint8Array; createdAt: Date },
): CreatedInvoice {
  const { amountMsat, expirySeconds, description, descriptionHash } = invoice
  const paymentHash = createHash('sha256').update(preimage).digest('hex')
  const bolt11 = encodeInvoice(
    {
      network: signer.network,
      amountMsat,
      paymentHash,
      paymentSecret: randomBytes(32).toString('hex'),
      ...(descriptionHash === undefined ? { description: description ?? '' } : { descriptionHash }),
      createdAt: signer.createdAt,
      expirySeconds,
    },
    signer.key,
  )
  return { bolt11, paymentHash, expiresAt: decodeInvoice(bolt11).expiresAt }
}

function createIncoming(clock: Clock, truth: Truth) {
  const issued = new Map<string, Issued>()
  const events: SettledInvoice[] = []
  const feeds = createFeeds(events)
  const arrive = (paymentHash: string, receivedMsat: bigint, feeMsat?: bigint, customRecords?: CustomRecords) => {
    const extra = { ...(feeMsat === undefined ? {} : { feeMsat }), ...(customRecords ? { customRecords } : {}) }
    const event = { paymentHash, receivedMsat, settledAt: clock.now(), cursor: String(events.length + 1), ...extra }
    truth.receivedMsat += receivedMsat
    truth.feesMsat += feeMsat ?? 0n
    events.push(event)
    return event
  }
  return {
    issue(invoice: NewInvoice, created: CreatedInvoice, preimage: string): CreatedInvoice {
      issued.set(created.paymentHash, { ...invoice, preimage, expiresAt: created.expiresAt, isCanceled: false })
      return created
    },
    status: (paymentHash: string): InvoiceStatus => statusOf(issued.get(paymentHash), clock.now()),
    cancel(paymentHash: string): 'canceled' | 'already_paid' {
      const invoice = issued.get(paymentHash)
      if (invoice?.settled) return 'already_paid'
      if (invoice) invoice.isCanceled = true
      return 'canceled'
    },
    takeCanceled(paymentHash: string, feeMsat?: bigint): void {
      const invoice = issued.get(paymentHash)
      if (!invoice?.isCanceled) throw new Error('No such cancelled invoice')
      invoice.settled = arrive(paymentHash, invoice.amountMsat ?? 0n, feeMsat)
    },
    async settle(paymentHash: string, receivedMsat?: bigint, feeMsat?: bigint): Promise<SettledInvoice> {
      const invoice = issued.get(paymentHash)
      if (!invoice) throw new Error('No such invoice')
      if (invoice.isCanceled) throw new Error('A cancelled invoice cannot be paid')
      if (!invoice.settled) {
        const amountMsat = receivedMsat ?? invoice.amountMsat
        if (amountMsat === null) throw new Error('An invoice without an amount needs one to be settled')
        invoice.settled = arrive(paymentHash, amountMsat, feeMsat)
      }
      feeds.push(invoice.settled)
      return invoice.settled
    },
    receive({
      amountMsat,
      feeMsat,
      customRecords,
      preimage = randomBytes(32).toString('hex'),
    }: Parameters<ScriptedNode['receiveKeysend']>[0]): SettledInvoice {
      const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
      const earlier = issued.get(paymentHash)?.settled
      const event = earlier ?? arrive(paymentHash, amountMsat, feeMsat, customRecords)
      if (earlier === undefined) {
        const fields = { amountMsat, expirySeconds: 0, externalId: '', expiresAt: event.settledAt, isCanceled: false }
        issued.set(paymentHash, { ...fields, preimage, settled: event })
      }
      feeds.push(event)
      return event
    },
    breakFeeds: feeds.fail,
    feed: feeds.follow,
  }
}

function statusOf(invoice: Issued | undefined, now: Date): InvoiceStatus {
  if (!invoice) return { state: 'not_found' }
  if (invoice.settled) {
    const { receivedMsat, settledAt, feeMsat } = invoice.settled
    const fee = feeMsat === undefined ? {} : { feeMsat }
    return { state: 'paid', receivedMsat, ...fee, settledAt, preimage: invoice.preimage }
  }
  if (invoice.isCanceled) return { state: 'canceled', preimage: invoice.preimage }
  return { state: invoice.expiresAt <= now ? 'expired' : 'open' }
}

/** Subscribers to settled invoices: each gets those settled since its cursor, and then new ones. */
function createFeeds(events: readonly SettledInvoice[]) {
  const feeds = new Set<{ push: (event: SettledInvoice) => void; fail: () => void }>()
  return {
    push(event: SettledInvoice): void {
      for (const { push } of feeds) push(event)
    },
    fail(): void {
      for (const { fail } of feeds) fail()
    },
    async follow(
      cursor: string | null,
      on: (event: SettledInvoice) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      const queue = events.slice(Number(cursor ?? '0'))
      let isBroken = false
      let wake = () => {}
      const feed = {
        push: (event: SettledInvoice) => (queue.push(event), wake()),
        fail: () => ((isBroken = true), wake()),
      }
      const stop = () => wake()
      signal.addEventListener('abort', stop)
      feeds.add(feed)
      try {
        while (!signal.aborted) {
          if (isBroken) throw new Error('The connection to the node broke')
          const event = queue.shift()
          if (event) await on(event)
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        feeds.delete(feed)
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
