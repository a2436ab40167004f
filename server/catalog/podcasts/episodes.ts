/** Episodes: adding one to a podcast, and reading it. Its audio belongs to the media module
 * (subscribers.ts handles its events). */
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/episodes.ts'
import { parseGeo, PODCAST_EPISODES_MAX } from '#contract/catalog/episodes.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type Addresses, type Catalog } from '#server/catalog/catalog.ts'
import { mayDo, requireMay } from '#server/catalog/content/roles.ts'
import { insertContent } from '#server/catalog/content/queries.ts'
import { type EpisodeRow, toEpisode } from './episode-info.ts'
import {
  findEpisodeDetails,
  findVisibleEpisode,
  insertEpisode,
  LIST_MAX,
  selectEpisodesOf,
  selectPodcastEpisodes,
} from './episode-queries.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import { textChange } from '#server/catalog/forms/changes.ts'
import { describeCredits, findCredited } from '#server/catalog/forms/credits.ts'
import { requireSpace, startUpload } from '#server/catalog/audio/audio-changes.ts'
import { isExplicit, ownPageOf, pageOf, requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { missing } from '#server/catalog/content/tombstones.ts'
import { findVisiblePodcast, lockPodcast } from './podcast-queries.ts'
import { families } from '#server/catalog/publishing/queries.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { notFound } from '#server/platform/errors.ts'

export type EpisodeInput = Input<typeof calls.createEpisode>['body']

/** Owner, managers and editors of the podcast. The response contains the URL to PUT the audio file to. */
export async function createEpisode(
  catalog: Catalog,
  caller: Caller,
  body: EpisodeInput,
): Promise<Data<typeof calls.createEpisode>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const id = newId()
  const assetId = newId()
  const title = requiredText(body.title)
  const description = textOrNull(body.description)
  const position = body.order
  return database.transaction(async (tx) => {
    const podcast = await requireMay(tx, caller, await lockPodcast(tx, body.podcastId), 'upload')
    await requireSpace(tx, families.podcast, podcast.id, PODCAST_EPISODES_MAX)
    const credits = (await findCredited(tx, [body.credits]))(body.credits) ?? []
    const { season = null, number = null, kind = 'full' } = body
    const isDraft = !podcast.publish_when_ready
    const placed = { season, number, kind }
    const { soundbites = [], location = null, geo = null, licence } = factColumns(body, null)
    const episode = { id, podcastId: podcast.id, title, description, ...placed, isDraft, isExplicit: isExplicit(body) }
    await insertContent(tx, { id, type: 'episode', ownerId: podcast.user_id })
    const facts = { notes: textOrNull(body.notes), credits, soundbites, location, geo, licence: licence ?? null }
    await insertEpisode(tx, { ...episode, ...facts, position, assetId, now: clock.now() })
    const upload = await startUpload(tx, files, { assetId, owner: podcast.user_id, uploader: caller.userId }, body)
    return { ...episode, order: position, ...upload }
  })
}

/** Anybody, if the episode is public; the owner always. */
export async function readEpisode(
  catalog: Catalog,
  caller: Caller,
  episodeId: string,
): Promise<Data<typeof calls.getEpisode>> {
  const row = await findVisibleEpisode(catalog.database.read, caller, episodeId, catalog.clock.now())
  if (row === undefined) throw await missing(catalog, episodeId)
  return describeEpisode(catalog.database.read, catalog.files, row, caller)
}

/** With the fields that only the episode's own page shows. */
export async function describeEpisode(
  tx: Tx,
  addresses: Addresses,
  row: EpisodeRow,
  caller: Caller,
): Promise<Data<typeof calls.getEpisode>> {
  const details = await findEpisodeDetails(tx, row.id)
  return {
    ...toEpisode(addresses, row, await mayDo(tx, caller, row, 'edit')),
    credits: await describeCredits(tx, details?.credits ?? []),
    notes: details?.notes ?? null,
    transcriptCharacters: details?.transcript_characters ?? 0,
    titleFit: await fitTitle(row.title),
    ownArtworkUrl: urlOf(addresses, details?.artwork_key ?? null),
    soundbites: details?.soundbites ?? [],
    location: details?.location ?? null,
    geo: details?.geo ?? null,
    licence: details?.licence ?? null,
  }
}

/** The soundbites, the place and the licence as they are stored; undefined for what was not sent. */
export function factColumns(
  body: Pick<EpisodeInput, 'soundbites' | 'location' | 'geo' | 'licence'>,
  durationMs: number | null,
) {
  const soundbites = body.soundbites?.map(({ startTime, duration, title }) => ({
    startTime: toMs(startTime) / 1_000,
    duration: toMs(duration) / 1_000,
    title: requiredText(title),
  }))
  const late = soundbites?.find((one) => durationMs !== null && toMs(one.startTime + one.duration) > durationMs)
  if (late !== undefined) throw brokenRule('rule.soundbiteLate', { title: late.title })
  return {
    soundbites: soundbites?.toSorted((one, other) => one.startTime - other.startTime),
    location: textChange(body.location),
    geo: body.geo === undefined ? undefined : parseGeo(body.geo ?? ''),
    licence: textChange(body.licence),
  }
}

const toMs = (seconds: number) => Math.round(seconds * 1_000)

export async function listOwnEpisodes(
  catalog: Catalog,
  caller: Caller,
  query: Input<typeof calls.listOwnEpisodes>['query'],
): Promise<Data<typeof calls.listOwnEpisodes>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const list = { unpublished: query.unpublished, page: ownPageOf(query), now: clock.now() }
  return (await selectEpisodesOf(database.read, caller.userId, list)).map((row) => toEpisode(files, row, true))
}

/** Anybody; unpublished and unfinished episodes are listed only on request of the owner. */
export async function listPodcastEpisodes(
  catalog: Catalog,
  caller: Caller,
  podcastId: string,
  query: Input<typeof calls.listPodcastEpisodes>['query'],
): Promise<Data<typeof calls.listPodcastEpisodes>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const podcast = await findVisiblePodcast(database.read, caller, { podcastId }, now)
  if (podcast === undefined) throw notFound()
  const isForEditor = await mayDo(database.read, caller, podcast, 'edit')
  const list = { unpublished: query.unpublished, page: pageOf(query, LIST_MAX) }
  const episodes = await selectPodcastEpisodes(database.read, caller, podcastId, list, now)
  return episodes.map((episode) => toEpisode(files, episode, isForEditor))
}
