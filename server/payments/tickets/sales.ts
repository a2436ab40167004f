/** What an event has sold, for its owner, and its guest list. */
import { sql } from 'kysely'
import type * as calls from '#contract/concerts/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { lockOwnConcert, namesOfHelpers } from '#server/concerts/editing.ts'
import { findConcert, selectHelpers, selectTiers } from '#server/concerts/queries.ts'
import { readBalance } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOwner, requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { findPurchases } from './queries.ts'
import { insertTicket, listTicketsOfConcert } from './ticket-queries.ts'
import { stateOf } from './show.ts'
import { PAYOUT_AFTER_MS } from './state.ts'
import { ticketToken } from './tokens.ts'

const LISTED_MAX = 1_000
const GUESTS_MAX = 500

type Counts = { sold: number; held: number; guests: number; used: number; refunded: number; msatPaidOut: bigint }

async function readCounts(tx: Tx, concertId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT count(*) FILTER (WHERE t.state = 'valid' AND t.purchase_id IS NOT NULL)::int AS sold,
      (SELECT coalesce(sum(seat_count), 0)::int FROM ticket_purchase WHERE concert_id = ${concertId} AND state = 'held') AS held,
      count(*) FILTER (WHERE t.state = 'valid' AND t.purchase_id IS NULL)::int AS guests,
      count(*) FILTER (WHERE t.used_at IS NOT NULL)::int AS used,
      count(*) FILTER (WHERE t.state = 'refunded')::int AS refunded,
      (coalesce(sum(t.price_msat) FILTER (WHERE p.paid_out_at IS NOT NULL AND t.state = 'valid'), 0))::bigint AS "msatPaidOut"
    FROM ticket t LEFT JOIN ticket_purchase p ON p.id = t.purchase_id WHERE t.concert_id = ${concertId}`.execute(tx)
  return rows[0]!
}

/** Owner only. */
export async function listSales(
  { database }: PaymentDeps,
  caller: Caller,
  concertId: string,
): Promise<Data<typeof calls.listTicketSales>> {
  requireUser(caller)
  const tx = database.read
  const concert = await findConcert(tx, concertId)
  if (concert === undefined) throw notFound()
  requireOwner(caller, concert.owner_id)
  const tickets = await listTicketsOfConcert(tx, concert.id, LISTED_MAX)
  const tiers = new Map((await selectTiers(tx, [concert.id])).map(({ id, name }) => [id, name]))
  const purchases = await findPurchases(tx, [...new Set(tickets.flatMap(({ purchase_id: id }) => id ?? []))])
  const orders = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  const names = await readUserSummaries(tx, [...new Set(purchases.flatMap(({ buyer_id: id }) => id ?? []))])
  return {
    ...(await readCounts(tx, concert.id)),
    msatWaiting: await readBalance(tx, { kind: 'event', id: concert.id }),
    paysOutAt: new Date(concert.ends_at.getTime() + PAYOUT_AFTER_MS),
    helpers: await namesOfHelpers(tx, await selectHelpers(tx, concert.id)),
    tickets: tickets.map((ticket) => {
      const order = orders.get(ticket.purchase_id ?? '')
      const buyer = names.get(order?.buyer_id ?? '')
      return {
        id: ticket.id,
        code: ticket.code,
        tierName: ticket.tier_id === null ? null : (tiers.get(ticket.tier_id) ?? null),
        guestName: ticket.guest_name,
        buyer: buyer === undefined ? null : (buyer.displayName ?? buyer.username),
        state: stateOf(ticket),
        msatPrice: ticket.price_msat,
        centsPrice: order?.price_cents ?? null,
      }
    }),
  }
}

/** Owner only. */
export async function addGuest(
  deps: PaymentDeps,
  caller: Caller,
  concertId: string,
  name: string,
): Promise<Data<typeof calls.addConcertGuest>> {
  requireUser(caller)
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const concert = await lockOwnConcert(tx, caller, concertId)
    if (concert.cancelled_at !== null) throw new AppError(422, 'rule-broken', 'This event is cancelled.')
    if ((await readCounts(tx, concert.id)).guests >= GUESTS_MAX) {
      throw new AppError(422, 'rule-broken', `A guest list has at most ${GUESTS_MAX} names.`)
    }
    const ticket = await insertTicket(tx, {
      concert_id: concert.id,
      purchase_id: null,
      tier_id: null,
      guest_name: name,
      holder_id: null,
      price_msat: 0n,
      created_at: clock.now(),
    })
    return { ticketId: ticket.id, token: ticketToken(deps, ticket), code: ticket.code }
  })
}
