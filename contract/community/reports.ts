/** Reports and formal notices to the operator, what became of them, and objections to the operator's decisions. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, optionalText, text } from '#contract/fields.ts'

export const ReportReason = z.enum(['copyright', 'illegal', 'hateful', 'misleading', 'spam', 'other'])
export const CaseKind = z.enum(['report', 'counter-notice', 'appeal', 'held-upload'])
export const CaseOutcome = z.enum(['dismissed', 'acted'])
export const NOTE_MAX = 1_000
export const NOTICE_MAX = 4_000

/** What the law asks for, as it was sent. */
export const NoticeForm = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Of a copyright notice: the work and who owns it. */
  work: z.nullable(z.string()),
  signature: z.string(),
})

export const Reported = z.object({ reportId: Id })

export const createReport = {
  method: 'POST',
  path: '/reports',
  access: 'user',
  summary: 'Reports a content to the operator; a second report by the same user is a no-op while the first is open',
  body: z.strictObject({ contentId: Id, reason: ReportReason, note: optionalText(NOTE_MAX) }),
  data: Reported,
} as const satisfies Endpoint

export const createNotice = {
  method: 'POST',
  path: '/notices',
  access: 'public',
  summary: 'Sends a notice in the form of 17 U.S.C. § 512(c)(3) or Art. 16 DSA',
  body: z.strictObject({
    /** The address of a page of this server. */
    page: text(500),
    reason: ReportReason,
    explanation: text(NOTICE_MAX),
    name: text(200),
    email: z.string().check(z.trim(), z.maxLength(254), z.email()),
    /** With `copyright`: all of these. */
    work: optionalText(NOTE_MAX),
    address: optionalText(500),
    phone: optionalText(60),
    /** The sender believes in good faith that the use is not authorized or that the content is illegal. */
    isGoodFaith: z.literal(true),
    /** The notice is accurate, and with `copyright`, under penalty of perjury, the sender may act for the owner. */
    isAccurate: z.literal(true),
    signature: text(200),
  }),
  data: Reported,
  errors: ['rule-broken'],
} as const satisfies Endpoint

export const getReport = {
  method: 'GET',
  path: '/reports/:reportId',
  access: 'public',
  summary: 'What became of a report',
  params: z.object({ reportId: Id }),
  data: z.object({
    title: z.string(),
    kind: CaseKind,
    reason: ReportReason,
    createdAt: Instant,
    dueAt: z.nullable(Instant),
    decidedAt: z.nullable(Instant),
    outcome: z.nullable(CaseOutcome),
    /** The moderator's reason. */
    answer: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export const listDecisions = {
  method: 'GET',
  path: '/decisions',
  access: 'user',
  summary: 'The newest decisions of moderators about the caller',
  data: z.array(
    z.object({
      decisionId: Id,
      kind: z.enum(['takedown', 'hold', 'comment']),
      title: z.nullable(z.string()),
      ground: z.nullable(ReportReason),
      reason: z.nullable(z.string()),
      decidedAt: Instant,
      /** It was undone. */
      isLifted: z.boolean(),
      objection: z.nullable(
        z.object({
          kind: z.enum(['counter-notice', 'appeal']),
          createdAt: Instant,
          /** Of a counter-notice: between these, the content is restored unless the claimant goes to court. */
          notBefore: z.nullable(Instant),
          dueAt: z.nullable(Instant),
          outcome: z.nullable(CaseOutcome),
          answer: z.nullable(z.string()),
        }),
      ),
    }),
  ),
} as const satisfies Endpoint

export const objectToDecision = {
  method: 'POST',
  path: '/decisions/:decisionId/objection',
  access: 'user',
  summary: 'Appeals a decision once, or sends a counter-notice (17 U.S.C. § 512(g)(3))',
  params: z.object({ decisionId: Id }),
  body: z.strictObject({
    text: text(NOTICE_MAX),
    counterNotice: z.optional(
      z.strictObject({
        name: text(200),
        address: text(500),
        phone: text(60),
        /** Under penalty of perjury: it was removed by mistake or misidentification. */
        isMistake: z.literal(true),
        /** Consents to the jurisdiction of a court and accepts service of process from the claimant. */
        acceptsService: z.literal(true),
        signature: text(200),
      }),
    ),
  }),
  data: Reported,
  errors: ['rule-broken', 'conflict'],
} as const satisfies Endpoint

const Counts = z.object({
  kind: CaseKind,
  reason: ReportReason,
  opened: z.int(),
  dismissed: z.int(),
  acted: z.int(),
  medianHours: z.nullable(z.number()),
})

export const getTransparency = {
  method: 'GET',
  path: '/transparency',
  access: 'public',
  cacheSeconds: 600,
  summary: 'How many cases were opened and decided, by month, kind and reason',
  data: z.object({
    months: z.array(
      z.object({
        /** The first day of the month, in UTC. */
        month: z.iso.date(),
        cases: z.array(Counts),
        takedowns: z.int(),
        restored: z.int(),
      }),
    ),
  }),
} as const satisfies Endpoint
