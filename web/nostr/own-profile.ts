/** Profiles of the user's own keys (kind 0): found on the relays and reported to the server, and drafted for keys
 * without one. Needs the pool and signature checks, so it is loaded only for users with a key. */
import type { getAccount } from '#contract/accounts/account.ts'
import { putNostrProfile } from '#contract/accounts/nostr.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { UnsignedEvent } from '#protocols/nostr/event.ts'
import { type Profile, parseProfile } from '#protocols/nostr/profile.ts'
import type { Call } from '#web/data/api.ts'
import { createRelayPool } from './relay-pool.ts'

export type FoundProfile = { profile: Profile; signedAtMs: number }

type Search = { relays: readonly string[]; pubkeys: readonly string[]; keptAtMs: number; call: Call }

/** The newest profile of these keys; null when the relays have none. If it is newer than the server's, the server is
 * updated. Rejects when no relay can be queried. */
export async function findOwnProfile({ relays, pubkeys, keptAtMs, call }: Search): Promise<FoundProfile | null> {
  const pool = createRelayPool()
  pool.configure(relays)
  try {
    const event = await pool.get({ kinds: [0], authors: pubkeys })
    const profile = event && parseProfile(event)
    if (event === null || profile === null) return null
    const signedAtMs = event.created_at * 1_000
    if (signedAtMs > keptAtMs) {
      const body = { event: { ...event, kind: 0 as const } }
      // Failure is ignored, because the profile is found again next time.
      await call(putNostrProfile, { params: { pubkey: event.pubkey }, body }).catch(() => null)
    }
    return { profile, signedAtMs }
  } finally {
    pool.configure([])
  }
}

/** Drafts a profile from the account, for a key that has none. */
export function draftProfile(
  { name, displayName, artworkUrl }: Pick<Wire<typeof getAccount>, 'name' | 'displayName' | 'artworkUrl'>,
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
