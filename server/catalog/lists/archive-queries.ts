/** SQL for the archive of an account: what a user's content consists of, as it is stored, and where its audio and images are.
 * Deleted content is left out. The facts of a release: release-facts.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { contentJoins } from '#server/catalog/content/queries.ts'
import type { PrintKind } from '#server/media/pictures/photograph.ts'
import { type ContentKind, exists } from '#server/catalog/content/visibility.ts'

/** The rows of a content in each table, by the column that names it, in an order in which they can be inserted. Totals are left
 * out: they are computed from payments. */
const TABLES = {
  content: 'id',
  artist: 'id',
  album: 'id',
  track: 'id',
  podcast: 'id',
  episode: 'id',
  performer: 'content_id',
  performer_answer: 'artist_id',
  feed_identity: 'content_id',
  former_slug: 'content_id',
  content_picture: 'content_id',
  artwork_segment: 'track_id',
  chapter: 'episode_id',
  transcript: 'episode_id',
  waveform: 'content_id',
  photograph: 'content_id',
  artist_pick: 'artist_id',
  liner_note: 'album_id',
  split: 'content_id',
  split_version: 'content_id',
  time_split: 'content_id',
} as const

export type ArchivedTable = keyof typeof TABLES | 'split_recipient' | 'split_share'
export const archivedTables = [...Object.keys(TABLES), 'split_recipient', 'split_share'] as ArchivedTable[]

export async function selectContentIds(tx: Tx, userId: string): Promise<{ id: string; type: ContentKind }[]> {
  const { rows } = await sql<{ id: string; type: ContentKind }>`
    SELECT c.id, c.type FROM ${contentJoins}
    WHERE c.owner_id = ${userId} AND CASE c.type WHEN 'artist' THEN ${exists.artist} WHEN 'album' THEN ${exists.album}
      WHEN 'track' THEN ${exists.track} WHEN 'podcast' THEN ${exists.podcast} ELSE ${exists.episode} END
    ORDER BY c.id`.execute(tx)
  return rows
}

/** The rows of these contents, as stored. */
export async function selectRowsOf(tx: Tx, table: ArchivedTable, contentIds: readonly string[]): Promise<unknown[]> {
  const ids = sql`ANY(${contentIds}::uuid[])`
  const source =
    table === 'split_recipient'
      ? sql`split_recipient r WHERE r.split_id IN (SELECT id FROM split WHERE content_id = ${ids})`
      : table === 'split_share'
        ? sql`split_share r WHERE r.version_id IN (SELECT id FROM split_version WHERE content_id = ${ids})`
        : sql`${sql.table(table)} r WHERE ${sql.ref(`r.${TABLES[table]}`)} = ${ids}`
  const { rows } = await sql`SELECT to_jsonb(r) AS row FROM ${source} ORDER BY 1`.execute(tx)
  return rows.map((found) => (found as { row: unknown }).row)
}

/** Everybody in a version of a split of this user. */
export async function selectPartnerIds(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT s.user_id FROM split_share s JOIN split_version v ON v.id = s.version_id
    JOIN content c ON c.id = v.content_id WHERE c.owner_id = ${userId} ORDER BY 1`.execute(tx)
  return rows.map((row) => row.user_id)
}

export type AudioRow = {
  id: string
  /** Of the upload that is to be heard, once it is processed. */
  upload_id: string
  asset_id: string
  maker: string
  release: string
  title: string
  disc: number
  position: number
  has_discs: boolean
}

const liveAsset = (row: 't' | 'e') => sql<string>`coalesce(
  CASE WHEN ${sql.ref(`${row}.live_key`)} ~ '^media/[0-9a-f-]{36}[.]'
    THEN substr(${sql.ref(`${row}.live_key`)}, 7, 36)::uuid END, ${sql.ref(`${row}.asset_id`)})`

/** The audio of all tracks and episodes of a user. While it is being replaced: what is heard. */
export async function selectAudioOf(tx: Tx, userId: string): Promise<AudioRow[]> {
  const { rows } = await sql<AudioRow>`
    SELECT t.id, t.asset_id AS upload_id, ${liveAsset('t')} AS asset_id, ar.name AS maker, al.title AS release,
      t.title, t.disc, t.position,
      EXISTS (SELECT FROM track other WHERE other.album_id = al.id AND other.disc > 1 AND other.deleted_at IS NULL)
        AS has_discs
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE ar.user_id = ${userId} AND ${exists.track}
    UNION ALL
    SELECT e.id, e.asset_id, ${liveAsset('e')}, p.name, '', e.title, 1, e.position, false
    FROM episode e JOIN podcast p ON p.id = e.podcast_id WHERE p.user_id = ${userId} AND ${exists.episode}
    ORDER BY maker, release, disc, position, id`.execute(tx)
  return rows
}

export type PrintsRow = { print_key: string; place: PrintKind }

/** The photographs of a user that are also stored in two inks. */
export async function selectPrintsOf(tx: Tx, userId: string): Promise<PrintsRow[]> {
  const { rows } = await sql<PrintsRow>`
    SELECT ph.print_key, ph.place FROM photograph ph JOIN content c ON c.id = ph.content_id
    WHERE c.owner_id = ${userId} AND ph.print_key IS NOT NULL ORDER BY ph.id`.execute(tx)
  return rows
}

export type ImageRow = { id: string; image_key: string; maker: string | null; release: string | null }

/** The images of a user's content; those of a maker or a release are named after it. */
export async function selectImagesOf(tx: Tx, userId: string): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    SELECT DISTINCT ON (image_key) id, image_key, maker, release FROM (
      SELECT c.id, CASE c.type WHEN 'artist' THEN ar.artwork_key WHEN 'album' THEN al.artwork_key
          WHEN 'podcast' THEN p.artwork_key END AS image_key,
        CASE c.type WHEN 'podcast' THEN p.name ELSE ar.name END AS maker,
        CASE c.type WHEN 'album' THEN al.title END AS release
      FROM ${contentJoins} WHERE c.owner_id = ${userId}
        AND CASE c.type WHEN 'artist' THEN ${exists.artist} WHEN 'album' THEN ${exists.album} ELSE ${exists.podcast} END
      UNION ALL
      SELECT other.content_id, other.image_key, NULL, NULL FROM (
        SELECT content_id, picture_key AS image_key FROM photograph
        UNION ALL SELECT content_id, artwork_key FROM content_picture
        UNION ALL SELECT track_id, artwork_key FROM artwork_segment
        UNION ALL SELECT episode_id, artwork_key FROM chapter) other
      JOIN content c ON c.id = other.content_id WHERE c.owner_id = ${userId}) found
    WHERE image_key IS NOT NULL ORDER BY image_key, maker NULLS LAST, id`.execute(tx)
  return rows
}
