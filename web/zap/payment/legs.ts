/** The shares of a zap, ready to be drawn, computed with the same arithmetic the server uses for booking. */
import type * as z from 'zod/mini'
import type { Wire } from '#contract/endpoint.ts'
import type { getZapShares, Terms } from '#contract/payments/terms.ts'
import { activeTimeSplit, splitPayment } from '#contract/split.ts'
import type { SplitPart } from '#web/ui/charts/split-bar.tsx'
import { t } from '#web/words/words.ts'
import { formatAmount } from '#web/words/sats.ts'

export type ZapTerms = z.input<typeof Terms>

/** The time split at a position; undefined for a zap without a position. */
export function timeSplitAt(
  terms: ZapTerms,
  contentTime: number | undefined,
): ZapTerms['timeSplits'][number] | undefined {
  return activeTimeSplit(terms.timeSplits, contentTime)
}

export type ZapShare = { amountMsat: number; terms: ZapTerms; contentTime: number | undefined; brand: string }

export function partsOfZap(zap: ZapShare): SplitPart[] {
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
      {
        key: String(place),
        name,
        weight: Number(leg.amountMsat),
        amount: formatAmount(Number(leg.amountMsat)),
        isHouse,
      },
    ]
  })
}

type Recipient = ZapTerms['recipients'][number]

/** Names may be missing or identical; positions are unique. */
const byPlace = (recipients: readonly Recipient[]) =>
  recipients.map(({ share }, place) => ({ key: String(place), weight: share }))

const nameOf = ({ displayName, name, isWaiting }: Recipient): string =>
  isWaiting === true ? t('zap.notAgreed') : (displayName ?? name)

const nameOfTimed = (name: string, title: string | null): string =>
  title === null ? name : t('zap.forTitle', { name, title })

export type BookedShare = Wire<typeof getZapShares>[number]

/** The booked shares, ready to be drawn. Empty shares are left out, as is the platform when it takes no fee. */
export function partsOfShares(shares: readonly BookedShare[], house: string): SplitPart[] {
  return shares.flatMap((share, place) => {
    const { role, msatAmount } = share
    const isHouse = role === 'platform'
    if (isHouse && msatAmount === 0) return []
    const name = isHouse
      ? house
      : (nameOfShare(share) ?? t(share.isWaiting === true ? 'zap.notAgreed' : 'zap.heldShare'))
    return [{ key: String(place), name, weight: msatAmount, amount: formatAmount(msatAmount), isHouse }]
  })
}

const nameOfShare = ({ displayName, name }: BookedShare): string | null => displayName ?? name

/** The amount that reached users, and their names. Excludes the platform fee and shares held for deleted accounts. */
export function arrivedOf(shares: readonly BookedShare[]): { amountMsat: number; names: string[] } {
  const arrived = shares.filter(
    ({ role, isHeld, isWaiting, msatAmount }) => role !== 'platform' && !isHeld && isWaiting !== true && msatAmount > 0,
  )
  return {
    amountMsat: arrived.reduce((sum, { msatAmount }) => sum + msatAmount, 0),
    names: [...new Set(arrived.flatMap((share) => nameOfShare(share) ?? []))],
  }
}

/** "went to mara", "mara and teodor", "mara and 2 others": the users who received something. */
export function thanksText(names: readonly string[]): string {
  const [name = '', other = ''] = names
  const count = names.length
  if (count === 0) return t('zap.paidToNobody')
  if (count === 1) return t('zap.paidToOne', { name })
  if (count === 2) return t('zap.paidToTwo', { name, other })
  return t('zap.paidToMany', { name, count: count - 1 })
}
