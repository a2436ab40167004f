/** The sandbox's checks before it sends a payment, and its failures as the interface defines them. LDK has no clock
 * and does not know our network prefix, so both are checked here. */
import { PaymentFailureReason, RetryableSendFailure } from 'lightningdevkit'
import { decodeInvoice, type DecodedInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { CustomRecords, FailReason } from '../node.ts'
import { findRefusal, type Failure } from '../refusal.ts'
import type { NodeName } from './book.ts'

export type PaymentOrder = {
  node: NodeName
  bolt11: string
  paymentHash: string
  amountMsat?: bigint
  feeLimitMsat: bigint
  /** Instead of the present time, in the books of the node that is paid. */
  settledAtMs?: number
}

export type KeysendOrder = {
  node: NodeName
  pubkey: string
  paymentHash: string
  preimage: string
  amountMsat: bigint
  customRecords: CustomRecords
  expiresAt: Date
  feeLimitMsat: bigint
}

export type { Failure }

export type CheckedPayment = {
  amountMsat: bigint
  payee: string
  paymentSecret: string
  minFinalCltv: number
  failure: Failure | null
}

export function checkPayment(order: PaymentOrder, now: Date): CheckedPayment {
  let invoice: DecodedInvoice
  try {
    invoice = decodeInvoice(order.bolt11)
  } catch (error) {
    if (!(error instanceof InvalidInvoice)) throw error
    const failure: Failure = { reason: 'invalid-invoice', detail: error.message }
    return { amountMsat: order.amountMsat ?? 0n, payee: '', paymentSecret: '', minFinalCltv: 0, failure }
  }
  return {
    amountMsat: invoice.amountMsat ?? order.amountMsat ?? 0n,
    payee: invoice.payee,
    paymentSecret: invoice.paymentSecret ?? '',
    minFinalCltv: invoice.minFinalCltv,
    failure: findRefusal(order, 'bcrt', now),
  }
}

export function checkKeysend({ expiresAt, amountMsat }: KeysendOrder, now: Date): Failure | null {
  if (expiresAt <= now) return { reason: 'expired', detail: 'The payment has expired.' }
  return amountMsat > 0n ? null : { reason: 'other', detail: 'There is nothing to pay.' }
}

/** Messages to the user of the external wallet. */
const sentences: Partial<Record<FailReason, string>> = {
  'no-route': 'No route to the receiving node was found.',
  rejected: 'The receiving node refused it.',
  expired: 'The invoice has expired.',
  'invalid-invoice': 'The invoice asks for something this wallet cannot do.',
}

/** LDK did not start the payment: a final failure, nothing is in flight. */
export function explainRefusal(refusal: RetryableSendFailure | 'records'): Failure {
  if (refusal === 'records') return { reason: 'other', detail: 'The records of the payment are not accepted.' }
  const reasons: Record<number, FailReason> = {
    [RetryableSendFailure.LDKRetryableSendFailure_PaymentExpired]: 'expired',
    [RetryableSendFailure.LDKRetryableSendFailure_RouteNotFound]: 'no-route',
  }
  const reason = reasons[refusal] ?? 'other'
  return { reason, detail: sentences[reason] ?? 'The node refused the payment.' }
}

export function explainFailure(failure: PaymentFailureReason): Failure {
  const reasons: Record<number, FailReason> = {
    [PaymentFailureReason.LDKPaymentFailureReason_RecipientRejected]: 'rejected',
    [PaymentFailureReason.LDKPaymentFailureReason_RetriesExhausted]: 'no-route',
    [PaymentFailureReason.LDKPaymentFailureReason_PaymentExpired]: 'expired',
    [PaymentFailureReason.LDKPaymentFailureReason_RouteNotFound]: 'no-route',
    [PaymentFailureReason.LDKPaymentFailureReason_UnknownRequiredFeatures]: 'invalid-invoice',
  }
  const reason = reasons[failure] ?? 'other'
  return { reason, detail: sentences[reason] ?? 'The payment failed.' }
}
