/** SQL of zaps by the second of the content at which they were sent. z is a zap, po its origin. */
import { sql } from 'kysely'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Audio items one after another: each begins where the previous one ended. In seconds. */
export type Sounds = { ids: readonly string[]; starts: readonly number[]; durations: readonly number[] }

export type SecondRow = { id: string; content_id: string; amount_msat: bigint; at_seconds: number; settled_at: Date }
export type BucketRow = { bucket: number | null; amount_msat: bigint }

const soundsOf = ({ ids, starts, durations }: Sounds) => sql`unnest(${ids}::uuid[], ${starts}::float8[],
  ${durations}::float8[]) sound (id, start_seconds, duration_seconds)`

/** A position in another feed does not count. */
export const position = sql`coalesce(z.content_time_seconds,
  CASE WHEN po.remote_item_guid IS NULL AND po.remote_feed_guid IS NULL THEN po.position_seconds END)`

/** From the beginning of the first item; null without a position. A position after the end counts at the end. */
const second = sql`(CASE WHEN ${position} IS NOT NULL
  THEN sound.start_seconds + least(${position}, sound.duration_seconds) END)`

/** The sum of each bucket that has zaps; `bucket` is null for those without a position. `wholeId`: the album, which may be
 * paid as a whole. */
export async function sumBuckets(
  tx: Tx,
  sounds: Sounds,
  { wholeId, bucketSeconds, count }: { wholeId: string; bucketSeconds: number; count: number },
): Promise<BucketRow[]> {
  const { rows } = await sql<BucketRow>`
    SELECT CASE WHEN ${second} IS NOT NULL
        THEN least(floor(${second} / ${bucketSeconds}::float8)::int, ${count}::int - 1) END AS bucket,
      sum(z.amount_msat)::bigint AS amount_msat
    FROM zap z LEFT JOIN ${soundsOf(sounds)} ON sound.id = z.content_id
      LEFT JOIN payment_origin po ON po.payment_id = z.id
    WHERE z.content_id = ANY(${[...new Set([wholeId, ...sounds.ids])]}::uuid[])
    GROUP BY 1 ORDER BY 1`.execute(tx)
  return rows
}

/** The largest zaps that have a position. */
export async function selectLargest(tx: Tx, sounds: Sounds, limit: number): Promise<SecondRow[]> {
  const { rows } = await sql<SecondRow>`
    SELECT z.id, z.content_id, z.amount_msat, ${second} AS at_seconds, z.settled_at
    FROM zap z JOIN ${soundsOf(sounds)} ON sound.id = z.content_id LEFT JOIN payment_origin po ON po.payment_id = z.id
    WHERE ${position} IS NOT NULL ORDER BY z.amount_msat DESC, z.id LIMIT ${limit}`.execute(tx)
  return rows
}

/** The newest ones, or those before a cursor. */
export async function selectZapsBefore(
  tx: Tx,
  sounds: Sounds,
  place: CursorPosition | null,
  limit: number,
): Promise<SecondRow[]> {
  const before =
    place === null
      ? sql`TRUE`
      : sql`(date_trunc('milliseconds', z.settled_at), z.id) <
    (${new Date(place.value)}::timestamptz, ${place.id}::uuid)`
  const { rows } = await sql<SecondRow>`
    SELECT z.id, z.content_id, z.amount_msat, ${second} AS at_seconds, z.settled_at
    FROM zap z JOIN ${soundsOf(sounds)} ON sound.id = z.content_id LEFT JOIN payment_origin po ON po.payment_id = z.id
    WHERE ${position} IS NOT NULL AND ${before}
    ORDER BY date_trunc('milliseconds', z.settled_at) DESC, z.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export type SmallBucketRow = { content_id: string; bucket: number; amount_msat: bigint }

/** The sums of several audio items, each in `count` buckets from its beginning to its end. */
export async function sumSmallBuckets(
  tx: Tx,
  { ids, durations }: Pick<Sounds, 'ids' | 'durations'>,
  count: number,
): Promise<SmallBucketRow[]> {
  const { rows } = await sql<SmallBucketRow>`
    SELECT z.content_id, least(floor(${position} * ${count}::int / sound.duration_seconds)::int, ${count}::int - 1) AS bucket,
      sum(z.amount_msat)::bigint AS amount_msat
    FROM zap z JOIN unnest(${ids}::uuid[], ${durations}::float8[]) sound (id, duration_seconds) ON sound.id = z.content_id
      LEFT JOIN payment_origin po ON po.payment_id = z.id
    WHERE ${position} IS NOT NULL AND sound.duration_seconds > 0
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx)
  return rows
}
