/** Updates and deletes tracks, one or many. Creating and reading them is tracks.ts. */
import type * as calls from '#contract/catalog/tracks.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser, requireOwner } from '#server/platform/http/authorization.ts'
import { lockAlbum } from './album-queries.ts'
import { type Catalog, ruleBroken } from '#server/catalog/catalog.ts'
import {
  asJson,
  type Columns,
  explicitChange,
  requiredChange,
  setColumns,
  textChange,
} from '#server/catalog/forms/changes.ts'
import { findCredited, type FindCredits } from '#server/catalog/forms/credits.ts'
import { deleteAudio, lockOwnAudio, replaceAudio } from '#server/catalog/audio/audio-changes.ts'
import { savePerformers } from './performers.ts'
import { toTrackInfo, type TrackRow } from './track-info.ts'
import { findTracksByIds } from './track-queries.ts'
import { describeTrack, lyricsOrNull } from './tracks.ts'

type TrackChanges = Input<typeof calls.updateTrack>['body']
type ManyChanges = Input<typeof calls.updateTracks>['body']['tracks']

/** Owner only. With an extension, the response contains the URL to PUT the new audio file to. */
export async function updateTrack(
  catalog: Catalog,
  caller: Caller,
  body: TrackChanges,
): Promise<Data<typeof calls.updateTrack>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  return database.transaction(async (tx) => {
    const now = clock.now()
    const track = await lockOwnTrack(tx, caller, body.trackId, now)
    if (body.albumId !== undefined && body.albumId.toLowerCase() !== track.album_id) {
      throw new AppError(422, 'parent-mismatch', 'A track stays on its album.')
    }
    const creditsOf = await findCredited(tx, [body.credits])
    await setColumns(tx, 'track', track.id, columnsOf(body, creditsOf), now)
    await savePerformers(tx, caller, { contentId: track.id, albumId: track.album_id }, body.performers)
    const replaced = await replaceAudio(tx, files, { table: 'track', id: track.id, owner: caller.userId, now }, body)
    const [row] = await findTracksByIds(tx, [track.id], now)
    if (row === undefined) throw notFound()
    return { ...(await describeTrack(tx, files, row, caller)), ...replaced }
  })
}

function columnsOf(body: Omit<ManyChanges[number], 'trackId'>, creditsOf: FindCredits): Columns {
  const credits = creditsOf(body.credits)
  return {
    title: requiredChange(body.title),
    position: body.order,
    disc: body.disc,
    lyrics: body.lyrics === undefined ? undefined : lyricsOrNull(body.lyrics),
    isrc: textChange(body.isrc),
    iswc: textChange(body.iswc),
    notes: textChange(body.notes),
    is_explicit: explicitChange(body),
    credits: credits === undefined ? undefined : asJson(credits),
  }
}

function lockOwnTrack(tx: Tx, caller: AuthenticatedUser, trackId: string, now: Date): Promise<TrackRow> {
  const find = async () => (await findTracksByIds(tx, [trackId], now))[0]
  return lockOwnAudio(caller, find, (track) => lockAlbum(tx, track.album_id))
}

/** Owner of all tracks only. An error in one leaves all unchanged. */
export async function updateTracks(
  catalog: Catalog,
  caller: Caller,
  changes: ManyChanges,
): Promise<Data<typeof calls.updateTracks>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const ids = changes.map(({ trackId }) => trackId.toLowerCase())
  if (new Set(ids).size !== ids.length) throw ruleBroken('Each track can be changed once at a time.')
  return database.transaction(async (tx) => {
    const now = clock.now()
    const found = await findTracksByIds(tx, ids, now)
    if (found.length !== ids.length) throw notFound()
    for (const track of found) requireOwner(caller, track.user_id)
    // Sorted, so that two such requests cannot deadlock.
    for (const albumId of [...new Set(found.map((track) => track.album_id))].sort()) await lockAlbum(tx, albumId)
    const creditsOf = await findCredited(
      tx,
      changes.map(({ credits }) => credits),
    )
    for (const [index, change] of changes.entries()) {
      await setColumns(tx, 'track', ids[index] ?? '', columnsOf(change, creditsOf), now)
    }
    await savePerformersOf(tx, caller, found, changes)
    const rows = new Map((await findTracksByIds(tx, ids, now)).map((row) => [row.id, row]))
    return ids.map((id) => toTrackInfo(files, rows.get(id) ?? raise(id), caller))
  })
}

async function savePerformersOf(
  tx: Tx,
  caller: AuthenticatedUser,
  tracks: readonly TrackRow[],
  changes: ManyChanges,
): Promise<void> {
  const albums = new Map(tracks.map((track) => [track.id, track.album_id]))
  for (const { trackId, performers } of changes) {
    const contentId = trackId.toLowerCase()
    await savePerformers(tx, caller, { contentId, albumId: albums.get(contentId)! }, performers)
  }
}

function raise(id: string): never {
  throw new Error(`Track ${id} is gone while its album is held`)
}

/** Owner only. Deletes the audio; payments to the track stay in the ledger. */
export async function deleteTrack(
  catalog: Catalog,
  caller: Caller,
  trackId: string,
): Promise<Data<typeof calls.deleteTrack>> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    const now = catalog.clock.now()
    const track = await lockOwnTrack(tx, caller, trackId, now)
    await deleteAudio(tx, 'track', track.id, now)
    return { id: track.id, title: track.title, albumId: track.album_id }
  })
}
