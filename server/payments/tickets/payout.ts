/** Paying the money of an event to its recipients, a day after its end: one transfer per purchase, each ticket split by
 * itself. */
import { findConcert } from '#server/concerts/queries.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import {
  accountOfLeg,
  findDeletedAmong,
  recordOpenLegs,
  settleLegs,
  type SettledLeg,
} from '#server/payments/consent/settle.ts'
import { changeLine, insertLines } from '#server/payments/statements/queries.ts'
import { recordDeletedShare } from '#server/payments/statements/suspense.ts'
import { listDuePayouts, lockPurchase, markPaidOut, type PurchaseRow } from './queries.ts'
import { listTicketsOfPurchases } from './ticket-queries.ts'
import { legsOf, sumByUser } from './shares.ts'

const BATCH = 50

/** Returns the users who were paid. */
export async function payOutTickets(deps: PaymentDeps): Promise<string[]> {
  const { database, clock, signals } = deps
  const paid: string[] = []
  for (const purchaseId of await listDuePayouts(database.read, clock.now(), BATCH)) {
    const woken = await database.transaction((tx) => payOut(tx, purchaseId, clock.now()))
    for (const userId of woken) signals.wake(signalOf.user(userId))
    paid.push(...woken)
  }
  return paid
}

async function payOut(tx: Tx, purchaseId: string, now: Date): Promise<string[]> {
  const purchase = await lockPurchase(tx, purchaseId)
  if (purchase?.state !== 'sold' || purchase.paid_out_at !== null) return []
  const tickets = (await listTicketsOfPurchases(tx, [purchaseId])).filter(({ state }) => state === 'valid')
  await markPaidOut(tx, purchaseId, now)
  const totalMsat = purchase.price_msat * BigInt(tickets.length)
  if (totalMsat === 0n) return []
  const { terms, concert_id: contentId } = purchase
  const [legs = []] = await settleLegs(tx, [{ legs: legsOf(purchase, tickets.length), terms }])
  const deletedUserIds = await findDeletedAmong(tx, legs)
  await post(tx, {
    idem: `ticket-payout:${purchaseId}`,
    kind: 'ticket-payout',
    legs: [
      { account: { kind: 'event', id: purchase.concert_id }, amountMsat: -totalMsat },
      ...legs.map((leg) => creditOf(leg, deletedUserIds)),
    ],
    ref: { type: 'ticket-purchase', id: purchaseId },
    occurredAt: now,
  })
  const open = legs.map((leg) => ({ ...leg, paymentId: purchaseId, seq: null, contentId, at: now }))
  await recordOpenLegs(tx, open, now)
  const shares = sumByUser(legs.map(({ paidId, amountMsat }) => ({ userId: paidId, amountMsat })))
  for (const userId of deletedUserIds) {
    const amountMsat = shares.get(userId)
    if (amountMsat !== undefined)
      await recordDeletedShare(tx, { paymentId: purchaseId, userId, amountMsat, createdAt: now })
    shares.delete(userId)
  }
  await writeLines(tx, purchase, shares, now)
  return [...shares.keys()]
}

function creditOf(leg: SettledLeg, deletedUserIds: ReadonlySet<string>): TransferLeg {
  const { amountMsat } = leg
  const account = accountOfLeg(leg, deletedUserIds)
  const isUser = typeof account === 'object' && account.kind === 'user'
  return isUser ? { account, amountMsat, role: 'ticket-sale' } : { account, amountMsat }
}

async function writeLines(
  tx: Tx,
  purchase: PurchaseRow,
  shares: ReadonlyMap<string, bigint>,
  now: Date,
): Promise<void> {
  const type = 'Ticket Sale' as const
  const ownShareMsat = shares.get(purchase.owner_id)
  if (ownShareMsat !== undefined) {
    const line = { user_id: purchase.owner_id, type, payment_id: purchase.id }
    await changeLine(tx, { ...line, change_msat: ownShareMsat, pending_msat: 0n })
  }
  const title = (await findConcert(tx, purchase.concert_id))?.name ?? null
  const others = [...shares].filter(([userId]) => userId !== purchase.owner_id)
  await insertLines(
    tx,
    others.map(([userId, amountMsat]) => ({
      id: newId(now.getTime()),
      user_id: userId,
      type,
      payment_id: purchase.id,
      amount_msat: amountMsat,
      change_msat: amountMsat,
      created_at: now,
      note: 'tickets' as const,
      title,
    })),
  )
}
