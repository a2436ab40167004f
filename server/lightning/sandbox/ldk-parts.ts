/** The parts of an LDK node: settings, router and peer handler, and the translation of its events. Keeps no state;
 * objects that need a strong reference are pushed onto `kept`. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as ldk from 'lightningdevkit'
import type { CustomRecords } from '../node.ts'

export type NodeEvent =
  | { type: 'claimable'; paymentHash: string; amountMsat: bigint; spontaneous: Spontaneous | null }
  | { type: 'claimed'; paymentHash: string; amountMsat: bigint }
  | { type: 'sent'; paymentHash: string; preimage: string; feeMsat: bigint }
  | { type: 'failed'; paymentHash: string; reason: ldk.PaymentFailureReason }
  | { type: 'closed'; monitor: string }

/** The preimage and the custom records of a keysend payment. */
export type Spontaneous = { preimage: string; customRecords: CustomRecords }

/** With the default, a few zaps of a hundred sats in flight at the same time exceed the limit for dust. */
const MAX_DUST_MSAT = 1_000_000_000n
const MAX_CHANNEL_SAT = 1_000_000_000n

export function translateEvent(event: ldk.Event): NodeEvent | null {
  if (event instanceof ldk.Event_PaymentClaimable) {
    const { payment_hash: paymentHash, amount_msat: amountMsat } = event
    return { type: 'claimable', paymentHash: bytesToHex(paymentHash), amountMsat, spontaneous: readSpontaneous(event) }
  }
  if (event instanceof ldk.Event_PaymentClaimed) {
    return { type: 'claimed', paymentHash: bytesToHex(event.payment_hash), amountMsat: event.amount_msat }
  }
  if (event instanceof ldk.Event_PaymentSent) {
    const fee = event.fee_paid_msat
    return {
      type: 'sent',
      paymentHash: bytesToHex(event.payment_hash),
      preimage: bytesToHex(event.payment_preimage),
      feeMsat: fee instanceof ldk.Option_u64Z_Some ? fee.some : 0n,
    }
  }
  if (event instanceof ldk.Event_PaymentFailed) {
    const { reason } = event
    const known = reason instanceof ldk.Option_PaymentFailureReasonZ_Some
    const other = ldk.PaymentFailureReason.LDKPaymentFailureReason_UnexpectedError
    return { type: 'failed', paymentHash: bytesToHex(event.payment_id), reason: known ? reason.some : other }
  }
  if (event instanceof ldk.Event_ChannelClosed && event.channel_funding_txo) {
    return { type: 'closed', monitor: nameOutpoint(event.channel_funding_txo) }
  }
  return null
}

function readSpontaneous({ purpose, onion_fields: onion }: ldk.Event_PaymentClaimable): Spontaneous | null {
  if (!(purpose instanceof ldk.PaymentPurpose_SpontaneousPayment)) return null
  const records = onion.custom_tlvs().map((tlv) => [tlv.get_a().toString(), bytesToHex(tlv.get_b())] as const)
  return { preimage: bytesToHex(purpose.spontaneous_payment), customRecords: Object.fromEntries(records) }
}

/** For a keysend payment. Null when LDK rejects these records. */
export function buildSpontaneousOnion(records: CustomRecords): ldk.RecipientOnionFields | null {
  const empty = ldk.RecipientOnionFields.constructor_spontaneous_empty()
  const tlvs = Object.entries(records).map(([type, value]) =>
    ldk.TwoTuple_u64CVec_u8ZZ.constructor_new(BigInt(type), hexToBytes(value)),
  )
  if (tlvs.length === 0) return empty
  const built = empty.with_custom_tlvs(tlvs)
  return built instanceof ldk.Result_RecipientOnionFieldsNoneZ_OK ? built.res : null
}

export function nameOutpoint(outpoint: ldk.OutPoint): string {
  return `${bytesToHex(outpoint.get_txid())}-${outpoint.get_index()}`
}

export function readMonitor(bytes: Uint8Array, keys: ldk.KeysManager): ldk.ChannelMonitor {
  const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelMonitorZ_read(
    bytes,
    keys.as_EntropySource(),
    keys.as_SignerProvider(),
  )
  if (!(read instanceof ldk.Result_C2Tuple_ThirtyTwoBytesChannelMonitorZDecodeErrorZ_OK)) {
    throw new Error('A saved channel monitor cannot be read')
  }
  return read.res.get_b()
}

export function buildConfig(): ldk.UserConfig {
  const handshake = ldk.ChannelHandshakeConfig.constructor_default()
  handshake.set_minimum_depth(1)
  handshake.set_our_htlc_minimum_msat(1n)
  handshake.set_max_inbound_htlc_value_in_flight_percent_of_channel(100)
  const limits = ldk.ChannelHandshakeLimits.constructor_default()
  limits.set_max_funding_satoshis(MAX_CHANNEL_SAT)
  const channel = ldk.ChannelConfig.constructor_default()
  channel.set_max_dust_htlc_exposure(ldk.MaxDustHTLCExposure.constructor_fixed_limit_msat(MAX_DUST_MSAT))
  const config = ldk.UserConfig.constructor_default()
  config.set_channel_handshake_config(handshake)
  config.set_channel_handshake_limits(limits)
  config.set_channel_config(channel)
  return config
}

export function buildRouter(kept: unknown[], graph: ldk.NetworkGraph, logger: ldk.Logger, keys: ldk.KeysManager) {
  const decay = ldk.ProbabilisticScoringDecayParameters.constructor_default()
  const scorer = ldk.ProbabilisticScorer.constructor_new(decay, graph, logger)
  const score = ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score())
  const fees = ldk.ProbabilisticScoringFeeParameters.constructor_default()
  kept.push(decay, scorer, score, fees)
  return ldk.DefaultRouter.constructor_new(graph, logger, keys.as_EntropySource(), score.as_LockableScore(), fees)
}

export function buildPeers(
  kept: unknown[],
  manager: ldk.ChannelManager,
  graph: ldk.NetworkGraph,
  logger: ldk.Logger,
  keys: ldk.KeysManager,
  seconds: number,
): ldk.PeerManager {
  const ignoring = ldk.IgnoringMessageHandler.constructor_new()
  const gossip = ldk.P2PGossipSync.constructor_new(graph, ldk.Option_UtxoLookupZ.constructor_none(), logger)
  kept.push(ignoring, gossip)
  return ldk.PeerManager.constructor_new(
    manager.as_ChannelMessageHandler(),
    gossip.as_RoutingMessageHandler(),
    ignoring.as_OnionMessageHandler(),
    ignoring.as_CustomMessageHandler(),
    seconds,
    keys.as_EntropySource().get_secure_random_bytes(),
    logger,
    keys.as_NodeSigner(),
  )
}
