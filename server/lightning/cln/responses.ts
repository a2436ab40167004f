/** The responses of Core Lightning over clnrest, and what each means for money. Checked against v26.06. Makes no
 * requests; those are in adapter.ts. */
import { z } from 'zod'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import type { FailReason, InvoiceState, NodePayment, PayOutcome } from '../node.ts'
import { hex32, nodeKey, integer } from '../node-http.ts'

export const infoResponse = z.object({
  id: nodeKey,
  network: z.string(),
  warning_bitcoind_sync: z.string().optional(),
  warning_lightningd_sync: z.string().optional(),
})

/** Core Lightning's name of the network → the prefix of its invoices. */
export const networks: Record<string, InvoiceNetwork> = {
  bitcoin: 'bc',
  testnet: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

export const createdResponse = z.object({ bolt11: z.string(), payment_hash: hex32 })

const invoice = z.object({
  label: z.string(),
  bolt11: z.string().optional(),
  payment_hash: hex32,
  status: z.string(),
  expires_at: integer,
  pay_index: integer.optional(),
  amount_received_msat: integer.optional(),
  paid_at: integer.optional(),
  payment_preimage: hex32.optional(),
})

export const invoicesResponse = z.object({ invoices: z.array(invoice) })
export const settledResponse = invoice.required({ pay_index: true, amount_received_msat: true, paid_at: true })

export const invoiceStates: Record<string, InvoiceState> = { unpaid: 'open', paid: 'paid', expired: 'expired' }

const pay = z.object({
  payment_hash: hex32,
  status: z.string(),
  created_at: integer,
  amount_msat: integer.optional(),
  amount_sent_msat: integer.optional(),
  preimage: hex32.optional(),
})
export type ClnPay = z.output<typeof pay>
export const paysResponse = z.object({ pays: z.array(pay) })

export const xpayResponse = z.object({
  payment_preimage: hex32,
  amount_msat: integer,
  amount_sent_msat: integer,
})

export const channelsResponse = z.object({
  channels: z.array(
    z.object({ state: z.string(), spendable_msat: integer.optional(), receivable_msat: integer.optional() }),
  ),
})

/** A complete error response. */
const refusal = z.object({ code: z.int().nullish(), message: z.string() })
export type ClnRefusal = z.output<typeof refusal>

export function refusalOf(json: unknown): ClnRefusal | null {
  const read = refusal.safeParse(json)
  return read.success ? read.data : null
}

/** xpay error code → what it means once listpays shows nothing in flight and nothing paid. With any other code, the
 * payment may have been sent. */
const payRefusals: Record<number, FailReason> = {
  [203]: 'rejected',
  [205]: 'no-route',
  [206]: 'no-route',
  [207]: 'expired',
  [209]: 'other',
  [210]: 'timeout',
  [-32602]: 'invalid-invoice',
}

export function meaningOf({ code }: ClnRefusal): FailReason | 'unknown' {
  return payRefusals[code ?? 0] ?? 'unknown'
}

export const codes = { labelTaken: 900, labelUnknown: 905, statusOther: 906, nothingCame: 904 }

/** A hash can have several entries. Paid if any entry is paid, in flight if any may still be. Failed when all have
 * failed and the node has stopped trying: when the newest was made before `triedUntil`. */
export function outcomeOf(
  pays: readonly ClnPay[],
  triedUntil: Date,
  reason: FailReason = 'other',
): PayOutcome | { state: 'not_found' } {
  const paid = pays.find(({ status }) => status === 'complete')
  if (paid) {
    const { preimage, amount_msat: amountMsat, amount_sent_msat: sentMsat } = paid
    if (preimage === undefined || amountMsat === undefined || sentMsat === undefined || sentMsat < amountMsat) {
      return { state: 'unknown', cause: 'The node reports a complete payment without its preimage and amounts' }
    }
    return { state: 'succeeded', preimage, feeMsat: sentMsat - amountMsat }
  }
  if (pays.length === 0) return { state: 'not_found' }
  if (pays.some(({ status }) => status !== 'failed')) return { state: 'in_flight' }
  const newestMs = Math.max(...pays.map((one) => Number(one.created_at) * 1_000))
  if (newestMs > triedUntil.getTime()) return { state: 'in_flight' }
  return { state: 'failed', reason, detail: 'Every attempt of the node has failed.' }
}

export function paymentsOf(pays: readonly ClnPay[], triedUntil: Date): NodePayment[] {
  const byHash = Map.groupBy(pays, (one) => one.payment_hash)
  return [...byHash].flatMap(([paymentHash, entries]) => {
    const outcome = outcomeOf(entries, triedUntil)
    const amountMsat = entries.find((one) => one.amount_msat !== undefined)?.amount_msat ?? 0n
    return outcome.state === 'not_found' ? [] : [{ paymentHash, amountMsat, outcome }]
  })
}
