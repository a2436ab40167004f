/** Decisions of moderators as those affected see them, and what they say against them: an appeal, or a counter-notice
 * against a takedown for copyright. */
import { sql } from 'kysely'
import type { listDecisions, objectToDecision } from '#contract/community/reports.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { releaseHold } from '#server/accounts/holds.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { readUser } from '#server/accounts/users.ts'
import { topics } from '#server/events.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { COMMENT, type Outcome, type Reason } from './case-queries.ts'
import { dueOfAppeal, waitingPeriod } from './deadlines.ts'
import type { AdminDeps } from './deps.ts'
import { file } from './reports.ts'

const LISTED_MAX = 100

type DecisionRow = {
  decisionId: string
  kind: 'takedown' | 'hold' | 'comment'
  title: string | null
  ground: Reason | null
  reason: string | null
  decidedAt: Date
  madeBy: string | null
  isLifted: boolean
  commentId: string | null
  objectionKind: 'counter-notice' | 'appeal' | null
  objectedAt: Date | null
  notBefore: Date | null
  dueAt: Date | null
  outcome: Outcome | null
  answer: string | null
}

/** An operator's reason for a hold is internal. */
async function selectDecisions(tx: Tx, userId: string, decisionId: string | null): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT d.id AS "decisionId", d.kind, d.title, d.ground, d.reason, d.decided_at AS "decidedAt", d.made_by AS "madeBy",
      d.is_lifted AS "isLifted", d.comment_id AS "commentId", o.kind AS "objectionKind", o.created_at AS "objectedAt",
      o.not_before AS "notBefore", o.due_at AS "dueAt", o.outcome, m.answer
    FROM (
      SELECT t.id, 'takedown' AS kind, string_agg(i.title, ', ' ORDER BY i.title) AS title, t.ground, t.reason,
        t.made_at AS decided_at, t.made_by, t.undone_at IS NOT NULL OR bool_and(i.restored_at IS NOT NULL) AS is_lifted,
        NULL::uuid AS comment_id
      FROM takedown_item i JOIN takedown t ON t.id = i.takedown_id WHERE i.owner_id = ${userId} GROUP BY t.id
      UNION ALL
      SELECT id, 'hold', NULL, NULL, NULL, created_at, held_by, released_at IS NOT NULL, NULL FROM account_hold
      WHERE person_id = ${userId} AND cause = 'operator'
      UNION ALL
      SELECT own.id, 'comment', own.title, own.reason, own.answer, own.decided_at, own.decided_by, cm.deleted_at IS NULL,
        own.subject_id
      FROM moderation_case own JOIN comment cm ON cm.id = own.subject_id
      WHERE own.affected_id = ${userId} AND own.subject_type = ${COMMENT} AND own.kind = 'report' AND own.outcome = 'acted'
    ) d LEFT JOIN report o ON o.content_id = d.id AND o.reporter_id = ${userId} AND o.kind IN ('counter-notice', 'appeal')
      LEFT JOIN moderation_case m ON m.id = o.case_id
    WHERE ${decisionId}::uuid IS NULL OR d.id = ${decisionId} ORDER BY d.decided_at DESC LIMIT ${LISTED_MAX}`.execute(
    tx,
  )
  return rows
}

export async function readDecisions({ database }: AdminDeps, caller: Caller): Promise<Data<typeof listDecisions>> {
  requireUser(caller)
  const rows = await selectDecisions(database.read, caller.userId, null)
  return rows.map((row) => {
    const { decisionId, kind, title, ground, reason, decidedAt, isLifted, notBefore, dueAt, outcome, answer } = row
    const { objectionKind, objectedAt } = row
    const objection =
      objectionKind === null || objectedAt === null
        ? null
        : { kind: objectionKind, createdAt: objectedAt, notBefore, dueAt, outcome, answer }
    return { decisionId, kind, title, ground, reason, decidedAt, isLifted, objection }
  })
}

export async function findDecision(tx: Tx, userId: string, decisionId: string): Promise<DecisionRow | null> {
  const [row = null] = await selectDecisions(tx, userId, decisionId)
  return row
}

/** Only the user whom the decision affects, and only once. */
export async function object(
  { database, clock }: AdminDeps,
  caller: Caller,
  operationId: string,
  {
    decisionId,
    text,
    counterNotice,
  }: Input<typeof objectToDecision>['params'] & Input<typeof objectToDecision>['body'],
): Promise<Data<typeof objectToDecision>> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => {
    const decision = await findDecision(tx, caller.userId, decisionId)
    if (decision === null) throw notFound()
    if (decision.isLifted) throw new AppError(422, 'rule-broken', 'This decision has been reversed already.')
    if (decision.objectionKind !== null) throw new AppError(409, 'conflict', 'You have objected to this already.')
    const isFormal = counterNotice !== undefined
    if (isFormal && (decision.kind !== 'takedown' || decision.ground !== 'copyright')) {
      throw new AppError(422, 'rule-broken', 'A counter-notice is for takedowns for copyright. Please appeal instead.')
    }
    const user = await readUser(tx, caller.userId)
    const form = isFormal
      ? { ...counterNotice, email: user?.email ?? null, work: null, language: user?.language ?? null }
      : null
    const filed = await file(tx, {
      id: operationId,
      kind: isFormal ? 'counter-notice' : 'appeal',
      contentId: decisionId,
      contentType: decision.kind,
      title: decision.title ?? '',
      reporterId: caller.userId,
      reason: decision.ground ?? 'other',
      note: text,
      form: form === null ? null : pickForm(form),
      now,
      ...(isFormal ? waitingPeriod(now) : { dueAt: dueOfAppeal(now) }),
    })
    if (isFormal) await publish(tx, topics.reportsMailed, `${operationId}:received`, { reportIds: [operationId] })
    return filed
  })
}

/** Without the confirmations, which every counter-notice has. */
function pickForm<Form extends { name: string; address: string; phone: string; signature: string }>(
  form: Form & { email: string | null; work: null; language: string | null },
) {
  const { name, email, address, phone, work, signature, language } = form
  return { name, email, address, phone, work, signature, language }
}

export async function liftHold(
  tx: Tx,
  { holdId, userId, adminId, now }: { holdId: string; userId: string; adminId: string; now: Date },
): Promise<void> {
  await releaseHold(tx, { holdId, userId, releasedBy: adminId, now })
  await recordAdminAction(tx, { adminId, action: 'unlock', target: { type: 'person', id: userId }, now })
}
