/** The shares of a split payment, with everything needed to recompute them: for each group the exact and the rounded
 * share. The arithmetic itself is contract/split.ts. */
import { splitPayment, type SplitTerms } from '#contract/split.ts'
import { t } from '#web/words/words.ts'
import type { Receipt } from '#web/wallet/payment-texts.ts'
import { decimalPoint, formatNumber, formatPercent } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'

const PPM = 1_000_000
const DECIMALS = 1_000_000n

export type ShareRow = {
  key: string
  name: string
  /** Shown beside the display name when they differ. */
  username: string | null
  isMine: boolean
  isHouse: boolean
  /** '57 of 100'; null for the platform. */
  weight: string | null
  /** Sats before rounding, with enough decimals to show the difference; null when it cannot be computed. */
  quota: string | null
  isRoundedUp: boolean
  amountMsat: number
}
export type ShareGroup = { key: 'own' | 'timed' | 'house'; formula: string | null; rows: ShareRow[] }
export type Shares = {
  groups: ShareGroup[]
  /** Msat left over from rounding down. */
  leftMsat: number
  /** Recomputing the shares gives the same result. */
  isRecomputed: boolean
}

export function sharesOf(payment: Receipt, me: string | null, brand: string): Shares {
  const { legs, msatAmount } = payment
  const terms = termsOf(payment)
  const quotas = terms && quotasOf(BigInt(msatAmount), terms)
  const again = terms && splitPayment(BigInt(msatAmount), terms)
  const rows = legs.map((leg, index): ShareRow & { role: string } => {
    const quota = quotas?.[index]
    return {
      key: String(index),
      role: leg.role,
      name: nameOfLeg(leg, me, brand),
      username: usernameBeside(leg),
      isMine: leg.name !== null && leg.name === me,
      isHouse: leg.role === 'platform',
      weight: weightOf(payment, index),
      quota: quota === undefined ? null : writeQuota(quota),
      isRoundedUp: quota !== undefined && BigInt(leg.msatAmount) * quota.whole > quota.part,
      amountMsat: leg.msatAmount,
    }
  })
  const group = (key: ShareGroup['key'], role: string): ShareGroup[] => {
    const found = rows.filter((row) => row.role === role)
    return found.length === 0 ? [] : [{ key, formula: formulaOf(key, terms), rows: found }]
  }
  const floored = quotas?.reduce((sum, { part, whole }) => sum + part / whole, 0n)
  return {
    groups: [...group('own', 'recipient'), ...group('timed', 'time-split'), ...group('house', 'platform')],
    leftMsat: floored === undefined ? 0 : msatAmount - Number(floored),
    isRecomputed:
      again?.length === legs.length && again.every((leg, index) => Number(leg.amountMsat) === legs[index]?.msatAmount),
  }
}

/** The terms stored with the payment; null when they are not all known. */
function termsOf({ legs, feePpm, timeSplit }: Receipt): SplitTerms | null {
  const weighted = (role: string) =>
    legs.flatMap(({ role: own, share }, index) => (own === role ? [{ key: String(index), weight: share ?? 0 }] : []))
  const recipients = weighted('recipient')
  const timed = weighted('time-split')
  const isKnown = [...recipients, ...timed].every(({ weight }) => weight > 0)
  if (feePpm === null || !isKnown || recipients.length === 0 || (timeSplit === null) !== (timed.length === 0))
    return null
  if (timeSplit === null) return { feePpm, recipients }
  const { shareNumerator: numerator, shareDenominator: denominator } = timeSplit
  return { feePpm, recipients, timeSplit: { numerator, denominator, recipients: timed } }
}

/** Msat as a fraction: part / whole. */
type Quota = { part: bigint; whole: bigint }

function quotasOf(amountMsat: bigint, { feePpm, recipients, timeSplit }: SplitTerms): Quota[] {
  const [ppm, fee] = [BigInt(PPM), BigInt(feePpm)]
  const { numerator, denominator } = timeSplit ?? { numerator: 0, denominator: 1 }
  const [n, d] = [BigInt(numerator), BigInt(denominator)]
  const shared = (of: SplitTerms['recipients'], share: bigint): Quota[] => {
    const sum = of.reduce((total, { weight }) => total + BigInt(weight), 0n)
    return of.map(({ weight }) => ({ part: amountMsat * share * BigInt(weight), whole: ppm * d * sum }))
  }
  return [
    ...shared(recipients, (ppm - fee) * (d - n)),
    ...shared(timeSplit?.recipients ?? [], (ppm - fee) * n),
    { part: amountMsat * fee, whole: ppm },
  ]
}

/** An amount when that is exact, otherwise with up to six decimals, followed by an ellipsis when even six are not exact. */
function writeQuota({ part, whole }: Quota): string {
  if (part % whole === 0n) return formatAmount(Number(part / whole))
  const scaled = (part * 1_000n) / whole
  const isWhole = scaled * whole === part * 1_000n
  const sats = scaled / DECIMALS
  const decimals = String(scaled % DECIMALS)
    .padStart(6, '0')
    .replace(isWhole ? /0+$/ : /$/, '')
  return `${formatNumber(Number(sats))}${decimalPoint()}${decimals}${isWhole ? '' : '…'}`
}

/** What a group shares, as a product: 95 % × 3/4. */
function formulaOf(key: ShareGroup['key'], terms: SplitTerms | null): string | null {
  if (terms === null) return null
  if (key === 'house') return percent(terms.feePpm)
  const rest = percent(PPM - terms.feePpm)
  if (terms.timeSplit === undefined) return rest
  const { numerator, denominator } = terms.timeSplit
  return `${rest} × ${key === 'timed' ? numerator : denominator - numerator}/${denominator}`
}

export function percent(ppm: number): string {
  return formatPercent(ppm / 10_000, 4)
}

function weightOf({ legs }: Receipt, index: number): string | null {
  const leg = legs[index]
  if (leg === undefined || leg.share === null) return null
  const of = legs.reduce((sum, { role, share }) => (role === leg.role ? sum + (share ?? 0) : sum), 0)
  return t('wallet.weight', { weight: leg.share, of })
}

function nameOfLeg(
  { role, name, displayName, isWaiting }: Receipt['legs'][number],
  me: string | null,
  brand: string,
): string {
  if (role === 'platform') return t('wallet.house', { brand })
  if (isWaiting === true) return t('zap.notAgreed')
  if (name === null) return t('wallet.gone')
  const called = displayName ?? name
  return name === me ? t('wallet.you', { name: called }) : called
}

/** The username, when the user has a different display name: display names are not unique, usernames are. */
export function usernameBeside({ name, displayName }: Pick<Receipt, 'name' | 'displayName'>): string | null {
  return displayName === null || displayName === name ? null : name
}
