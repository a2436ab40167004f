/** SQL of gifts: who has had one, and what accounts have received by them. */
import { sql } from 'kysely'
import { NETWORKS_KEPT_MS } from '#server/accounts/networks.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type NewGift = {
  /** The id of the zap. */
  id: string
  deviceHash: Buffer
  networkHashes: readonly Buffer[]
  amountMsat: bigint
  day: string
  createdAt: Date
}

export async function insertGift(tx: Tx, gift: NewGift): Promise<void> {
  const { id, deviceHash, networkHashes, amountMsat, day, createdAt } = gift
  await sql`
    INSERT INTO gift (id, device_hash, amount_msat, day, created_at)
    VALUES (${id}, ${deviceHash}, ${amountMsat}, ${day}::date, ${createdAt})`.execute(tx)
  await sql`
    INSERT INTO gift_network (network_hash, gift_id, created_at)
    SELECT hash, ${id}::uuid, ${createdAt}::timestamptz FROM unnest(${networkHashes}::bytea[]) had (hash)`.execute(tx)
}

export async function hasDeviceGift(tx: Tx, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await sql`SELECT FROM gift WHERE device_hash = ${deviceHash}`.execute(tx)
  return rows.length > 0
}

/** Gifts in this network in the last 48 hours. */
export async function countNetworkGifts(tx: Tx, networkHash: Buffer, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM gift_network
    WHERE network_hash = ${networkHash} AND created_at > ${keptSince(now)}`.execute(tx)
  return rows[0]!.count
}

/** What these users have received by gifts on this day. */
export async function sumReceived(tx: Tx, userIds: readonly string[], day: string): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ user_id: string | null; msat: bigint }>`
    SELECT leg.user_id, sum(leg.amount_msat)::bigint AS msat FROM gift JOIN zap_leg leg ON leg.zap_id = gift.id
    WHERE gift.day = ${day}::date AND leg.user_id = ANY(${userIds}::uuid[]) GROUP BY leg.user_id`.execute(tx)
  return new Map(rows.flatMap(({ user_id: userId, msat }) => (userId === null ? [] : [[userId, msat]])))
}

export async function isGift(tx: Tx, zapId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM gift WHERE id = ${zapId}`.execute(tx)
  return rows.length > 0
}

export async function deleteOldGiftNetworks(tx: Tx, now: Date): Promise<void> {
  await sql`DELETE FROM gift_network WHERE created_at <= ${keptSince(now)}`.execute(tx)
}

const keptSince = (now: Date) => new Date(now.getTime() - NETWORKS_KEPT_MS)
