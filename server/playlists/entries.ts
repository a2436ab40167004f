/** Adds, removes and orders tracks in playlists. Changes to a playlist are serialized.
 * Liked tracks are entries of the user's favourites. */
import type { Data, Input } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import { FAVORITES_MAX, PLAYLIST_TRACKS_MAX } from '#contract/listening/playlists.ts'
import type * as calls from '#contract/listening/playlists.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { markListed, selectReadable } from '#server/foreign/item-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PlaylistDeps } from './deps.ts'
import * as entries from './entry-queries.ts'
import { findFavorites, insertPlaylist, lockPlaylist, type PlaylistRow, touchPlaylist } from './playlist-queries.ts'
import { lockOwn } from './playlists.ts'

type Added = Data<typeof calls.addPlaylistTrack>

/** Owner only, for public tracks and foreign items that the owner may read. */
export async function addTrack(
  { database, clock }: PlaylistDeps,
  caller: Caller,
  { playlistId, trackId }: Input<typeof calls.addPlaylistTrack>['body'],
): Promise<Added> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => addEntry(tx, await lockFixed(tx, caller, playlistId), trackId, now))
}

/** Owner only. The rules of a smart playlist decide on its tracks. */
async function lockFixed(tx: Tx, caller: Caller, playlistId: string): Promise<PlaylistRow> {
  const playlist = await lockOwn(tx, caller, playlistId)
  if (playlist.is_smart) throw new AppError(422, 'smart-playlist-fixed')
  return playlist
}

/** Favourites contain a track once, the newest first; other playlists grow at the end. */
async function addEntry(tx: Tx, playlist: PlaylistRow, trackId: string, now: Date): Promise<Added> {
  const known = await entries.selectEntries(tx, playlist.id)
  const same = known.find(({ track_id }) => track_id === trackId)
  if (playlist.is_favorites && same !== undefined) return toAdded(playlist, same, playlist.revision)
  if (!(await filterHeard(tx, playlist, [trackId], now)).has(trackId)) throw notFound()
  requireSpace(playlist, known.length + 1)
  const position = playlist.is_favorites ? (known[0]?.position ?? 0) - 1 : (known.at(-1)?.position ?? 0) + 1
  const entry = { id: newId(), track_id: trackId, position, added_at: now }
  await entries.insertEntry(tx, playlist.id, entry)
  const order = playlist.is_favorites ? 1 : known.length + 1
  return toAdded(playlist, { ...entry, position: order }, await touchPlaylist(tx, playlist.id, now))
}

/** Those that can be in the playlist and be heard: public tracks, and items of foreign feeds, which cannot be liked. */
async function filterHeard(tx: Tx, playlist: PlaylistRow, ids: readonly string[], now: Date): Promise<Set<string>> {
  const tracks = await entries.filterPublicTracks(tx, ids, now)
  const others = playlist.is_favorites ? [] : ids.filter((id) => !tracks.has(id))
  if (others.length === 0) return tracks
  const items = (await selectReadable(tx, playlist.user_id, others)).map(({ id }) => id)
  await markListed(tx, items)
  return new Set([...tracks, ...items])
}

function toAdded(playlist: PlaylistRow, entry: entries.EntryRow, revision: number): Added {
  const { id: entryId, track_id: trackId, position: order, added_at: addedAt } = entry
  return { entryId, playlistId: playlist.id, trackId, order, addedAt, revision }
}

function requireSpace({ is_favorites: isFavorites }: PlaylistRow, count: number): void {
  if (count <= (isFavorites ? FAVORITES_MAX : PLAYLIST_TRACKS_MAX)) return
  const words = isFavorites
    ? `Your favourites are full: they hold up to ${FAVORITES_MAX} tracks.`
    : errorCodes['playlist-full']
  throw new AppError(422, 'playlist-full', words)
}

/** Owner only. */
export async function removeTrack(
  { database, clock }: PlaylistDeps,
  caller: Caller,
  { playlistId, trackId, entryId }: Input<typeof calls.removePlaylistTrack>['body'],
): Promise<null> {
  requireUser(caller)
  await database.transaction(async (tx) => {
    const playlist = await lockFixed(tx, caller, playlistId)
    const known = await entries.selectEntries(tx, playlist.id)
    const removed = known.find(({ id, track_id }) => track_id === trackId && (entryId === undefined || id === entryId))
    if (removed === undefined) throw notFound()
    await entries.deleteEntry(tx, removed.id)
    await touchPlaylist(tx, playlist.id, clock.now())
  })
  return null
}

/** Owner only. Entries in the list keep their added date; tracks that are not public stay, at the end. */
export async function reorderTracks(
  { database, clock }: PlaylistDeps,
  caller: Caller,
  { playlistId, trackList, entryList, ifRevision }: Input<typeof calls.reorderPlaylist>['body'],
): Promise<Data<typeof calls.reorderPlaylist>> {
  requireUser(caller)
  const now = clock.now()
  return database.transaction(async (tx) => {
    const playlist = await lockFixed(tx, caller, playlistId)
    if (ifRevision !== undefined && ifRevision !== playlist.revision) {
      throw new AppError(409, 'playlist-changed')
    }
    const known = await entries.selectEntries(tx, playlist.id)
    const ids = [...new Set([...trackList, ...known.map(({ track_id }) => track_id)])]
    const heard = await filterHeard(tx, playlist, ids, now)
    const named = trackList.map((trackId, index) => ({ trackId, entryId: entryList?.[index] }))
    const wanted = playlist.is_favorites ? withoutRepeats(named) : named
    const ordered = takeEntries(known, wanted, heard, now)
    requireSpace(playlist, ordered.length)
    await entries.replaceEntries(tx, playlist.id, ordered)
    await touchPlaylist(tx, playlist.id, now)
    return ordered
      .filter(({ track_id }) => heard.has(track_id))
      .map(({ id, track_id }) => ({ entryId: id, trackId: track_id }))
  })
}

type Wanted = { trackId: string; entryId: string | undefined }

function withoutRepeats(wanted: readonly Wanted[]): Wanted[] {
  return [...new Map(wanted.map((one) => [one.trackId, one])).values()]
}

/** Existing entries in the order of the list; new ones for additional tracks. */
function takeEntries(
  known: readonly entries.EntryRow[],
  wanted: readonly Wanted[],
  heard: ReadonlySet<string>,
  now: Date,
): entries.EntryRow[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]))
  // Entries named by id are assigned before those named by track only.
  const named = new Set(
    wanted.filter(({ trackId, entryId = '' }) => byId.get(entryId)?.track_id === trackId).map(({ entryId }) => entryId),
  )
  const left = Map.groupBy(
    known.filter(({ id }) => !named.has(id)),
    ({ track_id }) => track_id,
  )
  const taken = wanted.map(({ trackId, entryId = '' }) => {
    const entry = named.delete(entryId) ? byId.get(entryId) : left.get(trackId)?.shift()
    if (entry !== undefined) return entry
    if (!heard.has(trackId)) throw notFound()
    return { id: newId(), track_id: trackId, position: 0, added_at: now }
  })
  const ids = new Set(taken.map(({ id }) => id))
  return [...taken, ...known.filter(({ id, track_id }) => !ids.has(id) && !heard.has(track_id))]
}

/** Signed-in users: adds the track to their favourites, which are created with the first one. */
export async function likeTrack(
  { database, clock }: PlaylistDeps,
  caller: AuthenticatedUser,
  trackId: string,
): Promise<Date> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    await insertPlaylist(tx, {
      id: newId(),
      userId: caller.userId,
      title: 'Favourites',
      description: null,
      isFavorites: true,
      visibility: 'private',
      now,
    })
    const favorites = await findFavorites(tx, caller.userId)
    const locked = favorites && (await lockPlaylist(tx, favorites.id))
    if (locked === undefined) throw notFound()
    return (await addEntry(tx, locked, trackId, now)).addedAt
  })
}

/** Signed-in users. A no-op for a track that is not liked. */
export async function unlikeTrack(
  { database, clock }: PlaylistDeps,
  caller: AuthenticatedUser,
  trackId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const favorites = await findFavorites(tx, caller.userId)
    const locked = favorites && (await lockPlaylist(tx, favorites.id))
    if (locked === undefined) return
    const entry = (await entries.selectEntries(tx, locked.id)).find(({ track_id }) => track_id === trackId)
    if (entry === undefined) return
    await entries.deleteEntry(tx, entry.id)
    await touchPlaylist(tx, locked.id, clock.now())
  })
}
