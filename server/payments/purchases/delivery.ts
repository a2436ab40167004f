/** After a purchase is booked: the private link by mail, and the notification of a gift. */
import { addressIn, isLanguage, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { secretOf } from '#server/downloads/links.ts'
import { selectRight } from '#server/downloads/right-queries.ts'
import { readSubject } from '#server/downloads/subjects.ts'
import type { Bought, Notice } from '#server/events.ts'
import { topics } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { mailIn } from '#server/platform/texts.ts'
import type { PurchaseDeps } from './deps.ts'
import { clearMail, clearOldMails, selectPurchase } from './queries.ts'

/** Subscriber for bought. A repeated delivery finds the address cleared, and the same notice. */
export function deliverPurchase(deps: PurchaseDeps) {
  return async ({ purchaseId }: Bought): Promise<void> => {
    await deps.database.transaction(async (tx) => {
      const purchase = await selectPurchase(tx, purchaseId)
      if (purchase === undefined) return
      const { content_id: contentId, mail_to: email, mail_language: language, recipient_id: recipientId } = purchase
      if (email !== null) {
        await mailLink(deps, tx, { rightId: purchaseId, contentId, email, language, isGift: purchase.is_gift })
        await clearMail(tx, purchaseId)
      }
      if (recipientId === null || recipientId === purchase.buyer_id) return
      const right = await selectRight(tx, purchaseId)
      const { content_type: contentType, title } = await readSubject(tx, contentId, deps.clock.now())
      const notice: Notice = {
        noticeId: purchaseId,
        kind: 'gift',
        userIds: [recipientId],
        actorId: purchase.is_nameless ? null : purchase.buyer_id,
        content: { contentId, contentType, title },
        comment: null,
        ...(right?.user_id === null && { reason: 'spare' }),
      }
      await publish(tx, topics.notice, purchaseId, notice)
    })
  }
}

const UNPAID_KEPT_MS = 30 * 86_400_000

/** The address of a buyer who never paid is forgotten after a month. */
export async function deleteAddresses({ database, clock }: Pick<PurchaseDeps, 'database' | 'clock'>): Promise<void> {
  await clearOldMails(database.read, new Date(clock.now().getTime() - UNPAID_KEPT_MS))
}

type LinkMail = { rightId: string; contentId: string; email: string; language: string | null; isGift?: boolean }

export async function mailLink(
  deps: PurchaseDeps,
  tx: Tx,
  { rightId, contentId, email, language, isGift = false }: LinkMail,
): Promise<void> {
  const { artist_name: artist, title } = await readSubject(tx, contentId, deps.clock.now())
  const locale = language !== null && isLanguage(language) ? language : PLAIN_LANGUAGE
  const link = deps.publicUrl + addressIn(`/purchase/${secretOf(deps, rightId)}`, locale)
  const text = mailIn(locale, isGift ? 'downloadGift' : 'download', { artist, title, link, brand: deps.brandName })
  await deps.mailer.send({ to: email, ...text }, tx)
}
