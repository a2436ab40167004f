/** SQL of the responses to calendar events (kind 31925, NIP-52) that the relay stores. */
import { sql } from 'kysely'
import { RSVP_KIND } from '#protocols/nostr/calendar-events.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** How many keys accept. Of each key the newest valid response to any of these addresses counts; keys that the owner has
 * blocked do not. */
export async function countAccepted(
  tx: Tx,
  { addresses, ownerId, now }: { addresses: readonly string[]; ownerId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ accepted: number }>`
    SELECT count(*) FILTER (WHERE status = 'accepted')::int AS accepted FROM (
      SELECT DISTINCT ON (e.pubkey) said.status
      FROM nostr_tag a JOIN nostr_event e ON e.id = a.event_id
      CROSS JOIN LATERAL (
        SELECT tag ->> 1 AS status FROM jsonb_array_elements(e.body::jsonb -> 'tags') tag
        WHERE tag ->> 0 = 'status' LIMIT 1) said
      WHERE a.name = 'a' AND a.value = ANY(${addresses}::text[]) AND e.kind = ${RSVP_KIND}
        AND said.status IN ('accepted', 'declined', 'tentative')
        AND (e.expires_at IS NULL OR e.expires_at > ${Math.floor(now.getTime() / 1_000)})
        AND NOT EXISTS (SELECT 1 FROM blocked_nostr_key b WHERE b.owner_id = ${ownerId} AND b.pubkey = e.pubkey)
      ORDER BY e.pubkey, e.created_at DESC, e.id) newest`.execute(tx)
  return rows[0]?.accepted ?? 0
}

/** The keys that responded to any of these addresses, the newest response first. */
export async function selectResponders(tx: Tx, addresses: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ pubkey: string }>`
    SELECT e.pubkey FROM nostr_tag a JOIN nostr_event e ON e.id = a.event_id
    WHERE a.name = 'a' AND a.value = ANY(${addresses}::text[]) AND e.kind = ${RSVP_KIND}
    GROUP BY e.pubkey ORDER BY max(e.created_at) DESC, e.pubkey LIMIT ${limit}`.execute(tx)
  return rows.map(({ pubkey }) => pubkey)
}
