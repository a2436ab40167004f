/** The simulated Lightning network: two nodes, and the records of their invoices and payments. Calls take effect immediately, in
 * memory; steps.ts makes them durable before any response is sent.
 *
 * Both nodes, the chain and the book are saved together at one instant, and undelivered bytes are not saved. After
 * loading, both nodes see a connection that was cut at that instant, so no message can get ahead of its own record. */
import { randomBytes } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Log } from '#server/platform/log.ts'
import { encodeInvoice } from '#protocols/lightning/bolt11.ts'
import { Book, type InvoiceRow, type NodeName, type PaymentRow } from './book.ts'
import type { LdkNode } from './ldk-node.ts'
import type { NodeEvent, Spontaneous } from './ldk-parts.ts'
import { type Behaviour, NodePair } from './pair.ts'
import {
  checkKeysend,
  checkPayment,
  explainFailure,
  explainRefusal,
  type Failure,
  type KeysendOrder,
  type PaymentOrder,
} from './payment.ts'
import type { Changes, SavedSandbox } from './state.ts'

export type InvoiceOrder = {
  node: NodeName
  amountMsat: bigint | null
  description?: string
  descriptionHash?: string
  expirySeconds: number
  externalId: string
}

type Order = Pick<PaymentRow, 'node' | 'paymentHash' | 'bolt11' | 'amountMsat' | 'feeLimitMsat'>
type Begin = (node: LdkNode) => ReturnType<LdkNode['sendSpontaneous']>

type WorldOptions = {
  log: Log
  now: () => Date
  /** Called when an accepted payment to the external wallet is to be claimed later. */
  onSlow: (paymentHash: string) => void
}

/** Blocks are mined only for new channels, so this is never reached, but LDK requires a value. */
const MIN_FINAL_CLTV = 144
const MAX_EXPIRY_SECONDS = 365 * 86_400
/** How long a keysend payment that was held or refused can still be claimed. */
const SPONTANEOUS_EXPIRY_MS = 86_400_000

export class World {
  readonly book: Book
  readonly #pair: NodePair
  /** The requested settlement times of payments in flight. In memory only: after a restart the current time is used. */
  readonly #settledAt = new Map<string, Date>()
  readonly #options: WorldOptions

  constructor(saved: SavedSandbox, options: WorldOptions) {
    this.#options = options
    this.book = new Book(saved.lastSettleIndex, saved)
    this.#pair = this.#restore(saved)
    this.#pair.exchange()
    if (this.behaviour === 'normal' || this.behaviour === 'slow') this.#claimHeld()
    this.settle()
  }

  get behaviour(): Behaviour {
    return this.#pair.behaviour
  }

  node(name: NodeName): LdkNode {
    return name === 'platform' ? this.#pair.platform : this.#pair.outside
  }

  /** Processes everything that follows from the calls so far. */
  settle(): void {
    this.#pair.exchange()
    this.#pair.renewChannel()
  }

  takeChanges(): Changes {
    return { snapshot: this.#pair.takeChanges(), ...this.book.takeChanges() }
  }

  createInvoice(order: InvoiceOrder): InvoiceRow {
    const { amountMsat, description = '', descriptionHash, expirySeconds } = order
    if (!(expirySeconds >= 1 && expirySeconds <= MAX_EXPIRY_SECONDS)) throw new Error('The expiry is out of range')
    const node = this.node(order.node)
    const preimage = randomBytes(32)
    const paymentHash = bytesToHex(sha256(preimage))
    // Whole seconds, as in the invoice, so that both nodes agree on when it expires.
    const createdAt = new Date(Math.floor(this.#options.now().getTime() / 1000) * 1000)
    const fields = {
      network: 'bcrt',
      amountMsat,
      paymentHash,
      paymentSecret: node.expectPayment(paymentHash, amountMsat, MIN_FINAL_CLTV),
      ...(descriptionHash === undefined ? { description } : { descriptionHash }),
      createdAt,
      expirySeconds,
      minFinalCltv: MIN_FINAL_CLTV,
    } as const
    const invoice: InvoiceRow = {
      node: order.node,
      paymentHash,
      bolt11: encodeInvoice(fields, node.secretKey),
      preimage: preimage.toString('hex'),
      amountMsat,
      externalId: order.externalId,
      state: 'open',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + expirySeconds * 1000),
      receivedMsat: null,
      settledAt: null,
      settleIndex: null,
      customRecords: null,
    }
    this.book.putInvoice(invoice)
    return invoice
  }

  /** `stored` is the row in the database, for invoices that are no longer in memory. */
  cancelInvoice(node: NodeName, paymentHash: string, stored: InvoiceRow | undefined): 'canceled' | 'already_paid' {
    const invoice = this.book.invoice(node, paymentHash) ?? stored
    if (!invoice) return 'canceled'
    if (invoice.state === 'paid' || invoice.state === 'claiming') return 'already_paid'
    if (invoice.state === 'accepted') this.node(node).refuse(paymentHash)
    this.book.putInvoice(Object.assign(invoice, { state: 'canceled' }))
    return 'canceled'
  }

  /** Starts a payment, or returns the existing payment of this hash. */
  pay(order: PaymentOrder, stored: PaymentRow | undefined): PaymentRow {
    const known = this.book.payment(order.node, order.paymentHash) ?? stored
    // A user of another wallet simply retries; the platform never sends a hash twice.
    const isRetry = order.node === 'outside' && known?.state === 'failed'
    if (known && !isRetry) return known
    const checked = checkPayment(order, this.#options.now())
    const { amountMsat, failure } = checked
    if (order.settledAtMs !== undefined) this.#settledAt.set(order.paymentHash, new Date(order.settledAtMs))
    return this.#begin({ ...order, amountMsat }, failure, (node) => node.send({ ...order, ...checked }))
  }

  /** Starts a payment to a node without an invoice, or returns the existing one. */
  keysend(order: KeysendOrder, stored: PaymentRow | undefined): PaymentRow {
    const known = this.book.payment(order.node, order.paymentHash) ?? stored
    if (known) return known
    const failure = checkKeysend(order, this.#options.now())
    const send = { ...order, payee: order.pubkey }
    return this.#begin({ ...order, bolt11: '' }, failure, (node) => node.sendSpontaneous(send))
  }

  setBehaviour(behaviour: Behaviour): void {
    const isOther = behaviour !== this.behaviour
    this.#pair.behaviour = behaviour
    if (!isOther || behaviour === 'hold' || behaviour === 'offline') return
    this.#pair.exchange()
    if (behaviour === 'reject') this.book.invoicesIn('accepted').forEach((invoice) => this.#refuse(invoice))
    else this.#claimHeld()
  }

  /** Claims the money of an accepted invoice, unless it was refused or claimed meanwhile. */
  claim(node: NodeName, paymentHash: string): void {
    const invoice = this.book.invoice(node, paymentHash)
    if (invoice?.state !== 'accepted') return
    this.book.putInvoice(Object.assign(invoice, { state: 'claiming' }))
    this.node(node).claim(invoice.preimage)
  }

  tick(): void {
    this.#pair.platform.tick()
    this.#pair.outside.tick()
    this.book.forgetEnded(this.#options.now())
  }

  balance(name: NodeName): { spendableMsat: bigint; receivableMsat: bigint } {
    const channels = this.node(name).channels()
    return {
      spendableMsat: channels.reduce((sum, channel) => sum + channel.outboundMsat, 0n),
      receivableMsat: channels.reduce((sum, channel) => sum + channel.inboundMsat, 0n),
    }
  }

  #begin(order: Order, failure: Failure | null, send: Begin): PaymentRow {
    const payment: PaymentRow = {
      node: order.node,
      paymentHash: order.paymentHash,
      bolt11: order.bolt11,
      amountMsat: order.amountMsat,
      feeLimitMsat: order.feeLimitMsat,
      state: 'in_flight',
      preimage: null,
      feeMsat: null,
      reason: null,
      detail: null,
      createdAt: this.#options.now(),
    }
    const refusal = failure ?? this.#send(payment, send)
    if (refusal) Object.assign(payment, { state: 'failed', ...refusal })
    // Nothing to record for an amount that was never given.
    if (payment.amountMsat > 0n) this.book.putPayment(payment)
    return payment
  }

  #send(payment: PaymentRow, send: Begin): Failure | null {
    const node = this.node(payment.node)
    const spendableMsat = node.channels().reduce((most, one) => (one.outboundMsat > most ? one.outboundMsat : most), 0n)
    if (this.#pair.isConnected && payment.amountMsat > spendableMsat) {
      return { reason: 'insufficient-liquidity', detail: 'The amount is more than the channel holds' }
    }
    const refusal = send(node)
    return refusal === null ? null : explainRefusal(refusal)
  }

  #onEvent(name: NodeName, event: NodeEvent): void {
    if (event.type === 'claimable') {
      if (event.spontaneous !== null)
        this.#expectSpontaneous(name, event.paymentHash, event.amountMsat, event.spontaneous)
      return this.#onClaimable(name, event.paymentHash, event.amountMsat)
    }
    if (event.type === 'closed') return this.#options.log.info('sandbox-channel-closed', { node: name })
    if (event.type === 'claimed') {
      const invoice = this.book.invoice(name, event.paymentHash)
      if (invoice?.state !== 'claiming') return
      const settledAt = this.#settledAt.get(event.paymentHash) ?? this.#options.now()
      this.#settledAt.delete(event.paymentHash)
      return this.book.settleInvoice(invoice, event.amountMsat, settledAt)
    }
    const payment = this.book.payment(name, event.paymentHash)
    if (payment?.state !== 'in_flight') return
    this.#pair.countPayment()
    const outcome =
      event.type === 'sent'
        ? { state: 'succeeded', preimage: event.preimage, feeMsat: event.feeMsat }
        : { state: 'failed', ...explainFailure(event.reason) }
    this.book.putPayment(Object.assign(payment, outcome))
  }

  /** Treats a keysend payment as if an invoice had been made for it. A second payment with a hash that was already
   * claimed is refused. */
  #expectSpontaneous(name: NodeName, paymentHash: string, amountMsat: bigint, received: Spontaneous): void {
    if (this.book.invoice(name, paymentHash) !== undefined) return
    // An even record type must be understood or the payment refused (BOLT 4), and the sandbox understands none.
    if (Object.keys(received.customRecords).some((type) => BigInt(type) % 2n === 0n)) return
    const createdAt = this.#options.now()
    this.book.putInvoice({
      node: name,
      paymentHash,
      bolt11: '',
      preimage: received.preimage,
      amountMsat,
      externalId: '',
      state: 'open',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SPONTANEOUS_EXPIRY_MS),
      receivedMsat: null,
      settledAt: null,
      settleIndex: null,
      customRecords: received.customRecords,
    })
  }

  #onClaimable(name: NodeName, paymentHash: string, amountMsat: bigint): void {
    const invoice = this.book.invoice(name, paymentHash)
    const isPayable = invoice?.state === 'open' && invoice.expiresAt > this.#options.now()
    if (!isPayable || amountMsat < (invoice.amountMsat ?? 1n)) return this.node(name).refuse(paymentHash)
    this.book.putInvoice(Object.assign(invoice, { state: 'accepted' }))
    if (name === 'platform' || this.behaviour === 'normal') this.claim(name, paymentHash)
    else if (this.behaviour === 'reject') this.#refuse(invoice)
    else if (this.behaviour === 'slow') this.#options.onSlow(paymentHash)
  }

  /** Returns the money. The invoice can be paid again. */
  #refuse(invoice: InvoiceRow): void {
    this.book.putInvoice(Object.assign(invoice, { state: 'open' }))
    this.node(invoice.node).refuse(invoice.paymentHash)
  }

  #claimHeld(): void {
    for (const invoice of this.book.invoicesIn('accepted')) {
      if (this.behaviour === 'slow') this.#options.onSlow(invoice.paymentHash)
      else this.claim(invoice.node, invoice.paymentHash)
    }
  }

  #restore({ seed, snapshot }: SavedSandbox): NodePair {
    const { log, now } = this.#options
    const context = { log, now, onEvent: this.#onEvent.bind(this) }
    if (snapshot.size > 0) {
      try {
        return new NodePair(seed, snapshot, [], context)
      } catch (error) {
        log.error('sandbox-state-unreadable', { error })
      }
    }
    this.#abandonOld()
    return new NodePair(seed, null, [...snapshot.keys()], context)
  }

  /** The same nodes restart with new channels, so the outcome of payments on the old ones is lost. */
  #abandonOld(): void {
    for (const payment of this.book.paymentsInFlight()) this.book.putPayment(Object.assign(payment, { state: 'lost' }))
    for (const invoice of [...this.book.invoicesIn('accepted'), ...this.book.invoicesIn('claiming')]) {
      this.book.putInvoice(Object.assign(invoice, { state: 'canceled' }))
    }
  }
}
