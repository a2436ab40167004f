/** Event subscribers of this module; each is idempotent. */
import { namesOfContents } from '#server/catalog/content/names.ts'
import { topics, type Notice, type PaymentSettled } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'
import { insertMessages, type NewMessage } from './comment-queries.ts'

/** Subscriber for payment-settled, several events per call: a message that came with a payment becomes a comment,
 * once. */
export function saveMessages({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): (events: readonly PaymentSettled[]) => Promise<void> {
  return async (events) => {
    const byPayment = new Map(events.map((event) => [event.paymentId, event]))
    const messages = [...byPayment.values()].flatMap(messageOf)
    if (messages.length === 0) return
    await database.transaction(async (tx) => {
      const stored = await insertMessages(tx, messages)
      const names = await namesOfContents(tx, [...new Set(stored.map(({ contentId }) => contentId))], clock.now())
      const notices = stored.flatMap(({ paymentId, contentId, ownerId, isSilent }) => {
        const event = byPayment.get(paymentId)!
        // An owner who earns from the payment is notified of it and sees the message there.
        const isOwn = ownerId === event.payerId || ownerId === event.namelessPayerId
        const knows = isOwn || event.earnings.some(({ userId }) => userId === ownerId)
        if (knows || isSilent) return []
        const named = names.get(contentId)
        const content = named === undefined ? null : { contentId, ...named }
        const about = { userIds: [ownerId], actorId: event.payerId, content, comment: event.comment }
        return [{ noticeId: paymentId, kind: 'comment', ...about } satisfies Notice]
      })
      await publishAll(
        tx,
        topics.notice,
        notices.map((notice) => ({ key: `comment:${notice.noticeId}`, payload: notice })),
      )
    })
  }
}

function messageOf(event: PaymentSettled): NewMessage[] {
  const { paymentId, payerId: authorId, namelessPayerId: namelessAuthorId, contentId, amountMsat } = event
  const { contentTimeSeconds, settledAt: createdAt } = event
  const body = event.comment?.trim() ?? ''
  if (body === '') return []
  const id = newId(new Date(createdAt).getTime())
  return [{ id, paymentId, authorId, namelessAuthorId, contentId, amountMsat, contentTimeSeconds, body, createdAt }]
}
