/** A user's listening history: recorded from play reports, visible to that user only, and cleared on request. */
import { createHmac } from 'node:crypto'
import type { Data, Input } from '#contract/endpoint.ts'
import { HISTORY_PER_PAGE, HISTORY_PER_PAGE_MAX } from '#contract/listening/library.ts'
import type * as calls from '#contract/listening/library.ts'
import { countedSeconds } from '#contract/listening/counted-play.ts'
import { readForeignItems } from '#server/foreign/feeds.ts'
import { formatTimeCursor, parseTimeCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'
import { idOfHash } from '#server/platform/ids.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { LibraryDeps } from './deps.ts'
import {
  deleteHistory,
  isHistoryKept,
  type ListenedPlay,
  selectHistory,
  setHistoryKept,
  upsertHistory,
} from './history-queries.ts'
import { describePlayable } from './playable.ts'

type Recording = Pick<LibraryDeps, 'database' | 'files'> & { secret: string }

/** Called by the plays module: with what is public here, and with what is not, which may be of foreign feeds. A crash of
 * PostgreSQL may lose the last moments of the history. */
export function recordListening({ database, files, secret }: Recording) {
  return async (userId: string, heard: readonly ListenedPlay[], others: readonly ListenedPlay[]): Promise<void> => {
    const items = await readForeignItems(
      { database, files },
      userId,
      others.map(({ contentId }) => contentId),
    )
    const elsewhere = others.filter(({ contentId, secondsHeard }) => {
      const item = items.get(contentId)
      return item !== undefined && secondsHeard >= countedSeconds(item.duration)
    })
    const all = [...heard, ...elsewhere]
    if (all.length === 0) return
    const own = all.map((play) => ({ ...play, playId: ownId(secret, userId, play.playId) }))
    await database.relaxed.transaction((tx) => upsertHistory(tx, userId, own))
  }
}

/** An id for the history that cannot be linked to the counted play. Reporting a play again results in the same id. */
function ownId(secret: string, userId: string, playId: string): string {
  return idOfHash(createHmac('sha256', secret).update(`history ${userId} ${playId}`).digest('hex'), 4)
}

/** The signed-in user's own. What can no longer be heard is listed without details. */
export async function listOwnHistory(
  deps: LibraryDeps,
  caller: Caller,
  { before, limit }: Input<typeof calls.listHistory>['query'],
): Promise<Data<typeof calls.listHistory>> {
  requireUser(caller)
  const perPage = perPageOf(limit, HISTORY_PER_PAGE, HISTORY_PER_PAGE_MAX)
  const rows = await selectHistory(deps.database.read, caller.userId, parseTimeCursor(before), perPage + 1)
  const { shown, nextBefore } = cutPage(rows, perPage, (last) =>
    formatTimeCursor({ at: last.started_at, id: last.play_id }),
  )
  const ids = shown.map(({ content_id }) => content_id)
  const playableOf = await describePlayable(deps, ids)
  const items = await readForeignItems(deps, caller.userId, ids)
  const history = shown.map(({ play_id, content_id, started_at, seconds_heard }) => ({
    playId: play_id,
    playedAt: started_at,
    secondsHeard: seconds_heard,
    ...playableOf(content_id),
    itemElsewhere: items.get(content_id) ?? null,
  }))
  return { isKept: await isHistoryKept(deps.database.read, caller.userId), history, nextBefore }
}

/** The signed-in user's own. What was recorded before stays until it is cleared. */
export async function setOwnHistoryKept(
  { database, clock }: LibraryDeps,
  caller: Caller,
  isKept: boolean,
): Promise<null> {
  requireUser(caller)
  await setHistoryKept(database.read, caller.userId, isKept, clock.now())
  return null
}

/** The signed-in user's own. */
export async function clearOwnHistory({ database }: LibraryDeps, caller: Caller): Promise<null> {
  requireUser(caller)
  await deleteHistory(database.read, caller.userId)
  return null
}
