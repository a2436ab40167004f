/** SQL of episodes: making one, and which of them a list holds. What an episode looks like is in episode-info.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Who } from '#server/platform/who.ts'
import { type EpisodeRow, selectEpisodes } from './episode-info.ts'
import { listedFor, visibleTo } from './visibility.ts'

export const EPISODES_MAX = 5_000
/** How many episodes one answer holds. */
const LIST_MAX = 1_000

export type NewEpisode = {
  id: string
  podcastId: string
  assetId: string
  title: string
  description: string | null
  position: number
  isExplicit: boolean
  now: Date
}

export async function insertEpisode(tx: Tx, episode: NewEpisode): Promise<void> {
  await sql`
    INSERT INTO episode (id, podcast_id, title, description, position, is_explicit, asset_id, created_at, updated_at)
    VALUES (${episode.id}, ${episode.podcastId}, ${episode.title}, ${episode.description}, ${episode.position},
      ${episode.isExplicit}, ${episode.assetId}, ${episode.now}, ${episode.now})`.execute(tx)
}

/** How many episodes a podcast has, and whether one of them has this title already. */
export async function countEpisodes(tx: Tx, podcastId: string, title: string): Promise<{ made: number; same: number }> {
  const { rows } = await sql<{ made: number; same: number }>`
    SELECT count(*)::int AS made, count(*) FILTER (WHERE lower(title) = lower(${title}))::int AS same
    FROM episode WHERE podcast_id = ${podcastId} AND deleted_at IS NULL AND processing_state <> 'failed'`.execute(tx)
  return rows[0] ?? { made: 0, same: 0 }
}

export async function findVisibleEpisode(
  tx: Tx,
  who: Who,
  episodeId: string,
  now: Date,
): Promise<EpisodeRow | undefined> {
  const where = sql<boolean>`e.id = ${episodeId} AND ${visibleTo('episode', who, now)}`
  return (await selectEpisodes(tx, { now, where, limit: 1 }))[0]
}

export function selectPodcastEpisodes(
  tx: Tx,
  who: Who,
  podcastId: string,
  query: { unpublished?: string | undefined },
  now: Date,
): Promise<EpisodeRow[]> {
  const where = sql<boolean>`e.podcast_id = ${podcastId} AND ${listedFor('episode', who, query, now)}`
  return selectEpisodes(tx, { now, where, limit: LIST_MAX })
}
