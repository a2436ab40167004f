/** Purchases and tickets as the API returns them: those of the caller, and those that tokens open. */
import { sql } from 'kysely'
import type * as calls from '#contract/concerts/tickets.ts'
import type { Data } from '#contract/endpoint.ts'
import { type ConcertSummary, describeSummaries } from '#server/concerts/concerts.ts'
import { findConcerts, selectTiers } from '#server/concerts/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { describeInvoice } from '#server/payments/invoices/invoice.ts'
import { readInvoice } from '#server/payments/invoices/queries.ts'
import { assignSuspense } from '#server/payments/statements/suspense.ts'
import { signalOf } from '#server/payments/deps.ts'
import { findPurchases, listPurchasesOf, type PurchaseRow, totalOf } from './queries.ts'
import { findTickets, listTicketsOf, listTicketsOfPurchases, type TicketRow } from './ticket-queries.ts'
import { handOnToken, parseToken, purchaseToken, requirePurchaseToken, ticketToken } from './tokens.ts'

export type Purchase = Data<typeof calls.buyTickets>
export type Ticket = Data<typeof calls.handOnTicket>
type Opened = Data<typeof calls.listTickets>

const LISTED_MAX = 300
const OPENED_PER_MINUTE = { max: 240, windowSeconds: 60 }

/** The signed-in user, about themselves. */
export async function listTickets(deps: PaymentDeps, caller: Caller): Promise<Opened> {
  requireUser(caller)
  const tx = deps.database.read
  const [purchases, tickets] = await Promise.all([
    listPurchasesOf(tx, caller.userId, LISTED_MAX),
    listTicketsOf(tx, caller.userId, LISTED_MAX),
  ])
  return describe(deps, tx, { purchases, tickets })
}

/** Anybody with the tokens. A purchase without an account opens the tickets that were not handed on. */
export async function openTickets(deps: PaymentDeps, caller: Caller, tokens: readonly string[]): Promise<Opened> {
  const { database, clock } = deps
  const tx = database.read
  await countUse(database.relaxed.read, `tickets:${caller.ip}`, OPENED_PER_MINUTE, clock.now())
  const sent = new Set(tokens)
  const ids = (kind: string) => [...sent].map(parseToken).flatMap((token) => (token.kind === kind ? token.id : []))
  const purchases = (await findPurchases(tx, ids('p'))).filter(({ id }) => sent.has(purchaseToken(deps, id)))
  const withoutAccount = purchases.flatMap(({ id, buyer_id: buyerId }) => (buyerId === null ? id : []))
  const ofPurchases = await listTicketsOfPurchases(tx, withoutAccount)
  const named = (await findTickets(tx, ids('t'))).filter((ticket) => sent.has(ticketToken(deps, ticket)))
  const tickets = new Map(
    [...ofPurchases.filter(({ issue }) => issue === 1), ...named].map((ticket) => [ticket.id, ticket]),
  )
  return describe(deps, tx, { purchases, tickets: [...tickets.values()] })
}

export async function describePurchase(deps: PaymentDeps, tx: Tx, row: PurchaseRow): Promise<Purchase> {
  const { purchases } = await describe(deps, tx, { purchases: [row], tickets: [] })
  if (purchases[0] === undefined) throw notFound()
  return purchases[0]
}

export async function describeTicket(deps: PaymentDeps, tx: Tx, row: TicketRow): Promise<Ticket> {
  const { tickets } = await describe(deps, tx, { purchases: [], tickets: [row] })
  if (tickets[0] === undefined) throw notFound()
  return tickets[0]
}

type Rows = { purchases: readonly PurchaseRow[]; tickets: readonly TicketRow[] }
type Around = {
  concerts: ReadonlyMap<string, ConcertSummary>
  tiers: ReadonlyMap<string, string>
  buyers: ReadonlyMap<string, string | null>
}

async function describe(deps: PaymentDeps, tx: Tx, { purchases, tickets }: Rows): Promise<Opened> {
  const concertIds = [...new Set([...purchases, ...tickets].map((row) => row.concert_id))]
  const rows = [...(await findConcerts(tx, concertIds)).values()]
  const summaries = await describeSummaries(deps, tx, rows)
  const bought = await findPurchases(
    tx,
    tickets.flatMap(({ purchase_id: id }) => id ?? []),
  )
  const around: Around = {
    concerts: new Map(summaries.map((summary) => [summary.id, summary])),
    tiers: new Map((await selectTiers(tx, concertIds)).map(({ id, name }) => [id, name])),
    buyers: new Map(bought.map(({ id, buyer_id: buyerId }) => [id, buyerId])),
  }
  const described: Purchase[] = []
  for (const row of purchases) {
    const purchase = await toPurchase(deps, tx, row, around)
    if (purchase !== null) described.push(purchase)
  }
  return { purchases: described, tickets: tickets.flatMap((row) => toTicket(deps, row, around) ?? []) }
}

async function toPurchase(deps: PaymentDeps, tx: Tx, row: PurchaseRow, around: Around): Promise<Purchase | null> {
  const concert = around.concerts.get(row.concert_id)
  if (concert === undefined) return null
  const invoice = row.price_msat === 0n ? undefined : await readInvoice(tx, row.id)
  return {
    id: row.id,
    token: purchaseToken(deps, row.id),
    concert,
    tierName: around.tiers.get(row.tier_id) ?? '',
    count: row.seat_count,
    msatPrice: row.price_msat,
    msatTotal: totalOf(row),
    centsPrice: row.price_cents,
    centsPerBtc: row.cents_per_btc === null ? null : Number(row.cents_per_btc),
    state: row.state,
    expiresAt: row.expires_at,
    invoice: invoice === undefined || invoice.bolt11 === null ? null : describeInvoice(invoice, deps.clock.now()),
    msatClaimable: (await listClaimable(tx, row)).reduce((sum, { amountMsat }) => sum + amountMsat, 0n),
  }
}

function toTicket(deps: PaymentDeps, row: TicketRow, { concerts, tiers, buyers }: Around): Ticket | null {
  const concert = concerts.get(row.concert_id)
  if (concert === undefined) return null
  const buyerId = row.purchase_id === null ? null : (buyers.get(row.purchase_id) ?? null)
  return {
    id: row.id,
    token: ticketToken(deps, row),
    code: row.code,
    concert,
    tierName: row.tier_id === null ? null : (tiers.get(row.tier_id) ?? null),
    guestName: row.guest_name,
    state: stateOf(row),
    usedAt: row.used_at,
    msatPrice: row.price_msat,
    isPaidByHolder: buyerId === null ? row.issue === 1 : buyerId === row.holder_id,
    handOnToken: row.is_offered ? handOnToken(deps, row) : null,
  }
}

export function stateOf({ state, used_at: usedAt }: Pick<TicketRow, 'state' | 'used_at'>): Ticket['state'] {
  if (state === 'refunded') return 'refunded'
  return usedAt === null ? 'valid' : 'used'
}

type Claimable = { id: string; amountMsat: bigint }

/** What was returned to a purchase without an account: refunds of its tickets, and payments that came too late. */
async function listClaimable(tx: Tx, purchase: PurchaseRow): Promise<Claimable[]> {
  if (purchase.buyer_id !== null) return []
  const { rows } = await sql<Claimable>`
    SELECT id, amount_msat AS "amountMsat" FROM suspense_item
    WHERE given_at IS NULL AND (
      (reason = 'ticket-late' AND payment_id = ${purchase.id})
      OR (reason = 'ticket-refund' AND payment_id IN (SELECT id FROM ticket WHERE purchase_id = ${purchase.id})))
    ORDER BY id`.execute(tx)
  return rows
}

/** The signed-in user who has the token of a purchase made without an account. */
export async function claimTicketMoney(
  deps: PaymentDeps,
  caller: Caller,
  token: string,
): Promise<Data<typeof calls.claimTicketMoney>> {
  requireUser(caller)
  const { database, clock, signals } = deps
  const id = requirePurchaseToken(deps, token)
  const msatClaimed = await database.transaction(async (tx) => {
    const [purchase] = await findPurchases(tx, [id])
    if (purchase === undefined) throw notFound()
    let sumMsat = 0n
    for (const item of await listClaimable(tx, purchase)) {
      const assigned = await assignSuspense(tx, item.id, caller.userId, clock.now())
      sumMsat += assigned?.amountMsat ?? 0n
    }
    return sumMsat
  })
  signals.wake(signalOf.user(caller.userId))
  return { msatClaimed }
}
