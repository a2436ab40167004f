/** The sandbox's world: the platform's node, an outside wallet's node, the line and the chain between them.
 * Everything here happens at once and in memory; steps.ts makes it durable before anybody outside hears of it.
 *
 * Both nodes, the chain and the book are saved together at one instant, with nothing on the line counted as sent. Loading
 * that is exactly what both nodes see when the line is cut at that instant, so no message can outrun its own record. */
import { randomBytes } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as ldk from 'lightningdevkit'
import type { Log } from '#server/platform/log.ts'
import { encodeInvoice } from '#protocols/lightning/bolt11.ts'
import { Book, type InvoiceRow, type NodeName, type PaymentRow } from './book.ts'
import { buildBlock, type ChainTip, tipOf } from './chain.ts'
import { LdkNode, type SavedNode } from './ldk-node.ts'
import type { NodeEvent } from './ldk-parts.ts'
import { checkPayment, explainFailure, explainRefusal, type PaymentOrder } from './payment.ts'
import type { Changes, SavedWorld } from './state.ts'
import { Wire } from './wire.ts'

/** How the outside wallet treats payments to it. `hold` keeps them until it is left, `slow` for four seconds. */
export type Behaviour = 'normal' | 'hold' | 'reject' | 'offline' | 'slow'

export type InvoiceOrder = {
  node: NodeName
  amountMsat: bigint | null
  description?: string
  descriptionHash?: string
  expirySeconds: number
  externalId: string
}

const CHANNEL_SAT = 100_000_000n
const PUSH_MSAT = 50_000_000_000n
/** The state of a channel grows with each payment and is written whole, so channels are replaced. */
const PAYMENTS_A_CHANNEL = 500
/** A channel is replaced when less than a fifth of it is left on either side. */
const DRAINED_SHARE = 5n
/** Blocks come only with new channels, so this is never reached; LDK wants a distance all the same. */
const MIN_FINAL_CLTV = 144
const MAX_EXPIRY_SECONDS = 365 * 86_400
const MAX_ROUNDS = 10_000

export class World {
  readonly platform: LdkNode
  readonly outside: LdkNode
  readonly #book: Book
  readonly #wire = new Wire()
  readonly #log: Log
  readonly #now: () => Date
  /** Called when an accepted payment to the outside wallet waits to be taken later. */
  readonly #onSlow: (paymentHash: string) => void
  #tip: ChainTip
  #behaviour: Behaviour
  #paymentsOnChannel: number
  #isChanged = false
  #stale: string[] = []

  constructor(saved: SavedWorld, options: { log: Log; now: () => Date; onSlow: (paymentHash: string) => void }) {
    this.#log = options.log
    this.#now = options.now
    this.#onSlow = options.onSlow
    this.#book = new Book(saved.lastSettleIndex, saved)
    const restored = this.#restore(saved)
    this.platform = restored.platform
    this.outside = restored.outside
    this.#tip = restored.tip
    this.#behaviour = restored.behaviour
    this.#paymentsOnChannel = restored.paymentsOnChannel
    this.settle()
    if (this.#behaviour === 'normal' || this.#behaviour === 'slow') this.#takeHeld()
    this.settle()
  }

  get behaviour(): Behaviour {
    return this.#behaviour
  }

  get book(): Book {
    return this.#book
  }

  node(name: NodeName): LdkNode {
    return name === 'platform' ? this.platform : this.outside
  }

  /** Lets the nodes talk until nothing is left to say. */
  settle(): void {
    this.#exchange()
    this.#renewChannel()
  }

  takeChanges(): Changes {
    const snapshot = new Map([...this.platform.takeChanges('platform'), ...this.outside.takeChanges('outside')])
    for (const name of this.#stale.splice(0)) if (!snapshot.has(name)) snapshot.set(name, null)
    if (this.#isChanged) snapshot.set('world', this.#describe())
    this.#isChanged = false
    return { snapshot, ...this.#book.takeChanges() }
  }

  createInvoice(order: InvoiceOrder): InvoiceRow {
    if (!(order.expirySeconds >= 1 && order.expirySeconds <= MAX_EXPIRY_SECONDS)) throw new Error('Bad expiry')
    const node = this.node(order.node)
    const preimage = randomBytes(32)
    const paymentHash = bytesToHex(sha256(preimage))
    // Whole seconds, as the invoice says them, so that both ends agree on the moment it ends.
    const createdAt = new Date(Math.floor(this.#now().getTime() / 1000) * 1000)
    const bolt11 = encodeInvoice(
      {
        network: 'bcrt',
        amountMsat: order.amountMsat,
        paymentHash,
        paymentSecret: node.expectPayment(paymentHash, order.amountMsat, MIN_FINAL_CLTV),
        ...(order.descriptionHash === undefined
          ? { description: order.description ?? '' }
          : { descriptionHash: order.descriptionHash }),
        createdAt,
        expirySeconds: order.expirySeconds,
        minFinalCltv: MIN_FINAL_CLTV,
      },
      node.secretKey,
    )
    const invoice: InvoiceRow = {
      node: order.node,
      paymentHash,
      bolt11,
      preimage: preimage.toString('hex'),
      amountMsat: order.amountMsat,
      externalId: order.externalId,
      state: 'open',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + order.expirySeconds * 1000),
      receivedMsat: null,
      settledAt: null,
      settleIndex: null,
    }
    this.#book.putInvoice(invoice)
    return invoice
  }

  /** `stored` is the row of the database, for invoices that are not in memory any more. */
  cancelInvoice(node: NodeName, paymentHash: string, stored: InvoiceRow | undefined): 'canceled' | 'already_paid' {
    const invoice = this.#book.invoice(node, paymentHash) ?? stored
    if (!invoice) return 'canceled'
    if (invoice.state === 'paid' || invoice.state === 'claiming') return 'already_paid'
    if (invoice.state === 'accepted') this.node(node).refuse(paymentHash)
    this.#book.putInvoice(Object.assign(invoice, { state: 'canceled' }))
    return 'canceled'
  }

  /** Starts a payment, or answers what is known of that hash already. */
  pay(order: PaymentOrder, stored: PaymentRow | undefined): PaymentRow {
    const known = this.#book.payment(order.node, order.paymentHash) ?? stored
    // A person with a wallet elsewhere just tries again; the platform never sends a hash twice.
    const isRetry = order.node === 'outside' && known?.state === 'failed'
    if (known && !isRetry) return known
    const checked = checkPayment(order, this.#now())
    const payment: PaymentRow = {
      node: order.node,
      paymentHash: order.paymentHash,
      bolt11: order.bolt11,
      amountMsat: checked.amountMsat,
      feeLimitMsat: order.feeLimitMsat,
      state: 'in_flight',
      preimage: null,
      feeMsat: null,
      reason: null,
      detail: null,
      createdAt: this.#now(),
    }
    const refusal = checked.failure ?? this.#send(payment, checked)
    if (refusal) Object.assign(payment, { state: 'failed', ...refusal })
    // Nothing to remember of an amount that was never named.
    if (payment.amountMsat > 0n) this.#book.putPayment(payment)
    return payment
  }

  setBehaviour(behaviour: Behaviour): void {
    const previous = this.#behaviour
    this.#behaviour = behaviour
    this.#isChanged = true
    if (behaviour === 'offline') this.#wire.cut()
    if (behaviour === 'hold' || behaviour === 'offline') return
    this.#exchange()
    if (behaviour === 'reject') {
      for (const invoice of this.#book.invoicesIn('accepted')) this.#refuse(invoice)
    } else if (previous !== behaviour) this.#takeHeld()
  }

  /** Takes the money of an accepted invoice, unless it was refused or taken meanwhile. */
  claim(node: NodeName, paymentHash: string): void {
    const invoice = this.#book.invoice(node, paymentHash)
    if (invoice?.state !== 'accepted') return
    this.#book.putInvoice(Object.assign(invoice, { state: 'claiming' }))
    this.node(node).claim(invoice.preimage)
  }

  tick(): void {
    this.platform.tick()
    this.outside.tick()
    this.#book.forgetEnded(this.#now())
  }

  balance(name: NodeName): { spendableMsat: bigint; receivableMsat: bigint } {
    const channels = this.node(name).channels()
    return {
      spendableMsat: channels.reduce((sum, channel) => sum + channel.outboundMsat, 0n),
      receivableMsat: channels.reduce((sum, channel) => sum + channel.inboundMsat, 0n),
    }
  }

  #send(payment: PaymentRow, checked: { payee: string; paymentSecret: string; minFinalCltv: number }) {
    const node = this.node(payment.node)
    const spendableMsat = node.channels().reduce((most, one) => (one.outboundMsat > most ? one.outboundMsat : most), 0n)
    if (this.#wire.isConnected && payment.amountMsat > spendableMsat) {
      return { reason: 'insufficient-liquidity', detail: 'The amount is more than the channel holds' } as const
    }
    const refusal = node.send({ ...payment, ...checked })
    return refusal === null ? null : explainRefusal(refusal)
  }

  #exchange(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (this.#behaviour !== 'offline' && !this.#wire.isConnected) {
        this.#wire.connect(this.outside.peers, this.platform.peers, this.platform.idBytes)
      }
      this.#wire.deliver()
      const events = [this.platform.takeEvents(), this.outside.takeEvents()] as const
      for (const event of events[0]) this.#onEvent('platform', event)
      for (const event of events[1]) this.#onEvent('outside', event)
      this.platform.peers.process_events()
      this.outside.peers.process_events()
      const isQuiet = events.every((list) => list.length === 0) && this.#wire.isEmpty
      if (isQuiet && !this.platform.isBusy && !this.outside.isBusy) return
    }
    throw new Error('The sandbox nodes do not come to rest')
  }

  #onEvent(name: NodeName, event: NodeEvent): void {
    if (event.type === 'claimable') return this.#onClaimable(name, event.paymentHash, event.amountMsat)
    if (event.type === 'closed') return this.#log.info('sandbox-channel-closed', { node: name })
    if (event.type === 'claimed') {
      const invoice = this.#book.invoice(name, event.paymentHash)
      if (invoice?.state === 'claiming') this.#book.settleInvoice(invoice, event.amountMsat, this.#now())
      return
    }
    const payment = this.#book.payment(name, event.paymentHash)
    if (payment?.state !== 'in_flight') return
    this.#paymentsOnChannel++
    this.#isChanged = true
    const outcome =
      event.type === 'sent'
        ? { state: 'succeeded', preimage: event.preimage, feeMsat: event.feeMsat }
        : { state: 'failed', ...explainFailure(event.reason) }
    this.#book.putPayment(Object.assign(payment, outcome))
  }

  #onClaimable(name: NodeName, paymentHash: string, amountMsat: bigint): void {
    const invoice = this.#book.invoice(name, paymentHash)
    const isPayable = invoice?.state === 'open' && invoice.expiresAt > this.#now()
    if (!isPayable || amountMsat < (invoice.amountMsat ?? 1n)) return this.node(name).refuse(paymentHash)
    this.#book.putInvoice(Object.assign(invoice, { state: 'accepted' }))
    if (name === 'platform' || this.#behaviour === 'normal') this.claim(name, paymentHash)
    else if (this.#behaviour === 'reject') this.#refuse(invoice)
    else if (this.#behaviour === 'slow') this.#onSlow(paymentHash)
  }

  /** Gives the money back; the invoice may be paid again. */
  #refuse(invoice: InvoiceRow): void {
    this.#book.putInvoice(Object.assign(invoice, { state: 'open' }))
    this.node(invoice.node).refuse(invoice.paymentHash)
  }

  #takeHeld(): void {
    for (const invoice of this.#book.invoicesIn('accepted')) {
      if (this.#behaviour === 'slow') this.#onSlow(invoice.paymentHash)
      else this.claim(invoice.node, invoice.paymentHash)
    }
  }

  /** Opens a balanced channel when there is none that serves, then closes the old ones. Never with money under way:
   * it could run into its block limit. */
  #renewChannel(): void {
    if (!this.#wire.isConnected) return
    const channels = this.platform.channels()
    if (channels.some((channel) => channel.pendingHtlcs > 0)) return
    const serving = channels.filter((channel) => channel.isUsable)
    const isDrained = serving.every(
      ({ outboundMsat, inboundMsat, capacityMsat }) =>
        outboundMsat * DRAINED_SHARE < capacityMsat || inboundMsat * DRAINED_SHARE < capacityMsat,
    )
    if (!isDrained && this.#paymentsOnChannel < PAYMENTS_A_CHANNEL) return
    this.outside.openChannel(this.platform.idBytes, CHANNEL_SAT, PUSH_MSAT)
    this.#exchange()
    this.#mine()
    this.#exchange()
    this.#paymentsOnChannel = 0
    this.#log.info('sandbox-channel-opened', { height: this.#tip.height })
    if (!this.platform.channels().some((one) => one.isUsable)) throw new Error('The new sandbox channel is not usable')
    for (const channel of channels) this.outside.closeChannel(channel.id, this.platform.idBytes)
    this.#exchange()
  }

  #mine(): void {
    const transactions = [...this.platform.broadcasts.splice(0), ...this.outside.broadcasts.splice(0)]
    const block = buildBlock(this.#tip, transactions, this.#now())
    this.#tip = tipOf(block)
    this.#isChanged = true
    this.platform.connectBlock(block)
    this.outside.connectBlock(block)
  }

  #describe(): Uint8Array {
    const { hash, height } = this.#tip
    const tip = { hash: bytesToHex(hash), height }
    return utf8ToBytes(
      JSON.stringify({ tip, behaviour: this.#behaviour, paymentsOnChannel: this.#paymentsOnChannel }),
    )
  }

  #restore(saved: SavedWorld) {
    const build = (name: NodeName, node: SavedNode | null) =>
      new LdkNode(sha256(concatBytes(saved.seed, utf8ToBytes(name))), node, this.#now())
    const world = saved.snapshot.get('world')
    try {
      if (world) {
        const read = JSON.parse(new TextDecoder().decode(world)) as {
          tip: { hash: string; height: number }
          behaviour: Behaviour
          paymentsOnChannel: number
        }
        return {
          ...read,
          tip: { hash: Uint8Array.from(Buffer.from(read.tip.hash, 'hex')), height: read.tip.height },
          platform: build('platform', pickNode(saved.snapshot, 'platform')),
          outside: build('outside', pickNode(saved.snapshot, 'outside')),
        }
      }
    } catch (error) {
      this.#log.error('sandbox-state-unreadable', { error })
    }
    this.#giveUpOld(saved)
    const genesis = ldk.BestBlock.constructor_from_network(ldk.Network.LDKNetwork_Regtest).get_block_hash()
    return {
      tip: { hash: genesis, height: 0 },
      behaviour: 'normal' as Behaviour,
      paymentsOnChannel: 0,
      platform: build('platform', null),
      outside: build('outside', null),
    }
  }

  /** The same nodes start with new channels: what was under way over the old ones, nobody will ever know. */
  #giveUpOld(saved: SavedWorld): void {
    this.#isChanged = true
    this.#stale = [...saved.snapshot.keys()]
    for (const payment of this.#book.paymentsInFlight()) {
      this.#book.putPayment(Object.assign(payment, { state: 'lost' }))
    }
    for (const invoice of [...this.#book.invoicesIn('accepted'), ...this.#book.invoicesIn('claiming')]) {
      this.#book.putInvoice(Object.assign(invoice, { state: 'canceled' }))
    }
  }
}

function pickNode(snapshot: Map<string, Uint8Array>, name: NodeName): SavedNode {
  const manager = snapshot.get(`${name}/manager`)
  if (!manager) throw new Error(`The snapshot has no ${name} node`)
  const monitors = [...snapshot]
    .filter(([key]) => key.startsWith(`${name}/`) && key !== `${name}/manager`)
    .map(([key, bytes]) => [key.slice(name.length + 1), bytes] as const)
  return { manager, monitors: new Map(monitors) }
}
