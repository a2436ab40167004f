/** Holding somebody's outgoing money, with the reason; and letting it go. A held account still logs in, listens, earns.
 * Whether money may leave is asked by people.ts (`isLocked`). */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/outbox.ts'
import { topics, type Notice } from '#server/events.ts'

export type HoldCause = 'operator' | 'takedown' | 'late-payment'

export type Hold = {
  id: string
  cause: HoldCause
  reason: string
  refId: string | null
  createdAt: Date
}

export type NewHold = {
  userId: string
  cause: HoldCause
  reason: string
  /** The takedown or payout it comes of. */
  refId?: string
  heldBy?: string
  now: Date
}

/** Waits for whatever is just taking money out of this account, or is seen by it: both lock the person's row. */
export async function holdOutgoing(tx: Tx, hold: NewHold): Promise<void> {
  const holdId = newId()
  await sql`
    INSERT INTO account_hold (id, person_id, cause, reason, ref_id, held_by, created_at)
    VALUES (${holdId}, ${hold.userId}, ${hold.cause}, ${hold.reason}, ${hold.refId ?? null}, ${hold.heldBy ?? null},
      ${hold.now})`.execute(tx)
  await sql`UPDATE person SET is_locked = TRUE WHERE id = ${hold.userId}`.execute(tx)
  if (hold.cause !== 'takedown') await publish(tx, topics.notice, holdId, noticeOf(holdId, hold))
}

/** Whose content was taken down is told that, and why. An operator's own note is not for the person's eyes. */
function noticeOf(noticeId: string, { userId, cause, reason }: NewHold): Notice {
  const comment = cause === 'operator' ? null : reason
  return { noticeId, kind: 'account-held', userIds: [userId], actorId: null, content: null, comment }
}

/** Releases the person's holds, or only those of one cause and origin; money may leave when none is left. How many. */
export async function releaseHolds(
  tx: Tx,
  release: { userId: string; refId?: string; releasedBy: string; now: Date },
): Promise<number> {
  const { userId, refId, releasedBy, now } = release
  const { numAffectedRows } = await sql`
    UPDATE account_hold SET released_at = ${now}, released_by = ${releasedBy}
    WHERE person_id = ${userId} AND released_at IS NULL
      ${refId === undefined ? sql`` : sql`AND ref_id = ${refId}`}`.execute(tx)
  await sql`
    UPDATE person SET is_locked = EXISTS (
      SELECT FROM account_hold WHERE person_id = person.id AND released_at IS NULL)
    WHERE id = ${userId}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function listOpenHolds(tx: Tx, userId: string): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    SELECT id, cause, reason, ref_id AS "refId", created_at AS "createdAt" FROM account_hold
    WHERE person_id = ${userId} AND released_at IS NULL ORDER BY created_at`.execute(tx)
  return rows
}
