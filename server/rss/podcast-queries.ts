/** SQL of the feeds of podcasts. Only what is public now. */
import { sql } from 'kysely'
import type { EpisodeKind, Soundbite } from '#contract/catalog/episodes.ts'
import type { Licence } from '#contract/catalog/releases.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import { publicEpisode, publicPodcast } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { rowVersion } from '#server/platform/database/engine.ts'
import type { FeedState } from './feed-cache.ts'
import { movedTo } from './moved.ts'
import { haveTimeSplits, nostrKeysOf } from './music-queries.ts'

export type PodcastState = FeedState & { podroll: string | null }
export type PageOfEpisodes = { limit: number; offset: number }

const newestFirst = sql`e.published_at DESC, e.position DESC, e.id DESC`

/** SQL: a list with the first episode of a page. It is found in an index: rows of the pages before it are not read. */
const firstOfPage = (podcastId: string, offset: number, now: Date) => sql`
  first_episode AS MATERIALIZED (
    SELECT e.published_at, e.position, e.id FROM episode e JOIN podcast p ON p.id = e.podcast_id
    WHERE e.podcast_id = ${podcastId} AND ${publicEpisode(now)} ORDER BY ${newestFirst} LIMIT 1 OFFSET ${offset})`
const isOnPage = (now: Date) => sql`(${publicEpisode(now)}
  AND (e.published_at, e.position, e.id) <= ((SELECT published_at FROM first_episode),
    (SELECT position FROM first_episode), (SELECT id FROM first_episode)))`

export async function findPodcastState(
  tx: Tx,
  podcastId: string,
  { limit, offset }: PageOfEpisodes,
  now: Date,
): Promise<PodcastState | undefined> {
  const { rows } = await sql<PodcastState>`
    WITH ${firstOfPage(podcastId, offset, now)}
    SELECT md5(concat(${rowVersion('p')}, shown.version)) AS version, shown.ids::text[] AS "itemIds",
      ${haveTimeSplits(sql`shown.ids`)} AS "hasTimeSplits", ${nostrKeysOf(sql`p.user_id`)} AS "nostrKeys",
      ${movedTo('p', now)} AS "movedTo", p.podroll
    FROM podcast p CROSS JOIN LATERAL (
      SELECT string_agg(concat(item.id, item.version), ' ') AS version, coalesce(array_agg(item.id), '{}') AS ids
      FROM (SELECT e.id, ${rowVersion('e')} AS version FROM episode e WHERE e.podcast_id = p.id AND ${isOnPage(now)}
        ORDER BY ${newestFirst} LIMIT ${limit}) item) shown
    WHERE p.id = ${podcastId} AND ${publicPodcast(now)}`.execute(tx)
  return rows[0]
}

export type PodcastRow = {
  id: string
  name: string
  podcast_url: string
  description: string | null
  artwork_key: string | null
  language: string | null
  is_explicit: boolean
  categories: [string, string | null][]
  is_locked: boolean
  verification_code: string | null
  new_feed_url: string | null
  changed_at: Date
}

const nameOf = (kind: 'category' | 'subcategory', column: string) =>
  sql`(SELECT name FROM classification WHERE kind = ${kind} AND id = p.${sql.ref(column)})`

/** Also counts episodes that are not public any more. */
export const podcastChangedAt = (now: Date) => sql<Date>`greatest(p.updated_at, p.published_at, (
  SELECT max(greatest(e.updated_at, e.published_at, e.deleted_at)) FROM episode e
  WHERE e.podcast_id = p.id AND e.published_at <= ${now}))`

export async function findPodcast(tx: Tx, podcastId: string, now: Date): Promise<PodcastRow | undefined> {
  const { rows } = await sql<PodcastRow>`
    SELECT p.id, p.name, p.podcast_url, p.description, p.artwork_key, p.language, p.is_explicit, p.is_locked,
      p.verification_code, p.new_feed_url,
      jsonb_build_array(
        jsonb_build_array(${nameOf('category', 'primary_category_id')},
          ${nameOf('subcategory', 'primary_subcategory_id')}),
        jsonb_build_array(${nameOf('category', 'secondary_category_id')},
          ${nameOf('subcategory', 'secondary_subcategory_id')})) AS categories,
      ${podcastChangedAt(now)} AS changed_at
    FROM podcast p WHERE p.id = ${podcastId} AND ${publicPodcast(now)}`.execute(tx)
  return rows[0]
}

export type EpisodeRow = {
  id: string
  title: string
  description: string | null
  notes: string | null
  season: number | null
  number: number | null
  kind: EpisodeKind
  position: number
  credits: StoredCredit[]
  is_explicit: boolean
  published_at: Date | null
  duration_ms: number | null
  live_key: string | null
  artwork_key: string | null
  soundbites: Soundbite[]
  location: string | null
  geo: string | null
  licence: Licence | null
  has_chapters: boolean
  has_transcript: boolean
}

/** Apps order episodes by date only, and dates of feeds have whole seconds: those of one second are a second apart. The date of
 * an episode stays when others are hidden or deleted, and is the same on every page. */
const datedApart = sql<Date | null>`e.published_at + interval '1 second' * (
  SELECT count(*) FROM episode same WHERE same.podcast_id = e.podcast_id
    AND same.published_at BETWEEN date_trunc('second', e.published_at) AND e.published_at
    AND (same.published_at, same.position, same.id) < (e.published_at, e.position, e.id))`

export async function selectEpisodes(
  tx: Tx,
  podcastId: string,
  { limit, offset }: PageOfEpisodes,
  now: Date,
): Promise<EpisodeRow[]> {
  const { rows } = await sql<EpisodeRow>`
    WITH ${firstOfPage(podcastId, offset, now)}
    SELECT e.id, e.title, e.description, e.notes, e.season, e.number, e.kind, e.position, e.credits, e.is_explicit,
      ${datedApart} AS published_at, e.duration_ms, e.live_key, e.artwork_key, e.soundbites, e.location, e.geo, e.licence,
      EXISTS (SELECT FROM chapter c WHERE c.episode_id = e.id) AS has_chapters,
      EXISTS (SELECT FROM transcript tr WHERE tr.episode_id = e.id) AS has_transcript
    FROM episode e JOIN podcast p ON p.id = e.podcast_id
    WHERE e.podcast_id = ${podcastId} AND ${isOnPage(now)}
    ORDER BY ${newestFirst} LIMIT ${limit}`.execute(tx)
  return rows
}
