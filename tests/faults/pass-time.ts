/** What has to become old while a lab runs for a minute: the minutes that listeners have begun, rewards, and events. */
import type { Database } from '#server/platform/database/database.ts'

/** A minute, and more than the widest step of the servers' clocks, so that two rewards of a listener between which time has
 * passed are a minute apart by any of these clocks. */
const PASSED = `interval '2 hours 61 seconds'`

/** Every minute that has begun is over. Half of the listeners have earned for longer than their first days, so that their rewards
 * need not mature. Events of which half is sold were two days ago. Rows that a server has locked are left for the next time. */
export async function passTime({ pool }: Database, now: Date): Promise<void> {
  await pool.query(
    `WITH idle AS (
       SELECT user_id FROM promo_listener ORDER BY user_id FOR UPDATE SKIP LOCKED
     ), aged AS (
       UPDATE promo_listener one SET dealt_at = $1::timestamptz - interval '61 seconds',
         rewarded_at = CASE WHEN rewarded_at IS NOT NULL THEN $1::timestamptz - interval '61 seconds' END,
         earning_days = CASE WHEN right(one.user_id::text, 1) < '8' THEN 9 ELSE earning_days END
       FROM idle WHERE idle.user_id = one.user_id
     )
     UPDATE promo_reward reward SET created_at = created_at - ${PASSED}, matures_at = matures_at - ${PASSED}
     FROM idle WHERE idle.user_id = reward.user_id`,
    [now],
  )
  await pool.query(
    `WITH over AS (
       UPDATE concert SET begins_at = now() - interval '3 days', ends_at = now() - interval '2 days'
       WHERE id IN (SELECT concert_id FROM concert_tier WHERE taken >= seats / 2) AND ends_at > now() RETURNING id
     )
     UPDATE ticket_purchase SET pays_out_at = now() - interval '1 day' FROM over WHERE over.id = concert_id`,
  )
}
