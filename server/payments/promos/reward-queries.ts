/** SQL of rewards: listeners, what has been given today, and the rewards themselves. Several of them in one statement, because
 * rewards are the most frequent payments of all. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { PAID_IN_MSAT } from './limits.ts'

export type ListenerRow = {
  user_id: string
  nonce: string | null
  promo_id: string | null
  dealt_at: Date | null
  position_seconds: number | null
  rewarded_at: Date | null
  earning_days: number
  /** As PostgreSQL writes a date. */
  last_day: string | null
  held_at: Date | null
  held_by: 'network' | 'operator' | null
}

const listenerColumns = sql`user_id, nonce, promo_id, dealt_at, position_seconds, rewarded_at, earning_days,
  last_day::text AS last_day, held_at, held_by`

/** In the order that every transaction uses, after promos and before counts. Creates what is missing. */
export async function lockListeners(tx: Tx, userIds: readonly string[]): Promise<Map<string, ListenerRow>> {
  const { rows } = await sql<ListenerRow>`
    INSERT INTO promo_listener (user_id)
    SELECT user_id FROM unnest(${[...new Set(userIds)]}::uuid[]) wanted (user_id) ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id RETURNING ${listenerColumns}`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row]))
}

export async function lockListener(tx: Tx, userId: string): Promise<ListenerRow> {
  return (await lockListeners(tx, [userId])).get(userId)!
}

export async function readListener(tx: Tx, userId: string): Promise<ListenerRow | undefined> {
  const { rows } = await sql<ListenerRow>`
    SELECT ${listenerColumns} FROM promo_listener WHERE user_id = ${userId}`.execute(tx)
  return rows[0]
}

/** Writes what rewards and dealt nonces changed. */
export async function updateListeners(tx: Tx, listeners: readonly ListenerRow[]): Promise<void> {
  await sql`
    UPDATE promo_listener SET nonce = n.nonce, promo_id = n.promo_id, dealt_at = n.dealt_at,
      position_seconds = n.position_seconds, rewarded_at = n.rewarded_at, earning_days = n.earning_days, last_day = n.last_day
    FROM jsonb_populate_recordset(NULL::promo_listener, ${JSON.stringify(listeners)}) n
    WHERE promo_listener.user_id = n.user_id`.execute(tx)
}

export type Count = { amountMsat: bigint; rewardCount: number }

/** What has been given today in these scopes, locked in one order. */
export async function lockCounts(tx: Tx, scopes: readonly string[], day: string): Promise<Map<string, Count>> {
  const { rows } = await sql<{ scope: string; amount_msat: bigint; reward_count: number }>`
    INSERT INTO promo_count AS known (scope, day, amount_msat, reward_count)
    SELECT scope, ${day}::date, 0, 0 FROM unnest(${scopes}::text[]) wanted (scope) ORDER BY scope
    ON CONFLICT (scope, day) DO UPDATE SET reward_count = known.reward_count
    RETURNING scope, amount_msat, reward_count`.execute(tx)
  return new Map(rows.map(toCount))
}

export async function readCounts(tx: Tx, scopes: readonly string[], day: string): Promise<Map<string, Count>> {
  const { rows } = await sql<{ scope: string; amount_msat: bigint; reward_count: number }>`
    SELECT scope, amount_msat, reward_count FROM promo_count
    WHERE scope = ANY(${scopes}::text[]) AND day = ${day}::date`.execute(tx)
  return new Map(rows.map(toCount))
}

function toCount(row: { scope: string; amount_msat: bigint; reward_count: number }): [string, Count] {
  return [row.scope, { amountMsat: row.amount_msat, rewardCount: row.reward_count }]
}

export type NewReward = {
  id: string
  promoId: string
  userId: string
  amountMsat: bigint
  isMaturing: boolean
  /** The listener had no reward by this promo before. */
  isFirst: boolean
  networkHash: Buffer
  siteHash: Buffer | null
}

/** Rewards, and what they add to the counts and take from the promos. */
export async function insertRewards(
  tx: Tx,
  rewards: readonly NewReward[],
  { counts, day, maturesAt, now }: { counts: ReadonlyMap<string, Count>; day: string; maturesAt: Date; now: Date },
): Promise<void> {
  const rows = rewards.map((reward) => ({
    ...reward,
    amountMsat: String(reward.amountMsat),
    networkHash: reward.networkHash.toString('hex'),
    siteHash: reward.siteHash?.toString('hex') ?? null,
  }))
  const added = [...counts].map(([scope, { amountMsat, rewardCount }]) => ({
    scope,
    amountMsat: String(amountMsat),
    rewardCount,
  }))
  await sql`
    WITH given AS (
      SELECT id, "promoId", "userId", "amountMsat", "isMaturing", "isFirst", "networkHash", "siteHash"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}) g (id uuid, "promoId" uuid, "userId" uuid, "amountMsat" bigint,
        "isMaturing" boolean, "isFirst" boolean, "networkHash" text, "siteHash" text)
    ), written AS (
      INSERT INTO promo_reward (id, promo_id, user_id, day, amount_msat, state, network_hash, site_hash, matures_at, created_at)
      SELECT id, "promoId", "userId", ${day}::date, "amountMsat", CASE WHEN "isMaturing" THEN 'maturing' ELSE 'paid' END,
        decode("networkHash", 'hex'), decode("siteHash", 'hex'),
        CASE WHEN "isMaturing" THEN ${maturesAt}::timestamptz END, ${now}::timestamptz
      FROM given
    ), counted AS (
      UPDATE promo_count SET amount_msat = amount_msat + a."amountMsat", reward_count = reward_count + a."rewardCount"
      FROM jsonb_to_recordset(${JSON.stringify(added)}) a (scope text, "amountMsat" bigint, "rewardCount" int)
      WHERE promo_count.scope = a.scope AND promo_count.day = ${day}::date
    )
    UPDATE promo SET rewarded_msat = rewarded_msat + s.msat, reward_count = reward_count + s.rewards,
      listener_count = listener_count + s.listeners
    FROM (
      SELECT "promoId" AS promo_id, sum("amountMsat")::bigint AS msat, count(*)::int AS rewards,
        (count(*) FILTER (WHERE "isFirst"))::int AS listeners
      FROM given GROUP BY "promoId"
    ) s WHERE promo.id = s.promo_id`.execute(tx)
}

/** What each of these users has ever earned by each of these promos, by `promoId userId`; without an entry: nothing. */
export async function readLifetimes(
  tx: Tx,
  pairs: readonly { promoId: string; userId: string }[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ promo_id: string; user_id: string; msat: bigint }>`
    SELECT r.promo_id, r.user_id, coalesce(sum(r.amount_msat) FILTER (WHERE r.state <> 'reversed'), 0)::bigint AS msat
    FROM unnest(${pairs.map(({ promoId }) => promoId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[])
      wanted (promo_id, user_id)
    JOIN promo_reward r ON r.promo_id = wanted.promo_id AND r.user_id = wanted.user_id
    GROUP BY r.promo_id, r.user_id`.execute(tx)
  return new Map(rows.map((row) => [`${row.promo_id} ${row.user_id}`, row.msat]))
}

/** Those of these ids that are rewards. */
export async function findRewards(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`SELECT id FROM promo_reward WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Those of these users who once deposited enough from outside. */
export async function findPaidIn(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const { rows } = await sql<{ owner_id: string | null }>`
    SELECT DISTINCT owner_id FROM invoice
    WHERE owner_id = ANY(${userIds}::uuid[]) AND purpose = 'deposit' AND state = 'paid' AND paid_inside_as IS NULL
      AND received_msat >= ${PAID_IN_MSAT}`.execute(tx)
  return new Set(rows.flatMap((row) => row.owner_id ?? []))
}

/** The ids of the Top Up payments of these users on this day, which are made when missing. */
export async function storeDays(
  tx: Tx,
  days: readonly { id: string; userId: string }[],
  day: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    INSERT INTO promo_day (id, user_id, day)
    SELECT id, user_id, ${day}::date FROM unnest(${days.map(({ id }) => id)}::uuid[], ${days.map(({ userId }) => userId)}::uuid[])
      wanted (id, user_id) ORDER BY user_id
    ON CONFLICT (user_id, day) DO UPDATE SET day = excluded.day RETURNING id, user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.id]))
}

export type DeliveryRow = { content_id: string; started_at: Date; delivered_ms: bigint; rewarded_ms: bigint }

/** Audio of this track that was sent to this network today, locked. */
export async function lockDelivery(
  tx: Tx,
  { networkHash, contentId, day }: { networkHash: Buffer; contentId: string; day: string },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    SELECT content_id, started_at, delivered_ms, rewarded_ms FROM promo_delivery
    WHERE network_hash = ${networkHash} AND content_id = ${contentId} AND day = ${day}::date FOR UPDATE`.execute(tx)
  return rows[0]
}

/** Writes how much of the audio has been rewarded. */
export async function saveDeliveries(
  tx: Tx,
  deliveries: readonly (DeliveryRow & { network: string })[],
  day: string,
): Promise<void> {
  for (const { network, content_id: contentId, rewarded_ms: rewardedMs } of deliveries) {
    await sql`
      UPDATE promo_delivery SET rewarded_ms = ${rewardedMs}
      WHERE network_hash = ${Buffer.from(network, 'hex')} AND content_id = ${contentId} AND day = ${day}::date`.execute(
      tx,
    )
  }
}

export async function addDelivery(
  tx: Tx,
  {
    networkHash,
    contentId,
    day,
    deliveredMs,
    now,
  }: { networkHash: Buffer; contentId: string; day: string; deliveredMs: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO promo_delivery AS known (network_hash, content_id, day, started_at, delivered_ms)
    VALUES (${networkHash}, ${contentId}, ${day}::date, ${now}, ${deliveredMs})
    ON CONFLICT (network_hash, content_id, day) DO UPDATE SET delivered_ms = known.delivered_ms + excluded.delivered_ms`.execute(
    tx,
  )
}

export type TopUpDay = {
  day: string
  msatEarned: bigint
  tracks: { contentId: string; title: string; minutes: number; msatEarned: bigint; msatMaturing: bigint }[]
}

/** By what a user earned on a day, without what was reversed; null when it is not a day of this user. */
export async function readTopUpDay(tx: Tx, userId: string, dayId: string): Promise<TopUpDay | null> {
  const days = await sql<{ day: string }>`
    SELECT day::text AS day FROM promo_day WHERE id = ${dayId} AND user_id = ${userId}`.execute(tx)
  const day = days.rows[0]?.day
  if (day === undefined) return null
  const { rows } = await sql<TopUpDay['tracks'][number]>`
    SELECT p.content_id AS "contentId", max(p.content_title) AS title, count(*)::int AS minutes,
      sum(r.amount_msat)::bigint AS "msatEarned",
      coalesce(sum(r.amount_msat) FILTER (WHERE r.state = 'maturing'), 0)::bigint AS "msatMaturing"
    FROM promo_reward r JOIN promo p ON p.id = r.promo_id
    WHERE r.user_id = ${userId} AND r.day = ${day}::date AND r.state <> 'reversed'
    GROUP BY p.content_id ORDER BY 4 DESC, 1 LIMIT 100`.execute(tx)
  return { day, msatEarned: rows.reduce((sum, { msatEarned }) => sum + msatEarned, 0n), tracks: rows }
}
