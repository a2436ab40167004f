/** SQL of the lists made for one user, from their own likes, plays and zaps until a moment. Nothing is written. */
import { type RawBuilder, sql } from 'kysely'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Pick = { id: string; kind: 'liked' | 'played' | 'zapped' | 'followed' | 'similar' | 'genre'; name: string }
/** `until`: later facts are left to the next week. */
export type Taste = { userId: string; until: Date; now: Date }

const LENGTH = 30
const ZAPS_MAX = 5_000
/** Liked within so many days, or played so often within so many. */
const LIKED_LATELY = 30
const PLAYED_LATELY = 21
const PLAYED_TWICE = 2
/** Known and then not played for so long. */
const AWAY = 45
const KNOWN_PLAYS = 3
const EACH_ARTIST = 2
const NEAR_ARTISTS = 60
/** Of all these artists, those with the newest releases are considered. */
const NEWEST_ARTISTS = 150
/** Liked tracks, and played ones, whose artists are considered. */
const DEAR_TRACKS = 200

const facts = ({ userId, until }: Taste) => sql`
  liked AS MATERIALIZED (
    SELECT pe.track_id AS id, pe.added_at AS at FROM playlist pl JOIN playlist_entry pe ON pe.playlist_id = pl.id
    WHERE pl.user_id = ${userId} AND pl.is_favorites AND pe.added_at < ${until}),
  played AS MATERIALIZED (
    SELECT h.content_id AS id, count(*)::int AS plays, max(h.started_at) AS last_at,
      (count(*) FILTER (WHERE h.started_at > ${until}::timestamptz - make_interval(days => ${PLAYED_LATELY})))::int AS lately
    FROM heard h WHERE h.user_id = ${userId} AND h.started_at < ${until} GROUP BY h.content_id),
  zapped AS MATERIALIZED (
    SELECT DISTINCT coalesce(al.artist_id, own.artist_id, given.content_id) AS id FROM (
      SELECT z.content_id FROM zap z WHERE z.payer_id = ${userId} AND z.settled_at < ${until}
      ORDER BY z.settled_at DESC LIMIT ${ZAPS_MAX}) given
    LEFT JOIN track t ON t.id = given.content_id LEFT JOIN album al ON al.id = t.album_id
    LEFT JOIN album own ON own.id = given.content_id)`

const music = sql`track t JOIN album al ON al.id = t.album_id JOIN artist ar ON ar.id = al.artist_id`

/** Whether the user has done anything until then that lists can be made of. */
export async function hasTaste(tx: Tx, { userId, until }: Taste): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT 1 FROM heard WHERE user_id = ${userId} AND started_at < ${until})
      OR EXISTS (SELECT 1 FROM library_item WHERE user_id = ${userId} AND added_at < ${until})
      OR EXISTS (SELECT 1 FROM followed_genre WHERE user_id = ${userId} AND followed_at < ${until})
      OR EXISTS (SELECT 1 FROM zap WHERE payer_id = ${userId} AND settled_at < ${until})
      OR EXISTS (
        SELECT 1 FROM playlist pl JOIN playlist_entry pe ON pe.playlist_id = pl.id
        WHERE pl.user_id = ${userId} AND pl.is_favorites AND pe.added_at < ${until}) AS has`.execute(tx)
  return rows[0]?.has === true
}

/** A full join cannot be a nested loop, which would read the plays again for each liked track. */
const known = (taste: Taste, where: RawBuilder<boolean>, orderBy: RawBuilder<unknown>) => sql<Pick>`
  WITH ${facts(taste)},
  mine AS MATERIALIZED (
    SELECT coalesce(liked.id, played.id) AS id, liked.at AS liked_at, played.plays, played.last_at, played.lately
    FROM liked FULL JOIN played ON played.id = liked.id)
  SELECT t.id, ar.name, CASE WHEN zapped.id IS NOT NULL THEN 'zapped' WHEN mine.liked_at IS NOT NULL THEN 'liked'
    ELSE 'played' END AS kind
  FROM mine JOIN (${music}) ON t.id = mine.id LEFT JOIN zapped ON zapped.id = ar.id
  WHERE ${publicTrack(taste.now)} AND ${where} ORDER BY ${orderBy}, t.id LIMIT ${LENGTH}`

/** What the user liked lately, and returns to. */
export async function selectWeek(tx: Tx, taste: Taste): Promise<Pick[]> {
  const recently = sql<boolean>`(mine.liked_at > ${taste.until}::timestamptz - make_interval(days => ${LIKED_LATELY})
    OR mine.lately >= ${PLAYED_TWICE})`
  const often = sql`coalesce(mine.lately, 0) + CASE WHEN mine.liked_at IS NULL THEN 0 ELSE 2 END DESC,
    mine.liked_at DESC NULLS LAST`
  return (await known(taste, recently, often).execute(tx)).rows
}

/** What the user liked or played often, and has not heard for weeks. */
export async function selectRediscover(tx: Tx, taste: Taste): Promise<Pick[]> {
  const away = sql`${taste.until}::timestamptz - make_interval(days => ${AWAY})`
  const forgotten = sql<boolean>`(coalesce(mine.last_at, mine.liked_at) < ${away}
    AND (mine.liked_at IS NULL OR mine.liked_at < ${away})
    AND (mine.liked_at IS NOT NULL OR mine.plays >= ${KNOWN_PLAYS}))`
  const dearest = sql`coalesce(mine.plays, 0) DESC, coalesce(mine.last_at, mine.liked_at)`
  return (await known(taste, forgotten, dearest).execute(tx)).rows
}

/** What the user has not heard yet, the newest first: of followed and zapped artists, of artists similar to those, and
 * of followed genres. */
export async function selectNew(tx: Tx, taste: Taste): Promise<Pick[]> {
  const { userId, until, now } = taste
  const { rows } = await sql<Pick>`
    WITH ${facts(taste)},
    known AS MATERIALIZED (SELECT id FROM played UNION SELECT id FROM liked),
    dear AS MATERIALIZED (
      SELECT li.content_id AS id, 'followed' AS kind, 1 AS rank FROM library_item li
      WHERE li.user_id = ${userId} AND li.content_type = 'artist' AND li.added_at < ${until}
      UNION ALL SELECT id, 'zapped', 2 FROM zapped
      UNION ALL (
        SELECT al.artist_id, 'liked', 3 FROM liked JOIN track t ON t.id = liked.id JOIN album al ON al.id = t.album_id
        ORDER BY liked.at DESC LIMIT ${DEAR_TRACKS})
      UNION ALL (
        SELECT al.artist_id, 'played', 4 FROM played JOIN track t ON t.id = played.id JOIN album al ON al.id = t.album_id
        WHERE played.plays >= ${PLAYED_TWICE} ORDER BY played.plays DESC, played.last_at DESC LIMIT ${DEAR_TRACKS})),
    near AS (
      SELECT id, kind, rank, NULL::text AS name FROM dear
      UNION ALL (
        SELECT s.similar_id, 'similar', 5, of.name FROM (SELECT DISTINCT id FROM dear) one
        JOIN similar_artist s ON s.artist_id = one.id JOIN artist of ON of.id = one.id
        ORDER BY s.closeness DESC, s.similar_id LIMIT ${NEAR_ARTISTS})),
    sources AS MATERIALIZED (
      SELECT once.id, once.kind, once.name FROM (
        SELECT DISTINCT ON (id) id, kind, rank, name FROM near ORDER BY id, rank, name) once
      CROSS JOIN LATERAL (
        SELECT published_at FROM album WHERE artist_id = once.id AND deleted_at IS NULL AND NOT is_draft
          AND published_at < ${until} ORDER BY published_at DESC LIMIT 1) newest
      ORDER BY newest.published_at DESC, once.id LIMIT ${NEWEST_ARTISTS}),
    found AS (
      SELECT best.id, best.published_at, ar.id AS artist_id, sources.kind, coalesce(sources.name, ar.name) AS name
      FROM sources JOIN artist ar ON ar.id = sources.id CROSS JOIN LATERAL (
        SELECT t.id, t.published_at FROM track t JOIN album al ON al.id = t.album_id
        WHERE al.artist_id = ar.id AND t.published_at < ${until} AND ${publicTrack(now)} AND ${isUnheard}
        ORDER BY t.published_at DESC, t.position, t.id LIMIT ${EACH_ARTIST}) best
      UNION ALL
      SELECT best.id, best.published_at, best.artist_id, 'genre', c.name
      FROM followed_genre g JOIN classification c ON c.kind = 'genre' AND c.id = g.genre_id CROSS JOIN LATERAL (
        SELECT t.id, t.published_at, al.artist_id FROM ${music}
        WHERE al.genre_id = g.genre_id AND t.published_at < ${until} AND ${publicTrack(now)} AND ${isUnheard}
        ORDER BY al.published_at DESC, al.id DESC, t.position LIMIT ${LENGTH}) best
      WHERE g.user_id = ${userId} AND g.followed_at < ${until}),
    numbered AS (
      SELECT id, kind, name, published_at,
        row_number() OVER (PARTITION BY artist_id ORDER BY kind = 'genre', published_at DESC, id) AS place
      FROM (SELECT DISTINCT ON (id) id, kind, name, published_at, artist_id FROM found ORDER BY id, kind = 'genre') once)
    SELECT id, kind, name FROM numbered WHERE place <= ${EACH_ARTIST} ORDER BY published_at DESC, id LIMIT ${LENGTH}`.execute(
    tx,
  )
  return rows
}

/** Not correlated, so that it is hashed once: a correlated one would read the history again for each track. */
const isUnheard = sql<boolean>`t.id NOT IN (SELECT id FROM known)`

export async function isTasteOff(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM taste_off WHERE user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

export async function switchTaste(tx: Tx, userId: string, isOn: boolean, now: Date): Promise<void> {
  if (isOn) await sql`DELETE FROM taste_off WHERE user_id = ${userId}`.execute(tx)
  else {
    await sql`INSERT INTO taste_off (user_id, since) VALUES (${userId}, ${now}) ON CONFLICT DO NOTHING`.execute(tx)
  }
}
