/** SQL of push subscriptions of browsers, and of this server's VAPID key. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type SubscriptionRow = {
  id: string
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  user_agent: string
  created_at: Date
  failures: number
}

const columns = sql`id, user_id, endpoint, p256dh, auth, user_agent, created_at, failures`

/** A known endpoint gets the new owner and keys. Beyond `max`, the user's oldest subscriptions are deleted. */
export async function upsertSubscription(
  tx: Tx,
  row: Omit<SubscriptionRow, 'failures'>,
  max: number,
): Promise<SubscriptionRow> {
  const { rows } = await sql<SubscriptionRow>`
    INSERT INTO push_subscription (id, user_id, endpoint, p256dh, auth, user_agent, created_at)
    VALUES (${row.id}, ${row.user_id}, ${row.endpoint}, ${row.p256dh}, ${row.auth}, ${row.user_agent}, ${row.created_at})
    ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      user_agent = excluded.user_agent, created_at = excluded.created_at, failures = 0
    RETURNING ${columns}`.execute(tx)
  await sql`DELETE FROM push_subscription WHERE id IN (
    SELECT id FROM push_subscription WHERE user_id = ${row.user_id}
    ORDER BY created_at DESC, id DESC OFFSET ${max})`.execute(tx)
  return rows[0]!
}

export async function selectSubscriptions(tx: Tx, userId: string): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    SELECT ${columns} FROM push_subscription WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC`.execute(tx)
  return rows
}

export async function selectSubscription(tx: Tx, subscriptionId: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    SELECT ${columns} FROM push_subscription WHERE id = ${subscriptionId}`.execute(tx)
  return rows[0]
}

/** The subscriptions of these users, by user. */
export async function listSubscriptionsOf(tx: Tx, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    SELECT id, user_id FROM push_subscription WHERE user_id = ANY(${userIds}::uuid[])`.execute(tx)
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ id }) => id)]))
}

/** False when the user has no subscription with that id. */
export async function deleteOwnSubscription(tx: Tx, userId: string, subscriptionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM push_subscription WHERE id = ${subscriptionId} AND user_id = ${userId}`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await sql`DELETE FROM push_subscription WHERE id = ${subscriptionId}`.execute(tx)
}

export async function recordDelivery(tx: Tx, subscriptionId: string): Promise<void> {
  await sql`UPDATE push_subscription SET failures = 0 WHERE id = ${subscriptionId} AND failures > 0`.execute(tx)
}

const FAILURES_MAX = 30

/** Counts a failure; deletes the subscription after that many in a row. */
export async function recordDeliveryFailure(tx: Tx, subscriptionId: string): Promise<void> {
  await sql`UPDATE push_subscription SET failures = failures + 1 WHERE id = ${subscriptionId}`.execute(tx)
  await sql`DELETE FROM push_subscription WHERE id = ${subscriptionId} AND failures >= ${FAILURES_MAX}`.execute(tx)
}

export type SealedKey = { publicKey: string; sealedPrivateKey: Buffer }

export async function selectKey(tx: Tx): Promise<SealedKey | undefined> {
  const { rows } = await sql<SealedKey>`
    SELECT public_key AS "publicKey", sealed_private_key AS "sealedPrivateKey" FROM push_key`.execute(tx)
  return rows[0]
}

/** Of several keys created concurrently, the first one stays. */
export async function insertKey(tx: Tx, key: SealedKey, now: Date): Promise<void> {
  await sql`
    INSERT INTO push_key (public_key, sealed_private_key, created_at)
    VALUES (${key.publicKey}, ${key.sealedPrivateKey}, ${now}) ON CONFLICT DO NOTHING`.execute(tx)
}

/** Also deletes all subscriptions, because they work only with the old key. */
export async function deleteKey(tx: Tx, publicKey: string): Promise<void> {
  const { numAffectedRows } = await sql`DELETE FROM push_key WHERE public_key = ${publicKey}`.execute(tx)
  if (numAffectedRows === 1n) await sql`DELETE FROM push_subscription`.execute(tx)
}

export async function updateSealedKey(tx: Tx, sealedPrivateKey: Buffer): Promise<void> {
  await sql`UPDATE push_key SET sealed_private_key = ${sealedPrivateKey}`.execute(tx)
}
