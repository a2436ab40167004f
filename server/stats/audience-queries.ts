/** SQL of the audience: plays by time, source and title; sketches of listeners, countries, followers and saves. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Range } from './ranges.ts'
import { within } from './series-queries.ts'

/** What the figures are about: the owner, or an artist, podcast or release with all that belongs to it. */
export type Scope = { ownerId: string; subjectId: string; contentIds: readonly string[] | null }

/** An artist with its releases and tracks, a release with its tracks, a podcast with its episodes; including deleted ones. */
export async function selectContentIds(tx: Tx, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT ${subjectId}::uuid AS id
    UNION ALL SELECT id FROM album WHERE artist_id = ${subjectId}
    UNION ALL SELECT id FROM track WHERE album_id = ${subjectId}
    UNION ALL SELECT t.id FROM track t JOIN album al ON al.id = t.album_id WHERE al.artist_id = ${subjectId}
    UNION ALL SELECT id FROM episode WHERE podcast_id = ${subjectId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Restricts rows with a `content_id` to the scope. */
const ofScope = ({ contentIds }: Scope): RawBuilder<unknown> =>
  contentIds === null ? sql`` : sql`JOIN unnest(${contentIds}::uuid[]) in_scope (content_id) USING (content_id)`

/** The beginnings of hours or days in the range, and its end; and the time before that it is compared with. */
export type Times = { starts: readonly Date[]; end: Date; beforeStart: Date; beforeEnd: Date }
/** `place` counts from 1; 0 is the time before. For sources it is 1 or 0. */
export type PlaySum = { kind: 'point' | 'source'; place: number; name: string; plays: number }

export async function sumPlays(
  tx: Tx,
  subjectId: string,
  source: string | null,
  { starts, end, beforeStart, beforeEnd }: Times,
): Promise<PlaySum[]> {
  const { rows } = await sql<PlaySum>`
    WITH played AS MATERIALIZED (
      SELECT width_bucket(begins_at, ${starts}::timestamptz[]) AS place, source, plays FROM play_quarter
      WHERE subject_id = ${subjectId} AND begins_at >= ${beforeStart} AND begins_at < ${end}
        AND (begins_at < ${beforeEnd} OR begins_at >= ${starts[0]})
        AND (${source}::text IS NULL OR source = ${source}::text)
    )
    SELECT 'point' AS kind, place, '' AS name, sum(plays)::int AS plays FROM played GROUP BY place
    UNION ALL
    SELECT 'source', least(place, 1), source, sum(plays)::int FROM played GROUP BY 2, 3`.execute(tx)
  return rows
}

/** The plays of a source, country or content. */
export type Change = { key: string; playTotal: number; playsBefore: number }

/** Whole days in UTC, or a part of one. */
export type Stretch = { isNow: boolean; from: Date; to: Date; isDays: boolean }
export type ContentSum = { contentId: string; isNow: boolean; plays: number }

/** By track and episode. Most of a range is summed from days, and only its ends from quarters of an hour. */
export async function sumContents(tx: Tx, scope: Scope, stretches: readonly Stretch[]): Promise<ContentSum[]> {
  const given = (isDays: boolean) => {
    const some = stretches.filter((stretch) => stretch.isDays === isDays)
    return sql`unnest(${some.map(({ isNow }) => isNow)}::boolean[], ${some.map(({ from }) => from)}::timestamptz[],
      ${some.map(({ to }) => to)}::timestamptz[]) stretch (is_now, begin_at, end_at)`
  }
  const dayOf = (column: string) => sql`(${sql.ref(column)} AT TIME ZONE 'UTC')::date`
  const { rows } = await sql<ContentSum>`
    WITH played AS (
      SELECT content_id, is_now, p.plays FROM ${given(true)} JOIN play_day p
        ON p.owner_id = ${scope.ownerId} AND p.day >= ${dayOf('begin_at')} AND p.day < ${dayOf('end_at')}
      UNION ALL
      SELECT c.id, is_now, ends.plays FROM ${given(false)}
        JOIN content c ON c.owner_id = ${scope.ownerId} AND c.type IN ('track', 'episode'),
        LATERAL (SELECT sum(q.plays) AS plays FROM play_quarter q
          WHERE q.subject_id = c.id AND q.begins_at >= begin_at AND q.begins_at < end_at) ends WHERE ends.plays > 0
    )
    SELECT content_id AS "contentId", is_now AS "isNow", sum(plays)::int AS plays
    FROM played ${ofScope(scope)} GROUP BY 1, 2`.execute(tx)
  return rows
}

/** Sketches of a track, episode, release, artist, podcast or owner. */
export async function selectSketches(
  tx: Tx,
  subjectId: string,
  { from, to }: Range,
): Promise<{ day: string; listeners: Buffer }[]> {
  const { rows } = await sql<{ day: string; listeners: Buffer }>`
    SELECT day::text AS day, listeners FROM audience_day
    WHERE subject_id = ${subjectId} AND day BETWEEN ${from}::date AND ${to}::date ORDER BY audience_day.day`.execute(tx)
  return rows
}

/** Countries with few plays are counted together, with an empty name. */
export async function sumCountries(
  tx: Tx,
  scope: Scope,
  { range, before, least }: { range: Range; before: Range; least: number },
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    WITH counted AS (
      SELECT country, coalesce(sum(plays) FILTER (WHERE ${within(range)}), 0)::int AS now,
        coalesce(sum(plays) FILTER (WHERE ${within(before)}), 0)::int AS before
      FROM play_country_day ${ofScope(scope)}
      WHERE owner_id = ${scope.ownerId} AND ${within({ from: before.from, to: range.to })} GROUP BY country
    )
    SELECT CASE WHEN now + before >= ${least}::int THEN country ELSE '' END AS key, sum(now)::int AS "playTotal",
      sum(before)::int AS "playsBefore"
    FROM counted GROUP BY 1 ORDER BY 2 DESC, 1`.execute(tx)
  return rows
}

export type Growth = { kind: 'follower' | 'save' | 'playlist'; total: number; gained: number; gainedBefore: number }

/** Followers of artists and podcasts, saves of releases, tracks and episodes, and playlists of others with the tracks. */
export async function sumGrowth(
  tx: Tx,
  scope: Scope,
  { starts, end, beforeStart, beforeEnd }: Times,
): Promise<Growth[]> {
  const { rows } = await sql<Growth>`
    WITH own AS MATERIALIZED (
      SELECT content_id FROM (SELECT id AS content_id FROM content WHERE owner_id = ${scope.ownerId}) owned ${ofScope(scope)}
    ), added AS (
      SELECT CASE WHEN content_type IN ('artist', 'podcast') THEN 'follower' ELSE 'save' END AS kind, user_id AS who,
        content_id, added_at
      FROM own JOIN library_item USING (content_id)
      UNION ALL
      SELECT CASE WHEN p.is_favorites THEN 'save' ELSE 'playlist' END, p.id,
        CASE WHEN p.is_favorites THEN e.track_id END, min(e.added_at)
      FROM own JOIN playlist_entry e ON e.track_id = own.content_id JOIN playlist p ON p.id = e.playlist_id
      WHERE p.user_id <> ${scope.ownerId} GROUP BY 1, 2, 3
    )
    SELECT kind, count(*)::int AS total, count(*) FILTER (WHERE added_at >= ${starts[0]} AND added_at < ${end})::int AS gained,
      count(*) FILTER (WHERE added_at >= ${beforeStart} AND added_at < ${beforeEnd})::int AS "gainedBefore"
    FROM added GROUP BY kind`.execute(tx)
  return rows
}

export async function selectHeardParts(
  tx: Tx,
  contentId: string,
): Promise<{ part: number; plays: number; heard: number }[]> {
  const { rows } = await sql<{ part: number; plays: number; heard: number }>`
    SELECT part::int AS part, sum(plays)::int AS plays, sum(heard_there)::int AS heard
    FROM heard_month, unnest(heard) WITH ORDINALITY heard_part (heard_there, part)
    WHERE content_id = ${contentId} GROUP BY 1 ORDER BY 1`.execute(tx)
  return rows
}
