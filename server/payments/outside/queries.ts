/** SQL of what outside recipients have earned, and of what was paid or returned. The recipients themselves are in
 * server/catalog/splits/outside-queries.ts, their payouts in payouts/queries.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export type OutsideHeldBack = 'halted' | 'locked' | 'email-not-verified' | 'region' | 'limit'

/** A recipient with its account. */
export type OutsideRow = {
  id: string
  owner_id: string
  address: string
  named_at: Date
  returned_msat: bigint
  waiting_since: Date | null
  last_leg_at: Date
  held_back: OutsideHeldBack | null
  attempts: number
  /** Null also when a split has named it since. */
  failing_since: Date | null
  failed_at: Date | null
  last_error: string | null
  /** Shares go to the owner. */
  is_returned: boolean
  /** A payout has no outcome yet. */
  is_sending: boolean
}

const IS_RETURNED = sql`r.address IS NULL OR coalesce(a.returned_at >= r.named_at, FALSE)`

const ROW = sql`
  a.id, a.owner_id, coalesce(r.address, '') AS address, r.named_at, a.returned_msat, a.waiting_since, a.last_leg_at, a.held_back,
  a.attempts, CASE WHEN a.failing_since >= r.named_at THEN a.failing_since END AS failing_since, a.failed_at, a.last_error,
  ${IS_RETURNED} AS is_returned,
  EXISTS (SELECT FROM payout p WHERE p.outside_id = a.id AND p.state IN ('reserved', 'sending', 'unknown')) AS is_sending`

export type OutsideState = { owner_id: string; is_returned: boolean }

/** Whether shares of these recipients wait for them or go to their owner. Read it with their accounts locked. */
export async function readOutsideStates(tx: Tx, ids: readonly string[]): Promise<Map<string, OutsideState>> {
  const { rows } = await sql<OutsideState & { id: string }>`
    SELECT r.id, r.owner_id, ${IS_RETURNED} AS is_returned
    FROM outside_recipient r LEFT JOIN outside_account a ON a.id = r.id WHERE r.id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export type OutsideShare = { id: string; ownerId: string; amountMsat: bigint }

/** Records shares that were credited to the accounts, which the caller has locked. A failing address is not retried earlier. */
export async function addShares(tx: Tx, shares: readonly OutsideShare[], at: Date): Promise<void> {
  if (shares.length === 0) return
  const column = <Value>(read: (share: OutsideShare) => Value) => shares.map(read)
  await sql`
    INSERT INTO outside_account AS known (id, owner_id, received_msat, waiting_since, last_leg_at, next_look_at)
    SELECT id, owner_id, sum(msat), ${at}, ${at}, ${at}
    FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ ownerId }) => ownerId)}::uuid[],
      ${column(({ amountMsat }) => String(amountMsat))}::bigint[]) share (id, owner_id, msat)
    GROUP BY id, owner_id ORDER BY id
    ON CONFLICT (id) DO UPDATE SET received_msat = known.received_msat + excluded.received_msat,
      waiting_since = coalesce(known.waiting_since, excluded.waiting_since), last_leg_at = excluded.last_leg_at,
      next_look_at = CASE WHEN known.failing_since IS NULL THEN least(known.next_look_at, excluded.next_look_at)
        ELSE known.next_look_at END`.execute(tx)
}

export const dueOutside = (now: Date) => sql`outside_account WHERE next_look_at <= ${now}`

/** Claims the account that has been due for longest, until `nextLookAt`. */
export async function claimDueOutside(tx: Tx, now: Date, nextLookAt: Date): Promise<OutsideRow | undefined> {
  const { rows } = await sql<OutsideRow>`
    WITH claimed AS (
      UPDATE outside_account SET next_look_at = ${nextLookAt}
      WHERE id IN (
        SELECT id FROM ${dueOutside(now)}
        ORDER BY next_look_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id
    )
    SELECT ${ROW} FROM claimed c JOIN outside_account a ON a.id = c.id JOIN outside_recipient r ON r.id = a.id`.execute(
    tx,
  )
  return rows[0]
}

/** The caller has locked its ledger account. */
export async function lockOutside(tx: Tx, id: string): Promise<OutsideRow> {
  const { rows } = await sql<OutsideRow>`
    SELECT ${ROW} FROM outside_account a JOIN outside_recipient r ON r.id = a.id WHERE a.id = ${id}
    FOR UPDATE OF a`.execute(tx)
  return rows[0]!
}

/** Undefined before its first share. */
export async function findOutside(tx: Tx, id: string): Promise<OutsideRow | undefined> {
  const { rows } = await sql<OutsideRow>`
    SELECT ${ROW} FROM outside_account a JOIN outside_recipient r ON r.id = a.id WHERE a.id = ${id}`.execute(tx)
  return rows[0]
}

/** The outside recipients of this owner. */
export async function listOutsideOf(tx: Tx, ownerId: string): Promise<OutsideRow[]> {
  const { rows } = await sql<OutsideRow>`
    SELECT ${ROW} FROM outside_account a JOIN outside_recipient r ON r.id = a.id WHERE a.owner_id = ${ownerId}
    ORDER BY a.id`.execute(tx)
  return rows
}

export async function postponeOutside(
  tx: Tx,
  id: string,
  { heldBack = null, until }: { heldBack?: OutsideHeldBack | null; until: Date },
): Promise<void> {
  await sql`UPDATE outside_account SET next_look_at = ${until}, held_back = ${heldBack} WHERE id = ${id}`.execute(tx)
}

/** Records an attempt that failed: nothing arrived. */
export async function recordOutsideFailure(
  tx: Tx,
  { id, failing_since: failingSince, attempts }: OutsideRow,
  { reason, now, nextLookAt }: { reason: string; now: Date; nextLookAt: Date },
): Promise<void> {
  await sql`
    UPDATE outside_account SET failing_since = ${failingSince ?? now}, failed_at = ${now}, last_error = ${reason},
      attempts = ${attempts + 1}, held_back = NULL, next_look_at = ${nextLookAt} WHERE id = ${id}`.execute(tx)
}

/** The remaining money counts as waiting from now on. */
export async function recordOutsidePaid(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE outside_account SET failing_since = NULL, failed_at = NULL, last_error = NULL, attempts = 0, held_back = NULL,
      waiting_since = ${now}, next_look_at = ${now} WHERE id = ${id}`.execute(tx)
}

/** Records what others bear, because the account no longer covered the payout. */
export async function recordOutsideCovered(tx: Tx, id: string, coveredMsat: bigint): Promise<void> {
  await sql`UPDATE outside_account SET covered_msat = covered_msat + ${coveredMsat} WHERE id = ${id}`.execute(tx)
}

/** `isGivenUp`: new shares go to the owner too. */
export async function recordOutsideReturn(
  tx: Tx,
  id: string,
  { amountMsat, isGivenUp, now, nextLookAt }: { amountMsat: bigint; isGivenUp: boolean; now: Date; nextLookAt: Date },
): Promise<void> {
  await sql`
    UPDATE outside_account SET returned_msat = returned_msat + ${amountMsat}, waiting_since = NULL, held_back = NULL,
      returned_at = ${isGivenUp ? now : sql`returned_at`}, failing_since = NULL, failed_at = NULL, attempts = 0,
      next_look_at = ${nextLookAt} WHERE id = ${id}`.execute(tx)
}

/** What the accounts hold by their rows and payouts, for the audit. The house bears a fee above the reserve. */
export const heldByOutside = sql`
  SELECT 'outside:' || a.id AS code, a.received_msat - a.returned_msat + a.covered_msat - coalesce(
    (SELECT sum(p.amount_msat + least(coalesce(p.fee_msat, p.fee_reserve_msat), p.fee_reserve_msat)) FROM payout p
      WHERE p.outside_id = a.id AND p.state <> 'failed'), 0) AS msat
  FROM outside_account a`

type ExportedOutside = { address: string | null; namedAt: Date; receivedMsat: bigint; returnedMsat: bigint }

export async function exportOutside(tx: Tx, ownerId: string): Promise<ExportedOutside[]> {
  const { rows } = await sql<ExportedOutside>`
    SELECT r.address, r.named_at AS "namedAt", coalesce(a.received_msat, 0) AS "receivedMsat",
      coalesce(a.returned_msat, 0) AS "returnedMsat"
    FROM outside_recipient r LEFT JOIN outside_account a ON a.id = r.id
    WHERE r.owner_id = ${ownerId} ORDER BY r.created_at LIMIT 10000`.execute(tx)
  return rows
}
