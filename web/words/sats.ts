/** Amounts in the language of the page. Their format is defined in contract/money.ts. */
import { formatExactSats as writeExactSats, formatSats as writeSats } from '#contract/money.ts'
import { numberLocaleOf } from './format.ts'
import { currentLanguage } from './language.ts'

/** Rounded down and grouped: '2,707'; '<1' for less than one. */
export const formatSats = (amountMsat: number): string => writeSats(amountMsat, numberLocaleOf(currentLanguage()))

/** With all three decimals. */
export const formatExactSats = (amountMsat: number): string =>
  writeExactSats(amountMsat, numberLocaleOf(currentLanguage()))

/** Never rounds: whole sats without decimals, other amounts with all three. */
export const formatAmount = (amountMsat: number): string =>
  amountMsat % 1_000 === 0 ? formatSats(amountMsat) : formatExactSats(amountMsat)
