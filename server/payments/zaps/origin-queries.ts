/** SQL of payment origins: which app a payment came through. Their use is in origins.ts. */
import { sql } from 'kysely'
import type { RssPaymentOrigin } from '#protocols/lightning/rss-payment.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type NewOrigin = {
  payment_id: string
  action: string | null
  app_name: string | null
  sender_name: string | null
  position_seconds: number | null
  feed_guid: string | null
  item_guid: string | null
  url: string | null
  created_at: Date
}

/** Returns the ids of the rows that are new. */
export async function insertOrigins(tx: Tx, rows: readonly NewOrigin[]): Promise<string[]> {
  const inserted = await sql<{ payment_id: string }>`
    INSERT INTO payment_origin (payment_id, action, app_name, sender_name, position_seconds, feed_guid, item_guid, url,
      created_at)
    SELECT payment_id, action, app_name, sender_name, position_seconds, feed_guid, item_guid, url, created_at
    FROM jsonb_populate_recordset(NULL::payment_origin, ${JSON.stringify(rows)})
    ON CONFLICT (payment_id) DO NOTHING RETURNING payment_id`.execute(tx)
  return inserted.rows.map((row) => row.payment_id)
}

/** The URL to request. Returned once; later calls get null. */
export async function claimOrigin(tx: Tx, paymentId: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    UPDATE payment_origin SET requested_at = ${now}
    WHERE payment_id = ${paymentId} AND url IS NOT NULL AND requested_at IS NULL RETURNING url`.execute(tx)
  return rows[0]?.url ?? null
}

export async function saveOrigin(tx: Tx, paymentId: string, said: RssPaymentOrigin, now: Date): Promise<void> {
  await sql`
    UPDATE payment_origin SET app_name = ${said.appName}, sender_name = ${said.senderName},
      position_seconds = ${said.positionSeconds}, feed_guid = ${said.feedGuid}, item_guid = ${said.itemGuid},
      remote_feed_guid = ${said.remoteFeedGuid}, remote_item_guid = ${said.remoteItemGuid}, read_at = ${now}
    WHERE payment_id = ${paymentId}`.execute(tx)
}

export type Origin = { appName: string | null; senderName: string | null }

export async function readOrigin(tx: Tx, paymentId: string): Promise<Origin> {
  const { rows } = await sql<Origin>`
    SELECT app_name AS "appName", sender_name AS "senderName" FROM payment_origin
    WHERE payment_id = ${paymentId}`.execute(tx)
  return rows[0] ?? { appName: null, senderName: null }
}
