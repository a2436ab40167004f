/** The newest follow list of a key, as a query shared by the follow buttons and the feed. */
import { queryOptions } from '@tanstack/react-query'
import { FOLLOWS_KIND } from '#protocols/nostr/kinds.ts'
import type { Site } from '#web/data/site.ts'
import { readOwnList } from './own-list.ts'
import { findOwnRelays } from './own-relays.ts'

export const followsQuery = (site: Pick<Site, 'queries' | 'settings'>, own: string) =>
  queryOptions({
    queryKey: ['nostr-follows', own],
    queryFn: async () => readOwnList({ kind: FOLLOWS_KIND, pubkey: own, relays: await findOwnRelays(site, own) }),
    retry: false,
  })
