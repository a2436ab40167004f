/** What is ordered with a purchase: checked before it is paid, from a balance or by invoice. */
import type { Input } from '#contract/endpoint.ts'
import type { buyDownload } from '#contract/listening/purchases.ts'
import { findUsersByUsernames } from '#server/accounts/users.ts'
import { msatOfCents } from '#contract/dollars.ts'
import { type Price, priceNow, readPriceOf } from '#server/downloads/offers.ts'
import { insertRight, selectRightOf } from '#server/downloads/right-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readCentsPerBtc } from '#server/payments/price.ts'
import { type PayableTerms, readPayableTerms, requireWithinLimits } from '#server/payments/recipients/terms.ts'
import { isKnownBuyer, type PurchaseRow } from './queries.ts'

export type PurchaseOrder = Input<typeof buyDownload>['body']
type OrderDeps = Pick<PaymentDeps, 'clock' | 'limits' | 'priceUrl' | 'isSandboxPrice'>

/** The terms of the sale, and the purchase as it is stored. Throws when it is not for sale, for less than its price, or when
 * the buyer has it. A gift is refused only when everybody can see that the recipient bought it: what others own is private. */
export async function readOrder(
  deps: OrderDeps,
  tx: Tx,
  order: PurchaseOrder,
  buyer: { id: string; buyerId: string | null; language: string },
): Promise<PayableTerms & { purchase: Omit<PurchaseRow, 'returned_at'> }> {
  const payable = await readPayableTerms(deps, tx, order.contentId)
  const { contentId } = payable.content
  const price = await readPriceOf(tx, contentId, deps.clock.now())
  if (price === null) throw new AppError(409, 'download-not-offered')
  const amount = await readAmount(deps, tx, order, price)
  requireWithinLimits(deps, amount.amount_msat)
  const found = await findRecipient(tx, order.recipient)
  // Nobody gives something to themselves, so they do not pay again for what they have.
  const recipientId = found === buyer.buyerId ? null : found
  if (recipientId !== null && (await isKnownBuyer(tx, recipientId, contentId))) {
    throw new AppError(409, 'recipient-owns-download')
  }
  const isGift = recipientId !== null || (buyer.buyerId !== null && order.email !== undefined)
  if (!isGift && buyer.buyerId !== null) await requireNotOwned(tx, buyer.buyerId, contentId)
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
      ...amount,
      created_at: deps.clock.now(),
    },
  }
}

export async function requireNotOwned(tx: Tx, userId: string, contentId: string): Promise<void> {
  if (await selectRightOf(tx, userId, contentId)) throw new AppError(409, 'download-owned')
}

type Amount = Pick<PurchaseRow, 'amount_msat' | 'amount_cents' | 'cents_per_btc'>

/** In sats, at the current rate if it is chosen in dollars. Throws when it is below the price. */
async function readAmount(
  deps: OrderDeps,
  tx: Tx,
  { msatAmount, centsAmount }: PurchaseOrder,
  price: Price,
): Promise<Amount> {
  if ((msatAmount === undefined) === (centsAmount === undefined)) {
    throw new AppError(400, 'bad-request', 'msatAmount or centsAmount: one of them')
  }
  const needsRate = centsAmount !== undefined || price.min_cents !== null
  const centsPerBtc = needsRate ? await readCentsPerBtc(deps, tx, deps.clock.now()) : null
  if (needsRate && centsPerBtc === null) throw new AppError(409, 'rate-unknown')
  const amountMsat = msatAmount ?? msatOfCents(centsAmount!, centsPerBtc!)
  if (amountMsat < priceNow(price, centsPerBtc)!) throw new AppError(422, 'purchase-below-minimum')
  return {
    amount_msat: amountMsat,
    amount_cents: centsAmount ?? null,
    cents_per_btc: centsAmount === undefined ? null : centsPerBtc,
  }
}

async function findRecipient(tx: Tx, username: string | undefined): Promise<string | null> {
  if (username === undefined || username === '') return null
  const [user] = await findUsersByUsernames(tx, [username])
  if (user === undefined) throw new AppError(404, 'recipients-unknown')
  return user.userId
}

/** Gives the right: to the recipient of a gift, to the buyer, or to the holder of the private link. A user who already has the
 * download, as a buyer who paid two invoices for it, gets the private link (delivery.ts) and can pass it on. */
export async function giveRight(tx: Tx, purchase: Omit<PurchaseRow, 'returned_at'>, at: Date): Promise<void> {
  const { id, content_id, recipient_id, buyer_id, is_gift } = purchase
  const receiverId = recipient_id ?? (is_gift ? null : buyer_id)
  const isSpare = receiverId !== null && (await selectRightOf(tx, receiverId, content_id)) !== undefined
  const user_id = isSpare ? null : receiverId
  await insertRight(tx, { id, content_id, source: 'purchase', user_id, created_at: at })
}
