/** The feed of a signed-in user, a page at a time. */
import type { Data, Input } from '#contract/endpoint.ts'
import { FEED_PER_PAGE, FEED_PER_PAGE_MAX, type listFeed } from '#contract/community/feed.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import type { Clock } from '#server/platform/clock.ts'
import { formatTimeCursor, parseTimeCursor, cutPage, perPageOf } from '#server/platform/http/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type FeedRow, followsAnybody, selectFeed } from './feed-queries.ts'

export type FeedDeps = { database: Database; clock: Clock; files: Pick<Files, 'publicUrl'> }

export async function readFeed(
  { database, clock, files }: FeedDeps,
  caller: Caller,
  { before, limit }: Input<typeof listFeed>['query'],
): Promise<Data<typeof listFeed>> {
  requireUser(caller)
  const perPage = perPageOf(limit, FEED_PER_PAGE, FEED_PER_PAGE_MAX)
  const query = { userId: caller.userId, place: parseTimeCursor(before), limit: perPage + 1, now: clock.now() }
  const [rows, isFollowing] = await Promise.all([
    selectFeed(database.read, query),
    followsAnybody(database.read, caller.userId),
  ])
  const { shown, nextBefore } = cutPage(rows, perPage, formatTimeCursor)
  return { items: shown.map((row) => toItem(files, row)), nextBefore, isFollowing }
}

function toItem(files: FeedDeps['files'], row: FeedRow): Data<typeof listFeed>['items'][number] {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    source: {
      id: row.source_id,
      type: row.source_type,
      name: row.source_name,
      slug: row.source_slug,
      artworkUrl: urlOf(files, row.source_artwork_key),
    },
    content: {
      id: row.content_id,
      type: row.content_type,
      title: row.title,
      artworkUrl: urlOf(files, row.artwork_key),
      colorInfo: row.color_info,
    },
    text: row.text,
  }
}
