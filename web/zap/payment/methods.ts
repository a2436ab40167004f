/** The payment methods of a zap, in the order they are offered: the first is the main button, the others are below it.
 * What each method does is in attempts.ts; a new method is added in both files. */
import type { Account } from '#web/session/account.ts'

/** `rest`: the shortfall of the balance is added by invoice, and then the zap is sent from the balance immediately.
 * `connected` and `browser` are the payer's own wallets, which are asked to pay the invoice. */
export type PaymentMethod = 'balance' | 'connected' | 'browser' | 'rest' | 'invoice'

/** Which of the payer's own wallets are available here. */
export type AvailableWallets = { isConnected: boolean; isInBrowser: boolean }
const NONE: AvailableWallets = { isConnected: false, isInBrowser: false }

type Payer = Pick<Account, 'msatBalance' | 'isLocked'>

const MSAT_PER_SAT = 1_000

export function methodsFor(
  payer: Payer | undefined,
  amountMsat: number | null,
  minMsat: number,
  { isConnected, isInBrowser }: AvailableWallets = NONE,
): PaymentMethod[] {
  const wallets: PaymentMethod[] = [
    ...(isConnected ? (['connected'] as const) : []),
    ...(isInBrowser ? (['browser'] as const) : []),
  ]
  // While an operator holds outgoing payments of this account, the balance cannot be used.
  if (!payer || payer.isLocked) return [...wallets, 'invoice']
  if (amountMsat === null || payer.msatBalance >= amountMsat) return ['balance', ...wallets, 'invoice']
  return shortfallOf(payer, amountMsat, minMsat) < amountMsat
    ? [...wallets, 'rest', 'invoice']
    : [...wallets, 'invoice']
}

/** Methods that pay an invoice for the zap itself, which anybody may pay. */
export const isByInvoice = (method: PaymentMethod): boolean => method !== 'balance' && method !== 'rest'

export const isOwnWallet = (method: PaymentMethod): method is 'connected' | 'browser' =>
  method === 'connected' || method === 'browser'

/** The shortfall of the balance, rounded up to whole sats and to the smallest invoice. */
export function shortfallOf({ msatBalance }: Payer, amountMsat: number, minMsat: number): number {
  return Math.max(minMsat, Math.ceil((amountMsat - msatBalance) / MSAT_PER_SAT) * MSAT_PER_SAT)
}
