/** Decides cases, and what follows from that: takes content down, restores it, deletes comments, and notifies everybody
 * who reported. */
import { decideCases } from '#contract/operator/moderation.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { hasOtherOperator } from '#server/accounts/roles.ts'
import { findTakedownTargets } from '#server/catalog/publishing/takedown.ts'
import { deleteComment, restoreComment } from '#server/comments/comment-queries.ts'
import { type Notice, topics } from '#server/events.ts'
import { decideHeld } from '#server/media/recordings/recognition.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { COMMENT, lockCases, type OpenCase, setTakedown } from './case-queries.ts'
import { closeCases } from './closing.ts'
import type { AdminDeps } from './deps.ts'
import { findDecision, liftHold } from './objections.ts'
import { takeDownTargets, undoForOwner } from './takedowns.ts'

type Body = Input<typeof decideCases>['body']
type Deciding = Body & { adminId: string; now: Date }

/** In one transaction: of two moderators who decide concurrently, the second finds nothing to decide. */
export async function decide(
  { database, clock }: AdminDeps,
  caller: Caller,
  body: Body,
): Promise<Data<typeof decideCases>> {
  requireOperator(caller, decideCases)
  requireRecentAuth(caller)
  const adminId = caller.userId
  return database.transaction(async (tx) => {
    const deciding = { ...body, adminId, now: clock.now() }
    const open = await lockCases(tx, { caseIds: body.caseIds, userId: adminId, now: deciding.now })
    const isAlone = !(await hasOtherOperator(tx, decideCases, adminId))
    const decided: OpenCase[] = []
    for (const one of open) if (await mayDecide(tx, one, deciding, isAlone)) decided.push(one)
    const decidedIds = decided.map(({ id }) => id)
    const skippedIds = body.caseIds.filter((id) => !decidedIds.includes(id))
    if (decidedIds.length === 0) return { decidedIds, skippedIds }
    if (body.takesDown === true && body.outcome === 'acted') await takeDownReported(tx, decided, deciding)
    for (const one of decided) await applyOutcome(tx, one, deciding)
    const { outcome, reason, now } = deciding
    await closeCases(tx, decided, { decidedBy: adminId, outcome, answer: reason, now })
    const details = { outcome, caseIds: decidedIds, titles: decided.map(({ title }) => title.slice(0, 100)) }
    await recordAdminAction(tx, { adminId, action: 'decide-cases', reason, details, now })
    return { decidedIds, skippedIds }
  })
}

/** Another moderator decides about an objection, if there is one. */
async function mayDecide(tx: Tx, one: OpenCase, { outcome, adminId, now }: Deciding, isAlone: boolean) {
  if (one.kind !== 'appeal' && one.kind !== 'counter-notice') return true
  if (outcome === 'acted' && one.notBefore !== null && one.notBefore > now) return false
  const decision = one.affectedId === null ? null : await findDecision(tx, one.affectedId, one.subjectId)
  return isAlone || decision?.madeBy !== adminId
}

/** One takedown for each owner and ground, so that each can be undone separately. */
async function takeDownReported(
  tx: Tx,
  decided: readonly OpenCase[],
  { reason, adminId, now }: Deciding,
): Promise<void> {
  const reported = decided.filter(({ kind, subjectType }) => kind === 'report' && subjectType !== COMMENT)
  const groups = Map.groupBy(reported, (one) => `${one.affectedId} ${one.reason}`)
  for (const cases of groups.values()) {
    const found = await findTakedownTargets(
      tx,
      cases.map(({ subjectId }) => subjectId),
    )
    const targets = found.filter(({ isTakenDown }) => !isTakenDown)
    if (targets.length === 0) continue
    const takedownId = await takeDownTargets(tx, { targets, reason, ground: cases[0]!.reason, adminId, now })
    await setTakedown(
      tx,
      cases.map(({ id }) => id),
      takedownId,
    )
  }
}

async function applyOutcome(tx: Tx, one: OpenCase, { outcome, reason, adminId, now }: Deciding): Promise<void> {
  const { kind, subjectId, subjectType, title, affectedId } = one
  if (kind === 'held-upload') await decideHeld(tx, subjectId, outcome === 'dismissed', now)
  if (outcome === 'dismissed') return
  if (kind === 'report' && subjectType === COMMENT) {
    await deleteComment(tx, subjectId, now)
    if (affectedId !== null) {
      const note = { kind: 'moderation', reason: 'comment', actorId: null, content: null, comment: reason } as const
      await publish(tx, topics.notice, one.id, { ...note, noticeId: one.id, userIds: [affectedId] } satisfies Notice)
    }
  }
  if (affectedId === null || (kind !== 'appeal' && kind !== 'counter-notice')) return
  const decision = await findDecision(tx, affectedId, subjectId)
  if (decision?.kind === 'takedown') {
    await undoForOwner(tx, { takedownId: subjectId, ownerId: affectedId, adminId, reason, now })
  } else if (decision?.kind === 'hold') await liftHold(tx, { holdId: subjectId, userId: affectedId, adminId, now })
  else if (decision?.kind === 'comment' && decision.commentId !== null) {
    await restoreComment(tx, decision.commentId, title)
  }
}
