/** Rewards of new accounts: after a day they reach the balance, unless the account is held or they are reversed. Also the other
 * background work of promos. */
import { heldError, readUsers } from '#server/accounts/users.ts'
import { postAll } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { growLines } from '#server/payments/statements/grow-lines.ts'
import { dayOf } from '#server/platform/clock.ts'
import { creditOf, findFunder, recordRest } from './end.ts'
import { isSuspicious } from './limits.ts'
import { lockPromos, type PromoRow } from './promo-queries.ts'
import * as queries from './maturing-queries.ts'
import { lockListeners } from './reward-queries.ts'

/** Users of one round, and rewards of one transaction. */
const USERS = 200
const REWARDS = 100
const NETWORKS = 1_000
const DAY_MS = 86_400_000

/** Moves rewards that are a day old to the balances of accounts that are not held. */
export async function matureRewards(deps: PaymentDeps): Promise<void> {
  const now = deps.clock.now()
  for (let after: string | null = null; ;) {
    const userIds = await queries.listMaturingUsers(deps.database.read, now, after, USERS)
    for (const userId of userIds) {
      while ((await matureOf(deps, userId, now)) === REWARDS);
    }
    if (userIds.length < USERS) return
    after = userIds.at(-1)!
  }
}

async function matureOf({ database, signals, failpoint }: PaymentDeps, userId: string, now: Date): Promise<number> {
  const count = await database.transaction(async (tx) => {
    const listener = (await lockListeners(tx, [userId])).get(userId)!
    const user = (await readUsers(tx, [userId])).get(userId)
    if (listener.held_at !== null || user === undefined || user.isDeleted || heldError(user) !== null) return 0
    const rewards = await queries.matureRewards(tx, userId, now, REWARDS)
    await postAll(
      tx,
      rewards.map(({ id, amount_msat: amountMsat }) => ({
        idem: `mature:${id}`,
        kind: 'top-up-matured',
        legs: [
          { account: { kind: 'maturing', userId }, amountMsat: -amountMsat },
          { account: { kind: 'user', userId }, amountMsat },
        ],
        ref: { type: 'promo-reward', id },
        occurredAt: now,
      })),
    )
    await growLines(
      tx,
      linesOf(rewards, now, (msat) => ({ amount_msat: 0n, change_msat: msat, pending_msat: -msat })),
    )
    failpoint('promo:maturing')
    return rewards.length
  })
  if (count > 0) signals.wake(signalOf.user(userId))
  return count
}

type Change = { amount_msat: bigint; change_msat: bigint; pending_msat: bigint }

/** What each day's line changes by. */
function linesOf(rewards: readonly queries.EndedReward[], now: Date, change: (msat: bigint) => Change) {
  const sums = new Map<string, { userId: string; msat: bigint }>()
  for (const { day_id: dayId, user_id: userId, amount_msat: msat } of rewards) {
    sums.set(dayId, { userId, msat: (sums.get(dayId)?.msat ?? 0n) + msat })
  }
  return [...sums].map(([paymentId, { userId, msat }]) => ({
    id: newId(now.getTime()),
    user_id: userId,
    type: 'Top Up' as const,
    payment_id: paymentId,
    created_at: now,
    ...change(msat),
  }))
}

export type Reversal = { count: number; reversedMsat: bigint; userIds: string[] }

/** Returns unmatured rewards to their promos, or to the funders of those that have ended. In one transaction, at most 100. */
export async function reverseSome(
  tx: Tx,
  rewardIds: readonly string[],
  reversal: { id: string; isFirst: boolean },
  now: Date,
): Promise<Reversal> {
  const found = await queries.readRewards(tx, rewardIds)
  const promos = await lockPromos(tx, [...new Set(found.map((reward) => reward.promo_id))])
  await lockListeners(
    tx,
    found.map((reward) => reward.user_id),
  )
  const ended = [...promos.values()].flatMap((promo) => (promo.ended_at === null ? [] : promo.id))
  const rewards = await queries.reverseRewards(tx, rewardIds, ended)
  const funders = new Map<string, string | null>()
  for (const id of ended) funders.set(id, await findFunder(tx, promos.get(id)!))
  await postAll(
    tx,
    rewards.map(({ id, promo_id: promoId, user_id: userId, amount_msat: amountMsat }) => ({
      idem: `reverse:${id}`,
      kind: 'top-up-reversed',
      legs: [
        { account: { kind: 'maturing', userId }, amountMsat: -amountMsat },
        funders.has(promoId)
          ? creditOf(funders.get(promoId)!, amountMsat)
          : ({ account: { kind: 'promo', id: promoId }, amountMsat } as const),
      ],
      ref: { type: 'promo-reward', id },
      occurredAt: now,
    })),
  )
  const lines = linesOf(rewards, now, (msat) => ({ amount_msat: -msat, change_msat: 0n, pending_msat: -msat }))
  await growLines(tx, lines)
  await recordRests(tx, { rewards, promos, funders, reversal, now })
  return {
    count: rewards.length,
    reversedMsat: rewards.reduce((sum, reward) => sum + reward.amount_msat, 0n),
    userIds: [
      ...new Set([...rewards.map((reward) => reward.user_id), ...[...funders.values()].flatMap((id) => id ?? [])]),
    ],
  }
}

type Rests = {
  rewards: readonly queries.EndedReward[]
  promos: ReadonlyMap<string, PromoRow>
  funders: ReadonlyMap<string, string | null>
  reversal: { id: string; isFirst: boolean }
  now: Date
}

/** One line for each funder and promo that has ended. */
async function recordRests(tx: Tx, { rewards, promos, funders, reversal, now }: Rests): Promise<void> {
  let { isFirst } = reversal
  for (const [promoId, userId] of funders) {
    const amountMsat = rewards.reduce((sum, one) => (one.promo_id === promoId ? sum + one.amount_msat : sum), 0n)
    if (amountMsat === 0n) continue
    const id = isFirst ? reversal.id : newId(now.getTime())
    isFirst = false
    await recordRest(tx, promos.get(promoId)!, { id, amountMsat, userId, now })
  }
}

/** Holds new accounts in networks that stand out today or yesterday, until an operator has looked at them. */
export async function holdSuspicious({ database, clock, log }: PaymentDeps): Promise<void> {
  const now = clock.now()
  for (const day of [dayOf(new Date(now.getTime() - DAY_MS)), dayOf(now)]) {
    const networks = await queries.listNetworksOfDay(database.read, day, NETWORKS)
    for (const { network_hash: networkHash, new_accounts: newAccounts, msat: networkMsat } of networks) {
      if (!isSuspicious({ newAccounts, networkMsat })) continue
      const count = await queries.holdNewIn(database.read, networkHash, now)
      if (count > 0) log.info('promo-earners-held', { count })
    }
  }
}

/** Deletes the networks of rewards, the counts and the deliveries after 48 hours. */
export async function deleteOldTraces({ database, clock }: PaymentDeps): Promise<void> {
  await queries.deleteOld(database.read, clock.now())
}
