/** Names and avatars of nostr users, from their profiles on the relays, with a short key beside them, because anybody
 * can use any name. Each key is queried once, so that names stay while others load. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { type Profile, parseProfile } from '#protocols/nostr/profile.ts'
import { useSettings } from '#web/data/site.ts'
import { visibleImageUrl } from './profile-image.ts'
import type { RelayPool } from './relay-pool.ts'

/** `seed`: the seed of the generated drawing when there is no image. */
export type NostrAuthor = { name: string; shortKey: string; picture: string | null; seed: string }
export type NostrAuthors = (pubkey: string) => NostrAuthor

const ASKED_MAX = 500

export function useNostrAuthors(pool: RelayPool, pubkeys: readonly string[]): NostrAuthors {
  const settings = useSettings()
  const { connected } = useSyncExternalStore(pool.watch, pool.read, pool.read)
  const isConnected = connected.length > 0
  const [found, setFound] = useState<ReadonlyMap<string, Profile | null>>(new Map())
  const missing = [...new Set(pubkeys)]
    .filter((pubkey) => !found.has(pubkey))
    .sort()
    .slice(0, ASKED_MAX)
    .join(' ')
  useEffect(() => {
    if (missing === '' || !isConnected) return
    let isGone = false
    const authors = missing.split(' ')
    const take = (profiles: ReadonlyMap<string, Profile | null>) => {
      if (!isGone) setFound((before) => new Map([...before, ...profiles]))
    }
    // Without a response, users are shown by key until somebody new is queried.
    findProfiles(pool, authors).then(take, () => undefined)
    return () => {
      isGone = true
    }
  }, [pool, isConnected, missing])
  return (pubkey) => {
    const profile = found.get(pubkey)
    const shortKey = shortenNpub(pubkey)
    const name = profile?.displayName ?? profile?.name ?? shortKey
    return { name, shortKey, picture: visibleImageUrl(profile?.picture, settings), seed: pubkey }
  }
}

async function findProfiles(pool: RelayPool, authors: readonly string[]): Promise<Map<string, Profile | null>> {
  const events = await pool.list({ kinds: [0], authors })
  const newest = new Map(events.toReversed().map((event) => [event.pubkey, event]))
  return new Map(
    authors.map((pubkey) => {
      const event = newest.get(pubkey)
      return [pubkey, event === undefined ? null : parseProfile(event)]
    }),
  )
}

export function shortenNpub(pubkey: string): string {
  const npub = encodeNpub(pubkey)
  return `${npub.slice(0, 10)}…${npub.slice(-6)}`
}
