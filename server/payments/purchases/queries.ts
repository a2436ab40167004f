/** SQL of purchases. What they give is in server/downloads; the payments are zaps. */
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type PurchaseRow = {
  id: string
  content_id: string
  buyer_id: string | null
  recipient_id: string | null
  is_gift: boolean
  mail_to: string | null
  mail_language: string | null
  is_nameless: boolean
  amount_msat: bigint
  /** When the buyer chose dollars: the amount, and the rate of its conversion. */
  amount_cents: number | null
  cents_per_btc: bigint | null
  created_at: Date
  returned_at: Date | null
}

const COLUMNS = columnList([
  'id',
  'content_id',
  'buyer_id',
  'recipient_id',
  'is_gift',
  'mail_to',
  'mail_language',
  'is_nameless',
  'amount_msat',
  'amount_cents',
  'cents_per_btc',
  'created_at',
  'returned_at',
])

/** A repeated request keeps the first row. */
export async function insertPurchase(tx: Tx, row: Omit<PurchaseRow, 'returned_at'>): Promise<void> {
  await sql`INSERT INTO purchase ${rowValues(row)} ON CONFLICT DO NOTHING`.execute(tx)
}

export async function selectPurchase(tx: Tx, id: string): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`SELECT ${COLUMNS} FROM purchase WHERE id = ${id}`.execute(tx)
  return rows[0]
}

export async function setReturned(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`UPDATE purchase SET returned_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** Whether this user bought the content, or the album that it is on, for themselves and under their name: as `selectBuyers`
 * shows to everybody. */
export async function isKnownBuyer(tx: Tx, userId: string, contentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM purchase JOIN download_right bought ON bought.id = purchase.id
    WHERE bought.user_id = ${userId} AND purchase.buyer_id = ${userId} AND NOT purchase.is_nameless
      AND bought.content_id IN (SELECT ${contentId}::uuid UNION SELECT album_id FROM track WHERE id = ${contentId})
    LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** The address is not kept once the mail is queued. */
export async function clearMail(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE purchase SET mail_to = NULL WHERE id = ${id}`.execute(tx)
}

/** Addresses of purchases that were never paid. */
export async function clearOldMails(tx: Tx, before: Date): Promise<void> {
  await sql`UPDATE purchase SET mail_to = NULL WHERE mail_to IS NOT NULL AND created_at < ${before}`.execute(tx)
}

export type BuyerRow = { buyer_id: string; username: string; display_name: string | null; artwork_key: string | null }

/** Buyers who are named, each once, the newest first; and how many bought it. */
export async function selectBuyers(
  tx: Tx,
  contentId: string,
  limit: number,
): Promise<{ buyers: BuyerRow[]; total: number }> {
  const { rows } = await sql<BuyerRow>`
    SELECT bought.buyer_id, person.username, person.display_name, person.artwork_key
    FROM (SELECT purchase.buyer_id, max(bought.created_at) AS newest
      FROM purchase JOIN download_right bought ON bought.id = purchase.id
      WHERE purchase.content_id = ${contentId} AND purchase.buyer_id IS NOT NULL AND NOT purchase.is_nameless
      GROUP BY purchase.buyer_id) bought
    JOIN person ON person.id = bought.buyer_id
    WHERE person.deleted_at IS NULL ORDER BY bought.newest DESC LIMIT ${limit}`.execute(tx)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM download_right
    WHERE content_id = ${contentId} AND source = 'purchase'`.execute(tx)
  return { buyers: rows, total: counted.rows[0]!.total }
}

/** Part of deleting an account: who bought something is forgotten, the purchase stays. */
export async function leavePurchases(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE purchase SET buyer_id = NULL, mail_to = NULL WHERE buyer_id = ${userId}`.execute(tx)
  await sql`UPDATE purchase SET recipient_id = NULL WHERE recipient_id = ${userId}`.execute(tx)
}

export async function exportPurchases(tx: Tx, userId: string) {
  const { rows } = await sql<{
    purchaseId: string
    contentId: string
    isGift: boolean
    amountMsat: bigint
    createdAt: Date
  }>`
    SELECT purchase.id AS "purchaseId", purchase.content_id AS "contentId", is_gift AS "isGift",
      amount_msat AS "amountMsat", bought.created_at AS "createdAt"
    FROM purchase JOIN download_right bought ON bought.id = purchase.id
    WHERE buyer_id = ${userId} ORDER BY bought.created_at DESC LIMIT 10000`.execute(tx)
  return rows.map(({ amountMsat, ...row }) => ({ ...row, amountMsat: Number(amountMsat) }))
}
