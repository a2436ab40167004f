/** Tracks: adding one to an album, and reading it. Its audio belongs to the media module
 * (subscribers.ts handles its events). */
import { fitTitle } from '#server/platform/text/title-fit.ts'
import type * as calls from '#contract/catalog/tracks.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { ALBUM_TRACKS_MAX, RANDOM_MAX } from '#contract/catalog/tracks.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { findVisibleAlbum, lockAlbum } from './album-queries.ts'
import { findVisibleArtist } from './artist-queries.ts'
import { type Addresses, type Catalog } from '#server/catalog/catalog.ts'
import { mayDo, requireMay } from '#server/catalog/content/roles.ts'
import { insertContent } from '#server/catalog/content/queries.ts'
import { describeCredits, findCredited } from '#server/catalog/forms/credits.ts'
import { requireSpace, startUpload } from '#server/catalog/audio/audio-changes.ts'
import { isExplicit, limitOf, ownPageOf, pageOf, requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { missing } from '#server/catalog/content/tombstones.ts'
import { families } from '#server/catalog/publishing/queries.ts'
import { bylineParts } from './byline.ts'
import { describePerformers, savePerformers } from './performers.ts'
import { toTrackInfo, type TrackRow } from './track-info.ts'
import {
  findShape,
  selectRandomTracks,
  findTracksByNames,
  findTrackTexts,
  findVisibleTrack,
  insertTrack,
  selectAlbumTracks,
  selectArtistTracks,
  selectTracksOf,
  type TrackSearch,
} from './track-queries.ts'

export type TrackInput = Input<typeof calls.createTrack>['body']

/** Owner, managers and editors of the album. The response contains the URL to PUT the audio file to. */
export async function createTrack(
  catalog: Catalog,
  caller: Caller,
  body: TrackInput,
): Promise<Data<typeof calls.createTrack>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const id = newId()
  const assetId = newId()
  const title = requiredText(body.title)
  const lyrics = lyricsOrNull(body.lyrics)
  const texts = { isrc: textOrNull(body.isrc), iswc: textOrNull(body.iswc), notes: textOrNull(body.notes) }
  const { order: position, disc = 1 } = body
  return database.transaction(async (tx) => {
    const album = await requireMay(tx, caller, await lockAlbum(tx, body.albumId), 'upload')
    await requireSpace(tx, families.album, album.id, ALBUM_TRACKS_MAX)
    const credits = (await findCredited(tx, [body.credits]))(body.credits) ?? []
    const track = { id, albumId: album.id, title, lyrics, isExplicit: isExplicit(body) }
    const isDraft = !album.publish_when_ready
    await insertContent(tx, { id, type: 'track', ownerId: album.user_id })
    await insertTrack(tx, { ...track, ...texts, credits, position, disc, assetId, isDraft, now: clock.now() })
    await savePerformers(tx, album.user_id, { contentId: id, albumId: album.id }, body.performers)
    const upload = await startUpload(tx, files, { assetId, owner: album.user_id, uploader: caller.userId }, body)
    return { ...track, artistId: album.artist_id, order: position, ...upload }
  })
}

/** Anybody, if the track is public; the owner always. */
export async function readTrack(
  catalog: Catalog,
  caller: Caller,
  trackId: string,
): Promise<Data<typeof calls.getTrack>> {
  const row = await findVisibleTrack(catalog.database.read, caller, trackId, catalog.clock.now())
  if (row === undefined) throw await missing(catalog, trackId)
  return describeTrack(catalog.database.read, catalog.files, row, caller)
}

/** With the fields that only the track's own page shows. */
export async function describeTrack(
  tx: Tx,
  addresses: Addresses,
  row: TrackRow,
  caller: Caller,
): Promise<Data<typeof calls.getTrack>> {
  const texts = await findTrackTexts(tx, row.id)
  return {
    ...toTrackInfo(addresses, row, await mayDo(tx, caller, row, 'edit')),
    ...texts,
    credits: await describeCredits(tx, texts.credits),
    performers: await describePerformers(tx, row, caller),
    bylineParts: bylineParts(row),
    titleFit: await fitTitle(row.title),
  }
}

/** Throws for lyrics with an invalid timestamp, with the number of the line. */
export function lyricsOrNull(sent: string | null | undefined): string | null {
  const lyrics = textOrNull(sent)
  const [problem] = lyrics === null ? [] : parseLyrics(lyrics).problems
  if (problem === undefined) return lyrics
  throw new AppError(422, 'lyrics-invalid', `Line ${problem.line} of the lyrics has an invalid time.`)
}

/** Anybody; unpublished and unfinished tracks are listed only on request of the owner. */
export async function listAlbumTracks(
  catalog: Catalog,
  caller: Caller,
  albumId: string,
  query: Input<typeof calls.listAlbumTracks>['query'],
): Promise<Data<typeof calls.listAlbumTracks>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const [album, tracks] = await Promise.all([
    findVisibleAlbum(database.read, caller, albumId, now),
    selectAlbumTracks(database.read, caller, albumId, query, now),
  ])
  if (album === undefined) throw notFound()
  const isForEditor = await mayDo(database.read, caller, album, 'edit')
  return tracks.map((track) => toTrackInfo(files, track, isForEditor))
}

const OF_ARTIST = 10

export async function listOwnTracks(
  catalog: Catalog,
  caller: Caller,
  query: Input<typeof calls.listOwnTracks>['query'],
): Promise<Data<typeof calls.listOwnTracks>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const list = { unpublished: query.unpublished, page: ownPageOf(query), now: clock.now() }
  return (await selectTracksOf(database.read, caller.userId, list)).map((row) => toTrackInfo(files, row, true))
}

/** Anybody; unpublished and unfinished tracks are listed only on request of the owner. */
export async function listArtistTracks(
  catalog: Catalog,
  caller: Caller,
  artistId: string,
  query: Input<typeof calls.listArtistTracks>['query'],
): Promise<Data<typeof calls.listArtistTracks>> {
  const { database, files, clock } = catalog
  const now = clock.now()
  const artist = await findVisibleArtist(database.read, caller, { artistId }, now)
  if (artist === undefined) throw notFound()
  const isForEditor = await mayDo(database.read, caller, artist, 'edit')
  const page = pageOf({ ...query, limit: query.limit ?? OF_ARTIST })
  const rows = await selectArtistTracks(database.read, artistId, { caller, unpublished: query.unpublished, page, now })
  return rows.map((row) => toTrackInfo(files, row, isForEditor))
}

/** Anybody. All given conditions must match; at least one is required. */
export async function findTracks(
  { database, files, clock }: Catalog,
  query: Input<typeof calls.findTracks>['query'],
): Promise<Data<typeof calls.findTracks>> {
  const search: TrackSearch = {}
  for (const name of ['title', 'artist', 'album'] as const) {
    const characters = textOrNull(query[name])
    if (characters !== null) search[name] = characters
  }
  if (Object.keys(search).length === 0) {
    throw new AppError(400, 'bad-request', 'Please enter a title, an artist or an album.')
  }
  const rows = await findTracksByNames(database.read, search, pageOf(query), clock.now())
  return rows.map((row) => toTrackInfo(files, row))
}

/** Anybody. */
export async function listRandomTracks(
  { database, files, clock }: Catalog,
  query: Input<typeof calls.listRandomTracks>['query'],
): Promise<Data<typeof calls.listRandomTracks>> {
  const rows = await selectRandomTracks(database.read, Math.random(), limitOf(query.limit, RANDOM_MAX), clock.now())
  const drawn = rows
    .map((row) => ({ row, randomKey: Math.random() }))
    .toSorted((one, other) => one.randomKey - other.randomKey)
  return drawn.map(({ row }) => toTrackInfo(files, row))
}

/** The waveform of a track or an episode, for anybody who may read it. */
export async function readWaveform(
  catalog: Catalog,
  caller: Caller,
  contentId: string,
): Promise<Data<typeof calls.getWaveform>> {
  const shape = await findShape(catalog.database.read, contentId, caller, catalog.clock.now())
  if (shape === undefined) throw notFound()
  return {
    peaks: [...shape.peaks],
    loudnessLufs: shape.loudness_lufs,
    truePeakDb: shape.true_peak_db,
    albumLoudnessLufs: shape.album_loudness_lufs,
    albumTruePeakDb: shape.album_true_peak_db,
  }
}
