/** Amounts in the language of the page. Their format is defined in contract/money.ts. */
import { formatExactSats, formatSats as writeSats } from '#contract/money.ts'
import { numberLocaleOf } from './format.ts'
import { currentLanguage } from './language.ts'

/** Rounded down and grouped: '2,707'; '<1' for less than one. Lists, tables and the totals beside them show whole sats only,
 * so that a column has one precision; the exact amount is its title, on the receipt and in the CSV. The statement is exact. */
export const formatSats = (amountMsat: number): string => writeSats(amountMsat, numberLocaleOf(currentLanguage()))

/** Never rounds: whole sats without decimals, other amounts with all three. For the statement, receipts and shares, and for an
 * amount that stands alone, such as a balance. */
export const formatAmount = (amountMsat: number): string =>
  formatExactSats(amountMsat, numberLocaleOf(currentLanguage()))
