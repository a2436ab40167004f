/** Reserves money for an outgoing payment before the node is called, and computes the ledger legs of each outcome.
 * Authorization and limits are up to withdraw.ts and forward.ts. */
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { findInvoiceByHash } from '#server/payments/invoices/queries.ts'
import { requireOutgoingOpen } from '#server/payments/outgoing-stop.ts'
import { requireOutflowBelowCap } from './outflow.ts'
import { insertPayout, isHashTried, type PayoutKeysend, type PayoutPurpose, type PayoutRow } from './queries.ts'

/** The process that reserves the money sends immediately. If it dies first, the reconciler sends after this time. */
const SEND_DELAY_MS = 2_000

/** Runs in the transaction that takes the money, with the amount taken. */
export type InSameTx = (tx: Tx, costMsat: bigint) => Promise<void>

/** The target of an external payment: a validated invoice, or a node for a keysend. */
export type ExternalInvoice = {
  bolt11: string | null
  /** Set exactly when there is no invoice. */
  keysend?: PayoutKeysend
  paymentHash: string
  amountMsat: bigint
  expiresAt: Date
  /** The Lightning address that the invoice came from. For a keysend, the public key of the node. */
  address: string | null
}

export type Reservation = {
  payoutId: string
  purpose: PayoutPurpose
  userId: string
  invoice: ExternalInvoice
  feeReserveMsat: bigint
  /** The share of the reserve that the house pays. Only for forwards. */
  houseReserveMsat?: bigint
  description?: string | null
  batchId?: string
  outsideId?: string
  boostId?: string
}

type Parts = Pick<
  PayoutRow,
  'purpose' | 'user_id' | 'outside_id' | 'boost_id' | 'amount_msat' | 'fee_reserve_msat' | 'house_reserve_msat'
>

/** Reserves amount and fee, and inserts the payout. False when this payout has been reserved before. */
export async function reservePayout(deps: PaymentDeps, tx: Tx, reservation: Reservation): Promise<boolean> {
  const { payoutId, purpose, userId, invoice, feeReserveMsat, houseReserveMsat = 0n } = reservation
  const now = deps.clock.now()
  await requireOutgoingOpen(tx)
  if ((await findInvoiceByHash(tx, invoice.paymentHash)) !== undefined) {
    throw new AppError(422, 'invoice-own-node')
  }
  if (await isHashTried(tx, invoice.paymentHash, payoutId)) throw alreadyTried()
  const parts = {
    purpose,
    user_id: userId,
    outside_id: reservation.outsideId ?? null,
    boost_id: reservation.boostId ?? null,
    amount_msat: invoice.amountMsat,
    fee_reserve_msat: feeReserveMsat,
    house_reserve_msat: houseReserveMsat,
  }
  const { isNew } = await post(tx, {
    idem: `reserve:${payoutId}`,
    kind: kindOf(purpose, 'reserve'),
    legs: reservationOf(parts),
    ref: { type: 'payout', id: payoutId },
    occurredAt: now,
  })
  // A concurrent repeat of the same operation.
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
    outside_id: reservation.outsideId ?? null,
    boost_id: reservation.boostId ?? null,
    node_pubkey: deps.nodePubkey,
    expires_at: invoice.expiresAt,
    next_check_at: new Date(now.getTime() + SEND_DELAY_MS),
    created_at: now,
  })
  if (!isFirstTry) throw alreadyTried()
  await requireOutflowBelowCap(deps, tx)
  return true
}

function alreadyTried(): AppError {
  return new AppError(409, 'invoice-already-tried')
}

const KINDS = {
  withdraw: 'withdraw',
  'platform-fee': 'withdraw',
  forward: 'forward',
  outside: 'outside',
  boost: 'boost',
} as const

/** The kind of the transfer for this step of a payout. */
export const kindOf = (purpose: PayoutPurpose, step: 'reserve' | 'settle' | 'release' | 'late') =>
  `${KINDS[purpose]}-${step}` as const

/** What a boost takes and returns is no withdrawal. */
const roleOf = ({ boost_id: boostId }: Parts) => (boostId === null ? {} : { role: 'zap-sent' as const })

/** The account of an outside recipient, or of small shares of boosts. */
const heldAccount = ({ outside_id: outsideId, user_id: userId }: Parts) =>
  outsideId === null ? ({ kind: 'boost', id: userId } as const) : ({ kind: 'outside', id: outsideId } as const)

/** The accounts that amount and fee come from and return to. The house pays its share of the fee of a forward. */
function sourcesOf(payout: Parts, sign: 1n | -1n): TransferLeg[] {
  const { amount_msat: amountMsat, fee_reserve_msat: feeMsat, house_reserve_msat: houseMsat } = payout
  const user = { kind: 'user' as const, userId: payout.user_id }
  switch (payout.purpose) {
    case 'withdraw':
      return [{ account: user, amountMsat: sign * (amountMsat + feeMsat), ...roleOf(payout) }]
    case 'platform-fee':
      return [{ account: 'platform_fee', amountMsat: sign * (amountMsat + feeMsat) }]
    case 'outside':
      return [{ account: heldAccount(payout), amountMsat: sign * (amountMsat + feeMsat) }]
    case 'boost':
      return [
        { account: heldAccount(payout), amountMsat: sign * amountMsat },
        { account: user, amountMsat: sign * feeMsat },
      ]
    case 'forward':
      return [
        { account: user, amountMsat: sign * (amountMsat + feeMsat - houseMsat) },
        { account: 'house', amountMsat: sign * houseMsat },
      ]
  }
}

export function reservationOf(payout: Parts): TransferLeg[] {
  const heldMsat = payout.amount_msat + payout.fee_reserve_msat
  return [...sourcesOf(payout, -1n), { account: 'inflight', amountMsat: heldMsat }]
}

/** Books the payment and its fee from the reserved money; the remainder is returned. The house bears a fee above the
 * cap. */
export function settlementOf(payout: Parts, feeMsat: bigint): TransferLeg[] {
  const unusedMsat = payout.fee_reserve_msat - feeMsat
  const legs: TransferLeg[] = [
    { account: 'inflight', amountMsat: -(payout.amount_msat + payout.fee_reserve_msat) },
    { account: 'lightning', amountMsat: payout.amount_msat },
    { account: 'routing_fees', amountMsat: feeMsat },
  ]
  if (unusedMsat < 0n) return [...legs, { account: 'house', amountMsat: unusedMsat }]
  if (payout.purpose === 'platform-fee') return [...legs, { account: 'platform_fee', amountMsat: unusedMsat }]
  if (payout.purpose === 'outside') return [...legs, { account: heldAccount(payout), amountMsat: unusedMsat }]
  const houseUnusedMsat = payout.house_reserve_msat - houseShareOf(payout, feeMsat)
  return [
    ...legs,
    { account: { kind: 'user', userId: payout.user_id }, amountMsat: unusedMsat - houseUnusedMsat, ...roleOf(payout) },
    { account: 'house', amountMsat: houseUnusedMsat },
  ]
}

/** Nothing was paid: the whole reserve is returned. */
export function releaseOf(payout: Parts): TransferLeg[] {
  const heldMsat = payout.amount_msat + payout.fee_reserve_msat
  return [{ account: 'inflight', amountMsat: -heldMsat }, ...sourcesOf(payout, 1n)]
}

/** Paid after the release. Debits the balance as far as it goes; the remainder is owed. The house bears its share of
 * the fee. `ownHeldMsat`: what the account that it came from has of it, if that is not the balance; this is debited first. */
export function lateSettlementOf(
  payout: Parts,
  feeMsat: bigint,
  availableMsat: bigint,
  ownHeldMsat = 0n,
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
  const wholeMsat = payout.amount_msat + feeMsat - houseMsat
  const heldMsat = payout.amount_msat + (feeMsat < payout.fee_reserve_msat ? feeMsat : payout.fee_reserve_msat)
  const ownMsat = heldMsat < ownHeldMsat ? heldMsat : ownHeldMsat
  const dueMsat = wholeMsat - ownMsat
  const takenMsat = availableMsat < dueMsat ? availableMsat : dueMsat
  const owedMsat = dueMsat - takenMsat
  const legs: TransferLeg[] = [
    ...spent,
    ...(ownMsat === 0n ? [] : [{ account: heldAccount(payout), amountMsat: -ownMsat }]),
    { account: { kind: 'user', userId: payout.user_id }, amountMsat: -takenMsat, ...roleOf(payout) },
    { account: { kind: 'receivable', userId: payout.user_id }, amountMsat: -owedMsat },
    { account: 'house', amountMsat: -houseMsat },
  ]
  return { legs, takenMsat, owedMsat }
}

/** The share of the fee that the house bears: all of it, up to its part of the reserve. */
function houseShareOf({ house_reserve_msat: houseMsat }: Parts, feeMsat: bigint): bigint {
  return feeMsat < houseMsat ? feeMsat : houseMsat
}

/** The change of the user's balance by a withdrawal without an outcome. */
export function changeOfHeld(payout: Pick<Parts, 'amount_msat' | 'fee_reserve_msat'>): bigint {
  return -(payout.amount_msat + payout.fee_reserve_msat)
}

/** The change of the user's balance by a settled withdrawal. */
export function changeOfSettled(payout: Parts, feeMsat: bigint): bigint {
  return -(payout.amount_msat + (feeMsat < payout.fee_reserve_msat ? feeMsat : payout.fee_reserve_msat))
}

/** The change of the user's balance by a withdrawal so far. */
export function changeSoFar(payout: Pick<PayoutRow, keyof Parts | 'state' | 'fee_msat'>): bigint {
  if (payout.state === 'failed') return 0n
  return payout.fee_msat === null ? changeOfHeld(payout) : changeOfSettled(payout, payout.fee_msat)
}
