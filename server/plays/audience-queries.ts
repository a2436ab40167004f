/** SQL of the audience: plays by quarter of an hour and by country, sketches of listeners, and which parts were heard. Rows are
 * written in the order of their keys, so that two servers cannot deadlock. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { tryLockName } from '#server/platform/database/engine.ts'
import { PARTS } from './heard-parts.ts'
import type { ClaimedPlay } from './roll-up-queries.ts'
import { addMarks, type Mark } from './sketch.ts'

/** A play of a subject: of the track, of its release, of the artist and of the owner. */
export type SubjectPlay = Pick<ClaimedPlay, 'quarter' | 'source'> & { subjectId: string }

export async function addQuarters(tx: Tx, plays: readonly SubjectPlay[]): Promise<void> {
  await sql`
    INSERT INTO play_quarter AS known (subject_id, begins_at, source, plays)
    SELECT subject_id, begins_at, source, count(*)::int FROM unnest(
      ${plays.map(({ subjectId }) => subjectId)}::uuid[], ${plays.map(({ quarter }) => quarter)}::timestamptz[],
      ${plays.map(({ source }) => source)}::text[]
    ) told (subject_id, begins_at, source) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (subject_id, begins_at, source) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
}

export async function addCountries(tx: Tx, plays: readonly ClaimedPlay[]): Promise<void> {
  const placed = plays.filter(({ country }) => country !== null)
  if (placed.length === 0) return
  await sql`
    INSERT INTO play_country_day AS known (owner_id, day, content_id, country, plays)
    SELECT owner_id, day, content_id, country, count(*)::int FROM unnest(
      ${placed.map(({ ownerId }) => ownerId)}::uuid[], ${placed.map(({ day }) => day)}::date[],
      ${placed.map(({ contentId }) => contentId)}::uuid[], ${placed.map(({ country }) => country)}::text[]
    ) told (owner_id, day, content_id, country) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (owner_id, day, content_id, country) DO UPDATE SET plays = known.plays + excluded.plays`.execute(tx)
}

/** `day` is the one on which the play arrived, because the salt is of that time. */
export type Marked = { subjectId: string; day: string; mark: Mark }
type Sketch = { subjectId: string; day: string; listeners: Buffer }

export async function addListeners(tx: Tx, marked: readonly Marked[]): Promise<void> {
  if (marked.length === 0) return
  const keyOf = ({ subjectId, day }: Pick<Marked, 'subjectId' | 'day'>) => `${subjectId} ${day}`
  const marks = Map.groupBy(marked, keyOf)
  const firsts = [...marks.values()].map(([first]) => first!)
  const wanted = sql`unnest(${firsts.map(({ subjectId }) => subjectId)}::uuid[], ${firsts.map(({ day }) => day)}::date[])
    wanted (subject_id, day)`
  await sql`
    INSERT INTO audience_day (subject_id, day, listeners) SELECT subject_id, day, '' FROM ${wanted} ORDER BY 1, 2
    ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<Sketch>`
    SELECT subject_id AS "subjectId", day::text AS day, listeners
    FROM audience_day JOIN ${wanted} USING (subject_id, day) ORDER BY subject_id, audience_day.day
    FOR UPDATE OF audience_day`.execute(tx)
  const sketches = rows.map((row) =>
    addMarks(
      row.listeners,
      marks.get(keyOf(row))!.map(({ mark }) => mark),
    ),
  )
  await sql`
    UPDATE audience_day SET listeners = told.listeners FROM unnest(
      ${rows.map(({ subjectId }) => subjectId)}::uuid[], ${rows.map(({ day }) => day)}::date[], ${sketches}::bytea[]
    ) told (subject_id, day, listeners)
    WHERE audience_day.subject_id = told.subject_id AND audience_day.day = told.day`.execute(tx)
}

type Heard = { contentId: string; month: string; heard: number[] }

/** Returns for how many plays the heard parts were added; 0 while another server adds some. */
export async function addHeard(tx: Tx, limit: number): Promise<number> {
  if (!(await tryLockName(tx, 'plays-heard'))) return 0
  const { rows } = await sql<Heard>`
    WITH chosen AS MATERIALIZED (
      SELECT play_id, heard, date_trunc('month', started_at, 'UTC')::date::text AS month
      FROM play WHERE heard IS NOT NULL ORDER BY arrived_at LIMIT ${limit}
    )
    UPDATE play SET heard = NULL FROM chosen WHERE play.play_id = chosen.play_id AND play.heard IS NOT NULL
    RETURNING content_id AS "contentId", chosen.month, chosen.heard::int[] AS heard`.execute(tx)
  const sums = [...Map.groupBy(rows, ({ contentId, month }) => `${contentId} ${month}`).values()].map((plays) => {
    const heard = Array.from({ length: PARTS }, () => 0)
    for (const part of plays.flatMap((play) => play.heard)) heard[part]!++
    return { ...plays[0]!, plays: plays.length, heard }
  })
  if (sums.length === 0) return 0
  await sql`
    INSERT INTO heard_month AS known (content_id, month, plays, heard)
    SELECT "contentId", month, plays, heard FROM jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      told ("contentId" uuid, month date, plays int, heard int[]) ORDER BY 1, 2
    ON CONFLICT (content_id, month) DO UPDATE SET plays = known.plays + excluded.plays,
      heard = ARRAY(SELECT before + more FROM unnest(known.heard, excluded.heard) WITH ORDINALITY both_of (before, more, part)
        ORDER BY part)`.execute(tx)
  return rows.length
}
