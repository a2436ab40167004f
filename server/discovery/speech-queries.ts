/** SQL of the search in transcripts: the words of each minute that is spoken, and the lines of what was found. */
import { sql } from 'kysely'
import { publicEpisode } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Of a transcript. */
export type Line = { startMs: number; text: string }
export type Spoken = { place: number; lineCount: number; words: string[] }
export type FoundSpeech = { episode_id: string; place: number; line_count: number }

export async function selectWithTranscript(tx: Tx, episodeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ episode_id: string }>`
    SELECT episode_id FROM transcript WHERE episode_id = ANY(${episodeIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.episode_id)
}

export async function deleteSpeech(tx: Tx, episodeIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM search_speech WHERE episode_id = ANY(${episodeIds}::uuid[])`.execute(tx)
}

export async function insertSpeech(tx: Tx, episodeId: string, spoken: readonly Spoken[]): Promise<void> {
  await sql`
    INSERT INTO search_speech (episode_id, place, line_count, words)
    SELECT ${episodeId}::uuid, place, "lineCount", words FROM jsonb_to_recordset(${JSON.stringify(spoken)}::jsonb)
      AS made (place integer, "lineCount" integer, words text[])`.execute(tx)
}

/** A word that is said everywhere is searched in this many minutes only. */
const MINUTES_MAX = 2_000

/** The first minute in which all words are said, of each public episode; those that received most come first. Materialized:
 * with the limit in sight, PostgreSQL would read the table instead of its index. */
export async function selectSpeech(tx: Tx, words: readonly string[], limit: number, now: Date): Promise<FoundSpeech[]> {
  const { rows } = await sql<FoundSpeech>`
    WITH said AS MATERIALIZED (
      SELECT episode_id, place, line_count FROM search_speech WHERE words @> ${words}::text[]
    )
    SELECT first.episode_id, first.place, first.line_count FROM (
      SELECT DISTINCT ON (few.episode_id) few.episode_id, few.place, few.line_count
      FROM (SELECT episode_id, place, line_count FROM said LIMIT ${MINUTES_MAX}) few ORDER BY few.episode_id, few.place) first
    JOIN episode e ON e.id = first.episode_id JOIN podcast p ON p.id = e.podcast_id
    LEFT JOIN search_entry entry ON entry.id = e.id
    WHERE ${publicEpisode(now)}
    ORDER BY entry.weight DESC NULLS LAST, e.published_at DESC, e.id LIMIT ${limit}`.execute(tx)
  return rows
}

/** Some lines of a transcript, counted from 0. */
export async function selectLines(tx: Tx, { episode_id: id, place, line_count: count }: FoundSpeech): Promise<Line[]> {
  const { rows } = await sql<{ cue: Line }>`
    SELECT line.cue FROM transcript tr CROSS JOIN LATERAL jsonb_array_elements(tr.cues) WITH ORDINALITY line (cue, number)
    WHERE tr.episode_id = ${id} AND line.number > ${place} AND line.number <= ${place + count}
    ORDER BY line.number`.execute(tx)
  return rows.map((row) => row.cue)
}
