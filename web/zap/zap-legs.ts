/** Who gets how much of a zap, ready to be drawn: the same arithmetic the server books with. */
import type * as z from 'zod/mini'
import type { Terms } from '#contract/payments.ts'
import { splitPayment } from '#contract/split.ts'
import type { SplitPart } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'

export type ZapTerms = z.input<typeof Terms>

/** Exact, with as many decimals as there are: 950, 541.5, 2.708. Receipts have all three (formatExactSats). */
export function formatPlainSats(amountMsat: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(amountMsat / 1_000)
}

export function partsOfZap(
  amountMsat: number,
  terms: ZapTerms,
  brand: string,
  format: (amountMsat: number) => string,
): SplitPart[] {
  // Names may be missing or alike; places are not.
  const recipients = terms.recipients.map(({ share }, place) => ({ key: String(place), weight: share }))
  const legs = splitPayment(BigInt(amountMsat), { feePpm: terms.feePpm, recipients })
  const percent = terms.feePpm / 10_000
  return legs
    .filter((leg) => leg.key !== null || leg.amountMsat > 0n || terms.feePpm > 0)
    .map((leg) => ({
      key: leg.key ?? 'house',
      name: leg.key === null ? t('zap.house', { brand, percent }) : nameOfRecipient(terms, Number(leg.key)),
      weight: Number(leg.amountMsat),
      amount: format(Number(leg.amountMsat)),
      isHouse: leg.key === null,
    }))
}

function nameOfRecipient(terms: ZapTerms, place: number): string {
  const recipient = terms.recipients[place]
  return recipient?.displayName ?? recipient?.name ?? ''
}

/** 'mara', 'mara and teodor', 'mara and 2 others': who is thanked for. */
export function thankWords(terms: ZapTerms): string {
  const [name = '', other = ''] = terms.recipients.map((_, place) => nameOfRecipient(terms, place))
  const count = terms.recipients.length
  if (count === 1) return t('zap.paidToOne', { name })
  if (count === 2) return t('zap.paidToTwo', { name, other })
  return t('zap.paidToMany', { name, count: count - 1 })
}
