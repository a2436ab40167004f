/** Auto-forward: sends a user's earnings to their own Lightning address, in batches of whole sats. Earnings are
 * credited to the balance first; each attempt is a payout like any other (payout.ts). */
import { heldError, readUser, type User } from '#server/accounts/users.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { sumEntriesAfter, sumFeesBroughtAfter } from '#server/ledger/statement.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { HoldReleased, PaymentSettled } from '#server/events.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { failAttempt } from '#server/payments/payouts/forward-batch.ts'
import {
  claimDueBatches,
  claimDuePlans,
  insertBatch,
  lockBatch,
  lockPlan,
  makeHeldBatchesDue,
  makePlansDue,
  readForwardCost,
  readOpenBatch,
  updateBatch,
  updatePlan,
  type BatchRow,
  type HeldBack,
  type PlanRow,
} from '#server/payments/payouts/forward-queries.ts'
import { fetchAddressInvoice } from '#server/payments/addresses/external.ts'
import { isOutgoingHeld } from '#server/payments/outgoing-stop.ts'
import { sendPayout } from '#server/payments/payouts/payout.ts'
import { reservePayout, type ExternalInvoice } from '#server/payments/payouts/reserve.ts'
import { changeLine, hasLine, insertLines } from '#server/payments/statements/queries.ts'

/** Deposits and payments to the user's own address are never forwarded. */
export const FORWARDED_KINDS = ['earnings', 'ticket-sale'] as const

const BATCH = 20
const DAY_MS = 24 * 3_600_000
/** A plan or batch that cannot proceed now is looked at again after this time. */
const RETRY_MS = 60_000
/** Longer than fetching an invoice takes, so that no other process tries the same batch meanwhile. */
const ATTEMPT_LEASE_MS = 60_000
const FEE_MIN_MSAT = 1_000n
/** Errors caused by the invoice that an address returned. */
const INVOICE_REFUSALS = new Set<string>(['invoice-own-node', 'invoice-already-tried'])

/** Subscriber for payment-settled: the users who earned something may now have enough for a batch. */
export function wakeForwards({ database, clock }: PaymentDeps): (events: readonly PaymentSettled[]) => Promise<void> {
  return async (events) => {
    const userIds = [...new Set(events.flatMap(({ earnings }) => earnings.map(({ userId }) => userId)))]
    await makePlansDue(database.read, userIds, clock.now())
  }
}

/** Subscriber for hold-released: what waited because of the hold is tried now. */
export function resumeForwards({ database, clock }: PaymentDeps): (event: HoldReleased) => Promise<void> {
  return async ({ userId }) => {
    await makeHeldBatchesDue(database.read, userId, clock.now())
    await makePlansDue(database.read, [userId], clock.now())
  }
}

/** One round: creates the batches that are due and tries the batches whose time has come. */
export async function forwardEarnings(deps: PaymentDeps): Promise<number> {
  const { database, clock, log } = deps
  const now = clock.now()
  // A plan that fails does not delay the others. It becomes due again, as after the death of a process.
  const plans = await claimDuePlans(database.read, now, new Date(now.getTime() + RETRY_MS), BATCH)
  for (const { user_id: userId } of plans) {
    const planning = database.transaction((tx) => planBatch(deps, tx, userId))
    await planning.catch((error: unknown) => log.error('forward-not-planned', { userId, error }))
  }
  const batches = await claimDueBatches(database.read, now, new Date(now.getTime() + ATTEMPT_LEASE_MS), BATCH)
  for (const batch of batches) {
    await tryBatch(deps, batch).catch((error: unknown) => log.error('forward-not-tried', { batchId: batch.id, error }))
  }
  return plans.length + batches.length
}

/** Counts what was earned since the last look. Creates a batch when that is enough, or has waited for a day. */
async function planBatch(deps: PaymentDeps, tx: Tx, userId: string): Promise<void> {
  const { clock, limits } = deps
  // Lock the account first, like everything else that moves money.
  const availableMsat = await lockUserBalance(tx, userId)
  const plan = await lockPlan(tx, userId)
  if (plan === undefined) return
  const now = clock.now()
  const news = await sumEntriesAfter(tx, userAccount(userId), FORWARDED_KINDS, plan.counted_to)
  const feeBroughtMsat = plan.fee_brought_msat + (await sumFeesBroughtAfter(tx, userAccount(userId), plan.counted_to))
  const earnedMsat = plan.earned_msat + news.sumMsat
  const waitingMsat = earnedMsat - plan.dealt_msat
  const waitingSince = waitingMsat === 0n ? null : (plan.waiting_since ?? news.firstAt ?? now)
  const counted = {
    counted_to: news.newestTxId,
    earned_msat: earnedMsat,
    fee_brought_msat: feeBroughtMsat,
    waiting_since: waitingSince,
    // The end of a batch and new earnings bring this forward.
    next_look_at: new Date(now.getTime() + DAY_MS),
  }
  if ((await readOpenBatch(tx, userId)) !== undefined) return updatePlan(tx, userId, counted)

  const maxMsat = smallest(waitingMsat, availableMsat, limits.maxPaymentMsat)
  const feeOf = (msat: bigint) => (waitingMsat === 0n ? 0n : (feeBroughtMsat * msat) / waitingMsat)
  const amountMsat = chooseAmount(maxMsat, availableMsat, (msat) => reserveOf(deps, msat, feeOf(msat)).userMsat)
  const hasWaited = waitingSince !== null && now.getTime() >= waitingSince.getTime() + DAY_MS
  const isDue = amountMsat >= limits.forwardAtOnceMsat || (hasWaited && amountMsat >= limits.forwardAfterDayMsat)
  if (!isDue) {
    const checkAgainMs = waitingSince === null || hasWaited ? now.getTime() + DAY_MS : waitingSince.getTime() + DAY_MS
    return updatePlan(tx, userId, { ...counted, held_back: null, next_look_at: new Date(checkAgainMs) })
  }
  const heldBack = await findReasonToWait(tx, userId)
  if (heldBack !== null) {
    const checkAgain = new Date(now.getTime() + RETRY_MS)
    return updatePlan(tx, userId, { ...counted, held_back: heldBack, next_look_at: checkAgain })
  }
  await insertBatch(tx, {
    id: newId(now.getTime()),
    user_id: userId,
    address: plan.address,
    amount_msat: amountMsat,
    fee_brought_msat: feeOf(amountMsat),
    state: 'waiting',
    next_try_at: now,
    created_at: now,
  })
  await updatePlan(tx, userId, {
    ...counted,
    dealt_msat: plan.dealt_msat + amountMsat,
    fee_brought_msat: feeBroughtMsat - feeOf(amountMsat),
    waiting_since: waitingMsat === amountMsat ? null : now,
    held_back: null,
  })
}

/** Why this account's money may not leave now, or null. The money stays in the balance until the reason no longer
 * applies. */
async function findReasonToWait(tx: Tx, userId: string): Promise<HeldBack | null> {
  if (await isOutgoingHeld(tx)) return 'halted'
  return reasonOf(await readUser(tx, userId))
}

function reasonOf(user: User | null): HeldBack | null {
  if (user === null || user.isDeleted || heldError(user) !== null) return 'locked'
  return user.email !== null && !user.emailVerified ? 'email-not-verified' : null
}

/** One attempt: request an invoice from the address, reserve the money, call the node. */
async function tryBatch(deps: PaymentDeps, batch: BatchRow): Promise<void> {
  const { database, limits, clock, signals, log } = deps
  const reserve = reserveOf(deps, batch.amount_msat, batch.fee_brought_msat)
  const heldBack =
    (await findReasonToWait(database.read, batch.user_id)) ??
    ((await readForwardCost(database.read, clock.now())) + reserve.houseMsat > limits.forwardFeeBudgetMsat
      ? 'budget'
      : null)
  if (heldBack !== null) {
    log.warn('forward-held-back', { batchId: batch.id, reason: heldBack })
    await updatePlan(database.read, batch.user_id, { held_back: heldBack })
    return
  }
  const invoice = await fetchInvoice(deps, batch)
  if (invoice === null) return
  const payoutId = newId()
  try {
    const isHeld = await database.transaction((tx) => reserveAttempt(deps, tx, { batch, invoice, payoutId, reserve }))
    if (!isHeld) return
  } catch (error) {
    if (error instanceof InsufficientFunds) return database.transaction((tx) => replanBatch(deps, tx, batch))
    // The address's server returned an old invoice, or one of ours.
    if (!(error instanceof AppError) || !INVOICE_REFUSALS.has(error.code)) throw error
    return countFailedAttempt(deps, batch, error.code)
  }
  deps.failpoint('forward:held')
  signals.wake(signalOf.user(batch.user_id))
  // Not awaited: a payment that hangs must not delay other users' forwards.
  void sendPayout(deps, payoutId).catch((error: unknown) => log.error('payout-send-failed', { error }))
}

/** Null when the address returns no invoice. That counts as an attempt. */
async function fetchInvoice(deps: PaymentDeps, batch: BatchRow): Promise<ExternalInvoice | null> {
  const { address, amount_msat: amountMsat } = batch
  try {
    return { ...(await fetchAddressInvoice(deps, { address, amountMsat })), address }
  } catch (error) {
    const reason = error instanceof AppError ? error.code : 'other'
    await countFailedAttempt(deps, batch, reason)
    return null
  }
}

/** Counts an attempt for which no money was reserved. */
async function countFailedAttempt(deps: PaymentDeps, batch: BatchRow, reason: string): Promise<void> {
  deps.log.warn('forward-address-failed', { batchId: batch.id, reason })
  await deps.database.transaction(async (tx) => {
    const locked = await lockBatch(tx, batch.id)
    if (locked?.state !== 'waiting') return
    await updateBatch(tx, batch.id, { attempts: locked.attempts + 1 })
    await failAttempt(deps, tx, { ...locked, attempts: locked.attempts + 1 }, reason)
  })
}

type AttemptParts = { batch: BatchRow; invoice: ExternalInvoice; payoutId: string; reserve: Reserve }

/** False when the batch is no longer waiting: the address was removed, or another process was first. */
async function reserveAttempt(deps: PaymentDeps, tx: Tx, parts: AttemptParts): Promise<boolean> {
  const { batch, invoice, payoutId, reserve } = parts
  const locked = await lockBatch(tx, batch.id)
  if (locked?.state !== 'waiting') return false
  const userId = batch.user_id
  await reservePayout(deps, tx, {
    payoutId,
    purpose: 'forward',
    userId,
    invoice,
    feeReserveMsat: reserve.userMsat + reserve.houseMsat,
    houseReserveMsat: reserve.houseMsat,
    batchId: batch.id,
  })
  // After the transfer, which locks this user's account: an operator who sets a hold waits for us, or we see the
  // hold.
  if (reasonOf(await readUser(tx, userId)) !== null) {
    throw new AppError(403, 'withdrawals-held')
  }
  const line = { user_id: userId, type: 'Autoforward' as const, payment_id: batch.id }
  const change = { ...line, change_msat: -(batch.amount_msat + reserve.userMsat) }
  if (await hasLine(tx, line)) await changeLine(tx, change)
  else {
    const at = deps.clock.now()
    await insertLines(tx, [{ ...change, id: newId(at.getTime()), amount_msat: batch.amount_msat, created_at: at }])
  }
  await updateBatch(tx, batch.id, { state: 'sending', attempts: locked.attempts + 1 })
  return true
}

/** The money was spent meanwhile. Ends the batch and plans what is left again. */
async function replanBatch(deps: PaymentDeps, tx: Tx, batch: BatchRow): Promise<void> {
  const locked = await lockBatch(tx, batch.id)
  if (locked?.state !== 'waiting') return
  const plan = await lockPlan(tx, batch.user_id)
  const now = deps.clock.now()
  await updateBatch(tx, batch.id, { state: 'failed', last_error: 'spent', finished_at: now })
  if (plan === undefined || plan.address !== batch.address) return
  await updatePlan(tx, batch.user_id, backTo(plan, batch, now))
}

function backTo(plan: PlanRow, batch: BatchRow, now: Date): Partial<PlanRow> {
  const dealtMsat = plan.dealt_msat - batch.amount_msat
  return {
    dealt_msat: dealtMsat < 0n ? 0n : dealtMsat,
    fee_brought_msat: plan.fee_brought_msat + batch.fee_brought_msat,
    waiting_since: plan.waiting_since ?? now,
    next_look_at: now,
  }
}

type Reserve = { houseMsat: bigint; userMsat: bigint }

/** The highest fee of a forward. The house pays at most half of the platform fee on the earnings, the user pays the
 * remainder. Otherwise users who zap themselves and route over their own node could cost the house more than it
 * earns. */
function reserveOf({ limits, node }: PaymentDeps, amountMsat: bigint, feeBroughtMsat: bigint): Reserve {
  const share = (amountMsat * BigInt(limits.reservePpm) + 999_999n) / 1_000_000n
  const reserveMsat = [FEE_MIN_MSAT, share, node.minimumFeeMsat(amountMsat)].reduce((a, b) => (a > b ? a : b))
  const houseMsat = smallest(reserveMsat, feeBroughtMsat / 2n)
  return { houseMsat, userMsat: reserveMsat - houseMsat }
}

/** The largest amount in whole sats that the balance covers together with the user's share of the reserve. */
function chooseAmount(maxMsat: bigint, availableMsat: bigint, userReserveOf: (msat: bigint) => bigint): bigint {
  for (let amountMsat = wholeSats(maxMsat); amountMsat > 0n;) {
    const missingMsat = amountMsat + userReserveOf(amountMsat) - availableMsat
    if (missingMsat <= 0n) return amountMsat
    amountMsat = wholeSats(amountMsat - missingMsat)
  }
  return 0n
}

function smallest(...amounts: bigint[]): bigint {
  return amounts.reduce((a, b) => (a < b ? a : b))
}

function wholeSats(amountMsat: bigint): bigint {
  return (amountMsat / 1_000n) * 1_000n
}
