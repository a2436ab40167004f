/** An episode as every list and page shows it: the columns, and the one mapping from them.
 * Not which episodes; each query adds its own condition and order. */
import { type RawBuilder, sql } from 'kysely'
import type { output } from 'zod/mini'
import type { Episode } from '#contract/podcasts.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Addresses } from './catalog.ts'
import { addressOf, type Colors, describeSound, type SoundRow } from './sound-info.ts'
import { receivedColumns, receivedJoins } from './total-queries.ts'

export type EpisodeRow = SoundRow & {
  id: string
  podcast_id: string
  title: string
  description: string | null
  podcast_name: string
  podcast_url: string
  podcast_artwork_key: string | null
  podcast_color_info: Colors
  user_id: string
}

export type EpisodeQuery = { now: Date; where: RawBuilder<boolean>; limit: number }

/** Newest first; what has no date yet stands before everything that is out. */
export async function selectEpisodes(tx: Tx, { now, where, limit }: EpisodeQuery): Promise<EpisodeRow[]> {
  const { rows } = await sql<EpisodeRow>`
    SELECT e.id, e.podcast_id, e.title, e.description, e.position, e.is_explicit, e.is_draft, e.processing_state,
      e.failure_text, e.live_key, e.duration_ms, e.published_at, e.created_at,
      p.name AS podcast_name, p.podcast_url, p.artwork_key AS podcast_artwork_key, p.color_info AS podcast_color_info,
      p.user_id, ${receivedColumns}
    FROM episode e JOIN podcast p ON p.id = e.podcast_id ${receivedJoins('e.id', now)}
    WHERE ${where} ORDER BY e.published_at DESC NULLS FIRST, e.position DESC, e.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export function toEpisode(addresses: Addresses, row: EpisodeRow): output<typeof Episode> {
  return {
    id: row.id,
    podcastId: row.podcast_id,
    title: row.title,
    description: row.description,
    podcast: row.podcast_name,
    podcastUrl: row.podcast_url,
    userId: row.user_id,
    artworkUrl: addressOf(addresses, row.podcast_artwork_key),
    colorInfo: row.podcast_color_info,
    ...describeSound(addresses, row),
  }
}
