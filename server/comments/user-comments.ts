/** What one user wrote, and whom the user has blocked: for the data export, and deleted with the account. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { deleteCommentsOf } from './comment-queries.ts'
import { deleteNostrBlocksOf } from './nostr-block-queries.ts'
import { deleteBlocksOf } from './block-list-queries.ts'

const EXPORTED_MAX = 10_000

export async function exportComments(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT jsonb_build_object('id', cm.id, 'contentId', cm.content_id, 'replyTo', cm.parent_id, 'content', cm.body,
      'msatAmount', cm.amount_msat, 'contentTime', cm.content_time_seconds, 'createdAt', cm.created_at) AS row
    FROM comment cm
    WHERE (cm.author_id = ${userId} OR cm.nameless_author_id = ${userId}) AND cm.deleted_at IS NULL
    ORDER BY cm.created_at, cm.id LIMIT ${EXPORTED_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}

export async function exportBlocks(tx: Tx, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT jsonb_build_object('list', 'muted', 'userId', m.person_id, 'since', m.created_at) AS row
    FROM muted_person m WHERE m.user_id = ${userId}
    UNION ALL
    SELECT jsonb_build_object('list', 'blocked', 'userId', b.person_id, 'since', b.created_at)
    FROM blocked_commenter b WHERE b.user_id = ${userId}
    UNION ALL
    SELECT jsonb_build_object('list', 'blocked', 'nostrKey', k.pubkey, 'since', k.created_at)
    FROM blocked_nostr_key k WHERE k.owner_id = ${userId} LIMIT ${EXPORTED_MAX}`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Deletes the user's comments and the references to the user; the amounts paid stay. */
export async function deleteComments(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteCommentsOf(tx, userId, now)
  await deleteBlocksOf(tx, userId)
  await deleteNostrBlocksOf(tx, userId)
}
