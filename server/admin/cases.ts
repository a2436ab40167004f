/** The queue of moderators: open cases, claims and notes. Deciding them is decide.ts. */
import { CLAIM_MINUTES, addCaseNote, claimCases, getCase, listCases } from '#contract/operator/moderation.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator } from '#server/platform/http/authorization.ts'
import { formatTimeCursor, parseTimeCursor, cutPage } from '#server/platform/http/cursor.ts'
import * as queries from './case-queries.ts'
import type { AdminDeps } from './deps.ts'

const PER_PAGE = 50
const SHOWN_MAX = 100

export async function readCases(
  { database, clock }: AdminDeps,
  caller: Caller,
  { after, kind, reason, claim }: Input<typeof listCases>['query'],
): Promise<Data<typeof listCases>> {
  requireOperator(caller, listCases)
  const tx = database.read
  await queries.fileReports(tx)
  const rows = await queries.selectCases(tx, {
    after: parseTimeCursor(after),
    kind,
    reason,
    claim: claim === undefined ? null : claim === 'free' ? 'free' : { mine: caller.userId },
    limit: PER_PAGE + 1,
    now: clock.now(),
  })
  const { shown, nextBefore: nextAfter } = cutPage(rows, PER_PAGE, (last) =>
    formatTimeCursor({ at: last.dueAt, id: last.caseId }),
  )
  const nameOf = await readNames(tx, [...shown.map((row) => row.affectedId), ...shown.map((row) => row.claimedBy)])
  return {
    cases: shown.map(({ affectedId, claimedBy, ...row }) => ({
      ...row,
      affectedName: nameOf(affectedId),
      claimedBy: nameOf(claimedBy),
      isMine: claimedBy === caller.userId,
    })),
    nextAfter,
    openCount: await queries.countOpenCases(tx),
  }
}

export async function readCase({ database }: AdminDeps, caller: Caller, caseId: string): Promise<Data<typeof getCase>> {
  requireOperator(caller, getCase)
  const tx = database.read
  const reports = await queries.selectReports(tx, caseId, SHOWN_MAX)
  if (reports.length === 0) throw notFound()
  const notes = await queries.selectNotes(tx, caseId, SHOWN_MAX)
  const nameOf = await readNames(tx, [...reports.map((row) => row.reporterId), ...notes.map((row) => row.authorId)])
  return {
    reports: reports.map(({ reporterId, ...report }) => ({ ...report, reporterName: nameOf(reporterId) })),
    notes: notes.map(({ authorId, ...note }) => ({ ...note, authorName: nameOf(authorId) ?? '' })),
  }
}

async function readNames(tx: Tx, userIds: readonly (string | null)[]) {
  const names = await readUserSummaries(tx, [...new Set(userIds.filter((userId) => userId !== null))])
  return (userId: string | null) => (userId === null ? null : (names.get(userId)?.username ?? null))
}

/** A moderator's own claims are extended. */
export async function claim(
  { database, clock }: AdminDeps,
  caller: Caller,
  { caseIds, isReleased = false }: Input<typeof claimCases>['body'],
): Promise<Data<typeof claimCases>> {
  requireOperator(caller, claimCases)
  const now = clock.now()
  const until = isReleased ? null : new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  return { caseIds: await queries.setClaim(database.read, { caseIds, userId: caller.userId, until, now }) }
}

export async function addNote(
  { database, clock }: AdminDeps,
  caller: Caller,
  operationId: string,
  { caseId, body }: Input<typeof addCaseNote>['params'] & Input<typeof addCaseNote>['body'],
): Promise<null> {
  requireOperator(caller, addCaseNote)
  const note = { id: operationId, caseId, authorId: caller.userId, body, now: clock.now() }
  if (!(await queries.insertNote(database.read, note))) throw notFound()
  return null
}
