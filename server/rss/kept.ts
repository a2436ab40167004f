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
export type KeptFeed = { body: PageBody; etag: string; changedAt: Date }

const KEPT_MAX = 64
const QUALITY = 4

export function packFeed({ xml, changedAt }: MadeFeed): KeptFeed {
  const bytes = Buffer.from(xml)
  return { body: new PageBody(bytes, QUALITY), etag: etagOf(bytes), changedAt }
}

export type KeepFeed = (name: string, version: string, make: () => Promise<MadeFeed>) => Promise<KeptFeed>

export function createKeeper(): KeepFeed {
  const kept = new Map<string, { version: string; feed: Promise<KeptFeed> }>()
  return (name, version, make) => {
    const known = kept.get(name)
    kept.delete(name)
    const entry = known?.version === version ? known : { version, feed: make().then(packFeed) }
    kept.set(name, entry)
    entry.feed.catch(() => kept.get(name) === entry && kept.delete(name))
    const oldest = kept.keys().next()
    if (kept.size > KEPT_MAX && oldest.value !== undefined) kept.delete(oldest.value)
    return entry.feed
  }
}
