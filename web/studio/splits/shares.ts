/** Shares as they are typed: percentages with up to three decimals, parts, or fractions of either. Exact, without rounding:
 * what is stored is integer weights, of which only the ratio counts. */
import { DENOMINATOR_MAX, WEIGHT_SUM_MAX } from '#contract/split.ts'

/** Percentages add up to 100; parts are numbers of which only the ratio counts. */
export type ShareKind = 'percent' | 'parts'
export type Fraction = { numerator: number; denominator: number }

/** Percentages are counted in thousandths. */
export const WHOLE = 100_000

/** '1/3' → 1/3, '2 / 6' → 1/3; null unless it is above 0 and at most 1. */
export function parseFraction(typed: string): Fraction | null {
  const [, above, below] = /^(\d{1,7})\s*\/\s*(\d{1,7})$/.exec(typed.trim()) ?? []
  return inLowestTerms(Number(above), Number(below))
}

export function inLowestTerms(numerator: number, denominator: number): Fraction | null {
  if (!(numerator >= 1 && numerator <= denominator && denominator <= DENOMINATOR_MAX)) return null
  const shared = Number(divisor(BigInt(numerator), BigInt(denominator)))
  return { numerator: numerator / shared, denominator: denominator / shared }
}

const divisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisor(other, one % other))

/** '57' is 57 parts, or 57/100 of the whole. */
function parseShare(typed: string, kind: ShareKind): Fraction | null {
  if (typed.includes('/')) return parseFraction(typed)
  const text = typed.trim().replace(',', '.')
  if (kind === 'parts') {
    const isPart = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= WEIGHT_SUM_MAX
    return isPart ? { numerator: Number(text), denominator: 1 } : null
  }
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:\.(\d{0,3}))?$/.exec(text) ?? []
  return whole === '' ? null : inLowestTerms(Number(whole) * 1_000 + Number(decimals.padEnd(3, '0')), WHOLE)
}

/** What is typed in parts, or in thousandths of a percent: '57' is 57, or 57 000. For sums that are shown. */
export function readShare(typed: string, kind: ShareKind): number | null {
  const share = parseShare(typed, kind)
  if (share === null) return null
  return (share.numerator * (kind === 'parts' ? 1 : WHOLE)) / share.denominator
}

const isRounded = (typed: string) => /[.,]\d{3}$/.test(typed.trim())

/** How much typed percentages fall short of 100, in thousandths; negative when they exceed it. Rounding to three
 * decimals is not counted: three times 33.333 % is complete. */
export function missingOf(typed: readonly string[]): number {
  const missing = typed.reduce((left, share) => left - (readShare(share, 'percent') ?? 0), WHOLE)
  const rounding = typed.some(isRounded) ? Math.floor(typed.length / 2) : 0
  if (Math.abs(missing) < rounding + 0.000_5) return 0
  // Never shown as nothing.
  return Math.sign(missing) * Math.max(1, Math.round(Math.abs(missing)))
}

/** The weights of these shares, and with percentages of what is not assigned. Null when one cannot be read, when they exceed
 * the whole, or when their common denominator is too large. */
export function weightsOf(typed: readonly string[], kind: ShareKind): { weights: number[]; left: number } | null {
  const shares = typed.flatMap((one) => parseShare(one, kind) ?? [])
  const missing = kind === 'parts' ? 0 : missingOf(typed)
  if (shares.length < typed.length || missing < 0) return null
  const isDecimal = kind === 'percent' && shares.every(({ denominator }) => WHOLE % denominator === 0)
  const scale = isDecimal ? BigInt(WHOLE) : shares.reduce((all, { denominator }) => multiple(all, denominator), 1n)
  const exact = shares.map(({ numerator, denominator }) => (BigInt(numerator) * scale) / BigInt(denominator))
  const sum = sumOf(exact)
  if (missing > 0) return inWeights([...exact, scale - sum], kind, true)
  const isCompleted = kind === 'percent' && !isDecimal && sum !== scale
  return inWeights(isCompleted ? completed(exact, typed.map(isRounded), scale) : exact, kind, false)
}

const multiple = (all: bigint, denominator: number) => (all * BigInt(denominator)) / divisor(all, BigInt(denominator))
const sumOf = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n)

/** Besides fractions, rounded percentages share what the others leave: 1/3 and 66.667 % is 1/3 and 2/3. */
function completed(exact: readonly bigint[], rounded: readonly boolean[], scale: bigint): bigint[] {
  const of = sumOf(exact.filter((_, index) => rounded[index]))
  const rest = scale - sumOf(exact.filter((_, index) => !rounded[index]))
  return exact.map((one, index) => (rounded[index] ? one * rest : one * of))
}

/** The weights to store: 57 and 43 for 57 % and 43 %, and 1, 1 and 1 for three times 33.333 %. */
function inWeights(
  all: readonly bigint[],
  kind: ShareKind,
  isShort: boolean,
): { weights: number[]; left: number } | null {
  const ten = [1_000n, 100n, 10n, 1n].find((size) => all.every((one) => one % size === 0n))
  const isWhole = kind === 'percent' && sumOf(all) === BigInt(WHOLE)
  const unit = (isWhole && ten) || all.reduce(divisor, 0n) || 1n
  if (sumOf(all) / unit > BigInt(WEIGHT_SUM_MAX)) return null
  const weights = all.map((one) => Number(one / unit))
  return isShort ? { weights: weights.slice(0, -1), left: weights.at(-1)! } : { weights, left: 0 }
}

/** 57 000 → '57', 33 333 → '33.333'. */
export function formatThousandths(thousandths: number): string {
  const decimals = String(thousandths % 1_000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const whole = String(Math.floor(thousandths / 1_000))
  return decimals === '' ? whole : `${whole}.${decimals}`
}
