/** Episodes: adding one to a podcast, and reading it. Its sound is the media room's (subscribers.ts hears from there). */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/podcasts.ts'
import { requestAudioUpload } from '#server/media/uploads.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { mustBeUser, mustOwn, type Who } from '#server/platform/who.ts'
import { type Catalog, nothingHere, ruleBroken } from './catalog.ts'
import { insertContent } from './content-queries.ts'
import { toEpisode } from './episode-info.ts'
import {
  countEpisodes,
  EPISODES_MAX,
  findVisibleEpisode,
  insertEpisode,
  selectPodcastEpisodes,
} from './episode-queries.ts'
import { isExplicit, numberWithin, requiredText, textOrNull } from './form-values.ts'
import { findVisiblePodcast, lockPodcast } from './podcast-queries.ts'

const ORDER_MAX = 100_000

export type EpisodeInput = Input<typeof calls.createEpisode>['body']

/** The owner of the podcast. The answer holds the address the audio file is PUT to. */
export async function createEpisode(
  catalog: Catalog,
  who: Who,
  body: EpisodeInput,
): Promise<Data<typeof calls.createEpisode>> {
  mustBeUser(who)
  const { database, files, clock } = catalog
  const id = newId()
  const assetId = newId()
  const title = requiredText(body.title)
  const description = textOrNull(body.description)
  const position = numberWithin('order', body.order, 1, ORDER_MAX)
  return database.transaction(async (tx) => {
    const podcast = await lockPodcast(tx, body.podcastId)
    if (podcast === undefined) throw nothingHere()
    mustOwn(who, podcast.user_id)
    const { made, same } = await countEpisodes(tx, podcast.id, title)
    if (same > 0) throw new AppError(409, 'title-taken', 'There is already an episode with this title in the podcast.')
    if (made >= EPISODES_MAX) throw ruleBroken(`At most ${EPISODES_MAX} episodes a podcast.`)
    const episode = { id, podcastId: podcast.id, title, description, isExplicit: isExplicit(body) }
    await insertContent(tx, { id, type: 'episode', ownerId: who.userId })
    await insertEpisode(tx, { ...episode, position, assetId, now: clock.now() })
    const upload = await requestAudioUpload(tx, files, { assetId, owner: who.userId, extension: body.extension })
    const { presignedUrl, rawUrl } = upload
    return { ...episode, order: position, isDraft: true, rawUrl, presignedUrl }
  })
}

/** Anybody, while it is public; its owner always. */
export async function readEpisode(
  catalog: Catalog,
  who: Who,
  episodeId: string,
): Promise<Data<typeof calls.getEpisode>> {
  const row = await findVisibleEpisode(catalog.database.read, who, episodeId, catalog.clock.now())
  if (row === undefined) throw nothingHere()
  return toEpisode(catalog.files, row)
}

/** Anybody; unpublished and unfinished ones only for the owner who asks for them. */
export async function listPodcastEpisodes(
  catalog: Catalog,
  who: Who,
  podcastId: string,
  query: Input<typeof calls.listPodcastEpisodes>['query'],
): Promise<Data<typeof calls.listPodcastEpisodes>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  if ((await findVisiblePodcast(database.read, who, { podcastId }, now)) === undefined) throw nothingHere()
  const episodes = await selectPodcastEpisodes(database.read, who, podcastId, query, now)
  return episodes.map((episode) => toEpisode(files, episode))
}
