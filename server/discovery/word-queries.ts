/** SQL of a search: the known words similar to a typed one, and the entries with these words. */
import { sql } from 'kysely'
import type { SearchType } from '#contract/listening/search.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Sorts after every word with the same prefix. */
const AFTER_ALL = '\u{10ffff}'
const LIKE_MAX = 600
const BEGUN_MAX = 40
const NAMED_LOOKED_AT = 400
const NAMED_MAX = 40

export type Word = { word: string; entries: number }
export type Candidate = {
  id: string
  type: SearchType
  name: string
  words: string[]
  own_words: number
  weight: number
}

/** The words themselves, those that share a variant with them, and those that start with the last one. The similar words are
 * looked up one by one (LATERAL with LIMIT): otherwise PostgreSQL reads all words. */
export async function selectWords(
  tx: Tx,
  asked: { words: readonly string[]; shapes: readonly string[]; begun: string | null },
): Promise<Word[]> {
  const { words, shapes, begun } = asked
  const { rows } = await sql<Word>`
    SELECT word, entries FROM search_word WHERE word = ANY(${words}::text[])
    UNION SELECT w.word, w.entries FROM (
      SELECT word FROM search_typo WHERE typo = ANY(${shapes}::text[]) LIMIT ${LIKE_MAX}) alike
      CROSS JOIN LATERAL (SELECT word, entries FROM search_word WHERE word = alike.word LIMIT 1) w
    UNION SELECT word, entries FROM (
      SELECT word, entries FROM search_word WHERE word >= ${begun}::text AND word < ${begun}::text || ${AFTER_ALL}
      ORDER BY entries DESC, word LIMIT ${BEGUN_MAX}) begun`.execute(tx)
  return rows.filter(({ entries }) => entries > 0)
}

/** Those of these words that entries have. */
export async function selectKnownWords(tx: Tx, words: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM search_word WHERE word = ANY(${words}::text[]) AND entries > 0`.execute(tx)
  return new Set(rows.map(({ word }) => word))
}

const columns = sql`id, type, name, words, own_words, weight`
const ofType = (type: SearchType | undefined) => (type === undefined ? sql`true` : sql`type = ${type}`)

/** Entries with a word of each set; those that received most come first. */
export async function selectWithAll(
  tx: Tx,
  sets: readonly (readonly string[])[],
  type: SearchType | undefined,
  limit: number,
): Promise<Candidate[]> {
  const each = sets.map((words) => sql`words && ${words}::text[]`)
  const { rows } = await sql<Candidate>`
    SELECT ${columns} FROM search_entry WHERE ${sql.join(each, sql` AND `)} AND ${ofType(type)}
    ORDER BY weight DESC, id LIMIT ${limit}`.execute(tx)
  return rows
}

/** For each word and kind, the `each` entries that received most. */
export async function selectTopPosted(
  tx: Tx,
  words: readonly string[],
  types: readonly SearchType[],
  { each, limit }: { each: number; limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${columns} FROM search_entry WHERE id IN (
      SELECT top.id FROM unnest(${words}::text[]) WITH ORDINALITY w (word, place) CROSS JOIN unnest(${types}::text[]) t (type)
      CROSS JOIN LATERAL (
        SELECT p.id, p.weight FROM search_posting p WHERE p.word = w.word AND p.type = t.type
        ORDER BY p.weight DESC, p.id DESC LIMIT ${each}
      ) top ORDER BY w.place, top.weight DESC LIMIT ${limit})`.execute(tx)
  return rows
}

/** Entries with any of the words, up to a number that can be ranked one by one. */
export async function selectWithAny(
  tx: Tx,
  words: readonly string[],
  type: SearchType | undefined,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${columns} FROM search_entry WHERE words && ${words}::text[] AND ${ofType(type)} LIMIT ${limit}`.execute(tx)
  return rows
}

/** Entries with exactly this name, or whose name starts with it. */
export async function selectNamedLike(tx: Tx, name: string, type: SearchType | undefined): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${columns} FROM (
      SELECT ${columns} FROM search_entry WHERE name >= ${name} AND name < ${name + AFTER_ALL} AND ${ofType(type)}
      ORDER BY name LIMIT ${NAMED_LOOKED_AT}) begun
    ORDER BY (name = ${name}) DESC, weight DESC, id LIMIT ${NAMED_MAX}`.execute(tx)
  return rows
}
