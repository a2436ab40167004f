/** Streaming: while items of foreign feeds are heard, their recipients are paid by the minute. Once for each feed and ten
 * minutes, as a boost (money rule 31). What was heard follows from the positions that players report. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/listening/foreign/streaming.ts'
import type { StreamProblem } from '#contract/listening/foreign/streaming.ts'
import { topics, type Notice } from '#server/events.ts'
import { requireGrant } from '#server/accounts/grants.ts'
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { listStreamed, StreamBudgetUsed, streamBoost, sumStreamed } from '#server/payments/boosts/stream.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { derivedId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { workInLanes } from '#server/platform/jobs/lanes.ts'
import { sharesOf, takenOf } from './boosts.ts'
import type { ForeignDeps } from './deps.ts'
import { findItems } from './item-queries.ts'
import * as rows from './stream-queries.ts'

const SLOT_MS = 600_000
/** Players report every 15 seconds. */
const REPORT_MAX_MS = 60_000
const LEASE_MS = 120_000
const ROUND_MAX = 200
const LANES = 4

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

/** One round: pays what was heard in the ten minutes that are over. */
export async function payStreams(deps: ForeignDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  return workInLanes({
    laneCount: LANES,
    max: ROUND_MAX,
    stopping,
    claim: () => {
      const now = clock.now()
      return rows.claimSlot(database.read, { before: slotOf(now), now, until: new Date(now.getTime() + LEASE_MS) })
    },
    // Its lease ends, and it is tried again under the same id.
    work: (slot) =>
      paySlot(deps, slot).catch((error: unknown) => log.error('stream-not-paid', { userId: slot.user_id, error })),
  })
}

async function paySlot(deps: ForeignDeps, slot: rows.SlotRow): Promise<void> {
  const { database, payments } = deps
  const plan = await rows.findPlan(database.read, slot.user_id)
  if (plan === undefined) return void (await rows.endSlot(database.read, slot, null))
  const order = await orderOf(deps, slot, plan.msat_per_minute)
  let problem: StreamProblem | null = null
  try {
    if (order !== null) await streamBoost(payments, slot.user_id, idOf(slot), order, plan.msat_per_month)
  } catch (error) {
    problem = problemOf(error)
  }
  await database.transaction(async (tx) => {
    if ((await rows.endSlot(tx, slot, problem)) && problem !== null) await notifyOfProblem(tx, slot, problem)
  })
}

/** At most once for each problem and ten minutes, when it is new. */
async function notifyOfProblem(tx: Tx, { user_id: userId, slot }: rows.SlotRow, reason: StreamProblem): Promise<void> {
  const noticeId = derivedId(`stream-stopped ${userId} ${reason} ${slot}`)
  const about = { actorId: null, content: null, comment: null, reason } as const
  const notice: Notice = { noticeId, kind: 'stream-stopped', userIds: [userId], ...about }
  await publish(tx, topics.notice, noticeId, notice)
}

function problemOf(error: unknown): StreamProblem {
  if (error instanceof StreamBudgetUsed) return 'budget'
  if (!(error instanceof AppError)) throw error
  return error.code === 'insufficient-balance' ? 'balance' : 'other'
}

/** Who gets how much for what was heard, each part by the value block at its position. Null when nobody can be paid. */
async function orderOf(deps: ForeignDeps, { heard }: rows.SlotRow, msatPerMinute: bigint) {
  const legs = new Map<string, ReturnType<typeof takenOf>[number]>()
  let title = ''
  let total = 0n
  const itemIds = [...new Set(heard.map(({ itemId }) => itemId))]
  const items = await findItems(deps.database.read, itemIds)
  for (const { itemId, seconds, ms } of heard) {
    const item = items.get(itemId)
    const amountMsat = (BigInt(ms) * msatPerMinute) / 60_000n
    if (item === undefined || item.value === null || amountMsat === 0n) continue
    const shares = await sharesOf(deps, item, { amountMsat, playlistId: undefined, seconds }).catch(notPayable)
    for (const leg of takenOf(shares)) {
      const key = JSON.stringify([leg.role, leg.name, leg.address])
      legs.set(key, { ...leg, amountMsat: leg.amountMsat + (legs.get(key)?.amountMsat ?? 0n) })
    }
    title = item.feed_title
    total += amountMsat
  }
  if (legs.size === 0) return null
  return {
    itemId: itemIds[0]!,
    title: title.slice(0, 255),
    amountMsat: total,
    message: null,
    legs: [...legs.values()],
  }
}

function notPayable(error: unknown): never[] {
  if (error instanceof AppError) return []
  throw error
}

/** The same for the same user, feed and ten minutes. */
const idOf = ({ user_id: userId, feed_id: feedId, slot }: rows.SlotRow) =>
  derivedId(`stream ${userId} ${feedId} ${slot}`)
