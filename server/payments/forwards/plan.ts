/** What of a user's money goes into the next batch of auto-forward, and what its routing may cost. Earnings and ticket
 * sales are counted apart and go in batches of their own. */
import { shareMsat } from '#contract/split.ts'
import { heldError, readUser, type User } from '#server/accounts/users.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { sumEntriesAfter, sumFeesBroughtAfter } from '#server/ledger/statement.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { isOutgoingHeld } from '#server/payments/outgoing-stop.ts'
import { readWithdrawalLeft } from '#server/payments/payouts/withdrawal-limits.ts'
import {
  insertBatch,
  lockPlan,
  readOpenBatch,
  updatePlan,
  type BatchRow,
  type ForwardSource,
  type HeldBack,
  type PlanRow,
} from '#server/payments/payouts/forward-queries.ts'

/** The maximum of concurrent requests to servers of addresses, in each process. */
export const ASKED_AT_ONCE = 8
/** A plan or batch that cannot proceed now is looked at again after this time. */
export const RETRY_MS = 60_000
const DAY_MS = 24 * 3_600_000
const FEE_MIN_MSAT = 1_000n

/** The money that may be forwarded: deposits and payments to the user's own address never are. */
export const FORWARDED_KINDS = ['earnings', 'ticket-sale'] as const

/** Counts what came in since the last look. Creates a batch when that is enough, or has waited for a day. */
export async function planBatch(deps: PaymentDeps, tx: Tx, userId: string): Promise<void> {
  // Lock the account first, like everything else that moves money.
  const availableMsat = await lockUserBalance(tx, userId)
  const plan = await lockPlan(tx, userId)
  if (plan === undefined) return
  const now = deps.clock.now()
  const changes = {
    ...(await countNews(tx, plan, now)),
    fee_brought_msat: plan.fee_brought_msat + (await sumFeesBroughtAfter(tx, userAccount(userId), plan.counted_to)),
    // The end of a batch and new earnings bring this forward.
    next_look_at: new Date(now.getTime() + DAY_MS),
  }
  if ((await readOpenBatch(tx, userId)) !== undefined) return updatePlan(tx, userId, changes)

  const counted = { ...plan, ...changes }
  const due =
    dueOf(deps, now, earningsOf(deps, counted, availableMsat)) ??
    dueOf(deps, now, ticketSalesOf(deps, counted, availableMsat))
  if (due === null) {
    return updatePlan(tx, userId, { ...changes, held_back: null, next_look_at: nextLookAt(counted, now) })
  }
  const leftMsat = due.source === 'ticket-sale' ? await readWithdrawalLeft(deps, tx, userId, now) : due.amountMsat
  const part = due.amountMsat <= leftMsat ? due : shortened(deps, due, wholeSats(leftMsat))
  const tooLittle = part.amountMsat < deps.limits.forwardAfterDayMsat
  const heldBack = (await findReasonToWait(tx, userId)) ?? (tooLittle ? 'limit' : null)
  if (heldBack !== null) {
    const checkAgain = new Date(now.getTime() + RETRY_MS)
    return updatePlan(tx, userId, { ...changes, held_back: heldBack, next_look_at: checkAgain })
  }
  await insertBatch(tx, {
    id: newId(now.getTime()),
    user_id: userId,
    address: plan.address,
    amount_msat: part.amountMsat,
    source: part.source,
    fee_brought_msat: part.feeBroughtMsat,
    routing_msat: part.routingMsat,
    state: 'waiting',
    next_try_at: now,
    created_at: now,
  })
  await updatePlan(tx, userId, { ...changes, ...dealt(counted, part, now), held_back: null })
}

type Counts = Pick<PlanRow, 'counted_to' | 'earned_msat' | 'tickets_msat' | 'waiting_since' | 'tickets_waiting_since'>

/** The counts of a plan with what came in since the newest entry that was counted. */
export async function countNews(tx: Tx, plan: PlanRow, now: Date): Promise<Counts> {
  const account = userAccount(plan.user_id)
  const earnings = await sumEntriesAfter(tx, account, ['earnings'], plan.counted_to)
  const ticketSales = await sumEntriesAfter(tx, account, ['ticket-sale'], plan.counted_to)
  const counts = {
    counted_to: earnings.newestTxId > ticketSales.newestTxId ? earnings.newestTxId : ticketSales.newestTxId,
    earned_msat: plan.earned_msat + earnings.sumMsat,
    tickets_msat: plan.tickets_msat + ticketSales.sumMsat,
  }
  const waiting = waitingOf({ ...plan, ...counts })
  return {
    ...counts,
    waiting_since: waiting.earnings === 0n ? null : (plan.waiting_since ?? earnings.firstAt ?? now),
    tickets_waiting_since:
      waiting['ticket-sale'] === 0n ? null : (plan.tickets_waiting_since ?? ticketSales.firstAt ?? now),
  }
}

/** How much of each waits. A refund after the payout can make what came from tickets less than what was forwarded. */
export function waitingOf(plan: PlanRow): Record<ForwardSource, bigint> {
  return {
    earnings: positive(plan.earned_msat - plan.dealt_msat),
    'ticket-sale': positive(plan.tickets_msat - plan.tickets_dealt_msat),
  }
}

type Part = Pick<BatchRow, 'source'> & {
  amountMsat: bigint
  /** The platform fee on these earnings. */
  feeBroughtMsat: bigint
  /** What of the ticket sales is held for routing. */
  routingMsat: bigint
  since: Date | null
}

function earningsOf(deps: PaymentDeps, plan: PlanRow, availableMsat: bigint): Part {
  const waitingMsat = waitingOf(plan).earnings
  const maxMsat = smallest(waitingMsat, availableMsat, deps.limits.maxPaymentMsat)
  const feeOf = (msat: bigint) => (waitingMsat === 0n ? 0n : (plan.fee_brought_msat * msat) / waitingMsat)
  const amountMsat = chooseAmount(maxMsat, availableMsat, (msat) => sharedReserve(deps, msat, feeOf(msat)).userMsat)
  const feeBroughtMsat = feeOf(amountMsat)
  return { source: 'earnings', amountMsat, feeBroughtMsat, routingMsat: 0n, since: plan.waiting_since }
}

/** Ticket sales bring no platform fee and pay for their own routing. */
function ticketSalesOf(deps: PaymentDeps, plan: PlanRow, availableMsat: bigint): Part {
  const coveredMsat = smallest(waitingOf(plan)['ticket-sale'], availableMsat)
  const maxMsat = smallest(coveredMsat, deps.limits.maxPaymentMsat)
  const amountMsat = chooseAmount(maxMsat, coveredMsat, (msat) => fullReserve(deps, msat))
  const part = { source: 'ticket-sale', feeBroughtMsat: 0n, since: plan.tickets_waiting_since } as const
  return { ...part, amountMsat, routingMsat: fullReserve(deps, amountMsat) }
}

function shortened(deps: PaymentDeps, part: Part, amountMsat: bigint): Part {
  return { ...part, amountMsat, routingMsat: fullReserve(deps, amountMsat) }
}

function dueOf({ limits }: PaymentDeps, now: Date, part: Part): Part | null {
  const hasWaited = part.since !== null && now.getTime() >= part.since.getTime() + DAY_MS
  const isDue =
    part.amountMsat >= limits.forwardAtOnceMsat || (hasWaited && part.amountMsat >= limits.forwardAfterDayMsat)
  return isDue ? part : null
}

/** When something will have waited for a day. */
function nextLookAt(plan: PlanRow, now: Date): Date {
  const ends = [plan.waiting_since, plan.tickets_waiting_since]
    .map((since) => (since === null ? 0 : since.getTime() + DAY_MS))
    .filter((at) => at > now.getTime())
  return new Date(Math.min(now.getTime() + DAY_MS, ...ends))
}

/** The plan after this part of it has gone into a batch. */
function dealt(plan: PlanRow, part: Part, now: Date): Partial<PlanRow> {
  const waitingMsat = waitingOf(plan)[part.source]
  if (part.source === 'earnings') {
    return {
      dealt_msat: plan.dealt_msat + part.amountMsat,
      fee_brought_msat: plan.fee_brought_msat - part.feeBroughtMsat,
      waiting_since: waitingMsat === part.amountMsat ? null : now,
    }
  }
  const takenMsat = part.amountMsat + part.routingMsat
  return {
    tickets_dealt_msat: plan.tickets_dealt_msat + takenMsat,
    tickets_waiting_since: waitingMsat === takenMsat ? null : now,
  }
}

/** The plan after a batch that was never sent has been undone. */
export function undealt(plan: PlanRow, batch: BatchRow, now: Date): Partial<PlanRow> {
  if (batch.source === 'ticket-sale') {
    return {
      tickets_dealt_msat: positive(plan.tickets_dealt_msat - batch.amount_msat - batch.routing_msat),
      tickets_waiting_since: plan.tickets_waiting_since ?? now,
      next_look_at: now,
    }
  }
  return {
    dealt_msat: positive(plan.dealt_msat - batch.amount_msat),
    fee_brought_msat: plan.fee_brought_msat + batch.fee_brought_msat,
    waiting_since: plan.waiting_since ?? now,
    next_look_at: now,
  }
}

/** Why this account's money may not leave now, or null. The money stays in the balance until the reason no longer
 * applies. */
export async function findReasonToWait(tx: Tx, userId: string): Promise<HeldBack | null> {
  if (await isOutgoingHeld(tx)) return 'halted'
  return reasonOf(await readUser(tx, userId))
}

export function reasonOf(user: User | null): HeldBack | null {
  if (user === null || user.isDeleted || heldError(user) !== null) return 'locked'
  return user.email !== null && !user.emailVerified ? 'email-not-verified' : null
}

export type Reserve = { houseMsat: bigint; userMsat: bigint }

/** The highest fee of a forward. Ticket sales pay it themselves. */
export function reserveOf(deps: PaymentDeps, batch: BatchRow): Reserve {
  if (batch.source === 'ticket-sale') return { houseMsat: 0n, userMsat: batch.routing_msat }
  return sharedReserve(deps, batch.amount_msat, batch.fee_brought_msat)
}

/** For earnings, the house pays at most half of the platform fee on them, and the user pays the remainder. Otherwise
 * users who zap themselves and route over their own node could cost the house more than it earns. */
function sharedReserve(deps: PaymentDeps, amountMsat: bigint, feeBroughtMsat: bigint): Reserve {
  const reserveMsat = fullReserve(deps, amountMsat)
  const houseMsat = smallest(reserveMsat, feeBroughtMsat / 2n)
  return { houseMsat, userMsat: reserveMsat - houseMsat }
}

export function fullReserve({ limits, node }: PaymentDeps, amountMsat: bigint): bigint {
  const share = shareMsat(amountMsat, limits.reservePpm)
  return [FEE_MIN_MSAT, share, node.minimumFeeMsat(amountMsat)].reduce((a, b) => (a > b ? a : b))
}

/** The largest amount in whole sats that this money covers together with the user's share of the reserve, which grows
 * with the amount or shrinks more slowly than it. */
export function chooseAmount(maxMsat: bigint, coveredMsat: bigint, userReserveOf: (msat: bigint) => bigint): bigint {
  let low = 0n
  let high = maxMsat / 1_000n
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const amountMsat = middle * 1_000n
    if (amountMsat + userReserveOf(amountMsat) <= coveredMsat) low = middle
    else high = middle - 1n
  }
  return low * 1_000n
}

function smallest(...amounts: bigint[]): bigint {
  return amounts.reduce((a, b) => (a < b ? a : b))
}

const positive = (msat: bigint) => (msat > 0n ? msat : 0n)

function wholeSats(amountMsat: bigint): bigint {
  return (amountMsat / 1_000n) * 1_000n
}
