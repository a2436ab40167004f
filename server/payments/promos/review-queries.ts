/** SQL of /admin/promos: networks and accounts that stand out. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type NetworkRow = {
  network: string
  accounts: number
  newAccounts: number
  msatEarned: bigint
  msatMaturing: bigint
}

/** Networks of the last 48 hours, those with most new accounts first. */
export async function listNetworks(tx: Tx, since: Date, limit: number): Promise<NetworkRow[]> {
  const { rows } = await sql<NetworkRow>`
    SELECT encode(network_hash, 'hex') AS network, count(DISTINCT user_id)::int AS accounts,
      (count(DISTINCT user_id) FILTER (WHERE state IN ('maturing', 'reversed')))::int AS "newAccounts",
      coalesce(sum(amount_msat) FILTER (WHERE state <> 'reversed'), 0)::bigint AS "msatEarned",
      coalesce(sum(amount_msat) FILTER (WHERE state = 'maturing'), 0)::bigint AS "msatMaturing"
    FROM promo_reward WHERE network_hash IS NOT NULL AND created_at > ${since}
    GROUP BY network_hash ORDER BY 3 DESC, 4 DESC, 1 LIMIT ${limit}`.execute(tx)
  return rows
}

export type AccountRow = {
  userId: string
  earningDays: number
  msatEarned: bigint
  msatMaturing: bigint
  heldAt: Date | null
  heldBy: 'network' | 'operator' | null
}

/** Held accounts, and those with the largest rewards of the last 48 hours. */
export async function listAccounts(tx: Tx, since: Date, limit: number): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    SELECT l.user_id AS "userId", l.earning_days AS "earningDays", l.held_at AS "heldAt", l.held_by AS "heldBy",
      coalesce(sum(r.amount_msat) FILTER (WHERE r.state <> 'reversed' AND r.created_at > ${since}), 0)::bigint
        AS "msatEarned",
      coalesce(sum(r.amount_msat) FILTER (WHERE r.state = 'maturing'), 0)::bigint AS "msatMaturing"
    FROM promo_listener l LEFT JOIN promo_reward r ON r.user_id = l.user_id
    WHERE l.held_at IS NOT NULL OR l.rewarded_at > ${since}
    GROUP BY l.user_id ORDER BY l.held_at IS NOT NULL DESC, 5 DESC, 1 LIMIT ${limit}`.execute(tx)
  return rows
}
