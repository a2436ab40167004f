/** What phoenixd answers, and what each answer means for money: tables, read at v0.8.0.
 * Asks nobody; the calls are in adapter.ts. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { decodeInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { FailReason, NodePayment, PayOutcome } from '../node.ts'
import { hex32, wholeNumber } from '../node-http.ts'

export const infoAnswer = z.object({ nodeId: z.string().regex(/^0[23][0-9a-f]{64}$/), chain: z.string() })

/** phoenixd's name of the chain → the prefix of its invoices. */
export const networks: Record<string, 'bc' | 'tb' | 'tbs' | 'bcrt'> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet3: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

export const balanceAnswer = z.object({ balanceSat: wholeNumber })
export const channelsAnswer = z.object({
  channels: z.array(z.object({ state: z.string(), inboundLiquiditySat: wholeNumber.nullish() })),
})
export const createdAnswer = z.object({ paymentHash: hex32, serialized: z.string() })

export const incomingAnswer = z.object({
  paymentHash: hex32,
  preimage: hex32,
  isPaid: z.boolean(),
  /** What it has added to the balance, cut off to a sat; below zero where a small payment set off a large purchase of
   * liquidity (ACINQ/phoenixd#205). */
  receivedSat: z.int().transform(BigInt),
  /** msat, although the rest is in sats. */
  fees: wholeNumber.nullish(),
  completedAt: wholeNumber.nullish(),
  createdAt: wholeNumber,
  invoice: z.string().nullish(),
})
export type Incoming = z.output<typeof incomingAnswer>
export const incomingList = z.array(incomingAnswer)

/**
 * What was paid, and what of it phoenixd kept. It tells only what a payment has added to the balance: fees for liquidity are
 * taken off before, and a small payment goes to the fee credit as a whole, with 0 in both fields. `fees` does not help with
 * either: fee credit that was spent on a purchase was paid by others.
 *
 * But it takes no less than an invoice asks for (lightning-kmp, IncomingPaymentHandler; BOLT 4), so one that is paid was paid
 * in full. Hence: what was asked, or what has reached the balance where that is more. A full payment is never called
 * underpaid, and whoever paid exactly is never credited with more, since a balance never grows by more than was paid. Kept is
 * the rest, so that paid less kept is the balance, to the sat it is told in.
 *
 * Whose amount was the payer's to choose is not known so well: there it is what the two fields say together.
 */
export function paidOf({ receivedSat, fees, invoice }: Incoming): { receivedMsat: bigint; feeMsat: bigint } {
  const addedMsat = receivedSat * 1_000n
  const leastMsat = askedBy(invoice) ?? addedMsat + (fees ?? 0n)
  const receivedMsat = [leastMsat, addedMsat, 0n].reduce((most, one) => (one > most ? one : most))
  return { receivedMsat, feeMsat: receivedMsat - addedMsat }
}

/** Null also for what cannot be read: it must not hold up those behind it. */
function askedBy(invoice: string | null | undefined): bigint | null {
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
  /** With the fees. */
  sent: wholeNumber,
  /** msat, although the rest is in sats. */
  fees: wholeNumber,
  invoice: z.string().nullish(),
  completedAt: wholeNumber.nullish(),
  createdAt: wholeNumber,
})
export const outgoingList = z.array(outgoing)

/** An answer to payinvoice is HTTP 200 whether it was paid or not. */
export const refusedAnswer = z.object({ reason: z.string() })

/** Reasons of a payment that phoenixd then shows as completed and not paid; only for what is told to people. */
const reasons: { says: RegExp; means: FailReason }[] = [
  { says: /expired/i, means: 'expired' },
  { says: /balance|insufficient|funds/i, means: 'insufficient-liquidity' },
  { says: /route|trampoline|fee/i, means: 'no-route' },
  { says: /recipient.*(rejected|refused|unknown)|rejected/i, means: 'rejected' },
]

export function reasonOf(said: string | null): FailReason {
  return reasons.find(({ says }) => said !== null && says.test(said))?.means ?? 'other'
}

/** Paid only with a preimage that fits: one release called whatever had ended paid. */
export function outcomeOf(json: unknown, paymentHash: string, said: string | null): PayOutcome {
  const read = outgoing.safeParse(json)
  if (!read.success) return { state: 'unknown', cause: 'The node described the payment in an unknown way' }
  const { preimage, isPaid, completedAt, fees: feeMsat } = read.data
  if (preimage && hashOf(preimage) === paymentHash) return { state: 'succeeded', preimage, feeMsat }
  if (completedAt === null || completedAt === undefined) return { state: 'in_flight' }
  if (preimage || isPaid) return { state: 'unknown', cause: 'The node says paid without the preimage' }
  return { state: 'failed', reason: reasonOf(said), detail: said?.slice(0, 200) ?? 'The node gave it up.' }
}

export function paymentsOf(list: z.output<typeof outgoingList>): NodePayment[] {
  return list.flatMap((one) => {
    if (!one.paymentHash) return []
    const outcome = outcomeOf(one, one.paymentHash, null)
    return [{ paymentHash: one.paymentHash, amountMsat: amountOf(one), outcome }]
  })
}

/** What is sent is told in sats, cut off: the invoice knows better, and without an amount it was whole sats. */
function amountOf({ invoice, sent, fees }: z.output<typeof outgoing>): bigint {
  const asked = invoice ? decodeInvoice(invoice).amountMsat : null
  return asked ?? ((sent * 1_000n - fees + 999n) / 1_000n) * 1_000n
}

export function hashOf(preimage: string): string {
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
}
