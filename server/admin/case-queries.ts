/** SQL of reports and of the cases they are in. */
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { CaseKind, CaseOutcome, NoticeForm, ReportReason } from '#contract/community/reports.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { TimeCursor } from '#server/platform/http/cursor.ts'

export type Kind = z.output<typeof CaseKind>
export type Reason = z.output<typeof ReportReason>
export type Outcome = z.output<typeof CaseOutcome>
/** Mails to the sender are in this language. */
export type Form = z.output<typeof NoticeForm> & { language: string | null }

/** The content type of comments in reports and cases. */
export const COMMENT = 'comment'

export type NewReport = {
  id: string
  kind: Kind
  contentId: string
  contentType: string
  title: string
  reporterId: string | null
  reason: Reason
  note: string | null
  form: Form | null
  dueAt: Date
  notBefore: Date | null
  now: Date
}

/** Returns the id; if the user already has an open report of this content, its id. */
export async function insertReport(tx: Tx, report: NewReport): Promise<string> {
  const form = report.form === null ? null : JSON.stringify(report.form)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO report AS known (id, kind, content_id, content_type, content_title, reporter_id, reason, note, form, due_at,
      not_before, created_at)
    VALUES (${report.id}, ${report.kind}, ${report.contentId}, ${report.contentType}, ${report.title},
      ${report.reporterId}, ${report.reason}, ${report.note}, ${form}::jsonb, ${report.dueAt}, ${report.notBefore},
      ${report.now})
    ON CONFLICT (content_id, reporter_id) WHERE resolved_at IS NULL DO UPDATE SET reason = known.reason
    RETURNING id`.execute(tx)
  return rows[0]!.id
}

/** Puts all reports that are in no case into the open one of the same thing, or into a new one. A server of the previous
 * version writes reports without a case. */
export async function fileReports(tx: Tx): Promise<void> {
  await sql`
    WITH unfiled AS (
      SELECT id, content_id, content_type, content_title, kind, reason, reporter_id, created_at, not_before,
        coalesce(due_at, created_at + interval '7 days') AS due_at
      FROM report WHERE case_id IS NULL AND resolved_at IS NULL ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED
    ), subject AS (
      SELECT DISTINCT ON (content_id, kind) content_id, content_type, content_title, kind, reason, due_at, not_before,
        created_at, reporter_id
      FROM unfiled ORDER BY content_id, kind, due_at
    ), found AS (
      INSERT INTO moderation_case AS known (id, subject_id, subject_type, title, kind, reason, due_at, not_before,
        affected_id, opened_at)
      SELECT gen_random_uuid(), s.content_id, s.content_type, s.content_title, s.kind, s.reason, s.due_at, s.not_before,
        CASE WHEN s.kind IN ('appeal', 'counter-notice') THEN s.reporter_id
          ELSE coalesce(c.owner_id, cm.author_id, cm.nameless_author_id) END, s.created_at
      FROM subject s LEFT JOIN content c ON c.id = s.content_id
        LEFT JOIN comment cm ON cm.id = s.content_id AND s.content_type = ${COMMENT}
      ON CONFLICT (subject_id, kind) WHERE decided_at IS NULL DO UPDATE SET
        reason = CASE WHEN excluded.due_at < known.due_at THEN excluded.reason ELSE known.reason END,
        due_at = least(known.due_at, excluded.due_at)
      RETURNING id, subject_id, kind
    )
    UPDATE report SET case_id = found.id FROM found, unfiled
    WHERE report.id = unfiled.id AND found.subject_id = unfiled.content_id AND found.kind = unfiled.kind`.execute(tx)
}

export type CaseRow = {
  caseId: string
  kind: Kind
  reason: Reason
  subjectId: string
  subjectType: string
  title: string
  seenOn: { contentId: string; contentType: string } | null
  affectedId: string | null
  reportCount: number
  openedAt: Date
  dueAt: Date
  notBefore: Date | null
  claimedBy: string | null
}

export type CaseFilter = {
  after: TimeCursor | null
  kind: Kind | undefined
  reason: Reason | undefined
  /** The user whose claims are listed, or `free`: those that nobody has claimed. */
  claim: { mine: string } | 'free' | null
  limit: number
  now: Date
}

export async function selectCases(tx: Tx, { after, kind, reason, claim, limit, now }: CaseFilter): Promise<CaseRow[]> {
  const isClaimed = sql`(m.claimed_by IS NOT NULL AND m.claimed_until > ${now})`
  const conditions: RawBuilder<unknown>[] = [sql`m.decided_at IS NULL`]
  if (after !== null) conditions.push(sql`(m.due_at, m.id) > (${after.at}, ${after.id}::uuid)`)
  if (kind !== undefined) conditions.push(sql`m.kind = ${kind}`)
  if (reason !== undefined) conditions.push(sql`m.reason = ${reason}`)
  if (claim === 'free') conditions.push(sql`NOT ${isClaimed}`)
  else if (claim !== null) conditions.push(sql`${isClaimed} AND m.claimed_by = ${claim.mine}`)
  const { rows } = await sql<CaseRow>`
    SELECT m.id AS "caseId", m.kind, m.reason, m.subject_id AS "subjectId", m.subject_type AS "subjectType", m.title,
      CASE WHEN on_.id IS NOT NULL THEN jsonb_build_object('contentId', on_.id, 'contentType', on_.type) END AS "seenOn",
      m.affected_id AS "affectedId", (SELECT count(*)::int FROM report r WHERE r.case_id = m.id) AS "reportCount",
      m.opened_at AS "openedAt", m.due_at AS "dueAt", m.not_before AS "notBefore",
      CASE WHEN ${isClaimed} THEN m.claimed_by END AS "claimedBy"
    FROM moderation_case m LEFT JOIN comment cm ON cm.id = m.subject_id AND m.subject_type = ${COMMENT}
      LEFT JOIN content on_ ON on_.id = cm.content_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY m.due_at, m.id LIMIT ${limit}`.execute(tx)
  return rows
}

export async function countOpenCases(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM moderation_case WHERE decided_at IS NULL`.execute(tx)
  return rows[0]!.count
}

export type ReportRow = {
  reportId: string
  reporterId: string | null
  reason: Reason
  note: string | null
  form: Form | null
  createdAt: Date
}

export async function selectReports(tx: Tx, caseId: string, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT id AS "reportId", reporter_id AS "reporterId", reason, note, form, created_at AS "createdAt" FROM report
    WHERE case_id = ${caseId} ORDER BY form IS NULL, created_at DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export type NoteRow = { noteId: string; authorId: string; body: string; createdAt: Date }

export async function selectNotes(tx: Tx, caseId: string, limit: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    SELECT id AS "noteId", author_id AS "authorId", body, created_at AS "createdAt" FROM case_note
    WHERE case_id = ${caseId} ORDER BY created_at DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** False when there is no such case. */
export async function insertNote(
  tx: Tx,
  note: { id: string; caseId: string; authorId: string; body: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO case_note (id, case_id, author_id, body, created_at)
    SELECT ${note.id}, id, ${note.authorId}, ${note.body}, ${note.now} FROM moderation_case WHERE id = ${note.caseId}
    RETURNING 1`.execute(tx)
  return rows.length === 1
}

const isFree = (userId: string, now: Date) =>
  sql`decided_at IS NULL AND (claimed_by IS NULL OR claimed_by = ${userId} OR claimed_until <= ${now})`

/** Returns those that this user has now, or had and gave back. */
export async function setClaim(
  tx: Tx,
  { caseIds, userId, until, now }: { caseIds: readonly string[]; userId: string; until: Date | null; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE moderation_case SET claimed_by = ${until === null ? null : userId}, claimed_until = ${until}
    WHERE id IN (SELECT id FROM moderation_case WHERE id = ANY(${caseIds}::uuid[]) AND ${isFree(userId, now)}
      ORDER BY id FOR UPDATE)
    RETURNING id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type OpenCase = {
  id: string
  kind: Kind
  reason: Reason
  subjectId: string
  subjectType: string
  title: string
  affectedId: string | null
  notBefore: Date | null
}

const openCase = sql`id, kind, reason, subject_id AS "subjectId", subject_type AS "subjectType", title,
  affected_id AS "affectedId", not_before AS "notBefore"`

/** Locks those that this moderator may decide. */
export async function lockCases(
  tx: Tx,
  { caseIds, userId, now }: { caseIds: readonly string[]; userId: string; now: Date },
): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    SELECT ${openCase} FROM moderation_case WHERE id = ANY(${caseIds}::uuid[]) AND ${isFree(userId, now)}
    ORDER BY id FOR UPDATE`.execute(tx)
  return rows
}

/** Locks the open objections to these takedowns or holds, also those that another moderator has claimed. */
export async function lockObjections(tx: Tx, decisionIds: readonly string[]): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    SELECT ${openCase} FROM moderation_case
    WHERE decided_at IS NULL AND kind IN ('appeal', 'counter-notice') AND subject_id = ANY(${decisionIds}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx)
  return rows
}

export type Decision = { caseIds: readonly string[]; decidedBy: string; outcome: Outcome; answer: string; now: Date }
export type Answered = { reportId: string; caseId: string | null; reporterId: string | null; hasForm: boolean }

/** Returns the reports that this answers. */
export async function setDecided(tx: Tx, decision: Decision): Promise<Answered[]> {
  const { caseIds, decidedBy, outcome, answer, now } = decision
  await sql`
    UPDATE moderation_case SET decided_by = ${decidedBy}, decided_at = ${now}, outcome = ${outcome}, answer = ${answer}
    WHERE id = ANY(${caseIds}::uuid[])`.execute(tx)
  const { rows } = await sql<Answered>`
    UPDATE report SET resolved_by = ${decidedBy}, resolved_at = ${now}, outcome = ${outcome}
    WHERE case_id = ANY(${caseIds}::uuid[]) AND resolved_at IS NULL
    RETURNING id AS "reportId", case_id AS "caseId", reporter_id AS "reporterId", form IS NOT NULL AS "hasForm"`.execute(
    tx,
  )
  return rows
}

export async function setTakedown(tx: Tx, caseIds: readonly string[], takedownId: string): Promise<void> {
  await sql`UPDATE moderation_case SET takedown_id = ${takedownId} WHERE id = ANY(${caseIds}::uuid[])`.execute(tx)
}

export type ReportState = {
  title: string
  kind: Kind
  reason: Reason
  createdAt: Date
  dueAt: Date | null
  decidedAt: Date | null
  outcome: Outcome | null
  answer: string | null
}

export async function selectReportState(tx: Tx, reportId: string): Promise<ReportState | null> {
  const { rows } = await sql<ReportState>`
    SELECT r.content_title AS title, r.kind, r.reason, r.created_at AS "createdAt",
      coalesce(m.due_at, r.due_at) AS "dueAt", r.resolved_at AS "decidedAt", r.outcome, m.answer
    FROM report r LEFT JOIN moderation_case m ON m.id = r.case_id WHERE r.id = ${reportId}`.execute(tx)
  return rows[0] ?? null
}

export type MailedReport = {
  reportId: string
  kind: Kind
  title: string
  form: Form
  outcome: Outcome | null
  answer: string | null
}

/** Those of these reports with a form: whom to mail, and what. */
export async function selectForMail(tx: Tx, reportIds: readonly string[]): Promise<MailedReport[]> {
  const { rows } = await sql<MailedReport>`
    SELECT r.id AS "reportId", r.kind, r.content_title AS title, r.form, r.outcome, m.answer
    FROM report r LEFT JOIN moderation_case m ON m.id = r.case_id
    WHERE r.id = ANY(${reportIds}::uuid[]) AND r.form IS NOT NULL`.execute(tx)
  return rows
}

/** The forms of the notices that led to this takedown. */
export async function selectClaimants(tx: Tx, takedownId: string): Promise<Form[]> {
  const { rows } = await sql<{ form: Form }>`
    SELECT r.form FROM moderation_case m JOIN report r ON r.case_id = m.id
    WHERE m.takedown_id = ${takedownId} AND r.form IS NOT NULL AND r.kind = 'report' LIMIT 100`.execute(tx)
  return rows.map(({ form }) => form)
}
