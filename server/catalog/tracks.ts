/** Tracks: adding one to an album, and reading it. Its sound is the media room's (subscribers.ts hears from there). */
import type * as calls from '#contract/tracks.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { requestAudioUpload } from '#server/media/uploads.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { mustBeUser, mustOwn, type Who } from '#server/platform/who.ts'
import { findVisibleAlbum, lockAlbum } from './album-queries.ts'
import { type Catalog, nothingHere, ruleBroken } from './catalog.ts'
import { insertContent } from './content-queries.ts'
import { isExplicit, numberWithin, requiredText, textOrNull } from './form-values.ts'
import { toTrackInfo } from './track-info.ts'
import {
  countTracks,
  findPeaks,
  findVisibleTrack,
  insertTrack,
  selectAlbumTracks,
  TRACKS_MAX,
} from './track-queries.ts'

export type TrackInput = Input<typeof calls.createTrack>['body']

/** The owner of the album. The answer holds the address the audio file is PUT to. */
export async function createTrack(
  catalog: Catalog,
  who: Who,
  body: TrackInput,
): Promise<Data<typeof calls.createTrack>> {
  mustBeUser(who)
  const { database, files, clock } = catalog
  const id = newId()
  const assetId = newId()
  const title = requiredText(body.title)
  const lyrics = textOrNull(body.lyrics)
  const position = numberWithin('order', body.order, 1, TRACKS_MAX)
  return database.transaction(async (tx) => {
    const album = await lockAlbum(tx, body.albumId)
    if (album === undefined) throw nothingHere()
    mustOwn(who, album.user_id)
    const { made, same } = await countTracks(tx, album.id, title)
    if (same > 0) throw new AppError(409, 'title-taken', 'There is already a track with this title on the album.')
    if (made >= TRACKS_MAX) throw ruleBroken(`At most ${TRACKS_MAX} tracks an album.`)
    const track = { id, albumId: album.id, title, lyrics, isExplicit: isExplicit(body) }
    const isDraft = !album.publish_when_ready
    await insertContent(tx, { id, type: 'track', ownerId: who.userId })
    await insertTrack(tx, { ...track, position, assetId, isDraft, now: clock.now() })
    const upload = await requestAudioUpload(tx, files, { assetId, owner: who.userId, extension: body.extension })
    const { presignedUrl, rawUrl } = upload
    return { ...track, artistId: album.artist_id, order: position, rawUrl, presignedUrl }
  })
}

/** Anybody, while it is public; its owner always. */
export async function readTrack(catalog: Catalog, who: Who, trackId: string): Promise<Data<typeof calls.getTrack>> {
  const row = await findVisibleTrack(catalog.database.read, who, trackId, catalog.clock.now())
  if (row === undefined) throw nothingHere()
  return { ...toTrackInfo(catalog.files, row), lyrics: row.lyrics }
}

/** Anybody; unpublished and unfinished ones only for the owner who asks for them. */
export async function listAlbumTracks(
  catalog: Catalog,
  who: Who,
  albumId: string,
  query: Input<typeof calls.listAlbumTracks>['query'],
): Promise<Data<typeof calls.listAlbumTracks>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const [album, tracks] = await Promise.all([
    findVisibleAlbum(database.read, who, albumId, now),
    selectAlbumTracks(database.read, who, albumId, query, now),
  ])
  if (album === undefined) throw nothingHere()
  return tracks.map((track) => toTrackInfo(files, track))
}

/** Of a track or an episode: whoever may read it may see its shape. */
export async function readWaveform(
  catalog: Catalog,
  who: Who,
  contentId: string,
): Promise<Data<typeof calls.getWaveform>> {
  const peaks = await findPeaks(catalog.database.read, contentId, who, catalog.clock.now())
  if (peaks === undefined) throw nothingHere()
  return { peaks: [...peaks] }
}
