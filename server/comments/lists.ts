/** Reads comments: those on a content, and all that an owner received. */
import {
  type Comment,
  COMMENTS_PER_PAGE,
  COMMENTS_PER_PAGE_MAX,
  COMMENT_PAGE_SIZE_MAX,
  type listArtistComments,
  type listComments,
  type listReceivedComments,
  type Reply,
  SUPPORTERS_SHOWN,
  type TopMessage,
} from '#contract/community/comments.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { output } from 'zod/mini'
import { findContent } from '#server/catalog/content/queries.ts'
import { notFound } from '#server/platform/errors.ts'
import { formatCursor, parseCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser } from '#server/platform/http/authorization.ts'
import type { CommentDeps } from './deps.ts'
import {
  type CommentRow,
  type ReplyRow,
  selectCommentsOf,
  selectReceived,
  selectSupporters,
  type Sort,
} from './list-queries.ts'

type CommentData = output<typeof Comment>
type ReplyData = output<typeof Reply>
type Files = CommentDeps['files']

/** Anybody, for public content. Signed-in users do not see authors they have muted. */
export async function readComments(
  { database, clock, files }: CommentDeps,
  caller: Caller,
  contentId: string,
  { sort = 'new', before, limit }: Input<typeof listComments>['query'],
): Promise<Data<typeof listComments>> {
  const now = clock.now()
  const content = await findContent(database.read, contentId, now)
  if (content === undefined || !content.is_public) throw notFound()
  const of = { contentId: content.id, type: content.type, now }
  const perPage = perPageOf(limit, COMMENTS_PER_PAGE, COMMENTS_PER_PAGE_MAX)
  const place = parseCursor(before)
  const userId = caller.kind === 'user' ? caller.userId : null
  const [rows, supporters] = await Promise.all([
    selectCommentsOf(database.read, of, { userId, sort, place, limit: perPage + 1 }),
    place === null
      ? selectSupporters(database.read, of, { limit: SUPPORTERS_SHOWN, msatTotal: content.msat_total })
      : [],
  ])
  return {
    ...pageOf(files, rows, perPage, sort),
    isOwner: isOwner(caller, content.owner_id),
    supporters: supporters.map((row) => ({
      userId: row.author_id,
      name: row.username,
      displayName: row.display_name,
      artworkUrl: addressOf(files, row.artwork_key),
      msatTotal: row.msat,
    })),
  }
}

/** The newest comments on a content and on everything in it, in the format of the first implementation. Anybody; empty
 * if the content is not public. */
export async function readTopMessages(
  { database, clock, files }: CommentDeps,
  caller: Caller,
  contentId: string,
  limit: number,
): Promise<output<typeof TopMessage>[]> {
  const now = clock.now()
  const content = await findContent(database.read, contentId, now)
  if (content === undefined || !content.is_public) return []
  const userId = caller.kind === 'user' ? caller.userId : null
  const listing = { userId, sort: 'new', place: null, limit } as const
  const rows = await selectCommentsOf(database.read, { contentId, type: content.type, now }, listing)
  return rows.map((row) => ({ ...toComment(files, row), isNostr: false, eventId: null, zapEventId: null }))
}

/** The same by page, for content of this kind. */
export async function readCommentPage(
  deps: CommentDeps,
  caller: Caller,
  content: { type: 'artist' | 'album' | 'podcast'; id: string },
  { page = 1, pageSize = COMMENT_PAGE_SIZE_MAX }: Input<typeof listArtistComments>['query'],
): Promise<Data<typeof listArtistComments>> {
  const found = await findContent(deps.database.read, content.id, deps.clock.now())
  if (found === undefined || !found.is_public || found.type !== content.type) throw notFound()
  const until = page * pageSize
  return (await readTopMessages(deps, caller, content.id, until)).slice(until - pageSize)
}

/** Signed-in users: comments on all of their content, published or not. */
export async function readReceived(
  { database, files }: CommentDeps,
  caller: Caller,
  { before, limit }: Input<typeof listReceivedComments>['query'],
): Promise<Data<typeof listReceivedComments>> {
  requireUser(caller)
  const perPage = perPageOf(limit, COMMENTS_PER_PAGE, COMMENTS_PER_PAGE_MAX)
  const rows = await selectReceived(database.read, caller.userId, parseCursor(before), perPage + 1)
  return pageOf(files, rows, perPage, 'new')
}

function pageOf(files: Files, rows: readonly CommentRow[], perPage: number, sort: Sort) {
  const { shown, nextBefore } = cutPage(rows, perPage, (last) =>
    formatCursor({ value: sort === 'new' ? last.created_at.getTime() : last.amount_msat, id: last.id }),
  )
  return { comments: shown.map((row) => toComment(files, row)), nextBefore }
}

function toComment(files: Files, row: CommentRow): CommentData {
  return {
    ...writtenOf(row),
    createdAt: row.created_at,
    commenterArtworkUrl: row.is_deleted ? null : addressOf(files, row.artwork_key),
    contentId: row.content_id,
    contentType: row.content_type,
    title: row.title,
    msatAmount: row.amount_msat,
    contentTime: row.content_time_seconds,
    appName: row.is_deleted ? null : row.app_name,
    senderName: row.is_deleted ? null : row.sender_name,
    replies: (row.replies ?? []).map((reply) => toReply(files, reply)),
  }
}

export function toReply(files: Files, row: ReplyRow): ReplyData {
  return {
    ...writtenOf(row),
    createdAt: new Date(row.created_at),
    artworkUrl: addressOf(files, row.artwork_key),
    parentId: row.parent_id,
  }
}

function writtenOf(row: CommentRow | ReplyRow) {
  const { id, body: content, is_deleted: isDeleted, is_mine: isMine, state } = row
  const author = isDeleted
    ? { userId: null, name: null, displayName: null }
    : { userId: row.author_id, name: row.username, displayName: row.display_name }
  return { id, ...author, isMine, content, isDeleted, state }
}

function addressOf(files: Files, key: string | null): string | null {
  return key === null ? null : files.publicUrl(key)
}
