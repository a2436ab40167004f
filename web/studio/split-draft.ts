/** A split while it is being written: what its rows mean, what is wrong with them, and what 1,000 sats would become.
 * The arithmetic itself is contract/split.ts; whether people exist, the server says. */
import { formatExactSats } from '#contract/money.ts'
import { splitPayment } from '#contract/split.ts'
import { WEIGHT_SUM_MAX } from '#contract/splits.ts'
import { Username } from '#contract/auth.ts'
import type { SplitPart } from '../ui/split-bar.tsx'
import { t } from '../words/words.ts'

export type DraftRow = { key: string; name: string; share: string }
export type RowErrors = { name?: string; share?: string }

const PREVIEW_MSAT = 1_000_000n

export function readName(typed: string): string | null {
  const parsed = Username.safeParse(typed)
  return parsed.success ? parsed.data : null
}

export function readShare(typed: string): number | null {
  return /^[1-9]\d{0,9}$/.test(typed.trim()) && Number(typed) <= WEIGHT_SUM_MAX ? Number(typed) : null
}

/** The names worth asking the server about, each once. */
export function namesOf(rows: readonly DraftRow[]): string[] {
  return [...new Set(rows.flatMap(({ name }) => readName(name) ?? []))]
}

/** `unknown`: names of which the server says that nobody has them. */
export function errorsOf(rows: readonly DraftRow[], unknown: ReadonlySet<string>): Map<string, RowErrors> {
  const errors = new Map<string, RowErrors>()
  const seen = new Set<string>()
  for (const row of rows) {
    const name = readName(row.name)
    const found: RowErrors = {}
    if (row.name.trim() === '') found.name = t('studio.splitNameMissing')
    else if (name === null) found.name = t('studio.splitNameInvalid')
    else if (seen.has(name)) found.name = t('studio.splitNameTwice')
    else if (unknown.has(name)) found.name = t('studio.splitNameUnknown')
    if (readShare(row.share) === null) found.share = t('studio.splitShareInvalid')
    if (name !== null) seen.add(name)
    if (found.name !== undefined || found.share !== undefined) errors.set(row.key, found)
  }
  return errors
}

export function isTooMuch(rows: readonly DraftRow[]): boolean {
  return rows.reduce((sum, { share }) => sum + (readShare(share) ?? 0), 0) > WEIGHT_SUM_MAX
}

/** '57 %', with one decimal where it is not whole; '' while it cannot be said. */
export function percentOf(row: DraftRow, rows: readonly DraftRow[]): string {
  const sum = rows.reduce((total, { share }) => total + (readShare(share) ?? 0), 0)
  const share = readShare(row.share)
  return share === null || sum === 0 ? '' : wordPercent((share / sum) * 100)
}

export const wordPercent = (percent: number): string =>
  `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(percent)} %`

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
    const amount = formatExactSats(Number(amountMsat))
    const weight = Number(amountMsat)
    if (role !== 'platform') {
      const person = people.find(({ name }) => name === key)
      return [{ key: `person ${key}`, name: person?.shownAs ?? '', weight, amount }]
    }
    return feePpm === 0 ? [] : [{ key: 'house', name: houseName, weight, amount, isHouse: true }]
  })
}
