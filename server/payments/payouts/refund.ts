/** An operator refunds a payout whose outcome the node has not reported for a day. It may still be paid later. Then the
 * books are corrected, as when a node pays what it had reported as failed, and the account is put on hold
 * (payout.ts). */
import { refundPayout } from '#contract/operator/admin.ts'
import type { Data } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { applyOutcome, release } from './payout.ts'
import { REFUNDED, isCallOver, readPayout, type PayoutRow } from './queries.ts'
import { refundableFrom } from '#server/payments/state.ts'

/** Requires an admin with recent authentication. Looks it up at the node first: a final outcome takes precedence. */
export async function refundStuckPayout(
  deps: PaymentDeps,
  caller: Caller,
  payoutId: string,
  reason: string,
): Promise<Data<typeof refundPayout>> {
  requireOperator(caller, refundPayout)
  requireRecentAuth(caller)
  const { database, clock, log } = deps
  const now = clock.now()
  const payout = await readPayout(database.read, payoutId)
  if (payout === undefined) throw notFound()
  const from = refundableFrom(payout)
  if (from === null || now < from || !(await isCallOver(database.read, payoutId))) throw notGivable()
  const found = await lookUp(deps, payout)
  if (found.state === 'succeeded' || found.state === 'failed') {
    await applyOutcome(deps, payout, found)
  } else {
    const isGiven = await release(deps, payout, REFUNDED, 'refund', (tx) =>
      recordAdminAction(tx, {
        adminId: caller.userId,
        action: 'give-back',
        target: { type: 'payout', id: payoutId },
        reason,
        details: { msat: String(payout.amount_msat), hash: payout.payment_hash, node: found.state },
        now,
      }),
    )
    if (isGiven) log.info('payout-given-back', { payoutId, adminId: caller.userId, amountMsat: payout.amount_msat })
  }
  const ended = await readPayout(database.read, payoutId)
  if (ended?.state !== 'settled' && ended?.state !== 'failed') throw notGivable()
  return { state: ended.state }
}

const notGivable = () => new AppError(422, 'payout-not-givable')

async function lookUp({ node, log }: PaymentDeps, payout: PayoutRow) {
  try {
    return await node.lookupPayment(payout.payment_hash)
  } catch (error) {
    log.warn('payout-lookup-failed', { payoutId: payout.id, error })
    throw new AppError(503, 'lightning-unavailable')
  }
}
