/** Takedowns and their undoing: hides content with everything in it, places a hold on the owners' outgoing
 * money, keeps crediting their earnings, and notifies them of the reason. Files move to where only the
 * operator can access them (withheld-files.ts). */
import * as calls from '#contract/operator/admin.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { holdOutgoing, releaseHolds } from '#server/accounts/holds.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { findTakedownTargets, setTakenDown, type TakedownTarget } from '#server/catalog/publishing/takedown.ts'
import { topics, type TakenDown } from '#server/events.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { AdminDeps } from './deps.ts'
import * as queries from './takedown-queries.ts'

const LISTED_MAX = 50

type Answer = Data<typeof calls.takeDown>

export async function takeContentDown(
  { database, clock }: AdminDeps,
  caller: Caller,
  body: Input<typeof calls.takeDown>['body'],
): Promise<Answer> {
  requireOperator(caller, calls.takeDown)
  requireRecentAuth(caller)
  const requestedIds = [...new Set([...(body.artistIds ?? []), ...(body.podcastIds ?? [])])]
  if (requestedIds.length === 0) throw new AppError(400, 'bad-request', 'artistIds or podcastIds: at least one')
  return database.transaction(async (tx) => {
    const targets = await findTargets(tx, body)
    const affected = await describeAffected(tx, requestedIds, targets)
    if (body.dryRun === true || targets.length === 0) return { takedownId: null, affected }
    const takedownId = newId()
    const now = clock.now()
    const { reason } = body
    await queries.insertTakedown(tx, { id: takedownId, reason, madeBy: caller.userId, madeAt: now }, targets)
    await setTakenDown(
      tx,
      targets.map(({ contentId }) => contentId),
      now,
    )
    for (const { userId } of affected.owners) {
      await holdOutgoing(tx, { userId, cause: 'takedown', reason, refId: takedownId, heldBy: caller.userId, now })
    }
    const details = { contentIds: targets.map(({ contentId }) => contentId) }
    const target = { type: 'takedown', id: takedownId }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'takedown', target, reason, details, now })
    await tell(tx, takedownId, { takedownId, isUndone: false, reason, owners: ownersOf(targets) })
    return { takedownId, affected }
  })
}

/** Of the given kind, and not already taken down. */
async function findTargets(tx: Tx, body: Input<typeof calls.takeDown>['body']): Promise<TakedownTarget[]> {
  const artists = await findTakedownTargets(tx, body.artistIds ?? [])
  const podcasts = await findTakedownTargets(tx, body.podcastIds ?? [])
  return [
    ...artists.filter(({ contentType }) => contentType === 'artist'),
    ...podcasts.filter(({ contentType }) => contentType === 'podcast'),
  ].filter(({ isTakenDown }) => !isTakenDown)
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
    albumCount: sum('artist', 'albumCount'),
    trackCount: sum('artist', 'audioCount'),
    episodeCount: sum('podcast', 'audioCount'),
    owners: ownerIds.map((userId) => ({ userId, name: names.get(userId)?.username ?? '' })),
    skippedIds: requestedIds.filter((id) => !found.has(id)),
  }
}

function ownersOf(targets: readonly Pick<TakedownTarget, 'ownerId' | 'title'>[]): TakenDown['owners'] {
  const byOwner = Map.groupBy(targets, ({ ownerId }) => ownerId)
  return [...byOwner].map(([userId, theirs]) => ({ userId, titles: theirs.map(({ title }) => title) }))
}

async function tell(tx: Tx, key: string, event: TakenDown): Promise<void> {
  await publish(tx, topics.takenDown, key, event)
}

/** Content that another takedown covers stays hidden. */
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
    const isUndoneNow = await queries.markUndone(tx, takedownId, caller.userId, now)
    if (!isUndoneNow) throw notFound()
    const items = await queries.listItems(tx, [takedownId])
    const covered = await queries.findCovered(
      tx,
      items.map(({ contentId }) => contentId),
    )
    const restored = items.filter(({ contentId }) => !covered.has(contentId))
    const restoredIds = restored.map(({ contentId }) => contentId)
    await setTakenDown(tx, restoredIds, null)
    for (const userId of new Set(items.map(({ ownerId }) => ownerId))) {
      await releaseHolds(tx, { userId, refId: takedownId, releasedBy: caller.userId, now })
    }
    const target = { type: 'takedown', id: takedownId }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'undo-takedown', target, reason, now })
    await tell(tx, `${takedownId}:undone`, { takedownId, isUndone: true, reason, owners: ownersOf(restored) })
    return { takedownId, restoredIds }
  })
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
