/** SQL of boosts and their legs. What became of a leg's payment is in the table of that payment. */
import { sql } from 'kysely'
import { rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type BoostRow = {
  id: string
  user_id: string
  item_id: string
  title: string
  amount_msat: bigint
  message: string | null
  is_proven: boolean
  created_at: Date
}
export type LegRow = {
  boost_id: string
  position: number
  name: string | null
  address: string
  amount_msat: bigint
  attempt: number
  failure: string | null
}

export async function insertBoost(tx: Tx, boost: BoostRow, legs: readonly LegRow[]): Promise<void> {
  await sql`INSERT INTO boost ${rowValues(boost)}`.execute(tx)
  for (const leg of legs) await sql`INSERT INTO boost_leg ${rowValues(leg)}`.execute(tx)
}

export async function readBoostRow(tx: Tx, boostId: string): Promise<BoostRow | undefined> {
  const { rows } = await sql<BoostRow>`
    SELECT id, user_id, item_id, title, amount_msat, message, is_proven, created_at FROM boost
    WHERE id = ${boostId}`.execute(tx)
  return rows[0]
}

export async function selectLegs(tx: Tx, boostId: string): Promise<LegRow[]> {
  const { rows } = await sql<LegRow>`
    SELECT boost_id, position, name, address, amount_msat, attempt, failure FROM boost_leg
    WHERE boost_id = ${boostId} ORDER BY position`.execute(tx)
  return rows
}

/** Why nothing was reserved in this attempt; null: it may be made again. */
export async function setFailure(tx: Tx, leg: LegRow, failure: string | null): Promise<void> {
  await sql`
    UPDATE boost_leg SET failure = ${failure}
    WHERE boost_id = ${leg.boost_id} AND position = ${leg.position} AND attempt = ${leg.attempt}`.execute(tx)
}

/** Only once for each failed attempt. */
export async function beginAttempt(tx: Tx, leg: LegRow): Promise<LegRow | undefined> {
  const { rows } = await sql<LegRow>`
    UPDATE boost_leg SET attempt = attempt + 1, failure = NULL
    WHERE boost_id = ${leg.boost_id} AND position = ${leg.position} AND attempt = ${leg.attempt}
    RETURNING boost_id, position, name, address, amount_msat, attempt, failure`.execute(tx)
  return rows[0]
}

/** What the user has boosted, newest first. */
export async function exportBoosts(tx: Tx, userId: string): Promise<BoostRow[]> {
  const { rows } = await sql<BoostRow>`
    SELECT id, user_id, item_id, title, amount_msat, message, is_proven, created_at FROM boost
    WHERE user_id = ${userId} ORDER BY created_at DESC`.execute(tx)
  return rows
}
