/** What happens to a batch when one of its attempts ends: settled, tried again later, or given up. Creating batches and
 * attempts is in forward.ts. */
import { accountCode } from '#server/ledger/accounts.ts'
import { readTransfer } from '#server/ledger/statement.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { topics, type ForwardAbandoned } from '#server/events.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { lockBatch, lockPlan, updateBatch, updatePlan, type BatchRow } from './forward-queries.ts'
import { listAttempts, type PayoutRow } from './queries.ts'
import { changeLine } from '#server/payments/statements/queries.ts'

/** Runs in the transaction that ends the payout. Does nothing for payouts that are not forwards. */
export async function finishAttempt(deps: PaymentDeps, tx: Tx, payout: PayoutRow): Promise<void> {
  if (payout.batch_id === null) return
  const batch = await lockBatch(tx, payout.batch_id)
  if (batch === undefined) throw new Error(`Payout ${payout.id} has no batch`)
  const line = { user_id: batch.user_id, type: 'Autoforward' as const, payment_id: batch.id }
  await changeLine(tx, { ...line, change_msat: await sumBatch(tx, batch) })
  if (payout.state === 'failed') {
    // Unless an earlier attempt that succeeded late has settled the batch meanwhile.
    if (batch.state === 'sending') await failAttempt(deps, tx, batch, payout.failure_reason ?? 'other')
    return
  }
  if (batch.state === 'settled') deps.log.error('forward-paid-twice', { batchId: batch.id, payoutId: payout.id })
  const now = deps.clock.now()
  await updateBatch(tx, batch.id, { state: 'settled', fee_msat: payout.fee_msat, last_error: null, finished_at: now })
  await updatePlan(tx, batch.user_id, { next_look_at: now, held_back: null })
  if (batch.source === 'ticket-sale') await returnUnusedRouting(tx, batch, payout)
}

/** What routing did not cost is part of the ticket sales that wait, unless the address was replaced meanwhile. */
async function returnUnusedRouting(tx: Tx, batch: BatchRow, payout: PayoutRow): Promise<void> {
  const plan = await lockPlan(tx, batch.user_id)
  if (plan === undefined || plan.created_at > batch.created_at) return
  const unusedMsat = payout.fee_reserve_msat - (payout.fee_msat ?? 0n)
  if (unusedMsat <= 0n) return
  await updatePlan(tx, batch.user_id, { tickets_dealt_msat: plan.tickets_dealt_msat - unusedMsat })
}

/** The sum of all attempts' changes to the balance, from the ledger. */
async function sumBatch(tx: Tx, batch: BatchRow): Promise<bigint> {
  const code = accountCode({ kind: 'user', userId: batch.user_id })
  let sumMsat = 0n
  for (const { id } of await listAttempts(tx, batch.id)) {
    for (const step of ['reserve', 'settle', 'release', 'late']) {
      const entries = await readTransfer(tx, `${step}:${id}`)
      for (const entry of entries) if (entry.accountCode === code) sumMsat += entry.amountMsat
    }
  }
  return sumMsat
}

/** No money is reserved at this point. Retries with growing pauses; after the last attempt the money stays in the
 * balance. */
export async function failAttempt(deps: PaymentDeps, tx: Tx, batch: BatchRow, reason: string): Promise<void> {
  const { limits, clock } = deps
  const now = clock.now()
  const plan = await lockPlan(tx, batch.user_id)
  // The address was removed or replaced during the attempt, so nothing more is sent there.
  if (plan?.address !== batch.address || plan.created_at > batch.created_at) {
    await updateBatch(tx, batch.id, { state: 'failed', last_error: 'address-removed', finished_at: now })
    return updatePlan(tx, batch.user_id, { next_look_at: now })
  }
  if (batch.attempts < limits.forwardAttempts) {
    const pauseSeconds = limits.forwardRetrySeconds * 2 ** Math.min(batch.attempts - 1, 8)
    await updateBatch(tx, batch.id, {
      state: 'waiting',
      last_error: reason,
      next_try_at: new Date(now.getTime() + pauseSeconds * 1_000),
    })
    return
  }
  await updateBatch(tx, batch.id, { state: 'failed', last_error: reason, finished_at: now })
  await updatePlan(tx, batch.user_id, { next_look_at: now })
  const event: ForwardAbandoned = {
    userId: batch.user_id,
    batchId: batch.id,
    address: batch.address,
    amountMsat: Number(batch.amount_msat),
    reason,
  }
  await publish(tx, topics.forwardGaveUp, batch.id, event)
}
