/** Maps rows of playlists to the types of the contract. */
import type { output } from 'zod/mini'
import type { Data } from '#contract/endpoint.ts'
import type { createPlaylist, PlaylistSummary } from '#contract/listening/playlists.ts'
import { readUsers } from '#server/accounts/users.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PlaylistDeps } from './deps.ts'
import type { PlaylistRow, SummaryRow } from './playlist-queries.ts'

export type Summary = output<typeof PlaylistSummary>

export function toPlaylist(row: PlaylistRow): Data<typeof createPlaylist> {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    description: row.description,
    isFavorites: row.is_favorites,
    isSmart: row.is_smart,
    visibility: row.visibility,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export type Owner = { name: string; picture: string | null; profileUrl: string }

/** The names and avatars of the owners. */
export async function readOwners(
  tx: Tx,
  files: PlaylistDeps['files'],
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
  const ids = [...new Set(userIds)]
  const users = ids.length === 0 ? new Map() : await readUsers(tx, ids)
  return new Map(
    [...users.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ userId, displayName, username, artworkKey }) => [
        userId,
        { name: displayName ?? username, picture: urlOf(files, artworkKey), profileUrl: username },
      ]),
  )
}

/** Leaves out playlists of deleted users. */
export async function toSummaries(
  tx: Tx,
  files: PlaylistDeps['files'],
  rows: readonly SummaryRow[],
): Promise<Summary[]> {
  const owners = await readOwners(
    tx,
    files,
    rows.map(({ user_id }) => user_id),
  )
  return rows.flatMap((row) => {
    const owner = owners.get(row.user_id)
    if (owner === undefined) return []
    return {
      ...toPlaylist(row),
      ...owner,
      trackCount: row.track_count,
      duration: row.duration_ms / 1000,
      colorInfo: row.preview.find(({ colorInfo }) => colorInfo !== null)?.colorInfo ?? null,
      tracks: row.preview.map((track, index) => ({
        id: track.id,
        title: track.title,
        artist: track.artist,
        artworkUrl: urlOf(files, track.artworkKey),
        duration: track.durationMs === null ? null : track.durationMs / 1000,
        order: index + 1,
      })),
      hasTrack: row.has_track,
      user_id: row.user_id,
    }
  })
}
