/** The rows that say what promos, events, rewards that are not final, shares that wait for consent, outside recipients and small
 * shares of boosts hold, each with the code of its account. The audit compares them with the ledger. */
import { sql } from 'kysely'
import { heldByWaiting } from '#server/payments/consent/queries.ts'
import { heldByBoosts } from '#server/payments/kept/queries.ts'
import { heldByOutside } from '#server/payments/outside/queries.ts'
import { heldByPromos, heldByRewards } from '#server/payments/promos/held.ts'

/** The code of each account that holds money, and its msat by the rows. */
const heldRows = sql`${heldByPromos} UNION ALL ${heldByRewards} UNION ALL ${heldByWaiting} UNION ALL ${heldByOutside} UNION ALL
  ${heldByBoosts} UNION ALL
  SELECT 'event:' || t.concert_id AS code, sum(t.price_msat)::bigint AS msat
  FROM ticket t JOIN ticket_purchase p ON p.id = t.purchase_id
  WHERE t.state = 'valid' AND p.paid_out_at IS NULL AND t.price_msat > 0 GROUP BY t.concert_id`

/** How many accounts of these kinds differ from the rows. */
export const wrongHeld = sql`(SELECT count(*)::int
  FROM (SELECT code, balance FROM account WHERE kind IN ('promo', 'event', 'maturing', 'waiting', 'outside', 'boost')) a
  FULL JOIN (${heldRows}) r USING (code)
  WHERE coalesce(a.balance, 0) <> coalesce(r.msat, 0))`
