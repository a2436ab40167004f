/** SQL of podcasts. */
import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/team-roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Links, Page } from '#server/catalog/forms/values.ts'
import { colorInfoOf, type SavedArtwork } from '#server/catalog/forms/artwork.ts'
import type { Colors } from '#server/catalog/audio/audio-info.ts'
import { makersOf, roleOf } from '#server/catalog/content/team-sql.ts'
import { exists, publicPodcast, visibleTo } from '#server/catalog/content/visibility.ts'

export type PodcastRow = Links & {
  id: string
  user_id: string
  name: string
  podcast_url: string
  description: string | null
  primary_category_id: number | null
  secondary_category_id: number | null
  primary_subcategory_id: number | null
  secondary_subcategory_id: number | null
  artwork_key: string | null
  color_info: Colors
  language: string | null
  is_explicit: boolean
  allows_clips: boolean
  is_draft: boolean
  is_taken_down: boolean
  publish_when_ready: boolean
  published_at: Date | null
  created_at: Date
  updated_at: Date
  msat_total: bigint
}

export const podcastColumns = sql`p.id, p.user_id, p.name, p.podcast_url, p.description, p.twitter, p.npub, p.instagram,
  p.youtube, p.website, p.primary_category_id, p.secondary_category_id, p.primary_subcategory_id,
  p.secondary_subcategory_id, p.artwork_key, p.color_info, p.language, p.is_explicit, p.allows_clips, p.is_draft,
  p.taken_down_at IS NOT NULL AS is_taken_down,
  p.publish_when_ready, p.published_at, p.created_at, p.updated_at,
  coalesce(received.msat_total, 0) AS msat_total`
export const podcastJoins = sql`podcast p LEFT JOIN content_total received ON received.content_id = p.id`

export type NewPodcast = Links & {
  id: string
  userId: string
  name: string
  podcastUrl: string
  description: string | null
  primaryCategoryId: number | null
  secondaryCategoryId: number | null
  primarySubcategoryId: number | null
  secondarySubcategoryId: number | null
  language: string | null
  isExplicit: boolean
  publishWhenReady: boolean
  publishedAt: Date | null
  picture: SavedArtwork
  now: Date
}

export async function insertPodcast(tx: Tx, podcast: NewPodcast): Promise<void> {
  await sql`
    INSERT INTO podcast (id, user_id, name, podcast_url, description, twitter, npub, instagram, youtube, website,
      primary_category_id, secondary_category_id, primary_subcategory_id, secondary_subcategory_id, language, is_explicit,
      publish_when_ready, published_at, artwork_key, color_info, created_at, updated_at)
    VALUES (${podcast.id}, ${podcast.userId}, ${podcast.name}, ${podcast.podcastUrl}, ${podcast.description},
      ${podcast.twitter}, ${podcast.npub}, ${podcast.instagram}, ${podcast.youtube}, ${podcast.website},
      ${podcast.primaryCategoryId}, ${podcast.secondaryCategoryId}, ${podcast.primarySubcategoryId},
      ${podcast.secondarySubcategoryId}, ${podcast.language}, ${podcast.isExplicit}, ${podcast.publishWhenReady},
      ${podcast.publishedAt}, ${podcast.picture.artworkKey}, ${colorInfoOf(podcast.picture)}, ${podcast.now},
      ${podcast.now})`.execute(tx)
}

async function selectPodcast(tx: Tx, where: RawBuilder<boolean>): Promise<PodcastRow | undefined> {
  const { rows } = await sql<PodcastRow>`SELECT ${podcastColumns} FROM ${podcastJoins} WHERE ${where}`.execute(tx)
  return rows[0]
}

export function findPodcast(tx: Tx, podcastId: string): Promise<PodcastRow | undefined> {
  return selectPodcast(tx, sql`p.id = ${podcastId} AND ${exists.podcast}`)
}

/** The same, locked until the transaction ends, so that its episodes cannot change in the meantime. */
export async function lockPodcast(tx: Tx, podcastId: string): Promise<PodcastRow | undefined> {
  await sql`SELECT FROM podcast WHERE id = ${podcastId} FOR UPDATE`.execute(tx)
  return findPodcast(tx, podcastId)
}

export type PodcastName = { podcastId: string } | { podcastUrl: string }

export function findVisiblePodcast(
  tx: Tx,
  caller: Caller,
  name: PodcastName,
  now: Date,
): Promise<PodcastRow | undefined> {
  const named = 'podcastId' in name ? sql`p.id = ${name.podcastId}` : sql`p.podcast_url = ${name.podcastUrl}`
  return selectPodcast(tx, sql`${named} AND ${visibleTo('podcast', caller, now)}`)
}

export type OwnPodcastRow = PodcastRow & {
  episode_count: number
  ready_count: number
  role: Role
  is_locked: boolean
  verification_code: string | null
  podroll: string | null
  new_feed_url: string | null
  new_feed_since: Date | null
}

export async function selectPodcastsOf(tx: Tx, userId: string, page: Page): Promise<OwnPodcastRow[]> {
  const { rows } = await sql<OwnPodcastRow>`
    SELECT ${podcastColumns}, made.episode_count, made.ready_count, ${roleOf('p', userId)} AS role,
      p.is_locked, p.verification_code, p.podroll, p.new_feed_url, p.new_feed_since
    FROM ${podcastJoins} CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE e.live_key IS NOT NULL OR e.failure_text IS NULL)::int AS episode_count,
        count(e.live_key)::int AS ready_count
      FROM episode e WHERE e.podcast_id = p.id AND e.deleted_at IS NULL) made
    WHERE p.id IN ${makersOf('podcast', userId)} AND ${exists.podcast}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  return rows
}

export async function selectPodcastPage(
  tx: Tx,
  page: Page,
  now: Date,
  categoryId: number | undefined,
): Promise<{ rows: PodcastRow[]; total: number }> {
  const isWanted =
    categoryId === undefined ? sql`true` : sql`${categoryId} IN (p.primary_category_id, p.secondary_category_id)`
  const { rows } = await sql<PodcastRow>`
    SELECT ${podcastColumns} FROM ${podcastJoins} WHERE ${publicPodcast(now)} AND ${isWanted}
    ORDER BY p.published_at DESC, p.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(tx)
  const count = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM podcast p WHERE ${publicPodcast(now)} AND ${isWanted}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
