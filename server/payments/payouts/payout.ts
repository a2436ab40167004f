/** An outgoing payment after its money is reserved: one call to the node, then settled, released or unknown. Only an
 * outcome reported by the node moves money here, except when an operator refunds a payout (payouts/refund.ts). */
import type { LightningNode, PayOutcome } from '#server/lightning/node.ts'
import { holdOutgoing } from '#server/accounts/holds.ts'
import { lockBalance, lockUserBalance } from '#server/ledger/balances.ts'
import { post } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { topics, type PayoutFailed } from '#server/events.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { finishAttempt } from './forward-batch.ts'
import { inBackground } from './in-background.ts'
import { finishKept, lockKept, payStillKept } from './kept-end.ts'
import { coverLate, finishOutside } from './outside-end.ts'
import { isDatabaseChecked } from '#server/payments/checked-database.ts'
import { isOutgoingHeld } from '#server/payments/outgoing-stop.ts'
import {
  claimDuePayouts,
  claimFailedPayouts,
  CALL_LEASE_SECONDS,
  claimPayout,
  endCall,
  isCallOver,
  movePayout,
  postponePayout,
  prolongCall,
  readPayout,
  type PayoutRow,
} from './queries.ts'
import { isPreimageOf } from '#server/payments/invoices/preimage.ts'
import { encodePayout } from './recovered.ts'
import { changeOfHeld, changeOfSettled, kindOf, lateSettlementOf, releaseOf, settlementOf } from './reserve.ts'
import { type Change, changeWithdrawalLine } from './withdrawal-line.ts'
import { EXPIRY_MARGIN_MS, type Move, payoutMoves, type PayoutState } from '#server/payments/state.ts'

const PAY_TIMEOUT_SECONDS = 30
/** Longer than the node may take to respond. After this the call is aborted and the payout becomes unknown. */
const CALL_TIMEOUT_MS = 45_000
const CALL_SAID_MS = (CALL_LEASE_SECONDS * 1_000) / 4
const RECONCILE_BATCH = 20
const REVIEW_BATCH = 50
const FIRST_CHECK_MS = 1_000
/** The pause before a payout that has to wait for the node is tried again. */
const WAIT_MS = 3_000
/** How long failed payouts are checked again, because a node can report a wrong outcome. */
const LATE_MS = 24 * 3_600_000
const LATE_FIRST_MS = 30_000

/** Sends a reserved payout, if it may leave now. */
export async function sendPayout(deps: PaymentDeps, payoutId: string): Promise<void> {
  if (await mayLeaveNow(deps, payoutId)) await claimAndCall(deps, payoutId, payoutMoves.claim)
}

/** Only the process that claims a payout calls the node. */
async function claimAndCall(deps: PaymentDeps, payoutId: string, move: Move<PayoutState>): Promise<void> {
  const { database, node, clock, failpoint } = deps
  const checkAt = new Date(clock.now().getTime() + CALL_TIMEOUT_MS + FIRST_CHECK_MS)
  const payout = await claimPayout(database.read, payoutId, move, checkAt)
  if (payout === undefined) return
  failpoint('payout:claimed')
  const call = payAtNode(node, payout)
  // Once the request has been sent: the node works on it even if this process dies.
  setTimeout(() => failpoint('payout:calling'), 5).unref()
  // Other processes must not reconcile a payout that is still being sent, even if their clocks differ.
  const saying = setInterval(() => void prolongCall(database.read, payoutId).catch(() => undefined), CALL_SAID_MS)
  const outcome = await call.catch((error: unknown): PayOutcome => ({ state: 'unknown', cause: String(error) }))
  clearInterval(saying)
  if (outcome.state !== 'succeeded' && outcome.state !== 'failed') await endCall(database.read, payoutId)
  failpoint(outcome.state === 'succeeded' ? 'payout:node-paid' : 'payout:node-answered')
  await applyOutcome(deps, payout, outcome)
}

async function payAtNode(node: LightningNode, payout: PayoutRow): Promise<PayOutcome> {
  const { payment_hash: paymentHash, bolt11, keysend } = payout
  const order = {
    paymentHash,
    feeLimitMsat: payout.fee_reserve_msat,
    timeoutSeconds: PAY_TIMEOUT_SECONDS,
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  }
  if (bolt11 !== null) return node.pay({ ...order, bolt11 })
  if (keysend === null || node.keysend === undefined)
    return { state: 'unknown', cause: 'The node does not support this lookup' }
  return node.keysend({ ...order, ...keysend, amountMsat: payout.amount_msat, expiresAt: payout.expires_at })
}

/** A payout stays reserved while outgoing payments are halted or stopped, the node is unreachable, or it lacks
 * liquidity. If its invoice expires meanwhile, it was never sent, so it is released without a lookup at the node; but not in a
 * database that may be the state of an earlier time. */
async function mayLeaveNow(deps: PaymentDeps, payoutId: string): Promise<boolean> {
  const { database, node, clock, log } = deps
  const payout = await readPayout(database.read, payoutId)
  if (payout?.state !== 'reserved') return false
  const now = clock.now().getTime()
  if (now >= payout.expires_at.getTime() && (await isDatabaseChecked(database.read))) {
    await release(deps, payout, 'expired', 'expire')
    return false
  }
  const needMsat = payout.amount_msat + payout.fee_reserve_msat
  const spendableMsat = await node.balance().then(
    (balance) => balance.spendableMsat,
    () => null,
  )
  const isStopped = await isOutgoingHeld(database.read)
  if (!isStopped && spendableMsat !== null && spendableMsat >= needMsat) {
    if (await isWrittenAhead(deps, payout)) return true
    await postponePayout(database.read, payoutId, new Date(now + WAIT_MS))
    return false
  }
  const reason = isStopped ? 'halted' : spendableMsat === null ? 'node-away' : 'node-without-liquidity'
  log.warn('payout-waits', { payoutId, reason, needMsat })
  await postponePayout(database.read, payoutId, new Date(now + WAIT_MS))
  return false
}

/** False when the journal cannot be written. Nothing is sent that the journal does not have: after a loss of the database,
 * only the journal knows whose payment it was. */
async function isWrittenAhead({ writeAhead, log }: PaymentDeps, payout: PayoutRow): Promise<boolean> {
  try {
    await writeAhead(payout.payment_hash, encodePayout(payout))
    return true
  } catch (error) {
    log.warn('payout-waits', { payoutId: payout.id, reason: 'journal-unwritable', error })
    return false
  }
}

/** Runs in the transaction that moves the money. */
type AlongsideOutcome = (tx: Tx) => Promise<void>
const nothing: AlongsideOutcome = () => Promise.resolve()

/** Books a final outcome, once. Any other outcome leaves the money reserved. */
export async function applyOutcome(
  deps: PaymentDeps,
  payout: PayoutRow,
  outcome: PayOutcome,
  inSameTx: AlongsideOutcome = nothing,
): Promise<void> {
  if (outcome.state === 'succeeded' && isPreimageOf(outcome.preimage, payout.payment_hash)) {
    await settle(deps, payout, outcome, inSameTx)
  } else if (outcome.state === 'failed') {
    await release(deps, payout, outcome.reason, 'fail')
  } else {
    if (outcome.state === 'succeeded') deps.log.error('preimage-wrong', { payoutId: payout.id })
    const checkAt = new Date(deps.clock.now().getTime() + FIRST_CHECK_MS)
    await movePayout(deps.database.read, payout.id, payoutMoves.markUnknown, { next_check_at: checkAt })
  }
  deps.signals.wake(signalOf.user(payout.user_id))
}

async function settle(
  deps: PaymentDeps,
  payout: PayoutRow,
  { preimage, feeMsat }: Extract<PayOutcome, { state: 'succeeded' }>,
  inSameTx: AlongsideOutcome,
): Promise<void> {
  const { database, clock, log, failpoint } = deps
  const now = clock.now()
  await database.transaction(async (tx) => {
    await inSameTx(tx)
    const moved = await movePayout(tx, payout.id, payoutMoves.settle, {
      preimage,
      fee_msat: feeMsat,
      finished_at: now,
    })
    if (moved === undefined) return settleLate(deps, tx, payout, preimage, feeMsat)
    await post(tx, {
      idem: `settle:${payout.id}`,
      kind: kindOf(moved.purpose, 'settle'),
      legs: settlementOf(moved, feeMsat),
      ref: { type: 'payout', id: payout.id },
      occurredAt: now,
    })
    await notifyUser(deps, tx, moved, { beforeMsat: changeOfHeld(moved), changeMsat: changeOfSettled(moved, feeMsat) })
    failpoint('payout:settling')
  })
  if (feeMsat > payout.fee_reserve_msat) log.error('fee-above-reserve', { payoutId: payout.id, feeMsat })
  failpoint('payout:settled')
}

/** The node paid what it had reported as failed, and the money has been released. It is debited again as far as the
 * balance goes; the user owes the remainder, their account is put on hold, and the operator is notified. */
async function settleLate(deps: PaymentDeps, tx: Tx, payout: PayoutRow, preimage: string, feeMsat: bigint) {
  const now = deps.clock.now()
  const moved = await movePayout(tx, payout.id, payoutMoves.settleLate, { preimage, fee_msat: feeMsat })
  if (moved === undefined) return
  const { outside_id: outsideId } = moved
  const outsideMsat = outsideId === null ? 0n : await lockBalance(tx, { kind: 'outside', id: outsideId })
  const ownHeldMsat = outsideMsat + (await payStillKept(tx, moved))
  const availableMsat = await lockUserBalance(tx, moved.user_id)
  const { legs, takenMsat, owedMsat } = lateSettlementOf(moved, feeMsat, availableMsat, ownHeldMsat)
  const ref = { type: 'payout', id: moved.id }
  await post(tx, { idem: `late:${payout.id}`, kind: kindOf(moved.purpose, 'late'), legs, ref, occurredAt: now })
  await notifyUser(deps, tx, moved, { beforeMsat: 0n, changeMsat: -takenMsat })
  if (outsideId !== null) await coverLate(tx, moved, { takenMsat, owedMsat, feeMsat }, now)
  const isOwn = outsideId !== null ? takenMsat === 0n : moved.purpose === 'boost' && ownHeldMsat === moved.amount_msat
  const isCovered = moved.purpose === 'platform-fee' || (isOwn && owedMsat === 0n)
  const reason = 'A payment that had been released turned out to be paid.'
  const hold = { userId: moved.user_id, cause: 'late-payment', reason, refId: moved.id, now } as const
  if (!isCovered) await holdOutgoing(tx, hold)
  deps.log.error('paid-after-release', { payoutId: payout.id, owedMsat })
}

/** Returns the reserved money: the node reported that it will never be paid, it was never sent, or an operator
 * decided so. Returns false when the payout's state no longer allows it. `inSameTx` runs in the same transaction. */
export async function release(
  deps: PaymentDeps,
  payout: PayoutRow,
  reason: string,
  move: 'fail' | 'expire' | 'refund',
  inSameTx: AlongsideOutcome = nothing,
): Promise<boolean> {
  const { database, clock, failpoint } = deps
  const now = clock.now()
  const isReleased = await database.transaction(async (tx) => {
    const moved = await movePayout(tx, payout.id, payoutMoves[move], {
      failure_reason: reason,
      finished_at: now,
      checks: 0,
      next_check_at: new Date(now.getTime() + LATE_FIRST_MS),
    })
    if (moved === undefined) return false
    await lockKept(tx, moved)
    await inSameTx(tx)
    await post(tx, {
      idem: `release:${payout.id}`,
      kind: kindOf(moved.purpose, 'release'),
      legs: releaseOf(moved),
      ref: { type: 'payout', id: payout.id },
      occurredAt: now,
    })
    await notifyUser(deps, tx, moved, { beforeMsat: changeOfHeld(moved), changeMsat: 0n })
    if (moved.purpose === 'withdraw') await publish(tx, topics.payoutFailed, moved.id, failureOf(moved, reason, now))
    failpoint('payout:releasing')
    return true
  })
  failpoint('payout:released')
  deps.signals.wake(signalOf.user(payout.user_id))
  return isReleased
}

function failureOf(payout: PayoutRow, reason: string, now: Date): PayoutFailed {
  const { id: payoutId, user_id: userId, address } = payout
  return { payoutId, userId, address, reason, amountMsat: Number(payout.amount_msat), failedAt: now.toISOString() }
}

/** Updates the statement to what the payment has done to the balance so far. For a forward, updates its batch
 * instead. */
async function notifyUser(deps: PaymentDeps, tx: Tx, payout: PayoutRow, change: Change): Promise<void> {
  if (payout.purpose === 'forward') return finishAttempt(deps, tx, payout)
  if (payout.purpose === 'outside') return finishOutside(deps, tx, payout)
  if (payout.purpose === 'boost') return finishKept(tx, payout, change, deps.clock.now())
  if (payout.purpose === 'platform-fee') return
  await changeWithdrawalLine(tx, payout, change, deps.clock.now())
}

/** Claims due payouts without an outcome and looks up each at the node. At startup all of them are due. */
export async function reconcilePayouts(deps: PaymentDeps): Promise<number> {
  const due = await claimDuePayouts(deps.database.read, deps.clock.now(), RECONCILE_BATCH)
  await Promise.all(due.map((payout) => reconcilePayout(deps, payout)))
  return due.length
}

async function reconcilePayout(deps: PaymentDeps, payout: PayoutRow): Promise<void> {
  const { node, log, clock } = deps
  try {
    if (payout.state === 'reserved') return await sendPayout(deps, payout.id)
    const found = await node.lookupPayment(payout.payment_hash)
    if (found.state !== 'not_found') return await applyOutcome(deps, payout, found)
    await reconcileUnheardOf(deps, payout)
  } catch (error) {
    log.warn('payout-lookup-failed', { payoutId: payout.id, error })
    await postponePayout(deps.database.read, payout.id, new Date(clock.now().getTime() + 5 * FIRST_CHECK_MS))
  }
}

/** Looks up again the payouts that failed recently and are due. Only a late success changes anything. */
export async function reviewFailedPayouts(deps: PaymentDeps): Promise<number> {
  let count = 0
  for (;;) {
    const now = deps.clock.now()
    const since = new Date(now.getTime() - LATE_MS)
    const due = await claimFailedPayouts(deps.database.read, now, since, REVIEW_BATCH)
    await Promise.all(due.map((payout) => reviewPayout(deps, payout)))
    count += due.length
    if (due.length < REVIEW_BATCH) return count
  }
}

async function reviewPayout(deps: PaymentDeps, payout: PayoutRow): Promise<void> {
  try {
    const found = await deps.node.lookupPayment(payout.payment_hash)
    if (found.state === 'succeeded') await applyOutcome(deps, payout, found)
  } catch (error) {
    // Tried again at its next check.
    deps.log.warn('payout-review-failed', { payoutId: payout.id, error })
  }
}

/** The node does not know this payout. It could still receive it until the invoice expires, so nothing is released
 * before that. A node that pays a hash only once is called again instead; any other node would pay a second time. */
async function reconcileUnheardOf(deps: PaymentDeps, payout: PayoutRow): Promise<void> {
  // A process that is still calling the node could deliver it yet.
  if (!(await isCallOver(deps.database.read, payout.id))) return
  const { node, clock, log } = deps
  const { pubkey, synced } = await node.info(AbortSignal.timeout(5_000))
  const isOver = clock.now().getTime() >= payout.expires_at.getTime() + EXPIRY_MARGIN_MS
  if (isOver && synced && pubkey === payout.node_pubkey) {
    log.warn('payout-never-sent', { payoutId: payout.id })
    await applyOutcome(deps, payout, { state: 'failed', reason: 'expired', detail: 'The node was never asked.' })
  } else if (!isOver && synced && pubkey === payout.node_pubkey && node.capabilities.dedupesByHash) {
    if ((await isOutgoingHeld(deps.database.read)) || !(await isWrittenAhead(deps, payout))) return
    log.warn('payout-sent-again', { payoutId: payout.id })
    void inBackground(deps, claimAndCall(deps, payout.id, payoutMoves.sendAgain))
  }
}
