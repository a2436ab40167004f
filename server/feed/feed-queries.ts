/** SQL of the feed: releases of followed artists, genres and podcasts, and their owners' comments on their own content. */
import { type RawBuilder, sql } from 'kysely'
import type { FeedItem } from '#contract/community/feed.ts'
import type { output } from 'zod/mini'
import { contentJoins, contentTitle, publicContent } from '#server/catalog/content/queries.ts'
import type { Colors } from '#server/catalog/audio/audio-info.ts'
import { hasPublicTrack, publicAlbum, publicEpisode, publicTrack } from '#server/catalog/content/visibility.ts'
import { isVisibleComment } from '#server/comments/list-queries.ts'
import type { TimeCursor } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'

type Item = output<typeof FeedItem>

export type FeedRow = {
  id: string
  kind: Item['kind']
  at: Date
  source_id: string
  source_type: 'artist' | 'podcast'
  source_name: string
  source_slug: string
  source_artwork_key: string | null
  content_id: string
  content_type: Item['content']['type']
  title: string
  artwork_key: string | null
  color_info: Colors
  text: string | null
}

type Query = { userId: string; place: TimeCursor | null; limit: number; now: Date }

const artistSource = sql`ar.id AS source_id, 'artist' AS source_type, ar.name AS source_name,
  ar.artist_url AS source_slug, ar.artwork_key AS source_artwork_key`
const podcastSource = sql`p.id AS source_id, 'podcast' AS source_type, p.name AS source_name,
  p.podcast_url AS source_slug, p.artwork_key AS source_artwork_key`

/** Each part is limited to one page, so that a user who follows thousands does not sort all of their releases. */
export async function selectFeed(tx: Tx, query: Query): Promise<FeedRow[]> {
  const { userId, limit } = query
  const parts = [albums(query), genreAlbums(query), laterTracks(query), episodes(query), messages(query)]
  const { rows } = await sql<FeedRow>`
    WITH followed AS MATERIALIZED (
      SELECT li.content_id AS id FROM library_item li
      WHERE li.user_id = ${userId} AND li.content_type IN ('artist', 'podcast'))
    SELECT id, kind, at, source_id, source_type, source_name, source_slug, source_artwork_key, content_id, content_type,
      title, artwork_key, color_info, text
    FROM (${sql.join(
      parts.map((part) => sql`(${part} ORDER BY at DESC, id DESC LIMIT ${limit})`),
      sql` UNION ALL `,
    )}) item
    ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function followsAnybody(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM library_item WHERE user_id = ${userId} AND content_type IN ('artist', 'podcast')
    UNION ALL SELECT FROM followed_genre WHERE user_id = ${userId} LIMIT 1`.execute(tx)
  return rows.length > 0
}

function isAfter(place: TimeCursor | null, at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return place === null ? sql`TRUE` : sql`(${at}, ${id}) < (${place.at}::timestamptz, ${place.id}::uuid)`
}

const albums = ({ place, now }: Query) => sql`
  SELECT al.id, 'album' AS kind, al.published_at AS at, ${artistSource}, al.id AS content_id, 'album' AS content_type,
    al.title, al.artwork_key, al.color_info, NULL AS text
  FROM followed f JOIN artist ar ON ar.id = f.id JOIN album al ON al.artist_id = ar.id
  WHERE ${publicAlbum(now)} AND ${hasPublicTrack(now)} AND ${isAfter(place, sql`al.published_at`, sql`al.id`)}`

/** Releases of followed genres, unless their artist is followed too. */
const genreAlbums = ({ userId, place, now }: Query) => sql`
  SELECT al.id, 'album', al.published_at AS at, ${artistSource}, al.id AS content_id, 'album', al.title, al.artwork_key,
    al.color_info, NULL
  FROM followed_genre g JOIN album al ON al.genre_id = g.genre_id JOIN artist ar ON ar.id = al.artist_id
  WHERE g.user_id = ${userId} AND al.published_at > g.followed_at AND ${publicAlbum(now)} AND ${hasPublicTrack(now)}
    AND NOT EXISTS (SELECT FROM followed f WHERE f.id = ar.id) AND ${isAfter(place, sql`al.published_at`, sql`al.id`)}`

/** Tracks added to an album after its release. Tracks released with the album are part of the album's item, even if an
 * old date was entered for the album and some tracks finished processing later. */
const laterTracks = ({ place, now }: Query) => sql`
  SELECT t.id, 'track', t.published_at AS at, ${artistSource}, t.id AS content_id, 'track', t.title, al.artwork_key, al.color_info, NULL
  FROM followed f JOIN artist ar ON ar.id = f.id JOIN album al ON al.artist_id = ar.id JOIN track t ON t.album_id = al.id
  WHERE ${publicTrack(now)} AND t.published_at > al.published_at + interval '1 day'
    AND t.created_at > al.created_at + interval '1 day' AND ${isAfter(place, sql`t.published_at`, sql`t.id`)}`

const episodes = ({ place, now }: Query) => sql`
  SELECT e.id, 'episode', e.published_at AS at, ${podcastSource}, e.id AS content_id, 'episode', e.title,
    coalesce(e.artwork_key, p.artwork_key), CASE WHEN e.artwork_key IS NULL THEN p.color_info ELSE e.color_info END, NULL
  FROM followed f JOIN podcast p ON p.id = f.id JOIN episode e ON e.podcast_id = p.id
  WHERE ${publicEpisode(now)} AND ${isAfter(place, sql`e.published_at`, sql`e.id`)}`

const messages = ({ userId, place, now }: Query) => sql`
  SELECT cm.id, 'message', cm.created_at AS at, coalesce(ar.id, p.id), CASE WHEN ar.id IS NULL THEN 'podcast' ELSE 'artist' END,
    coalesce(ar.name, p.name), coalesce(ar.artist_url, p.podcast_url), coalesce(ar.artwork_key, p.artwork_key),
    c.id AS content_id, c.type, ${contentTitle}, coalesce(al.artwork_key, ar.artwork_key, e.artwork_key, p.artwork_key),
    CASE WHEN e.artwork_key IS NULL THEN coalesce(al.color_info, ar.color_info, p.color_info) ELSE e.color_info END, cm.body
  FROM followed f JOIN comment cm ON cm.maker_id = f.id JOIN (${contentJoins}) ON c.id = cm.content_id
  WHERE cm.author_id = cm.owner_id AND cm.deleted_at IS NULL AND ${publicContent(now)} AND ${isVisibleComment('cm', userId)}
    AND ${isAfter(place, sql`cm.created_at`, sql`cm.id`)}`
