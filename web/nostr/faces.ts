/** How people of nostr are called: as their profiles at the relays say, with their key beside it, since anybody may take any
 * name. */
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { readProfile } from '#protocols/nostr/profile.ts'
import { useSettings } from '../site.ts'
import { pictureToShow } from './profile-picture.ts'
import { useRelayEvents } from './relay-hooks.ts'
import type { RelayPool } from './relay-pool.ts'

export type Face = { name: string; shortKey: string; picture: string | null }
export type Faces = (pubkey: string) => Face

const ASKED_MAX = 500

export function useFaces(pool: RelayPool, addresses: readonly string[], pubkeys: readonly string[]): Faces {
  const settings = useSettings()
  const authors = [...new Set(pubkeys)].sort().slice(0, ASKED_MAX)
  const filter = { kinds: [0], authors }
  const { events } = useRelayEvents(pool, { addresses, filter, isEnabled: authors.length > 0 })
  return (pubkey) => {
    const event = events.find((one) => one.pubkey === pubkey)
    const profile = event === undefined ? null : readProfile(event)
    const shortKey = shortenKey(pubkey)
    const name = profile?.displayName ?? profile?.name ?? shortKey
    return { name, shortKey, picture: pictureToShow(profile?.picture, settings) }
  }
}

function shortenKey(pubkey: string): string {
  const npub = encodeNpub(pubkey)
  return `${npub.slice(0, 10)}…${npub.slice(-6)}`
}
