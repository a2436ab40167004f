/** Updates and deletes episodes. Creating and reading them is episodes.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/episodes.ts'
import type { Action } from '#contract/team-roles.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { asJson, explicitChange, requiredChange, setColumns, textChange } from '#server/catalog/forms/changes.ts'
import { findCredited } from '#server/catalog/forms/credits.ts'
import type { EpisodeRow } from './episode-info.ts'
import { findEpisode } from './episode-queries.ts'
import { describeEpisode, factColumns } from './episodes.ts'
import { artworkColumns } from '#server/catalog/audio/moments.ts'
import { lockPodcast } from './podcast-queries.ts'
import { deleteAudio, lockOwnAudio, replaceAudio } from '#server/catalog/audio/audio-changes.ts'

/** Owner, managers and editors. With an extension, the response contains the URL to PUT the new audio file to. */
export async function updateEpisode(
  catalog: Catalog,
  caller: Caller,
  body: Input<typeof calls.updateEpisode>['body'],
): Promise<Data<typeof calls.updateEpisode>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  return database.transaction(async (tx) => {
    const now = clock.now()
    const episode = await lockOwnEpisode(tx, { caller, action: 'edit' }, body.episodeId, now)
    if (body.podcastId !== undefined && body.podcastId.toLowerCase() !== episode.podcast_id) {
      throw new AppError(422, 'parent-mismatch', 'An episode stays in its podcast.')
    }
    const title = requiredChange(body.title)
    const credits = (await findCredited(tx, [body.credits]))(body.credits)
    const { soundbites, ...facts } = factColumns(body, episode.duration_ms)
    const columns = {
      ...facts,
      ...(await artworkColumns(tx, files, episode.id, body.artworkUrl)),
      soundbites: soundbites && asJson(soundbites),
      title,
      position: body.order,
      description: textChange(body.description),
      notes: textChange(body.notes),
      season: body.season,
      number: body.number,
      kind: body.kind,
      is_explicit: explicitChange(body),
      credits: credits === undefined ? undefined : asJson(credits),
    }
    await setColumns(tx, 'episode', episode.id, columns, now)
    const audio = { table: 'episode', id: episode.id, owner: episode.user_id, uploader: caller.userId, now } as const
    const replaced = await replaceAudio(tx, files, audio, body)
    const row = await findEpisode(tx, episode.id, now)
    if (row === undefined) throw notFound()
    return { ...(await describeEpisode(tx, files, row, caller)), ...replaced }
  })
}

function lockOwnEpisode(
  tx: Tx,
  by: { caller: Caller; action: Action },
  episodeId: string,
  now: Date,
): Promise<EpisodeRow> {
  const find = () => findEpisode(tx, episodeId, now)
  return lockOwnAudio(tx, by, find, (episode) => lockPodcast(tx, episode.podcast_id))
}

/** Owner and managers. Deletes the audio; payments to the episode stay in the ledger. */
export async function deleteEpisode(
  catalog: Catalog,
  caller: Caller,
  episodeId: string,
): Promise<Data<typeof calls.deleteEpisode>> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    const now = catalog.clock.now()
    const episode = await lockOwnEpisode(tx, { caller, action: 'publish' }, episodeId, now)
    await deleteAudio(tx, 'episode', episode.id, now)
    return { id: episode.id, title: episode.title, podcastId: episode.podcast_id }
  })
}
