/** SQL of the users that users have muted, and of the commenters that owners have blocked.
 * Two tables of the same shape. */
import { sql } from 'kysely'
import { BLOCKED_MAX } from '#contract/community/blocks.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type List = 'muted_person' | 'blocked_commenter'

/** False when the list is full. An existing entry stays as it is. */
export async function insertBlock(
  tx: Tx,
  list: List,
  { userId, personId, now }: { userId: string; personId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(list)} WHERE user_id = ${userId} AND person_id <> ${personId}`.execute(
    tx,
  )
  if ((rows[0]?.count ?? 0) >= BLOCKED_MAX) return false
  await sql`
    INSERT INTO ${sql.table(list)} (user_id, person_id, created_at) VALUES (${userId}, ${personId}, ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
  return true
}

export async function deleteBlock(tx: Tx, list: List, userId: string, personId: string): Promise<void> {
  await sql`DELETE FROM ${sql.table(list)} WHERE user_id = ${userId} AND person_id = ${personId}`.execute(tx)
}

export async function selectBlocks(tx: Tx, list: List, userId: string): Promise<{ personId: string; since: Date }[]> {
  const { rows } = await sql<{ personId: string; since: Date }>`
    SELECT person_id AS "personId", created_at AS since FROM ${sql.table(list)} WHERE user_id = ${userId}
    ORDER BY created_at DESC, person_id LIMIT ${BLOCKED_MAX}`.execute(tx)
  return rows
}

export async function isBlocked(tx: Tx, ownerId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM blocked_commenter WHERE user_id = ${ownerId} AND person_id = ${personId}`.execute(tx)
  return rows.length > 0
}

/** Those of these users who have muted this one. */
export async function selectMutedBy(tx: Tx, personId: string, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM muted_person WHERE person_id = ${personId} AND user_id = ANY(${userIds}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.user_id))
}

/** Those of these pairs, as `user person`, in which the user has muted or blocked the person. */
export async function selectSilenced(
  tx: Tx,
  pairs: readonly { userId: string; personId: string }[],
): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set()
  const { rows } = await sql<{ pair: string }>`
    SELECT u."userId" || ' ' || u."personId" AS pair
    FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) u ("userId" uuid, "personId" uuid)
    WHERE EXISTS (SELECT FROM muted_person m WHERE m.user_id = u."userId" AND m.person_id = u."personId")
      OR EXISTS (SELECT FROM blocked_commenter b WHERE b.user_id = u."userId" AND b.person_id = u."personId")`.execute(
    tx,
  )
  return new Set(rows.map(({ pair }) => pair))
}

/** Also removes the user from the lists of others. */
export async function deleteBlocksOf(tx: Tx, userId: string): Promise<void> {
  for (const list of ['muted_person', 'blocked_commenter'] as const) {
    await sql`DELETE FROM ${sql.table(list)} WHERE user_id = ${userId} OR person_id = ${userId}`.execute(tx)
  }
}
