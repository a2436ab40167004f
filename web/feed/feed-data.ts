/** The feed of a key as queries: whom it follows, what those have said, a page after the other, and what they are called.
 * How it looks is feed-list.tsx. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { FEED_KINDS, type FeedItem, listMissing, readFeed } from '#protocols/nostr/feed.ts'
import { listFollowed } from '#protocols/nostr/follow-list.ts'
import { readProfile } from '#protocols/nostr/profile.ts'
import { followsQuery } from '../nostr/follows-query.ts'
import { useOwnRelays } from '../nostr/own-relays.ts'
import { pictureToShow } from '../nostr/profile-picture.ts'
import { useRelayPool } from '../nostr/relay-hooks.ts'
import type { RelayPool } from '../nostr/relay-pool.ts'
import { useSettings, useSite } from '../site.ts'

const PAGE = 40
/** What a relay lets one ask for; who was followed last stands last. */
const FOLLOWED_MAX = 1_000
/** Clocks differ; what is dated further ahead is no news. */
const AHEAD_MAX_SECONDS = 900

type Page = { events: readonly NostrEvent[]; originals: readonly NostrEvent[] }
export type Author = { name: string; picture: string | null }

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
    // Somebody who comes back wants what is new.
    staleTime: 0,
    retry: false,
  })
  const all = pages.data?.pages
  const ownUrl = site.settings.publicUrl || location.origin
  // What was shared carries signatures, which take a moment each.
  const items = useMemo(() => readPages(all ?? [], ownUrl), [all, ownUrl])
  return { follows, followed, pages, items, authorOf: useAuthors(pool, items) }
}

async function readPage(pool: RelayPool, authors: readonly string[], before: number | null): Promise<Page> {
  const until = before ?? Math.floor(Date.now() / 1_000) + AHEAD_MAX_SECONDS
  const events = await pool.list({ kinds: FEED_KINDS, authors, until, limit: PAGE })
  const ids = listMissing(events)
  // Without them it is said that they are not there.
  const originals = ids.length === 0 ? [] : await pool.list({ ids }).catch(() => [])
  return { events, originals }
}

/** The second of the oldest again, for there may be more of it; not when a page held nothing else. */
function findNext(events: readonly NostrEvent[], until: number | null): number | undefined {
  const oldest = events.at(-1)
  if (oldest === undefined || events.length < PAGE) return undefined
  return oldest.created_at === until ? oldest.created_at - 1 : oldest.created_at
}

function readPages(pages: readonly Page[], ownUrl: string): FeedItem[] {
  const events = unique(pages.flatMap((page) => page.events))
  return readFeed(
    events,
    pages.flatMap(({ originals }) => originals),
    ownUrl,
  )
}

function unique(events: readonly NostrEvent[]): NostrEvent[] {
  return [...new Map(events.map((event) => [event.id, event])).values()]
}

/** As their profiles say; by their key until those are there, and where there are none. */
function useAuthors(pool: RelayPool, items: readonly FeedItem[]): (pubkey: string) => Author {
  const settings = useSettings()
  const named = items.flatMap(({ sharedBy, entry }) => [sharedBy ?? [], entry?.author ?? []].flat())
  const authors = [...new Set(named)].sort().slice(0, FOLLOWED_MAX)
  const { data } = useQuery({
    queryKey: ['nostr-authors', authors.join(' ')],
    queryFn: () => pool.list({ kinds: [0], authors }),
    enabled: authors.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (pubkey) => {
    const event = data?.find((one) => one.pubkey === pubkey)
    const profile = event === undefined ? null : readProfile(event)
    const npub = encodeNpub(pubkey)
    return {
      name: profile?.displayName ?? profile?.name ?? `${npub.slice(0, 10)}…${npub.slice(-6)}`,
      picture: pictureToShow(profile?.picture, settings),
    }
  }
}
