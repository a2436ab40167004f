/** Selling tickets: what every sale checks with the tier locked, and what it books. How they are paid: buy.ts, hold.ts and
 * order.ts. */
import { sql } from 'kysely'
import type * as calls from '#contract/concerts/tickets.ts'
import type { Input } from '#contract/endpoint.ts'
import { readManySplitTerms } from '#server/catalog/splits/payable.ts'
import { priceNow } from '#server/concerts/concerts.ts'
import { type ConcertRow, findConcert, type TierRow } from '#server/concerts/queries.ts'
import { lockTier, saleOf, takeSeats } from '#server/concerts/seats.ts'
import { topics, type Notice } from '#server/events.ts'
import { openAccount } from '#server/ledger/balances.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockName } from '#server/platform/database/engine.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readCentsPerBtc } from '#server/payments/price.ts'
import { keyed, requireWithinLimits } from '#server/payments/recipients/terms.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { countBought, insertPurchase, type PurchaseRow, totalOf } from './queries.ts'
import { insertTicket } from './ticket-queries.ts'
import { sharesOf } from './shares.ts'
import { HOLD_MS, PAYOUT_AFTER_MS } from './state.ts'

export type TicketOrder = Input<typeof calls.buyTickets>['body']
export type Buyer = { buyerId: string | null; networkHash: Buffer; attemptHash: Buffer | null }

/** The checks that need no lock, so that most buyers of a sold-out event wait for nobody. */
export async function refuseSoldOut(tx: Tx, { tierId, count }: TicketOrder): Promise<void> {
  const { rows } = await sql<{ left: number }>`
    SELECT seats - taken AS left FROM concert_tier WHERE id = ${tierId}`.execute(tx)
  if (rows[0] === undefined) throw notFound()
  if (rows[0].left < count) throw new AppError(409, 'ticket-sold-out')
}

/** Takes the seats and inserts the purchase, in state `held` or `sold`. Throws for anything that cannot be bought now. */
export async function startPurchase(
  deps: PaymentDeps,
  tx: Tx,
  id: string,
  { order, buyer, state }: { order: TicketOrder; buyer: Buyer; state: 'held' | 'sold' },
): Promise<{ purchase: PurchaseRow; concert: ConcertRow }> {
  const now = deps.clock.now()
  // The limit for one person counts all tiers; the lock of a tier is not enough for it.
  if (buyer.buyerId !== null) await lockName(tx, `tickets:${order.concertId}:${buyer.buyerId}`)
  const tier = await lockTier(tx, order.tierId)
  const concert = await findConcert(tx, order.concertId)
  if (tier === undefined || concert === undefined || tier.concert_id !== concert.id) throw notFound()
  if (saleOf(concert, now) !== 'open') throw new AppError(409, 'ticket-sale-closed')
  const price = await requirePrice(deps, tx, tier, order)
  if (tier.seats - tier.taken < order.count) throw new AppError(409, 'ticket-sold-out')
  await requireWithinPersonMax(tx, concert, order.count, buyer.buyerId)
  const purchase: PurchaseRow = {
    id,
    concert_id: concert.id,
    tier_id: tier.id,
    state,
    seat_count: order.count,
    ...price,
    buyer_id: buyer.buyerId,
    network_hash: state === 'held' && buyer.buyerId === null ? buyer.networkHash : null,
    attempt_hash: buyer.attemptHash,
    owner_id: concert.owner_id,
    terms: await readTermsOf(tx, concert),
    expires_at: new Date(now.getTime() + HOLD_MS),
    pays_out_at: new Date(concert.ends_at.getTime() + PAYOUT_AFTER_MS),
    created_at: now,
    sold_at: state === 'sold' ? now : null,
    paid_out_at: null,
  }
  const { paid_out_at: _unpaid, ...row } = purchase
  await insertPurchase(tx, row)
  await takeSeats(tx, tier.id, order.count)
  return { purchase, concert }
}

/** The price of one ticket. The buyer pays what the page showed, or nothing. */
async function requirePrice(deps: PaymentDeps, tx: Tx, tier: TierRow, { count, msatTotal }: TicketOrder) {
  const centsPerBtc = tier.price_cents === null ? null : await readCentsPerBtc(deps, tx, deps.clock.now())
  const priceMsat = priceNow(tier, centsPerBtc)
  if (priceMsat === null) throw new AppError(409, 'rate-unknown')
  const totalMsat = priceMsat * BigInt(count)
  if (totalMsat !== msatTotal) throw new AppError(409, 'ticket-price-changed')
  if (totalMsat > 0n) requireWithinLimits(deps, totalMsat)
  return { price_msat: priceMsat, price_cents: tier.price_cents, cents_per_btc: centsPerBtc }
}

async function requireWithinPersonMax(
  tx: Tx,
  { id, person_max: personMax }: ConcertRow,
  count: number,
  buyerId: string | null,
): Promise<void> {
  const bought = buyerId === null ? 0 : await countBought(tx, id, buyerId)
  if (bought + count > personMax) throw new AppError(409, 'ticket-limit')
}

/** Who shares a ticket: the split of the artist, without a fee. */
async function readTermsOf(tx: Tx, concert: ConcertRow): Promise<PurchaseRow['terms']> {
  const split = (await readManySplitTerms(tx, [concert.artist_id])).get(concert.artist_id)
  if (split === undefined) return { feePpm: 0, recipients: [{ key: concert.owner_id, weight: 1 }] }
  return { feePpm: 0, ...keyed(split) }
}

/** The tickets of a purchase that has just been sold. The owner of the event is notified. */
export async function giveTickets(
  tx: Tx,
  purchase: PurchaseRow,
  { now, title }: { now: Date; title: string },
): Promise<void> {
  for (let index = 0; index < purchase.seat_count; index++) {
    await insertTicket(tx, {
      concert_id: purchase.concert_id,
      purchase_id: purchase.id,
      tier_id: purchase.tier_id,
      guest_name: null,
      holder_id: purchase.buyer_id,
      price_msat: purchase.price_msat,
      created_at: now,
    })
  }
  if (purchase.owner_id === purchase.buyer_id) return
  const notice: Notice = {
    noticeId: purchase.id,
    kind: 'ticket-sold',
    subject: `${purchase.concert_id}:${now.toISOString().slice(0, 13)}`,
    userIds: [purchase.owner_id],
    count: purchase.seat_count,
    amountMsat: Number(totalOf(purchase)),
    actorId: null,
    content: { contentId: purchase.concert_id, contentType: 'event', title },
    comment: null,
  }
  await publish(tx, topics.notice, `ticket-sold:${purchase.id}`, notice)
}

type SaleMoney = {
  /** From a balance or the node: at least the price. */
  debit: TransferLeg
  payerId: string | null
  /** What left that balance. */
  paidMsat: bigint
  idem: string
  soldAt: Date
  /** The name of the event, for the lines. */
  title: string
  /** Where what was paid too much goes. */
  rest?: readonly TransferLeg[]
}

/** Moves the money of a purchase into its event. */
export async function bookSale(
  tx: Tx,
  purchase: PurchaseRow,
  { debit, payerId, paidMsat, idem, soldAt, title, rest = [] }: SaleMoney,
): Promise<void> {
  const totalMsat = totalOf(purchase)
  const event = { kind: 'event', id: purchase.concert_id } as const
  await openAccount(tx, event)
  await post(tx, {
    idem,
    kind: 'ticket-sale',
    legs: [debit, { account: event, amountMsat: totalMsat }, ...rest],
    ref: { type: 'ticket-purchase', id: purchase.id },
    occurredAt: soldAt,
  })
  const line = { payment_id: purchase.id, created_at: soldAt, note: 'tickets', title } as const
  const newLine = (userId: string) => ({ ...line, id: newId(soldAt.getTime()), user_id: userId })
  await insertLines(tx, [
    ...(payerId === null
      ? []
      : [{ ...newLine(payerId), type: 'Zap Sent' as const, amount_msat: paidMsat, change_msat: -paidMsat }]),
    {
      ...newLine(purchase.owner_id),
      type: 'Ticket Sale',
      amount_msat: totalMsat,
      change_msat: 0n,
      pending_msat: sharesOf(purchase, purchase.seat_count).get(purchase.owner_id) ?? 0n,
    },
  ])
}
