/** Buying a download from a balance: the payment, its shares and the right to the files in one transaction. */
import type { buyDownload } from '#contract/listening/purchases.ts'
import type { Data } from '#contract/endpoint.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { requireProofToLeave } from '#server/payments/step-up.ts'
import { lockParties } from '#server/payments/consent/settle.ts'
import { zapOf } from '#server/payments/recipients/terms.ts'
import { bookZap } from '#server/payments/zaps/booking.ts'
import { notifyBought } from './bought.ts'
import { giveRight, type PurchaseOrder, readOrder, requireNotOwned } from './order.ts'
import { insertPurchase, selectPurchase } from './queries.ts'

type Bought = Data<typeof buyDownload>

/** The signed-in user, from the own balance. A repeated operation buys once. */
export async function buyFromBalance(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  { order, language }: { order: PurchaseOrder; language: string },
): Promise<Bought> {
  requireUser(caller)
  const { database, signals, clock, failpoint } = deps
  const { userId } = caller
  const { amountMsat, woken } = await database.transaction(async (tx) => {
    const known = await selectPurchase(tx, operationId)
    if (known !== undefined) return { amountMsat: known.amount_msat, woken: [] }
    const { content, terms, purchase } = await readOrder(deps, tx, order, {
      id: operationId,
      buyerId: userId,
      language,
    })
    const { amount_msat: amountMsat } = purchase
    const balances = await lockParties(tx, [terms], [userId])
    // After the locks: a concurrent hold, stop or purchase either waits for us or is visible here.
    await requireWithdrawalsAllowed(tx, userId)
    await requireNotStopped(tx)
    if (!purchase.is_gift) await requireNotOwned(tx, userId, content.contentId)
    if (balances.get(userId)! < amountMsat) throw new InsufficientFunds('for a purchase')
    const settledAt = clock.now()
    await insertPurchase(tx, purchase)
    const legs = await bookZap(tx, {
      id: operationId,
      idem: `purchase:${operationId}`,
      debit: { account: { kind: 'user', userId }, amountMsat: -amountMsat },
      payerId: userId,
      isNameless: purchase.is_nameless,
      isPurchase: true,
      amountMsat,
      ...zapOf({ content, terms }),
      settledAt,
    })
    await giveRight(tx, purchase, settledAt)
    await notifyBought(tx, operationId)
    const operation = { action: 'purchase', amountMsat, destination: content.contentId } as const
    await requireProofToLeave(deps, tx, caller, { ...operation, label: content.title })
    failpoint('purchase:booking')
    return { amountMsat, woken: [userId, ...legs.flatMap(({ key }) => key ?? [])] }
  })
  for (const id of new Set(woken)) signals.wake(signalOf.user(id))
  return { purchaseId: operationId, contentId: order.contentId, msatAmount: amountMsat }
}
