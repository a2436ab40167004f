/** Who gets how much of a zap, ready to be drawn: the same arithmetic the server books with. */
import type * as z from 'zod/mini'
import type { Terms } from '#contract/payments.ts'
import { activeTimeSplit, splitPayment } from '#contract/split.ts'
import type { SplitPart } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'
import { formatNumber } from '../words/format.ts'

export type ZapTerms = z.input<typeof Terms>

/** Exact, with as many decimals as there are: 950, 541.5, 2.708. Receipts have all three (formatExactSats). */
export function formatPlainSats(amountMsat: number): string {
  return formatNumber(amountMsat / 1_000, { maximumFractionDigits: 3 })
}

/** The time split in force at a position; none for a zap without one. */
export function timeSplitAt(
  terms: ZapTerms,
  contentTime: number | undefined,
): ZapTerms['timeSplits'][number] | undefined {
  return activeTimeSplit(terms.timeSplits, contentTime)
}

export type ZapShare = { amountMsat: number; terms: ZapTerms; contentTime: number | undefined; brand: string }

export function partsOfZap(zap: ZapShare, format: (amountMsat: number) => string): SplitPart[] {
  const { amountMsat, terms, contentTime, brand } = zap
  const { feePpm } = terms
  const timed = timeSplitAt(terms, contentTime)
  const legs = splitPayment(BigInt(amountMsat), {
    feePpm,
    recipients: byPlace(terms.recipients),
    timeSplit: timed && {
      numerator: timed.shareNumerator,
      denominator: timed.shareDenominator,
      recipients: byPlace(timed.recipients),
    },
  })
  const names = [
    ...terms.recipients.map(nameOf),
    ...(timed?.recipients ?? []).map((one) => nameOfTimed(nameOf(one), timed?.title ?? null)),
  ]
  return legs.flatMap((leg, place) => {
    const isHouse = leg.role === 'platform'
    if (isHouse && feePpm === 0) return []
    const name = isHouse ? t('zap.house', { brand, percent: feePpm / 10_000 }) : (names[place] ?? '')
    return [
      { key: String(place), name, weight: Number(leg.amountMsat), amount: format(Number(leg.amountMsat)), isHouse },
    ]
  })
}

type Recipient = ZapTerms['recipients'][number]

/** Names may be missing or alike; places are not. */
const byPlace = (recipients: readonly Recipient[]) =>
  recipients.map(({ share }, place) => ({ key: String(place), weight: share }))

const nameOf = ({ displayName, name }: Recipient): string => displayName ?? name

const nameOfTimed = (name: string, title: string | null): string =>
  title === null ? name : t('zap.forTitle', { name, title })

/** 'mara', 'mara and teodor', 'mara and 2 others': who is thanked for. Who gets nothing at this moment is not. */
export function thankWords(terms: ZapTerms, contentTime: number | undefined): string {
  const timed = timeSplitAt(terms, contentTime)
  const isAll = timed !== undefined && timed.shareNumerator === timed.shareDenominator
  const names = [...new Set([...(isAll ? [] : terms.recipients), ...(timed?.recipients ?? [])].map(nameOf))]
  const [name = '', other = ''] = names
  const count = names.length
  if (count === 1) return t('zap.paidToOne', { name })
  if (count === 2) return t('zap.paidToTwo', { name, other })
  return t('zap.paidToMany', { name, count: count - 1 })
}
