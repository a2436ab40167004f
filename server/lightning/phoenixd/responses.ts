/** The responses of phoenixd, and what each means for money. Checked against v0.8.0. Makes no requests; those are in
 * adapter.ts. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { decodeInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { InvoiceNetwork } from '#protocols/lightning/networks.ts'
import type { FailReason, NodePayment, PayOutcome } from '../node.ts'
import { hex32, nodeKey, integer } from '../node-http.ts'

export const infoResponse = z.object({ nodeId: nodeKey, chain: z.string() })

/** phoenixd's name of the network → the prefix of its invoices. */
export const networks: Record<string, InvoiceNetwork> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet3: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

export const balanceResponse = z.object({ balanceSat: integer })
export const channelsResponse = z.object({
  channels: z.array(z.object({ state: z.string(), inboundLiquiditySat: integer.nullish() })),
})
export const createdResponse = z.object({ paymentHash: hex32, serialized: z.string() })

export const incomingResponse = z.object({
  paymentHash: hex32,
  preimage: hex32,
  isPaid: z.boolean(),
  /** The amount added to the balance, truncated to whole sats. Negative when a small payment triggered a large
   * purchase of liquidity (ACINQ/phoenixd#205). */
  receivedSat: z.int().transform(BigInt),
  /** msat, although the other amounts are in sats. */
  fees: integer.nullish(),
  completedAt: integer.nullish(),
  createdAt: integer,
  invoice: z.string().nullish(),
})
export type Incoming = z.output<typeof incomingResponse>
export const incomingList = z.array(incomingResponse)

/** The amount paid, and the fee that phoenixd deducted. phoenixd reports only what a payment added to the balance:
 * liquidity fees are already subtracted, and a small payment is added to the fee credit as a whole, with 0 in both
 * fields. `fees` does not help in either case: fee credit spent on a purchase was paid by other payments.
 *
 * But phoenixd accepts no less than an invoice requests (lightning-kmp, IncomingPaymentHandler; BOLT 4), so a paid
 * invoice was paid in full. Hence the amount paid is the amount requested, or what was added to the balance where
 * that is more. A full payment is never treated as underpaid, and an exact payment is never credited with more,
 * since the balance never grows by more than was paid. The fee is the difference, so that paid minus fee is the
 * change of the balance, to the whole sat.
 *
 * If the payer chose the amount, it is not known as exactly: there it is the sum of the two fields. */
export function paidOf({ receivedSat, fees, invoice }: Incoming): { receivedMsat: bigint; feeMsat: bigint } {
  const addedMsat = receivedSat * 1_000n
  const leastMsat = amountIn(invoice) ?? addedMsat + (fees ?? 0n)
  const receivedMsat = [leastMsat, addedMsat, 0n].reduce((most, one) => (one > most ? one : most))
  return { receivedMsat, feeMsat: receivedMsat - addedMsat }
}

/** Null also for an invoice that cannot be decoded: it must not block later payments. */
function amountIn(invoice: string | null | undefined): bigint | null {
  try {
    return invoice ? decodeInvoice(invoice).amountMsat : null
  } catch (error) {
    if (error instanceof InvalidInvoice) return null
    throw error
  }
}

const outgoing = z.object({
  paymentHash: hex32.nullish(),
  preimage: hex32.nullish(),
  isPaid: z.boolean(),
  /** Includes the fees. */
  sent: integer,
  /** msat, although the other amounts are in sats. */
  fees: integer,
  invoice: z.string().nullish(),
  completedAt: integer.nullish(),
  createdAt: integer,
})
export const outgoingList = z.array(outgoing)

/** payinvoice responds with HTTP 200 whether it paid or not. */
export const refusedResponse = z.object({ reason: z.string() })

/** Reasons of payments that phoenixd then shows as completed but not paid. Only for messages to users. */
const reasons: { says: RegExp; means: FailReason }[] = [
  { says: /expired/i, means: 'expired' },
  { says: /balance|insufficient|funds/i, means: 'insufficient-liquidity' },
  { says: /route|trampoline|fee/i, means: 'no-route' },
  { says: /recipient.*(rejected|refused|unknown)|rejected/i, means: 'rejected' },
]

export function reasonOf(result: string | null): FailReason {
  return reasons.find(({ says }) => result !== null && says.test(result))?.means ?? 'other'
}

/** Succeeded only with a matching preimage: one release reported every completed payment as paid. */
export function outcomeOf(json: unknown, paymentHash: string, result: string | null): PayOutcome {
  const read = outgoing.safeParse(json)
  if (!read.success) return { state: 'unknown', cause: 'The node returned the payment in an unknown format' }
  const { preimage, isPaid, completedAt, fees: feeMsat } = read.data
  if (preimage && hashOf(preimage) === paymentHash) return { state: 'succeeded', preimage, feeMsat }
  if (completedAt === null || completedAt === undefined) return { state: 'in_flight' }
  if (preimage || isPaid) return { state: 'unknown', cause: 'The node reports a payment as paid without its preimage' }
  return { state: 'failed', reason: reasonOf(result), detail: result?.slice(0, 200) ?? 'The node gave up.' }
}

export function paymentsOf(list: z.output<typeof outgoingList>): NodePayment[] {
  return list.flatMap((one) => {
    if (!one.paymentHash) return []
    const outcome = outcomeOf(one, one.paymentHash, null)
    return [{ paymentHash: one.paymentHash, amountMsat: amountOf(one), outcome }]
  })
}

/** `sent` is truncated to whole sats. The invoice has the exact amount; without one, the amount was in whole sats. */
function amountOf({ invoice, sent, fees }: z.output<typeof outgoing>): bigint {
  const requestedMsat = invoice ? decodeInvoice(invoice).amountMsat : null
  return requestedMsat ?? ((sent * 1_000n - fees + 999n) / 1_000n) * 1_000n
}

export function hashOf(preimage: string): string {
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
}
