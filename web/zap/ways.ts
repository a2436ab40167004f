/** The ways to pay a zap, in the order they are offered: the first is the button, the others stand below it.
 * What a way does is attempts.ts; a new one takes its place here and there. */
import type { Account } from '../session/account.ts'

/** `rest`: what the balance lacks is added by invoice, and the zap follows from the balance at once. `connected` and
 * `browser` are wallets of the payer's own, which are asked to pay the invoice. */
export type Way = 'balance' | 'connected' | 'browser' | 'rest' | 'invoice'

/** Which wallets of the payer's own can be asked from here. */
export type OwnWallets = { isConnected: boolean; isInBrowser: boolean }
const NONE: OwnWallets = { isConnected: false, isInBrowser: false }

type Payer = Pick<Account, 'msatBalance' | 'isLocked'>

const MSAT_PER_SAT = 1_000

export function waysFor(
  payer: Payer | undefined,
  amountMsat: number | null,
  minMsat: number,
  { isConnected, isInBrowser }: OwnWallets = NONE,
): Way[] {
  const wallets: Way[] = [
    ...(isConnected ? (['connected'] as const) : []),
    ...(isInBrowser ? (['browser'] as const) : []),
  ]
  // Where an operator holds what goes out, the balance pays nothing.
  if (!payer || payer.isLocked) return [...wallets, 'invoice']
  if (amountMsat === null || payer.msatBalance >= amountMsat) return ['balance', ...wallets, 'invoice']
  return restOf(payer, amountMsat, minMsat) < amountMsat ? [...wallets, 'rest', 'invoice'] : [...wallets, 'invoice']
}

/** Paid by an invoice for the zap itself, whoever pays it. */
export const isByInvoice = (way: Way): boolean => way !== 'balance' && way !== 'rest'

export const isOwnWallet = (way: Way): way is 'connected' | 'browser' => way === 'connected' || way === 'browser'

/** What the balance lacks, in whole sats; no invoice is smaller than the least. */
export function restOf({ msatBalance }: Payer, amountMsat: number, minMsat: number): number {
  return Math.max(minMsat, Math.ceil((amountMsat - msatBalance) / MSAT_PER_SAT) * MSAT_PER_SAT)
}
