/** SQL of photographs, artists' picks and liner notes. ph is a photograph. */
import { sql } from 'kysely'
import type { FloodColors } from '#server/media/pictures/flood.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Place = 'banner' | 'gallery' | 'notes'
export type PhotographRow = {
  id: string
  content_id: string
  place: Place
  picture_key: string
  width: number
  height: number
  focus_x: number
  focus_y: number
  caption: string | null
  alt: string | null
  print_key: string | null
  colors: FloodColors | null
}

const columns = sql`ph.id, ph.content_id, ph.place, ph.picture_key, ph.width, ph.height, ph.focus_x, ph.focus_y, ph.caption,
  ph.alt, ph.print_key, ph.colors`

export type NewPhotograph = Omit<PhotographRow, 'caption' | 'alt'> & { now: Date }

/** Inserts it last. Inserting the same id again is a no-op. */
export async function insertPhotograph(tx: Tx, photograph: NewPhotograph): Promise<void> {
  const { id, content_id: contentId, place, focus_x: x, focus_y: y, colors, now } = photograph
  await sql`
    INSERT INTO photograph (id, content_id, place, position, picture_key, width, height, focus_x, focus_y, print_key, colors,
      created_at)
    SELECT ${id}::uuid, ${contentId}::uuid, ${place}::text,
      coalesce((SELECT max(position) FROM photograph WHERE content_id = ${contentId} AND place = ${place}), 0) + 1,
      ${photograph.picture_key}::text, ${photograph.width}::integer, ${photograph.height}::integer,
      ${x}::double precision, ${y}::double precision, ${photograph.print_key}::text,
      ${colors === null ? null : JSON.stringify(colors)}::jsonb, ${now}::timestamptz
    ON CONFLICT (id) DO NOTHING`.execute(tx)
}

export async function selectPhotographs(tx: Tx, contentId: string): Promise<PhotographRow[]> {
  const { rows } = await sql<PhotographRow>`
    SELECT ${columns} FROM photograph ph WHERE ph.content_id = ${contentId} ORDER BY ph.position, ph.id`.execute(tx)
  return rows
}

export async function findPhotograph(tx: Tx, id: string): Promise<PhotographRow | undefined> {
  const { rows } = await sql<PhotographRow>`SELECT ${columns} FROM photograph ph WHERE ph.id = ${id}`.execute(tx)
  return rows[0]
}

export type PhotographChange = Pick<PhotographRow, 'focus_x' | 'focus_y' | 'caption' | 'alt' | 'print_key' | 'colors'>

export async function changePhotograph(tx: Tx, id: string, change: PhotographChange): Promise<void> {
  const colors = change.colors === null ? null : JSON.stringify(change.colors)
  await sql`
    UPDATE photograph SET focus_x = ${change.focus_x}, focus_y = ${change.focus_y}, caption = ${change.caption},
      alt = ${change.alt}, print_key = ${change.print_key}, colors = ${colors}::jsonb
    WHERE id = ${id}`.execute(tx)
}

export async function orderRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE photograph SET position = wanted.place
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY wanted (id, place) WHERE photograph.id = wanted.id`.execute(tx)
}

type GoneRow = Pick<PhotographRow, 'picture_key' | 'print_key' | 'place'>

export async function deleteRow(tx: Tx, id: string): Promise<GoneRow[]> {
  const { rows } = await sql<GoneRow>`
    DELETE FROM photograph WHERE id = ${id} RETURNING picture_key, print_key, place`.execute(tx)
  return rows
}

/** Of an album, or of an artist and all their albums. */
export async function deleteRowsOf(tx: Tx, contentId: string): Promise<GoneRow[]> {
  await sql`DELETE FROM artist_pick WHERE artist_id = ${contentId}`.execute(tx)
  await sql`
    DELETE FROM liner_note WHERE album_id IN (SELECT id FROM album WHERE ${contentId} IN (id, artist_id))`.execute(tx)
  const { rows } = await sql<GoneRow>`
    DELETE FROM photograph WHERE content_id = ${contentId}
      OR content_id IN (SELECT id FROM album WHERE artist_id = ${contentId})
    RETURNING picture_key, print_key, place`.execute(tx)
  return rows
}

/** Of all content of this user. */
export async function deleteRowsOfUser(tx: Tx, userId: string): Promise<GoneRow[]> {
  await sql`
    DELETE FROM artist_pick WHERE artist_id IN (SELECT id FROM content WHERE owner_id = ${userId})`.execute(tx)
  await sql`DELETE FROM liner_note WHERE album_id IN (SELECT id FROM content WHERE owner_id = ${userId})`.execute(tx)
  const { rows } = await sql<GoneRow>`
    DELETE FROM photograph WHERE content_id IN (SELECT id FROM content WHERE owner_id = ${userId})
    RETURNING picture_key, print_key, place`.execute(tx)
  return rows
}

/** Of artists and all their albums. */
export async function selectFilesOf(tx: Tx, artistIds: readonly string[]): Promise<GoneRow[]> {
  const { rows } = await sql<GoneRow>`
    SELECT picture_key, print_key, place FROM photograph WHERE content_id = ANY(${artistIds}::uuid[])
      OR content_id IN (SELECT id FROM album WHERE artist_id = ANY(${artistIds}::uuid[]))`.execute(tx)
  return rows
}

/** The colours in which photographs are printed: those of the content's own artwork. Of an artist without artwork: of the
 * artwork of the newest release that has some. Null when there is none. */
export async function readColorsOf(tx: Tx, contentId: string): Promise<FloodColors | null> {
  const { rows } = await sql<{ color_info: FloodColors }>`
    SELECT color_info FROM (
      SELECT color_info, 1 AS rank, NULL::timestamptz AS made FROM artist WHERE id = ${contentId}
      UNION ALL SELECT color_info, 1, NULL FROM album WHERE id = ${contentId}
      UNION ALL SELECT color_info, 2, created_at FROM album WHERE artist_id = ${contentId} AND deleted_at IS NULL
    ) known WHERE color_info IS NOT NULL ORDER BY rank, made DESC LIMIT 1`.execute(tx)
  return rows[0]?.color_info ?? null
}
