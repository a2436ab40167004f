/** Who may download what: rights that were bought, given, redeemed or collected, and what is free. */
import type * as calls from '#contract/catalog/downloads.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { pageOf, paginationOf } from '#server/catalog/forms/values.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { DownloadDeps } from './deps.ts'
import { listDownloads } from './listing.ts'
import { selectFormats, selectOffer } from './offer-queries.ts'
import { insertRight, selectCollected, selectCollection, selectRightOf } from './right-queries.ts'
import { readSubject, readSubjects } from './subjects.ts'

type RightDeps = Pick<DownloadDeps, 'database' | 'clock' | 'secret'>

/** Anybody if it is free; otherwise users with a right to it. */
export async function readDownloads(
  deps: RightDeps,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getDownloads>> {
  const { database, clock } = deps
  const tx = database.read
  const subject = await readSubject(tx, contentId, clock.now())
  const right = caller.kind === 'user' ? await selectRightOf(tx, caller.userId, contentId) : undefined
  if (right === undefined && !subject.is_public) throw notFound()
  if (subject.is_taken_down) throw new AppError(404, 'content-gone')
  if (right === undefined && (await selectOffer(tx, contentId)).mode !== 'free') {
    throw new AppError(403, 'download-not-owned')
  }
  const downloads = await listDownloads(deps, tx, subject, right?.created_at ?? null)
  return { ...downloads, isCollected: right !== undefined }
}

/** The signed-in user, if it is free. Collecting it again changes nothing. */
export async function collectFree(
  { database, clock }: RightDeps,
  caller: Caller,
  operationId: string,
  contentId: string,
): Promise<Data<typeof calls.collectDownload>> {
  requireUser(caller)
  const tx = database.read
  const now = clock.now()
  const subject = await readSubject(tx, contentId, now)
  if (!subject.is_public) throw notFound()
  const { mode } = await selectOffer(tx, contentId)
  if (mode !== 'free' || (await selectFormats(tx, contentId, now)).length === 0) {
    throw new AppError(409, 'download-not-offered')
  }
  const right = { id: operationId, content_id: contentId, source: 'free' as const, user_id: caller.userId }
  await insertRight(tx, { ...right, created_at: now })
  return { contentId }
}

/** The signed-in user, for the own collection. What was taken down is left out. */
export async function listCollected(
  { database, clock, files }: Pick<DownloadDeps, 'database' | 'clock' | 'files'>,
  caller: Caller,
  query: Input<typeof calls.listCollection>['query'],
): Promise<Data<typeof calls.listCollection>> {
  requireUser(caller)
  const page = pageOf(query)
  const { contentId } = query
  const { rows, total } =
    contentId === undefined
      ? await selectCollection(database.read, caller.userId, page)
      : await selectCollected(database.read, caller.userId, contentId)
  const ids = rows.map((row) => row.content_id)
  const subjects = await readSubjects(database.read, ids, clock.now())
  const items = rows.flatMap((row) => {
    const subject = subjects.get(row.content_id)
    if (subject === undefined || subject.is_taken_down) return []
    return {
      contentId: row.content_id,
      contentType: subject.content_type,
      title: subject.title,
      artist: subject.artist_name,
      artworkUrl: subject.artwork_key === null ? null : files.publicUrl(subject.artwork_key),
      isPublic: subject.is_public,
      source: row.source,
      collectedAt: row.created_at,
    }
  })
  return { items, pagination: paginationOf(page, total) }
}

/** Whether the files of a content may be given to somebody new, regardless of the current offer: not deleted, not taken down, and
 * there is one. */
export async function canBeGiven(tx: Tx, contentId: string, now: Date): Promise<boolean> {
  const subject = (await readSubjects(tx, [contentId], now)).get(contentId)
  if (subject === undefined || subject.is_deleted || subject.is_taken_down) return false
  return (await selectFormats(tx, contentId)).length > 0
}
