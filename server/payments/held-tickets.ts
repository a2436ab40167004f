/** Paying for held seats from a balance: their invoice is paid like any other that this server's node has made. */
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { findConcert } from '#server/concerts/queries.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from './deps.ts'
import { readInvoice } from './invoices/queries.ts'
import { requireProofBefore, requireProofToLeave } from './step-up.ts'
import { findPurchase, totalOf } from './tickets/queries.ts'
import { describePurchase, type Purchase } from './tickets/show.ts'
import { requirePurchaseToken } from './tickets/tokens.ts'
import { payOwnInvoice } from './payouts/internal-transfer.ts'

/** A signed-in user who has the token of the purchase. Once it is paid, nothing more is taken. */
export async function payHeldTickets(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  token: string,
): Promise<Purchase> {
  requireUser(caller)
  const { database } = deps
  const id = requirePurchaseToken(deps, token)
  const [purchase, invoice] = [await findPurchase(database.read, id), await readInvoice(database.read, id)]
  if (purchase === undefined || invoice === undefined) throw notFound()
  if (purchase.state === 'sold') return describePurchase(deps, database.read, purchase)
  // Its node has not made it yet.
  if (invoice.payment_hash === null) throw new AppError(503, 'lightning-unavailable')
  const amountMsat = totalOf(purchase)
  const label = (await findConcert(database.read, purchase.concert_id))?.name ?? null
  const operation = { action: 'tickets', amountMsat, destination: purchase.tier_id, label } as const
  await requireWithdrawalsAllowed(database.read, caller.userId)
  const destination = { to: 'own-invoice', paymentHash: invoice.payment_hash, amountMsat } as const
  await payOwnInvoice(deps, caller.userId, operationId, destination, {
    mayTake: (costMsat) => requireProofBefore(deps, database.read, caller, { operation, costMsat }),
    inSameTx: (tx) => requireProofToLeave(deps, tx, caller, operation),
  })
  return describePurchase(deps, database.read, (await findPurchase(database.read, id))!)
}
