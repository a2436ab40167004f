/** Editors' lists: which public playlists are listed for a mood, and in which order. */
import type { Data, Input } from '#contract/endpoint.ts'
import { MOOD_LISTS_MAX } from '#contract/listening/moods.ts'
import * as calls from '#contract/listening/moods.ts'
import { type MoodName, moods } from '#contract/listening/smart-rules.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { PlaylistDeps } from './deps.ts'
import { filterPublicPlaylists, replaceListed, selectListed, selectPublicByTitle } from './editorial-queries.ts'
import { readSummaries } from './playlists.ts'

type MoodLists = Data<typeof calls.listMoods>

/** Anybody. */
export async function listMoods(
  deps: PlaylistDeps,
  caller: Caller,
  { mood = null, genreId = null }: { mood?: MoodName | null | undefined; genreId?: number | null | undefined },
): Promise<MoodLists> {
  const { database, clock } = deps
  const limit = mood === null ? moods.length * MOOD_LISTS_MAX : MOOD_LISTS_MAX
  const listed = await selectListed(database.read, { mood, genreId, now: clock.now(), limit })
  const ids = [...new Set(listed.map(({ playlist_id }) => playlist_id))]
  const summaries = await readSummaries(deps, database.read, caller, ids)
  const byId = new Map(summaries.map((one) => [one.id, one]))
  return moods.flatMap((name) => {
    const playlists = listed.flatMap((row) => {
      const playlist = row.mood === name ? byId.get(row.playlist_id) : undefined
      return playlist === undefined || playlist.trackCount === 0 ? [] : [playlist]
    })
    return playlists.length === 0 ? [] : [{ mood: name, playlists }]
  })
}

/** Operators who logged in recently. */
export async function setMoodLists(
  deps: PlaylistDeps,
  caller: Caller,
  mood: MoodName,
  { playlistIds }: Input<typeof calls.setMoodLists>['body'],
): Promise<Data<typeof calls.setMoodLists>> {
  requireOperator(caller, calls.setMoodLists)
  requireRecentAuth(caller)
  const { database, clock } = deps
  const ids = [...new Set(playlistIds)]
  const now = clock.now()
  await database.transaction(async (tx) => {
    const found = await filterPublicPlaylists(tx, ids)
    if (ids.some((id) => !found.has(id))) throw new AppError(422, 'playlist-not-public')
    await replaceListed(tx, mood, ids, now)
    const details = { mood, playlistIds: ids }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'list-playlists', reason: mood, details, now })
  })
  const [listed] = await listMoods(deps, caller, { mood })
  return listed ?? { mood, playlists: [] }
}

/** For the demo: public playlists by their titles. */
export async function listByTitle(
  database: Database,
  lists: readonly (readonly [MoodName, string[]])[],
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [mood, titles] of lists) {
      await replaceListed(tx, mood, await selectPublicByTitle(tx, titles), new Date())
    }
  })
}
