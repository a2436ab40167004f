/** SQL of purchases and their holds. Tickets: ticket-queries.ts. Seats are counted in server/concerts/seats.ts.
 * Lock a tier before a purchase, a purchase before its tickets, and tickets before balances. */
import { sql } from 'kysely'
import type { SplitTerms } from '#contract/split.ts'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Move } from '#server/payments/state.ts'
import { TICKETS_WAIT } from '#server/payments/ticket-due.ts'
import type { HoldState } from './state.ts'

export type PurchaseRow = {
  id: string
  concert_id: string
  tier_id: string
  state: HoldState
  seat_count: number
  price_msat: bigint
  price_cents: number | null
  cents_per_btc: bigint | null
  buyer_id: string | null
  network_hash: Buffer | null
  attempt_hash: Buffer | null
  owner_id: string
  terms: SplitTerms
  expires_at: Date
  pays_out_at: Date
  created_at: Date
  sold_at: Date | null
  paid_out_at: Date | null
}

const PURCHASE = [
  'id',
  'concert_id',
  'tier_id',
  'state',
  'seat_count',
  'price_msat',
  'price_cents',
  'cents_per_btc',
  'buyer_id',
  'network_hash',
  'attempt_hash',
  'owner_id',
  'terms',
  'expires_at',
  'pays_out_at',
  'created_at',
  'sold_at',
  'paid_out_at',
] as const

export const totalOf = ({ price_msat: priceMsat, seat_count: count }: Pick<PurchaseRow, 'price_msat' | 'seat_count'>) =>
  priceMsat * BigInt(count)

export async function insertPurchase(tx: Tx, purchase: Omit<PurchaseRow, 'paid_out_at'>): Promise<void> {
  await sql`
    INSERT INTO ticket_purchase ${rowValues({ ...purchase, terms: JSON.stringify(purchase.terms) })}`.execute(tx)
}

export async function findPurchase(tx: Tx, purchaseId: string): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    SELECT ${columnList(PURCHASE)} FROM ticket_purchase WHERE id = ${purchaseId}`.execute(tx)
  return rows[0]
}

/** The purchase of an attempt by an invoice. */
export async function findAttempt(tx: Tx, attemptHash: Buffer): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    SELECT ${columnList(PURCHASE)} FROM ticket_purchase WHERE attempt_hash = ${attemptHash}`.execute(tx)
  return rows[0]
}

export async function lockPurchase(tx: Tx, purchaseId: string): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    SELECT ${columnList(PURCHASE)} FROM ticket_purchase WHERE id = ${purchaseId} FOR NO KEY UPDATE`.execute(tx)
  return rows[0]
}

/** Throws when the row is in another state than the caller, who has locked it, has read. */
export async function moveHold(
  tx: Tx,
  purchaseId: string,
  { from, to }: Move<HoldState>,
  soldAt: Date | null,
): Promise<void> {
  const { rows } = await sql`
    UPDATE ticket_purchase SET state = ${to}, sold_at = ${soldAt}, network_hash = NULL
    WHERE id = ${purchaseId} AND state = ANY(${from}::text[]) RETURNING id`.execute(tx)
  if (rows.length !== 1) throw new Error(`the hold ${purchaseId} cannot become ${to}`)
}

/** The invoice may expire a moment later than the hold would. */
export async function setExpiry(tx: Tx, purchaseId: string, expiresAt: Date): Promise<void> {
  await sql`
    UPDATE ticket_purchase SET expires_at = ${expiresAt} WHERE id = ${purchaseId} AND state = 'held'`.execute(tx)
}

export async function hasHold(
  tx: Tx,
  concertId: string,
  who: { buyerId: string | null; networkHash: Buffer },
): Promise<boolean> {
  const same =
    who.buyerId === null
      ? sql`buyer_id IS NULL AND network_hash = ${who.networkHash}`
      : sql`buyer_id = ${who.buyerId}::uuid`
  const { rows } = await sql`
    SELECT FROM ticket_purchase WHERE concert_id = ${concertId} AND state = 'held' AND ${same}`.execute(tx)
  return rows.length > 0
}

/** Tickets that this buyer has bought or holds, without refunded ones. */
export async function countBought(tx: Tx, concertId: string, buyerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (
      (SELECT coalesce(sum(p.seat_count), 0) FROM ticket_purchase p
        WHERE p.concert_id = ${concertId} AND p.buyer_id = ${buyerId} AND p.state <> 'released')
      - (SELECT count(*) FROM ticket t JOIN ticket_purchase p ON p.id = t.purchase_id
        WHERE p.concert_id = ${concertId} AND p.buyer_id = ${buyerId} AND t.state = 'refunded')
    )::int AS count`.execute(tx)
  return rows[0]!.count
}

/** A hold, or a valid ticket of any kind. */
export async function hasTickets(tx: Tx, concertId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM ticket_purchase WHERE concert_id = ${concertId} AND state = 'held'
    UNION ALL SELECT 1 FROM ticket WHERE concert_id = ${concertId} AND state = 'valid' LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function hasHolds(tx: Tx, concertId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM ticket_purchase WHERE concert_id = ${concertId} AND state = 'held' LIMIT 1`.execute(tx)
  return rows.length > 0
}

export const expiredHolds = (now: Date) => sql`ticket_purchase WHERE state = 'held' AND expires_at <= ${now}`

/** Holds that have expired, oldest first. */
export async function listExpiredHolds(tx: Tx, now: Date, limit: number): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    SELECT ${columnList(PURCHASE)} FROM ${expiredHolds(now)}
    ORDER BY expires_at LIMIT ${limit}`.execute(tx)
  return rows
}

/** Purchases whose money is due: a day after the end of the concert, as it was at the sale or was moved to later. */
export async function listDuePayouts(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM ticket_purchase p JOIN concert k ON k.id = p.concert_id JOIN artist ar ON ar.id = k.artist_id
    WHERE p.state = 'sold' AND p.paid_out_at IS NULL AND p.pays_out_at <= ${now} AND k.ends_at + ${TICKETS_WAIT} <= ${now}
      AND k.cancelled_at IS NULL AND ar.taken_down_at IS NULL
    ORDER BY p.pays_out_at LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Paid tickets of concerts that were cancelled, or taken down with their artist, before their money was paid out. */
export async function listDueRefunds(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM ticket_purchase p JOIN concert k ON k.id = p.concert_id JOIN artist ar ON ar.id = k.artist_id
    JOIN ticket t ON t.purchase_id = p.id
    WHERE p.state = 'sold' AND p.paid_out_at IS NULL AND t.state = 'valid'
      AND (k.cancelled_at IS NOT NULL OR ar.taken_down_at IS NOT NULL)
    ORDER BY t.id LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function markPaidOut(tx: Tx, purchaseId: string, now: Date): Promise<void> {
  await sql`UPDATE ticket_purchase SET paid_out_at = ${now} WHERE id = ${purchaseId}`.execute(tx)
}

export async function listPurchasesOf(tx: Tx, buyerId: string, limit: number): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    SELECT ${columnList(PURCHASE)} FROM ticket_purchase WHERE buyer_id = ${buyerId}
    ORDER BY created_at DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function findPurchases(tx: Tx, ids: readonly string[]): Promise<PurchaseRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PurchaseRow>`
    SELECT ${columnList(PURCHASE)} FROM ticket_purchase WHERE id = ANY(${ids}::uuid[]) ORDER BY created_at DESC`.execute(
    tx,
  )
  return rows
}
