/** SQL of episodes: creating one, and selecting the episodes of a list. The columns of an
 * episode are in episode-info.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { EpisodeKind, Soundbite } from '#contract/catalog/episodes.ts'
import type { Licence } from '#contract/catalog/releases.ts'
import { asJson } from '#server/catalog/forms/changes.ts'
import type { StoredCredit } from '#server/catalog/forms/credits.ts'
import { type EpisodeRow, selectEpisodes } from './episode-info.ts'
import type { Page } from '#server/catalog/forms/values.ts'
import { exists, listedFor, publicEpisode, visibleTo } from '#server/catalog/content/visibility.ts'

/** Maximum number of episodes in a response. */
export const LIST_MAX = 1_000

export type NewEpisode = {
  id: string
  podcastId: string
  assetId: string
  title: string
  description: string | null
  notes: string | null
  season: number | null
  number: number | null
  kind: EpisodeKind
  credits: readonly StoredCredit[]
  soundbites: readonly Soundbite[]
  location: string | null
  geo: string | null
  licence: string | null
  position: number
  isExplicit: boolean
  isDraft: boolean
  now: Date
}

export async function insertEpisode(tx: Tx, episode: NewEpisode): Promise<void> {
  await sql`
    INSERT INTO episode (id, podcast_id, title, description, notes, season, number, kind, credits, soundbites, location, geo,
      licence, position, is_explicit, is_draft, asset_id, created_at, updated_at)
    VALUES (${episode.id}, ${episode.podcastId}, ${episode.title}, ${episode.description}, ${episode.notes},
      ${episode.season}, ${episode.number}, ${episode.kind}, ${asJson(episode.credits)}, ${asJson(episode.soundbites)},
      ${episode.location}, ${episode.geo}, ${episode.licence}, ${episode.position},
      ${episode.isExplicit}, ${episode.isDraft}, ${episode.assetId}, ${episode.now}, ${episode.now})`.execute(tx)
}

export type EpisodeDetails = {
  notes: string | null
  credits: StoredCredit[]
  artwork_key: string | null
  soundbites: Soundbite[]
  location: string | null
  geo: string | null
  licence: Licence | null
  transcript_characters: number
}

/** What only the page of an episode shows. */
export async function findEpisodeDetails(tx: Tx, episodeId: string): Promise<EpisodeDetails | undefined> {
  const { rows } = await sql<EpisodeDetails>`
    SELECT e.notes, e.credits, e.artwork_key, e.soundbites, e.location, e.geo, e.licence,
      coalesce(tr.characters, 0) AS transcript_characters
    FROM episode e LEFT JOIN transcript tr ON tr.episode_id = e.id WHERE e.id = ${episodeId}`.execute(tx)
  return rows[0]
}

export async function findEpisode(tx: Tx, episodeId: string, now: Date): Promise<EpisodeRow | undefined> {
  const where = sql<boolean>`e.id = ${episodeId} AND ${exists.episode}`
  return (await selectEpisodes(tx, { now, where, limit: 1 }))[0]
}

/** The episodes of a user's podcasts, newest first; with drafts on request. */
export function selectEpisodesOf(
  tx: Tx,
  userId: string,
  { unpublished, page, now }: { unpublished?: string | undefined; page: Page; now: Date },
): Promise<EpisodeRow[]> {
  const which = unpublished === 'true' ? exists.episode : publicEpisode(now)
  const where = sql<boolean>`p.user_id = ${userId} AND ${which}`
  return selectEpisodes(tx, { now, where, limit: page.limit, offset: page.offset })
}

export async function findVisibleEpisode(
  tx: Tx,
  caller: Caller,
  episodeId: string,
  now: Date,
): Promise<EpisodeRow | undefined> {
  const where = sql<boolean>`e.id = ${episodeId} AND ${visibleTo('episode', caller, now)}`
  return (await selectEpisodes(tx, { now, where, limit: 1 }))[0]
}

export function selectPodcastEpisodes(
  tx: Tx,
  caller: Caller,
  podcastId: string,
  { unpublished, page }: { unpublished?: string | undefined; page: Page },
  now: Date,
): Promise<EpisodeRow[]> {
  const where = sql<boolean>`e.podcast_id = ${podcastId} AND ${listedFor('episode', caller, { unpublished }, now)}`
  return selectEpisodes(tx, { now, where, limit: page.limit, offset: page.offset })
}
