/** All SQL about nostr keys that are used to log in, and their profiles. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type NostrMetadata = Record<
  'name' | 'displayName' | 'about' | 'picture' | 'banner' | 'website' | 'nip05' | 'lud16',
  string | null
>

export type KeyRow = { pubkey: string; metadata: NostrMetadata | null; signed_at: Date | null }

export async function selectKeysOf(tx: Tx, userId: string, limit: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    SELECT identity.subject AS pubkey, profile.metadata, profile.signed_at
    FROM identity LEFT JOIN nostr_profile profile ON profile.pubkey = identity.subject
    WHERE identity.user_id = ${userId} AND identity.issuer = 'nostr'
    ORDER BY identity.created_at DESC, identity.subject LIMIT ${limit}`.execute(tx)
  return rows
}

/** The most recently linked key of each user; users without a key are not in the map. */
export async function selectNewestKeys(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; pubkey: string }>`
    SELECT DISTINCT ON (user_id) user_id, subject AS pubkey FROM identity
    WHERE user_id = ANY(${userIds}::uuid[]) AND issuer = 'nostr'
    ORDER BY user_id, created_at DESC, subject`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.pubkey]))
}

/** The user of each key. */
export async function selectKeysOfUsers(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; pubkey: string }>`
    SELECT user_id, subject AS pubkey FROM identity
    WHERE user_id = ANY(${userIds}::uuid[]) AND issuer = 'nostr'`.execute(tx)
  return new Map(rows.map(({ user_id: userId, pubkey }) => [pubkey, userId]))
}

export async function selectProfile(tx: Tx, pubkey: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    SELECT pubkey, metadata, signed_at FROM nostr_profile WHERE pubkey = ${pubkey}`.execute(tx)
  return rows[0]
}

export async function selectOwnerOf(tx: Tx, pubkey: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM identity WHERE issuer = 'nostr' AND subject = ${pubkey}`.execute(tx)
  return rows[0]?.user_id ?? null
}

export async function lockOwnerOf(tx: Tx, pubkey: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM identity WHERE issuer = 'nostr' AND subject = ${pubkey} FOR KEY SHARE`.execute(tx)
  return rows[0]?.user_id ?? null
}

/** The newer event is stored, and of two with the same timestamp the one with the lower id (NIP-01). */
export async function upsertProfile(
  tx: Tx,
  profile: { pubkey: string; eventId: string; signedAt: Date; metadata: NostrMetadata; now: Date },
): Promise<void> {
  const { pubkey, eventId, signedAt, metadata, now } = profile
  await sql`
    INSERT INTO nostr_profile (pubkey, event_id, signed_at, metadata, stored_at)
    VALUES (${pubkey}, ${eventId}, ${signedAt}, ${JSON.stringify(metadata)}::jsonb, ${now})
    ON CONFLICT (pubkey) DO UPDATE SET event_id = EXCLUDED.event_id, signed_at = EXCLUDED.signed_at,
      metadata = EXCLUDED.metadata, stored_at = EXCLUDED.stored_at
    WHERE EXCLUDED.signed_at > nostr_profile.signed_at
      OR (EXCLUDED.signed_at = nostr_profile.signed_at AND EXCLUDED.event_id < nostr_profile.event_id)`.execute(tx)
}
