/** Smart playlists: their rules are run each time they are read. What they found is also stored as entries, at most
 * an hour old, so that lists and covers need no search. */
import type { output } from 'zod/mini'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Playlist } from '#contract/listening/playlists.ts'
import { SMART_PREVIEW } from '#contract/listening/smart-playlists.ts'
import type * as calls from '#contract/listening/smart-playlists.ts'
import { requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { toTrackInfo } from '#server/catalog/music/track-info.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOwner, requireUser } from '#server/platform/http/authorization.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { PlaylistDeps } from './deps.ts'
import { toPlaylist } from './described.ts'
import * as entries from './entry-queries.ts'
import { findPlaylist, insertPlaylist, lockPlaylist, type PlaylistRow, touchPlaylist } from './playlist-queries.ts'
import { type Definition, isPrivate } from './smart-conditions.ts'
import { findSmart, findSmartTracks, upsertSmart } from './smart-queries.ts'

type Made = output<typeof Playlist>
type Visibility = PlaylistRow['visibility']

const KEPT_MS = 3_600_000
function requireSharable(definition: Definition, visibility: Visibility): void {
  if (visibility !== 'private' && isPrivate(definition)) throw new AppError(422, 'smart-playlist-private')
}

/** Throws when a smart playlist with private rules would be shown to others. */
export async function requireSharablePlaylist(tx: Tx, playlist: PlaylistRow, visibility: Visibility): Promise<void> {
  if (!playlist.is_smart) return
  const smart = await findSmart(tx, playlist.id)
  if (smart !== undefined) requireSharable(smart.definition, visibility)
}

/** Signed-in users. */
export async function createSmart(
  deps: PlaylistDeps,
  caller: Caller,
  id: string,
  body: Input<typeof calls.createSmartPlaylist>['body'],
): Promise<Made> {
  requireUser(caller)
  const { database, clock } = deps
  const { definition, visibility = 'private' } = body
  requireSharable(definition, visibility)
  const now = clock.now()
  const { userId } = caller
  const found = await runRules(deps, { id, userId }, definition)
  return database.transaction(async (tx) => {
    const title = requiredText(body.title)
    const description = textOrNull(body.description)
    const made = await insertPlaylist(tx, { id, userId, title, description, isFavorites: false, visibility, now })
    const known = await findPlaylist(tx, id)
    if (known === undefined) throw new AppError(422, 'playlists-full')
    requireOwner(caller, known.user_id)
    if (made) await fill(tx, id, definition, found, now)
    return toPlaylist({ ...known, is_smart: true })
  })
}

/** Owner only. */
export async function changeRules(
  deps: PlaylistDeps,
  caller: Caller,
  playlistId: string,
  definition: Definition,
): Promise<Made> {
  requireUser(caller)
  const now = deps.clock.now()
  const known = await requireOwnSmart(deps.database.read, caller, playlistId)
  const found = await runRules(deps, { id: playlistId, userId: known.user_id }, definition)
  return deps.database.transaction(async (tx) => {
    const playlist = await lockPlaylist(tx, playlistId)
    if (playlist === undefined) throw notFound()
    requireSharable(definition, playlist.visibility)
    await fill(tx, playlistId, definition, found, now)
    return toPlaylist((await findPlaylist(tx, playlistId)) ?? playlist)
  })
}

/** Owner only; others get a 404 for what they may not see, and a 403 for the rest. */
async function requireOwnSmart(tx: Tx, caller: Caller, playlistId: string): Promise<PlaylistRow> {
  requireUser(caller)
  const playlist = await findPlaylist(tx, playlistId)
  if (playlist === undefined) throw notFound()
  if (playlist.visibility === 'private' && playlist.user_id !== caller.userId) throw notFound()
  requireOwner(caller, playlist.user_id)
  if (!playlist.is_smart) throw notFound()
  return playlist
}

type Whose = { id: string; userId: string }

const runRules = ({ database, clock }: PlaylistDeps, { id, userId }: Whose, definition: Definition) =>
  findSmartTracks(database, definition, { userId, now: clock.now(), seed: `${id} ${dayOf(clock.now())}` })

async function fill(tx: Tx, playlistId: string, definition: Definition, found: string[], now: Date): Promise<void> {
  await upsertSmart(tx, playlistId, definition, now)
  await entries.replaceEntries(tx, playlistId, toEntries(found, now))
  await touchPlaylist(tx, playlistId, now)
}

const toEntries = (found: readonly string[], now: Date): entries.EntryRow[] =>
  found.map((id) => ({ id: newId(), track_id: id, position: 0, added_at: now }))

/** What the rules find now, as entries; null for other playlists. The ids of the entries are those of the tracks. */
export async function readSmart(
  deps: PlaylistDeps,
  playlist: PlaylistRow,
): Promise<{ definition: Definition; entries: entries.EntryRow[] } | null> {
  if (!playlist.is_smart) return null
  const smart = await findSmart(deps.database.read, playlist.id)
  if (smart === undefined) return null
  const now = deps.clock.now()
  const { definition } = smart
  const found = await runRules(deps, { id: playlist.id, userId: playlist.user_id }, definition)
  if (now.getTime() - smart.filled_at.getTime() > KEPT_MS) {
    await deps.database.relaxed.transaction(async (tx) => {
      const locked = await lockPlaylist(tx, playlist.id)
      if (locked !== undefined) await fill(tx, playlist.id, definition, found, now)
    })
  }
  return { definition, entries: found.map((id) => ({ id, track_id: id, position: 0, added_at: smart.filled_at })) }
}

/** Signed-in users. */
export async function previewRules(
  deps: PlaylistDeps,
  caller: Caller,
  definition: Definition,
): Promise<Data<typeof calls.previewSmartPlaylist>> {
  requireUser(caller)
  const found = await runRules(deps, { id: caller.userId, userId: caller.userId }, definition)
  const first = found.slice(0, SMART_PREVIEW)
  const rows = await entries.findPublicTracks(deps.database.read, first, deps.clock.now())
  return {
    count: found.length,
    tracks: first.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [toTrackInfo(deps.files, row)]
    }),
    isPrivate: isPrivate(definition),
  }
}

/** Owner only. The copy has nothing of the rules. */
export async function freezeSmart(
  deps: PlaylistDeps,
  caller: Caller,
  id: string,
  { playlistId, title }: { playlistId: string; title: string },
): Promise<Made> {
  requireUser(caller)
  const { database, clock } = deps
  const smart = await readSmart(deps, await requireOwnSmart(database.read, caller, playlistId))
  if (smart === null) throw notFound()
  if (smart.entries.length === 0) throw new AppError(422, 'smart-playlist-empty')
  const now = clock.now()
  return database.transaction(async (tx) => {
    const copy = { id, userId: caller.userId, title: requiredText(title), description: null, isFavorites: false }
    const made = await insertPlaylist(tx, { ...copy, visibility: 'unlisted', now })
    const known = await findPlaylist(tx, id)
    if (known === undefined) throw new AppError(422, 'playlists-full')
    requireOwner(caller, known.user_id)
    const found = smart.entries.map(({ track_id }) => track_id)
    if (made) await entries.replaceEntries(tx, id, toEntries(found, now))
    return toPlaylist(known)
  })
}
