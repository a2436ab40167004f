/** A user's nostr keys, and the profiles that the keys' owners have published.
 * Linking and unlinking are as for every login method (identities.ts); parsing events is protocols/nostr. */
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import * as queries from './nostr-key-queries.ts'
import type { NostrMetadata } from './nostr-key-queries.ts'

const KEYS_MAX = 20

/** Null fields are unknown. */
export type NostrProfile = {
  publicHex: string
  metadata: NostrMetadata | null
  updatedAt: Date | null
  followerCount: number | null
  follows: string[] | null
}

/** The keys linked to this account with their profiles, the most recently linked first. */
export async function listNostrProfiles(tx: Tx, userId: string): Promise<NostrProfile[]> {
  return (await queries.selectKeysOf(tx, userId, KEYS_MAX)).map(profileOf)
}

/** The user who logs in with this key, or null when no account here has it. */
export function findOwnerOfKey(tx: Tx, pubkey: string): Promise<string | null> {
  return queries.selectOwnerOf(tx, pubkey)
}

/** The most recently linked nostr key of each user; users without a key are left out. */
export function findNewestKeys(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  return queries.selectNewestKeys(tx, userIds)
}

/** All nostr keys of these users, each with its user. */
export function findKeysOfUsers(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  return queries.selectKeysOfUsers(tx, userIds)
}

/** Null when the key's owner has not given us a profile. */
export async function readNostrProfile(tx: Tx, pubkey: string): Promise<NostrProfile | null> {
  const row = await queries.selectProfile(tx, pubkey)
  return row === undefined ? null : profileOf(row)
}

/** Stores the profile, unless a newer one is already stored. Throws 403 unless the key is linked to this account. */
export async function storeNostrProfile(
  tx: Tx,
  userId: string,
  profile: { pubkey: string; eventId: string; signedAt: Date; metadata: NostrMetadata; now: Date },
): Promise<void> {
  // Locked, so that the key is not unlinked in the meantime, which would leave behind a profile without an account.
  const owner = await queries.lockOwnerOf(tx, profile.pubkey)
  if (owner !== userId) throw new AppError(403, 'forbidden')
  await queries.upsertProfile(tx, profile)
}

function profileOf({ pubkey, metadata, signed_at }: queries.KeyRow): NostrProfile {
  return { publicHex: pubkey, metadata, updatedAt: signed_at, followerCount: null, follows: null }
}
