/** What a moderator does: the queue of cases, claims, notes and decisions. Reporting and objecting are in
 * contract/community/reports.ts. */
import * as z from 'zod/mini'
import { Reason } from './admin-money.ts'
import { CaseKind, CaseOutcome, NoticeForm, ReportReason } from '#contract/community/reports.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Cursor, Id, Instant, text } from '#contract/fields.ts'

/** How many cases one call claims or decides. */
export const CASES_MAX = 200
/** A claim expires automatically. */
export const CLAIM_MINUTES = 30

export const CaseIds = z.array(Id).check(z.minLength(1), z.maxLength(CASES_MAX))

export const ModerationCase = z.object({
  caseId: Id,
  kind: CaseKind,
  reason: ReportReason,
  subjectId: Id,
  subjectType: z.string(),
  title: z.string(),
  /** For a comment: what it is on. */
  seenOn: z.nullable(z.object({ contentId: Id, contentType: z.string() })),
  affectedName: z.nullable(z.string()),
  reportCount: z.int(),
  openedAt: Instant,
  dueAt: Instant,
  /** Of a counter-notice: the first day on which the content may be restored. */
  notBefore: z.nullable(Instant),
  claimedBy: z.nullable(z.string()),
  isMine: z.boolean(),
})

export const listCases = {
  method: 'GET',
  path: '/admin/cases',
  access: ['moderator'],
  summary: 'Open cases, the first due first',
  query: z.object({
    after: z.optional(Cursor),
    kind: z.optional(CaseKind),
    reason: z.optional(ReportReason),
    claim: z.optional(z.enum(['mine', 'free'])),
  }),
  data: z.object({ cases: z.array(ModerationCase), nextAfter: z.nullable(z.string()), openCount: z.int() }),
} as const satisfies Endpoint

export const getCase = {
  method: 'GET',
  path: '/admin/cases/:caseId',
  access: ['moderator'],
  summary: 'The newest reports and notes of a case',
  params: z.object({ caseId: Id }),
  data: z.object({
    reports: z.array(
      z.object({
        reportId: Id,
        reporterName: z.nullable(z.string()),
        reason: ReportReason,
        note: z.nullable(z.string()),
        form: z.nullable(NoticeForm),
        createdAt: Instant,
      }),
    ),
    notes: z.array(z.object({ noteId: Id, authorName: z.string(), body: z.string(), createdAt: Instant })),
  }),
} as const satisfies Endpoint

export const claimCases = {
  method: 'POST',
  path: '/admin/cases/claim',
  access: ['moderator'],
  summary: 'Claims cases for half an hour, or gives them back',
  body: z.strictObject({ caseIds: CaseIds, isReleased: z.optional(z.boolean()) }),
  data: z.object({ caseIds: z.array(Id) }),
} as const satisfies Endpoint

export const addCaseNote = {
  method: 'POST',
  path: '/admin/cases/:caseId/notes',
  access: ['moderator'],
  summary: 'Adds a note for operators to a case',
  params: z.object({ caseId: Id }),
  body: z.strictObject({ body: text(2_000) }),
  data: z.null(),
} as const satisfies Endpoint

export const decideCases = {
  method: 'POST',
  path: '/admin/cases/decide',
  access: ['moderator'],
  summary: 'Decides cases and answers everybody who reported',
  body: z.strictObject({
    caseIds: CaseIds,
    /** `acted`: a comment is deleted, an objection restores, a held upload is refused. `dismissed`: it is released. */
    outcome: CaseOutcome,
    /** With `acted`: takes down the content that was reported, one takedown for each owner. */
    takesDown: z.optional(z.boolean()),
    reason: Reason,
  }),
  data: z.object({
    decidedIds: z.array(Id),
    /** Not open, claimed by another moderator, an objection to the caller's own decision, or too early to restore. */
    skippedIds: z.array(Id),
  }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint
