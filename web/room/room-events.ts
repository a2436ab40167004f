/** The events of a live chat from the relays: recent and new messages, older pages on request, and what its host and
 * the reader have hidden. What is shown of it is lines.ts. */
import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Channel } from '#protocols/nostr/channel.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import {
  CHANNEL_KIND,
  CHANNEL_MESSAGE_KIND,
  CHANNEL_METADATA_KIND,
  DELETION_KIND,
  HIDE_KIND,
  MUTE_KIND,
} from '#protocols/nostr/kinds.ts'
import { relaysOf } from '#web/nostr/relay-addresses.ts'
import { useRelayEvents, useRelayPool } from '#web/nostr/relay-hooks.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import { useSettings } from '#web/data/site.ts'

const PAGE = 100
/** A hide event is newer than the message it hides, so the newest ones cover more than the messages that are shown. */
const MODERATION_KINDS = [DELETION_KIND, HIDE_KIND, MUTE_KIND]
/** Includes the channel's metadata. */
const HOST_KINDS = [CHANNEL_KIND, CHANNEL_METADATA_KIND, ...MODERATION_KINDS]

export type ChatEvents = {
  pool: RelayPool
  addresses: readonly string[]
  events: readonly NostrEvent[]
  /** Until messages and moderation events are known. */
  isLoading: boolean
  isConnected: boolean
  /** None of the relays can be reached. */
  isCutOff: boolean
  older: { isOffered: boolean; isPending: boolean; error: unknown; load: () => void }
  /** Adds the user's own event before a relay sends it back. */
  onPublished: (event: NostrEvent) => void
}

export function useChatEvents(chat: Channel, ownKeys: readonly string[]): ChatEvents {
  const addresses = relaysOf(useSettings())
  const { pool, connected, unreachable } = useRelayPool(addresses)
  const [published, setPublished] = useState<readonly NostrEvent[]>([])
  const filter = { kinds: [CHANNEL_MESSAGE_KIND], '#e': [chat.id], limit: PAGE }
  const said = useRelayEvents(pool, { addresses, filter })
  const host = useRelayEvents(pool, { addresses, filter: { kinds: HOST_KINDS, authors: [chat.pubkey] } })
  const own = useRelayEvents(pool, {
    addresses,
    filter: { kinds: MODERATION_KINDS, authors: ownKeys },
    isEnabled: ownKeys.length > 0,
  })
  const older = useOlder(pool, filter, said.events)
  const onPublished = useCallback((event: NostrEvent) => setPublished((before) => [...before, event]), [])
  const events = useMemo(
    () => [...said.events, ...older.events, ...host.events, ...own.events, ...published],
    [said.events, older.events, host.events, own.events, published],
  )
  return {
    pool,
    addresses,
    events,
    isLoading: said.isLoading || host.isLoading,
    isConnected: connected.length > 0,
    isCutOff: connected.length === 0 && unreachable.length >= addresses.length,
    older,
    onPublished,
  }
}

type MessageFilter = { kinds: number[]; '#e': string[]; limit: number }

/** Each relay returned up to a page; only that many are certain to be the newest of all, so older pages start there. */
function useOlder(pool: RelayPool, filter: MessageFilter, newest: readonly NostrEvent[]) {
  const [pages, setPages] = useState<{ events: readonly NostrEvent[]; isEnd: boolean }>({ events: [], isEnd: false })
  const from = pages.events.at(-1) ?? newest[PAGE - 1]
  const loading = useMutation({
    mutationFn: (until: number) => pool.list({ ...filter, until }),
    onSuccess: (found) => {
      setPages(({ events }) => {
        const news = found.filter(({ id }) => !events.some((known) => known.id === id))
        return { events: [...events, ...news], isEnd: found.length < PAGE || news.length === 0 }
      })
    },
  })
  return {
    events: pages.events,
    isOffered: from !== undefined && !pages.isEnd,
    isPending: loading.isPending,
    error: loading.error,
    load: () => from !== undefined && loading.mutate(from.created_at),
  }
}
