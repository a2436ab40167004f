/** One LDK node on the simulated chain: channels, HTLCs and the bytes that survive a restart. Knows no invoices and
 * no database, and does nothing on its own: the simulated network (world.ts) drives it step by step.
 *
 * Two properties of these bindings shape the code. LDK holds only weak references to the JavaScript objects passed
 * to it, so the instance keeps strong ones. And callbacks run inside LDK, which must not be re-entered from there,
 * so they only record what happened. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as ldk from 'lightningdevkit'
import type { CustomRecords } from '../node.ts'
import { buildFunding, type Block } from './chain.ts'
import { createManager, NETWORK, readManager } from './ldk-channels.ts'
import {
  buildConfig,
  buildPeers,
  buildRouter,
  buildSpontaneousOnion,
  nameOutpoint,
  type NodeEvent,
  readMonitor,
  translateEvent,
} from './ldk-parts.ts'

export type SavedNode = { manager: Uint8Array; monitors: Map<string, Uint8Array> }

export type Channel = {
  id: ldk.ChannelId
  isUsable: boolean
  capacityMsat: bigint
  outboundMsat: bigint
  inboundMsat: bigint
  pendingHtlcs: number
}

export type Send = {
  paymentHash: string
  paymentSecret: string
  payee: string
  minFinalCltv: number
  amountMsat: bigint
  feeLimitMsat: bigint
}

export type SpontaneousSend = Pick<Send, 'paymentHash' | 'payee' | 'amountMsat' | 'feeLimitMsat'> & {
  preimage: string
  customRecords: CustomRecords
}

const FEERATE_SAT_PER_KW = 253
/** LDK takes the time from blocks, which are rare here. Invoices expire by our own clock instead. */
const NEVER_EXPIRES_SECONDS = 20 * 365 * 86_400
const SEND_ATTEMPTS = 3
/** The default of LDK and others when no invoice requests another value. */
const KEYSEND_FINAL_CLTV = 144

export class LdkNode {
  readonly id: string
  readonly idBytes: Uint8Array
  readonly peers: ldk.PeerManager
  readonly secretKey: Uint8Array
  /** Transactions that it wants to have confirmed. */
  readonly broadcasts: Uint8Array[] = []
  readonly #manager: ldk.ChannelManager
  readonly #monitoring: ldk.ChainMonitor
  readonly #handler: ldk.EventHandler
  readonly #monitors = new Map<string, Uint8Array>()
  readonly #changedMonitors = new Set<string>()
  readonly #closedMonitors = new Set<string>()
  /** Strong references; see the header. */
  readonly #kept: unknown[] = []
  #events: ldk.Event[] = []
  #hasForwards = false
  #isChanged: boolean

  constructor(seed: Uint8Array, saved: SavedNode | null, now: Date) {
    const seconds = BigInt(Math.floor(now.getTime() / 1000))
    const fees = this.#keep(ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: () => FEERATE_SAT_PER_KW }))
    const logger = this.#keep(ldk.Logger.new_impl({ log: () => undefined }))
    const broadcaster = this.#keep(
      ldk.BroadcasterInterface.new_impl({
        broadcast_transactions: (transactions) => void this.broadcasts.push(...transactions.map((raw) => raw.slice())),
      }),
    )
    const persist = this.#keep(
      ldk.Persist.new_impl({
        persist_new_channel: (outpoint, monitor) => this.#recordMonitor(outpoint, monitor),
        update_persisted_channel: (outpoint, _update, monitor) => this.#recordMonitor(outpoint, monitor),
        archive_persisted_channel: () => undefined,
      }),
    )
    const keys = this.#keep(ldk.KeysManager.constructor_new(seed, seconds, Math.floor(Math.random() * 1e9)))
    const graph = this.#keep(ldk.NetworkGraph.constructor_new(NETWORK, logger))
    const router = this.#keep(buildRouter(this.#kept, graph, logger, keys))
    const messages = this.#keep(ldk.DefaultMessageRouter.constructor_new(graph, keys.as_EntropySource()))
    const config = this.#keep(buildConfig())
    const none = ldk.Option_FilterZ.constructor_none()
    this.#monitoring = ldk.ChainMonitor.constructor_new(none, broadcaster, logger, fees, persist)
    this.#isChanged = saved === null
    const parts = { fees, monitoring: this.#monitoring, broadcaster, router, messages, logger, keys, config }
    if (saved === null) {
      this.#manager = createManager(parts, Number(seconds))
    } else {
      const monitors = [...saved.monitors.values()].map((bytes) => this.#keep(readMonitor(bytes, keys)))
      this.#manager = readManager(parts, saved.manager, monitors)
      for (const [name, bytes] of saved.monitors) this.#monitors.set(name, bytes)
    }
    this.idBytes = this.#manager.get_our_node_id()
    this.id = bytesToHex(this.idBytes)
    this.secretKey = keys.get_node_secret_key()
    this.peers = buildPeers(this.#kept, this.#manager, graph, logger, keys, Number(seconds))
    this.#handler = ldk.EventHandler.new_impl({
      handle_event: (event) => {
        this.#events.push(event.clone())
        return ldk.Result_NoneReplayEventZ.constructor_ok()
      },
    })
  }

  /** Processes LDK's pending work and events, and returns the events its owner needs. */
  takeEvents(): NodeEvent[] {
    if (this.#hasForwards) {
      this.#hasForwards = false
      this.#manager.process_pending_htlc_forwards()
    }
    this.#manager.as_EventsProvider().process_pending_events(this.#handler)
    this.#monitoring.as_EventsProvider().process_pending_events(this.#handler)
    const reported: NodeEvent[] = []
    for (const event of this.#events.splice(0)) {
      if (event instanceof ldk.Event_PendingHTLCsForwardable) this.#hasForwards = true
      else if (event instanceof ldk.Event_FundingGenerationReady) this.#fund(event)
      else {
        const translated = translateEvent(event)
        if (translated) reported.push(translated)
        if (translated?.type === 'closed') this.#dropMonitor(translated.monitor)
      }
    }
    if (this.#manager.get_and_clear_needs_persistence()) this.#isChanged = true
    return reported
  }

  /** True while work is left that needs no further message. */
  get isBusy(): boolean {
    return this.#hasForwards
  }

  /** What changed since the last call, for the snapshot. Null deletes an entry. */
  takeChanges(prefix: string): Map<string, Uint8Array | null> {
    const changes = new Map<string, Uint8Array | null>()
    if (this.#manager.get_and_clear_needs_persistence()) this.#isChanged = true
    for (const name of this.#changedMonitors) changes.set(`${prefix}/${name}`, this.#monitors.get(name) ?? null)
    if (this.#isChanged || changes.size > 0) changes.set(`${prefix}/manager`, this.#manager.write())
    this.#changedMonitors.clear()
    this.#isChanged = false
    return changes
  }

  channels(): Channel[] {
    return this.#manager.list_channels().map((channel) => ({
      id: channel.get_channel_id(),
      isUsable: Boolean(channel.get_is_usable()),
      capacityMsat: channel.get_channel_value_satoshis() * 1000n,
      outboundMsat: channel.get_outbound_capacity_msat(),
      inboundMsat: channel.get_inbound_capacity_msat(),
      pendingHtlcs: channel.get_pending_inbound_htlcs().length + channel.get_pending_outbound_htlcs().length,
    }))
  }

  openChannel(peer: Uint8Array, capacitySat: bigint, pushMsat: bigint): void {
    const opened = this.#manager.create_channel(peer, capacitySat, pushMsat, 1n, null, null)
    if (!opened.is_ok()) throw new Error('The sandbox cannot open a channel')
  }

  closeChannel(id: ldk.ChannelId, peer: Uint8Array): void {
    this.#manager.close_channel(id, peer)
  }

  connectBlock({ header, height, transactions }: Block): void {
    for (const view of [this.#monitoring.as_Confirm(), this.#manager.as_Confirm()]) {
      const placed = transactions.map((raw, index) => ldk.TwoTuple_usizeTransactionZ.constructor_new(index + 1, raw))
      if (placed.length > 0) view.transactions_confirmed(header, placed, height)
      view.best_block_updated(header, height)
    }
  }

  /** The secret that a payer of this hash must include. Derived, so nothing is stored. */
  expectPayment(paymentHash: string, amountMsat: bigint | null, minFinalCltv: number): string {
    const amount =
      amountMsat === null ? ldk.Option_u64Z.constructor_none() : ldk.Option_u64Z.constructor_some(amountMsat)
    const cltv = ldk.Option_u16Z.constructor_some(minFinalCltv)
    const hash = hexToBytes(paymentHash)
    const secret = this.#manager.create_inbound_payment_for_hash(hash, amount, NEVER_EXPIRES_SECONDS, cltv)
    if (!(secret instanceof ldk.Result_ThirtyTwoBytesNoneZ_OK)) throw new Error('LDK refuses the amount of an invoice')
    return bytesToHex(secret.res)
  }

  /** Starts a payment with its hash as id. Returns null, or why LDK refused to start it. */
  send(send: Send): ldk.RetryableSendFailure | null {
    const hash = hexToBytes(send.paymentHash)
    const payee = ldk.PaymentParameters.constructor_from_node_id(hexToBytes(send.payee), send.minFinalCltv)
    const route = ldk.RouteParameters.constructor_from_payment_params_and_value(payee, send.amountMsat)
    route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_some(send.feeLimitMsat))
    const onion = ldk.RecipientOnionFields.constructor_secret_only(hexToBytes(send.paymentSecret))
    const retry = ldk.Retry.constructor_attempts(SEND_ATTEMPTS)
    const sent = this.#manager.send_payment(hash, onion, hash, route, retry)
    return sent instanceof ldk.Result_NoneRetryableSendFailureZ_Err ? sent.err : null
  }

  /** The same without an invoice. 'records' when LDK rejects the custom records. */
  sendSpontaneous(send: SpontaneousSend): ldk.RetryableSendFailure | 'records' | null {
    const onion = buildSpontaneousOnion(send.customRecords)
    if (onion === null) return 'records'
    const payee = ldk.PaymentParameters.constructor_for_keysend(hexToBytes(send.payee), KEYSEND_FINAL_CLTV, false)
    const route = ldk.RouteParameters.constructor_from_payment_params_and_value(payee, send.amountMsat)
    route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_some(send.feeLimitMsat))
    const preimage = ldk.Option_ThirtyTwoBytesZ.constructor_some(hexToBytes(send.preimage))
    const retry = ldk.Retry.constructor_attempts(SEND_ATTEMPTS)
    const id = hexToBytes(send.paymentHash)
    const sent = this.#manager.send_spontaneous_payment(preimage, onion, id, route, retry)
    return sent instanceof ldk.Result_ThirtyTwoBytesRetryableSendFailureZ_Err ? sent.err : null
  }

  claim(preimage: string): void {
    this.#manager.claim_funds(hexToBytes(preimage))
  }

  refuse(paymentHash: string): void {
    this.#manager.fail_htlc_backwards(hexToBytes(paymentHash))
  }

  tick(): void {
    this.#manager.timer_tick_occurred()
  }

  #fund(event: ldk.Event_FundingGenerationReady): void {
    const funding = buildFunding(event.output_script, event.channel_value_satoshis)
    const { temporary_channel_id: id, counterparty_node_id: peer } = event
    if (!this.#manager.funding_transaction_generated(id, peer, funding).is_ok()) {
      throw new Error('LDK refuses the funding of a channel')
    }
  }

  #recordMonitor(outpoint: ldk.OutPoint, monitor: ldk.ChannelMonitor): ldk.ChannelMonitorUpdateStatus {
    const name = nameOutpoint(outpoint)
    if (!this.#closedMonitors.has(name)) {
      this.#monitors.set(name, monitor.write())
      this.#changedMonitors.add(name)
    }
    return ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed
  }

  /** Channels are only closed cooperatively and without HTLCs, so nothing is left to watch for on the chain. */
  #dropMonitor(name: string): void {
    this.#closedMonitors.add(name)
    this.#monitors.delete(name)
    this.#changedMonitors.add(name)
  }

  #keep<Kept>(kept: Kept): Kept {
    this.#kept.push(kept)
    return kept
  }
}
