/** Resume positions of a user: stored, read on another device, deleted.
 * Only for episodes, and items of other servers' feeds; tracks always start at the beginning. */
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import {
  POSITIONS_PER_PAGE,
  POSITIONS_PER_PAGE_MAX,
  type listPositions,
  type putPositions,
} from '#contract/listening/positions.ts'
import { selectEpisodes, toEpisode, type EpisodeRow } from '#server/catalog/podcasts/episode-info.ts'
import { visibleTo } from '#server/catalog/content/visibility.ts'
import { readForeignItems } from '#server/foreign/feeds.ts'
import { noteHeard } from '#server/foreign/streaming.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { perPageOf } from '#server/platform/http/cursor.ts'
import { selectPositions, trimPositions, upsertPositions } from './positions-queries.ts'

export type PositionDeps = { database: Database; clock: Clock; files: Files }

/** An episode counts as heard this close to its end. */
const END_MS = 30_000
/** For short episodes, the last tenth. */
const endOf = (durationMs: number) => Math.min(END_MS, durationMs / 10)

export async function readPositions(
  { database, clock, files }: PositionDeps,
  caller: Caller,
  { contentId, limit, unfinished }: Input<typeof listPositions>['query'],
): Promise<Data<typeof listPositions>> {
  requireUser(caller)
  const perPage = perPageOf(limit, POSITIONS_PER_PAGE, POSITIONS_PER_PAGE_MAX)
  const wanted = { contentId: contentId ?? null, limit: perPage, isUnfinished: unfinished === 'true' }
  const positions = await selectPositions(database.read, caller.userId, wanted, END_MS)
  const ids = positions.map((position) => position.content_id)
  const episodes = await findEpisodes(database.read, caller, ids, clock.now())
  const items = await readForeignItems({ database, files }, caller.userId, contentId === undefined ? [] : [contentId])
  return positions.flatMap(({ content_id, position_ms, listened_at }) => {
    const episode = episodes.get(content_id)
    if (episode === undefined && !items.has(content_id)) return []
    const durationMs = episode?.duration_ms ?? Number.POSITIVE_INFINITY
    return {
      contentId: content_id,
      positionSeconds: position_ms / 1000,
      isFinished: position_ms >= durationMs - endOf(durationMs),
      listenedAt: listened_at,
      episode: episode === undefined ? null : toEpisode(files, episode),
    }
  })
}

export async function savePositions(
  { database, clock, files }: PositionDeps,
  caller: Caller,
  { positions }: Input<typeof putPositions>['body'],
): Promise<Data<typeof putPositions>> {
  requireUser(caller)
  const now = clock.now()
  const ids = positions.map(({ contentId }) => contentId)
  const episodes = await findEpisodes(database.read, caller, ids, now)
  const items = await readForeignItems({ database, files }, caller.userId, ids)
  // Of several positions of an episode in one request, the last one counts.
  const last = new Map(positions.map((position) => [position.contentId, position]))
  const known = [...last.values()].flatMap(({ contentId, positionSeconds, listenedAt }) => {
    const episode = episodes.get(contentId)
    if (episode === undefined && !items.has(contentId)) return []
    const positionMs = Math.min(Math.round(positionSeconds * 1000), episode?.duration_ms ?? Number.MAX_SAFE_INTEGER)
    // Otherwise a device whose clock is ahead would always win.
    return { contentId, positionMs, listenedAt: listenedAt > now ? now : listenedAt }
  })
  if (known.length === 0) return { noted: 0 }
  return database.transaction(async (tx) => {
    const noted = await upsertPositions(tx, caller.userId, known)
    await trimPositions(tx, caller.userId)
    for (const { contentId: itemId, positionMs } of known) {
      if (items.has(itemId)) await noteHeard(tx, caller.userId, { itemId, positionMs }, now)
    }
    return { noted }
  })
}

async function findEpisodes(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, EpisodeRow>> {
  if (ids.length === 0) return new Map()
  const where = sql<boolean>`e.id = ANY(${ids}::uuid[]) AND ${visibleTo('episode', caller, now)}`
  const rows = await selectEpisodes(tx, { now, where, limit: ids.length })
  return new Map(rows.map((row) => [row.id, row]))
}
