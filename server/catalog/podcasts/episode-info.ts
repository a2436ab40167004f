/** An episode as every list and page shows it: the columns, and the mapping from them.
 * Which episodes are selected is up to each query, which adds its own condition and order. */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { Episode, EpisodeKind } from '#contract/catalog/episodes.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Addresses } from '#server/catalog/catalog.ts'
import { urlOf, type Colors, describeAudio, type AudioRow } from '#server/catalog/audio/audio-info.ts'
import { itemGuid } from '#server/catalog/feed-guids.ts'
import { receivedColumns, receivedJoins } from '#server/catalog/audio/total-queries.ts'

export type EpisodeRow = AudioRow & {
  id: string
  podcast_id: string
  guid: string
  title: string
  description: string | null
  season: number | null
  number: number | null
  kind: EpisodeKind
  podcast_name: string
  podcast_url: string
  /** Its own, or those of its podcast. */
  artwork_key: string | null
  color_info: Colors
  user_id: string
}

export type EpisodeQuery = { now: Date; where: RawBuilder<boolean>; limit: number; offset?: number }

/** Newest first; episodes without a date come before everything that is published. */
export async function selectEpisodes(tx: Tx, { now, where, limit, offset = 0 }: EpisodeQuery): Promise<EpisodeRow[]> {
  const { rows } = await sql<EpisodeRow>`
    SELECT ${itemGuid(sql`e.id`)} AS guid, e.id, e.podcast_id, e.title, e.description, e.position, e.is_explicit, e.is_draft,
      (e.taken_down_at IS NOT NULL OR p.taken_down_at IS NOT NULL) AS is_taken_down,
      e.processing_state, e.failure_code, e.failure_text, e.asset_id, e.season, e.number, e.kind, e.live_key, e.duration_ms,
      e.published_at, e.created_at, p.name AS podcast_name, p.podcast_url, coalesce(e.artwork_key, p.artwork_key) AS artwork_key,
      CASE WHEN e.artwork_key IS NULL THEN p.color_info ELSE e.color_info END AS color_info,
      p.user_id, ${receivedColumns}
    FROM (SELECT chosen_id, row_number() OVER () AS place FROM (
        SELECT e.id AS chosen_id FROM episode e JOIN podcast p ON p.id = e.podcast_id
        WHERE ${where} ORDER BY e.published_at DESC NULLS FIRST, e.position DESC, e.id DESC
        LIMIT ${limit} OFFSET ${offset}) ordered) chosen
      JOIN episode e ON e.id = chosen.chosen_id JOIN podcast p ON p.id = e.podcast_id ${receivedJoins('e.id', now)}
    ORDER BY chosen.place`.execute(tx)
  return rows
}

/** `isForEditor`: for the owner, or a member who edits. */
export function toEpisode(addresses: Addresses, row: EpisodeRow, isForEditor = false): output<typeof Episode> {
  return {
    id: row.id,
    podcastId: row.podcast_id,
    guid: row.guid,
    title: row.title,
    description: row.description,
    season: row.season,
    number: row.number,
    kind: row.kind,
    podcast: row.podcast_name,
    podcastUrl: row.podcast_url,
    userId: row.user_id,
    artworkUrl: urlOf(addresses, row.artwork_key),
    colorInfo: row.color_info,
    ...describeAudio(addresses, row, isForEditor),
  }
}
