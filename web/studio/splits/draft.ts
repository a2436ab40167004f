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

export type Invited = 'mail' | 'link'
/** `invited`: `name` is the e-mail address, or what the owner calls the person whom a link is for. */
export type DraftRow = { key: string; name: string; share: string; invited?: Invited | undefined }
export type RowErrors = { name?: string; share?: string }
/** Percentages add up to 100 and have up to three decimals; parts are whole numbers of which only the ratio counts. */
export type ShareKind = 'percent' | 'parts'
export type SplitDraft = { kind: ShareKind; rows: DraftRow[] }

const PREVIEW_MSAT = 1_000_000n
/** Percentages are counted in thousandths. */
export const WHOLE = 100_000

export const newRow = (name: string, share: string, invited?: Invited): DraftRow => ({
  key: newKey(),
  name,
  share,
  invited,
})

/** The weight of a typed share: '57' is 57 parts, or 57 000 thousandths of a percent. */
export function readShare(typed: string, kind: ShareKind): number | null {
  const text = typed.trim().replace(',', '.')
  if (kind === 'parts') return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= WEIGHT_SUM_MAX ? Number(text) : null
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:\.(\d{0,3}))?$/.exec(text) ?? []
  if (whole === '') return null
  const thousandths = Number(whole) * 1_000 + Number(decimals.padEnd(3, '0'))
  return thousandths >= 1 && thousandths <= WHOLE ? thousandths : null
}

/** 57 000 → '57', 33 333 → '33.333'. */
export function formatThousandths(thousandths: number): string {
  const decimals = String(thousandths % 1_000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const whole = String(Math.floor(thousandths / 1_000))
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** The weights to store: 57 and 43 rather than 57 000 and 43 000. Rounded percentages (three times 33.333) are stored
 * as the ratio they stand for: 1, 1 and 1. */
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

/** Converts the shares of rows to the other kind; invalid shares stay as typed. */
export function convertShares(rows: readonly DraftRow[], from: ShareKind, to: ShareKind): DraftRow[] {
  const shares = rows.map(({ share }) => readShare(share, from))
  if (from === to || shares.some((share) => share === null)) return [...rows]
  const known = shares.flatMap((share) => share ?? [])
  const converted = to === 'percent' ? toThousandths(known).map(formatThousandths) : toWeights(known, from).map(String)
  return rows.map((row, index) => ({ ...row, share: converted[index] ?? row.share }))
}

/** Equal shares: in percent if three decimals suffice, otherwise one part each. */
export function shareEvenly(rows: readonly DraftRow[]): SplitDraft {
  const isEven = WHOLE % rows.length === 0
  const share = isEven ? formatThousandths(WHOLE / rows.length) : '1'
  return { kind: isEven ? 'percent' : 'parts', rows: rows.map((row) => ({ ...row, share })) }
}

/** How much typed percentages fall short of 100, in thousandths; negative when they exceed it. Rounding to three
 * decimals is not counted: three times 33.333 % is complete. */
export function missingOf(rows: readonly DraftRow[]): number {
  const missing = rows.reduce((left, { share }) => left - (readShare(share, 'percent') ?? 0), WHOLE)
  return Math.abs(missing) <= Math.floor(rows.length / 2) && rows.some(({ share }) => isRounded(share)) ? 0 : missing
}

const isRounded = (typed: string) => /[.,]\d{3}$/.test(typed.trim())

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

/** The error of all shares together, or null. */
export function sumErrorOf(rows: readonly DraftRow[], kind: ShareKind): string | null {
  if (kind === 'parts') {
    const sum = rows.reduce((total, { share }) => total + (readShare(share, 'parts') ?? 0), 0)
    return sum > WEIGHT_SUM_MAX ? t('studio.splitSumLarge', { max: WEIGHT_SUM_MAX }) : null
  }
  const missing = missingOf(rows)
  if (missing === 0) return null
  const [sum, rest] = [formatThousandths(WHOLE - missing), formatThousandths(Math.abs(missing))]
  return t(missing > 0 ? 'editors.splitSumShort' : 'editors.splitSumOver', { sum, rest })
}

/** '57 %', with one decimal if it is not a whole number; '' while it is unknown. */
export function percentOf(row: DraftRow, rows: readonly DraftRow[]): string {
  const sum = rows.reduce((total, { share }) => total + (readShare(share, 'parts') ?? 0), 0)
  const share = readShare(row.share, 'parts')
  return share === null || sum === 0 ? '' : formatShare((share / sum) * 100)
}

export const formatShare = (percent: number): string => formatPercent(percent)

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
