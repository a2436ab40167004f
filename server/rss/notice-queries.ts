/** SQL of notices: which services are to be notified of which changed feeds. */
import { sql } from 'kysely'
import { hasPublicTrack, publicAlbum, publicArtist, publicPodcast } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { albumChangedAt } from './music-queries.ts'
import { podcastChangedAt } from './podcast-queries.ts'

export type Service = 'podcast-index' | 'websub' | 'podping'
export type DueNotice = { id: string; kind: 'album' | 'artist' | 'podcast'; service: Service; changed_at: Date }

/** Older changes are known to services that poll feeds. */
const CHANGES_HOURS = 24
const NOTICES_AT_ONCE = 100

/** Of each service and feed at most one per `pauseSeconds`, whether it succeeds or not. */
export async function claimNotices(
  tx: Tx,
  { services, pauseSeconds, now }: { services: readonly Service[]; pauseSeconds: number; now: Date },
): Promise<DueNotice[]> {
  const since = new Date(now.getTime() - CHANGES_HOURS * 3_600_000)
  const before = new Date(now.getTime() - pauseSeconds * 1_000)
  const { rows } = await sql<DueNotice>`
    WITH changed AS (
      SELECT al.id, 'album' AS kind, ${albumChangedAt(now)} AS changed_at
      FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE (greatest(al.updated_at, al.published_at, ar.updated_at) > ${since} OR al.id IN (
          SELECT album_id FROM track WHERE greatest(updated_at, published_at, deleted_at) > ${since}))
        AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      UNION ALL
      SELECT ar.id, 'artist', greatest(ar.updated_at, max(greatest(al.updated_at, al.published_at)))
      FROM artist ar JOIN album al ON al.artist_id = ar.id AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      WHERE ${publicArtist} GROUP BY ar.id
      UNION ALL
      SELECT p.id, 'podcast', ${podcastChangedAt(now)} FROM podcast p
      WHERE (greatest(p.updated_at, p.published_at) > ${since} OR p.id IN (
          SELECT podcast_id FROM episode WHERE greatest(updated_at, published_at, deleted_at) > ${since}))
        AND ${publicPodcast(now)}
    ), due AS (
      SELECT c.id, c.kind, wanted.service, date_trunc('milliseconds', c.changed_at) AS changed_at
      FROM changed c CROSS JOIN unnest(${services}::text[]) wanted (service)
      LEFT JOIN feed_notice n ON n.content_id = c.id AND n.service = wanted.service
      WHERE c.changed_at > ${since} AND (n.content_id IS NULL OR n.tried_at <= ${before}
        AND (n.changed_at IS NULL OR n.changed_at < date_trunc('milliseconds', c.changed_at)))
      ORDER BY c.changed_at LIMIT ${NOTICES_AT_ONCE}
    ), claimed AS (
      INSERT INTO feed_notice (content_id, service, tried_at) SELECT id, service, ${now} FROM due
      ON CONFLICT (content_id, service) DO UPDATE SET tried_at = excluded.tried_at
        WHERE feed_notice.tried_at <= ${before}
      RETURNING content_id, service)
    SELECT due.id, due.kind, due.service, due.changed_at
    FROM due JOIN claimed ON claimed.content_id = due.id AND claimed.service = due.service`.execute(tx)
  return rows
}

type NoticeRow = { service: Service; tried_at: Date; changed_at: Date | null }

export async function selectNotices(tx: Tx, contentId: string): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT service, tried_at, changed_at FROM feed_notice WHERE content_id = ${contentId}`.execute(tx)
  return rows
}

export async function recordNotice(tx: Tx, { id, service, changed_at }: DueNotice): Promise<void> {
  await sql`
    UPDATE feed_notice SET changed_at = ${changed_at}
    WHERE content_id = ${id} AND service = ${service}`.execute(tx)
}
