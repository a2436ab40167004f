/** Takedowns and their undoing: hides content with everything in it, places a hold on the owners' outgoing
 * money, keeps crediting their earnings, and notifies them of the reason. Files move to where only the
 * operator can access them (withheld-files.ts). */
import * as calls from '#contract/operator/admin.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import {
  findTakedownTargets,
  listAssets,
  listContentOfAssets,
  listOwnedNames,
  setTakenDown,
  type TakedownTarget,
} from '#server/catalog/publishing/takedown.ts'
import { topics, type TakenDown } from '#server/events.ts'
import { blockRecordings, findAlike, unblockRecordings } from '#server/media/recordings/recognition.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { lockObjections, type Reason } from './case-queries.ts'
import { closeCases } from './closing.ts'
import type { AdminDeps } from './deps.ts'
import * as queries from './takedown-queries.ts'

const LISTED_MAX = 50

type Takedown = Data<typeof calls.takeDown>

export async function takeContentDown(
  { database, clock }: AdminDeps,
  caller: Caller,
  body: Input<typeof calls.takeDown>['body'],
): Promise<Takedown> {
  requireOperator(caller, calls.takeDown)
  requireRecentAuth(caller)
  const { reason, ground = 'other', soundsOf = [] } = body
  return database.transaction(async (tx) => {
    const assetIds = await findAlike(tx, await listAssets(tx, soundsOf))
    const requestedIds = await listRequested(tx, body, await listContentOfAssets(tx, assetIds))
    if (requestedIds.length === 0)
      throw new AppError(400, 'bad-request', 'artistIds, podcastIds or others: at least one')
    const targets = await findTargets(tx, body, requestedIds)
    const affected = await describeAffected(tx, requestedIds, targets)
    if (body.dryRun === true || targets.length === 0) return { takedownId: null, affected }
    const takedownId = await takeDownTargets(tx, { targets, reason, ground, adminId: caller.userId, now: clock.now() })
    await blockRecordings(tx, takedownId, assetIds)
    return { takedownId, affected }
  })
}

type TakingDown = {
  targets: readonly TakedownTarget[]
  reason: string
  ground: Reason
  adminId: string
  now: Date
}

/** Returns the id of the takedown. */
export async function takeDownTargets(tx: Tx, { targets, reason, ground, adminId, now }: TakingDown): Promise<string> {
  const takedownId = newId()
  await queries.insertTakedown(tx, { id: takedownId, reason, ground, madeBy: adminId, madeAt: now }, targets)
  const contentIds = targets.map(({ contentId }) => contentId)
  await setTakenDown(tx, contentIds, now)
  for (const userId of new Set(targets.map(({ ownerId }) => ownerId))) {
    await holdOutgoing(tx, { userId, cause: 'takedown', reason, refId: takedownId, heldBy: adminId, now })
  }
  const target = { type: 'takedown', id: takedownId }
  await recordAdminAction(tx, { adminId, action: 'takedown', target, reason, details: { contentIds, ground }, now })
  const owners = ownersOf(targets)
  await publish(tx, topics.takenDown, takedownId, { takedownId, isUndone: false, reason, ground, owners })
  return takedownId
}

async function listRequested(
  tx: Tx,
  { artistIds = [], podcastIds = [], contentIds = [], userIds = [] }: Input<typeof calls.takeDown>['body'],
  alikeIds: readonly string[],
): Promise<string[]> {
  const owned = await Promise.all(userIds.map((userId) => listOwnedNames(tx, userId)))
  const ownedIds = owned.flat().map(({ id }) => id)
  return [...new Set([...artistIds, ...podcastIds, ...contentIds, ...ownedIds, ...alikeIds])]
}

/** Artists and podcasts of the named kind, and not already taken down. */
async function findTargets(
  tx: Tx,
  { artistIds = [], podcastIds = [] }: Input<typeof calls.takeDown>['body'],
  requestedIds: readonly string[],
): Promise<TakedownTarget[]> {
  const found = await findTakedownTargets(tx, requestedIds)
  return found.filter(
    ({ contentId, contentType, isTakenDown }) =>
      !isTakenDown &&
      (contentType !== 'podcast' || !artistIds.includes(contentId)) &&
      (contentType !== 'artist' || !podcastIds.includes(contentId)),
  )
}

async function describeAffected(tx: Tx, requestedIds: readonly string[], targets: readonly TakedownTarget[]) {
  const ownerIds = [...new Set(targets.map(({ ownerId }) => ownerId))]
  const names = await readUserSummaries(tx, ownerIds)
  const found = new Set(targets.map(({ contentId }) => contentId))
  const listed = (type: TakedownTarget['contentType']) =>
    targets.filter(({ contentType }) => contentType === type).map(({ contentId, title }) => ({ id: contentId, title }))
  const sum = (type: TakedownTarget['contentType'], of: 'albumCount' | 'audioCount') =>
    targets.reduce((count, target) => count + (target.contentType === type ? target[of] : 0), 0)
  return {
    artists: listed('artist'),
    podcasts: listed('podcast'),
    audio: [...listed('track'), ...listed('episode')],
    albumCount: sum('artist', 'albumCount'),
    trackCount: sum('artist', 'audioCount') + sum('track', 'audioCount'),
    episodeCount: sum('podcast', 'audioCount') + sum('episode', 'audioCount'),
    owners: ownerIds.map((userId) => ({ userId, name: names.get(userId)?.username ?? '' })),
    skippedIds: requestedIds.filter((id) => !found.has(id)),
  }
}

function ownersOf(targets: readonly Pick<TakedownTarget, 'ownerId' | 'title'>[]): TakenDown['owners'] {
  const byOwner = Map.groupBy(targets, ({ ownerId }) => ownerId)
  return [...byOwner].map(([userId, theirs]) => ({ userId, titles: theirs.map(({ title }) => title) }))
}

export async function undoTakedown(
  { database, clock }: AdminDeps,
  caller: Caller,
  takedownId: string,
  reason: string,
): Promise<{ takedownId: string; restoredIds: string[] }> {
  requireOperator(caller, calls.undoTakedown)
  requireRecentAuth(caller)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const objections = await lockObjections(tx, [takedownId])
    if (!(await queries.markUndone(tx, takedownId, caller.userId, now))) throw notFound()
    const restoredIds = await restore(tx, { takedownId, ownerId: null, adminId: caller.userId, reason, now })
    await closeCases(tx, objections, { decidedBy: caller.userId, outcome: 'acted', answer: reason, now })
    return { takedownId, restoredIds }
  })
}

/** What only this owner has in it; the rest of the takedown stays. */
export async function undoForOwner(tx: Tx, undo: Undoing & { ownerId: string }): Promise<void> {
  await queries.markRestored(tx, { ...undo, undoneBy: undo.adminId })
  await restore(tx, undo)
}

type Undoing = { takedownId: string; ownerId: string | null; adminId: string; reason: string; now: Date }

/** Content that another takedown covers stays hidden. Returns what is shown again. */
async function restore(tx: Tx, { takedownId, ownerId, adminId, reason, now }: Undoing): Promise<string[]> {
  const all = await queries.listItems(tx, [takedownId])
  const items = all.filter((item) => ownerId === null || item.ownerId === ownerId)
  const covered = await queries.findCovered(
    tx,
    items.map(({ contentId }) => contentId),
  )
  const restored = items.filter(({ contentId }) => !covered.has(contentId))
  const restoredIds = restored.map(({ contentId }) => contentId)
  await setTakenDown(tx, restoredIds, null)
  if (items.length === all.length) await unblockRecordings(tx, takedownId, now)
  for (const userId of new Set(items.map((item) => item.ownerId))) {
    await releaseHolds(tx, { userId, refId: takedownId, releasedBy: adminId, now })
  }
  const target = { type: 'takedown', id: takedownId }
  await recordAdminAction(tx, { adminId, action: 'undo-takedown', target, reason, now })
  await publish(tx, topics.takenDown, `${takedownId}:undone:${ownerId ?? ''}`, {
    takedownId,
    isUndone: true,
    reason,
    owners: ownersOf(restored),
  })
  return restoredIds
}

export async function readTakedowns(
  { database }: AdminDeps,
  caller: Caller,
  page: { page?: number | undefined },
): Promise<Data<typeof calls.listTakedowns>> {
  requireOperator(caller, calls.listTakedowns)
  const tx = database.read
  const takedowns = await queries.listTakedowns(tx, { offset: ((page.page ?? 1) - 1) * LISTED_MAX, limit: LISTED_MAX })
  const items = await queries.listItems(
    tx,
    takedowns.map(({ id }) => id),
  )
  const users = [...takedowns.map(({ madeBy }) => madeBy), ...items.map(({ ownerId }) => ownerId)]
  const names = await readUserSummaries(tx, [...new Set(users)])
  return takedowns.map(({ id, reason, madeBy, madeAt, undoneAt }) => ({
    takedownId: id,
    reason,
    madeBy: names.get(madeBy)?.username ?? '',
    madeAt,
    undoneAt,
    items: items
      .filter(({ takedownId }) => takedownId === id)
      .map(({ contentId, contentType, title, ownerId }) => ({
        contentId,
        contentType,
        title,
        ownerName: names.get(ownerId)?.username ?? '',
      })),
  }))
}
