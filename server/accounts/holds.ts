/** Places a hold on outgoing money of an account, with a reason, and releases it. A held account can still log in,
 * listen and earn. Whether money may leave is checked in users.ts (`isLocked`). */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { topics, type HoldReleased, type Notice } from '#server/events.ts'

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
  /** The takedown or payout that caused the hold. */
  refId?: string
  heldBy?: string
  now: Date
}

/** Payments in progress from this account finish first or see the hold: both lock the person's row. */
export async function holdOutgoing(tx: Tx, hold: NewHold): Promise<void> {
  const holdId = newId()
  await sql`
    INSERT INTO account_hold (id, person_id, cause, reason, ref_id, held_by, created_at)
    VALUES (${holdId}, ${hold.userId}, ${hold.cause}, ${hold.reason}, ${hold.refId ?? null}, ${hold.heldBy ?? null},
      ${hold.now})`.execute(tx)
  await sql`UPDATE person SET is_locked = TRUE WHERE id = ${hold.userId}`.execute(tx)
  if (hold.cause !== 'takedown') await publish(tx, topics.notice, holdId, noticeOf(holdId, hold))
}

/** A takedown sends its own notice with the reason. An operator's note is internal and is not shown to the user. */
function noticeOf(noticeId: string, { userId, cause, reason }: NewHold): Notice {
  const comment = cause === 'operator' ? null : reason
  return { noticeId, kind: 'account-held', userIds: [userId], actorId: null, content: null, comment }
}

/** Releases all holds of a user, or only those with this `refId`; money may leave when none remains. Returns the
 * number of released holds. */
export async function releaseHolds(tx: Tx, { refId, ...release }: Release & { refId?: string }): Promise<number> {
  return releaseWhere(tx, release, refId === undefined ? sql`TRUE` : sql`ref_id = ${refId}`)
}

/** Releases one hold. */
export async function releaseHold(tx: Tx, { holdId, ...release }: Release & { holdId: string }): Promise<void> {
  await releaseWhere(tx, release, sql`id = ${holdId}`)
}

type Release = { userId: string; releasedBy: string; now: Date }

async function releaseWhere(tx: Tx, { userId, releasedBy, now }: Release, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE account_hold SET released_at = ${now}, released_by = ${releasedBy}
    WHERE person_id = ${userId} AND released_at IS NULL AND ${which}`.execute(tx)
  await sql`
    UPDATE person SET is_locked = EXISTS (
      SELECT FROM account_hold WHERE person_id = person.id AND released_at IS NULL)
    WHERE id = ${userId}`.execute(tx)
  const event: HoldReleased = { userId }
  await publish(tx, topics.holdReleased, newId(), event)
  return Number(numAffectedRows ?? 0n)
}

export async function listOpenHolds(tx: Tx, userId: string): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    SELECT id, cause, reason, ref_id AS "refId", created_at AS "createdAt" FROM account_hold
    WHERE person_id = ${userId} AND released_at IS NULL ORDER BY created_at`.execute(tx)
  return rows
}
