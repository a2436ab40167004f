/** SQL of what users allow artists, and the part of fans in the export and the deletion of an account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const STOPS_MAX = 1_000
const EXPORTED_MAX = 10_000

export async function isNamed(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_named: boolean }>`
    SELECT is_named FROM fan_choice WHERE user_id = ${userId}`.execute(tx)
  return rows[0]?.is_named ?? false
}

export async function upsertChoice(tx: Tx, userId: string, named: boolean): Promise<void> {
  await sql`
    INSERT INTO fan_choice (user_id, is_named) VALUES (${userId}, ${named})
    ON CONFLICT (user_id) DO UPDATE SET is_named = excluded.is_named`.execute(tx)
}

/** The newest first. */
export async function selectStops(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ maker_id: string }>`
    SELECT maker_id FROM fan_stop WHERE user_id = ${userId} ORDER BY created_at DESC, maker_id LIMIT ${STOPS_MAX}`.execute(
    tx,
  )
  return rows.map(({ maker_id: makerId }) => makerId)
}

/** Does nothing for a deleted user. */
export async function insertStop(tx: Tx, userId: string, makerId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO fan_stop (user_id, maker_id, created_at)
    SELECT a.id, ${makerId}::uuid, ${now}::timestamptz FROM person a WHERE a.id = ${userId} AND a.deleted_at IS NULL
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function deleteStop(tx: Tx, userId: string, makerId: string): Promise<void> {
  await sql`DELETE FROM fan_stop WHERE user_id = ${userId} AND maker_id = ${makerId}`.execute(tx)
}

/** For the user's data export. */
export async function exportFanData(tx: Tx, userId: string) {
  const stops = await selectStops(tx, userId)
  const messages = await sql<{ makerId: string; kind: string; content: string; createdAt: Date }>`
    SELECT maker_id AS "makerId", kind, body AS content, created_at AS "createdAt" FROM fan_message
    WHERE owner_id = ${userId} ORDER BY created_at, id LIMIT ${EXPORTED_MAX}`.execute(tx)
  const thanks = await sql<{ paymentId: string; content: string; createdAt: Date }>`
    SELECT zap_id AS "paymentId", body AS content, created_at AS "createdAt" FROM zap_thanks
    WHERE author_id = ${userId} ORDER BY created_at, zap_id LIMIT ${EXPORTED_MAX}`.execute(tx)
  return {
    showsWhomTheyFollow: await isNamed(tx, userId),
    noMessagesFrom: stops,
    messages: messages.rows,
    thanks: thanks.rows,
  }
}

/** Part of deleting an account. */
export async function deleteFanData(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM fan_choice WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM fan_stop WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM fan_message WHERE owner_id = ${userId}`.execute(tx)
  await sql`DELETE FROM zap_thanks WHERE author_id = ${userId}`.execute(tx)
}
