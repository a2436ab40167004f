/** Buying tickets from a balance: seats and money in one transaction. Free tickets are bought the same way, without money. */
import { readUser, requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { requireProofToLeave } from '#server/payments/step-up.ts'
import { findPurchase, totalOf } from './queries.ts'
import { bookSale, type Buyer, giveTickets, refuseSoldOut, startPurchase, type TicketOrder } from './sale.ts'
import { describePurchase, type Purchase } from './show.ts'

export function buyerOf({ hashNetwork }: PaymentDeps, caller: Caller, attempt: string | null = null): Buyer {
  const buyerId = caller.kind === 'user' ? caller.userId : null
  const attemptHash = attempt === null ? null : hashNetwork(`ticket attempt ${buyerId ?? ''} ${attempt}`)
  return { buyerId, networkHash: hashNetwork(caller.ip), attemptHash }
}

/** The signed-in user. Repeating the operation returns the same purchase. */
export async function buyTickets(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  order: TicketOrder,
): Promise<Purchase> {
  requireUser(caller)
  const { database, signals, failpoint } = deps
  const known = await findPurchase(database.read, operationId)
  if (known === undefined) await refuseSoldOut(database.read, order)
  const woken = await database.transaction(async (tx) => {
    if ((await findPurchase(tx, operationId)) !== undefined) return []
    const ownerId = await sellFromBalance(deps, tx, caller, { id: operationId, order })
    failpoint('tickets:booking')
    return [caller.userId, ownerId]
  })
  failpoint('tickets:booked')
  for (const userId of new Set(woken)) signals.wake(signalOf.user(userId))
  return describePurchase(deps, database.read, (await findPurchase(database.read, operationId))!)
}

async function sellFromBalance(
  deps: PaymentDeps,
  tx: Tx,
  caller: AuthenticatedUser,
  { id, order }: { id: string; order: TicketOrder },
): Promise<string> {
  const buyer = buyerOf(deps, caller)
  const { purchase, concert } = await startPurchase(deps, tx, id, { order, buyer, state: 'sold' })
  const now = purchase.created_at
  await giveTickets(tx, purchase, { now, title: concert.name })
  const totalMsat = totalOf(purchase)
  if (totalMsat === 0n) {
    if ((await readUser(tx, caller.userId))?.isDeleted !== false) throw new AppError(401, 'unauthorized')
    return purchase.owner_id
  }
  await bookSale(tx, purchase, {
    debit: { account: userAccount(caller.userId), amountMsat: -totalMsat, role: 'zap-sent' },
    payerId: caller.userId,
    paidMsat: totalMsat,
    title: concert.name,
    idem: `tickets:${id}`,
    soldAt: now,
  })
  await requireWithdrawalsAllowed(tx, caller.userId)
  await requireNotStopped(tx)
  const operation = {
    action: 'tickets',
    amountMsat: totalMsat,
    destination: purchase.tier_id,
    label: concert.name,
  } as const
  await requireProofToLeave(deps, tx, caller, operation)
  return purchase.owner_id
}
