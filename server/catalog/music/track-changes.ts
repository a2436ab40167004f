/** Updates and deletes tracks, one or many. Creating and reading them is tracks.ts. */
import type { Action } from '#contract/team-roles.ts'
import type * as calls from '#contract/catalog/tracks.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { lockAlbum } from './album-queries.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { requireMay } from '#server/catalog/content/roles.ts'
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

/** Owner, managers and editors. With an extension, the response contains the URL to PUT the new audio file to. */
export async function updateTrack(
  catalog: Catalog,
  caller: Caller,
  body: TrackChanges,
): Promise<Data<typeof calls.updateTrack>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  return database.transaction(async (tx) => {
    const now = clock.now()
    const track = await lockOwnTrack(tx, { caller, action: 'edit' }, body.trackId, now)
    if (body.albumId !== undefined && body.albumId.toLowerCase() !== track.album_id) {
      throw new AppError(422, 'parent-mismatch', 'A track stays on its album.')
    }
    const creditsOf = await findCredited(tx, [body.credits])
    await setColumns(tx, 'track', track.id, columnsOf(body, creditsOf), now)
    await savePerformers(tx, track.user_id, { contentId: track.id, albumId: track.album_id }, body.performers)
    const audio = { table: 'track', id: track.id, owner: track.user_id, uploader: caller.userId, now } as const
    const replaced = await replaceAudio(tx, files, audio, body)
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

function lockOwnTrack(tx: Tx, by: { caller: Caller; action: Action }, trackId: string, now: Date): Promise<TrackRow> {
  const find = async () => (await findTracksByIds(tx, [trackId], now))[0]
  return lockOwnAudio(tx, by, find, (track) => lockAlbum(tx, track.album_id))
}

/** Owner, managers and editors of all tracks. An error in one leaves all unchanged. */
export async function updateTracks(
  catalog: Catalog,
  caller: Caller,
  changes: ManyChanges,
): Promise<Data<typeof calls.updateTracks>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const ids = changes.map(({ trackId }) => trackId.toLowerCase())
  if (new Set(ids).size !== ids.length) throw ruleBrokenInEnglish('Each track can be changed once at a time.')
  return database.transaction(async (tx) => {
    const now = clock.now()
    const found = await findTracksByIds(tx, ids, now)
    if (found.length !== ids.length) throw notFound()
    for (const track of found) await requireMay(tx, caller, track, 'edit')
    // Sorted, so that two such requests cannot deadlock.
    for (const albumId of [...new Set(found.map((track) => track.album_id))].sort()) await lockAlbum(tx, albumId)
    const creditsOf = await findCredited(
      tx,
      changes.map(({ credits }) => credits),
    )
    for (const [index, change] of changes.entries()) {
      await setColumns(tx, 'track', ids[index] ?? '', columnsOf(change, creditsOf), now)
    }
    await savePerformersOf(tx, found, changes)
    const rows = new Map((await findTracksByIds(tx, ids, now)).map((row) => [row.id, row]))
    return ids.map((id) => toTrackInfo(files, rows.get(id) ?? raise(id), true))
  })
}

async function savePerformersOf(tx: Tx, tracks: readonly TrackRow[], changes: ManyChanges): Promise<void> {
  const byId = new Map(tracks.map((track) => [track.id, track]))
  for (const { trackId, performers } of changes) {
    const contentId = trackId.toLowerCase()
    const { user_id: ownerId, album_id: albumId } = byId.get(contentId)!
    await savePerformers(tx, ownerId, { contentId, albumId }, performers)
  }
}

function raise(id: string): never {
  throw new Error(`Track ${id} is gone while its album is held`)
}

/** Owner and managers. Deletes the audio; payments to the track stay in the ledger. */
export async function deleteTrack(
  catalog: Catalog,
  caller: Caller,
  trackId: string,
): Promise<Data<typeof calls.deleteTrack>> {
  requireUser(caller)
  return catalog.database.transaction(async (tx) => {
    const now = catalog.clock.now()
    const track = await lockOwnTrack(tx, { caller, action: 'publish' }, trackId, now)
    await deleteAudio(tx, 'track', track.id, now)
    return { id: track.id, title: track.title, albumId: track.album_id }
  })
}
