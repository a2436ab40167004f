/** Playlists: creating, listing, reading, changing and deleting them. Their entries are entries.ts. */
import { fitTitle } from '#server/platform/text/title-fit.ts'
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import { RANKING_DAYS_MAX, SHUFFLE_TRACKS, type PlaylistTrack } from '#contract/listening/playlists.ts'
import type * as calls from '#contract/listening/playlists.ts'
import type { output } from 'zod/mini'
import { findOwnerOfKey } from '#server/accounts/nostr-keys.ts'
import { requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { toTrackInfo } from '#server/catalog/music/track-info.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { readForeignItems } from '#server/foreign/feeds.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { isOwner, requireUser, requireOwner } from '#server/platform/http/authorization.ts'
import { dayOf } from '#server/platform/clock.ts'
import { HEX_32 } from '#protocols/hex.ts'
import type { PlaylistDeps } from './deps.ts'
import { readOwners, type Summary, toPlaylist, toSummaries } from './described.ts'
import * as entries from './entry-queries.ts'
import * as queries from './playlist-queries.ts'
import { readSmart, requireSharablePlaylist } from './smart.ts'

type Playlist = Data<typeof calls.createPlaylist>
type PlaylistPage = Data<typeof calls.getPlaylist>
type Entry = output<typeof PlaylistTrack>

/** Signed-in users. Favourites are created once, and private; repeating the request returns the existing ones. */
export async function createPlaylist(
  { database, clock }: PlaylistDeps,
  caller: Caller,
  id: string,
  body: Input<typeof calls.createPlaylist>['body'],
): Promise<Playlist> {
  requireUser(caller)
  const isFavorites = body.isFavorites ?? false
  return database.transaction(async (tx) => {
    const made = await queries.insertPlaylist(tx, {
      id,
      userId: caller.userId,
      title: requiredText(body.title),
      description: textOrNull(body.description),
      isFavorites,
      visibility: body.visibility ?? (isFavorites ? 'private' : 'unlisted'),
      now: clock.now(),
    })
    const known = isFavorites ? await queries.findFavorites(tx, caller.userId) : await queries.findPlaylist(tx, id)
    if (known === undefined && !made) throw new AppError(422, 'playlists-full')
    if (known === undefined) throw notFound()
    requireOwner(caller, known.user_id)
    return toPlaylist(known)
  })
}

/** The signed-in user's own. */
export async function listOwnPlaylists(
  { database, clock, files }: PlaylistDeps,
  caller: Caller,
  { trackId }: Input<typeof calls.listOwnPlaylists>['query'],
): Promise<Summary[]> {
  requireUser(caller)
  const where = sql<boolean>`pl.user_id = ${caller.userId}`
  const orderBy = sql`pl.is_favorites DESC, pl.updated_at DESC, pl.id`
  const rows = await queries.selectSummaries(database.read, {
    where,
    orderBy,
    trackId,
    viewerId: caller.userId,
    now: clock.now(),
  })
  return toSummaries(database.read, files, rows)
}

/** Anybody: the public playlists of a user, given by id or by a linked nostr key. */
export async function listUserPlaylists({ database, clock, files }: PlaylistDeps, name: string): Promise<Summary[]> {
  const userId = HEX_32.test(name) ? await findOwnerOfKey(database.read, name) : name
  if (userId === null) return []
  const where = sql<boolean>`pl.user_id = ${userId} AND pl.visibility = 'public' AND sums.track_count > 0`
  const orderBy = sql`pl.is_favorites DESC, pl.updated_at DESC, pl.id`
  const rows = await queries.selectSummaries(database.read, { where, orderBy, now: clock.now() })
  return toSummaries(database.read, files, rows)
}

/** Those of these playlists that the caller may see, in any order: for likes, and for other modules. */
export async function readSummaries(
  { clock, files }: Pick<PlaylistDeps, 'clock' | 'files'>,
  tx: Tx,
  caller: Caller,
  playlistIds: readonly string[],
): Promise<Summary[]> {
  if (playlistIds.length === 0) return []
  const userId = caller.kind === 'user' ? caller.userId : null
  const where = sql<boolean>`pl.id = ANY(${playlistIds}::uuid[])
    AND (pl.visibility <> 'private' OR pl.user_id = ${userId}::uuid)`
  const rows = await queries.selectSummaries(tx, { where, orderBy: sql`pl.id`, now: clock.now() })
  return toSummaries(tx, files, rows)
}

/** Anybody; private playlists only for their owner. */
export async function findReadable(tx: Tx, caller: Caller, playlistId: string): Promise<queries.PlaylistRow> {
  const playlist = await queries.findPlaylist(tx, playlistId)
  if (playlist === undefined) throw notFound()
  if (playlist.visibility === 'private' && !isOwner(caller, playlist.user_id)) throw notFound()
  return playlist
}

export async function readPlaylist(
  deps: PlaylistDeps,
  caller: Caller,
  playlistId: string,
  query: Input<typeof calls.getPlaylist>['query'],
): Promise<PlaylistPage> {
  if (playlistId === 'shuffle') return readShuffle(deps)
  const { database, clock, files } = deps
  const now = clock.now()
  const playlist = await findReadable(database.read, caller, playlistId)
  const owner = (await readOwners(database.read, files, [playlist.user_id])).get(playlist.user_id)
  if (owner === undefined) throw notFound()
  const smart = await readSmart(deps, playlist)
  const own = smart?.entries ?? (await entries.selectEntries(database.read, playlist.id))
  const rows = await entries.findPublicTracks(
    database.read,
    own.map(({ track_id }) => track_id),
    now,
  )
  const tracks = own.flatMap((entry): Entry[] => {
    const row = rows.get(entry.track_id)
    return row === undefined ? [] : [{ ...toTrackInfo(files, row), entryId: entry.id, addedAt: entry.added_at }]
  })
  const others = own.filter(({ track_id }) => !rows.has(track_id)).map(({ track_id }) => track_id)
  const items = await readForeignItems(deps, caller.kind === 'user' ? caller.userId : null, others)
  const elsewhere = own.flatMap((entry) => {
    const item = items.get(entry.track_id)
    if (item === undefined) return []
    const { isPrivate, ...shown } = item
    const isOnlyYours = isPrivate && playlist.visibility !== 'private' && isOwner(caller, playlist.user_id)
    return [{ ...shown, isOnlyYours, entryId: entry.id, addedAt: entry.added_at }]
  })
  const isRanked = query.sort === 'sats'
  const shown = isRanked ? await rankBySats(database.read, tracks, query, now) : tracks
  const heard = new Set([...shown, ...elsewhere].map(({ entryId }) => entryId))
  const order = isRanked ? [...heard] : own.map(({ id }) => id).filter((id) => heard.has(id))
  const orderOf = new Map(order.map((id, index) => [id, index + 1]))
  const ordered = <E extends { entryId: string }>(entry: E) => ({ ...entry, order: orderOf.get(entry.entryId)! })
  return {
    ...toPlaylist(playlist),
    ...owner,
    titleFit: await fitTitle(playlist.title),
    tracks: shown.map(ordered),
    itemsElsewhere: elsewhere.map(ordered),
    hiddenCount: isOwner(caller, playlist.user_id) ? own.length - heard.size : 0,
    definition: isOwner(caller, playlist.user_id) ? (smart?.definition ?? null) : null,
  }
}

const DAY_MS = 86_400_000

type Days = { startDate?: string | undefined; endDate?: string | undefined }

/** Ordered by what each track received: in total, or between the given days. */
async function rankBySats(tx: Tx, tracks: Entry[], { startDate, endDate }: Days, now: Date): Promise<Entry[]> {
  let ranked = tracks
  if (startDate !== undefined || endDate !== undefined) {
    const last = endDate ?? dayOf(now)
    const first = startDate ?? dayOf(new Date(Date.parse(last) - RANKING_DAYS_MAX * DAY_MS))
    const days = (Date.parse(last) - Date.parse(first)) / DAY_MS
    if (days < 0 || days > RANKING_DAYS_MAX) {
      throw new AppError(422, 'rule-broken', `A ranking must cover 0 to ${RANKING_DAYS_MAX} days.`)
    }
    const ids = tracks.map(({ id }) => id)
    const sums = await entries.sumDays(tx, ids, { first, last })
    ranked = tracks.map((track) => ({ ...track, msatTotal: sums.get(track.id) ?? 0n }))
  }
  return ranked.toSorted((one, other) =>
    one.msatTotal < other.msatTotal ? 1 : one.msatTotal > other.msatTotal ? -1 : 0,
  )
}

/** Anybody: random tracks, as a playlist without an owner. */
async function readShuffle({ database, clock, files }: PlaylistDeps): Promise<PlaylistPage> {
  const now = clock.now()
  const rows = await entries.selectRandomTracks(database.read, SHUFFLE_TRACKS, now)
  return {
    id: null,
    userId: null,
    name: null,
    picture: null,
    profileUrl: null,
    title: 'Shuffle',
    titleFit: await fitTitle('Shuffle'),
    description: null,
    isFavorites: false,
    isSmart: false,
    visibility: 'public',
    revision: 0,
    createdAt: now,
    updatedAt: now,
    tracks: rows.map((row, index) => ({
      ...toTrackInfo(files, row),
      order: index + 1,
      entryId: row.id,
      addedAt: row.published_at ?? now,
    })),
    itemsElsewhere: [],
    hiddenCount: 0,
    definition: null,
  }
}

/** Owner only. Callers who may not see it get a 404. */
export async function lockOwn(tx: Tx, caller: Caller, playlistId: string): Promise<queries.PlaylistRow> {
  requireUser(caller)
  const playlist = await queries.lockPlaylist(tx, playlistId)
  if (playlist === undefined) throw notFound()
  if (playlist.visibility === 'private' && playlist.user_id !== caller.userId) throw notFound()
  requireOwner(caller, playlist.user_id)
  return playlist
}

/** Owner only. Omitted fields stay as they are; null or '' clears the description. */
export async function changePlaylist(
  { database, clock }: PlaylistDeps,
  caller: Caller,
  body: Input<typeof calls.updatePlaylist>['body'],
): Promise<Playlist> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const playlist = await lockOwn(tx, caller, body.playlistId)
    if (body.visibility !== undefined) await requireSharablePlaylist(tx, playlist, body.visibility)
    await queries.updatePlaylist(tx, playlist.id, {
      title: body.title === undefined ? playlist.title : requiredText(body.title),
      description: body.description === undefined ? playlist.description : textOrNull(body.description),
      visibility: body.visibility ?? playlist.visibility,
      now: clock.now(),
    })
    const changed = await queries.findPlaylist(tx, playlist.id)
    return toPlaylist(changed ?? playlist)
  })
}

/** Owner only. */
export async function deletePlaylist({ database }: PlaylistDeps, caller: Caller, playlistId: string): Promise<null> {
  requireUser(caller)
  await database.transaction(async (tx) => {
    const playlist = await lockOwn(tx, caller, playlistId)
    await queries.deletePlaylist(tx, playlist.id)
  })
  return null
}
