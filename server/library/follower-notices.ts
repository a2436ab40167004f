/** Notifies the owner of an artist or podcast of a new follower: once per follower, and all of a day in one notification. */
import { sql } from 'kysely'
import { findContent } from '#server/catalog/content/queries.ts'
import { topics, type Notice } from '#server/events.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'

/** Not of the owner, nor of users who do not see the owner or whom the owner does not see. Only a follower who allows it is
 * named. */
export async function notifyOfFollower(tx: Tx, followerId: string, contentId: string, now: Date): Promise<void> {
  const content = await findContent(tx, contentId, now)
  if (content === undefined || content.owner_id === followerId) return
  const { isHidden, isNamed } = await readRelation(tx, followerId, content.owner_id)
  if (isHidden) return
  const noticeId = `${content.id}:${followerId}`
  const notice: Notice = {
    noticeId,
    kind: 'follower',
    subject: `${content.id}:${dayOf(now)}`,
    userIds: [content.owner_id],
    actorId: isNamed ? followerId : null,
    content: { contentId: content.id, contentType: content.type, title: content.title },
    comment: null,
  }
  await publish(tx, topics.notice, `follower:${noticeId}`, notice)
}

type Relation = { isHidden: boolean; isNamed: boolean }

async function readRelation(tx: Tx, followerId: string, ownerId: string): Promise<Relation> {
  const { rows } = await sql<Relation>`
    SELECT EXISTS (SELECT FROM fan_choice WHERE user_id = ${followerId} AND is_named) AS "isNamed",
      EXISTS (SELECT FROM blocked_commenter WHERE user_id = ${ownerId} AND person_id = ${followerId})
        OR EXISTS (SELECT FROM muted_person WHERE (user_id, person_id) IN
          ((${ownerId}::uuid, ${followerId}::uuid), (${followerId}::uuid, ${ownerId}::uuid))) AS "isHidden"`.execute(tx)
  return rows[0]!
}
