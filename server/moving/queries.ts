/** SQL of imports and of the codes that prove a feed. Items are in item-queries.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { ForeignValue } from '#protocols/rss/read-value.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { isStopped, type ItemState } from './item-queries.ts'

export type ImportRow = {
  id: string
  user_id: string
  url: string
  content_id: string
  content_type: 'podcast' | 'album'
  title: string
  value: ForeignValue | null
  problems: string[]
  created_at: Date
}
export type CountedRow = ImportRow & { counts: Partial<Record<ItemState, number>>; stopped: number }

const columns = sql`i.id, i.user_id, i.url, i.content_id, i.content_type, i.title, i.value, i.problems, i.created_at`
const IMPORTS_MAX = 100

async function select(tx: Tx, where: RawBuilder<unknown>): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    SELECT ${columns}, (SELECT coalesce(jsonb_object_agg(state, number), '{}') FROM (
      SELECT state, count(*) AS number FROM feed_import_item WHERE import_id = i.id GROUP BY state) counted) AS counts,
      (SELECT count(*)::integer FROM feed_import_item WHERE import_id = i.id AND ${isStopped}) AS stopped
    FROM feed_import i WHERE ${where} ORDER BY i.created_at DESC, i.id DESC LIMIT ${IMPORTS_MAX}`.execute(tx)
  return rows
}

export const selectImportsOf = (tx: Tx, userId: string) => select(tx, sql`i.user_id = ${userId}`)

export async function findOwnImport(tx: Tx, userId: string, importId: string): Promise<CountedRow | undefined> {
  return (await select(tx, sql`i.id = ${importId} AND i.user_id = ${userId}`))[0]
}

export async function findImportOf(tx: Tx, userId: string, url: string): Promise<CountedRow | undefined> {
  return (await select(tx, sql`i.user_id = ${userId} AND i.url = ${url}`))[0]
}

export async function findImport(tx: Tx, importId: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`SELECT ${columns} FROM feed_import i WHERE i.id = ${importId}`.execute(tx)
  return rows[0]
}

export type Proof = 'txt' | 'email'
export type NewImport = Omit<ImportRow, 'problems'> & { proof: Proof }

/** One for each feed of a user: of two concurrent requests, the first decides which content it is. */
export async function insertImport(tx: Tx, row: NewImport): Promise<ImportRow> {
  const value = row.value === null ? null : JSON.stringify(row.value)
  const { rows } = await sql<ImportRow>`
    INSERT INTO feed_import AS i (id, user_id, url, content_id, content_type, title, value, proof, created_at)
    VALUES (${row.id}, ${row.user_id}, ${row.url}, ${row.content_id}, ${row.content_type}, ${row.title}, ${value}::jsonb,
      ${row.proof}, ${row.created_at})
    ON CONFLICT (user_id, url) DO UPDATE SET value = excluded.value, title = excluded.title
    RETURNING ${columns}`.execute(tx)
  return rows[0]!
}

export async function setProblems(tx: Tx, importId: string, problems: readonly string[]): Promise<void> {
  await sql`UPDATE feed_import SET problems = ${problems}::text[] WHERE id = ${importId}`.execute(tx)
}

export async function deleteImport(tx: Tx, importId: string): Promise<void> {
  await sql`DELETE FROM feed_import WHERE id = ${importId}`.execute(tx)
}

/** For the user's data export. */
export async function exportImports(
  tx: Tx,
  userId: string,
): Promise<{ url: string; title: string; created_at: Date }[]> {
  const { rows } = await sql<{ url: string; title: string; created_at: Date }>`
    SELECT url, title, created_at FROM feed_import WHERE user_id = ${userId} ORDER BY created_at, id`.execute(tx)
  return rows
}

/** Deletes the user's imports and codes. */
export async function deleteImportsOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM feed_import WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM feed_proof_code WHERE user_id = ${userId}`.execute(tx)
}

type OfFeed = { userId: string; url: string }
type CodeRow = { user_id: string; url: string; code_hash: Buffer; email: string; expires_at: Date }

export async function setCode(tx: Tx, row: CodeRow): Promise<void> {
  await sql`
    INSERT INTO feed_proof_code (user_id, url, code_hash, email, expires_at)
    VALUES (${row.user_id}, ${row.url}, ${row.code_hash}, ${row.email}, ${row.expires_at})
    ON CONFLICT (user_id, url) DO UPDATE SET code_hash = excluded.code_hash, email = excluded.email,
      expires_at = excluded.expires_at, tries = 0`.execute(tx)
}

/** Undefined when there is none, or when it has expired or was tried too often. */
export async function countTry(
  tx: Tx,
  { userId, url }: OfFeed,
  now: Date,
  max: number,
): Promise<Pick<CodeRow, 'code_hash' | 'email'> | undefined> {
  const { rows } = await sql<Pick<CodeRow, 'code_hash' | 'email'>>`
    UPDATE feed_proof_code SET tries = tries + 1
    WHERE user_id = ${userId} AND url = ${url} AND expires_at > ${now} AND tries < ${max}
    RETURNING code_hash, email`.execute(tx)
  return rows[0]
}

export async function deleteCode(tx: Tx, { userId, url }: OfFeed): Promise<void> {
  await sql`DELETE FROM feed_proof_code WHERE user_id = ${userId} AND url = ${url}`.execute(tx)
}
