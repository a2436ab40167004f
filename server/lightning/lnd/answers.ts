/** What lnd answers over REST, and what each answer means for money: tables, read at lnd v0.21.2-beta.
 * Asks nobody; the calls are in adapter.ts. */
import { z } from 'zod'
import type { FailReason, InvoiceState, NodePayment, PayOutcome } from '../node.ts'
import { hex32, wholeNumber } from '../node-http.ts'

export const infoAnswer = z.object({
  identity_pubkey: z.string().regex(/^0[23][0-9a-f]{64}$/),
  synced_to_chain: z.boolean(),
  chains: z.array(z.object({ network: z.string() })).nonempty(),
})

/** lnd's name of the chain → the prefix of its invoices. */
export const networks: Record<string, 'bc' | 'tb' | 'tbs' | 'bcrt'> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

export const createdAnswer = z.object({ r_hash: z.string(), payment_request: z.string() })

export const invoiceAnswer = z.object({
  r_hash: z.string(),
  r_preimage: z.string(),
  state: z.string(),
  amt_paid_msat: wholeNumber,
  settle_date: wholeNumber,
  settle_index: wholeNumber,
  creation_date: wholeNumber,
  expiry: wholeNumber,
  /** Of a payment that nobody has asked for; what came with it stands with its parts. */
  is_keysend: z.boolean().optional(),
  htlcs: z.array(z.object({ custom_records: z.record(z.string(), z.string()).optional() })).optional(),
})
export type LndInvoice = z.output<typeof invoiceAnswer>

/** lnd cancels what has expired, after a while; which of the two it was, the time tells. */
export const invoiceStates: Record<string, InvoiceState> = {
  OPEN: 'open',
  SETTLED: 'paid',
  CANCELED: 'canceled',
  ACCEPTED: 'accepted',
}

const paymentAnswer = z.object({
  payment_hash: hex32,
  payment_preimage: z.string(),
  status: z.string(),
  failure_reason: z.string(),
  value_msat: wholeNumber,
  fee_msat: wholeNumber,
  creation_time_ns: wholeNumber,
  htlcs: z.array(z.unknown()),
})

export const invoicesPage = z.object({ invoices: z.array(invoiceAnswer), last_index_offset: wholeNumber })
export const paymentsPage = z.object({ payments: z.array(paymentAnswer), last_index_offset: wholeNumber })
export const balanceAnswer = z.object({
  local_balance: z.object({ msat: wholeNumber }),
  remote_balance: z.object({ msat: wholeNumber }),
})

/** Payment.status → outcome. Anything else is not understood, thus unknown. */
const statuses: Record<string, 'paid' | 'failed' | 'in_flight'> = {
  SUCCEEDED: 'paid',
  FAILED: 'failed',
  IN_FLIGHT: 'in_flight',
  INITIATED: 'in_flight',
}

/** Payment.failure_reason of a payment that is FAILED: it is that only when no part of it is on its way any more, so
 * each of these is final. FAILURE_REASON_TIMEOUT too: it ends the search for a route, never a part that is out. */
const failureReasons: Record<string, { reason: FailReason; detail: string }> = {
  FAILURE_REASON_TIMEOUT: { reason: 'timeout', detail: 'No route was found in time.' },
  FAILURE_REASON_NO_ROUTE: { reason: 'no-route', detail: 'No way to the receiving node was found.' },
  FAILURE_REASON_ERROR: { reason: 'other', detail: 'The node could not make the payment.' },
  FAILURE_REASON_INCORRECT_PAYMENT_DETAILS: { reason: 'rejected', detail: 'The receiving node refused it.' },
  FAILURE_REASON_INSUFFICIENT_BALANCE: { reason: 'insufficient-liquidity', detail: 'The node has too little.' },
  FAILURE_REASON_CANCELED: { reason: 'other', detail: 'The payment was cancelled at the node.' },
}

export function outcomeOf(json: unknown): PayOutcome {
  const read = paymentAnswer.safeParse(json)
  if (!read.success) return { state: 'unknown', cause: 'The node described the payment in an unknown way' }
  const { status, failure_reason: why, fee_msat: feeMsat, payment_preimage: preimage } = read.data
  const meaning = statuses[status]
  if (meaning === 'in_flight') return { state: 'in_flight' }
  const failure = failureReasons[why]
  if (meaning === 'failed' && failure !== undefined) return { state: 'failed', ...failure }
  if (meaning === 'paid' && hex32.safeParse(preimage).success) return { state: 'succeeded', preimage, feeMsat }
  return { state: 'unknown', cause: `The node says ${status.slice(0, 40)} ${why.slice(0, 60)}` }
}

/** Longer than the node may look for a route. */
const FORGOTTEN_MS = 120_000

/** lnd does not take up after a restart what it had written down and not begun to send: that stays initiated for ever. */
export function isForgotten(json: unknown, now: Date): boolean {
  const read = paymentAnswer.safeParse(json)
  if (!read.success || read.data.status !== 'INITIATED' || read.data.htlcs.length > 0) return false
  return now.getTime() > Number(read.data.creation_time_ns / 1_000_000n) + FORGOTTEN_MS
}

export function paymentOf(payment: z.output<typeof paymentAnswer>): NodePayment {
  return { paymentHash: payment.payment_hash, amountMsat: payment.value_msat, outcome: outcomeOf(payment) }
}

/** A whole answer that says no: {code, message}, in streams under `error`. */
const status = z.object({ code: z.int(), message: z.string() })
const refusalAnswer = z.union([status, z.object({ error: status }).transform((answer) => answer.error)])
export type LndRefusal = z.output<typeof status>

export function refusalOf(json: unknown): LndRefusal | null {
  const read = refusalAnswer.safeParse(json)
  return read.success ? read.data : null
}

/** What router/send says no with → what it means once router/track has never heard of the payment. The first row that
 * fits counts. Only what lnd says before it writes the payment down is a failure; the rest may have gone out. */
const sendRefusals: { code: number; says: RegExp; means: FailReason | 'unknown' }[] = [
  // Already exists: the payment is initiated, in transition or paid. That track does not know it is a contradiction.
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

/** A wrong address answers code 5 too, so the words count. */
export const isUnheardOf = ({ code, message }: LndRefusal) => code === 5 && /payment isn't initiated/.test(message)
export const isNoInvoice = ({ code, message }: LndRefusal) =>
  code === 5 && /unable to locate invoice|no existing invoices/.test(message)
