/** SQL of performers: as a column of albums and tracks, and the links to artists. */
import { type RawBuilder, sql } from 'kysely'
import type { PerformerRole } from '#contract/performer-roles.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type PerformerRow = {
  name: string
  role: PerformerRole
  /** Of a linked artist. */
  artistId: string | null
  artistUrl: string | null
  /** The artist that the owner of the release named, until that artist's owner confirms. */
  unconfirmedId: string | null
  /** Of the album of a track. */
  isInherited: boolean
}

/** Artists that have not confirmed, or that the public does not see, have the name that was entered, and no link. */
const performersOf = (contentId: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<PerformerRow[] | null>`(
  SELECT jsonb_agg(jsonb_build_object('name', coalesce(named.name, pf.name), 'role', pf.role, 'artistId', named.id,
      'artistUrl', named.artist_url, 'unconfirmedId', CASE WHEN NOT pf.is_confirmed THEN pf.artist_id END,
      'isInherited', pf.content_id <> ${contentId})
    ORDER BY pf.content_id <> ${contentId}, pf.position)
  FROM performer pf LEFT JOIN artist named
    ON named.id = pf.artist_id AND pf.is_confirmed AND named.deleted_at IS NULL AND named.taken_down_at IS NULL
  WHERE ${from})`

/** Of an album (al); null for none. */
export const albumPerformers = performersOf(sql`al.id`, sql`pf.content_id = al.id`)

/** Of a track (t), then the main ones of its album (al); null for none. */
export const trackPerformers = performersOf(
  sql`t.id`,
  sql`pf.content_id IN (t.id, al.id) AND (pf.content_id = t.id OR pf.role = 'main')`,
)

export type NewPerformer = { name: string; role: PerformerRole; artistId: string | null; isConfirmed: boolean }
export type PerformedContent = { contentId: string; albumId: string }

export async function replacePerformers(
  tx: Tx,
  { contentId, albumId }: PerformedContent,
  performers: readonly NewPerformer[],
): Promise<void> {
  await sql`DELETE FROM performer WHERE content_id = ${contentId}`.execute(tx)
  if (performers.length === 0) return
  const rows = performers.map(
    ({ name, role, artistId, isConfirmed }, index) => sql`(${contentId}::uuid, ${albumId}::uuid, ${index + 1}::int,
      ${role}, ${name}, ${artistId}::uuid, ${isConfirmed}::boolean)`,
  )
  await sql`
    INSERT INTO performer (content_id, album_id, position, role, name, artist_id, is_confirmed)
    VALUES ${sql.join(rows)}`.execute(tx)
}

export type NamedArtist = { id: string; user_id: string; answer: boolean | null }

/** Public artists, and what their owners answered about this album; null for no answer. */
export async function selectNamedArtists(tx: Tx, ids: readonly string[], albumId: string): Promise<NamedArtist[]> {
  const { rows } = await sql<NamedArtist>`
    SELECT ar.id, ar.user_id, answer.is_confirmed AS answer
    FROM artist ar LEFT JOIN performer_answer answer ON answer.artist_id = ar.id AND answer.album_id = ${albumId}
    WHERE ar.id = ANY(${ids}::uuid[]) AND ar.deleted_at IS NULL AND ar.taken_down_at IS NULL`.execute(tx)
  return rows
}

/** Returns false, and changes nothing, if the album and its tracks do not name the artist. */
export async function setAnswer(
  tx: Tx,
  { artistId, albumId, isConfirmed, now }: { artistId: string; albumId: string; isConfirmed: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE performer SET is_confirmed = ${isConfirmed}, artist_id = CASE WHEN ${isConfirmed} THEN artist_id END
    WHERE artist_id = ${artistId} AND album_id = ${albumId} RETURNING position`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    INSERT INTO performer_answer (artist_id, album_id, is_confirmed, answered_at)
    VALUES (${artistId}, ${albumId}, ${isConfirmed}, ${now})
    ON CONFLICT (artist_id, album_id) DO UPDATE SET is_confirmed = ${isConfirmed}, answered_at = ${now}`.execute(tx)
  return true
}
