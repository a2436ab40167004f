/** What promos and unmatured rewards hold by the rows of this folder, which the audit compares with the ledger. */
import { sql } from 'kysely'

/** Paid budgets, less rewards that were not given back, less what the funders got back. */
export const heldByPromos = sql`
  SELECT 'promo:' || p.id AS code,
    coalesce((SELECT sum(budget_msat) FROM promo_funding f WHERE f.promo_id = p.id AND f.paid_at IS NOT NULL), 0)
    - coalesce((SELECT sum(amount_msat) FROM promo_reward r
        WHERE r.promo_id = p.id AND (r.state <> 'reversed' OR r.is_returned)), 0)
    - p.returned_msat AS msat
  FROM promo p`

export const heldByRewards = sql`
  SELECT 'maturing:' || user_id AS code, sum(amount_msat) AS msat
  FROM promo_reward WHERE state = 'maturing' GROUP BY user_id`
