/** Stores events: each once, only the newest of replaceable ones, and no deleted ones (NIP-01, NIP-09, NIP-40). Whether
 * an event is accepted at all is policy.ts; queries are query.ts. */
import { sql } from 'kysely'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { classOfKind, DELETION_KIND, expiryOf, slotOf } from '#protocols/nostr/kinds.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { tryLockName } from '#server/platform/database/engine.ts'

/** `superseded`: a newer event is stored in its place. `blocked`: its author is blocked here (blocked-keys.ts). */
export type StoreResult = 'new' | 'known' | 'superseded' | 'deleted' | 'full' | 'blocked'

/** Ephemeral events are stored this long, so that other processes can forward them. */
const EPHEMERAL_SECONDS = 60
const EVENTS_OF_AUTHOR_MAX = 20_000
/** Longer tag values are not indexed, because nobody queries them. */
const INDEXED_MAX_CHARACTERS = 500
const SEARCHED_MAX_CHARACTERS = 20_000
/** Profiles, notes, comments, channel messages, releases and calendar events: kinds whose text is public. */
const SEARCHED_KINDS = [0, 1, 40, 41, 42, 54, 1_111, 10_154, 31_337, 31_923, 34_139, 36_787]

/** Stores an event that this server has signed, with its own key or that of a wallet; it is not
 * limited and cannot be blocked. */
export async function storeOwnEvent(tx: Tx, event: NostrEvent, now: Date): Promise<void> {
  await store(tx, event, now, true)
}

/** Call in a transaction. The event is valid, and its signature has been verified. */
export async function storeEvent(tx: Tx, event: NostrEvent, now: Date): Promise<StoreResult> {
  return store(tx, event, now, false)
}

async function store(tx: Tx, event: NostrEvent, now: Date, isOwn: boolean): Promise<StoreResult> {
  const count = await lockAuthor(tx, event.pubkey)
  const { is_known: isKnown, is_blocked: isBlocked } = await readStanding(tx, event)
  if (isBlocked && !isOwn) return 'blocked'
  if (isKnown) return 'known'
  if (await isDeleted(tx, event)) return 'deleted'
  if (count >= EVENTS_OF_AUTHOR_MAX && !isOwn) return 'full'
  const slot = slotOf(event)
  if (slot !== null && !(await replaceOlder(tx, event, slot))) return 'superseded'
  await insertEvent(tx, event, slot, now)
  if (event.kind === DELETION_KIND) await deleteRequested(tx, event)
  return 'new'
}

/** Locks the author's row until the transaction ends; returns the number of stored events. */
export async function lockAuthor(tx: Tx, pubkey: string): Promise<number> {
  const { rows } = await sql<{ event_count: number }>`
    INSERT INTO nostr_author (pubkey) VALUES (${pubkey})
    ON CONFLICT (pubkey) DO UPDATE SET event_count = nostr_author.event_count
    RETURNING event_count`.execute(tx)
  return rows[0]?.event_count ?? 0
}

type Standing = { is_known: boolean; is_blocked: boolean }

/** A separate statement after the author is locked: a statement that waits for the lock does not see what
 * was written in the meantime. */
async function readStanding(tx: Tx, { id, pubkey }: NostrEvent): Promise<Standing> {
  const { rows } = await sql<Standing>`
    SELECT EXISTS (SELECT 1 FROM nostr_event WHERE id = ${id}) AS is_known,
      EXISTS (SELECT 1 FROM blocked_nostr_key WHERE owner_id IS NULL AND pubkey = ${pubkey}) AS is_blocked`.execute(tx)
  return rows[0]!
}

/** The author has requested its deletion, before or after it arrived. */
async function isDeleted(tx: Tx, event: NostrEvent): Promise<boolean> {
  if (event.kind === DELETION_KIND) return false
  const slot = slotOf(event)
  const coordinate = slot === null ? '' : `${event.kind}:${event.pubkey}:${slot}`
  const { rows } = await sql`
    SELECT 1 FROM nostr_tag t JOIN nostr_event d ON d.id = t.event_id
    WHERE ((t.name = 'e' AND t.value = ${event.id})
        OR (t.name = 'a' AND t.value = ${coordinate} AND t.created_at >= ${event.created_at}))
      AND d.kind = ${DELETION_KIND} AND d.pubkey = ${event.pubkey} LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** Removes the older event of this slot. Returns false when the stored one stays, because it is newer, or has the
 * same timestamp and a lower id. */
async function replaceOlder(tx: Tx, { id, pubkey, kind, created_at }: NostrEvent, slot: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; created_at: bigint }>`
    SELECT id, created_at FROM nostr_event WHERE pubkey = ${pubkey} AND kind = ${kind} AND slot = ${slot}`.execute(tx)
  const there = rows[0]
  if (there === undefined) return true
  const storedAt = Number(there.created_at)
  if (storedAt > created_at || (storedAt === created_at && there.id < id)) return false
  await removeEvents(tx, [there.id])
  return true
}

async function insertEvent(tx: Tx, event: NostrEvent, slot: string | null, now: Date): Promise<void> {
  const { id, pubkey, kind, created_at: createdAt, tags, content, sig } = event
  const isEphemeral = classOfKind(kind) === 'ephemeral'
  const expiresAt = isEphemeral ? Math.floor(now.getTime() / 1_000) + EPHEMERAL_SECONDS : expiryOf(event)
  const searched = SEARCHED_KINDS.includes(kind) ? wordsOf(event) : null
  const body = JSON.stringify({ id, pubkey, created_at: createdAt, kind, tags, content, sig })
  await sql`
    INSERT INTO nostr_event (id, pubkey, kind, created_at, slot, body, expires_at, search)
    VALUES (${id}, ${pubkey}, ${kind}, ${createdAt}, ${slot}, ${body}, ${expiresAt},
      to_tsvector('simple', ${searched}))`.execute(tx)
  await sql`UPDATE nostr_author SET event_count = event_count + 1 WHERE pubkey = ${pubkey}`.execute(tx)
  const indexed = new Map<string, { name: string; value: string }>()
  for (const [name = '', value] of tags) {
    const isAsked = /^[a-zA-Z]$/.test(name) && value !== undefined && value.length <= INDEXED_MAX_CHARACTERS
    if (isAsked) indexed.set(`${name}:${value}`, { name, value })
  }
  if (indexed.size === 0) return
  const stored = [...indexed.values()]
  await sql`
    INSERT INTO nostr_tag (name, value, created_at, event_id)
    SELECT name, value, ${createdAt}::bigint, ${id}::text
    FROM unnest(${stored.map(({ name }) => name)}::text[], ${stored.map(({ value }) => value)}::text[]) t (name, value)`.execute(
    tx,
  )
}

/** The searchable text of an event: its content and its titles. */
function wordsOf({ content, tags }: NostrEvent): string {
  const named = tags.filter(([name = '']) => ['title', 'name', 'artist', 'subject', 'alt'].includes(name))
  return [content, ...named.map(([, value = '']) => value)].join(' ').slice(0, SEARCHED_MAX_CHARACTERS)
}

/** Only events of the same author, and no deletion requests (NIP-09). */
async function deleteRequested(tx: Tx, { pubkey, tags, created_at: createdAt }: NostrEvent): Promise<void> {
  const valuesOf = (name: string) => tags.flatMap((tag) => (tag[0] === name && tag[1] !== undefined ? tag[1] : []))
  const coordinates = valuesOf('a').flatMap((text) => {
    const [kind = '', author = '', ...rest] = text.split(':')
    return author === pubkey && /^\d{1,5}$/.test(kind) ? { kind: Number.parseInt(kind, 10), slot: rest.join(':') } : []
  })
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM nostr_event WHERE id = ANY(${valuesOf('e')}::text[]) AND pubkey = ${pubkey} AND kind <> ${DELETION_KIND}
    UNION
    SELECT e.id FROM nostr_event e
    JOIN unnest(${coordinates.map(({ kind }) => kind)}::int[], ${coordinates.map(({ slot }) => slot)}::text[]) c (kind, slot)
      ON e.kind = c.kind AND e.slot = c.slot
    WHERE e.pubkey = ${pubkey} AND e.created_at <= ${createdAt}`.execute(tx)
  await removeEvents(
    tx,
    rows.map(({ id }) => id),
  )
}

async function removeEvents(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`DELETE FROM nostr_tag WHERE event_id = ANY(${ids}::text[])`.execute(tx)
  const { rows } = await sql<{ pubkey: string }>`
    DELETE FROM nostr_event WHERE id = ANY(${ids}::text[]) RETURNING pubkey`.execute(tx)
  for (const [pubkey, gone] of Map.groupBy(rows, (row) => row.pubkey)) {
    await sql`UPDATE nostr_author SET event_count = GREATEST(event_count - ${gone.length}, 0)
      WHERE pubkey = ${pubkey}`.execute(tx)
  }
}

const REMOVED_AT_ONCE = 500

/** Removes a batch of this author's events; the transaction must have locked the author. Returns how many were
 * removed. */
export async function removeSomeOf(tx: Tx, pubkey: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM nostr_event WHERE pubkey = ${pubkey} LIMIT ${REMOVED_AT_ONCE}`.execute(tx)
  await removeEvents(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Removes expired events; returns how many. None while another server removes some. */
export async function removeExpired(tx: Tx, now: Date): Promise<number> {
  if (!(await tryLockName(tx, 'relay-expiry'))) return 0
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM nostr_event WHERE expires_at <= ${Math.floor(now.getTime() / 1_000)}
    ORDER BY pubkey, id LIMIT ${REMOVED_AT_ONCE}`.execute(tx)
  await removeEvents(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}
