/** The ways to pay a zap, in the order they are offered: the first is the button, the others stand below it.
 * What a way does is attempts.ts; a new one takes its place here and there. */
import type { Account } from '../session/account.ts'

/** `rest`: what the balance lacks is added by invoice, and the zap follows from the balance at once. */
export type Way = 'balance' | 'rest' | 'invoice'

type Payer = Pick<Account, 'msatBalance' | 'isLocked'>

const MSAT_PER_SAT = 1_000

export function waysFor(payer: Payer | undefined, amountMsat: number | null, minMsat: number): Way[] {
  // Where an operator holds what goes out, the balance pays nothing.
  if (!payer || payer.isLocked) return ['invoice']
  if (amountMsat === null || payer.msatBalance >= amountMsat) return ['balance', 'invoice']
  return restOf(payer, amountMsat, minMsat) < amountMsat ? ['rest', 'invoice'] : ['invoice']
}

/** What the balance lacks, in whole sats; no invoice is smaller than the least. */
export function restOf({ msatBalance }: Payer, amountMsat: number, minMsat: number): number {
  return Math.max(minMsat, Math.ceil((amountMsat - msatBalance) / MSAT_PER_SAT) * MSAT_PER_SAT)
}
