/** The feed of a key as queries: its follows, their events page by page, and profiles.
 * How it is shown is nostr-feed-list.tsx. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { FEED_KINDS, type FeedItem, listMissing, parseFeed } from '#protocols/nostr/feed.ts'
import { listFollowed } from '#protocols/nostr/follow-list.ts'
import { useNostrAuthors } from '#web/nostr/authors.ts'
import { followsQuery } from '#web/nostr/follows-query.ts'
import { useOwnRelays } from '#web/nostr/own-relays.ts'
import { useRelayPool } from '#web/nostr/relay-hooks.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import { useSite } from '#web/data/site.ts'

const PAGE = 40
/** The maximum number of authors in a relay filter; the most recent follows are kept. */
const FOLLOWED_MAX = 1_000
/** Allows for clock differences; events dated further ahead are ignored. */
const CLOCK_SKEW_MAX_SECONDS = 900

type Page = { events: readonly NostrEvent[]; originals: readonly NostrEvent[] }

export function useFeed(own: string) {
  const site = useSite()
  const { pool } = useRelayPool(useOwnRelays(own, 'write'))
  const follows = useQuery(followsQuery(site, own))
  const followed = listFollowed(follows.data ?? null).slice(-FOLLOWED_MAX)
  const pages = useInfiniteQuery({
    queryKey: ['nostr-feed', own, followed.join(' ')],
    queryFn: ({ pageParam }) => readPage(pool, followed, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ events }: Page, _all, until) => findNext(events, until),
    enabled: followed.length > 0,
    // Returning users expect current data.
    staleTime: 0,
    retry: false,
  })
  const all = pages.data?.pages
  const ownUrl = site.settings.publicUrl || location.origin
  // Shared events carry signatures, and each takes time to verify.
  const items = useMemo(() => readPages(all ?? [], ownUrl), [all, ownUrl])
  const users = items.flatMap(({ sharedBy, entry }) => [sharedBy ?? [], entry?.author ?? []].flat())
  return { follows, followed, pages, items, authorOf: useNostrAuthors(pool, users) }
}

async function readPage(pool: RelayPool, authors: readonly string[], before: number | null): Promise<Page> {
  const until = before ?? Math.floor(Date.now() / 1_000) + CLOCK_SKEW_MAX_SECONDS
  const events = await pool.list({ kinds: FEED_KINDS, authors, until, limit: PAGE })
  const ids = listMissing(events)
  // Without them, the feed says that the originals are missing.
  const originals = ids.length === 0 ? [] : await pool.list({ ids }).catch(() => [])
  return { events, originals }
}

/** Starts with the oldest second again, because there may be more
 * events in it; not when a page contained only that second. */
function findNext(events: readonly NostrEvent[], until: number | null): number | undefined {
  const oldest = events.at(-1)
  if (oldest === undefined || events.length < PAGE) return undefined
  return oldest.created_at === until ? oldest.created_at - 1 : oldest.created_at
}

function readPages(pages: readonly Page[], ownUrl: string): FeedItem[] {
  const events = unique(pages.flatMap((page) => page.events))
  return parseFeed(
    events,
    pages.flatMap(({ originals }) => originals),
    ownUrl,
  )
}

function unique(events: readonly NostrEvent[]): NostrEvent[] {
  return [...new Map(events.map((event) => [event.id, event])).values()]
}
