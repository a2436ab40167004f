/** Thanking the payer of a zap to one's own content. A zap with a message has a comment, to which the owner replies
 * (comments/replies.ts); any other zap gets a private thank-you, once. The owner does not learn who a payer without a name
 * is. */
import { sql } from 'kysely'
import type { getThanks } from '#contract/community/fans.ts'
import type { Data } from '#contract/endpoint.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { selectMutedBy } from '#server/comments/block-list-queries.ts'
import { topics, type Notice } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import type { FanDeps } from './deps.ts'

const THANKS_PER_HOUR = { max: 100, windowSeconds: 3_600 }

type Thankable = {
  payer_id: string
  content_id: string
  comment_id: string | null
  reply: string | null
  thanks: string | null
}

/** A zap to content of this user that somebody else with an account here paid. */
async function findThankable(tx: Tx, paymentId: string, ownerId: string): Promise<Thankable | undefined> {
  const { rows } = await sql<Thankable>`
    SELECT a.id AS payer_id, z.content_id, cm.id AS comment_id,
      (SELECT r.body FROM comment r WHERE r.parent_id = cm.id AND r.author_id = c.owner_id AND r.deleted_at IS NULL
        ORDER BY r.created_at LIMIT 1) AS reply,
      th.body AS thanks
    FROM zap z JOIN content c ON c.id = z.content_id JOIN person a ON a.id = z.payer_id
      LEFT JOIN comment cm ON cm.payment_id = z.id AND cm.deleted_at IS NULL
      LEFT JOIN zap_thanks th ON th.zap_id = z.id
    WHERE z.id = ${paymentId} AND c.owner_id = ${ownerId} AND a.id <> c.owner_id AND a.deleted_at IS NULL`.execute(tx)
  return rows[0]
}

/** Signed-in users; `none` for payments of others. */
export async function readThanks(
  { database }: FanDeps,
  caller: Caller,
  paymentId: string,
): Promise<Data<typeof getThanks>> {
  requireUser(caller)
  const found = await findThankable(database.read, paymentId, caller.userId)
  if (found === undefined) return { way: 'none', commentId: null, content: null }
  const { comment_id: commentId, reply, thanks } = found
  return { way: commentId === null ? 'thanks' : 'message', commentId, content: thanks ?? reply }
}

/** The owner of the content. A payer who has muted the owner is not notified. */
export async function thankFor(
  { database, clock }: FanDeps,
  caller: Caller,
  paymentId: string,
  body: string,
): Promise<null> {
  requireUser(caller)
  const now = clock.now()
  await countUse(database.read, `thanks:${caller.userId}`, THANKS_PER_HOUR, now)
  await database.transaction(async (tx) => {
    const found = await findThankable(tx, paymentId, caller.userId)
    const content = found === undefined ? undefined : await findContent(tx, found.content_id, now)
    if (found === undefined || content === undefined || !content.is_public) throw notFound()
    if (found.comment_id !== null) throw new AppError(422, 'rule-broken', 'Please reply to the message of this zap.')
    const { numAffectedRows } = await sql`
      INSERT INTO zap_thanks (zap_id, author_id, body, created_at)
      VALUES (${paymentId}, ${caller.userId}, ${body}, ${now}) ON CONFLICT DO NOTHING`.execute(tx)
    if (numAffectedRows === 0n) throw new AppError(422, 'rule-broken', 'You have thanked for this already.')
    if ((await selectMutedBy(tx, caller.userId, [found.payer_id])).size > 0) return
    const notice: Notice = {
      noticeId: paymentId,
      kind: 'thanks',
      userIds: [found.payer_id],
      actorId: caller.userId,
      actorName: content.artist_name,
      content: { contentId: content.id, contentType: content.type, title: content.title },
      comment: body,
    }
    await publish(tx, topics.notice, `thanks:${paymentId}`, notice)
  })
  return null
}
