/** Amounts of the wallet: reading what was typed, writing what is shown, and the fee that is held.
 * The server has the last word on all of them. */
import { formatExactSats, formatSats } from '#contract/money.ts'
import type { SiteSettings } from '../site.ts'
import { t } from '../words/words.ts'

const MSAT_PER_SAT = 1_000

/** What this installation allows and holds. */
export type PaymentLimits = Pick<SiteSettings, 'minPaymentMsat' | 'maxPaymentMsat' | 'reservePpm' | 'reserveMinMsat'>

/** '1000', '1,000', '1 000' and '1’000' are a thousand; null for anything but a whole number of sats. */
export function parseSats(text: string): number | null {
  const digits = text.trim().replaceAll(/[\s,.'’](?=\d{3}(?!\d))/g, '')
  if (!/^\d{1,13}$/.test(digits)) return null
  return Number.parseInt(digits, 10)
}

/** What is wrong with an amount that was typed, in words; undefined when nothing is. */
export function describeAmountProblem(text: string, limits: PaymentLimits): string | undefined {
  const sats = parseSats(text)
  if (sats === null) return t('wallet.amountWhole')
  if (sats * MSAT_PER_SAT < limits.minPaymentMsat) return t('wallet.amountLow', limitWords(limits))
  if (sats * MSAT_PER_SAT > limits.maxPaymentMsat) return t('wallet.amountHigh', limitWords(limits))
  return undefined
}

export const satsToMsat = (sats: number): number => sats * MSAT_PER_SAT

export function limitWords({ minPaymentMsat, maxPaymentMsat }: PaymentLimits): { min: string; max: string } {
  return { min: formatSats(minPaymentMsat), max: formatSats(maxPaymentMsat) }
}

/** Nothing is rounded away: whole sats as they are, others with all three decimals. */
export function formatAmount(amountMsat: number): string {
  return amountMsat % MSAT_PER_SAT === 0 ? formatSats(amountMsat) : formatExactSats(amountMsat)
}

/** The same with its sign; nothing has none. */
export function formatChange(changeMsat: number): string {
  if (changeMsat === 0) return '0'
  return `${changeMsat < 0 ? '−' : '+'}${formatAmount(Math.abs(changeMsat))}`
}

/** What is held for the network's fee: a share of the amount, rounded up to the msat, with a least. */
export function feeReserveOf(amountMsat: number, { reservePpm, reserveMinMsat }: PaymentLimits): number {
  return Math.max(reserveMinMsat, Math.ceil((amountMsat * reservePpm) / 1_000_000))
}
