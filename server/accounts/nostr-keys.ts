/** The nostr keys of a person, and what the owner of a key says of themselves.
 * Linking and unlinking is as for every way to log in (identities.ts); reading events is protocols/nostr. */
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import * as queries from './nostr-key-queries.ts'
import type { NostrMetadata } from './nostr-key-queries.ts'

const KEYS_MAX = 20

/** Null is what nobody has told us. */
export type NostrProfile = {
  publicHex: string
  metadata: NostrMetadata | null
  updatedAt: Date | null
  followerCount: null
  follows: null
}

/** The keys linked to this account with their profiles, the newest linked first. */
export async function listNostrProfiles(tx: Tx, userId: string): Promise<NostrProfile[]> {
  return (await queries.selectKeysOf(tx, userId, KEYS_MAX)).map(profileOf)
}

/** Whose way to log in the key is; null: nobody's here. */
export function findOwnerOfKey(tx: Tx, pubkey: string): Promise<string | null> {
  return queries.selectOwnerOf(tx, pubkey)
}

/** The nostr key of each of these people that was linked last; those without one are left out. */
export function findNewestKeys(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  return queries.selectNewestKeys(tx, userIds)
}

/** Null when its owner has not given us one. */
export async function readNostrProfile(tx: Tx, pubkey: string): Promise<NostrProfile | null> {
  const row = await queries.selectProfile(tx, pubkey)
  return row === undefined ? null : profileOf(row)
}

/** Keeps the profile, unless a newer one is kept already. Of a key linked to this account; else 403. */
export async function storeNostrProfile(
  tx: Tx,
  userId: string,
  profile: { pubkey: string; eventId: string; signedAt: Date; metadata: NostrMetadata; now: Date },
): Promise<void> {
  // Locked, so that nobody unlinks it meanwhile and leaves the profile of a stranger behind.
  const owner = await queries.lockOwnerOf(tx, profile.pubkey)
  if (owner !== userId) throw new AppError(403, 'forbidden', errorCodes.forbidden)
  await queries.upsertProfile(tx, profile)
}

function profileOf({ pubkey, metadata, signed_at }: queries.KeyRow): NostrProfile {
  return { publicHex: pubkey, metadata, updatedAt: signed_at, followerCount: null, follows: null }
}
