/** What is ordered with a purchase: checked before it is paid, from a balance or by invoice. */
import type { Input } from '#contract/endpoint.ts'
import type { buyDownload } from '#contract/listening/purchases.ts'
import { findUsersByUsernames } from '#server/accounts/users.ts'
import { readPriceOf } from '#server/downloads/offers.ts'
import { type RightRow, selectRightOf } from '#server/downloads/right-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { type PayableTerms, readPayableTerms, requireWithinLimits } from '#server/payments/recipients/terms.ts'
import type { PurchaseRow } from './queries.ts'

export type PurchaseOrder = Input<typeof buyDownload>['body']
type OrderDeps = Pick<PaymentDeps, 'clock' | 'limits'>

/** The terms of the sale, and the purchase as it is stored. Throws when it is not for sale, for less than its price, or when
 * the buyer has it. */
export async function readOrder(
  deps: OrderDeps,
  tx: Tx,
  order: PurchaseOrder,
  buyer: { id: string; buyerId: string | null; language: string },
): Promise<PayableTerms & { purchase: Omit<PurchaseRow, 'returned_at'> }> {
  requireWithinLimits(deps, order.msatAmount)
  const payable = await readPayableTerms(deps, tx, order.contentId)
  const { contentId } = payable.content
  const minMsat = await readPriceOf(tx, contentId)
  if (minMsat === null) throw new AppError(409, 'download-not-offered')
  if (order.msatAmount < minMsat) throw new AppError(422, 'purchase-below-minimum')
  const recipientId = await findRecipient(tx, order.recipient)
  const isGift = recipientId !== null || (buyer.buyerId !== null && order.email !== undefined)
  if (!isGift && buyer.buyerId !== null && (await selectRightOf(tx, buyer.buyerId, contentId))) {
    throw new AppError(409, 'download-owned')
  }
  return {
    ...payable,
    purchase: {
      id: buyer.id,
      content_id: contentId,
      buyer_id: buyer.buyerId,
      recipient_id: recipientId,
      is_gift: isGift,
      mail_to: recipientId === null ? (order.email ?? null) : null,
      mail_language: buyer.language,
      is_nameless: order.isAnonymous ?? false,
      amount_msat: order.msatAmount,
      created_at: deps.clock.now(),
    },
  }
}

async function findRecipient(tx: Tx, username: string | undefined): Promise<string | null> {
  if (username === undefined || username === '') return null
  const [user] = await findUsersByUsernames(tx, [username])
  if (user === undefined) throw new AppError(404, 'recipients-unknown')
  return user.userId
}

/** The right that a purchase gives: to the recipient of a gift, to the buyer, or to whoever has the private link. */
export function rightOf(purchase: Omit<PurchaseRow, 'returned_at'>, at: Date): RightRow {
  const { id, content_id, recipient_id, buyer_id, is_gift } = purchase
  return { id, content_id, source: 'purchase', user_id: recipient_id ?? (is_gift ? null : buyer_id), created_at: at }
}
