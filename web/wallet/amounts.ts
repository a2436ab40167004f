/** Amounts of the wallet: reading what was typed, writing what is shown, and the fee that is held.
 * The server has the last word on all of them. */
import { formatExactSats, formatSats } from '#contract/money.ts'
import { paymentLimits } from '#contract/payments.ts'
import { t } from '../words/words.ts'

const MSAT_PER_SAT = 1_000
const RESERVE_PPM = 15_000
const RESERVE_MIN_MSAT = 2_000

/** '1000', '1,000', '1 000' and '1’000' are a thousand; null for anything but a whole number of sats. */
export function parseSats(text: string): number | null {
  const digits = text.trim().replaceAll(/[\s,.'’](?=\d{3}(?!\d))/g, '')
  if (!/^\d{1,13}$/.test(digits)) return null
  return Number.parseInt(digits, 10)
}

/** What is wrong with an amount that was typed, in words; undefined when nothing is. */
export function describeAmountProblem(text: string): string | undefined {
  const sats = parseSats(text)
  if (sats === null) return t('wallet.amountWhole')
  if (sats * MSAT_PER_SAT < paymentLimits.minMsat) return t('wallet.amountLow', limits())
  if (sats * MSAT_PER_SAT > paymentLimits.maxMsat) return t('wallet.amountHigh', limits())
  return undefined
}

export const satsToMsat = (sats: number): number => sats * MSAT_PER_SAT

export function limits(): { min: string; max: string } {
  return { min: formatSats(paymentLimits.minMsat), max: formatSats(paymentLimits.maxMsat) }
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

/** What is held for the network's fee: 1.5 %, at least 2 sats, rounded up to the msat. */
export function feeReserveOf(amountMsat: number): number {
  return Math.max(RESERVE_MIN_MSAT, Math.ceil((amountMsat * RESERVE_PPM) / 1_000_000))
}
