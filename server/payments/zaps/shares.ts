/** The shares of a paid zap, as booked. Public without the payer, because names and shares are public before paying
 * (terms.ts). Payer and recipients also see the fee on each share. */
import type { getTransactionSplits } from '#contract/accounts/account.ts'
import type { Data } from '#contract/endpoint.ts'
import type { getZapShares } from '#contract/payments/terms.ts'
import { splitPayment } from '#contract/split.ts'
import { readPartnerNames } from '#server/catalog/splits/outside-queries.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { findSuspenseFor } from '#server/payments/statements/suspense.ts'
import { type LegRow, readLegs, readZap } from './queries.ts'

/** Public to anyone who knows the id. */
export async function readZapShares(
  { database }: Pick<PaymentDeps, 'database'>,
  _caller: Caller,
  paymentId: string,
): Promise<Data<typeof getZapShares>> {
  const tx = database.read
  const legs = await readLegs(tx, paymentId)
  if (legs.length === 0) throw notFound()
  const suspenseUserIds = await findSuspenseFor(tx, paymentId)
  const names = await readPartnerNames(tx, [...new Set(legs.flatMap((leg) => leg.user_id ?? []))])
  return legs.map(({ role, user_id: userId, amount_msat: msatAmount, consent }) => {
    const isHeld = userId !== null && suspenseUserIds.has(userId)
    const user = userId === null || isHeld ? undefined : names.get(userId)
    const waiting = consent === 'waiting' ? { isWaiting: true } : {}
    return {
      role,
      name: user?.username ?? null,
      displayName: user?.displayName ?? null,
      isHeld,
      ...waiting,
      msatAmount,
    }
  })
}

/** For the payer and the recipients; not found for others. The platform's fee is shown on each share. */
export async function readPaymentSplits(
  deps: PaymentDeps,
  caller: Caller,
  paymentId: string,
): Promise<Data<typeof getTransactionSplits>> {
  requireUser(caller)
  const tx = deps.database.read
  const zap = await readZap(tx, paymentId)
  if (zap === undefined) throw notFound()
  const legs = await readLegs(tx, paymentId)
  if (zap.payer_id !== caller.userId && !legs.some((leg) => leg.user_id === caller.userId)) throw notFound()
  const shared = legs.filter((leg) => leg.role !== 'platform')
  const feeLeg = legs.find((leg) => leg.role === 'platform')
  const fees = splitPayment(feeLeg?.amount_msat ?? 0n, { ...zap.terms, feePpm: 0 })
  const names = await readPartnerNames(tx, [...new Set(shared.flatMap((leg) => leg.user_id ?? []))])
  return shared.map((leg: LegRow, index) => ({
    msatAmount: leg.amount_msat,
    feeMsat: fees[index]?.amountMsat ?? 0n,
    name: leg.user_id === null ? null : (names.get(leg.user_id)?.username ?? null),
    userId: names.get(leg.user_id ?? '')?.isOutside ? null : leg.user_id,
  }))
}
