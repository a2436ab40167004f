/** SQL of splits. */
import { sql } from 'kysely'
import { someIds } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readShared } from '#server/platform/database/shared-reads.ts'
import type { ShareState } from '#contract/split.ts'
import type { ContentKind } from '#server/catalog/content/visibility.ts'

export type SplitRow = { id: string; content_id: string; content_type: ContentKind; created_at: Date }
export type RecipientRow = {
  id: string
  split_id: string
  user_id: string
  share: number
  created_at: Date
  updated_at: Date
  /** Null in splits of earlier releases: everybody has agreed. */
  version_id: string | null
}

export type NewSplit = { id: string; contentId: string; now: Date }
/** `since` is when the user was added to the split. */
export type NewRecipient = { id: string; userId: string; share: number; since: Date }

/** Does nothing when the content already has one. */
export async function insertSplit(tx: Tx, split: NewSplit): Promise<void> {
  await sql`
    INSERT INTO split (id, content_id, content_type, created_at)
    SELECT ${split.id}::uuid, id, type, ${split.now}::timestamptz FROM content WHERE id = ${split.contentId}
    ON CONFLICT (content_id) DO NOTHING`.execute(tx)
}

/** In the order of their positions. */
export async function insertRecipients(
  tx: Tx,
  { splitId, versionId, now }: { splitId: string; versionId: string; now: Date },
  recipients: NewRecipient[],
): Promise<void> {
  const rows = recipients.map(
    ({ id, userId, share, since }, position) =>
      sql`(${id}, ${splitId}, ${userId}, ${share}, ${position}, ${since}, ${now}, ${versionId})`,
  )
  await sql`
    INSERT INTO split_recipient (id, split_id, user_id, share, position, created_at, updated_at, version_id)
    VALUES ${sql.join(rows)}`.execute(tx)
}

export async function findSplit(tx: Tx, contentId: string): Promise<SplitRow | undefined> {
  const { rows } = await sql<SplitRow>`
    SELECT id, content_id, content_type, created_at FROM split WHERE content_id = ${contentId}`.execute(tx)
  return rows[0]
}

export async function selectRecipients(tx: Tx, splitId: string): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    SELECT id, split_id, user_id, share, created_at, updated_at, version_id FROM split_recipient
    WHERE split_id = ${splitId} ORDER BY position`.execute(tx)
  return rows
}

export async function deleteRecipients(tx: Tx, splitId: string): Promise<void> {
  await sql`DELETE FROM split_recipient WHERE split_id = ${splitId}`.execute(tx)
}

/** Also deletes its recipients. */
export async function removeSplit(tx: Tx, splitId: string): Promise<void> {
  await sql`DELETE FROM split WHERE id = ${splitId}`.execute(tx)
}

export type TermsRow = {
  content_id: string
  owner_id: string
  source_content_id: string | null
  /** A user, or an outside recipient. */
  user_id: string | null
  is_outside: boolean
  /** Null for users. */
  address: string | null
  share: number | null
  version_id: string | null
  /** Null in splits of earlier releases: everybody has agreed. */
  state: ShareState | null
  /** The owner named in the version. */
  version_owner_id: string | null
}

/** One row per recipient of the split that applies: the content's own, else that of its album or podcast. Without a
 * split, one row with the owner only; without the content, none. Rows of one content are ordered by position.
 * `without`: as if this content had no split of its own. */
export function selectTerms(
  tx: Tx,
  contentIds: readonly string[],
  without: string | null = null,
): Promise<readonly TermsRow[]> {
  return readShared(tx, `terms ${without} ${contentIds.join()}`, async () => {
    const { rows } = await sql<TermsRow>`
      SELECT c.id AS content_id, c.owner_id, s.content_id AS source_content_id, r.user_id, o.id IS NOT NULL AS is_outside,
        o.address, r.share, r.version_id, a.state, v.owner_id AS version_owner_id
      FROM ${someIds(contentIds)} wanted JOIN content c ON c.id = wanted.id
      LEFT JOIN track t ON t.id = c.id
      LEFT JOIN episode e ON e.id = c.id
      LEFT JOIN LATERAL (
        SELECT split.id, split.content_id FROM split
        WHERE split.content_id IN (c.id, t.album_id, e.podcast_id)
          AND split.content_id IS DISTINCT FROM ${without}::uuid
        ORDER BY (split.content_id = c.id) DESC LIMIT 1
      ) s ON true
      LEFT JOIN split_recipient r ON r.split_id = s.id
      LEFT JOIN outside_recipient o ON o.id = r.user_id
      LEFT JOIN split_share a ON a.version_id = r.version_id AND a.user_id = r.user_id
      LEFT JOIN split_version v ON v.id = r.version_id
      ORDER BY r.position`.execute(tx)
    return rows
  })
}
