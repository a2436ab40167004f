/** Streaming: while items of foreign feeds are heard, their recipients are paid by the minute. What was heard follows from the
 * positions that players report. pay-streams.ts pays it. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/foreign/streaming.ts'
import { requireGrant } from '#server/accounts/grants.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { listStreamed, sumStreamed } from '#server/payments/boosts/queries.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { ForeignDeps } from './deps.ts'
import * as rows from './stream-queries.ts'

const SLOT_MS = 600_000
/** Players report every 15 seconds. */
const REPORT_MAX_MS = 60_000

export const slotOf = (at: Date): number => Math.floor(at.getTime() / SLOT_MS)

/** The caller's own. */
export async function readStreaming(
  { database, clock }: ForeignDeps,
  caller: Caller,
): Promise<Data<typeof calls.getStreaming>> {
  requireUser(caller)
  const plan = await rows.findPlan(database.read, caller.userId)
  return {
    plan: plan === undefined ? null : describe(plan),
    msatThisMonth: await sumStreamed(database.read, caller.userId, clock.now()),
    payments: await listStreamed(database.read, caller.userId),
  }
}

const describe = ({ msat_per_minute: msatPerMinute, msat_per_month: msatPerMonth, problem }: rows.PlanRow) => ({
  msatPerMinute,
  msatPerMonth,
  problem,
})

/** The caller's own, with a proof unless nothing is raised: it covers all payments within the budget. */
export async function startStreaming(
  { database, clock, payments }: ForeignDeps,
  caller: Caller,
  { msatPerMinute, msatPerMonth }: Input<typeof calls.setStreaming>['body'],
): Promise<Record<string, never>> {
  requireUser(caller)
  requireWithinLimits(payments, msatPerMinute)
  requireWithinLimits(payments, msatPerMonth)
  if (msatPerMonth < msatPerMinute) {
    throw new AppError(422, 'rule-broken', 'The budget of a month is below what one minute costs.')
  }
  const now = clock.now()
  await database.transaction(async (tx) => {
    await requireWithdrawalsAllowed(tx, caller.userId)
    const before = await rows.lockPlan(tx, caller.userId)
    await rows.upsertPlan(tx, { userId: caller.userId, msatPerMinute, msatPerMonth, now })
    if (before && msatPerMinute <= before.msat_per_minute && msatPerMonth <= before.msat_per_month) return
    const operation = { action: 'streaming', amountMsat: msatPerMonth, destination: null, label: null } as const
    await requireGrant(tx, caller, operation, now)
  })
  return {}
}

/** The caller's own. */
export async function stopStreaming({ database }: ForeignDeps, caller: Caller): Promise<Record<string, never>> {
  requireUser(caller)
  await database.transaction((tx) => rows.deleteStreaming(tx, caller.userId))
  return {}
}

/** A player of this user reports a position. Counts how far it has moved since the last report of the same item, but never more
 * than the time that has passed since any report of the user, so several players together count as one. */
export async function noteHeard(
  tx: Tx,
  userId: string,
  report: { itemId: string; positionMs: number },
  now: Date,
): Promise<void> {
  const plan = await rows.lockPlan(tx, userId)
  if (plan === undefined) return
  const passedMs = now.getTime() - plan.counted_until.getTime()
  const movedMs = plan.item_id === report.itemId ? report.positionMs - Number(plan.position_ms) : 0
  const ms = Math.min(movedMs, passedMs, REPORT_MAX_MS)
  // After the clock was set back, nothing counts until it is where it was, unless that is long.
  const isAhead = passedMs < 0 && passedMs > -SLOT_MS
  await rows.recordReport(tx, userId, { ...report, countedUntil: isAhead ? plan.counted_until : now })
  if (ms <= 0) return
  const heard = { itemId: report.itemId, seconds: Math.floor(Number(plan.position_ms) / 1_000), ms }
  await rows.addHeard(tx, userId, slotOf(now), heard)
}
