/** Time splits while they are edited: the shared part, validation, and where 1,000 sats would go meanwhile.
 * Their times are waveform/segments.ts; the arithmetic is contract/split.ts. */
import { splitPayment } from '#contract/split.ts'
import type { SplitPart } from '#web/ui/charts/split-bar.tsx'
import type { SplitRecipient } from './preview.tsx'
import { inLowestTerms, parseFraction, type Fraction } from './shares.ts'
import type { Segment } from '#web/studio/waveform/segments.ts'
import { formatAmount } from '#web/words/sats.ts'

const PREVIEW_MSAT = 1_000_000n
const PERCENT = 10_000

export type DraftTimeSplit = Segment & {
  /** The part of the amount after the platform fee: '25' or '33.33' percent, or a fraction '1/3'. */
  part: string
  /** The content whose recipients get the shared part. */
  contentId: string | null
  contentTitle: string
}

/** '25' → 1/4, '33.33' → 3 333/10 000, '1/3' → 1/3; null if invalid. */
export function readPart(typed: string): Fraction | null {
  const text = typed.trim().replace('%', '').trim().replace(',', '.')
  if (text.includes('/')) return parseFraction(text)
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? inLowestTerms(Math.round(Number(text) * 100), PERCENT) : null
}

/** 1/4 → '25', 1/3 → '1/3': percent where that is exact. */
export function writePart({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * PERCENT) / denominator
  return Number.isInteger(hundredths) ? String(hundredths / 100) : `${numerator}/${denominator}`
}

export type TimedPreview = {
  own: readonly { name: string; shownAs: string; share: number }[]
  others: readonly { name: string; shownAs: string; share: number }[]
  part: Fraction
  feePpm: number
  houseName: string
}

/** Where 1,000 sats sent within the segment go, to the msat. */
export function previewTimeSplit({ own, others, part, feePpm, houseName }: TimedPreview): SplitPart[] {
  if (own.length === 0 || others.length === 0) return []
  const legs = splitPayment(PREVIEW_MSAT, {
    feePpm,
    recipients: own.map(({ share }, place) => ({ key: String(place), weight: share })),
    timeSplit: { ...part, recipients: others.map(({ share }, place) => ({ key: String(place), weight: share })) },
  })
  return legs.flatMap(({ role, key, amountMsat }): SplitPart[] => {
    const [weight, amount] = [Number(amountMsat), formatAmount(Number(amountMsat))]
    if (role === 'platform') {
      return feePpm === 0 ? [] : [{ key: 'house', name: houseName, weight, amount, isHouse: true }]
    }
    const user = (role === 'recipient' ? own : others)[Number(key)]
    return [{ key: `${role} ${key}`, name: user?.shownAs ?? '', weight, amount }]
  })
}

export const formatNames = (users: readonly SplitRecipient[], label: (shown: string, name: string) => string) =>
  users.map(({ name, displayName, share }) => ({ name, share, shownAs: label(displayName || name, name) }))
