/** Refunding tickets, each once: one by its owner, all when the event is cancelled or its artist is taken down. The money
 * goes to the payer; without an account, the payer withdraws it on the page of the purchase. */
import { findDeletedUsers, requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { lockOwnConcert } from '#server/concerts/editing.ts'
import { changeConcert, type ConcertRow, findConcert } from '#server/concerts/queries.ts'
import { lockTier, takeSeats } from '#server/concerts/seats.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOwner, requireUser } from '#server/platform/http/authorization.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { lowerLine } from '#server/payments/statements/lower-line.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { recordSuspense } from '#server/payments/statements/suspense.ts'
import { requireProofToLeave } from '#server/payments/step-up.ts'
import { listDueRefunds, lockPurchase, type PurchaseRow } from './queries.ts'
import { findTicket, lockTicket, markRefunded, type TicketRow } from './ticket-queries.ts'
import { sharesOf } from './shares.ts'
import { PAYOUT_AFTER_MS } from './state.ts'

const BATCH = 100
const ROUNDS_MAX = 1_000

/** The owner of the event, who must also be the owner at the time of the sale if the money comes from that balance. */
export async function refundTicket(deps: PaymentDeps, caller: Caller, ticketId: string): Promise<null> {
  requireUser(caller)
  const { database, signals, failpoint } = deps
  const woken = await database.transaction(async (tx) => {
    const ticket = await lockWithPurchase(tx, ticketId)
    const concert = await findConcert(tx, ticket.ticket.concert_id)
    if (concert === undefined) throw notFound()
    requireOwner(caller, concert.owner_id)
    if (ticket.ticket.state === 'refunded') throw new AppError(409, 'ticket-refunded')
    const userIds = await refund(deps, tx, ticket, concert)
    if (ticket.purchase !== null && ticket.purchase.paid_out_at !== null && ticket.ticket.price_msat > 0n) {
      requireOwner(caller, ticket.purchase.owner_id)
      await requireWithdrawalsAllowed(tx, caller.userId)
      await requireNotStopped(tx)
      const { price_msat: amountMsat } = ticket.ticket
      const operation = { action: 'ticket-refund', amountMsat, destination: ticketId, label: concert.name } as const
      await requireProofToLeave(deps, tx, caller, operation)
    }
    failpoint('ticket-refund:booking')
    return userIds
  })
  failpoint('ticket-refund:booked')
  for (const userId of woken) signals.wake(signalOf.user(userId))
  return null
}

/** Owner only, until the money is paid out. The tickets are refunded one by one; the background job continues where this
 * stops. */
export async function cancelConcert(deps: PaymentDeps, caller: Caller, concertId: string): Promise<null> {
  requireUser(caller)
  const { database, clock } = deps
  await database.transaction(async (tx) => {
    const concert = await lockOwnConcert(tx, caller, concertId)
    const now = clock.now()
    if (concert.cancelled_at !== null) return
    if (concert.is_draft) throw new AppError(422, 'rule-broken', 'A draft is deleted instead of cancelled.')
    if (now.getTime() >= concert.ends_at.getTime() + PAYOUT_AFTER_MS) {
      throw new AppError(422, 'rule-broken', 'The event ended more than a day ago. Refund its tickets one by one.')
    }
    await changeConcert(tx, concert.id, { cancelled_at: now }, now)
  })
  await refundCancelled(deps)
  return null
}

/** The background job: tickets of cancelled events and of artists that were taken down. */
export async function refundCancelled(deps: PaymentDeps): Promise<void> {
  const { database, signals } = deps
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const due = await listDueRefunds(database.read, BATCH)
    for (const ticketId of due) {
      const woken = await database.transaction(async (tx) => {
        const locked = await lockWithPurchase(tx, ticketId)
        const concert = await findConcert(tx, locked.ticket.concert_id)
        if (locked.ticket.state === 'refunded' || concert === undefined) return []
        return refund(deps, tx, locked, concert)
      })
      for (const userId of woken) signals.wake(signalOf.user(userId))
    }
    if (due.length < BATCH) return
  }
}

type Locked = { ticket: TicketRow; purchase: PurchaseRow | null }

/** The tier, the purchase and the ticket, locked in this order. */
async function lockWithPurchase(tx: Tx, ticketId: string): Promise<Locked> {
  const found = await findTicket(tx, ticketId)
  if (found === undefined) throw notFound()
  if (found.tier_id !== null) await lockTier(tx, found.tier_id)
  const purchase = found.purchase_id === null ? null : ((await lockPurchase(tx, found.purchase_id)) ?? null)
  const ticket = await lockTicket(tx, ticketId)
  if (ticket === undefined) throw notFound()
  return { ticket, purchase }
}

/** Refunds the ticket and frees its seat. Returns the users whose balance changed. */
async function refund(
  { clock }: PaymentDeps,
  tx: Tx,
  { ticket, purchase }: Locked,
  concert: ConcertRow,
): Promise<string[]> {
  const now = clock.now()
  await markRefunded(tx, ticket.id, now)
  if (ticket.tier_id !== null && concert.cancelled_at === null) await takeSeats(tx, ticket.tier_id, -1)
  if (purchase === null || ticket.price_msat === 0n) return []
  const isPaidOut = purchase.paid_out_at !== null
  const { owner_id: ownerId, buyer_id: buyerId } = purchase
  const deletedUserIds = await findDeletedUsers(tx, [ownerId, ...(buyerId === null ? [] : [buyerId])])
  if (isPaidOut && deletedUserIds.has(ownerId)) {
    throw new AppError(409, 'ticket-not-refundable')
  }
  const payerId = buyerId !== null && !deletedUserIds.has(buyerId) ? buyerId : null
  const amountMsat = ticket.price_msat
  const debit: TransferLeg = isPaidOut
    ? { account: userAccount(ownerId), amountMsat: -amountMsat, role: 'ticket-sale' }
    : { account: { kind: 'event', id: purchase.concert_id }, amountMsat: -amountMsat }
  await post(tx, {
    idem: `ticket-refund:${ticket.id}`,
    kind: 'ticket-refund',
    legs: [
      debit,
      payerId === null
        ? { account: 'suspense', amountMsat }
        : { account: userAccount(payerId), amountMsat, role: 'deposit' },
    ],
    ref: { type: 'ticket', id: ticket.id },
    occurredAt: now,
  })
  if (payerId === null) await holdForBuyer(tx, ticket, { buyerId, now })
  else await writeDeposit(tx, ticket, { payerId, title: concert.name, now })
  const line = { user_id: ownerId, type: 'Ticket Sale', payment_id: purchase.id } as const
  const pendingMsat = sharesOf(purchase, 1).get(ownerId) ?? 0n
  await lowerLine(tx, line, isPaidOut ? { changeMsat: amountMsat } : { amountMsat, pendingMsat })
  return [...(payerId === null ? [] : [payerId]), ownerId]
}

/** Recorded by the ticket, never by a payment hash: the audit counts what arrived by hash. */
async function holdForBuyer(
  tx: Tx,
  { id, price_msat: amountMsat }: TicketRow,
  { buyerId, now }: { buyerId: string | null; now: Date },
): Promise<void> {
  const item = { reason: 'ticket-refund', paymentHash: null, paymentId: id } as const
  await recordSuspense(tx, { ...item, amountMsat, userId: buyerId, createdAt: now })
}

async function writeDeposit(
  tx: Tx,
  { id, price_msat: amountMsat }: TicketRow,
  { payerId, title, now }: { payerId: string; title: string; now: Date },
): Promise<void> {
  await insertLines(tx, [
    {
      id: newId(now.getTime()),
      user_id: payerId,
      type: 'Deposit',
      payment_id: id,
      amount_msat: amountMsat,
      change_msat: amountMsat,
      created_at: now,
      note: 'ticket-refunded',
      title,
    },
  ])
}
