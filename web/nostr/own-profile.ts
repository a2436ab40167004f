/** The profile of somebody's own keys (kind 0): found at the relays and told to the server, and written for keys that have
 * none. Comes with the pool and with what checks signatures, so it is fetched only when there is a key. */
import { putNostrProfile } from '#contract/nostr.ts'
import type { UnsignedEvent } from '#protocols/nostr/event.ts'
import { type Profile, readProfile } from '#protocols/nostr/profile.ts'
import type { Call } from '../api.ts'
import type { Account } from '../session/account.ts'
import { createRelayPool } from './relay-pool.ts'

export type FoundProfile = { profile: Profile; signedAtMs: number }

type Search = { relays: readonly string[]; pubkeys: readonly string[]; keptAtMs: number; call: Call }

/** The newest of these keys; null when the relays know none. One that the server has not heard of yet it is told.
 * Rejects when no relay can be asked. */
export async function findOwnProfile({ relays, pubkeys, keptAtMs, call }: Search): Promise<FoundProfile | null> {
  const pool = createRelayPool()
  pool.configure(relays)
  try {
    const event = await pool.get({ kinds: [0], authors: pubkeys })
    const profile = event && readProfile(event)
    if (event === null || profile === null) return null
    const signedAtMs = event.created_at * 1_000
    if (signedAtMs > keptAtMs) {
      const body = { event: { ...event, kind: 0 as const } }
      // Nothing depends on it here: it is found again next time.
      await call(putNostrProfile, { params: { pubkey: event.pubkey }, body }).catch(() => null)
    }
    return { profile, signedAtMs }
  } finally {
    pool.configure([])
  }
}

/** What an account says, as the profile of a key that has none. */
export function draftProfile(
  { name, displayName, artworkUrl }: Pick<Account, 'name' | 'displayName' | 'artworkUrl'>,
  publicUrl: string,
  nowMs: number,
): UnsignedEvent {
  const content = JSON.stringify({
    name,
    ...(displayName !== null && { display_name: displayName }),
    ...(artworkUrl !== null && { picture: new URL(artworkUrl, publicUrl).href }),
  })
  return { kind: 0, created_at: Math.floor(nowMs / 1_000), tags: [], content }
}
