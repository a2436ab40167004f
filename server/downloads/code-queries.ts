/** SQL of download codes. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type CodeRow = {
  code: string
  sheet_id: string
  sheet_name: string
  created_at: Date
  used_at: Date | null
}

export async function countCodes(tx: Tx, contentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM download_code WHERE content_id = ${contentId}`.execute(tx)
  return rows[0]!.count
}

export async function insertCodes(
  tx: Tx,
  sheet: { id: string; name: string; contentId: string; now: Date },
  codes: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO download_code (code, content_id, sheet_id, sheet_name, created_at)
    SELECT code, ${sheet.contentId}, ${sheet.id}, ${sheet.name}, ${sheet.now} FROM unnest(${codes}::text[]) code`.execute(
    tx,
  )
}

/** Newest sheet first. */
export async function selectCodes(tx: Tx, contentId: string): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    SELECT code, sheet_id, sheet_name, created_at, used_at FROM download_code
    WHERE content_id = ${contentId} ORDER BY created_at DESC, sheet_id DESC, code`.execute(tx)
  return rows
}

/** Of several requests with the same code, one uses it. Returns the content; undefined when it is unknown or used. */
export async function useCode(tx: Tx, code: string, rightId: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ content_id: string }>`
    UPDATE download_code SET used_at = ${now}, right_id = ${rightId} WHERE code = ${code} AND used_at IS NULL
    RETURNING content_id`.execute(tx)
  return rows[0]?.content_id
}

/** The right that a code gave; null while it is unused, undefined when there is no such code. */
export async function selectGiven(tx: Tx, code: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ right_id: string | null }>`
    SELECT right_id FROM download_code WHERE code = ${code}`.execute(tx)
  return rows[0]?.right_id
}
