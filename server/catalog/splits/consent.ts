/** What partners answer to the shares they are offered. Moving what waited for the answer is in server/payments/consent; new
 * terms are versions.ts. */
import type { Tx } from '#server/platform/database/database.ts'
import { lockContent } from '#server/catalog/content/queries.ts'
import * as queries from './version-queries.ts'
import { isLess, tryBegin } from './versions.ts'

/** A share that was answered, and the account in which it waited: null for a share that was taken away. */
export type Answered = {
  shareId: string
  contentId: string
  versionId: string
  position: number | null
  userId: string
  ownerId: string
}

export type Offer = {
  version: queries.VersionRow
  share: queries.ShareRow
  /** What the same user has not answered in later versions, with the same share or more: agreeing to this one agrees to
   * them. */
  later: readonly queries.ShareRow[]
}

/** Locks the content, so that its terms change and its partners answer one after another. Undefined when the user is not in
 * this version. */
export async function lockOffer(tx: Tx, versionId: string, userId: string): Promise<Offer | undefined> {
  const found = await queries.findVersion(tx, versionId)
  if (found === undefined) return undefined
  await lockContent(tx, found.content_id)
  const [version, share] = [await queries.findVersion(tx, versionId), await queries.findShare(tx, versionId, userId)]
  if (version === undefined || share === undefined) return undefined
  const later = (await queries.listLaterWaiting(tx, version, userId)).filter(({ is_lowered: isLowered }) => !isLowered)
  return { version, share, later: await keepNotLess(tx, share, later) }
}

async function keepNotLess(
  tx: Tx,
  { version_id: versionId, share }: queries.ShareRow,
  later: readonly queries.ShareRow[],
): Promise<queries.ShareRow[]> {
  const shares = await queries.listShares(tx, [versionId, ...later.map((row) => row.version_id)])
  const totalOf = (id: string) => shares.reduce((sum, row) => (row.version_id === id ? sum + row.share : sum), 0)
  const own = { share, total: totalOf(versionId) }
  return later.filter((row) => !isLess({ share: row.share, total: totalOf(row.version_id) }, own))
}

/** The offer is locked and unanswered. Returns what is agreed by this; terms that waited for it begin. */
export async function agree(tx: Tx, { version, share, later }: Offer, now: Date): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const row of [share, ...later]) {
    if (!(await queries.decideShare(tx, row.id, 'agreed', now))) continue
    const own = row.version_id === version.id ? version : (await queries.findVersion(tx, row.version_id))!
    answered.push(answeredOf(own, row))
    if (own.begun_at === null && own.ended_at === null) await tryBegin(tx, own, now)
  }
  return answered
}

/** `withdrawn`: by the owner, who revoked the invitation. */
export type Refusal = 'declined' | 'expired' | 'withdrawn'

/** The offer is locked and unanswered. Terms that lower the user's share never begin. */
export async function refuse(tx: Tx, { version, share }: Offer, state: Refusal, now: Date): Promise<Answered[]> {
  if (!(await queries.decideShare(tx, share.id, state, now))) return []
  const isPending = version.begun_at === null && version.ended_at === null
  if (isPending && share.is_lowered) await queries.withdrawVersion(tx, version.id, now)
  return [answeredOf(version, share)]
}

function answeredOf(version: queries.VersionRow, share: queries.ShareRow): Answered {
  const { id: versionId, content_id: contentId, owner_id: ownerId } = version
  return { shareId: share.id, contentId, versionId, position: share.position, userId: share.user_id, ownerId }
}

/** When the version began; null while it waits. */
export async function readBeginning(tx: Tx, versionId: string): Promise<Date | null> {
  return (await queries.findVersion(tx, versionId))?.begun_at ?? null
}

/** Who shares by the terms that wait to begin. */
export async function readPendingRecipients(tx: Tx, contentId: string): Promise<string[]> {
  const pending = await queries.findPending(tx, contentId)
  const shares = pending === undefined ? [] : await queries.listShares(tx, [pending.id])
  return shares.flatMap(({ position, user_id: userId }) => (position === null ? [] : userId))
}

const LAPSED = 100

/** Offers that have not been answered for this long. */
export async function listLapsedOffers(tx: Tx, before: Date): Promise<{ versionId: string; userId: string }[]> {
  const rows = await queries.listLapsed(tx, before, LAPSED)
  return rows.map((row) => ({ versionId: row.version_id, userId: row.user_id }))
}

/** The versions in which this user has not answered. */
export async function listOpenOffersOf(tx: Tx, userId: string): Promise<string[]> {
  return (await queries.listWaitingOf(tx, userId)).map((row) => row.version_id)
}
