/** Closing cases: stores the decision, and notifies everybody who reported or objected. */
import { type Notice, topics } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Answered, COMMENT, type Decision, type OpenCase, setDecided } from './case-queries.ts'

const NOTICE_USERS_MAX = 500

/** The cases are locked. */
export async function closeCases(
  tx: Tx,
  cases: readonly OpenCase[],
  decision: Omit<Decision, 'caseIds'>,
): Promise<void> {
  const answered = await setDecided(tx, { ...decision, caseIds: cases.map(({ id }) => id) })
  await notifyReporters(tx, cases, answered, decision.answer)
}

/** Users are notified; senders of forms, and those who object, are mailed. */
async function notifyReporters(tx: Tx, decided: readonly OpenCase[], answered: readonly Answered[], reason: string) {
  const kinds = new Map(decided.map((one) => [one.id, one]))
  for (const [caseId, reports] of Map.groupBy(answered, (report) => report.caseId)) {
    const { kind, title, subjectType, subjectId } = kinds.get(caseId ?? '')!
    const userIds = [...new Set(reports.flatMap(({ reporterId }) => reporterId ?? []))]
    const isContent = kind === 'report' && subjectType !== COMMENT
    const content = isContent ? { contentId: subjectId, contentType: subjectType, title } : null
    for (let start = 0; start < userIds.length; start += NOTICE_USERS_MAX) {
      const note: Notice = {
        noticeId: newId(),
        kind: 'moderation',
        reason: kind === 'report' ? 'report' : 'objection',
        userIds: userIds.slice(start, start + NOTICE_USERS_MAX),
        actorId: null,
        content,
        comment: reason,
      }
      await publish(tx, topics.notice, note.noticeId, note)
    }
  }
  const mailedIds = answered.filter(({ hasForm }) => hasForm).map(({ reportId }) => reportId)
  for (const reportId of mailedIds) {
    await publish(tx, topics.reportsMailed, `${reportId}:decided`, { reportIds: [reportId] })
  }
}
