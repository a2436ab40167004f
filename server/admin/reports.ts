/** Reports by users, formal notices by anybody, and their outcome. All of them become cases (cases.ts). */
import { isLanguage, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { reportComment } from '#contract/community/comments.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { createNotice, createReport, getReport } from '#contract/community/reports.ts'
import { findBySlug } from '#server/catalog/content/tombstone-queries.ts'
import { readPayable } from '#server/catalog/splits/payable.ts'
import { findVisible } from '#server/comments/replies.ts'
import { topics } from '#server/events.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { COMMENT, fileReports, insertReport, type NewReport, selectReportState } from './case-queries.ts'
import { dueByReason } from './deadlines.ts'
import type { AdminDeps } from './deps.ts'

const REPORTS_PER_HOUR = { max: 20, windowSeconds: 3_600 }
const NOTICES_PER_HOUR = { max: 60, windowSeconds: 3_600 }

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
  const { contentType, title } = await readPublic(database.read, contentId, now)
  const about = { contentId, contentType, title, reason, note: note || null }
  return database.transaction((tx) =>
    file(tx, { ...about, id: operationId, kind: 'report', reporterId: caller.userId, form: null, now }),
  )
}

/** Any signed-in user, for a comment or reply that the user can see. The case shows the
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
  return database.transaction((tx) =>
    file(tx, { ...about, id: operationId, kind: 'report', reporterId: caller.userId, form: null, now }),
  )
}

/** Anybody, signed in or not. The sender is not linked with an account. */
export async function sendNotice(
  { database, clock }: AdminDeps,
  caller: Caller,
  operationId: string,
  { body, language }: { body: Input<typeof createNotice>['body']; language: string | null },
): Promise<Data<typeof createNotice>> {
  const now = clock.now()
  await countUse(database.read, `notice:${networkOf(caller.ip)}`, NOTICES_PER_HOUR, now)
  const { reason, name, email, signature } = body
  const [work, address, phone] = [body.work || null, body.address || null, body.phone || null]
  if (reason === 'copyright' && (work === null || address === null || phone === null)) {
    throw new AppError(
      422,
      'rule-broken',
      'A copyright notice names the work, a postal address and a telephone number.',
    )
  }
  const content = await readPublic(database.read, await contentAt(database.read, body.page), now)
  const form = { name, email, address, phone, work, signature, language }
  return database.transaction(async (tx) => {
    const { contentId, contentType, title } = content
    const about = { contentId, contentType, title, reason, note: body.explanation, form }
    const filed = await file(tx, { ...about, id: operationId, kind: 'report', reporterId: null, now })
    await publish(tx, topics.reportsMailed, `${filed.reportId}:received`, { reportIds: [filed.reportId] })
    return filed
  })
}

type Filed = Omit<NewReport, 'dueAt' | 'notBefore'> & Partial<Pick<NewReport, 'dueAt' | 'notBefore'>>

export async function file(tx: Tx, report: Filed): Promise<{ reportId: string }> {
  const dueAt = report.dueAt ?? dueByReason(report.reason, report.now)
  const reportId = await insertReport(tx, { notBefore: null, ...report, dueAt })
  await fileReports(tx)
  return { reportId }
}

async function readPublic(tx: Tx, contentId: string, now: Date) {
  const content = await readPayable(tx, contentId, now)
  if (content === null || !content.isPayable) throw notFound()
  return content
}

/** A path such as `/track/…`, with or without a language prefix, or the full URL. */
const PAGE = /^(?:https?:\/\/[^/]+)?(?:\/([a-z]{2}))?\/(artist|album|track|podcast|episode)\/([^/?#]{1,300})/i
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function contentAt(tx: Tx, page: string): Promise<string> {
  const [, language = PLAIN_LANGUAGE, type = '', name = ''] = PAGE.exec(page) ?? []
  if (!isLanguage(language) || name === '') throw notFound()
  if (ID.test(name)) return name
  const kind = type.toLowerCase()
  const contentId = kind === 'artist' || kind === 'podcast' ? await findBySlug(tx, kind, name.toLowerCase()) : undefined
  if (contentId === undefined) throw notFound()
  return contentId
}

/** The id of a report is known only to its sender and to operators. */
export async function readReport({ database }: AdminDeps, reportId: string): Promise<Data<typeof getReport>> {
  const report = await selectReportState(database.read, reportId)
  if (report === null) throw notFound()
  return report
}
