/** Payments that the journal has and the database does not: it is the state of a time before they were reserved. They are
 * reserved again, without an outcome, and looked up at the node. */
import { post } from '#server/ledger/transfer.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { insertPayout, type NewPayout, type PayoutRow } from './queries.ts'
import { kindOf, reservationOf } from './reserve.ts'
import { insertHeldLine } from './withdrawal-line.ts'

/** The payout as it is in the journal. */
export function encodePayout(payout: PayoutRow): string {
  const { fee_msat, preimage, failure_reason, audited_at, calling_until, checks, finished_at, ...sent } = payout
  return JSON.stringify(sent, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function decodePayout(text: string): NewPayout {
  const sent = JSON.parse(text) as NewPayout
  return {
    ...sent,
    // Not in journals of earlier releases.
    boost_id: sent.boost_id ?? null,
    amount_msat: BigInt(sent.amount_msat),
    fee_reserve_msat: BigInt(sent.fee_reserve_msat),
    house_reserve_msat: BigInt(sent.house_reserve_msat),
    created_at: new Date(sent.created_at),
    expires_at: new Date(sent.expires_at),
  }
}

/** False when the money cannot be reserved again. That stays with the audit, which names it when the node has paid it: a
 * forward whose batch is not known, or a balance that is too low. */
export async function recoverPayout(deps: PaymentDeps, text: string): Promise<boolean> {
  const { database, clock, log } = deps
  const payout = decodePayout(text)
  const { id, payment_hash: paymentHash, amount_msat: amountMsat } = payout
  try {
    if (payout.purpose !== 'withdraw' && payout.purpose !== 'platform-fee') throw new Error(`a ${payout.purpose}`)
    await database.transaction(async (tx) => {
      const { isNew } = await post(tx, {
        idem: `reserve:${id}`,
        kind: kindOf(payout.purpose, 'reserve'),
        legs: reservationOf(payout),
        ref: { type: 'payout', id },
        occurredAt: payout.created_at,
      })
      if (!isNew) return
      await insertPayout(tx, { ...payout, state: 'unknown', next_check_at: clock.now() })
      if (payout.purpose === 'platform-fee') return
      await insertHeldLine(tx, payout)
    })
    log.warn('payout-recovered', { payoutId: id, paymentHash, amountMsat })
    return true
  } catch (error) {
    log.error('payout-not-recovered', { payoutId: id, paymentHash, amountMsat, error })
    return false
  }
}
