/** The responses of lnd over REST, and what each means for money. Checked against lnd v0.21.2-beta. Makes no
 * requests; those are in adapter.ts. */
import { z } from 'zod'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import type { FailReason, InvoiceState, NodePayment, PayOutcome } from '../node.ts'
import { hex32, nodeKey, integer } from '../node-http.ts'

export const infoResponse = z.object({
  identity_pubkey: nodeKey,
  synced_to_chain: z.boolean(),
  chains: z.array(z.object({ network: z.string() })).nonempty(),
})

/** lnd's name of the network → the prefix of its invoices. */
export const networks: Record<string, InvoiceNetwork> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

/** lnrpc.ChanBackupSnapshot. */
export const channelBackupResponse = z.object({
  multi_chan_backup: z.object({ multi_chan_backup: z.base64() }),
})

export const createdResponse = z.object({ r_hash: z.string(), payment_request: z.string() })

export const invoiceResponse = z.object({
  r_hash: z.string(),
  r_preimage: z.string(),
  state: z.string(),
  amt_paid_msat: integer,
  settle_date: integer,
  settle_index: integer,
  creation_date: integer,
  expiry: integer,
  /** True for a keysend payment; its custom records are in its HTLCs. */
  is_keysend: z.boolean().optional(),
  htlcs: z.array(z.object({ custom_records: z.record(z.string(), z.string()).optional() })).optional(),
})
export type LndInvoice = z.output<typeof invoiceResponse>

/** lnd cancels expired invoices some time after expiry. The time distinguishes the two cases. */
export const invoiceStates: Record<string, InvoiceState> = {
  OPEN: 'open',
  SETTLED: 'paid',
  CANCELED: 'canceled',
  ACCEPTED: 'accepted',
}

const paymentResponse = z.object({
  payment_hash: hex32,
  payment_preimage: z.string(),
  status: z.string(),
  failure_reason: z.string(),
  value_msat: integer,
  fee_msat: integer,
  creation_time_ns: integer,
  htlcs: z.array(z.unknown()),
})

export const invoicesPage = z.object({ invoices: z.array(invoiceResponse), last_index_offset: integer })
export const paymentsPage = z.object({ payments: z.array(paymentResponse), last_index_offset: integer })
export const balanceResponse = z.object({
  local_balance: z.object({ msat: integer }),
  remote_balance: z.object({ msat: integer }),
})

/** Payment.status → outcome. Any other status is unknown. */
const statuses: Record<string, 'paid' | 'failed' | 'in_flight'> = {
  SUCCEEDED: 'paid',
  FAILED: 'failed',
  IN_FLIGHT: 'in_flight',
  INITIATED: 'in_flight',
}

/** Payment.failure_reason of a FAILED payment. lnd reports FAILED only when no part is in flight any more, so each
 * of these is final. That includes FAILURE_REASON_TIMEOUT, which ends the search for a route but never a part in
 * flight. */
const failureReasons: Record<string, { reason: FailReason; detail: string }> = {
  FAILURE_REASON_TIMEOUT: { reason: 'timeout', detail: 'No route was found in time.' },
  FAILURE_REASON_NO_ROUTE: { reason: 'no-route', detail: 'No route to the receiving node was found.' },
  FAILURE_REASON_ERROR: { reason: 'other', detail: 'The node could not make the payment.' },
  FAILURE_REASON_INCORRECT_PAYMENT_DETAILS: { reason: 'rejected', detail: 'The receiving node refused it.' },
  FAILURE_REASON_INSUFFICIENT_BALANCE: {
    reason: 'insufficient-liquidity',
    detail: 'The node has too little liquidity.',
  },
  FAILURE_REASON_CANCELED: { reason: 'other', detail: 'The payment was cancelled at the node.' },
}

export function outcomeOf(json: unknown): PayOutcome {
  const read = paymentResponse.safeParse(json)
  if (!read.success) return { state: 'unknown', cause: 'The node returned the payment in an unknown format' }
  const { status, failure_reason: why, fee_msat: feeMsat, payment_preimage: preimage } = read.data
  const meaning = statuses[status]
  if (meaning === 'in_flight') return { state: 'in_flight' }
  const failure = failureReasons[why]
  if (meaning === 'failed' && failure !== undefined) return { state: 'failed', ...failure }
  if (meaning === 'paid' && hex32.safeParse(preimage).success) return { state: 'succeeded', preimage, feeMsat }
  return { state: 'unknown', cause: `The node reported ${status.slice(0, 40)} ${why.slice(0, 60)}` }
}

/** Longer than the node may search for a route. */
const FORGOTTEN_MS = 120_000

/** After a restart, lnd does not resume a payment that it had stored but not started to send. Such a payment stays
 * INITIATED forever. */
export function isForgotten(json: unknown, now: Date): boolean {
  const read = paymentResponse.safeParse(json)
  if (!read.success || read.data.status !== 'INITIATED' || read.data.htlcs.length > 0) return false
  return now.getTime() > Number(read.data.creation_time_ns / 1_000_000n) + FORGOTTEN_MS
}

export function paymentOf(payment: z.output<typeof paymentResponse>): NodePayment {
  return { paymentHash: payment.payment_hash, amountMsat: payment.value_msat, outcome: outcomeOf(payment) }
}

/** A complete error response: {code, message}, in streams inside `error`. */
const status = z.object({ code: z.int(), message: z.string() })
const refusalResponse = z.union([status, z.object({ error: status }).transform((response) => response.error)])
export type LndRefusal = z.output<typeof status>

export function refusalOf(json: unknown): LndRefusal | null {
  const read = refusalResponse.safeParse(json)
  return read.success ? read.data : null
}

/** router/send error → what it means once router/track does not know the payment. The first matching row applies.
 * Only errors from before lnd stores the payment are failures; after any other, the payment may have been sent. */
const sendRefusals: { code: number; says: RegExp; means: FailReason | 'unknown' }[] = [
  // Already exists: the payment is initiated, in transition or paid. That router/track does not know it is a
  // contradiction.
  { code: 6, says: /./, means: 'unknown' },
  { code: 2, says: /^invoice expired/, means: 'expired' },
  { code: 2, says: /not for current active network/, means: 'wrong-network' },
  { code: 2, says: /self-payments not allowed/, means: 'rejected' },
  { code: 2, says: /^amount must (not )?be |payment of .* is too large|invalid|checksum/i, means: 'invalid-invoice' },
  { code: 2, says: /insufficient/, means: 'insufficient-liquidity' },
  {
    code: 2,
    says: /starting up|wallet locked|permission denied|macaroon|context|transport|connection/,
    means: 'unknown',
  },
  { code: 2, says: /./, means: 'other' },
  { code: 3, says: /./, means: 'invalid-invoice' },
]

export function meaningOf({ code, message }: LndRefusal): FailReason | 'unknown' {
  return sendRefusals.find((row) => row.code === code && row.says.test(message))?.means ?? 'unknown'
}

/** A wrong path also returns code 5, so the message is checked too. */
export const isUnknownPayment = ({ code, message }: LndRefusal) => code === 5 && /payment isn't initiated/.test(message)
export const isNoInvoice = ({ code, message }: LndRefusal) =>
  code === 5 && /unable to locate invoice|no existing invoices/.test(message)
