/** SQL of weekly letters: who gets them, and when the next one is due. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export async function isLetterOn(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM weekly_letter WHERE user_id = ${userId} AND is_on`.execute(tx)
  return rows.length > 0
}

/** Turning the letter on again does not make the next one due earlier. */
export async function upsertLetter(tx: Tx, userId: string, timeZone: string, nextAt: Date): Promise<void> {
  await sql`
    INSERT INTO weekly_letter AS known (user_id, is_on, time_zone, next_at) VALUES (${userId}, true, ${timeZone}, ${nextAt})
    ON CONFLICT (user_id) DO UPDATE
      SET is_on = true, time_zone = excluded.time_zone, next_at = greatest(known.next_at, excluded.next_at)`.execute(tx)
}

export async function turnLetterOff(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE weekly_letter SET is_on = false WHERE user_id = ${userId}`.execute(tx)
}

export async function deleteLetter(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM weekly_letter WHERE user_id = ${userId}`.execute(tx)
}

export type DueLetter = { userId: string; timeZone: string }

/** Locked until the transaction ends; no other server gets the same ones. */
export async function claimLetters(tx: Tx, now: Date, limit: number): Promise<DueLetter[]> {
  const { rows } = await sql<DueLetter>`
    SELECT user_id AS "userId", time_zone AS "timeZone" FROM weekly_letter WHERE is_on AND next_at <= ${now}
    ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows
}

export async function updateNext(tx: Tx, userId: string, nextAt: Date): Promise<void> {
  await sql`UPDATE weekly_letter SET next_at = ${nextAt} WHERE user_id = ${userId}`.execute(tx)
}
