/** SQL of similarity: artists with the same listeners and supporters. */
import { sql } from 'kysely'
import { publicTrack } from '#server/catalog/content/visibility.ts'
import type { Tx } from '#server/platform/database/database.ts'

const ZAPS_DAYS = 180
/** Only a listener's strongest artists count: one who hears everything says little about each. */
const ARTISTS_EACH = 40
const SIMILAR_EACH = 30
/** A single common listener may be a coincidence. */
const COMMON_MIN = 2
/** Reduces the closeness that is based on few listeners. */
const SHRINK = 3
const ZAP_WEIGHT = 2
/** Popular artists share listeners with everybody: how much an artist's own popularity
 * reduces closeness, beyond one half. */
const POPULARITY = 0.75
const CLOSENESS_MIN = 0.02

/** Decays the existing values, then adds what plays and payments show now. Listeners are identified within one day
 * only: nobody is tracked from one day to the next. Returns false when there is no similarity yet. */
export async function updateSimilar(tx: Tx, now: Date, decay: number): Promise<boolean> {
  if (decay < 1) await sql`UPDATE similar_artist SET closeness = closeness * ${decay}::real`.execute(tx)
  await sql`DELETE FROM similar_artist WHERE closeness < ${CLOSENESS_MIN}`.execute(tx)
  await sql`
    INSERT INTO similar_artist AS known (artist_id, similar_id, closeness)
    WITH audience AS (
      SELECT play.listener AS who, al.artist_id, 1 AS weight
      FROM play JOIN track t ON t.id = play.content_id JOIN album al ON al.id = t.album_id GROUP BY 1, 2
      UNION ALL
      SELECT decode(replace(c.payer_id::text, '-', ''), 'hex'), coalesce(al.artist_id, own.artist_id, ar.id), ${ZAP_WEIGHT}::int
      FROM counted_payment c
      LEFT JOIN track t ON t.id = c.content_id LEFT JOIN album al ON al.id = t.album_id
      LEFT JOIN album own ON own.id = c.content_id LEFT JOIN artist ar ON ar.id = c.content_id
      WHERE c.payer_id IS NOT NULL AND c.day > ${now}::date - ${ZAPS_DAYS}::int
        AND coalesce(al.artist_id, own.artist_id, ar.id) IS NOT NULL
      GROUP BY 1, 2
    ), counted AS (
      SELECT who, artist_id, sum(weight)::real AS weight,
        row_number() OVER (PARTITION BY who ORDER BY sum(weight) DESC, artist_id) AS place
      FROM audience GROUP BY who, artist_id
    ), selected AS MATERIALIZED (SELECT who, artist_id, weight FROM counted WHERE place <= ${ARTISTS_EACH}),
    heard AS MATERIALIZED (SELECT artist_id, sum(weight) AS weight FROM selected GROUP BY artist_id),
    pairs AS (
      SELECT one.artist_id, other.artist_id AS similar_id, sum(least(one.weight, other.weight)) AS common
      FROM selected one JOIN selected other ON other.who = one.who AND other.artist_id <> one.artist_id
      GROUP BY 1, 2 HAVING sum(least(one.weight, other.weight)) >= ${COMMON_MIN}
    ), rated AS (
      SELECT pairs.artist_id, pairs.similar_id,
        common / (power(a.weight, ${1 - POPULARITY}) * power(b.weight, ${POPULARITY})) * common / (common + ${SHRINK})
          AS closeness
      FROM pairs JOIN heard a ON a.artist_id = pairs.artist_id JOIN heard b ON b.artist_id = pairs.similar_id
    ), closest AS (
      SELECT artist_id, similar_id, closeness,
        row_number() OVER (PARTITION BY artist_id ORDER BY closeness DESC, similar_id) AS place
      FROM rated
    )
    SELECT artist_id, similar_id, closeness::real FROM closest WHERE place <= ${SIMILAR_EACH} AND closeness > ${CLOSENESS_MIN}
    ON CONFLICT (artist_id, similar_id) DO UPDATE SET closeness = greatest(known.closeness, excluded.closeness)`.execute(
    tx,
  )
  const { rows } = await sql`SELECT FROM similar_artist LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function selectSimilarIds(tx: Tx, artistId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ similar_id: string }>`
    SELECT similar_id FROM similar_artist WHERE artist_id = ${artistId}
    ORDER BY closeness DESC, similar_id LIMIT ${limit}`.execute(tx)
  return rows.map((row) => row.similar_id)
}

export async function findTrackPlace(
  tx: Tx,
  trackId: string,
): Promise<{ artist_id: string; genre_id: number | null } | undefined> {
  const { rows } = await sql<{ artist_id: string; genre_id: number | null }>`
    SELECT al.artist_id, al.genre_id FROM track t JOIN album al ON al.id = t.album_id WHERE t.id = ${trackId}`.execute(
    tx,
  )
  return rows[0]
}

/** The top tracks of each artist, with one track of every artist before a second one of any. */
export async function selectBestIdsOf(
  tx: Tx,
  artistIds: readonly string[],
  options: { each: number; limit: number; without: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (
      SELECT best.id, artist.place AS artist_place,
        row_number() OVER (PARTITION BY artist.place ORDER BY best.msat DESC, best.id) AS place
      FROM unnest(${artistIds}::uuid[]) WITH ORDINALITY artist (id, place) CROSS JOIN LATERAL (
        SELECT t.id, coalesce(total.msat_total, 0) AS msat
        FROM album al JOIN artist ar ON ar.id = al.artist_id JOIN track t ON t.album_id = al.id
        LEFT JOIN content_total total ON total.content_id = t.id
        WHERE al.artist_id = artist.id AND t.id <> ${options.without} AND ${publicTrack(options.now)}
        ORDER BY msat DESC, t.id LIMIT ${options.each}
      ) best
    ) ranked ORDER BY place, artist_place LIMIT ${options.limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
