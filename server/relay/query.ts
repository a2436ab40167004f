/** SQL that queries stored events by filter, newest first (NIP-01), counts them (NIP-45) and
 * searches their text (NIP-50). */
import { type RawBuilder, sql } from 'kysely'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { type Filter, parseFilter } from '#protocols/nostr/filter.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { PRIVATE_KINDS } from './policy.ts'

type FoundEvent = { id: string; created_at: bigint; body: string }
/** `is_fresh`: stored so recently that it may also be sent as a new event. */
export type StoredEvent = FoundEvent & { is_fresh: boolean }

export type Reader = {
  /** Keys authenticated on this connection. */
  keys: ReadonlySet<string>
  now: Date
}

const FRESH_SECONDS = 30

/** Of two events with the same timestamp, the one with the lower id comes first. */
export async function queryEvents(tx: Tx, filter: Filter, reader: Reader, limit: number): Promise<StoredEvent[]> {
  if (matchesNothing(filter) || limit === 0) return []
  const { rows } = await sql<StoredEvent>`
    SELECT e.id, e.created_at, e.body,
      e.stored_at > clock_timestamp() - make_interval(secs => ${FRESH_SECONDS}) AS is_fresh
    FROM nostr_event e WHERE ${conditionOf(filter, reader)}
    ORDER BY e.created_at DESC, e.id LIMIT ${limit}`.execute(tx)
  return rows
}

/** Null if a reader without a key may not see the event. */
export async function findPublicEvent(tx: Tx, eventId: string, now: Date): Promise<NostrEvent | null> {
  const [found] = await queryEvents(tx, parseFilter({ ids: [eventId] }), { keys: new Set(), now }, 1)
  return found === undefined ? null : (JSON.parse(found.body) as NostrEvent)
}

const COUNTED_MAX = 100_000

/** Counts each event once, even if it matches several filters; up to a hundred thousand. */
export async function countEvents(tx: Tx, filters: readonly Filter[], reader: Reader): Promise<number> {
  const conditions = filters.filter((filter) => !matchesNothing(filter)).map((filter) => conditionOf(filter, reader))
  if (conditions.length === 0) return 0
  const any = sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` OR `,
  )
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM (SELECT 1 FROM nostr_event e WHERE ${any} LIMIT ${COUNTED_MAX}) counted`.execute(
    tx,
  )
  return rows[0]?.found ?? 0
}

/** Events recently stored by other processes, including ephemeral ones. */
export async function queryStoredSince(tx: Tx, overlapSeconds: number, limit: number): Promise<FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    SELECT id, created_at, body FROM nostr_event
    WHERE stored_at > clock_timestamp() - make_interval(secs => ${overlapSeconds})
    ORDER BY stored_at LIMIT ${limit}`.execute(tx)
  return rows
}

/** An empty list matches nothing. */
function matchesNothing({ ids, authors, kinds, tags }: Filter): boolean {
  return [ids, authors, kinds, ...tags.values()].some((list) => list?.length === 0)
}

function conditionOf(filter: Filter, { keys, now }: Reader): RawBuilder<boolean> {
  const { ids, authors, kinds, since, until, search, tags } = filter
  const own = [...keys]
  const parts = [
    sql`(e.expires_at IS NULL OR e.expires_at > ${Math.floor(now.getTime() / 1_000)})`,
    // Ephemeral events are forwarded, but not found by queries.
    sql`NOT e.kind BETWEEN 20000 AND 29999`,
    sql`(NOT e.kind = ANY(${PRIVATE_KINDS}::int[]) OR e.pubkey = ANY(${own}::text[]) OR EXISTS (
      SELECT 1 FROM nostr_tag p WHERE p.event_id = e.id AND p.name = 'p' AND p.value = ANY(${own}::text[])))`,
  ]
  if (ids !== undefined) parts.push(sql`e.id = ANY(${ids}::text[])`)
  if (authors !== undefined) parts.push(sql`e.pubkey = ANY(${authors}::text[])`)
  if (kinds !== undefined) parts.push(sql`e.kind = ANY(${kinds}::int[])`)
  if (since !== undefined) parts.push(sql`e.created_at >= ${since}`)
  if (until !== undefined) parts.push(sql`e.created_at <= ${until}`)
  for (const [letter, values] of tags) {
    parts.push(sql`e.id IN (SELECT event_id FROM nostr_tag WHERE name = ${letter} AND value = ANY(${values}::text[]))`)
  }
  if (search !== undefined) {
    // `key:value` terms are extensions of NIP-50; this relay supports none of them.
    const words = search.replaceAll(/(^|\s)\w+:\S+/g, ' ').trim()
    parts.push(words === '' ? sql`FALSE` : sql`e.search @@ websearch_to_tsquery('simple', ${words})`)
  }
  return sql<boolean>`${sql.join(parts, sql` AND `)}`
}
