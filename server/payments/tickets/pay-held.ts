/** Paying for held seats from a balance. Their invoice is cancelled first, so that they are not paid for twice. */
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { findConcert } from '#server/concerts/queries.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { type InvoiceRow, readInvoice } from '#server/payments/invoices/queries.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { requireProofBefore, requireProofToLeave } from '#server/payments/step-up.ts'
import { sellHeld, ticketOrders } from './order.ts'
import { findPurchase, totalOf } from './queries.ts'
import { describePurchase, type Purchase } from './show.ts'
import { parseToken, purchaseToken } from './tokens.ts'

/** A signed-in user who has the token of the purchase. Once it is paid, nothing more is taken. */
export async function payHeldTickets(deps: PaymentDeps, caller: Caller, token: string): Promise<Purchase> {
  requireUser(caller)
  const { database, clock, signals, failpoint } = deps
  const { userId } = caller
  const { kind, id } = parseToken(token)
  if (kind !== 'p' || purchaseToken(deps, id) !== token) throw notFound()
  const [purchase, invoice] = [await findPurchase(database.read, id), await readInvoice(database.read, id)]
  if (purchase === undefined || invoice === undefined) throw notFound()
  if (purchase.state === 'sold') return describePurchase(deps, database.read, purchase)
  const amountMsat = totalOf(purchase)
  const label = (await findConcert(database.read, purchase.concert_id))?.name ?? null
  const operation = { action: 'tickets', amountMsat, destination: purchase.tier_id, label } as const
  // Cancelling cannot be undone.
  await ticketOrders.requireFulfillable(deps, database.read, invoice)
  if ((await readUserBalance(database.read, userId)) < amountMsat) throw new InsufficientFunds('before cancelling')
  await requireWithdrawalsAllowed(database.read, userId)
  await requireNotStopped(database.read)
  await requireProofBefore(deps, database.read, caller, { operation, costMsat: amountMsat })
  await cancelInvoice(deps, invoice)
  failpoint('tickets:canceled')
  const woken = await database.transaction(async (tx) => {
    const userIds = await sellHeld(deps, tx, {
      invoice,
      receivedMsat: amountMsat,
      debit: { account: userAccount(userId), amountMsat: -amountMsat, role: 'zap-sent' },
      payerId: userId,
      idem: `tickets:${id}`,
      settledAt: clock.now(),
    })
    await requireWithdrawalsAllowed(tx, userId)
    await requireNotStopped(tx)
    if (userIds.length > 0) await requireProofToLeave(deps, tx, caller, operation)
    failpoint('tickets:booking')
    return userIds
  })
  failpoint('tickets:booked')
  for (const one of new Set(woken)) signals.wake(signalOf.user(one))
  return describePurchase(deps, database.read, (await findPurchase(database.read, id))!)
}

/** Where the node cannot cancel, a payment of the invoice that comes as well is returned like one that is too late. */
async function cancelInvoice({ node, log }: PaymentDeps, { id, payment_hash: paymentHash }: InvoiceRow): Promise<void> {
  if (paymentHash === null) return
  const canceled = await node.cancelInvoice(paymentHash).catch((error: unknown) => {
    log.warn('invoice-not-cancelled', { invoiceId: id, error })
    throw new AppError(503, 'lightning-unavailable')
  })
  if (canceled === 'already_paid') throw new AppError(409, 'invoice-already-paid')
}
