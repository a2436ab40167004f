/** Any content, for a caller who may change or see it. */
import type { Action } from '#contract/team-roles.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type ContentRow, findContent, lockContent } from './queries.ts'
import { mayDo, requireMay } from './roles.ts'

/** The content with its row locked, which serializes changes to its splits. */
export async function lockOwnContent(
  tx: Tx,
  caller: Caller,
  of: ContentOf,
  now: Date,
  action: Action = 'money',
): Promise<ContentRow> {
  // Locked first: it may be getting another owner.
  await lockContent(tx, of.contentId)
  return findOwnContent(tx, caller, of, now, action)
}

type ContentOf = { contentId: string; contentType?: ContentRow['type'] | undefined }

export async function findOwnContent(
  tx: Tx,
  caller: Caller,
  { contentId, contentType }: ContentOf,
  now: Date,
  action: Action,
): Promise<ContentRow> {
  const content = await findContent(tx, contentId, now)
  if (content === undefined || content.is_deleted) throw notFound()
  await requireMay(tx, caller, content, action)
  if (contentType !== undefined && contentType !== content.type) {
    throw ruleBrokenInEnglish(`This is not a ${contentType} but a ${content.type}.`)
  }
  return content
}

export async function requireVisibleContent(
  { database, clock }: Catalog,
  caller: Caller,
  contentId: string,
  contentType: ContentRow['type'],
  action: Action = 'money',
): Promise<ContentRow> {
  const content = await findContent(database.read, contentId, clock.now())
  if (content === undefined || content.is_deleted || content.type !== contentType) throw notFound()
  if (!content.is_public && !(await mayDo(database.read, caller, content, action))) throw notFound()
  return content
}
