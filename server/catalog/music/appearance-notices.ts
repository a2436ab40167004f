/** Notifies the owners of artists that albums of other users name, or the tracks of those: once per album, when it is public.
 * Their answers are performers.ts. */
import { sql } from 'kysely'
import { topics, type Notice } from '#server/events.ts'
import { hasPublicTrack, publicAlbum, publicTrack } from '#server/catalog/content/visibility.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { publishAll } from '#server/platform/jobs/outbox.ts'

const BATCH = 200

/** To be notified, unless they were already. */
export async function insertNamed(tx: Tx, albumId: string, artistIds: readonly string[]): Promise<void> {
  if (artistIds.length === 0) return
  await sql`
    INSERT INTO appearance_notice (artist_id, album_id) SELECT artist_id, ${albumId}::uuid
    FROM unnest(${artistIds}::uuid[]) named (artist_id) ORDER BY artist_id ON CONFLICT DO NOTHING`.execute(tx)
}

type Named = { albumId: string; title: string; userId: string; ownerId: string; by: string }

/** What is named, and no longer is when the album becomes public, waits. */
async function claimNamed(tx: Tx, now: Date): Promise<Named[]> {
  const { rows } = await sql<Named>`
    UPDATE appearance_notice notice SET notified_at = ${now} FROM (
      SELECT n.artist_id, al.id AS album_id, al.title, named.user_id, ar.user_id AS owner_id, ar.name AS by
      FROM appearance_notice n JOIN album al ON al.id = n.album_id JOIN artist ar ON ar.id = al.artist_id
      JOIN artist named ON named.id = n.artist_id AND named.deleted_at IS NULL AND named.user_id <> ar.user_id
      WHERE n.notified_at IS NULL AND ${publicAlbum(now)} AND ${hasPublicTrack(now)} AND EXISTS (
        SELECT FROM performer pf LEFT JOIN track t ON t.id = pf.content_id
        WHERE pf.artist_id = n.artist_id AND pf.album_id = al.id AND (t.id IS NULL OR ${publicTrack(now)}))
      ORDER BY al.id, n.artist_id LIMIT ${BATCH}) due
    WHERE notice.artist_id = due.artist_id AND notice.album_id = due.album_id AND notice.notified_at IS NULL
    RETURNING due.album_id AS "albumId", due.title, due.user_id AS "userId", due.owner_id AS "ownerId", due.by`.execute(
    tx,
  )
  return rows
}

/** Returns how many were notified. Two artists of one user are one notice. */
export function notifyNamed({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  return database.transaction(async (tx) => {
    const named = await claimNamed(tx, clock.now())
    const notices = new Map<string, Notice>()
    for (const { albumId, title, userId, ownerId, by } of named) {
      const noticeId = `${albumId}:${userId}`
      const content = { contentId: albumId, contentType: 'album', title }
      const notice = {
        kind: 'named',
        userIds: [userId],
        actorId: ownerId,
        actorName: by,
        content,
        comment: null,
      } as const
      notices.set(noticeId, { noticeId, ...notice, userIds: [...notice.userIds] })
    }
    await publishAll(
      tx,
      topics.notice,
      [...notices].map(([noticeId, payload]) => ({ key: `named:${noticeId}`, payload })),
    )
    return notices.size
  })
}
