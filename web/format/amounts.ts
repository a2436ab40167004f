/** Amounts in the interface: parsing what was typed, formatting what is shown, and the fee reserve.
 * The server validates all of them again. */
import type { SiteSettings } from '#web/data/site.ts'
import { decimalPoint } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'

const MSAT_PER_SAT = 1_000

/** The payment limits and fee reserve of this server. */
export type PaymentLimits = Pick<SiteSettings, 'minPaymentMsat' | 'maxPaymentMsat' | 'reservePpm' | 'reserveMinMsat'>

/** Accepts '1000', '1,000', '1 000' and '1’000'. Returns null for anything but a whole number of sats. */
export function parseSats(text: string): number | null {
  const digits = digitsOf(text)
  return /^\d{1,13}$/.test(digits) ? Number.parseInt(digits, 10) : null
}

const digitsOf = (text: string): string => text.trim().replaceAll(/[\s,.'’](?=\d{3}(?!\d))/g, '')

/** Accepts '5', '5.00', '5,00', '$1,250.50' and '1 250', with the thousands separators of the page's language. Returns cents, or
 * null for anything but dollars and cents. */
export function parseDollars(text: string, point = decimalPoint()): number | null {
  const group = point === '.' ? ',' : '.'
  const typed = text
    .trim()
    .replace(/^(US)?\$\s*/, '')
    .replaceAll(new RegExp(`(?<=\\d)[${group}\\s'’](?=\\d{3}(?!\\d))`, 'g'), '')
  const [, dollars, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** The error message for a typed amount, or undefined when it is valid. */
export function describeAmountProblem(text: string, limits: PaymentLimits): string | undefined {
  const sats = parseSats(text)
  const { min, max } = formatLimits(limits)
  if (sats === null) {
    return /^\d{14,}$/.test(digitsOf(text)) ? t('wallet.amountHigh', { min, max }) : t('wallet.amountWhole')
  }
  if (sats * MSAT_PER_SAT < limits.minPaymentMsat) return t('wallet.amountLow', { min, max })
  if (sats * MSAT_PER_SAT > limits.maxPaymentMsat) return t('wallet.amountHigh', { min, max })
  return undefined
}

export const satsToMsat = (sats: number): number => sats * MSAT_PER_SAT

export function formatLimits({ minPaymentMsat, maxPaymentMsat }: PaymentLimits): { min: string; max: string } {
  return { min: formatSats(minPaymentMsat), max: formatSats(maxPaymentMsat) }
}

/** A change in whole sats, rounded towards zero, as lists show it: +2,707, −<1, 0. */
export function formatSatsChange(changeMsat: number): string {
  return changeMsat > 0 ? `+${formatSats(changeMsat)}` : formatSats(changeMsat)
}

/** Exact, with a sign only where it is negative. */
export const formatSigned = (amountMsat: number): string => formatAmount(amountMsat).replace('-', '−')

/** A change as the wallet shows it, with its sign and every thousandth: +2,707, −541.500, 0. */
export function formatExactChange(changeMsat: number): string {
  return changeMsat > 0 ? `+${formatAmount(changeMsat)}` : formatSigned(changeMsat)
}

/** The fee reserve in msat: a share of the amount, rounded up, but at least the minimum. */
export function feeReserveOf(amountMsat: number, { reservePpm, reserveMinMsat }: PaymentLimits): number {
  return Math.max(reserveMinMsat, Math.ceil((amountMsat * reservePpm) / 1_000_000))
}

/** The largest withdrawal, in whole sats, that a balance covers together with its fee reserve. 0 when there is none. */
export function maxWithdrawable(balanceMsat: number, limits: PaymentLimits): number {
  const withShare = Math.floor((balanceMsat * 1_000_000) / (1_000_000 + limits.reservePpm))
  const most = Math.min(balanceMsat - limits.reserveMinMsat, withShare, limits.maxPaymentMsat)
  const wholeMsat = Math.floor(Math.max(0, most) / MSAT_PER_SAT) * MSAT_PER_SAT
  return wholeMsat < limits.minPaymentMsat ? 0 : wholeMsat
}

/** The largest withdrawal now, and whether the balance, the limit for 24 hours or the limit of a payment bounds it. */
export function boundWithdrawal(balanceMsat: number, limits: PaymentLimits, remainingMsat: number) {
  const dayMsat = maxWithdrawable(balanceMsat, { ...limits, maxPaymentMsat: remainingMsat })
  const maxMsat = Math.min(dayMsat, maxWithdrawable(balanceMsat, limits))
  const coveredMsat = maxWithdrawable(balanceMsat, { ...limits, maxPaymentMsat: balanceMsat })
  const bound = maxMsat === coveredMsat ? 'balance' : maxMsat === dayMsat ? 'day' : 'payment'
  return { maxMsat, bound } as const
}
