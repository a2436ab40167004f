/** The operators' switch that stops all outgoing payments, and the one check of whether payments may leave: neither
 * the switch nor the audit (audit/state.ts) may block them, and the database must have been checked
 * (checked-database.ts). Payouts that are
 * being sent still finish. */
import { sql } from 'kysely'
import * as calls from '#contract/operator/admin-money.ts'
import { errorCodes } from '#contract/errors.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { IS_CHECKED } from './checked-database.ts'
import type { PaymentDeps } from './deps.ts'

export type OutgoingStop = {
  stoppedAt: Date | null
  reason: string | null
  stoppedBy: string | null
  recoveringSince: Date | null
}

export async function readOutgoingStop(tx: Tx): Promise<OutgoingStop> {
  const { rows } = await sql<OutgoingStop>`
    SELECT stopped_at AS "stoppedAt", reason, stopped_by AS "stoppedBy", recovering_since AS "recoveringSince"
    FROM outgoing_stop`.execute(tx)
  return rows[0]!
}

/** Whether a reserved payment must wait: the audit found a difference or has not checked this database, or an operator
 * has stopped payments. */
export async function isOutgoingHeld(tx: Tx): Promise<boolean> {
  const { stoppedAt, haltedAt, isChecked } = await readObstacles(tx)
  return stoppedAt !== null || haltedAt !== null || !isChecked
}

type Obstacles = { stoppedAt: Date | null; reason: string | null; haltedAt: Date | null; isChecked: boolean }

async function readObstacles(tx: Tx): Promise<Obstacles> {
  const { rows } = await sql<Obstacles>`
    SELECT stopped_at AS "stoppedAt", reason, halted_at AS "haltedAt", ${IS_CHECKED} AS "isChecked"
    FROM outgoing_stop, audit_state`.execute(tx)
  return rows[0]!
}

/** Throws while an operator has stopped outgoing payments, or while the database is not checked. Call it in the
 * transaction that takes the money. */
export async function requireNotStopped(tx: Tx): Promise<void> {
  const refusal = await refusalOfStop(tx)
  if (refusal !== null) throw refusal
}

export async function refusalOfStop(tx: Tx): Promise<AppError | null> {
  return refusalOf(await readObstacles(tx))
}

function refusalOf({ stoppedAt, reason, isChecked }: Obstacles): AppError | null {
  if (stoppedAt !== null)
    return new AppError(503, 'outgoing-stopped', `${errorCodes['outgoing-stopped']} ${reason}`, 60)
  return isChecked ? null : halted(UNCHECKED_RETRY_SECONDS)
}

const UNCHECKED_RETRY_SECONDS = 5

const halted = (retrySeconds: number) =>
  new AppError(503, 'withdrawals-halted', errorCodes['withdrawals-halted'], retrySeconds)

/** Throws while an operator has stopped outgoing payments, or while books and node disagree. */
export async function requireOutgoingOpen(tx: Tx): Promise<void> {
  const obstacles = await readObstacles(tx)
  const refusal = refusalOf(obstacles) ?? (obstacles.haltedAt === null ? null : halted(60))
  if (refusal !== null) throw refusal
}

type Switch = { isStopped: boolean; reason: string }

export async function setOutgoingStop(deps: PaymentDeps, caller: Caller, wanted: Switch): Promise<OutgoingStop> {
  requireOperator(caller, calls.setOutgoingStop)
  requireRecentAuth(caller)
  return switchOutgoing(deps, caller.userId, wanted)
}

export type SwitchDeps = Pick<PaymentDeps, 'database' | 'clock' | 'log'>

/** `adminId` is null on the command line. Setting the same state again only changes the reason. */
export async function switchOutgoing(
  { database, clock, log }: SwitchDeps,
  adminId: string | null,
  { isStopped, reason }: Switch,
): Promise<OutgoingStop> {
  const now = clock.now()
  const state = await database.transaction(async (tx) => {
    if (!isStopped && (await mustBookFirst(tx))) throw new AppError(409, 'differences-open')
    return writeOutgoingStop(tx, adminId, { isStopped, reason }, now)
  })
  log.warn(isStopped ? 'outgoing-stopped' : 'outgoing-resumed', { adminId, reason })
  return state
}

async function mustBookFirst(tx: Tx): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM outgoing_stop, audit_difference
    WHERE recovering_since IS NOT NULL AND state = 'open' LIMIT 1`.execute(tx)
  return rows.length > 0
}

/** In the caller's transaction. */
export async function writeOutgoingStop(
  tx: Tx,
  adminId: string | null,
  { isStopped, reason }: Switch,
  now: Date,
): Promise<OutgoingStop> {
  await sql`UPDATE outgoing_stop SET stopped_at = ${isStopped ? sql`coalesce(stopped_at, ${now})` : null},
    reason = ${isStopped ? reason : null}, stopped_by = ${isStopped ? adminId : null},
    recovering_since = ${isStopped ? sql`recovering_since` : null}`.execute(tx)
  const action = isStopped ? 'stop-outgoing' : 'resume-outgoing'
  await recordAdminAction(tx, { adminId, action, reason, now })
  return readOutgoingStop(tx)
}
