/** A split while it is being written: what its rows mean, what is wrong with them, and what 1,000 sats would become.
 * The arithmetic itself is contract/split.ts; whether people exist, the server says. */
import { splitPayment } from '#contract/split.ts'
import { WEIGHT_SUM_MAX } from '#contract/splits.ts'
import { readUsername } from '#contract/auth.ts'
import { newKey } from '../api.ts'
import type { SplitPart } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'
import { formatPercent } from '../words/format.ts'
import { formatAmount } from '../amounts.ts'

export type DraftRow = { key: string; name: string; share: string }
export type RowErrors = { name?: string; share?: string }
/** Percent add up to 100 and have up to three decimals; parts are whole numbers of which only the relation counts. */
export type ShareKind = 'percent' | 'parts'
export type SplitDraft = { kind: ShareKind; rows: DraftRow[] }

const PREVIEW_MSAT = 1_000_000n
/** Percent are counted in thousandths. */
export const WHOLE = 100_000

export const newRow = (name: string, share: string): DraftRow => ({ key: newKey(), name, share })

/** The weight of a share as it was typed: '57' is 57 parts or 57 000 thousandths of a percent. */
export function readShare(typed: string, kind: ShareKind): number | null {
  const text = typed.trim().replace(',', '.')
  if (kind === 'parts') return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= WEIGHT_SUM_MAX ? Number(text) : null
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:\.(\d{0,3}))?$/.exec(text) ?? []
  if (whole === '') return null
  const thousandths = Number(whole) * 1_000 + Number(decimals.padEnd(3, '0'))
  return thousandths >= 1 && thousandths <= WHOLE ? thousandths : null
}

/** 57 000 → '57', 33 333 → '33.333'. */
export function writeThousandths(thousandths: number): string {
  const decimals = String(thousandths % 1_000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const whole = String(Math.floor(thousandths / 1_000))
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** The weights as they are kept: 57 and 43 rather than 57 000 and 43 000. Percents that were rounded (three times 33.333) are
 * kept as the relation that they stand for: 1, 1 and 1. */
export function toWeights(shares: readonly number[], kind: ShareKind): number[] {
  if (kind === 'parts') return [...shares]
  const isWhole = shares.reduce((sum, share) => sum + share, 0) === WHOLE
  const unit = isWhole
    ? ([1_000, 100, 10].find((size) => shares.every((share) => share % size === 0)) ?? 1)
    : shares.reduce(greatestDivisor, 0)
  return shares.map((share) => share / unit)
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? Math.max(1, one) : greatestDivisor(other, one % other)
}

/** How a split that is kept is best shown: as percent where its weights are some. */
export function kindOf(weights: readonly number[]): ShareKind {
  return [100, 1_000, 10_000, WHOLE].includes(weights.reduce((sum, weight) => sum + weight, 0)) ? 'percent' : 'parts'
}

/** Thousandths of a percent in the relation of the weights, summing to 100 %, nobody with none: what is left over goes to the
 * first, what is too much comes from the largest. */
export function toThousandths(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const found = weights.map((weight) => Math.max(1, Math.floor((weight * WHOLE) / sum)))
  let left = WHOLE - found.reduce((total, one) => total + one, 0)
  for (let index = 0; left > 0; index = (index + 1) % found.length, left--) found[index]! += 1
  for (; left < 0; left++) found[found.indexOf(Math.max(...found))]! -= 1
  return found
}

/** The shares of rows in another kind; what cannot be read stays as it was typed. */
export function convertShares(rows: readonly DraftRow[], from: ShareKind, to: ShareKind): DraftRow[] {
  const shares = rows.map(({ share }) => readShare(share, from))
  if (from === to || shares.some((share) => share === null)) return [...rows]
  const known = shares.flatMap((share) => share ?? [])
  const converted = to === 'percent' ? toThousandths(known).map(writeThousandths) : toWeights(known, from).map(String)
  return rows.map((row, index) => ({ ...row, share: converted[index] ?? row.share }))
}

/** The same for everybody: in percent where three decimals can say it, else one part each. */
export function shareEvenly(rows: readonly DraftRow[]): SplitDraft {
  const isEven = WHOLE % rows.length === 0
  const share = isEven ? writeThousandths(WHOLE / rows.length) : '1'
  return { kind: isEven ? 'percent' : 'parts', rows: rows.map((row) => ({ ...row, share })) }
}

/** What percents that were typed are short of 100, in thousandths; below 0 when they are more. What three decimals cannot say is
 * not missing: 33.333 % three times is everything. */
export function missingOf(rows: readonly DraftRow[]): number {
  const missing = rows.reduce((left, { share }) => left - (readShare(share, 'percent') ?? 0), WHOLE)
  return Math.abs(missing) <= Math.floor(rows.length / 2) && rows.some(({ share }) => isRounded(share)) ? 0 : missing
}

const isRounded = (typed: string) => /[.,]\d{3}$/.test(typed.trim())

/** The names worth asking the server about, each once. */
export function namesOf(rows: readonly DraftRow[]): string[] {
  return [...new Set(rows.flatMap(({ name }) => readUsername(name) ?? []))]
}

/** `unknown`: names of which the server says that nobody has them. */
export function errorsOf(
  rows: readonly DraftRow[],
  kind: ShareKind,
  unknown: ReadonlySet<string>,
): Map<string, RowErrors> {
  const errors = new Map<string, RowErrors>()
  const seen = new Set<string>()
  for (const row of rows) {
    const name = readUsername(row.name)
    const found: RowErrors = {}
    if (row.name.trim() === '') found.name = t('studio.splitNameMissing')
    else if (name === null) found.name = t('studio.splitNameInvalid')
    else if (seen.has(name)) found.name = t('studio.splitNameTwice')
    else if (unknown.has(name)) found.name = t('studio.splitNameUnknown')
    if (readShare(row.share, kind) === null) {
      found.share = t(kind === 'parts' ? 'studio.splitShareInvalid' : 'editors.splitPercentInvalid')
    }
    if (name !== null) seen.add(name)
    if (found.name !== undefined || found.share !== undefined) errors.set(row.key, found)
  }
  return errors
}

/** What is wrong with the shares taken together, in words; null when nothing is. */
export function sumErrorOf(rows: readonly DraftRow[], kind: ShareKind): string | null {
  if (kind === 'parts') {
    const sum = rows.reduce((total, { share }) => total + (readShare(share, 'parts') ?? 0), 0)
    return sum > WEIGHT_SUM_MAX ? t('studio.splitSumLarge', { max: WEIGHT_SUM_MAX }) : null
  }
  const missing = missingOf(rows)
  if (missing === 0) return null
  const [sum, rest] = [writeThousandths(WHOLE - missing), writeThousandths(Math.abs(missing))]
  return t(missing > 0 ? 'editors.splitSumShort' : 'editors.splitSumOver', { sum, rest })
}

/** '57 %', with one decimal where it is not whole; '' while it cannot be said. */
export function percentOf(row: DraftRow, rows: readonly DraftRow[]): string {
  const sum = rows.reduce((total, { share }) => total + (readShare(share, 'parts') ?? 0), 0)
  const share = readShare(row.share, 'parts')
  return share === null || sum === 0 ? '' : wordPercent((share / sum) * 100)
}

export const wordPercent = (percent: number): string => formatPercent(percent)

export type PreviewTerms = {
  recipients: readonly { name: string; shownAs: string; share: number }[]
  feePpm: number
  houseName: string
}

/** Where 1,000 sats go, to the msat, as it will be posted. Empty when there is nobody to give to. */
export function previewSplit({ recipients, feePpm, houseName }: PreviewTerms): SplitPart[] {
  const people = recipients.filter(({ name }, index) => recipients.findIndex((one) => one.name === name) === index)
  if (people.length === 0 || people.reduce((sum, { share }) => sum + share, 0) > WEIGHT_SUM_MAX) return []
  const legs = splitPayment(PREVIEW_MSAT, {
    feePpm,
    recipients: people.map(({ name, share }) => ({ key: name, weight: share })),
  })
  return legs.flatMap(({ role, key, amountMsat }): SplitPart[] => {
    const amount = formatAmount(Number(amountMsat))
    const weight = Number(amountMsat)
    if (role !== 'platform') {
      const person = people.find(({ name }) => name === key)
      return [{ key: `person ${key}`, name: person?.shownAs ?? '', weight, amount }]
    }
    return feePpm === 0 ? [] : [{ key: 'house', name: houseName, weight, amount, isHouse: true }]
  })
}
