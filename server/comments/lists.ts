/** Comments as they are read: under a content, and all that an owner received. */
import {
  type Comment,
  COMMENTS_PER_PAGE,
  COMMENTS_PER_PAGE_MAX,
  type listComments,
  type listReceivedComments,
  type Reply,
  SUPPORTERS_SHOWN,
} from '#contract/comments.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { output } from 'zod/mini'
import { findContent } from '#server/catalog/content-queries.ts'
import { AppError } from '#server/platform/errors.ts'
import { isOwner, mustBeUser, type Who } from '#server/platform/who.ts'
import type { CommentDeps } from './deps.ts'
import {
  type CommentRow,
  type Place,
  type ReplyRow,
  selectCommentsOf,
  selectReceived,
  selectSupporters,
  type Sort,
} from './list-queries.ts'

type CommentData = output<typeof Comment>
type ReplyData = output<typeof Reply>
type Files = CommentDeps['files']

/** Anybody, of what the public sees. Whoever is signed in reads nothing of those they have muted. */
export async function readComments(
  { database, clock, files }: CommentDeps,
  who: Who,
  contentId: string,
  { sort = 'new', before, limit }: Input<typeof listComments>['query'],
): Promise<Data<typeof listComments>> {
  const now = clock.now()
  const content = await findContent(database.read, contentId, now)
  if (content === undefined || !content.is_public) throw nothingHere()
  const of = { contentId: content.id, type: content.type, now }
  const perPage = perPageOf(limit)
  const place = placeOf(before)
  const userId = who.kind === 'user' ? who.userId : null
  const [rows, supporters] = await Promise.all([
    selectCommentsOf(database.read, of, { userId, sort, place, limit: perPage + 1 }),
    place === null ? selectSupporters(database.read, of, SUPPORTERS_SHOWN) : [],
  ])
  return {
    ...pageOf(files, rows, perPage, sort),
    isOwner: isOwner(who, content.owner_id),
    supporters: supporters.map((row) => ({
      userId: row.author_id,
      name: row.username,
      displayName: row.display_name,
      artworkUrl: addressOf(files, row.artwork_key),
      msatTotal: row.msat,
    })),
  }
}

/** A signed-in person: on all that is theirs, published or not. */
export async function readReceived(
  { database, files }: CommentDeps,
  who: Who,
  { before, limit }: Input<typeof listReceivedComments>['query'],
): Promise<Data<typeof listReceivedComments>> {
  mustBeUser(who)
  const perPage = perPageOf(limit)
  const rows = await selectReceived(database.read, who.userId, placeOf(before), perPage + 1)
  return pageOf(files, rows, perPage, 'new')
}

const nothingHere = () => new AppError(404, 'not-found', errorCodes['not-found'])

function perPageOf(limit: number | undefined): number {
  return Math.min(Math.max(limit ?? COMMENTS_PER_PAGE, 1), COMMENTS_PER_PAGE_MAX)
}

/** The contract has looked at its shape; a number that is no moment, or an id that is none, is nobody's page. */
function placeOf(before: string | undefined): Place | null {
  if (before === undefined) return null
  const [value = '', id = ''] = before.split('_')
  const place = { value: Number.parseInt(value, 10), id }
  if (!UUID.test(id) || place.value > PLACE_MAX) throw new AppError(400, 'bad-request', 'before: no page of this list')
  return place
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** The last moment a Date can hold, in ms; no zap is larger either. */
const PLACE_MAX = 8_640_000_000_000_000

function pageOf(files: Files, rows: readonly CommentRow[], perPage: number, sort: Sort) {
  const shown = rows.slice(0, perPage)
  const last = rows.length > perPage ? shown.at(-1) : undefined
  const valueOf = (row: CommentRow) => (sort === 'new' ? row.created_at.getTime() : row.amount_msat)
  return {
    comments: shown.map((row) => toComment(files, row)),
    nextBefore: last === undefined ? null : `${valueOf(last)}_${last.id}`,
  }
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
