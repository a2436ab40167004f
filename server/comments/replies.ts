/** Replying to a comment, and deleting one's own comments. */
import type { replyToComment } from '#contract/community/comments.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { REPLIES_MAX } from '#contract/community/comments.ts'
import { readUser } from '#server/accounts/users.ts'
import { namesOfContents } from '#server/catalog/content/names.ts'
import { topics, type Notice } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser, requireOwner } from '#server/platform/http/authorization.ts'
import * as queries from './comment-queries.ts'
import type { CommentDeps } from './deps.ts'
import { toReply } from './lists.ts'
import { isBlocked, selectMutedBy } from './block-list-queries.ts'

const REPLIES_PER_MINUTE = { max: 10, windowSeconds: 60 }
const REPLIES_PER_HOUR = { max: 100, windowSeconds: 3_600 }

/** Signed-in users whom the owner of the content has not blocked, under a comment they can see. A reply to a reply
 * is added to the same thread. */
export async function replyTo(
  { database, clock, files }: CommentDeps,
  caller: Caller,
  operationId: string,
  { commentId, content: body }: Input<typeof replyToComment>['body'],
): Promise<Data<typeof replyToComment>> {
  requireUser(caller)
  const now = clock.now()
  const uses = [
    { key: `reply-minute:${caller.userId}`, rate: REPLIES_PER_MINUTE },
    { key: `reply-hour:${caller.userId}`, rate: REPLIES_PER_HOUR },
  ]
  await countUses(database.read, uses, now)
  const reply = await database.transaction(async (tx) => {
    const answered = await findVisible(tx, caller, commentId, now)
    const parentId = answered.parentId ?? answered.id
    const parent = await queries.findComment(tx, parentId, now, { lock: true })
    if (parent === undefined || parent.isDeleted) throw notFound()
    if (await isBlocked(tx, parent.ownerId, caller.userId)) {
      throw new AppError(403, 'comment-refused')
    }
    if ((await queries.countReplies(tx, parentId)) >= REPLIES_MAX) {
      throw new AppError(422, 'rule-broken', `A comment has at most ${REPLIES_MAX} replies.`)
    }
    await queries.insertReply(tx, { id: operationId, parentId, authorId: caller.userId, body, now })
    await notifyOfReply(tx, caller, { replyId: operationId, body, parent, answered, now })
    return { parentId, author: await readUser(tx, caller.userId) }
  })
  return toReply(files, {
    id: operationId,
    parent_id: reply.parentId,
    author_id: caller.userId,
    is_mine: true,
    username: reply.author?.username ?? null,
    display_name: reply.author?.displayName ?? null,
    artwork_key: reply.author?.artworkKey ?? null,
    body,
    is_deleted: false,
    state: 'shown',
    created_at: now.toISOString(),
  })
}

/** A hidden comment is treated as not found, except for the owner of the content. */
export async function findVisible(
  tx: Tx,
  caller: AuthenticatedUser,
  commentId: string,
  now: Date,
): Promise<queries.FoundComment> {
  const comment = await queries.findComment(tx, commentId, now)
  if (comment === undefined || comment.isDeleted || !comment.isContentPublic) throw notFound()
  if (comment.ownerId === caller.userId) return comment
  const isBlockedAuthor = comment.authorId !== null && (await isBlocked(tx, comment.ownerId, comment.authorId))
  if (comment.isHidden || isBlockedAuthor) throw notFound()
  return comment
}

type Answering = {
  replyId: string
  body: string
  parent: queries.FoundComment
  answered: queries.FoundComment
  now: Date
}

/** Notifies the author of the comment that was replied to, the author of the first message, and the owner of the
 * content, except users who have muted the replier. */
async function notifyOfReply(
  tx: Tx,
  caller: AuthenticatedUser,
  { replyId, body, parent, answered, now }: Answering,
): Promise<void> {
  const writers = [answered, parent].map(({ authorId, namelessAuthorId }) => authorId ?? namelessAuthorId)
  const answeredIds = writers.filter((id) => id !== null && id !== caller.userId)
  const ownerIds = [parent.ownerId].filter((id) => id !== caller.userId && !answeredIds.includes(id))
  const deaf = await selectMutedBy(tx, caller.userId, [...answeredIds, ...ownerIds] as string[])
  const recipients = (ids: readonly (string | null)[]) => [
    ...new Set(ids.filter((id): id is string => id !== null && !deaf.has(id))),
  ]
  const named = (await namesOfContents(tx, [parent.contentId], now)).get(parent.contentId)
  const content = named === undefined ? null : { contentId: parent.contentId, ...named }
  const notices: Notice[] = [
    {
      noticeId: replyId,
      kind: 'reply',
      userIds: recipients(answeredIds),
      actorId: caller.userId,
      content,
      comment: body,
    },
    {
      noticeId: replyId,
      kind: 'comment',
      userIds: recipients(ownerIds),
      actorId: caller.userId,
      content,
      comment: body,
    },
  ]
  const telling = notices.filter(({ userIds }) => userIds.length > 0)
  await publishAll(
    tx,
    topics.notice,
    telling.map((notice) => ({ key: `${notice.kind}:${replyId}`, payload: notice })),
  )
}

/** Author only. */
export async function deleteOwnComment(
  { database, clock }: CommentDeps,
  caller: Caller,
  commentId: string,
): Promise<null> {
  requireUser(caller)
  const now = clock.now()
  const comment = await queries.findComment(database.read, commentId, now)
  if (comment === undefined || comment.isDeleted) throw notFound()
  if ((comment.authorId ?? comment.namelessAuthorId) !== caller.userId) throw new AppError(403, 'forbidden')
  await queries.deleteComment(database.read, comment.id, now)
  return null
}

/** Owner of the content only. */
export async function setHidden(
  { database, clock }: CommentDeps,
  caller: Caller,
  commentId: string,
  isHidden: boolean,
): Promise<null> {
  requireUser(caller)
  const now = clock.now()
  const comment = await queries.findComment(database.read, commentId, now)
  if (comment === undefined || comment.isDeleted) throw notFound()
  requireOwner(caller, comment.ownerId)
  await queries.hideComment(database.read, comment.id, isHidden ? now : null)
  return null
}
