/** SQL of the search index: entries due for indexing, their names and their words. Searching is word-queries.ts. */
import { type RawBuilder, sql } from 'kysely'
import type { SearchType } from '#contract/listening/search.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { tryLockName } from '#server/platform/database/engine.ts'

export type Due = { type: SearchType; id: string }
/** What can be found, with the names of its performers or of its show; deleted, hidden and unfinished content is left out. */
export type Named = { id: string; name: string; besides: string | null; weight: number }
export type Entry = Named & { type: SearchType; folded: string; words: string[]; ownWords: number }

export const dueEntries = () => sql`search_due`

/** False while another server is indexing. */
export function lockIndex(tx: Tx): Promise<boolean> {
  return tryLockName(tx, 'search-index')
}

export async function claimDue(tx: Tx, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    DELETE FROM search_due WHERE seq IN (SELECT seq FROM search_due ORDER BY seq LIMIT ${limit}) RETURNING type, id`.execute(
    tx,
  )
  return rows
}

/** The logarithm of the amount received: smaller changes do not affect the order. */
const doublings = (msat: RawBuilder<unknown>) => sql`floor(log(2, 1 + ${msat} / 1000))::int`
const weightOf = (id: string) => sql`coalesce((SELECT ${doublings(sql`msat_total`)} FROM content_total
  WHERE content_id = ${sql.ref(id)}), 0) AS weight`

/** The artist (ar), and everybody else who performs these contents. */
const performedBy = (contentIds: RawBuilder<unknown>) => sql`concat_ws(' ', ar.name, (
  SELECT string_agg(coalesce(named.name, pf.name), ' ' ORDER BY pf.content_id = al.id, pf.position)
  FROM performer pf LEFT JOIN artist named
    ON named.id = pf.artist_id AND pf.is_confirmed AND named.deleted_at IS NULL AND named.taken_down_at IS NULL
  WHERE pf.content_id IN (${contentIds})))`

/** Dates in the future are checked when searching. */
const sources: Record<SearchType, (ids: readonly string[]) => RawBuilder<Named>> = {
  artist: (ids) => sql`SELECT id, name, concat_ws(' ', location,
      (SELECT string_agg(c.name, ' ') FROM classification c WHERE c.kind = 'genre' AND c.id = ANY(genre_ids)),
      (SELECT string_agg(member ->> 'name', ' ') FROM jsonb_array_elements(members) member)) AS besides,
      ${weightOf('artist.id')} FROM artist
    WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL AND taken_down_at IS NULL`,
  album: (ids) => sql`SELECT al.id, al.title AS name, ${performedBy(sql`al.id`)} AS besides, ${weightOf('al.id')}
    FROM album al JOIN artist ar ON ar.id = al.artist_id
    WHERE al.id = ANY(${ids}::uuid[]) AND NOT al.is_draft AND al.deleted_at IS NULL
      AND ar.deleted_at IS NULL AND ar.taken_down_at IS NULL`,
  track: (ids) => sql`SELECT t.id, t.title AS name, ${performedBy(sql`t.id, al.id`)} AS besides, ${weightOf('t.id')}
    FROM track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id
    WHERE t.id = ANY(${ids}::uuid[]) AND NOT t.is_draft AND t.live_key IS NOT NULL AND t.deleted_at IS NULL
      AND NOT al.is_draft AND al.deleted_at IS NULL AND ar.deleted_at IS NULL AND ar.taken_down_at IS NULL`,
  podcast: (ids) => sql`SELECT id, name, NULL AS besides, ${weightOf('podcast.id')} FROM podcast
    WHERE id = ANY(${ids}::uuid[]) AND NOT is_draft AND deleted_at IS NULL AND taken_down_at IS NULL`,
  episode: (ids) => sql`SELECT e.id, e.title AS name, p.name AS besides, ${weightOf('e.id')}
    FROM episode e JOIN podcast p ON p.id = e.podcast_id
    WHERE e.id = ANY(${ids}::uuid[]) AND NOT e.is_draft AND e.live_key IS NOT NULL AND e.deleted_at IS NULL
      AND NOT p.is_draft AND p.deleted_at IS NULL AND p.taken_down_at IS NULL`,
  playlist: (ids) => sql`SELECT id, title AS name, NULL AS besides, 0 AS weight FROM playlist
    WHERE id = ANY(${ids}::uuid[]) AND visibility = 'public'`,
  profile: (ids) => sql`SELECT id, coalesce(display_name, username) AS name, username AS besides, 0 AS weight
    FROM person WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL`,
}

export async function selectNamed(tx: Tx, type: SearchType, ids: readonly string[]): Promise<Named[]> {
  return (await sources[type](ids).execute(tx)).rows
}

/** An entry as stored in the index. */
export type KnownEntry = { id: string; type: SearchType; words: string[]; weight: number }

export async function selectKnown(tx: Tx, ids: readonly string[]): Promise<KnownEntry[]> {
  const { rows } = await sql<KnownEntry>`
    SELECT id, type, words, weight FROM search_entry WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return rows
}

export async function deleteEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`DELETE FROM search_entry WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}

export async function upsertEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id, type, folded, words, ownWords, weight }) => ({
    id,
    type,
    name: folded,
    words,
    own_words: ownWords,
    weight,
  }))
  await sql`
    INSERT INTO search_entry (id, type, name, words, own_words, weight)
    SELECT id, type, name, words, own_words, weight FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS made (id uuid, type text, name text, words text[], own_words integer, weight smallint)
    ON CONFLICT (id) DO UPDATE SET type = excluded.type, name = excluded.name, words = excluded.words,
      own_words = excluded.own_words, weight = excluded.weight`.execute(tx)
}

type Posted = Pick<KnownEntry, 'id' | 'type' | 'words' | 'weight'>

const postings = (entries: readonly Posted[]) => {
  const all = entries.flatMap(({ id, type, words, weight }) => words.map((word) => ({ id, type, word, weight })))
  return sql`unnest(${all.map(({ word }) => word)}::text[], ${all.map(({ type }) => type)}::text[],
    ${all.map(({ weight }) => weight)}::smallint[], ${all.map(({ id }) => id)}::uuid[])`
}

export async function replacePostings(tx: Tx, before: readonly Posted[], after: readonly Posted[]): Promise<void> {
  if (before.length > 0) {
    await sql`
      DELETE FROM search_posting p USING ${postings(before)} old (word, type, weight, id)
      WHERE p.word = old.word AND p.type = old.type AND p.weight = old.weight AND p.id = old.id`.execute(tx)
  }
  if (after.length > 0) {
    await sql`
      INSERT INTO search_posting (word, type, weight, id)
      SELECT word, type, weight, id FROM ${postings(after)} new (word, type, weight, id) ON CONFLICT DO NOTHING`.execute(
      tx,
    )
  }
}

/** Adds these changes to the word counts; returns the words that no entry had before. */
export async function countWords(tx: Tx, changes: ReadonlyMap<string, number>): Promise<string[]> {
  const words = [...changes.keys()].filter((word) => changes.get(word) !== 0)
  if (words.length === 0) return []
  const { rows } = await sql<{ word: string; entries: number }>`
    INSERT INTO search_word (word, entries)
    SELECT word, entries FROM unnest(${words}::text[], ${words.map((word) => changes.get(word))}::int[])
      changed (word, entries)
    ON CONFLICT (word) DO UPDATE SET entries = search_word.entries + excluded.entries
    RETURNING word, entries`.execute(tx)
  return rows.filter(({ word, entries }) => entries === changes.get(word)).map(({ word }) => word)
}

export async function insertShapes(tx: Tx, shapes: readonly { shape: string; word: string }[]): Promise<void> {
  if (shapes.length === 0) return
  await sql`
    INSERT INTO search_typo (typo, word) SELECT typo, word FROM unnest(
      ${shapes.map(({ shape }) => shape)}::text[], ${shapes.map(({ word }) => word)}::text[]) shape (typo, word)
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Marks entries as due whose amount received has changed enough to affect their rank. */
export async function markHeavierDue(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO search_due (type, id)
    SELECT entry.type, entry.id FROM search_entry entry JOIN content_total total ON total.content_id = entry.id
    WHERE entry.weight <> ${doublings(sql`total.msat_total`)}`.execute(tx)
}

export async function deleteUnusedWords(tx: Tx): Promise<void> {
  await sql`DELETE FROM search_typo USING search_word w WHERE w.word = search_typo.word AND w.entries <= 0`.execute(tx)
  await sql`DELETE FROM search_word WHERE entries <= 0`.execute(tx)
}
