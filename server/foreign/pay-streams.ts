/** Pays what was heard while streaming, once for each feed and ten minutes, as a boost (money rule 31). */
import type { StreamProblem } from '#contract/listening/foreign/streaming.ts'
import { topics, type Notice } from '#server/events.ts'
import { StreamBudgetUsed, streamBoost } from '#server/payments/boosts/stream.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type RunningJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { workUnderLeases } from '#server/platform/jobs/lanes.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { sharesOf, takenOf } from './boosts.ts'
import type { ForeignDeps } from './deps.ts'
import { findItems } from './item-queries.ts'
import * as rows from './stream-queries.ts'
import { slotOf } from './streaming.ts'

const ROUND_MS = 10_000
const ROUND = { laneCount: 4, max: 200, leaseMs: 120_000 }

export function startStreamJobs(deps: ForeignDeps): RunningJobs {
  return startJobs(deps, [{ name: 'streams', pauseMs: ROUND_MS, work: (stopping) => payStreams(deps, stopping) }])
}

/** One round: pays what was heard in the ten minutes that are over. */
export async function payStreams(deps: ForeignDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  return workUnderLeases({
    ...ROUND,
    clock,
    stopping,
    claim: (now, until) => rows.claimSlot(database.read, { before: slotOf(now), now, until }),
    work: (slot) => paySlot(deps, slot),
    // It is tried again under the same id.
    onError: (slot, error) => log.error('stream-not-paid', { userId: slot.user_id, error }),
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
