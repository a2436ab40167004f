/** Profiles of nostr keys as this server knows them: those that their owners stored here, and those on its own relay.
 * The newer of the two counts. */
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { parseFilter } from '#protocols/nostr/filter.ts'
import { parseProfile } from '#protocols/nostr/profile.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { listNostrProfiles, type NostrProfile, readNostrProfile } from '#server/accounts/nostr-keys.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { countEvents, queryEvents } from '#server/relay/query.ts'

const PROFILE_KIND = 0
const FOLLOWS_KIND = 3
const FOLLOWS_MAX = 2_000

/** Null when neither the server nor its relay knows the key. */
export async function readStoredProfile(tx: Tx, pubkey: string, now: Date): Promise<NostrProfile | null> {
  const stored = await readNostrProfile(tx, pubkey)
  const known = await withRelay(tx, stored ?? unknownProfile(pubkey), now)
  const isUnknown = stored === null && known.metadata === null && known.follows === null
  return isUnknown ? null : known
}

/** The keys linked to this account, the most recently linked first. */
export async function listKnownProfiles(tx: Tx, userId: string, now: Date): Promise<NostrProfile[]> {
  const stored = await listNostrProfiles(tx, userId)
  return Promise.all(stored.map((profile) => withRelay(tx, profile, now)))
}

const unknownProfile = (publicHex: string): NostrProfile => ({
  publicHex,
  metadata: null,
  updatedAt: null,
  followerCount: null,
  follows: null,
})

async function withRelay(tx: Tx, stored: NostrProfile, now: Date): Promise<NostrProfile> {
  const { publicHex } = stored
  const reader = { keys: new Set<string>(), now }
  const newest = async (kind: number) => {
    const [found] = await queryEvents(tx, parseFilter({ kinds: [kind], authors: [publicHex] }), reader, 1)
    return found === undefined ? null : (JSON.parse(found.body) as NostrEvent)
  }
  const [profile, contacts, followers] = await Promise.all([
    newest(PROFILE_KIND),
    newest(FOLLOWS_KIND),
    countEvents(tx, [parseFilter({ kinds: [FOLLOWS_KIND], '#p': [publicHex] })], reader),
  ])
  const metadata = profile === null ? null : parseProfile(profile)
  const signedAt = profile === null ? null : new Date(profile.created_at * 1_000)
  const isNewer = metadata !== null && signedAt !== null && signedAt > (stored.updatedAt ?? new Date(0))
  return {
    publicHex,
    metadata: isNewer ? metadata : stored.metadata,
    updatedAt: isNewer ? signedAt : stored.updatedAt,
    followerCount: followers === 0 ? null : followers,
    follows: contacts === null ? null : followsOf(contacts),
  }
}

function followsOf({ tags }: NostrEvent): string[] {
  const keys = tags.flatMap(([name, value]) =>
    name === 'p' && value !== undefined && HEX_32.test(value) ? [value] : [],
  )
  return [...new Set(keys)].slice(0, FOLLOWS_MAX)
}
