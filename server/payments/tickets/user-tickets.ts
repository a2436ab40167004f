/** What is stored about a user's tickets, for the export and the deletion of the account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export async function exportTickets(tx: Tx, userId: string) {
  const { rows } = await sql<{ id: string; concertName: string; code: string; state: string; createdAt: Date }>`
    SELECT t.id, k.name AS "concertName", t.code, t.state, t.created_at AS "createdAt"
    FROM ticket t JOIN concert k ON k.id = t.concert_id WHERE t.holder_id = ${userId} ORDER BY t.id`.execute(tx)
  return rows
}

export async function exportTicketPurchases(tx: Tx, userId: string) {
  const { rows } = await sql<{
    id: string
    concertName: string
    state: string
    seatCount: number
    msatPrice: bigint
    createdAt: Date
  }>`
    SELECT p.id, k.name AS "concertName", p.state, p.seat_count AS "seatCount", p.price_msat AS "msatPrice",
      p.created_at AS "createdAt"
    FROM ticket_purchase p JOIN concert k ON k.id = p.concert_id WHERE p.buyer_id = ${userId}
    ORDER BY p.created_at`.execute(tx)
  return rows
}

/** Scans at doors that the user helped at. */
export async function exportScans(tx: Tx, userId: string) {
  const { rows } = await sql<{ ticketId: string; door: string; scannedAt: Date }>`
    SELECT ticket_id AS "ticketId", door, scanned_at AS "scannedAt" FROM ticket_scan
    WHERE scanned_by = ${userId} ORDER BY scanned_at`.execute(tx)
  return rows
}

/** The tickets are nobody's from now on. Purchases stay, as all payments do; their refunds go to suspense. */
export async function deleteTickets(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE ticket SET holder_id = NULL, issue = issue + 1, is_offered = false WHERE holder_id = ${userId}`.execute(
    tx,
  )
}
