/** What payments need from the catalogue: whether content can be paid, its title, its owner, and who shares the
 * payment. Money is moved only by the payments module. */
import { activeTimeSplit } from '#contract/split.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { findContents } from '#server/catalog/content/queries.ts'
import { selectTerms } from './split-queries.ts'
import { selectTimeSplits, type TimeSplitRow } from './time-split-queries.ts'
import type { ContentKind } from '#server/catalog/content/visibility.ts'

export type Payable = {
  contentId: string
  contentType: ContentKind
  title: string
  ownerId: string
  /** The artist's name; for a podcast and its episodes, the podcast's name. */
  artistName: string
  /** True while the content is public; drafts and scheduled, unfinished or taken-down content cannot be paid. */
  isPayable: boolean
}

/** Null when the content does not exist or was deleted. */
export async function readPayable(tx: Tx, contentId: string, now: Date = new Date()): Promise<Payable | null> {
  const [payable = null] = (await readPayables(tx, [contentId], now)).values()
  return payable
}

/** The same for several contents, by id; those that do not exist are left out. */
export async function readPayables(tx: Tx, contentIds: readonly string[], now: Date): Promise<Map<string, Payable>> {
  const found = new Map<string, Payable>()
  for (const row of await findContents(tx, contentIds, now)) {
    if (row.is_deleted) continue
    found.set(row.id, {
      contentId: row.id,
      contentType: row.type,
      title: row.title,
      ownerId: row.owner_id,
      artistName: row.artist_name,
      isPayable: row.is_public,
    })
  }
  return found
}

/** The recipients that have not agreed to their terms, by position. */
export type OpenTerms = {
  versionId: string
  /** The owner named in the version: gets the shares of those who do not agree. */
  ownerId: string
  /** True while the offer waits for an answer; false once it was declined or has expired. */
  isWaiting: ReadonlyMap<number, boolean>
}

export type ContentTerms = {
  /** `isOutside`: a Lightning address on another server, and `userId` is the id of its row. */
  recipients: { userId: string; weight: number; isOutside?: true }[]
  /** Set when somebody has not agreed. */
  open?: OpenTerms
  /** The content whose split applies: this content, its album or its podcast; null when the owner gets all. */
  sourceContentId: string | null
}

/** The recipients of a payment to each of these contents at this moment: its own split, else that of its album or
 * podcast, else the owner gets all. Weights are integers from 1; only their ratio counts. Content that does not exist
 * is left out. Read it in the transaction that stores the payment's terms. */
export async function readManySplitTerms(tx: Tx, contentIds: readonly string[]): Promise<Map<string, ContentTerms>> {
  const found = new Map<string, ContentTerms>()
  for (const row of await selectTerms(tx, contentIds)) {
    const { content_id: contentId, user_id: userId, share } = row
    if (userId === null || share === null) {
      found.set(contentId, { recipients: [{ userId: row.owner_id, weight: 1 }], sourceContentId: null })
      continue
    }
    const terms = found.get(contentId) ?? { recipients: [], sourceContentId: row.source_content_id }
    const outside = row.is_outside ? { isOutside: true as const } : {}
    const position = terms.recipients.push({ userId, weight: share, ...outside }) - 1
    const { version_id: versionId, version_owner_id: ownerId, state } = row
    if (versionId !== null && ownerId !== null && state !== null && state !== 'agreed') {
      const known = terms.open?.isWaiting ?? new Map<number, boolean>()
      terms.open = { versionId, ownerId, isWaiting: new Map([...known, [position, state === 'waiting']]) }
    }
    found.set(contentId, terms)
  }
  return found
}

/** Who is paid by these terms, as the public may know it: shares that nobody has agreed to are the owner's. */
export function publicRecipients({ recipients, open }: Pick<ContentTerms, 'recipients' | 'open'>) {
  if (open === undefined) return recipients
  const weights = new Map<string, number>()
  for (const [position, { userId, weight }] of recipients.entries()) {
    const shownId = open.isWaiting.has(position) ? open.ownerId : userId
    weights.set(shownId, (weights.get(shownId) ?? 0) + weight)
  }
  return [...weights].map(([userId, weight]) => ({ userId, weight }))
}

export type TimeSplitTerms = {
  startSeconds: number
  endSeconds: number
  shareNumerator: number
  shareDenominator: number
  /** The content whose recipients share, by the split that applies to it; its own time splits are not followed. */
  contentId: string
  /** Null while that content is not public. */
  title: string | null
  recipients: { userId: string; weight: number }[]
  open?: OpenTerms
}

/** All time splits of a content that apply at this moment, ordered by time. */
export async function readTimeSplitTerms(tx: Tx, contentId: string, now: Date): Promise<TimeSplitTerms[]> {
  return (await readManyTimeSplitTerms(tx, [contentId], now)).get(contentId) ?? []
}

/** The same for several contents; those without time splits are left out. */
export async function readManyTimeSplitTerms(
  tx: Tx,
  contentIds: readonly string[],
  now: Date,
): Promise<Map<string, TimeSplitTerms[]>> {
  const rows = await selectTimeSplits(tx, contentIds)
  const terms = await termsOf(tx, rows, now)
  const found = new Map<string, TimeSplitTerms[]>()
  for (const [index, { contentId }] of rows.entries()) {
    const one = terms[index]
    if (one) found.set(contentId, [...(found.get(contentId) ?? []), one])
  }
  return found
}

export type Position = { contentId: string; contentTimeSeconds: number }

/** The time split that applies at each of these positions, in their order, or undefined. Read it in the transaction
 * that stores the payment's terms. */
export async function readActiveTimeSplits(
  tx: Tx,
  positions: readonly Position[],
  now: Date,
): Promise<(TimeSplitTerms | undefined)[]> {
  if (positions.length === 0) return []
  const all = await selectTimeSplits(
    tx,
    positions.map(({ contentId }) => contentId),
  )
  const active = positions.map(({ contentId, contentTimeSeconds }) =>
    activeTimeSplit(
      all.filter((row) => row.contentId === contentId),
      contentTimeSeconds,
    ),
  )
  return termsOf(tx, active, now)
}

/** In the order of the rows. A time split whose recipient content was deleted or taken down is ignored: everything goes
 * to the content's own recipients. Terms that were stored with an invoice before that stay valid. */
async function termsOf(
  tx: Tx,
  rows: readonly (TimeSplitRow | undefined)[],
  now: Date,
): Promise<(TimeSplitTerms | undefined)[]> {
  const contentIds = [...new Set(rows.flatMap((row) => row?.recipientContentId ?? []))]
  if (contentIds.length === 0) return rows.map(() => undefined)
  const contents = new Map((await findContents(tx, contentIds, now)).map((content) => [content.id, content]))
  const splits = await readManySplitTerms(tx, contentIds)
  return rows.map((row) => {
    if (row === undefined) return undefined
    const content = contents.get(row.recipientContentId)
    const split = splits.get(row.recipientContentId)
    if (content === undefined || split === undefined || content.is_deleted || content.is_taken_down) return undefined
    const { startSeconds, endSeconds, shareNumerator, shareDenominator } = row
    const title = content.is_public ? content.title : null
    const { recipients, open } = split
    const shared = open === undefined ? { recipients } : { recipients, open }
    return { startSeconds, endSeconds, shareNumerator, shareDenominator, contentId: content.id, title, ...shared }
  })
}
