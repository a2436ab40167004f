/** Imports one item of a feed: downloads its audio, makes the episode or track, and hands the file to the media module, as if its
 * owner had uploaded it. Can be repeated after any interruption. */
import { createReadStream } from 'node:fs'
import { requireSpace, waitingFor } from '#server/catalog/audio/audio-changes.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import { setColumns } from '#server/catalog/forms/changes.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { lockAlbum } from '#server/catalog/music/album-queries.ts'
import { lockPodcast } from '#server/catalog/podcasts/podcast-queries.ts'
import { families } from '#server/catalog/publishing/queries.ts'
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { PODCAST_EPISODES_MAX } from '#contract/catalog/episodes.ts'
import { selectAsset, sumBytes } from '#server/media/queries.ts'
import { incomingKey, markUploaded, MAX_AUDIO_BYTES, requestAudioUpload } from '#server/media/uploads.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Working } from '#server/platform/jobs/leased-work.ts'
import { OutboundRefused } from '#server/platform/network/responses.ts'
import { type Attachments, fetchAttachments } from './attachments.ts'
import type { MovingDeps } from './deps.ts'
import { extensionOf, fetchAudio, removeFetched, Unfetchable } from './fetch-audio.ts'
import * as items from './item-queries.ts'
import { makeEpisode, makeTrack } from './make-content.ts'
import type { ImportRow } from './queries.ts'

/** Throws only errors that another attempt may resolve. */
export async function importItem(
  deps: MovingDeps,
  claim: items.Claim,
  from: ImportRow,
  working: Working,
): Promise<void> {
  const { database } = deps
  try {
    await importOnce(deps, claim, from, working)
  } catch (error) {
    if (error instanceof Unfetchable) await items.setEnded(database.read, claim, 'failed', error.message)
    else if (error instanceof OutboundRefused) await items.setEnded(database.read, claim, 'failed', 'refused')
    else if (error instanceof Deleted) await items.setEnded(database.read, claim, 'left-out', 'deleted')
    else if (error instanceof AppError && error.status < 500)
      await items.setEnded(database.read, claim, 'failed', error.code)
    else throw error
    await removeFetched(claim.id)
  }
}

/** The owner has deleted the content in the meantime, so it must not be imported again. */
class Deleted extends Error {}

async function importOnce(deps: MovingDeps, claim: items.Claim, from: ImportRow, working: Working): Promise<void> {
  const { database, files, clock } = deps
  const parent = await findContent(database.read, from.content_id, clock.now())
  if (parent === undefined || parent.is_deleted) throw new Deleted()
  if (claim.content_id !== null) {
    const made = await findContent(database.read, claim.content_id, clock.now())
    if (made === undefined || made.is_deleted) throw new Deleted()
    const asset = claim.asset_id === null ? null : await selectAsset(database.read, claim.asset_id)
    if (asset !== null && !['awaiting-upload', 'failed'].includes(asset.state)) {
      const state = asset.state === 'finished' ? 'done' : 'processing'
      return items.setProcessing(database.read, claim, state, Number(asset.bytes ?? 0))
    }
  }
  const { path, bytes } = await download(deps, claim, parent.owner_id, working)
  const assetId = await make(
    deps,
    claim,
    from,
    claim.content_id === null ? await fetchAttachments(deps, claim.item, from) : null,
  )
  // Another server has taken over.
  if (assetId === null) return
  const key = incomingKey(assetId, extensionOf(claim.item.audioUrl, claim.item.audioType))
  await files.requireSpace()
  await files.write(key, createReadStream(path))
  // If the server stops here, the media module finds the file anyway.
  await items.setProcessing(database.read, claim, 'processing', bytes)
  await markUploaded(deps, key)
  await removeFetched(claim.id)
}

async function download(
  { outbound, database, files }: MovingDeps,
  claim: items.Claim,
  owner: string,
  working: Working,
) {
  const freeBytes = files.accountBytesMax - Number(await sumBytes(database.read, owner))
  if (freeBytes <= 0) throw new Unfetchable('over-quota')
  await files.requireSpace()
  try {
    return await fetchAudio(outbound, {
      url: claim.item.audioUrl,
      itemId: claim.id,
      etag: claim.etag,
      maxBytes: Math.min(freeBytes, MAX_AUDIO_BYTES),
      stopping: working.signal,
      onVersion: (etag) => items.setEtag(database.read, claim, etag),
      onProgress: working.onProgress,
    })
  } catch (error) {
    const isLarge = error instanceof Unfetchable && error.message === 'too-large'
    throw isLarge && freeBytes < MAX_AUDIO_BYTES ? new Unfetchable('over-quota') : error
  }
}

/** The asset that waits for the file; null when another server has taken over. If `attachments` is null, the content exists. */
function make(
  deps: MovingDeps,
  claim: items.Claim,
  { content_id: parentId, content_type: type }: ImportRow,
  attachments: Attachments | null,
): Promise<string | null> {
  const { database, files, clock } = deps
  return database
    .transaction(async (tx) => {
      const now = clock.now()
      const parent = await (type === 'podcast' ? lockPodcast : lockAlbum)(tx, parentId)
      if (parent === undefined) throw new Deleted()
      const asset = claim.asset_id === null ? null : await selectAsset(tx, claim.asset_id)
      if (asset?.state === 'awaiting-upload') return asset.id
      const made = { contentId: claim.content_id ?? newId(), assetId: newId(), problems: claim.problems }
      const owner = parent.user_id
      const extension = extensionOf(claim.item.audioUrl, claim.item.audioType)
      if (attachments === null) {
        await setColumns(tx, families[type].child, made.contentId, waitingFor(made.assetId), now)
      } else {
        made.problems = attachments.problems
        const { item, guid, position } = claim
        const content = { ...made, parentId, owner, isDraft: parent.is_draft, item, guid, position, attachments, now }
        await requireBelowMax(tx, type, parentId)
        await (type === 'podcast' ? makeEpisode : makeTrack)(tx, content)
      }
      await requestAudioUpload(tx, files, { assetId: made.assetId, owner, extension })
      return (await items.setMade(tx, claim, made)) ? made.assetId : await Promise.reject(new Lost())
    })
    .catch((error: unknown) => {
      if (error instanceof Lost) return null
      throw error
    })
}

/** Another server has taken over: thrown to roll back. */
class Lost extends Error {}

const requireBelowMax = (tx: Tx, type: ImportRow['content_type'], parentId: string) =>
  requireSpace(tx, families[type], parentId, type === 'podcast' ? PODCAST_EPISODES_MAX : ALBUM_TRACKS_MAX)
