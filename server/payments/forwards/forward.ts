/** Auto-forward: sends a user's earnings and ticket sales to their own Lightning address. plan.ts decides on the
 * batches; each attempt of a batch is a payout like any other (payout.ts). */
import { readUser } from '#server/accounts/users.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { workUnderLeases } from '#server/platform/jobs/lanes.ts'
import type { HoldReleased, PaymentSettled } from '#server/events.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { failAttempt } from '#server/payments/payouts/forward-batch.ts'
import {
  claimDueBatch,
  claimDuePlans,
  lockBatch,
  lockForwardBudget,
  lockPlan,
  makeHeldBatchesDue,
  makePlansDue,
  readForwardCost,
  updateBatch,
  updatePlan,
  type BatchRow,
  type HeldBack,
} from '#server/payments/payouts/forward-queries.ts'
import { fetchAddressInvoice } from '#server/payments/addresses/external.ts'
import { inBackground } from '#server/payments/payouts/in-background.ts'
import { sendPayout } from '#server/payments/payouts/payout.ts'
import { isOutflowLimit } from '#server/payments/payouts/outflow.ts'
import { reservePayout, type ExternalInvoice } from '#server/payments/payouts/reserve.ts'
import { readWithdrawalLeft } from '#server/payments/payouts/withdrawal-limits.ts'
import { changeLine, hasLine, insertLines } from '#server/payments/statements/queries.ts'
import {
  ASKED_AT_ONCE,
  findReasonToWait,
  planBatch,
  reasonOf,
  reserveOf,
  RETRY_MS,
  undealt,
  type Reserve,
} from './plan.ts'

const PLANS_MAX = 20
/** In one round. */
const ROUND_MAX = 100
/** Longer than fetching an invoice takes, so that no other process tries the same batch meanwhile. */
const ATTEMPT_LEASE_MS = 60_000
/** Errors caused by the invoice that an address returned. */
const INVOICE_REFUSALS = new Set<string>(['invoice-own-node', 'invoice-already-tried'])

/** Subscriber for payment-settled and share-settled: the users who earned something may now have enough for a batch. */
export function wakeForwards({
  database,
  clock,
}: PaymentDeps): (events: readonly Pick<PaymentSettled, 'earnings'>[]) => Promise<void> {
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
export async function forwardEarnings(deps: PaymentDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  const now = clock.now()
  // A plan that fails does not delay the others. It becomes due again, as after the death of a process.
  const plans = await claimDuePlans(database.read, now, new Date(now.getTime() + RETRY_MS), PLANS_MAX)
  for (const { user_id: userId } of plans) {
    const planning = database.transaction((tx) => planBatch(deps, tx, userId))
    await planning.catch((error: unknown) => log.error('forward-not-planned', { userId, error }))
  }
  const tried = await workUnderLeases({
    laneCount: ASKED_AT_ONCE,
    max: ROUND_MAX,
    stopping,
    clock,
    leaseMs: ATTEMPT_LEASE_MS,
    claim: (from, until) => claimDueBatch(database.read, from, until),
    work: (batch) => tryBatch(deps, batch),
    onError: (batch, error) => log.error('forward-not-tried', { batchId: batch.id, error }),
  })
  return plans.length + tried
}

/** One attempt: request an invoice from the address, reserve the money, call the node. */
async function tryBatch(deps: PaymentDeps, batch: BatchRow): Promise<void> {
  const { database, signals, log } = deps
  const reserve = reserveOf(deps, batch)
  const heldBack =
    (await findReasonToWait(database.read, batch.user_id)) ??
    (batch.source === 'earnings'
      ? await findBudgetUsedUp(deps, database.read, reserve)
      : await findLimitReached(deps, database.read, batch))
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
    if (isOutflowLimit(error)) return log.warn('forward-held-back', { batchId: batch.id, reason: 'outflow' })
    // The address's server returned an old invoice, or one of ours.
    if (!(error instanceof AppError) || !INVOICE_REFUSALS.has(error.code)) throw error
    return countFailedAttempt(deps, batch, error.code)
  }
  deps.failpoint('forward:held')
  signals.wake(signalOf.user(batch.user_id))
  void inBackground(deps, sendPayout(deps, payoutId))
}

async function findBudgetUsedUp({ clock, limits }: PaymentDeps, tx: Tx, reserve: Reserve): Promise<HeldBack | null> {
  const costMsat = (await readForwardCost(tx, clock.now())) + reserve.houseMsat
  return costMsat > limits.forwardFeeBudgetMsat ? 'budget' : null
}

/** Forwards of ticket sales count in the limits of withdrawals. */
async function findLimitReached(deps: PaymentDeps, tx: Tx, batch: BatchRow): Promise<HeldBack | null> {
  const leftMsat = await readWithdrawalLeft(deps, tx, batch.user_id, deps.clock.now())
  return batch.amount_msat > leftMsat ? 'limit' : null
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

/** False when the batch is no longer waiting (the address was removed, or another process was first), or when another batch has
 * used up a limit meanwhile. */
async function reserveAttempt(deps: PaymentDeps, tx: Tx, parts: AttemptParts): Promise<boolean> {
  const { batch, invoice, payoutId, reserve } = parts
  const locked = await lockBatch(tx, batch.id)
  if (locked?.state !== 'waiting') return false
  const userId = batch.user_id
  if (batch.source === 'ticket-sale') {
    await lockUserBalance(tx, userId)
    if ((await findLimitReached(deps, tx, batch)) !== null) return false
  } else {
    // Other batches are tried at the same time.
    await lockForwardBudget(tx)
    if ((await findBudgetUsedUp(deps, tx, reserve)) !== null) return false
  }
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
  await updatePlan(tx, batch.user_id, undealt(plan, batch, now))
}
