/** Money that operators moved from the node to cold storage: recording, confirming, and its sum. Nobody's balance changes, so
 * nothing is posted: the sum only counts where what users own is compared with what the node holds. */
import { sql } from 'kysely'
import type { Data, Input } from '#contract/endpoint.ts'
import type { getMoney } from '#contract/operator/admin.ts'
import * as calls from '#contract/operator/cold-storage.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { needsSecondOperator } from './second-operator.ts'

const LISTED_MAX = 20

export async function sumColdStorage(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ msat: bigint }>`
    SELECT coalesce(sum(amount_msat), 0)::bigint AS msat FROM cold_storage_move WHERE is_confirmed`.execute(tx)
  return rows[0]!.msat
}

export async function recordColdMove(
  deps: PaymentDeps,
  caller: Caller,
  moveId: string,
  { msatAmount, reference, reason }: Input<typeof calls.recordColdMove>['body'],
): Promise<Data<typeof calls.recordColdMove>> {
  requireOperator(caller, calls.recordColdMove)
  requireRecentAuth(caller)
  if (msatAmount === 0n) throw new AppError(422, 'amount-invalid')
  const now = deps.clock.now()
  const isConfirmed = !needsSecondOperator(deps, msatAmount)
  await deps.database.transaction(async (tx) => {
    const { rows } = await sql`
      INSERT INTO cold_storage_move
        (id, amount_msat, reference, reason, recorded_by, recorded_at, is_confirmed, decided_at)
      VALUES (${moveId}, ${msatAmount}, ${reference}, ${reason}, ${caller.userId}, ${now},
        ${isConfirmed ? true : null}::boolean, ${isConfirmed ? now : null}::timestamptz)
      ON CONFLICT (reference) WHERE is_confirmed IS NOT FALSE DO NOTHING RETURNING 1`.execute(tx)
    if (rows.length === 0) throw new AppError(409, 'conflict')
    await requireNotBelowZero(tx)
    const details = { msat: String(msatAmount), reference, isConfirmed: String(isConfirmed) }
    const target = { type: 'cold-storage', id: moveId }
    await recordAdminAction(tx, { adminId: caller.userId, action: 'move-cold', target, reason, details, now })
  })
  return { moveId, isConfirmed }
}

/** The operator who recorded a move may discard it, but not confirm it. */
export async function decideColdMove(
  { database, clock }: PaymentDeps,
  caller: Caller,
  moveId: string,
  isConfirmed: boolean,
): Promise<null> {
  requireOperator(caller, calls.decideColdMove)
  requireRecentAuth(caller)
  const now = clock.now()
  await database.transaction(async (tx) => {
    const { rows } = await sql<{ recordedBy: string }>`
      UPDATE cold_storage_move SET is_confirmed = ${isConfirmed}, decided_by = ${caller.userId}, decided_at = ${now}
      WHERE id = ${moveId} AND is_confirmed IS NULL RETURNING recorded_by AS "recordedBy"`.execute(tx)
    if (rows[0] === undefined) throw notFound()
    if (isConfirmed && rows[0].recordedBy === caller.userId) throw new AppError(409, 'second-operator-needed')
    await requireNotBelowZero(tx)
    const action = isConfirmed ? 'confirm-cold' : 'discard-cold'
    await recordAdminAction(tx, { adminId: caller.userId, action, target: { type: 'cold-storage', id: moveId }, now })
  })
  return null
}

/** Moves back to the node cannot be more than what is there. Of two concurrent ones, one waits for the other. */
async function requireNotBelowZero(tx: Tx): Promise<void> {
  await sql`SELECT FROM installation FOR UPDATE`.execute(tx)
  if ((await sumColdStorage(tx)) < 0n) throw new AppError(422, 'cold-storage-short')
}

type Row = {
  moveId: string
  msatAmount: bigint
  reference: string
  reason: string
  recordedBy: string
  recordedAt: Date
  isConfirmed: boolean | null
}

export async function describeColdStorage(
  { limits }: PaymentDeps,
  tx: Tx,
  operatorId: string,
): Promise<Data<typeof getMoney>['coldStorage']> {
  const { nodeCeilingMsat, coldStorage } = limits
  const kind = coldStorage.includes('@') ? 'lightning' : 'on-chain'
  const { rows } = await sql<Row>`
    SELECT id AS "moveId", amount_msat AS "msatAmount", reference, reason, recorded_by AS "recordedBy",
      recorded_at AS "recordedAt", is_confirmed AS "isConfirmed"
    FROM cold_storage_move ORDER BY is_confirmed IS NULL DESC, recorded_at DESC LIMIT ${LISTED_MAX}`.execute(tx)
  const names = await readUserSummaries(tx, [...new Set(rows.map(({ recordedBy }) => recordedBy))])
  return {
    msatCeiling: nodeCeilingMsat === 0n ? null : nodeCeilingMsat,
    destination: coldStorage === '' ? null : { kind, address: coldStorage },
    msatHeld: await sumColdStorage(tx),
    moves: rows.map(({ recordedBy, ...row }) => ({
      ...row,
      recordedBy: names.get(recordedBy)?.username ?? '',
      isOwn: recordedBy === operatorId,
    })),
  }
}
