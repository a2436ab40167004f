/** SQL of performers: as a column of albums and tracks, and the links to artists. */
import { type RawBuilder, sql } from 'kysely'
import type { PerformerRole } from '#contract/catalog/performers.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type PerformerRow = {
  name: string
  role: PerformerRole
  artistId: string | null
  artistUrl: string | null
  /** Of the album of a track. */
  isInherited: boolean
}

/** Artists that the public does not see have the name that was entered, and no link. */
const performersOf = (contentId: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<PerformerRow[] | null>`(
  SELECT jsonb_agg(jsonb_build_object('name', coalesce(named.name, pf.name), 'role', pf.role, 'artistId', named.id,
      'artistUrl', named.artist_url, 'isInherited', pf.content_id <> ${contentId})
    ORDER BY pf.content_id <> ${contentId}, pf.position)
  FROM performer pf LEFT JOIN artist named
    ON named.id = pf.artist_id AND named.deleted_at IS NULL AND named.taken_down_at IS NULL
  WHERE ${from})`

/** Of an album (al); null for none. */
export const albumPerformers = performersOf(sql`al.id`, sql`pf.content_id = al.id`)

/** Of a track (t), then the main ones of its album (al); null for none. */
export const trackPerformers = performersOf(
  sql`t.id`,
  sql`pf.content_id IN (t.id, al.id) AND (pf.content_id = t.id OR pf.role = 'main')`,
)

export type NewPerformer = { name: string; role: PerformerRole; artistId: string | null }
export type PerformedContent = { contentId: string; albumId: string }

export async function replacePerformers(
  tx: Tx,
  { contentId, albumId }: PerformedContent,
  performers: readonly NewPerformer[],
): Promise<void> {
  await sql`DELETE FROM performer WHERE content_id = ${contentId}`.execute(tx)
  if (performers.length === 0) return
  const rows = performers.map(
    ({ name, role, artistId }, index) =>
      sql`(${contentId}::uuid, ${albumId}::uuid, ${index + 1}::int, ${role}, ${name}, ${artistId}::uuid)`,
  )
  await sql`
    INSERT INTO performer (content_id, album_id, position, role, name, artist_id)
    VALUES ${sql.join(rows)}`.execute(tx)
}

export type LinkedArtist = { id: string; user_id: string; is_refused: boolean }

/** Public artists, and whether their owner has removed links from this album. */
export async function selectLinkedArtists(tx: Tx, ids: readonly string[], albumId: string): Promise<LinkedArtist[]> {
  const { rows } = await sql<LinkedArtist>`
    SELECT ar.id, ar.user_id, EXISTS (SELECT FROM performer_refusal refused
      WHERE refused.artist_id = ar.id AND refused.album_id = ${albumId}) AS is_refused
    FROM artist ar WHERE ar.id = ANY(${ids}::uuid[]) AND ar.deleted_at IS NULL AND ar.taken_down_at IS NULL`.execute(tx)
  return rows
}

/** Without a link nothing changes. */
export async function removeLinks(
  tx: Tx,
  { artistId, albumId, now }: { artistId: string; albumId: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    UPDATE performer SET artist_id = NULL WHERE artist_id = ${artistId} AND album_id = ${albumId}
    RETURNING position`.execute(tx)
  if (rows.length === 0) return
  await sql`
    INSERT INTO performer_refusal (artist_id, album_id, created_at) VALUES (${artistId}, ${albumId}, ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
}
