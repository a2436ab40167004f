/** The cache of feeds: a feed is returned again while the data that it was made from is unchanged. */
import { etagOf, PageBody } from '#server/pages/built-files.ts'

/** What a feed depends on: `version` changes with every write to its rows and with what becomes public. */
export type FeedState = {
  version: string
  itemIds: string[]
  hasTimeSplits: boolean
  /** The nostr keys of its owner. */
  nostrKeys: string[]
  /** Where the feed redirects. */
  movedTo: string | null
}
export type MadeFeed = { xml: string; changedAt: Date }
export type CachedFeed = { body: PageBody; etag: string; changedAt: Date }

const FEEDS_MAX = 64
const QUALITY = 4

export function packFeed({ xml, changedAt }: MadeFeed): CachedFeed {
  const bytes = Buffer.from(xml)
  return { body: new PageBody(bytes, QUALITY), etag: etagOf(bytes), changedAt }
}

export type CacheFeed = (name: string, version: string, make: () => Promise<MadeFeed>) => Promise<CachedFeed>

export function createFeedCache(): CacheFeed {
  const cached = new Map<string, { version: string; feed: Promise<CachedFeed> }>()
  return (name, version, make) => {
    const known = cached.get(name)
    cached.delete(name)
    const entry = known?.version === version ? known : { version, feed: make().then(packFeed) }
    cached.set(name, entry)
    entry.feed.catch(() => cached.get(name) === entry && cached.delete(name))
    const oldest = cached.keys().next()
    if (cached.size > FEEDS_MAX && oldest.value !== undefined) cached.delete(oldest.value)
    return entry.feed
  }
}
