/** The seats of tiers, for the module that sells them: every sale and every release locks the tier's row first. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { ConcertRow, TierRow } from './queries.ts'

/** The row of the tier, locked until the transaction ends. */
export async function lockTier(tx: Tx, tierId: string): Promise<TierRow | undefined> {
  const { rows } = await sql<TierRow>`
    SELECT id, concert_id, position, name, seats, taken, price_msat, price_cents
    FROM concert_tier WHERE id = ${tierId} FOR NO KEY UPDATE`.execute(tx)
  return rows[0]
}

/** Takes seats, or returns them when `count` is negative. Call it with the tier locked. */
export async function takeSeats(tx: Tx, tierId: string, count: number): Promise<void> {
  await sql`UPDATE concert_tier SET taken = taken + ${count} WHERE id = ${tierId}`.execute(tx)
}

type Sale = Pick<ConcertRow, 'is_draft' | 'is_artist_public' | 'cancelled_at' | 'sale_from' | 'sale_until' | 'ends_at'>

/** Without an end of its own, the sale is open until the concert ends. */
export function saleOf(concert: Sale, now: Date): 'not-yet' | 'open' | 'over' {
  const { sale_from: from, sale_until: until, ends_at: endsAt } = concert
  if (concert.is_draft || !concert.is_artist_public || concert.cancelled_at !== null) return 'over'
  if (now >= endsAt || (until !== null && now >= until)) return 'over'
  return from !== null && now < from ? 'not-yet' : 'open'
}
