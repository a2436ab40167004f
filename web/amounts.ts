/** Amounts that people give and take: reading what was typed, writing what is shown, and the fee that is held.
 * The server has the last word on all of them. */
import type { SiteSettings } from './site.ts'
import { t } from './words/words.ts'
import { formatExactSats, formatSats } from './words/sats.ts'

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

/** A change in whole sats, floored, as lists show it: +2,707, −<1, 0. */
export function formatSatsChange(changeMsat: number): string {
  return changeMsat > 0 ? `+${formatSats(changeMsat)}` : formatSats(changeMsat)
}

/** What is held for the network's fee: a share of the amount, rounded up to the msat, with a least. */
export function feeReserveOf(amountMsat: number, { reservePpm, reserveMinMsat }: PaymentLimits): number {
  return Math.max(reserveMinMsat, Math.ceil((amountMsat * reservePpm) / 1_000_000))
}

/** The most whole sats that can leave a balance with what is held for their fee; 0 when none can. */
export function mostThatLeaves(balanceMsat: number, limits: PaymentLimits): number {
  const withShare = Math.floor((balanceMsat * 1_000_000) / (1_000_000 + limits.reservePpm))
  const most = Math.min(balanceMsat - limits.reserveMinMsat, withShare, limits.maxPaymentMsat)
  const wholeMsat = Math.floor(Math.max(0, most) / MSAT_PER_SAT) * MSAT_PER_SAT
  return wholeMsat < limits.minPaymentMsat ? 0 : wholeMsat
}
