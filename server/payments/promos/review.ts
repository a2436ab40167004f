/** Promos as operators see them: what stands out, holds, and reversals. */
import * as calls from '#contract/operator/admin-promos.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { NETWORKS_KEPT_MS } from '#server/accounts/networks.ts'
import { readUserSummaries } from '#server/accounts/users.ts'
import { findPlayable } from '#server/catalog/content/playable.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { isSuspicious } from './limits.ts'
import { reverseSome } from './maturing.ts'
import { listReversible, updateEarnerHold } from './maturing-queries.ts'
import { listFundedPromos, lockPromo, updateHeld } from './promo-queries.ts'
import { listAccounts, listNetworks } from './review-queries.ts'
import { toOwn } from './views.ts'

const LISTED_MAX = 100
const REWARDS = 100

export async function readPromoReview(
  { database, clock }: PaymentDeps,
  caller: Caller,
): Promise<Data<typeof calls.getPromoReview>> {
  requireOperator(caller, calls.getPromoReview)
  const tx = database.read
  const since = new Date(clock.now().getTime() - NETWORKS_KEPT_MS)
  const promos = await listFundedPromos(tx, LISTED_MAX)
  const playable = await findPlayable(
    tx,
    promos.map((promo) => promo.content_id),
    clock.now(),
  )
  const networks = await listNetworks(tx, since, LISTED_MAX)
  const accounts = await listAccounts(tx, since, LISTED_MAX)
  const names = await readUserSummaries(tx, [
    ...new Set([...promos.map((promo) => promo.funder_id), ...accounts.map(({ userId }) => userId)]),
  ])
  return {
    promos: promos.map((promo) => ({
      funder: names.get(promo.funder_id)?.username ?? null,
      promo: toOwn(promo, playable.has(promo.content_id)),
    })),
    networks: networks.map((network) => ({
      ...network,
      isAtLimit: isSuspicious({ newAccounts: network.newAccounts, networkMsat: network.msatEarned }),
    })),
    accounts: accounts.map((account) => ({ ...account, name: names.get(account.userId)?.username ?? null })),
  }
}

export async function holdPromo(
  { database, clock }: PaymentDeps,
  caller: Caller,
  id: string,
  { isHeld, reason }: Input<typeof calls.holdPromo>['body'],
): Promise<null> {
  requireOperator(caller, calls.holdPromo)
  requireRecentAuth(caller)
  const { userId: adminId } = caller
  const now = clock.now()
  await database.transaction(async (tx) => {
    const promo = await lockPromo(tx, id)
    if (promo === undefined) throw notFound()
    if (promo.ended_at !== null) throw new AppError(409, 'promo-ended')
    await updateHeld(tx, id, isHeld ? now : null)
    const action = isHeld ? 'hold-promo' : 'release-promo'
    await recordAdminAction(tx, { adminId, action, target: { type: 'promo', id }, reason, now })
  })
  return null
}

export async function holdEarner(
  { database, clock }: PaymentDeps,
  caller: Caller,
  userId: string,
  { isHeld, reason }: Input<typeof calls.holdEarner>['body'],
): Promise<null> {
  requireOperator(caller, calls.holdEarner)
  requireRecentAuth(caller)
  const { userId: adminId } = caller
  const now = clock.now()
  await database.transaction(async (tx) => {
    if (!(await updateEarnerHold(tx, userId, isHeld ? now : null, now))) throw notFound()
    const action = isHeld ? 'hold-earner' : 'release-earner'
    await recordAdminAction(tx, { adminId, action, target: { type: 'user', id: userId }, reason, now })
  })
  return null
}

/** Repeating it finds nothing more to reverse. */
export async function reverseRewards(
  { database, clock, signals, log }: PaymentDeps,
  caller: Caller,
  operationId: string,
  { userId, network, reason }: Input<typeof calls.reverseRewards>['body'],
): Promise<Data<typeof calls.reverseRewards>> {
  requireOperator(caller, calls.reverseRewards)
  requireRecentAuth(caller)
  const { userId: adminId } = caller
  if ((userId === undefined) === (network === undefined)) throw new AppError(400, 'bad-request')
  const which = { userId: userId ?? null, networkHash: network === undefined ? null : Buffer.from(network, 'hex') }
  const now = clock.now()
  let [count, msatReversed] = [0, 0n]
  for (let isMore = true; isMore;) {
    const isFirst = count === 0
    const reversal = await database.transaction(async (tx) => {
      const ids = await listReversible(tx, which, REWARDS)
      const reversed = await reverseSome(tx, ids, { id: operationId, isFirst }, now)
      if (isFirst) {
        const details = { ...(userId === undefined ? { network: network! } : { user: userId }) }
        await recordAdminAction(tx, { adminId, action: 'reverse-rewards', reason, details, now })
      }
      return { ...reversed, isMore: ids.length === REWARDS }
    })
    isMore = reversal.isMore
    count += reversal.count
    msatReversed += reversal.reversedMsat
    for (const id of reversal.userIds) signals.wake(signalOf.user(id))
  }
  log.info('promo-rewards-reversed', { adminId, count, amountMsat: msatReversed })
  return { count, msatReversed }
}
