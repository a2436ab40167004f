/** Holds: seats that wait ten minutes for an invoice to be paid, and their release. Paid holds are sold in order.ts. */
import { takeSeats, lockTier } from '#server/concerts/seats.ts'
import { sqlState, type Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { type InvoiceRequest, requestInvoice } from '#server/payments/invoices/invoice.ts'
import { readInvoice } from '#server/payments/invoices/queries.ts'
import { buyerOf } from './buy.ts'
import {
  findAttempt,
  findPurchase,
  hasHold,
  listExpiredHolds,
  lockPurchase,
  moveHold,
  type PurchaseRow,
  setExpiry,
  totalOf,
} from './queries.ts'
import { type Buyer, giveTickets, refuseSoldOut, startPurchase, type TicketOrder } from './sale.ts'
import { describePurchase, type Purchase } from './show.ts'
import { HOLD_MARGIN_MS, HOLD_MS, holdMoves } from './state.ts'

const HOLDS_PER_MINUTE = { max: 30, windowSeconds: 60 }
const BATCH = 20
const UNIQUE_VIOLATION = '23505'

/** Anybody; one unpaid hold per account, or network without one, and event. Repeating the attempt returns the same hold. */
export async function holdTickets(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  { attempt, order }: { order: TicketOrder; attempt: string },
): Promise<Purchase> {
  const { database, clock, signals } = deps
  const buyer = buyerOf(deps, caller, attempt)
  await countUse(database.read, `ticket-hold:${buyer.buyerId ?? caller.ip}`, HOLDS_PER_MINUTE, clock.now())
  const purchase = await holdSeats(deps, operationId, { buyer, order })
  if (purchase.state === 'sold') signals.wake(signalOf.user(purchase.owner_id))
  return describePurchase(deps, database.read, purchase)
}

/** What the invoice says, if it is not the usual text. */
type InvoiceText = Pick<InvoiceRequest, 'descriptionHash' | 'descriptionText' | 'lnurl'>

/** Creates an invoice too, unless the tickets are free. A repeated attempt returns the same purchase in its current state. */
export async function holdSeats(
  deps: PaymentDeps,
  operationId: string,
  { invoice = {}, ...request }: TicketRequest & { invoice?: InvoiceText },
): Promise<PurchaseRow> {
  const tx = deps.database.read
  const { id } = await startHold(deps, operationId, request)
  const purchase = await readAgain(tx, id)
  if (purchase.state === 'held' && totalOf(purchase) > 0n) await requestHoldInvoice(deps, purchase, invoice)
  return readAgain(tx, id)
}

async function readAgain(tx: Tx, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(tx, id)
  if (purchase === undefined) throw notFound()
  return purchase
}

type TicketRequest = { buyer: Buyer; order: TicketOrder }

async function startHold(deps: PaymentDeps, id: string, { buyer, order }: TicketRequest): Promise<PurchaseRow> {
  const { database } = deps
  const known = await findAttempt(database.read, buyer.attemptHash!)
  if (known !== undefined) return known
  await refuseSoldOut(database.read, order)
  const isFree = order.msatTotal === 0n
  try {
    return await database.transaction(async (tx) => {
      if (!isFree && (await hasHold(tx, order.concertId, buyer))) throw new AppError(409, 'ticket-hold-open')
      const { purchase, concert } = await startPurchase(deps, tx, id, { order, buyer, state: isFree ? 'sold' : 'held' })
      if (isFree) await giveTickets(tx, purchase, { now: purchase.created_at, title: concert.name })
      return purchase
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    // The same attempt, or another hold of the same buyer, was inserted at the same moment.
    const same = await findAttempt(database.read, buyer.attemptHash!)
    if (same !== undefined) return same
    throw new AppError(409, 'ticket-hold-open')
  }
}

async function requestHoldInvoice(deps: PaymentDeps, purchase: PurchaseRow, text: InvoiceText): Promise<void> {
  const { database } = deps
  try {
    const { expires_at: expiresAt } = await requestInvoice(deps, {
      id: purchase.id,
      purpose: 'tickets',
      ownerId: null,
      buyerId: purchase.buyer_id,
      amountMsat: totalOf(purchase),
      expirySeconds: HOLD_MS / 1_000,
      description: `${purchase.seat_count} × ticket`,
      zap: null,
      ...text,
    })
    if (expiresAt !== null) await setExpiry(database.read, purchase.id, expiresAt)
  } catch (error) {
    // Nobody has seen an invoice, so nobody can pay for these seats.
    await releaseHold(deps, purchase)
    throw error
  }
}

/** Returns the seats, unless the hold was paid meanwhile. */
async function releaseHold({ database }: PaymentDeps, { id, tier_id: tierId }: PurchaseRow): Promise<void> {
  await database.transaction(async (tx) => {
    await lockTier(tx, tierId)
    const purchase = await lockPurchase(tx, id)
    if (purchase?.state !== 'held') return
    await moveHold(tx, id, holdMoves.release, null)
    await takeSeats(tx, tierId, -purchase.seat_count)
  })
}

/** Releases holds that have expired and can no longer be paid. While the node is unreachable they stay. */
export async function releaseExpiredHolds(deps: PaymentDeps): Promise<void> {
  const { database, clock, log } = deps
  for (const hold of await listExpiredHolds(database.read, clock.now(), BATCH)) {
    try {
      if (await isUnpayable(deps, hold)) await releaseHold(deps, hold)
    } catch (error) {
      log.warn('hold-not-released', { purchaseId: hold.id, error })
    }
  }
}

async function isUnpayable({ database, node, clock }: PaymentDeps, hold: PurchaseRow): Promise<boolean> {
  const invoice = await readInvoice(database.read, hold.id)
  const isLate = clock.now().getTime() >= hold.expires_at.getTime() + HOLD_MARGIN_MS
  // The server died before the node made an invoice, or before the invoice was shown to anybody.
  if (invoice === undefined || invoice.payment_hash === null) return isLate
  if (invoice.state === 'paid') return false
  const canceled = await node.cancelInvoice(invoice.payment_hash)
  if (canceled === 'canceled') return true
  if (canceled === 'already_paid' || !isLate) return false
  if (!(await node.info(AbortSignal.timeout(10_000))).synced) return false
  const { state } = await node.lookupInvoice(invoice.payment_hash)
  return state !== 'paid' && state !== 'accepted'
}
