/** All content of one user: the public part for the profile, and the deletion with the account. Single artists and
 * podcasts are artists.ts and podcasts.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { type Addresses } from '#server/catalog/catalog.ts'
import { urlOf, type Colors } from '#server/catalog/audio/audio-info.ts'
import { deleteRowsOfUser } from '#server/catalog/imagery/photograph-queries.ts'
import { dropPhotographs } from '#server/catalog/imagery/photographs.ts'
import { hasPublicTrack, publicAlbum, publicPodcast, artistWithMusic } from '#server/catalog/content/visibility.ts'

const SHOWN_MAX = 100
const EXPORTED_MAX = 10_000

export type PublicWork = {
  artists: { id: string; name: string; artistUrl: string; artworkUrl: string | null }[]
  podcasts: { id: string; name: string; podcastUrl: string; artworkUrl: string | null }[]
}
export type PublicRecord = { id: string; title: string; artworkUrl: string | null; colorInfo: Colors }
type Card = { id: string; name: string; url: string; artworkKey: string | null }

/** Artists with public tracks, and published podcasts, by name. */
export async function listPublicWork(tx: Tx, addresses: Addresses, userId: string, now: Date): Promise<PublicWork> {
  const artists = await sql<Card>`
    SELECT ar.id, ar.name, ar.artist_url AS url, ar.artwork_key AS "artworkKey" FROM artist ar
    WHERE ar.user_id = ${userId} AND ${artistWithMusic(now)}
    ORDER BY lower(ar.name), ar.id LIMIT ${SHOWN_MAX}`.execute(tx)
  const podcasts = await sql<Card>`
    SELECT p.id, p.name, p.podcast_url AS url, p.artwork_key AS "artworkKey" FROM podcast p
    WHERE p.user_id = ${userId} AND ${publicPodcast(now)}
    ORDER BY lower(p.name), p.id LIMIT ${SHOWN_MAX}`.execute(tx)
  return {
    artists: artists.rows.map(({ id, name, url, artworkKey }) => {
      return { id, name, artistUrl: url, artworkUrl: urlOf(addresses, artworkKey) }
    }),
    podcasts: podcasts.rows.map(({ id, name, url, artworkKey }) => {
      return { id, name, podcastUrl: url, artworkUrl: urlOf(addresses, artworkKey) }
    }),
  }
}

/** The public album or podcast of this user that received most, together with its tracks or episodes; of equal ones, the
 * newest. */
export async function findBestRecord(
  tx: Tx,
  addresses: Addresses,
  userId: string,
  now: Date,
): Promise<PublicRecord | null> {
  const { rows } = await sql<{ id: string; title: string; artworkKey: string | null; colorInfo: Colors }>`
    SELECT record.id, record.title, record.artwork_key AS "artworkKey", record.color_info AS "colorInfo" FROM (
      SELECT al.id, al.title, al.artwork_key, al.color_info, al.published_at
      FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE ar.user_id = ${userId} AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
      UNION ALL
      SELECT p.id, p.name, p.artwork_key, p.color_info, p.published_at
      FROM podcast p WHERE p.user_id = ${userId} AND ${publicPodcast(now)}
    ) record LEFT JOIN content_total received ON received.content_id = record.id
    ORDER BY coalesce(received.msat_total, 0) DESC, record.published_at DESC, record.id LIMIT 1`.execute(tx)
  const [record] = rows
  if (record === undefined) return null
  const { id, title, artworkKey, colorInfo } = record
  return { id, title, artworkUrl: urlOf(addresses, artworkKey), colorInfo }
}

/** Counts published and scheduled albums and podcasts; everything else counts as a draft. */
export async function countWork(tx: Tx, userId: string): Promise<{ publishedCount: number; draftCount: number }> {
  const { rows } = await sql<{ publishedCount: number; draftCount: number }>`
    SELECT (count(*) FILTER (WHERE NOT is_draft))::int AS "publishedCount",
      (count(*) FILTER (WHERE is_draft))::int AS "draftCount"
    FROM (
      SELECT al.is_draft FROM album al JOIN artist ar ON ar.id = al.artist_id
      WHERE ar.user_id = ${userId} AND al.deleted_at IS NULL AND ar.deleted_at IS NULL
      UNION ALL SELECT p.is_draft FROM podcast p WHERE p.user_id = ${userId} AND p.deleted_at IS NULL
      UNION ALL SELECT true FROM artist ar WHERE ar.user_id = ${userId} AND ar.deleted_at IS NULL
    ) work`.execute(tx)
  return rows[0]!
}

/** Deletes all content; payments to it stay in the ledger. Children of a deleted parent are deleted with it. */
export async function deleteWork(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`UPDATE artist SET deleted_at = ${now} WHERE user_id = ${userId} AND deleted_at IS NULL`.execute(tx)
  await dropPhotographs(tx, await deleteRowsOfUser(tx, userId))
  await sql`DELETE FROM transcript WHERE episode_id IN (SELECT id FROM content WHERE owner_id = ${userId})`.execute(tx)
  await sql`UPDATE podcast SET deleted_at = ${now} WHERE user_id = ${userId} AND deleted_at IS NULL`.execute(tx)
}

/** The rows as stored, for the owner's data export. */
export async function exportWork(tx: Tx, userId: string): Promise<Record<string, unknown[]>> {
  const list = async (query: ReturnType<typeof sql<{ row: unknown }>>) =>
    (await query.execute(tx)).rows.map(({ row }) => row)
  return {
    artists: await list(sql`
      SELECT to_jsonb(ar) - 'user_id' AS row FROM artist ar WHERE ar.user_id = ${userId}
      ORDER BY ar.id LIMIT ${EXPORTED_MAX}`),
    albums: await list(sql`
      SELECT to_jsonb(al) AS row FROM album al JOIN artist ar ON ar.id = al.artist_id WHERE ar.user_id = ${userId}
      ORDER BY al.id LIMIT ${EXPORTED_MAX}`),
    tracks: await list(sql`
      SELECT to_jsonb(t) AS row FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
      WHERE ar.user_id = ${userId} ORDER BY t.id LIMIT ${EXPORTED_MAX}`),
    performers: await list(sql`
      SELECT to_jsonb(pf) AS row FROM performer pf JOIN content c ON c.id = pf.content_id WHERE c.owner_id = ${userId}
      ORDER BY pf.content_id, pf.position LIMIT ${EXPORTED_MAX}`),
    performerAnswers: await list(sql`
      SELECT to_jsonb(answer) AS row FROM performer_answer answer JOIN content c ON c.id = answer.artist_id
      WHERE c.owner_id = ${userId} ORDER BY answer.artist_id, answer.album_id LIMIT ${EXPORTED_MAX}`),
    podcasts: await list(sql`
      SELECT to_jsonb(p) - 'user_id' AS row FROM podcast p WHERE p.user_id = ${userId}
      ORDER BY p.id LIMIT ${EXPORTED_MAX}`),
    episodes: await list(sql`
      SELECT to_jsonb(e) AS row FROM episode e JOIN podcast p ON p.id = e.podcast_id WHERE p.user_id = ${userId}
      ORDER BY e.id LIMIT ${EXPORTED_MAX}`),
    artworkSegments: await list(sql`
      SELECT to_jsonb(moment) AS row FROM artwork_segment moment JOIN content c ON c.id = moment.track_id
      WHERE c.owner_id = ${userId} ORDER BY moment.track_id, moment.start_ms LIMIT ${EXPORTED_MAX}`),
    transcripts: await list(sql`
      SELECT to_jsonb(tr) AS row FROM transcript tr JOIN content c ON c.id = tr.episode_id WHERE c.owner_id = ${userId}
      ORDER BY tr.episode_id LIMIT ${EXPORTED_MAX}`),
    chapters: await list(sql`
      SELECT to_jsonb(moment) AS row FROM chapter moment JOIN content c ON c.id = moment.episode_id
      WHERE c.owner_id = ${userId} ORDER BY moment.episode_id, moment.start_ms LIMIT ${EXPORTED_MAX}`),
    photographs: await list(sql`
      SELECT to_jsonb(ph) AS row FROM photograph ph JOIN content c ON c.id = ph.content_id
      WHERE c.owner_id = ${userId} ORDER BY ph.content_id, ph.position, ph.id LIMIT ${EXPORTED_MAX}`),
    picks: await list(sql`
      SELECT to_jsonb(pick) AS row FROM artist_pick pick JOIN content c ON c.id = pick.artist_id
      WHERE c.owner_id = ${userId} ORDER BY pick.artist_id LIMIT ${EXPORTED_MAX}`),
    linerNotes: await list(sql`
      SELECT to_jsonb(note) AS row FROM liner_note note JOIN content c ON c.id = note.album_id
      WHERE c.owner_id = ${userId} ORDER BY note.album_id LIMIT ${EXPORTED_MAX}`),
    sharesOfOthers: await list(sql`
      SELECT jsonb_build_object('contentId', s.content_id, 'share', r.share, 'since', r.created_at) AS row
      FROM split_recipient r JOIN split s ON s.id = r.split_id WHERE r.user_id = ${userId}
      ORDER BY r.id LIMIT ${EXPORTED_MAX}`),
    splitOffers: await list(sql`
      SELECT jsonb_build_object('contentId', v.content_id, 'version', v.number, 'share', r.share, 'state', r.state,
        'offered', r.invited_at, 'answered', r.decided_at) AS row
      FROM split_share r JOIN split_version v ON v.id = r.version_id WHERE r.user_id = ${userId}
      ORDER BY r.id LIMIT ${EXPORTED_MAX}`),
  }
}
