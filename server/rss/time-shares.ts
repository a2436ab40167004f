/** Time splits in the form of a feed. Content that is not public now is left out, because its feed cannot be read. */
import type { RemoteItem, TimeShare } from '#protocols/rss/feed.ts'
import { type ContentRow, findContents } from '#server/catalog/content/queries.ts'
import { type FeedKind, readFeedGuids, readItemGuids } from '#server/catalog/feed-guids.ts'
import { selectTimeSplits } from '#server/catalog/splits/time-split-queries.ts'
import { feedUrl, type Rss } from './deps.ts'

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
    const guids = await readGuids(rss, kind, own.map(feedIdOf))
    for (const content of own) {
      const itemGuid = content.parent_id === null ? null : guidOf(content.id)
      remotes.set(content.id, remoteOf(rss, guids, { kind, id: feedIdOf(content), itemGuid, title: content.title }))
    }
  }
  return remotes
}

const kindOf = ({ type }: ContentRow): FeedKind => (type === 'track' ? 'album' : type === 'episode' ? 'podcast' : type)
const feedIdOf = ({ id, parent_id: parentId }: ContentRow) => parentId ?? id

export const readGuids = ({ database, clock, feedHome }: Rss, kind: FeedKind, ids: readonly string[]) =>
  readFeedGuids(database.read, feedHome, { kind, ids, now: clock.now() })

export async function readGuid(rss: Rss, kind: FeedKind, id: string): Promise<string> {
  return guidIn(await readGuids(rss, kind, [id]), id)
}

type Named = { kind: FeedKind; id: string; itemGuid?: string | null; title: string | null }

const mediums = { album: 'music', artist: 'publisher', playlist: 'musicL', podcast: 'podcast' } as const

/** A feed, or an item of it. */
export function remoteOf(
  rss: Rss,
  guids: ReadonlyMap<string, string>,
  { kind, id, itemGuid = null, title }: Named,
): RemoteItem {
  return { feedGuid: guidIn(guids, id), feedUrl: feedUrl(rss, kind, id), itemGuid, medium: mediums[kind], title }
}

function guidIn(guids: ReadonlyMap<string, string>, id: string): string {
  const guid = guids.get(id)
  if (guid === undefined) throw new Error(`The feed of ${id} has no guid`)
  return guid
}
