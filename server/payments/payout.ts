/** An outgoing payment after its money is held: one call to the node, then settled, released or in doubt.
 * Only the node's own word moves money from here. */
import { createHash } from 'node:crypto'
import type { PayOutcome } from '#server/lightning/node.ts'
import { holdOutgoing } from '#server/accounts/people.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import { signalOf, type PaymentDeps } from './deps.ts'
import type { Tx } from '#server/platform/database.ts'
import { claimDuePayouts, claimFailedPayouts, movePayout, postponePayout, type PayoutRow } from './queries.ts'
import { payoutMoves } from './state.ts'

const PAY_TIMEOUT_SECONDS = 30
/** Longer than the node may take to answer; then the call is given up and the payout is in doubt. */
const CALL_TIMEOUT_MS = 45_000
/** After this long past expiry, a node that has never heard of the payment cannot make it any more. */
const EXPIRY_MARGIN_MS = 30_000
const RECONCILE_BATCH = 20
const FIRST_CHECK_MS = 1_000
/** A failed payout is looked at again for so long: a node can be wrong. */
const LATE_MS = 24 * 3_600_000
const LATE_FIRST_MS = 30_000

/** What this process is calling the node for: the node may yet hear of it, whatever a clock that jumps says. */
const calling = new Set<string>()

/** Claims a reserved payout and calls the node. Whoever claims calls; nobody else does. */
export async function sendPayout(deps: PaymentDeps, payoutId: string): Promise<void> {
  const { database, node, clock, failpoint } = deps
  const checkAt = new Date(clock.now().getTime() + CALL_TIMEOUT_MS + FIRST_CHECK_MS)
  const payout = await movePayout(database.read, payoutId, payoutMoves.claim, { next_check_at: checkAt })
  if (payout === undefined) return
  failpoint('payout:claimed')
  const call = node.pay({
    bolt11: payout.bolt11,
    paymentHash: payout.payment_hash,
    feeLimitMsat: payout.fee_reserve_msat,
    timeoutSeconds: PAY_TIMEOUT_SECONDS,
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  // Once the request is on its way: the node works on it while this process dies.
  setTimeout(() => failpoint('payout:calling'), 5).unref()
  calling.add(payoutId)
  const outcome = await call
    .catch((error: unknown): PayOutcome => ({ state: 'unknown', cause: String(error) }))
    .finally(() => calling.delete(payoutId))
  failpoint(outcome.state === 'succeeded' ? 'payout:node-paid' : 'payout:node-answered')
  await applyOutcome(deps, payout, outcome)
}

/** Turns the node's word into money moved, once. Anything but a final word leaves the money held. */
export async function applyOutcome(deps: PaymentDeps, payout: PayoutRow, outcome: PayOutcome): Promise<void> {
  if (outcome.state === 'succeeded' && isPreimageOf(outcome.preimage, payout.payment_hash)) {
    await settle(deps, payout, outcome.preimage, outcome.feeMsat)
  } else if (outcome.state === 'failed') {
    await release(deps, payout, outcome.reason)
  } else {
    if (outcome.state === 'succeeded') deps.log.error('preimage-wrong', { payoutId: payout.id })
    const checkAt = new Date(deps.clock.now().getTime() + FIRST_CHECK_MS)
    await movePayout(deps.database.read, payout.id, payoutMoves.doubt, { next_check_at: checkAt })
  }
  deps.signals.wake(signalOf.user(payout.user_id))
}

function isPreimageOf(preimage: string, paymentHash: string): boolean {
  return createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex') === paymentHash
}

async function settle(deps: PaymentDeps, payout: PayoutRow, preimage: string, feeMsat: bigint): Promise<void> {
  const { database, clock, log, failpoint } = deps
  const now = clock.now()
  await database.transaction(async (tx) => {
    const moved = await movePayout(tx, payout.id, payoutMoves.settle, {
      preimage,
      fee_msat: feeMsat,
      finished_at: now,
    })
    if (moved === undefined) return settleLate(deps, tx, payout, preimage, feeMsat)
    await post(tx, {
      idem: `settle:${payout.id}`,
      kind: 'withdraw-settle',
      legs: settlementOf(moved, feeMsat),
      ref: { type: 'payout', id: payout.id },
      occurredAt: now,
    })
    failpoint('payout:settling')
  })
  if (feeMsat > payout.fee_reserve_msat) log.error('fee-above-reserve', { payoutId: payout.id, feeMsat })
  failpoint('payout:settled')
}

/** The node paid what it had said it never would, and the money is back with its owner. It is taken again as far as it is
 * there; the rest is owed, the account's outgoing money is held, and the operator is told. */
async function settleLate(deps: PaymentDeps, tx: Tx, payout: PayoutRow, preimage: string, feeMsat: bigint) {
  const now = deps.clock.now()
  const moved = await movePayout(tx, payout.id, payoutMoves.settleLate, { preimage, fee_msat: feeMsat })
  if (moved === undefined) return
  const totalMsat = moved.amount_msat + feeMsat
  const availableMsat = await lockUserBalance(tx, moved.user_id)
  const takenMsat = availableMsat < totalMsat ? availableMsat : totalMsat
  const legs: TransferLeg[] = [
    { account: 'lightning', amountMsat: moved.amount_msat },
    { account: 'routing_fees', amountMsat: feeMsat },
    { account: { kind: 'user', userId: moved.user_id }, amountMsat: -takenMsat },
    { account: { kind: 'receivable', userId: moved.user_id }, amountMsat: takenMsat - totalMsat },
  ]
  const ref = { type: 'payout', id: payout.id }
  await post(tx, { idem: `late:${payout.id}`, kind: 'withdraw-late', legs, ref, occurredAt: now })
  await holdOutgoing(tx, moved.user_id)
  deps.log.error('paid-after-release', { payoutId: payout.id, owedMsat: totalMsat - takenMsat })
}

/** The held money becomes what was paid and its fee; the rest comes back. A fee above the cap is the house's loss. */
export function settlementOf(
  payout: Pick<PayoutRow, 'user_id' | 'amount_msat' | 'fee_reserve_msat'>,
  feeMsat: bigint,
): TransferLeg[] {
  const unusedMsat = payout.fee_reserve_msat - feeMsat
  const legs: TransferLeg[] = [
    { account: 'inflight', amountMsat: -(payout.amount_msat + payout.fee_reserve_msat) },
    { account: 'lightning', amountMsat: payout.amount_msat },
  ]
  if (feeMsat > 0n) legs.push({ account: 'routing_fees', amountMsat: feeMsat })
  if (unusedMsat > 0n) legs.push({ account: { kind: 'user', userId: payout.user_id }, amountMsat: unusedMsat })
  if (unusedMsat < 0n) legs.push({ account: 'house', amountMsat: unusedMsat })
  return legs
}

async function release(deps: PaymentDeps, payout: PayoutRow, reason: string): Promise<void> {
  const { database, clock, failpoint } = deps
  const now = clock.now()
  await database.transaction(async (tx) => {
    const moved = await movePayout(tx, payout.id, payoutMoves.fail, {
      failure_reason: reason,
      finished_at: now,
      checks: 0,
      next_check_at: new Date(now.getTime() + LATE_FIRST_MS),
    })
    if (moved === undefined) return
    const heldMsat = moved.amount_msat + moved.fee_reserve_msat
    await post(tx, {
      idem: `release:${payout.id}`,
      kind: 'withdraw-release',
      legs: [
        { account: 'inflight', amountMsat: -heldMsat },
        { account: { kind: 'user', userId: moved.user_id }, amountMsat: heldMsat },
      ],
      ref: { type: 'payout', id: payout.id },
      occurredAt: now,
    })
    failpoint('payout:releasing')
  })
  failpoint('payout:released')
}

/** Takes payouts without an outcome that are due and asks the node about each. At boot every one of them is due. */
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
    await judgeUnheardOf(deps, payout)
  } catch (error) {
    log.warn('payout-lookup-failed', { payoutId: payout.id, error })
    await postponePayout(deps.database.read, payout.id, new Date(clock.now().getTime() + 5 * FIRST_CHECK_MS))
  }
}

/** Asks again about payouts that failed lately; only a late success changes anything. */
export async function reviewFailedPayouts(deps: PaymentDeps): Promise<number> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - LATE_MS)
  const due = await claimFailedPayouts(deps.database.read, now, since, RECONCILE_BATCH)
  for (const payout of due) {
    const found = await deps.node.lookupPayment(payout.payment_hash)
    if (found.state === 'succeeded') await applyOutcome(deps, payout, found)
  }
  return due.length
}

/** The node has never heard of it. It may still be told of it until the invoice has run out, unless it is another node. */
async function judgeUnheardOf(deps: PaymentDeps, payout: PayoutRow): Promise<void> {
  if (calling.has(payout.id)) return
  const { node, clock, log } = deps
  const { pubkey, synced } = await node.info(AbortSignal.timeout(5_000))
  const isOver = clock.now().getTime() >= payout.expires_at.getTime() + EXPIRY_MARGIN_MS
  if (isOver && synced && pubkey === payout.node_pubkey) {
    log.warn('payout-never-sent', { payoutId: payout.id })
    await applyOutcome(deps, payout, { state: 'failed', reason: 'expired', detail: 'The node was never asked.' })
  }
}
