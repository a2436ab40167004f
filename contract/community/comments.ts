/** Comments on content: messages sent with a zap, with their amount, and replies to them. A comment requires a zap;
 * a reply is free. */
import * as z from 'zod/mini'
import { type Endpoint, publicRead } from '#contract/endpoint.ts'
import {
  ContentType,
  FormInteger,
  Id,
  Instant,
  MESSAGE_MAX,
  optionalText,
  text,
  CursorQuery,
} from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { Reported, ReportReason } from './reports.ts'

export const COMMENTS_PER_PAGE = 20
export const COMMENTS_PER_PAGE_MAX = 50
/** For the lists by artist, album and show, which use page numbers. */
export const COMMENT_PAGE_SIZE_MAX = 100
const COMMENT_PAGES_MAX = 10
/** Replies to one comment. */
export const REPLIES_MAX = 50
/** How many supporters with a message are shown with content. */
export const SUPPORTERS_SHOWN = 5

/** The author. All null for authors without an account here and for anonymous comments. `name` is also part of the
 * profile's URL. */
const author = {
  userId: z.nullable(Id),
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
}

/** `hidden` and `blocked` are returned to the owner of the content only. */
const CommentState = z.enum(['shown', 'hidden', 'blocked'])

const written = {
  id: Id,
  ...author,
  /** Written by the caller, with or without their name. */
  isMine: z.boolean(),
  /** Empty for a deleted comment that is kept because of its replies. */
  content: z.string(),
  isDeleted: z.boolean(),
  state: CommentState,
  createdAt: Instant,
}

export const Reply = z.object({ ...written, artworkUrl: z.nullable(z.string()), parentId: Id })

export const Comment = z.object({
  ...written,
  commenterArtworkUrl: z.nullable(z.string()),
  /** What was zapped: the content itself or a part of it. */
  contentId: Id,
  contentType: ContentType,
  title: z.string(),
  /** The amount of the zap. */
  msatAmount: Msat,
  /** The position, in seconds. */
  contentTime: z.nullable(z.int()),
  /** The podcast app it was paid with, and the sender's name in that app; neither is verified. */
  appName: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  /** Oldest first. */
  replies: z.array(Reply),
})

/** A comment as the first implementation's clients expect it. Comments here are never Nostr notes. */
export const TopMessage = z.extend(Comment, {
  isNostr: z.boolean(),
  eventId: z.nullable(z.string()),
  zapEventId: z.nullable(z.string()),
})

/** Only public messages are listed by name. Everything else that the content received is one entry, so that the
 * entries sum to the total. */
const PublicSupporter = z.object({
  /** Null for all others together: without a message or a name, and from other wallets and apps. */
  userId: z.nullable(Id),
  name: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  artworkUrl: z.nullable(z.string()),
  msatTotal: Msat,
})

export const listComments = {
  ...publicRead,
  path: '/comments/:contentId',
  summary: 'Comments on a content and everything in it; newest, or largest zap, first',
  params: z.object({ contentId: Id }),
  query: z.object({ sort: z.optional(z.enum(['new', 'top'])), ...CursorQuery.shape }),
  data: z.object({
    comments: z.array(Comment),
    /** Cursor of the next page; null on the last one. */
    nextBefore: z.nullable(z.string()),
    /** Whether the caller owns the content; if so, hidden comments are included. */
    isOwner: z.boolean(),
    /** Those with the largest sums, and all others as one entry. Only with the first page; empty on later ones. */
    supporters: z.array(PublicSupporter),
  }),
} as const satisfies Endpoint

const PageOfComments = z.object({
  page: z.optional(FormInteger.check(z.minimum(1), z.maximum(COMMENT_PAGES_MAX))),
  pageSize: z.optional(FormInteger.check(z.minimum(1), z.maximum(COMMENT_PAGE_SIZE_MAX))),
})
const listOf = <const Path extends `/${string}`>(path: Path, summary: string) =>
  ({
    ...publicRead,
    path,
    summary,
    params: z.object({ contentId: Id }),
    query: PageOfComments,
    data: z.array(TopMessage),
  }) as const satisfies Endpoint

export const listArtistComments = listOf(
  '/comments/artist/:contentId',
  'The comments on an artist and all of theirs, newest first, 100 a page',
)
export const listAlbumComments = listOf(
  '/comments/album/:contentId',
  'The comments on an album and its tracks, newest first, 100 a page',
)
export const listShowComments = listOf(
  '/comments/show/:contentId',
  'The comments on a podcast and its episodes, newest first, 100 a page',
)

export const listReceivedComments = {
  method: 'GET',
  path: '/comments/received',
  access: 'user',
  summary: 'Comments on all content of the caller, including hidden ones and those of blocked users, newest first',
  query: CursorQuery,
  data: z.object({ comments: z.array(Comment), nextBefore: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const replyToComment = {
  method: 'POST',
  path: '/comments/reply',
  access: 'user',
  summary: 'Replies to a comment',
  body: z.strictObject({ commentId: Id, content: text(MESSAGE_MAX) }),
  data: Reply,
  errors: ['comment-refused', 'rule-broken'],
} as const satisfies Endpoint

export const deleteComment = {
  method: 'DELETE',
  path: '/comments/:commentId',
  access: 'user',
  summary: 'Deletes a comment or reply of the caller permanently; a zap that came with it stays paid',
  params: z.object({ commentId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const reportComment = {
  method: 'POST',
  path: '/comments/:commentId/report',
  access: 'user',
  summary:
    'Reports a comment or reply to the operator; a second report by the same user is a no-op while the first is open',
  params: z.object({ commentId: Id }),
  body: z.strictObject({ reason: ReportReason, note: optionalText(1_000) }),
  data: Reported,
} as const satisfies Endpoint

export const hideComment = {
  method: 'POST',
  path: '/comments/:commentId/hide',
  access: 'user',
  summary: 'Hides a comment or reply on content of the caller from everybody else',
  params: z.object({ commentId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const unhideComment = {
  method: 'DELETE',
  path: '/comments/:commentId/hide',
  access: 'user',
  summary: 'Unhides a comment on content of the caller',
  params: z.object({ commentId: Id }),
  data: z.null(),
} as const satisfies Endpoint
