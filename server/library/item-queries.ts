/** SQL of liked content other than tracks, and of followed artists and podcasts, with the alias li. */
import { type RawBuilder, sql } from 'kysely'
import { LIBRARY_MAX } from '#contract/listening/library.ts'
import type { Page } from '#server/catalog/forms/values.ts'
import { albumDurationMs } from '#server/catalog/content/durations.ts'
import type { Colors } from '#server/catalog/audio/audio-info.ts'
import { publicAlbum, publicArtist, publicEpisode, publicPodcast } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type ItemType = 'album' | 'episode' | 'artist' | 'podcast' | 'playlist'
export type Item = { content_id: string; added_at: Date }

/** Null when the library is full. An existing item keeps its date. */
export async function insertItem(
  tx: Tx,
  userId: string,
  item: { contentId: string; type: ItemType; now: Date },
): Promise<Date | null> {
  await sql`
    INSERT INTO library_item (user_id, content_id, content_type, added_at)
    SELECT ${userId}::uuid, ${item.contentId}::uuid, ${item.type}, ${item.now}::timestamptz
    WHERE (SELECT count(*) FROM library_item WHERE user_id = ${userId}) < ${LIBRARY_MAX}
    ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<{ added_at: Date }>`
    SELECT added_at FROM library_item WHERE user_id = ${userId} AND content_id = ${item.contentId}`.execute(tx)
  return rows[0]?.added_at ?? null
}

export async function deleteItem(tx: Tx, userId: string, contentId: string): Promise<void> {
  await sql`DELETE FROM library_item WHERE user_id = ${userId} AND content_id = ${contentId}`.execute(tx)
}

export async function deleteItemsOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM library_item WHERE user_id = ${userId}`.execute(tx)
}

/** The newest first. */
export async function selectItems(tx: Tx, userId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    SELECT content_id, added_at FROM library_item WHERE user_id = ${userId}
    ORDER BY added_at DESC, content_id LIMIT ${LIBRARY_MAX}`.execute(tx)
  return rows
}

export async function countFollowers(tx: Tx, contentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM library_item WHERE content_id = ${contentId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A batch of those who follow or saved one of these contents, in the order of their ids. */
export async function selectFollowers(
  tx: Tx,
  contentIds: readonly string[],
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM library_item
    WHERE content_id = ANY(${contentIds}::uuid[]) AND (${after}::uuid IS NULL OR user_id > ${after}::uuid)
    ORDER BY user_id LIMIT ${limit}`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

type Found<Row> = { rows: (Row & { added_at: Date })[]; total: number }

/** One page of a user's saved content of a kind, as far as it is still visible; the newest first. */
async function selectSaved<Row>(
  tx: Tx,
  type: ItemType,
  { userId, page }: SavedQuery,
  { columns, joins, where }: Record<'columns' | 'joins', RawBuilder<unknown>> & { where: RawBuilder<boolean> },
): Promise<Found<Row>> {
  const of = sql`FROM library_item li ${joins} WHERE li.user_id = ${userId} AND li.content_type = ${type} AND ${where}`
  const { rows } = await sql<Row & { added_at: Date }>`
    SELECT ${columns}, li.added_at ${of}
    ORDER BY li.added_at DESC, li.content_id LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total ${of}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export type SavedQuery = { userId: string; page: Page; now: Date }

type Pictured = { id: string; artwork_key: string | null; color_info: Colors; updated_at: Date }
type Linked = Record<'twitter' | 'npub' | 'instagram' | 'youtube' | 'website', string | null>

export type SavedAlbumRow = Pictured & {
  title: string
  artist_id: string
  artist_name: string
  artist_url: string
  description: string | null
  genre_id: number | null
  subgenre_id: number | null
  is_single: boolean
  duration_ms: number
  published_at: Date | null
  created_at: Date
}

export function selectSavedAlbums(tx: Tx, query: SavedQuery): Promise<Found<SavedAlbumRow>> {
  return selectSaved(tx, 'album', query, {
    columns: sql`al.id, al.artwork_key, al.color_info, al.updated_at, al.title, al.artist_id, ar.name AS artist_name,
    ar.artist_url, al.description, al.genre_id, al.subgenre_id, al.is_single, al.published_at, al.created_at,
    ${albumDurationMs(query.now)} AS duration_ms`,
    joins: sql`JOIN album al ON al.id = li.content_id JOIN artist ar ON ar.id = al.artist_id`,
    where: publicAlbum(query.now),
  })
}

export type SavedArtistRow = Pictured &
  Linked & { name: string; artist_url: string; bio: string | null; verified: boolean }

export function selectSavedArtists(tx: Tx, query: SavedQuery): Promise<Found<SavedArtistRow>> {
  return selectSaved(tx, 'artist', query, {
    columns: sql`ar.id, ar.artwork_key, ar.color_info, ar.updated_at, ar.name, ar.artist_url, ar.bio, ar.verified,
    ar.twitter, ar.npub, ar.instagram, ar.youtube, ar.website`,
    joins: sql`JOIN artist ar ON ar.id = li.content_id`,
    where: publicArtist,
  })
}

export type SavedPodcastRow = Pictured &
  Linked & { name: string; podcast_url: string; description: string | null; published_at: Date | null }

export function selectSavedPodcasts(tx: Tx, query: SavedQuery): Promise<Found<SavedPodcastRow>> {
  return selectSaved(tx, 'podcast', query, {
    columns: sql`p.id, p.artwork_key, p.color_info, p.updated_at, p.name, p.podcast_url, p.description, p.published_at,
    p.twitter, p.npub, p.instagram, p.youtube, p.website`,
    joins: sql`JOIN podcast p ON p.id = li.content_id`,
    where: publicPodcast(query.now),
  })
}

export function selectSavedEpisodes(tx: Tx, query: SavedQuery): Promise<Found<{ id: string }>> {
  return selectSaved(tx, 'episode', query, {
    columns: sql`e.id`,
    joins: sql`JOIN episode e ON e.id = li.content_id JOIN podcast p ON p.id = e.podcast_id`,
    where: publicEpisode(query.now),
  })
}

export function selectSavedPlaylists(tx: Tx, query: SavedQuery): Promise<Found<{ id: string }>> {
  return selectSaved(tx, 'playlist', query, {
    columns: sql`pl.id`,
    joins: sql`JOIN playlist pl ON pl.id = li.content_id`,
    where: sql<boolean>`(pl.visibility <> 'private' OR pl.user_id = li.user_id)`,
  })
}
