/** Time splits in the form of a feed. Content that is not public now is left out, because its feed cannot be read. */
import type { RemoteItem, TimeShare } from '#protocols/rss/feed.ts'
import { type ContentRow, findContents } from '#server/catalog/content/queries.ts'
import { type FeedKind, readFeedGuids, readItemGuids } from '#server/catalog/feed-guids.ts'
import { selectTimeSplits } from '#server/catalog/splits/time-split-queries.ts'
import { feedUrl, type Rss } from './deps.ts'
import { selectMoved } from './moved.ts'

export type TimeShares = ReadonlyMap<string, TimeShare[]>

export const NO_SHARES: TimeShares = new Map()

/** By the id of the content whose payments are shared. */
export async function readTimeShares(rss: Rss, contentIds: readonly string[]): Promise<TimeShares> {
  const { database, clock } = rss
  const splits = await selectTimeSplits(database.read, contentIds)
  const wanted = [...new Set(splits.map(({ recipientContentId }) => recipientContentId))]
  const found = await findContents(database.read, wanted, clock.now())
  const remotes = await readRemotes(
    rss,
    found.filter((content) => content.is_public),
  )
  const shares = splits.flatMap((split) => {
    const remote = remotes.get(split.recipientContentId)
    if (remote === undefined) return []
    const { contentId, startSeconds, endSeconds, shareNumerator, shareDenominator } = split
    const percent = Math.round((100 * shareNumerator) / shareDenominator)
    return { contentId, share: { startSeconds, durationSeconds: endSeconds - startSeconds, percent, remote } }
  })
  const byContent = Map.groupBy(shares, ({ contentId }) => contentId)
  return new Map([...byContent].map(([id, own]) => [id, own.map(({ share }) => share)]))
}

async function readRemotes(rss: Rss, contents: readonly ContentRow[]): Promise<ReadonlyMap<string, RemoteItem>> {
  const remotes = new Map<string, RemoteItem>()
  const guidOf = await readItemGuids(
    rss.database.read,
    contents.map(({ id }) => id),
  )
  for (const [kind, own] of Map.groupBy(contents, kindOf)) {
    const feeds = await readFeeds(rss, kind, own.map(feedIdOf))
    for (const content of own) {
      const itemGuid = content.parent_id === null ? null : guidOf(content.id)
      remotes.set(content.id, remoteOf(feeds, { kind, id: feedIdOf(content), itemGuid, title: content.title }))
    }
  }
  return remotes
}

const kindOf = ({ type }: ContentRow): FeedKind => (type === 'track' ? 'album' : type === 'episode' ? 'podcast' : type)
const feedIdOf = ({ id, parent_id: parentId }: ContentRow) => parentId ?? id

/** What names a feed, by the id of its content. */
type Feeds = ReadonlyMap<string, { guid: string; url: string }>

/** Feeds that have moved to another host are there. */
export async function readFeeds(rss: Rss, kind: FeedKind, ids: readonly string[]): Promise<Feeds> {
  const { database, clock, feedHome } = rss
  const now = clock.now()
  const guids = await readFeedGuids(database.read, feedHome, { kind, ids, now })
  const moved = await selectMoved(database.read, kind, ids, now)
  return new Map([...guids].map(([id, guid]) => [id, { guid, url: moved.get(id) ?? feedUrl(rss, kind, id) }]))
}

export const readGuid = async (rss: Rss, kind: FeedKind, id: string): Promise<string> =>
  feedIn(await readFeeds(rss, kind, [id]), id).guid

type Named = { kind: FeedKind; id: string; itemGuid?: string | null; title: string | null }

const mediums = { album: 'music', artist: 'publisher', playlist: 'musicL', podcast: 'podcast' } as const

/** A feed, or an item of it. */
export function remoteOf(feeds: Feeds, { kind, id, itemGuid = null, title }: Named): RemoteItem {
  const { guid, url } = feedIn(feeds, id)
  return { feedGuid: guid, feedUrl: url, itemGuid, medium: mediums[kind], title }
}

function feedIn(feeds: Feeds, id: string): { guid: string; url: string } {
  const feed = feeds.get(id)
  if (feed === undefined) throw new Error(`The feed of ${id} has no guid`)
  return feed
}
