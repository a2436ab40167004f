/** Content and comments that users report, as one queue for operators. */
import { type RawBuilder, sql } from 'kysely'
import * as calls from '#contract/operator/admin.ts'
import type { reportComment } from '#contract/community/comments.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { createReport } from '#contract/community/reports.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { readPayable } from '#server/catalog/splits/payable.ts'
import { deleteComment } from '#server/comments/comment-queries.ts'
import { findVisible } from '#server/comments/replies.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth, requireUser } from '#server/platform/http/authorization.ts'
import type { AdminDeps } from './deps.ts'

const REPORTS_PER_HOUR = { max: 20, windowSeconds: 3_600 }
const PER_PAGE = 50

/** Any signed-in user, for public content. */
export async function reportContent(
  { database, clock }: AdminDeps,
  caller: Caller,
  operationId: string,
  { contentId, reason, note }: Input<typeof createReport>['body'],
): Promise<{ reportId: string }> {
  requireUser(caller)
  const now = clock.now()
  await countUse(database.read, `report:${caller.userId}`, REPORTS_PER_HOUR, now)
  const content = await readPayable(database.read, contentId, now)
  if (content === null || !content.isPayable) throw notFound()
  const { contentType, title } = content
  const about = { contentId, contentType, title, reason, note: note || null }
  return { reportId: await insertReport(database.read, { id: operationId, reporterId: caller.userId, now, ...about }) }
}

/** Any signed-in user, for a comment or reply that the user can see. The queue shows the
 * text at the time of the report. */
export async function reportVisibleComment(
  { database, clock }: AdminDeps,
  caller: Caller,
  operationId: string,
  { commentId, reason, note }: Input<typeof reportComment>['params'] & Input<typeof reportComment>['body'],
): Promise<{ reportId: string }> {
  requireUser(caller)
  const now = clock.now()
  await countUse(database.read, `report:${caller.userId}`, REPORTS_PER_HOUR, now)
  const { id: contentId, body: title } = await findVisible(database.read, caller, commentId, now)
  const about = { contentId, contentType: COMMENT, title, reason, note: note || null }
  return { reportId: await insertReport(database.read, { id: operationId, reporterId: caller.userId, now, ...about }) }
}

/** The content type of reports about comments. */
const COMMENT = 'comment'

type NewReport = {
  id: string
  contentId: string
  contentType: string
  title: string
  reporterId: string
  reason: string
  note: string | null
  now: Date
}

/** Returns the id; if the user already has an open report of this content, its id. */
async function insertReport(tx: Tx, report: NewReport): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO report AS known (id, content_id, content_type, content_title, reporter_id, reason, note, created_at)
    VALUES (${report.id}, ${report.contentId}, ${report.contentType}, ${report.title}, ${report.reporterId},
      ${report.reason}, ${report.note}, ${report.now})
    ON CONFLICT (content_id, reporter_id) WHERE resolved_at IS NULL DO UPDATE SET reason = known.reason
    RETURNING id`.execute(tx)
  return rows[0]!.id
}

type ReportRow = {
  reportId: string
  contentId: string
  contentType: string
  title: string
  reporterId: string
  ownerId: string | null
  reason: string
  note: string | null
  createdAt: Date
  seenOn: { contentId: string; contentType: string } | null
}

export async function readReports(
  { database }: AdminDeps,
  caller: Caller,
  { page = 1 }: { page?: number | undefined },
): Promise<Data<typeof calls.listReports>> {
  requireOperator(caller, calls.listReports)
  const rows = await selectOpen(database.read, Math.max(0, page - 1) * PER_PAGE)
  const users = rows.flatMap(({ reporterId, ownerId }) => [reporterId, ...(ownerId === null ? [] : [ownerId])])
  const names = await readUserSummaries(database.read, [...new Set(users)])
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId)?.username ?? null))
  return rows.map(({ reporterId, ownerId, ...report }) => ({
    ...report,
    reporterName: nameOf(reporterId),
    ownerName: nameOf(ownerId),
  }))
}

async function selectOpen(tx: Tx, offset: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT r.id AS "reportId", r.content_id AS "contentId", r.content_type AS "contentType", r.content_title AS title,
      r.reporter_id AS "reporterId", coalesce(c.owner_id, cm.author_id, cm.nameless_author_id) AS "ownerId", r.reason, r.note,
      r.created_at AS "createdAt",
      CASE WHEN cm.id IS NOT NULL THEN jsonb_build_object('contentId', on_.id, 'contentType', on_.type) END AS "seenOn"
    FROM report r LEFT JOIN content c ON c.id = r.content_id
      LEFT JOIN comment cm ON cm.id = r.content_id AND r.content_type = ${COMMENT}
      LEFT JOIN content on_ ON on_.id = cm.content_id
    WHERE r.resolved_at IS NULL ORDER BY r.created_at, r.id OFFSET ${offset} LIMIT ${PER_PAGE}`.execute(tx)
  return rows
}

export async function resolveReport(
  { database, clock }: AdminDeps,
  caller: Caller,
  reportId: string,
  { outcome, reason }: { outcome: 'dismissed' | 'acted'; reason?: string | null | undefined },
): Promise<{ reportId: string }> {
  requireOperator(caller, calls.resolveReport)
  requireRecentAuth(caller)
  await database.transaction(async (tx) => {
    const now = clock.now()
    const [report] = await closeReports(tx, sql`id = ${reportId}`, { now, resolvedBy: caller.userId, outcome })
    if (report === undefined) throw notFound()
    const { contentId, contentType, title } = report
    // A comment that was acted on is deleted, so other reports of it are closed as well.
    if (outcome === 'acted' && contentType === COMMENT) {
      await deleteComment(tx, contentId, now)
      await closeReports(tx, sql`content_id = ${contentId}`, { now, resolvedBy: caller.userId, outcome })
    }
    const entry = { adminId: caller.userId, action: 'resolve-report', target: { type: 'report', id: reportId }, now }
    const details = { outcome, ...(contentType === COMMENT && { comment: title }) }
    await recordAdminAction(tx, { ...entry, details, ...(reason ? { reason } : {}) })
  })
  return { reportId }
}

type Closed = { contentId: string; contentType: string; title: string }

/** Returns the reports that were open. */
async function closeReports(
  tx: Tx,
  which: RawBuilder<unknown>,
  { now, resolvedBy, outcome }: { now: Date; resolvedBy: string; outcome: string },
): Promise<Closed[]> {
  const { rows } = await sql<Closed>`
    UPDATE report SET resolved_at = ${now}, resolved_by = ${resolvedBy}, outcome = ${outcome}
    WHERE ${which} AND resolved_at IS NULL
    RETURNING content_id AS "contentId", content_type AS "contentType", content_title AS title`.execute(tx)
  return rows
}
