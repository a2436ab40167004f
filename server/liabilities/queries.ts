/** SQL of published totals and their trees. */
import { sql } from 'kysely'
import type { TOTAL_KIND } from '#protocols/liabilities/total.ts'
import { HASH_BYTES, type TreeNode } from '#protocols/liabilities/tree.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { tryLockName } from '#server/platform/database/engine.ts'

const AMOUNT_BYTES = 8
const LEAF_BYTES = HASH_BYTES + AMOUNT_BYTES

/** A published total, as it is signed. */
type SignedTotal = NostrEvent & { kind: typeof TOTAL_KIND }
export type BlockRoot = TreeNode & { firstHash: Buffer }

/** The total of a day, or the newest. */
export async function selectTotal(tx: Tx, day?: string): Promise<{ day: string; event: SignedTotal } | undefined> {
  const { rows } = await sql<{ day: string; event: SignedTotal }>`
    SELECT day::text, event FROM published_total ${day === undefined ? sql`` : sql`WHERE day = ${day}`}
    ORDER BY published_total.day DESC LIMIT 1`.execute(tx)
  return rows[0]
}

/** False when another server is making a total. Held until the transaction ends. */
export function tryLockTotals(tx: Tx): Promise<boolean> {
  return tryLockName(tx, 'published-total')
}

export async function insertTotal(tx: Tx, day: string, event: NostrEvent, madeAt: Date): Promise<void> {
  // In a snapshot that does not show the row of another server, PostgreSQL reports a conflict (40001) and the transaction
  // begins again.
  await sql`
    INSERT INTO published_total (day, made_at, event) VALUES (${day}, ${madeAt}, ${JSON.stringify(event)})
    ON CONFLICT DO NOTHING`.execute(tx)
}

type Counted = { userId: string; msat: bigint }

export async function insertCounted(tx: Tx, day: string, balances: readonly Counted[]): Promise<void> {
  await sql`
    INSERT INTO counted_balance (user_id, day, msat)
    SELECT user_id, ${day}::date, msat
    FROM unnest(${balances.map(({ userId }) => userId)}::uuid[], ${amounts(balances)}::bigint[]) t (user_id, msat)`.execute(
    tx,
  )
}

export async function insertLeaves(tx: Tx, leaves: readonly TreeNode[]): Promise<void> {
  await sql`
    INSERT INTO unsorted_leaf (hash, msat)
    SELECT hash, msat
    FROM unnest(${leaves.map(({ hash }) => Buffer.from(hash))}::bytea[], ${amounts(leaves)}::bigint[]) t (hash, msat)`.execute(
    tx,
  )
}

/** In the order of their hashes, which is random. */
export async function selectLeaves(tx: Tx, after: Uint8Array, limit: number): Promise<TreeNode[]> {
  const { rows } = await sql<{ hash: Buffer; msat: bigint }>`
    SELECT hash, msat FROM unsorted_leaf WHERE hash > ${Buffer.from(after)} ORDER BY hash LIMIT ${limit}`.execute(tx)
  return rows
}

export async function deleteLeaves(tx: Tx): Promise<void> {
  await sql`DELETE FROM unsorted_leaf`.execute(tx)
}

type NewBlock = { day: string; number: number; root: TreeNode; leaves: readonly TreeNode[] }

export async function insertBlock(tx: Tx, { day, number, root, leaves }: NewBlock): Promise<void> {
  await sql`
    INSERT INTO liability_block (day, number, first_hash, hash, msat, leaves)
    VALUES (${day}, ${number}, ${Buffer.from(leaves[0]?.hash ?? [])}, ${Buffer.from(root.hash)}, ${root.msat},
      ${Buffer.concat(leaves.map(encodeLeaf))})`.execute(tx)
}

/** In their order; none for a day whose tree is no longer stored. */
export async function selectBlockRoots(tx: Tx, day: string): Promise<BlockRoot[]> {
  const { rows } = await sql<{ firstHash: Buffer; hash: Buffer; msat: bigint }>`
    SELECT first_hash AS "firstHash", hash, msat FROM liability_block WHERE day = ${day} ORDER BY number`.execute(tx)
  return rows
}

export async function selectBlockLeaves(tx: Tx, day: string, number: number): Promise<TreeNode[]> {
  const { rows } = await sql<{ leaves: Buffer }>`
    SELECT leaves FROM liability_block WHERE day = ${day} AND number = ${number}`.execute(tx)
  const bytes = rows[0]?.leaves ?? Buffer.alloc(0)
  return Array.from({ length: bytes.length / LEAF_BYTES }, (_, index) => {
    const at = index * LEAF_BYTES
    return { hash: bytes.subarray(at, at + HASH_BYTES), msat: bytes.readBigUInt64BE(at + HASH_BYTES) }
  })
}

export async function selectCounted(tx: Tx, userId: string, day: string): Promise<bigint> {
  const { rows } = await sql<{ msat: bigint }>`
    SELECT msat FROM counted_balance WHERE user_id = ${userId} AND day = ${day}`.execute(tx)
  return rows[0]?.msat ?? 0n
}

/** The trees before this day. */
export async function deleteTrees(tx: Tx, before: string): Promise<void> {
  await sql`DELETE FROM liability_block WHERE day < ${before}`.execute(tx)
  await sql`DELETE FROM counted_balance WHERE day < ${before}`.execute(tx)
}

/** For the user's data export. */
export async function exportCounted(tx: Tx, userId: string) {
  const { rows } = await sql<{ day: string; msat: bigint }>`
    SELECT day::text, msat FROM counted_balance WHERE user_id = ${userId} ORDER BY counted_balance.day`.execute(tx)
  return rows
}

/** Afterwards nothing connects the user with leaves of past trees. */
export async function deleteCounted(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM counted_balance WHERE user_id = ${userId}`.execute(tx)
}

const amounts = (nodes: readonly { msat: bigint }[]) => nodes.map(({ msat }) => String(msat))

function encodeLeaf({ hash, msat }: TreeNode): Buffer {
  const bytes = Buffer.alloc(LEAF_BYTES, hash)
  bytes.writeBigUInt64BE(msat, HASH_BYTES)
  return bytes
}
