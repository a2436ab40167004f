/** Holding money for a payment that leaves, before the node is called; and the ledger legs of each of its ends.
 * Who may, and within which limits, is for withdraw.ts and forward.ts. */
import { errorCodes } from '#contract/errors.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import type { PaymentDeps } from './deps.ts'
import { findInvoiceByHash } from './invoice-queries.ts'
import { requireOutgoingOpen } from './outgoing-stop.ts'
import { insertPayout, isHashTried, type PayoutKeysend, type PayoutPurpose, type PayoutRow } from './payout-queries.ts'

/** Whoever holds money sends at once; if that process dies first, the reconciler sends after this. */
const SEND_DELAY_MS = 2_000

/** What is to be paid elsewhere: an invoice, read and found payable, or a node that has made none. */
export type OutsideInvoice = {
  bolt11: string | null
  /** Exactly where there is no invoice. */
  keysend?: PayoutKeysend
  paymentHash: string
  amountMsat: bigint
  expiresAt: Date
  /** The lightning address it came from. */
  address: string | null
}

export type Reservation = {
  payoutId: string
  purpose: PayoutPurpose
  userId: string
  invoice: OutsideInvoice
  feeReserveMsat: bigint
  /** The part of it that the house puts up: of forwards alone. */
  houseReserveMsat?: bigint
  description?: string | null
  batchId?: string
}

type Parts = Pick<PayoutRow, 'purpose' | 'user_id' | 'amount_msat' | 'fee_reserve_msat' | 'house_reserve_msat'>

/** Holds amount and fee, and writes the payout. False when this very payout was held before. */
export async function holdPayout(deps: PaymentDeps, tx: Tx, reservation: Reservation): Promise<boolean> {
  const { payoutId, purpose, userId, invoice, feeReserveMsat, houseReserveMsat = 0n } = reservation
  const now = deps.clock.now()
  await requireOutgoingOpen(tx)
  if ((await findInvoiceByHash(tx, invoice.paymentHash)) !== undefined) {
    throw new AppError(422, 'invoice-own-node', errorCodes['invoice-own-node'])
  }
  if (await isHashTried(tx, invoice.paymentHash, payoutId)) throw alreadyTried()
  const parts = {
    purpose,
    user_id: userId,
    amount_msat: invoice.amountMsat,
    fee_reserve_msat: feeReserveMsat,
    house_reserve_msat: houseReserveMsat,
  }
  const { isNew } = await post(tx, {
    idem: `reserve:${payoutId}`,
    kind: purpose === 'forward' ? 'forward-reserve' : 'withdraw-reserve',
    legs: [...sourcesOf(parts, -1n), { account: 'inflight', amountMsat: invoice.amountMsat + feeReserveMsat }],
    ref: { type: 'payout', id: payoutId },
    occurredAt: now,
  })
  // The same operation, repeated while its first run was still under way.
  if (!isNew) return false
  const isFirstTry = await insertPayout(tx, {
    id: payoutId,
    user_id: userId,
    purpose,
    state: 'reserved',
    bolt11: invoice.bolt11,
    keysend: invoice.keysend ?? null,
    payment_hash: invoice.paymentHash,
    amount_msat: invoice.amountMsat,
    fee_reserve_msat: feeReserveMsat,
    house_reserve_msat: houseReserveMsat,
    description: reservation.description || null,
    address: invoice.address,
    batch_id: reservation.batchId ?? null,
    node_pubkey: deps.nodePubkey,
    expires_at: invoice.expiresAt,
    next_check_at: new Date(now.getTime() + SEND_DELAY_MS),
    created_at: now,
  })
  if (!isFirstTry) throw alreadyTried()
  return true
}

function alreadyTried(): AppError {
  return new AppError(409, 'invoice-already-tried', errorCodes['invoice-already-tried'])
}

/** Where amount and fee come from, and go back to: the house puts up its part of the fee of a forward. */
function sourcesOf(payout: Parts, sign: 1n | -1n): TransferLeg[] {
  const { amount_msat: amountMsat, fee_reserve_msat: feeMsat, house_reserve_msat: houseMsat } = payout
  const person = { kind: 'user' as const, userId: payout.user_id }
  switch (payout.purpose) {
    case 'withdraw':
      return [{ account: person, amountMsat: sign * (amountMsat + feeMsat) }]
    case 'platform-fee':
      return [{ account: 'platform_fee', amountMsat: sign * (amountMsat + feeMsat) }]
    case 'forward':
      return [
        { account: person, amountMsat: sign * (amountMsat + feeMsat - houseMsat) },
        { account: 'house', amountMsat: sign * houseMsat },
      ]
  }
}

/** The held money becomes what was paid and its fee; the rest comes back. A fee above the cap is the house's loss. */
export function settlementOf(payout: Parts, feeMsat: bigint): TransferLeg[] {
  const unusedMsat = payout.fee_reserve_msat - feeMsat
  const legs: TransferLeg[] = [
    { account: 'inflight', amountMsat: -(payout.amount_msat + payout.fee_reserve_msat) },
    { account: 'lightning', amountMsat: payout.amount_msat },
    { account: 'routing_fees', amountMsat: feeMsat },
  ]
  if (unusedMsat < 0n) return [...legs, { account: 'house', amountMsat: unusedMsat }]
  if (payout.purpose === 'platform-fee') return [...legs, { account: 'platform_fee', amountMsat: unusedMsat }]
  const houseUnusedMsat = payout.house_reserve_msat - houseShareOf(payout, feeMsat)
  return [
    ...legs,
    { account: { kind: 'user', userId: payout.user_id }, amountMsat: unusedMsat - houseUnusedMsat },
    { account: 'house', amountMsat: houseUnusedMsat },
  ]
}

/** Nothing was paid: all of it comes back. */
export function releaseOf(payout: Parts): TransferLeg[] {
  const heldMsat = payout.amount_msat + payout.fee_reserve_msat
  return [{ account: 'inflight', amountMsat: -heldMsat }, ...sourcesOf(payout, 1n)]
}

/** Paid after it had come back. What is there is taken, the rest is owed; the house bears what was its own to bear. */
export function lateSettlementOf(
  payout: Parts,
  feeMsat: bigint,
  availableMsat: bigint,
): { legs: TransferLeg[]; takenMsat: bigint; owedMsat: bigint } {
  const spent: TransferLeg[] = [
    { account: 'lightning', amountMsat: payout.amount_msat },
    { account: 'routing_fees', amountMsat: feeMsat },
  ]
  if (payout.purpose === 'platform-fee') {
    const legs = [...spent, { account: 'house' as const, amountMsat: -(payout.amount_msat + feeMsat) }]
    return { legs, takenMsat: 0n, owedMsat: 0n }
  }
  const houseMsat = houseShareOf(payout, feeMsat)
  const dueMsat = payout.amount_msat + feeMsat - houseMsat
  const takenMsat = availableMsat < dueMsat ? availableMsat : dueMsat
  const owedMsat = dueMsat - takenMsat
  const legs: TransferLeg[] = [
    ...spent,
    { account: { kind: 'user', userId: payout.user_id }, amountMsat: -takenMsat },
    { account: { kind: 'receivable', userId: payout.user_id }, amountMsat: -owedMsat },
    { account: 'house', amountMsat: -houseMsat },
  ]
  return { legs, takenMsat, owedMsat }
}

/** What of the fee the house bears: all of it as far as its part of the reserve goes. */
function houseShareOf({ house_reserve_msat: houseMsat }: Parts, feeMsat: bigint): bigint {
  return feeMsat < houseMsat ? feeMsat : houseMsat
}

/** What a withdrawal has done to the balance of its person once it is settled. */
export function changeOfSettled(payout: Parts, feeMsat: bigint): bigint {
  return -(payout.amount_msat + (feeMsat < payout.fee_reserve_msat ? feeMsat : payout.fee_reserve_msat))
}
