/** SQL of rewards after they were given: maturing, reversing, what stands out, and what is deleted. */
import { sql } from 'kysely'
import { NETWORKS_KEPT_MS } from '#server/accounts/networks.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type EndedReward = { id: string; promo_id: string; user_id: string; amount_msat: bigint; day_id: string }

const endedColumns = sql`r.id, r.promo_id, r.user_id, r.amount_msat, d.id AS day_id`

/** Users with rewards that are due, by id. */
export async function listMaturingUsers(tx: Tx, now: Date, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM promo_reward
    WHERE state = 'maturing' AND matures_at <= ${now} ${after === null ? sql`` : sql`AND user_id > ${after}::uuid`}
    ORDER BY user_id LIMIT ${limit}`.execute(tx)
  return rows.map((row) => row.user_id)
}

/** Ends rewards that are due: each once. */
export async function matureRewards(tx: Tx, userId: string, now: Date, limit: number): Promise<EndedReward[]> {
  const { rows } = await sql<EndedReward>`
    UPDATE promo_reward r SET state = 'matured' FROM promo_day d
    WHERE r.id IN (
        SELECT id FROM promo_reward WHERE user_id = ${userId} AND state = 'maturing' AND matures_at <= ${now}
        ORDER BY created_at LIMIT ${limit}
      ) AND r.state = 'maturing' AND d.user_id = r.user_id AND d.day = r.day
    RETURNING ${endedColumns}`.execute(tx)
  return rows
}

export async function readRewards(tx: Tx, ids: readonly string[]): Promise<{ promo_id: string; user_id: string }[]> {
  const { rows } = await sql<{ promo_id: string; user_id: string }>`
    SELECT promo_id, user_id FROM promo_reward WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return rows
}

/** Ends those of the rewards that are still maturing, and gives their amounts back to promos that have not ended. */
export async function reverseRewards(
  tx: Tx,
  ids: readonly string[],
  endedPromoIds: readonly string[],
): Promise<EndedReward[]> {
  const { rows } = await sql<EndedReward>`
    WITH reversed AS (
      UPDATE promo_reward r SET state = 'reversed', is_returned = r.promo_id = ANY(${endedPromoIds}::uuid[])
      FROM promo_day d
      WHERE r.id = ANY(${ids}::uuid[]) AND r.state = 'maturing' AND d.user_id = r.user_id AND d.day = r.day
      RETURNING ${endedColumns}, r.is_returned
    ), restored AS (
      UPDATE promo SET rewarded_msat = rewarded_msat - s.msat, reward_count = reward_count - s.rewards
      FROM (
        SELECT promo_id, sum(amount_msat)::bigint AS msat, count(*)::int AS rewards
        FROM reversed WHERE NOT is_returned GROUP BY promo_id
      ) s WHERE promo.id = s.promo_id
    )
    SELECT id, promo_id, user_id, amount_msat, day_id FROM reversed`.execute(tx)
  return rows
}

/** Unmatured rewards of an account, or in a network. */
export async function listReversible(
  tx: Tx,
  { userId, networkHash }: { userId: string | null; networkHash: Buffer | null },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM promo_reward
    WHERE state = 'maturing' AND (${userId}::uuid IS NULL OR user_id = ${userId}::uuid)
      AND (${networkHash}::bytea IS NULL OR network_hash = ${networkHash}::bytea)
    ORDER BY promo_id, id LIMIT ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export type NetworkOfDay = { network_hash: Buffer | null; new_accounts: number; msat: bigint }

/** Networks in which new accounts earned on this day, the ones with most of them first. */
export async function listNetworksOfDay(tx: Tx, day: string, limit: number): Promise<NetworkOfDay[]> {
  const { rows } = await sql<NetworkOfDay>`
    SELECT network_hash, (count(DISTINCT user_id) FILTER (WHERE state = 'maturing'))::int AS new_accounts,
      sum(amount_msat)::bigint AS msat
    FROM promo_reward WHERE network_hash IS NOT NULL AND day = ${day}::date
      AND created_at > ${day}::date - interval '1 day'
    GROUP BY network_hash ORDER BY 2 DESC LIMIT ${limit}`.execute(tx)
  return rows
}

/** Holds the accounts with unmatured rewards in a network, unless they are held or an operator has released them. */
export async function holdNewIn(tx: Tx, networkHash: Buffer | null, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE promo_listener SET held_at = ${now}, held_by = 'network'
    WHERE held_at IS NULL AND released_at IS NULL AND user_id IN (
      SELECT user_id FROM promo_reward WHERE network_hash = ${networkHash} AND state = 'maturing')`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function updateEarnerHold(tx: Tx, userId: string, heldAt: Date | null, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE promo_listener SET held_at = ${heldAt}, held_by = ${heldAt === null ? null : 'operator'},
      released_at = ${heldAt === null ? now : null}
    WHERE user_id = ${userId}`.execute(tx)
  return numAffectedRows === 1n
}

export async function hasMaturing(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM promo_reward WHERE user_id = ${userId} AND state = 'maturing' LIMIT 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function deleteOld(tx: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - NETWORKS_KEPT_MS)
  await sql`
    UPDATE promo_reward SET network_hash = NULL, site_hash = NULL
    WHERE network_hash IS NOT NULL AND created_at <= ${since}`.execute(tx)
  await sql`DELETE FROM promo_count WHERE day < ${since}::date`.execute(tx)
  await sql`DELETE FROM promo_delivery WHERE day < ${since}::date`.execute(tx)
}

/** What remains of a deleted user: rewards and days, which the books need. */
export async function deleteListener(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM promo_listener WHERE user_id = ${userId}`.execute(tx)
  await sql`UPDATE promo_reward SET network_hash = NULL, site_hash = NULL WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM promo_count WHERE scope = ${`listener:${userId}`} OR scope LIKE ${`track:${userId}:%`}`.execute(
    tx,
  )
}

export type ExportedReward = { promoId: string; day: string; msat: bigint; state: string; createdAt: Date }

export async function exportRewards(tx: Tx, userId: string): Promise<ExportedReward[]> {
  const { rows } = await sql<ExportedReward>`
    SELECT promo_id AS "promoId", day::text AS day, amount_msat AS msat, state, created_at AS "createdAt"
    FROM promo_reward WHERE user_id = ${userId} ORDER BY created_at DESC LIMIT 10000`.execute(tx)
  return rows
}
