/** A payment without any details, and the names of its users. payment.ts fills it in. */
import type { Data } from '#contract/endpoint.ts'
import type { getPayment } from '#contract/payments/payments.ts'
import type { PartnerName } from '#server/catalog/splits/outside-queries.ts'
import type { PayoutRow } from './payouts/queries.ts'
import { heldUntil, payoutDetail, publicPayoutState } from './state.ts'

export type Payment = Data<typeof getPayment>

export const nothing: Omit<Payment, 'paymentId' | 'type' | 'state' | 'msatAmount' | 'msatChange' | 'createdAt'> = {
  detail: null,
  msatPending: 0n,
  arrivesAt: null,
  note: null,
  heldUntil: null,
  failureReason: null,
  splitMsatAmount: null,
  feeReserveMsat: null,
  feeMsat: null,
  contentId: null,
  contentType: null,
  contentTitle: null,
  contentTime: null,
  comment: null,
  userId: null,
  name: null,
  displayName: null,
  isAnonymous: false,
  paidBy: null,
  payerName: null,
  appName: null,
  payerPubkey: null,
  counterparty: null,
  counterpartyName: null,
  paymentHash: null,
  preimage: null,
  finishedAt: null,
  feePpm: null,
  timeSplit: null,
  splitVersion: null,
  legs: [],
  attempts: [],
}

/** The username and display name of a user; null for deleted users. */
export function calledBy(
  names: ReadonlyMap<string, PartnerName>,
  userId: string | null,
): Pick<Payment, 'name' | 'displayName'> {
  const user = userId === null ? undefined : names.get(userId)
  return { name: user?.username ?? null, displayName: user?.displayName ?? null }
}

/** What became of a payout. */
export function outcomeOf(payout: PayoutRow) {
  return {
    state: publicPayoutState(payout.state),
    detail: payoutDetail(payout.state),
    heldUntil: heldUntil(payout.state, payout.expires_at),
    failureReason: payout.failure_reason,
    feeReserveMsat: payout.fee_reserve_msat,
    feeMsat: payout.fee_msat,
    finishedAt: payout.finished_at,
  }
}
