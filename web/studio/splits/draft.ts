/** Splits while they are edited: parsing, validation, and what 1,000 sats would become.
 * The arithmetic is contract/split.ts; whether users exist is checked by the server. */
import { splitPayment, WEIGHT_SUM_MAX } from '#contract/split.ts'
import { parseEmail, parseUsername } from '#contract/accounts/identifiers.ts'
import { formatLightningAddress, parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { newKey } from '#web/data/api.ts'
import type { SplitPart } from '#web/ui/charts/split-bar.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { formatPercent } from '#web/words/format.ts'
import { formatThousandths, missingOf, readShare, weightsOf, WHOLE, type ShareKind } from './shares.ts'

export type Invited = 'mail' | 'link'
/** `invited`: `name` is the e-mail address, or what the owner calls the person whom a link is for. */
export type DraftRow = { key: string; name: string; share: string; invited?: Invited | undefined }
export type RowErrors = { name?: string; share?: string }
export type SplitDraft = { kind: ShareKind; rows: DraftRow[] }

const PREVIEW_MSAT = 1_000_000n

export const newRow = (name: string, share: string, invited?: Invited): DraftRow => ({
  key: newKey(),
  name,
  share,
  invited,
})

/** How stored splits are best shown: as percentages if the weights add up to a power of ten. */
export function kindOf(weights: readonly number[]): ShareKind {
  return [100, 1_000, 10_000, WHOLE].includes(weights.reduce((sum, weight) => sum + weight, 0)) ? 'percent' : 'parts'
}

/** Thousandths of a percent in the ratio of the weights. They add up to 100 %, and no share is zero: a remainder goes
 * to the first shares, an excess is taken from the largest. */
export function toThousandths(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const found = weights.map((weight) => Math.max(1, Math.floor((weight * WHOLE) / sum)))
  let left = WHOLE - found.reduce((total, one) => total + one, 0)
  for (let index = 0; left > 0; index = (index + 1) % found.length, left--) found[index]! += 1
  for (; left < 0; left++) found[found.indexOf(Math.max(...found))]! -= 1
  return found
}

/** Converts the shares of rows to the other kind; shares that cannot be converted stay as typed. */
export function convertShares(rows: readonly DraftRow[], from: ShareKind, to: ShareKind): DraftRow[] {
  const read = weightsOf(sharesOf(rows), from)
  if (from === to || read === null) return [...rows]
  const converted = to === 'percent' ? toThousandths(read.weights).map(formatThousandths) : read.weights.map(String)
  return rows.map((row, index) => ({ ...row, share: converted[index] ?? row.share }))
}

export const sharesOf = (rows: readonly DraftRow[]): string[] => rows.map(({ share }) => share)

/** Equal shares: in percent if three decimals suffice, otherwise one part each. */
export function shareEvenly(rows: readonly DraftRow[]): SplitDraft {
  const isEven = WHOLE % rows.length === 0
  const share = isEven ? formatThousandths(WHOLE / rows.length) : '1'
  return { kind: isEven ? 'percent' : 'parts', rows: rows.map((row) => ({ ...row, share })) }
}

type Typed = Pick<DraftRow, 'name' | 'invited'>

/** A username or a Lightning address, or who is invited. Null when it is none of these. */
export function parsePartner({ name: typed, invited }: Typed): string | null {
  if (invited === 'mail') return parseEmail(typed)
  if (invited === 'link') return typed.trim() === '' ? null : typed.trim()
  const address = parseLightningAddress(typed)
  return address === null ? parseUsername(typed) : formatLightningAddress(address)
}

/** A Lightning address on another server. */
export const isOutside = ({ name, invited }: Typed): boolean => invited === undefined && name.includes('@')

/** The usernames to look up on the server, without duplicates. */
export function namesOf(rows: readonly DraftRow[]): string[] {
  return [...new Set(rows.flatMap(({ name, invited }) => (invited === undefined ? (parseUsername(name) ?? []) : [])))]
}

/** `unknown`: usernames that do not exist, according to the server. */
export function errorsOf(
  rows: readonly DraftRow[],
  kind: ShareKind,
  unknown: ReadonlySet<string>,
): Map<string, RowErrors> {
  const errors = new Map<string, RowErrors>()
  const seen = new Set<string>()
  for (const row of rows) {
    const name = parsePartner(row)
    const key = `${row.invited} ${name}`
    const found: RowErrors = {}
    if (name === null) found.name = t(missingKeyOf(row))
    else if (seen.has(key)) found.name = t('studio.splitNameTwice')
    else if (row.invited === undefined && unknown.has(name)) found.name = t('studio.splitNameUnknown')
    if (readShare(row.share, kind) === null) {
      found.share = t(kind === 'parts' ? 'studio.splitShareInvalid' : 'editors.splitPercentInvalid')
    }
    if (name !== null) seen.add(key)
    if (found.name !== undefined || found.share !== undefined) errors.set(row.key, found)
  }
  return errors
}

function missingKeyOf({ name, invited }: Typed): TranslationKey {
  if (invited === 'mail') return 'team.emailWrong'
  if (invited === 'link') return 'editors.splitLabelMissing'
  return name.trim() === '' ? 'studio.splitNameMissing' : 'editors.splitNameInvalid'
}

/** The error of all shares together, or null. A share that cannot be read has an error of its own, and no sum. */
export function sumErrorOf(rows: readonly DraftRow[], kind: ShareKind): string | null {
  const typed = sharesOf(rows)
  const unread = typed.filter((share) => readShare(share, kind) === null)
  if (unread.some((share) => share.trim() !== '')) return null
  const missing = kind === 'parts' ? 0 : missingOf(typed)
  if (missing === 0) {
    if (unread.length > 0 || weightsOf(typed, kind) !== null) return null
    const hasFraction = typed.some((share) => share.includes('/'))
    return hasFraction ? t('editors.splitTooFine') : t('studio.splitSumLarge', { max: WEIGHT_SUM_MAX })
  }
  const [sum, rest] = [formatThousandths(WHOLE - missing), formatThousandths(Math.abs(missing))]
  return t(missing > 0 ? 'editors.splitSumShort' : 'editors.splitSumOver', { sum, rest })
}

/** '57 %', rounded to one decimal, because the parts beside it are exact; '' while it is unknown. */
export function percentOf(row: DraftRow, rows: readonly DraftRow[]): string {
  const sum = rows.reduce((total, { share }) => total + (readShare(share, 'parts') ?? 0), 0)
  const share = readShare(row.share, 'parts')
  return share === null || sum === 0 ? '' : formatPercent((share / sum) * 100, 1)
}

/** To the thousandth of a percent, as shares are entered. */
export const formatShare = (percent: number): string => formatPercent(percent, 3)

export type PreviewTerms = {
  recipients: readonly { name: string; shownAs: string; share: number }[]
  feePpm: number
  houseName: string
}

/** Where 1,000 sats go, to the msat, as it will be posted. Empty when there are no recipients. */
export function previewSplit({ recipients, feePpm, houseName }: PreviewTerms): SplitPart[] {
  const users = recipients.filter(({ name }, index) => recipients.findIndex((one) => one.name === name) === index)
  if (users.length === 0 || users.reduce((sum, { share }) => sum + share, 0) > WEIGHT_SUM_MAX) return []
  const legs = splitPayment(PREVIEW_MSAT, {
    feePpm,
    recipients: users.map(({ name, share }) => ({ key: name, weight: share })),
  })
  return legs.flatMap(({ role, key, amountMsat }): SplitPart[] => {
    const amount = formatAmount(Number(amountMsat))
    const weight = Number(amountMsat)
    if (role !== 'platform') {
      const user = users.find(({ name }) => name === key)
      return [{ key: `person ${key}`, name: user?.shownAs ?? '', weight, amount }]
    }
    return feePpm === 0 ? [] : [{ key: 'house', name: houseName, weight, amount, isHouse: true }]
  })
}
