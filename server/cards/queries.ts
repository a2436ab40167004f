/** All SQL of cards. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type CardRow = { look: string; sats: string; file_key: string; drawn_at: Date; requested_at: Date }

export async function selectCard(tx: Tx, subject: string): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`
    SELECT look, sats, file_key, drawn_at, requested_at FROM card WHERE subject = ${subject}`.execute(tx)
  return rows[0]
}

export async function upsertCard(
  tx: Tx,
  subject: string,
  { look, sats, fileKey, now }: { look: string; sats: string; fileKey: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO card (subject, look, sats, file_key, drawn_at, requested_at)
    VALUES (${subject}, ${look}, ${sats}, ${fileKey}, ${now}, ${now})
    ON CONFLICT (subject) DO UPDATE SET look = excluded.look, sats = excluded.sats, file_key = excluded.file_key,
      drawn_at = excluded.drawn_at, requested_at = excluded.requested_at`.execute(tx)
}

export async function setRequested(tx: Tx, subject: string, now: Date): Promise<void> {
  await sql`UPDATE card SET requested_at = ${now} WHERE subject = ${subject}`.execute(tx)
}

/** The key of its file; undefined when there was none. */
export async function deleteCard(tx: Tx, subject: string): Promise<string | undefined> {
  const { rows } = await sql<{ file_key: string }>`
    DELETE FROM card WHERE subject = ${subject} RETURNING file_key`.execute(tx)
  return rows[0]?.file_key
}

export async function selectUnrequested(tx: Tx, before: Date, limit: number): Promise<{ subject: string }[]> {
  const { rows } = await sql<{ subject: string }>`
    SELECT subject FROM card WHERE requested_at < ${before} ORDER BY requested_at LIMIT ${limit}`.execute(tx)
  return rows
}
