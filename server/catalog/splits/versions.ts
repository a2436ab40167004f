/** Versions of splits. New terms begin immediately, unless they lower a share that a partner has agreed to: then they begin when
 * that partner agrees, and until then the old ones stay in force. Who may change a split is splits.ts; what partners answer is
 * consent.ts. The content's row is locked by every caller. */
import { findDeletedUsers } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { ContentRow } from '#server/catalog/content/queries.ts'
import {
  deleteRecipients,
  findSplit,
  insertRecipients,
  insertSplit,
  removeSplit,
  selectRecipients,
  selectTerms,
  type TermsRow,
} from './split-queries.ts'
import * as queries from './version-queries.ts'

/** `address`: of an outside recipient, `invited`: the key of an invitation, and `userId` is the id of its row. */
export type Wanted = { userId: string; share: number; address?: string; invited?: string }
export type NewVersion = { version: queries.VersionRow; shares: queries.ShareRow[]; invitedIds: string[] }

type NewTerms = {
  /** The split that has them once they begin. */
  splitId: string
  /** Empty when the split is removed. */
  recipients: readonly Wanted[]
}

/** Writes new terms of a content, in place of those that wait to begin, and begins them if nobody has to agree first. Terms
 * that are in force or wait already are not written again. */
export async function changeTerms(tx: Tx, content: ContentRow, terms: NewTerms, now: Date): Promise<NewVersion> {
  const known = await findSame(tx, content, terms)
  if (known !== null) {
    const pending = await queries.findPending(tx, content.id)
    if (pending !== undefined && pending.id !== known.id) await queries.withdrawVersion(tx, pending.id, now)
    return { version: known, shares: await queries.listShares(tx, [known.id]), invitedIds: [] }
  }
  const pending = await queries.findPending(tx, content.id)
  if (pending !== undefined) await queries.withdrawVersion(tx, pending.id, now)
  const base = await selectTerms(tx, [content.id])
  const version = await insertVersion(tx, content, terms, now)
  const agreed = agreedIn(base)
  const lowered = new Set(await findLowered(tx, version, base, terms.recipients))
  const before = new Map(base.map(({ user_id: userId, state }) => [userId, state ?? 'agreed']))
  const shares = terms.recipients.map(({ userId, share, address }, position): queries.ShareRow => {
    // Outside recipients are not asked.
    const isKnown = userId === content.owner_id || address !== undefined
    const isAgreed = isKnown || (agreed.has(userId) && !lowered.has(userId))
    const answer = isAgreed
      ? { state: 'agreed' as const, invited_at: null, decided_at: now }
      : { state: 'waiting' as const, invited_at: now, decided_at: null }
    return shareOf(version, { userId, share, position, isLowered: lowered.has(userId) }, answer)
  })
  await queries.insertShares(tx, shares)
  await tryBegin(tx, version, now)
  const all = await queries.listShares(tx, [version.id])
  const isNews = ({ user_id: userId, is_lowered: isLowered }: queries.ShareRow) =>
    isLowered || (before.get(userId) ?? 'declined') === 'declined' || before.get(userId) === 'expired'
  const users = new Set(terms.recipients.flatMap(({ userId, invited: key }) => (key === undefined ? userId : [])))
  const isUser = ({ user_id: userId, position }: queries.ShareRow) => position === null || users.has(userId)
  const invited = all.filter((share) => share.state === 'waiting' && isUser(share) && isNews(share))
  const begun = await queries.findVersion(tx, version.id)
  return { version: begun!, shares: all, invitedIds: invited.map((share) => share.user_id) }
}

function shareOf(
  { id }: queries.VersionRow,
  { userId, share, position, isLowered }: Wanted & { position: number | null; isLowered: boolean },
  answer: Pick<queries.ShareRow, 'state' | 'invited_at' | 'decided_at'>,
): queries.ShareRow {
  return { id: newId(), version_id: id, user_id: userId, position, share, is_lowered: isLowered, ...answer }
}

async function insertVersion(
  tx: Tx,
  content: ContentRow,
  { splitId, recipients }: NewTerms,
  now: Date,
): Promise<queries.VersionRow> {
  const id = newId()
  await queries.insertVersion(tx, {
    id,
    content_id: content.id,
    split_id: splitId,
    owner_id: content.owner_id,
    is_removal: recipients.length === 0,
    created_at: now,
    begun_at: null,
    ended_at: null,
  })
  return (await queries.findVersion(tx, id))!
}

/** The version in force or the one that waits, if these are its terms and nobody in it has declined. */
async function findSame(tx: Tx, content: ContentRow, terms: NewTerms): Promise<queries.VersionRow | null> {
  const pending = await queries.findPending(tx, content.id)
  const split = await findSplit(tx, content.id)
  const current = split === undefined ? undefined : (await selectRecipients(tx, split.id))[0]?.version_id
  for (const id of [current, pending?.id]) {
    const version = id === undefined || id === null ? undefined : await queries.findVersion(tx, id)
    if (version === undefined) continue
    const shares = await queries.listShares(tx, [version.id])
    if (shares.some(({ state }) => state !== 'agreed' && state !== 'waiting')) continue
    const placed = shares.filter(({ position }) => position !== null)
    const isSame =
      version.is_removal === (terms.recipients.length === 0) &&
      placed.length === terms.recipients.length &&
      placed.every(({ user_id: userId, share }, index) => {
        const wanted = terms.recipients[index]!
        return wanted.userId === userId && wanted.share === share
      })
    if (isSame) return version
  }
  return null
}

/** Those who have agreed to the terms in force. The owner and outside recipients need not be asked. */
function agreedIn(base: readonly TermsRow[]): Map<string, number> {
  return new Map(
    base.flatMap(({ user_id: userId, share, state, owner_id: ownerId, is_outside: isOutside }) =>
      userId === null || share === null || userId === ownerId || isOutside || (state ?? 'agreed') !== 'agreed'
        ? []
        : [[userId, share] as const],
    ),
  )
}

/** The partners who would get a smaller part of the whole than they have agreed to. Deleted accounts lose nothing. */
async function findLowered(
  tx: Tx,
  version: queries.VersionRow,
  base: readonly TermsRow[],
  recipients: readonly Wanted[],
): Promise<string[]> {
  const next = version.is_removal ? await readWithoutOwn(tx, version.content_id) : recipients
  const [total, nextTotal] = [sumOf(base), sumOf(next)]
  const nextShares = new Map(next.map(({ userId, share }) => [userId, share]))
  const lowered = [...agreedIn(base)].flatMap(([userId, share]) =>
    isLess({ share: nextShares.get(userId) ?? 0, total: nextTotal }, { share, total }) ? [userId] : [],
  )
  const deleted = await findDeletedUsers(tx, lowered)
  return lowered.filter((userId) => !deleted.has(userId))
}

export const sumOf = (recipients: readonly { share: number | null }[]) =>
  recipients.reduce((sum, { share }) => sum + (share ?? 0), 0)

type Part = { share: number; total: number }

/** Whether one part of a whole is less than the other, exactly. */
export function isLess(one: Part, other: Part): boolean {
  return BigInt(one.share) * BigInt(other.total) < BigInt(other.share) * BigInt(one.total)
}

/** The terms that apply when the content has no split of its own. */
export async function readWithoutOwn(tx: Tx, contentId: string): Promise<Wanted[]> {
  const rows = await selectTerms(tx, [contentId], contentId)
  return rows.map(({ user_id: userId, share, owner_id: ownerId, address }) => ({
    userId: userId ?? ownerId,
    share: share ?? 1,
    ...(address !== null && { address }),
  }))
}

/** Begins a version, unless it waits for a partner whose share it lowers. The terms in force may have changed since it was
 * written, so partners may have to be asked only now. */
export async function tryBegin(tx: Tx, version: queries.VersionRow, now: Date): Promise<boolean> {
  const shares = await queries.listShares(tx, [version.id])
  const placed = shares.filter(({ position }) => position !== null)
  const recipients = placed.map(({ user_id: userId, share }) => ({ userId, share }))
  const base = await selectTerms(tx, [version.content_id])
  const lowered = await findLowered(tx, version, base, recipients)
  const byUser = new Map(shares.map((share) => [share.user_id, share]))
  const invited = { state: 'waiting', invited_at: now, decided_at: null } as const
  let isAgreed = true
  for (const userId of lowered) {
    const share = byUser.get(userId)
    isAgreed &&= share?.state === 'agreed' && share.is_lowered
    if (share === undefined) {
      const taken = { userId, share: 0, position: null, isLowered: true }
      await queries.insertShares(tx, [shareOf(version, taken, invited)])
    } else if (!share.is_lowered) await queries.askAgain(tx, share.id, now)
  }
  if (isAgreed) await begin(tx, version, placed, now)
  return isAgreed
}

async function begin(
  tx: Tx,
  version: queries.VersionRow,
  placed: readonly queries.ShareRow[],
  now: Date,
): Promise<void> {
  await queries.beginVersion(tx, version, now)
  const split = await findSplit(tx, version.content_id)
  if (version.is_removal) {
    if (split !== undefined) await removeSplit(tx, split.id)
    return
  }
  const known = split === undefined ? [] : await selectRecipients(tx, split.id)
  const since = new Map(known.map((row) => [row.user_id, row.created_at]))
  const splitId = split?.id ?? version.split_id
  if (split === undefined) await insertSplit(tx, { id: splitId, contentId: version.content_id, now })
  await deleteRecipients(tx, splitId)
  await insertRecipients(
    tx,
    { splitId, versionId: version.id, now },
    placed.map(({ id, user_id: userId, share }) => ({ id, userId, share, since: since.get(userId) ?? now })),
  )
}
