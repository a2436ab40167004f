/** The recipients of a payment to content: the split in force now, shown before paying and stored with the payment. */
import type { getTerms } from '#contract/payments/terms.ts'
import type { Data } from '#contract/endpoint.ts'
import { formatExactSats } from '#contract/money.ts'
import type { SplitTerms } from '#contract/split.ts'
import { urlOfLightningAddress, formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { encodeLnurl } from '#protocols/lightning/lnurl-text.ts'
import {
  type ContentTerms,
  type OpenTerms,
  readActiveTimeSplits,
  readManySplitTerms,
  readPayables,
  readTimeSplitTerms,
  type Payable,
  type TimeSplitTerms,
} from '#server/catalog/splits/payable.ts'
import { readPartnerNames, type PartnerName } from '#server/catalog/splits/outside-queries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Outcome } from '#server/platform/jobs/together.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { ZappedContent } from '#server/payments/invoices/invoice.ts'
import { chooseZapKey } from './zap-key.ts'

type TermsDeps = Pick<PaymentDeps, 'clock' | 'limits'>
export type PayableTerms = { content: Payable; terms: SplitTerms }

/** Throws for content that cannot be paid: missing, draft, deleted or taken down. `contentTime` is the position in
 * seconds, if the payment has one; 0 is a position. */
export async function readPayableTerms(
  deps: TermsDeps,
  tx: Tx,
  contentId: string,
  contentTime?: number | null,
): Promise<PayableTerms> {
  const [outcome] = await readManyPayableTerms(deps, tx, [{ contentId, contentTime }])
  if (outcome === undefined || 'error' in outcome) throw outcome?.error
  return outcome.result
}

/** The same for several payments: for each, the terms or the error. */
export async function readManyPayableTerms(
  { clock, limits }: TermsDeps,
  tx: Tx,
  wanted: readonly { contentId: string; contentTime?: number | null | undefined }[],
): Promise<Outcome<PayableTerms>[]> {
  const now = clock.now()
  const ids = wanted.map(({ contentId }) => contentId.toLowerCase())
  const contents = await readPayables(tx, [...new Set(ids)], now)
  const splits = await readManySplitTerms(tx, [...contents.keys()])
  const positions = wanted.flatMap(({ contentTime }, index) =>
    contentTime === undefined || contentTime === null
      ? []
      : { index, contentId: ids[index]!, contentTimeSeconds: contentTime },
  )
  const timeSplits = await readActiveTimeSplits(tx, positions, now)
  const active = new Map(positions.map(({ index }, place) => [index, timeSplits[place]]))
  return ids.map((contentId, index) => {
    const content = contents.get(contentId)
    const split = splits.get(contentId)
    if (content === undefined || split === undefined) return refusal(404, 'not-found')
    if (!content.isPayable) return refusal(422, 'content-not-payable')
    const terms = { feePpm: limits.feePpm, ...keyed(split) }
    return { result: { content, terms: withTimeSplit(terms, active.get(index)) } }
  })
}

/** Of a payment by these terms. */
export const zapOf = (
  { content, terms }: PayableTerms,
  comment: string | null = null,
  contentTimeSeconds?: number | null,
): ZappedContent => ({
  contentId: content.contentId,
  contentType: content.contentType,
  contentTitle: content.title,
  terms,
  comment,
  contentTimeSeconds: contentTimeSeconds ?? null,
})

/** For payments that the value block of a feed has already split: our own time splits must not split them again. */
export function withoutTimeSplit({ timeSplit: _timeSplit, ...terms }: SplitTerms): SplitTerms {
  return terms
}

function refusal(status: number, code: 'not-found' | 'content-not-payable'): { error: AppError } {
  return { error: new AppError(status, code) }
}

function withTimeSplit(terms: SplitTerms, timeSplit: TimeSplitTerms | undefined): SplitTerms {
  if (timeSplit === undefined) return terms
  const { contentId, shareNumerator: numerator, shareDenominator: denominator } = timeSplit
  return { ...terms, timeSplit: { contentId, numerator, denominator, ...keyed(timeSplit) } }
}

/** The recipients, and which of them have not agreed. */
export function keyed({
  recipients,
  open,
}: Pick<ContentTerms, 'recipients' | 'open'>): Pick<SplitTerms, 'recipients' | 'consent'> {
  const keys = recipients.map(({ userId, weight, isOutside }) => ({
    key: userId,
    weight,
    ...(isOutside && { isOutside }),
  }))
  if (open === undefined) return { recipients: keys }
  return { recipients: keys, consent: { versionId: open.versionId, open: [...open.isWaiting.keys()] } }
}

/** Public. */
export async function readTerms(deps: PaymentDeps, _caller: Caller, contentId: string): Promise<Data<typeof getTerms>> {
  const { limits, clock } = deps
  const tx = deps.database.read
  const { content, terms } = await readPayableTerms(deps, tx, contentId)
  const split = (await readManySplitTerms(tx, [content.contentId])).get(content.contentId)!
  const hasPositions = content.contentType === 'track' || content.contentType === 'episode'
  const timeSplits = hasPositions ? await readTimeSplitTerms(tx, content.contentId, clock.now()) : []
  const [names, zapPubkey] = await Promise.all([
    namesOfAll(tx, [split, ...timeSplits].flatMap(shownIds)),
    chooseZapKey(deps, { content, terms }),
  ])
  const named = (one: Pick<ContentTerms, 'recipients' | 'open'>) =>
    shownIds(one).map((userId, position) => ({
      name: names.get(userId)?.username ?? '',
      displayName: names.get(userId)?.displayName ?? null,
      share: one.recipients[position]!.weight,
      ...(userId === '' && { isWaiting: true }),
    }))
  const origin = new URL(deps.publicOrigin)
  const address = { username: addressNameOf(content), host: origin.host }
  return {
    contentId: content.contentId,
    contentType: content.contentType,
    title: content.title,
    feePpm: limits.feePpm,
    minMsat: limits.minPaymentMsat,
    maxMsat: limits.maxPaymentMsat,
    lightningAddress: formatLightningAddress(address),
    lnurl: encodeLnurl(urlOfLightningAddress(address, origin.protocol === 'http:' ? 'http' : 'https')),
    zapPubkey,
    recipients: named(split),
    timeSplits: timeSplits.map(({ open: _open, ...timeSplit }, index) => ({
      ...timeSplit,
      recipients: named(timeSplits[index]!),
    })),
  }
}

/** Who is shown at each position: nobody ('') while an offer waits, and the owner after it was declined. */
function shownIds({ recipients, open }: { recipients: ContentTerms['recipients']; open?: OpenTerms }): string[] {
  return recipients.map(({ userId }, position) => {
    const isWaiting = open?.isWaiting.get(position)
    return isWaiting === undefined ? userId : isWaiting ? '' : open!.ownerId
  })
}

const NAMES_AT_ONCE = 1_000

/** A hundred time splits with fifty users each exceed the limit of one query. */
async function namesOfAll(tx: Tx, userIds: readonly string[]): Promise<Map<string, PartnerName>> {
  const wanted = [...new Set(userIds)].filter((userId) => userId !== '')
  const names = new Map<string, PartnerName>()
  for (let start = 0; start < wanted.length; start += NAMES_AT_ONCE) {
    for (const [userId, name] of await readPartnerNames(tx, wanted.slice(start, start + NAMES_AT_ONCE))) {
      names.set(userId, name)
    }
  }
  return names
}

/** The part before the @ in the Lightning address of a content. */
export function addressNameOf({ contentType, contentId }: Pick<Payable, 'contentType' | 'contentId'>): string {
  return `${contentType}.${contentId}`
}

const inSats = (amountMsat: bigint) => formatExactSats(Number(amountMsat))

export function requireWithinLimits(deps: TermsDeps, amountMsat: bigint): void {
  const { minPaymentMsat, maxPaymentMsat } = deps.limits
  if (amountMsat < minPaymentMsat || amountMsat > maxPaymentMsat) {
    throw new AppError(
      422,
      'amount-out-of-range',
      `The amount must be from ${inSats(minPaymentMsat)} to ${inSats(maxPaymentMsat)} sats.`,
    )
  }
}
