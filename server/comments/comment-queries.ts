/** SQL that writes comments: inserts, replies, hides, deletes.
 * Lists of comments are list-queries.ts. */
import { sql } from 'kysely'
import { contentJoins, publicContent } from '#server/catalog/content/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type NewMessage = {
  id: string
  paymentId: string
  authorId: string | null
  /** The author of an anonymous message. */
  namelessAuthorId: string | null
  contentId: string
  amountMsat: number
  contentTimeSeconds: number | null
  body: string
  createdAt: string
}
type StoredMessage = { paymentId: string; contentId: string; ownerId: string; isSilent: boolean }

/** Returns those that were not stored before. `isSilent`: the owner has muted the author. Messages for unknown content,
 * or from deleted accounts, are not stored. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    WITH given AS (
      SELECT m.id, m."paymentId", m."authorId", m."namelessAuthorId", m."contentId", m."amountMsat",
        m."contentTimeSeconds", m.body, m."createdAt"
      FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) m (id uuid, "paymentId" uuid,
        "authorId" uuid, "namelessAuthorId" uuid, "contentId" uuid, "amountMsat" bigint, "contentTimeSeconds" integer,
        body text, "createdAt" timestamptz)
    ), inserted AS (
      INSERT INTO comment (id, payment_id, author_id, nameless_author_id, content_id, album_id, maker_id, owner_id,
        amount_msat, content_time_seconds, body, created_at)
      SELECT m.id, m."paymentId", m."authorId", m."namelessAuthorId", c.id, al.id, coalesce(ar.id, p.id), c.owner_id,
        m."amountMsat", m."contentTimeSeconds", m.body, m."createdAt"
      FROM ${contentJoins} JOIN given m ON m."contentId" = c.id
        LEFT JOIN person a ON a.id = coalesce(m."authorId", m."namelessAuthorId")
      WHERE a.deleted_at IS NULL AND coalesce(ar.id, p.id) IS NOT NULL ORDER BY m."paymentId"
      ON CONFLICT (payment_id) DO NOTHING
      RETURNING payment_id, content_id, owner_id, author_id
    )
    SELECT payment_id AS "paymentId", content_id AS "contentId", owner_id AS "ownerId",
      EXISTS (SELECT FROM muted_person u WHERE u.user_id = owner_id AND u.person_id = author_id)
        OR EXISTS (SELECT FROM blocked_commenter b WHERE b.user_id = owner_id AND b.person_id = author_id) AS "isSilent"
    FROM inserted`.execute(tx)
  return rows
}

export type FoundComment = {
  id: string
  parentId: string | null
  authorId: string | null
  namelessAuthorId: string | null
  contentId: string
  ownerId: string
  body: string
  isHidden: boolean
  isDeleted: boolean
  isContentPublic: boolean
}

/** Also finds deleted comments. `lock`: no other transaction can change the comment or its replies until this one
 * ends. */
export async function findComment(
  tx: Tx,
  commentId: string,
  now: Date,
  { lock = false }: { lock?: boolean } = {},
): Promise<FoundComment | undefined> {
  if (lock) await sql`SELECT FROM comment WHERE id = ${commentId} FOR UPDATE`.execute(tx)
  const { rows } = await sql<FoundComment>`
    SELECT cm.id, cm.parent_id AS "parentId", cm.author_id AS "authorId",
      cm.nameless_author_id AS "namelessAuthorId", cm.content_id AS "contentId", cm.owner_id AS "ownerId",
      cm.body, cm.hidden_at IS NOT NULL AS "isHidden",
      cm.deleted_at IS NOT NULL AS "isDeleted", ${publicContent(now)} AS "isContentPublic"
    FROM ${contentJoins} JOIN comment cm ON cm.content_id = c.id WHERE cm.id = ${commentId}`.execute(tx)
  return rows[0]
}

export type NewReply = { id: string; parentId: string; authorId: string; body: string; now: Date }

/** Belongs to the same content as the parent message. Inserting the same id again is a no-op. */
export async function insertReply(tx: Tx, { id, parentId, authorId, body, now }: NewReply): Promise<void> {
  await sql`
    INSERT INTO comment (id, parent_id, author_id, content_id, album_id, maker_id, owner_id, body, created_at)
    SELECT ${id}::uuid, id, ${authorId}::uuid, content_id, album_id, maker_id, owner_id, ${body}::text, ${now}::timestamptz
    FROM comment WHERE id = ${parentId}
    ON CONFLICT (id) DO NOTHING`.execute(tx)
}

export async function countReplies(tx: Tx, parentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM comment WHERE parent_id = ${parentId} AND deleted_at IS NULL`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Also removes its text. */
export async function deleteComment(tx: Tx, commentId: string, now: Date): Promise<void> {
  await sql`
    UPDATE comment SET deleted_at = ${now}, body = '' WHERE id = ${commentId} AND deleted_at IS NULL`.execute(tx)
}

/** An operator's deletion was wrong. A user who has left has no comments. */
export async function restoreComment(tx: Tx, commentId: string, body: string): Promise<void> {
  await sql`
    UPDATE comment SET deleted_at = NULL, body = ${body} WHERE id = ${commentId} AND deleted_at IS NOT NULL
      AND coalesce(author_id, nameless_author_id) IS NOT NULL`.execute(tx)
}

export async function hideComment(tx: Tx, commentId: string, hiddenAt: Date | null): Promise<void> {
  await sql`UPDATE comment SET hidden_at = ${hiddenAt} WHERE id = ${commentId}`.execute(tx)
}

/** Deletes everything that this user wrote, and the references to the user. */
export async function deleteCommentsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE comment SET deleted_at = coalesce(deleted_at, ${now}), body = '', author_id = NULL, nameless_author_id = NULL
    WHERE author_id = ${userId} OR nameless_author_id = ${userId}`.execute(tx)
}

/** Comments on an artist or podcast and everything in it have another owner of the content. */
export async function setCommentOwner(tx: Tx, makerId: string, ownerId: string): Promise<void> {
  await sql`
    UPDATE comment SET owner_id = ${ownerId} WHERE parent_id IN (
      SELECT id FROM comment WHERE maker_id = ${makerId} AND parent_id IS NULL)`.execute(tx)
  await sql`UPDATE comment SET owner_id = ${ownerId} WHERE maker_id = ${makerId} AND parent_id IS NULL`.execute(tx)
}
