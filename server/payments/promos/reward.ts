/** Rewards for minutes heard. Those that arrive together are checked one after another and booked in one transaction. Locks, in
 * this order: promos, listeners, counts, balances. */
import type * as calls from '#contract/listening/promos.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { openAccount } from '#server/ledger/balances.ts'
import { postAll, type NewTransfer } from '#server/ledger/transfer.ts'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Outcome } from '#server/platform/jobs/together.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { growLines } from '#server/payments/statements/grow-lines.ts'
import { describeEarner, givenIn, mayEarn, placeOf, type Place, type Scopes } from './earners.ts'
import { endLocked, isPausedFunder } from './end.ts'
import { decideReward, isMinuteHeard, isNewEarner, MATURING_MS, MINUTE_MS, type PromoLimits } from './limits.ts'
import { restOf, type PromoRow } from './promo-queries.ts'
import * as queries from './reward-queries.ts'
import { deliveryKey, readRound, scopesOfClaim, type Claim, type Round } from './round.ts'

const BATCH_MAX = 50
/** Two: while one batch is flushed to disk, the next one is collected. */
const LANES = 2
const WAITING_MAX = 2_000
/** Rewards that follow each other closely are collected until the next beat. */
const BUSY_MS = 60
const BEAT_MS = 250
/** How long a player waits before it returns a nonce. */
export const ANSWER_SECONDS = 60
/** A minute of audio, with the tolerance of MINUTE_MS. */
const DELIVERED_MS = 60_000

export type RewardDeps = Pick<PaymentDeps, 'database' | 'clock' | 'signals' | 'hashNetwork' | 'failpoint'>
type Body = Input<typeof calls.rewardPromo>['body']
type Rewarded = Data<typeof calls.rewardPromo>

export type RewardMinute = (caller: Caller, operationId: string, body: Body) => Promise<Rewarded>

/** Create one per process, so that concurrent rewards share batches. Any signed-in user, for minutes the user heard. */
export function createRewards(deps: RewardDeps): RewardMinute {
  const reward = createBatches<Claim, Rewarded>({
    work: (claims) => rewardTogether(deps, claims),
    sizeMax: BATCH_MAX,
    laneCount: LANES,
    waitingMax: WAITING_MAX,
  })
  let lastAtMs = Number.NEGATIVE_INFINITY
  return async (caller, operationId, body) => {
    requireUser(caller)
    const atMs = performance.now()
    const isBusy = atMs - lastAtMs < BUSY_MS
    lastAtMs = atMs
    // Nobody waits for a reward, so under load they are collected.
    if (isBusy) await new Promise((resolve) => setTimeout(resolve, BEAT_MS - (atMs % BEAT_MS)))
    return reward({ ...body, operationId, userId: caller.userId, place: placeOf(deps.hashNetwork, caller.ip) })
  }
}

async function rewardTogether(deps: RewardDeps, claims: readonly Claim[]): Promise<Outcome<Rewarded>[]> {
  const { database, clock, signals, failpoint } = deps
  const woken = new Set<string>()
  const outcomes = await database.transaction(async (tx) => {
    woken.clear()
    const round = await readRound(tx, claims, clock.now())
    const decided = claims.map((claim): Outcome<Rewarded> => decideClaim(round, claim))
    await writeRound(tx, round)
    for (const { userId, isMaturing } of round.rewards) if (!isMaturing) woken.add(signalOf.user(userId))
    failpoint('promo:rewarding')
    return decided
  })
  failpoint('promo:rewarded')
  for (const name of woken) signals.wake(name)
  return outcomes
}

/** What the limits need to know of a promo. Null when it pays nothing now. */
function limitsOf({ promos, contents, users }: Round, promoId: string): PromoLimits | null {
  const promo = promos.get(promoId)!
  const content = contents.get(promo.content_id)
  const funder = users.get(promo.funder_id)
  if (!promo.is_paying || content === undefined || funder === undefined || isPausedFunder(funder)) return null
  return {
    payoutMsat: promo.payout_msat,
    budgetMsat: promo.budget_msat,
    restMsat: restOf(promo),
    durationSeconds: content.durationSeconds ?? 0,
  }
}

/** Decides one claim after another: each sees what was given before it. */
function decideClaim(round: Round, claim: Claim): Outcome<Rewarded> {
  const { now, day, promos } = round
  const promo = promos.get(claim.promoId)
  if (promo === undefined) return { error: notFound() }
  const limits = limitsOf(round, promo.id)
  if (limits === null) return { error: new AppError(409, 'promo-ended') }
  const listener = round.listeners.get(claim.userId)!
  const early = millisecondsEarly(listener, now)
  if (early > 0) return { error: new AppError(409, 'promo-too-early', undefined, Math.ceil(early / 1_000)) }
  if (!mayEarnIn(round, promo, claim)) return { error: new AppError(403, 'promo-not-eligible') }
  if (!isHeard(round, promo, claim, limits)) return { error: new AppError(409, 'promo-not-heard') }
  const scopes = scopesOfClaim(promos, claim)
  const isNew = isNewEarner(listener.earning_days, listener.last_day, day)
  const decision = decideReward(limits, givenIn(round.counts, scopes), isNew)
  if (decision === 'ended') return { error: new AppError(409, 'promo-ended') }
  if (decision !== 'paid' && decision !== 'maturing') return { error: new AppError(409, 'promo-limit') }
  return { result: addReward(round, claim, { promo, limits, scopes, isMaturing: decision === 'maturing' }) }
}

function millisecondsEarly({ rewarded_at: rewardedAt }: queries.ListenerRow, now: Date): number {
  return rewardedAt === null ? 0 : MINUTE_MS - (now.getTime() - rewardedAt.getTime())
}

function mayEarnIn(round: Round, promo: PromoRow, { userId }: Claim): boolean {
  const earner = {
    user: round.users.get(userId),
    hasPaidIn: round.paidIn.has(userId),
    isHeld: round.listeners.get(userId)!.held_at !== null,
  }
  const recipientIds = round.terms.get(promo.content_id)?.recipients.map((recipient) => recipient.userId) ?? []
  return mayEarn(earner, { funderId: promo.funder_id, recipientIds, now: round.now })
}

/** A nonce is good once: giving the reward replaces it. */
function isHeard(round: Round, promo: PromoRow, claim: Claim, { durationSeconds }: PromoLimits): boolean {
  const { now } = round
  const { nonce, position, mediaTime, place } = claim
  if (nonce === undefined) {
    const delivery = round.deliveries.get(deliveryKey(place, promo.content_id))
    if (delivery === undefined || round.repeated.has(claim.operationId)) return false
    const elapsedMs = now.getTime() - delivery.started_at.getTime()
    const playableMs = Math.min(elapsedMs + DELIVERED_MS - MINUTE_MS, Number(delivery.delivered_ms))
    // Less than a minute of audio is a minute only of a track that is shorter.
    const neededMs = Math.min(DELIVERED_MS, durationSeconds * 1_000)
    return playableMs - Number(delivery.rewarded_ms) >= neededMs
  }
  const listener = round.listeners.get(claim.userId)!
  if (listener.nonce !== nonce || listener.promo_id !== promo.id || listener.dealt_at === null) return false
  if (position === undefined || mediaTime === undefined) return false
  const dealtPosition = listener.position_seconds ?? 0
  return isMinuteHeard({ dealtAt: listener.dealt_at, dealtPosition, now, position, mediaTime, durationSeconds })
}

type Gift = { promo: PromoRow; limits: PromoLimits; scopes: Scopes; isMaturing: boolean }

/** Notes the reward in the round, so that the next claim sees it. */
function addReward(round: Round, claim: Claim, { promo, limits, scopes, isMaturing }: Gift): Rewarded {
  const { now, day, counts, added, lifetimes, listeners } = round
  const { userId, place } = claim
  const { payoutMsat } = limits
  const pair = `${promo.id} ${userId}`
  round.rewards.push({
    id: claim.nonce ?? claim.operationId,
    promoId: promo.id,
    userId,
    amountMsat: payoutMsat,
    isMaturing,
    isFirst: !lifetimes.has(pair),
    ...place,
  })
  lifetimes.set(pair, (lifetimes.get(pair) ?? 0n) + payoutMsat)
  for (const [name, scope] of Object.entries(scopes)) {
    if (scope === null || (name === 'newcomers' && !isMaturing)) continue
    for (const all of [counts, added]) {
      const before = all.get(scope) ?? { amountMsat: 0n, rewardCount: 0 }
      all.set(scope, { amountMsat: before.amountMsat + payoutMsat, rewardCount: before.rewardCount + 1 })
    }
  }
  promo.rewarded_msat += payoutMsat
  const listener = listeners.get(userId)!
  if (listener.last_day !== day) listener.earning_days++
  listener.last_day = day
  listener.rewarded_at = now
  round.changed.add(userId)
  if (claim.nonce === undefined) takeDelivery(round, promo, place)
  const after = { ...limits, restMsat: restOf(promo) }
  const promoUser = describeEarner(after, givenIn(counts, scopes), {
    mayEarn: true,
    lifetimeMsat: lifetimes.get(pair)!,
  })
  const goesOn = claim.nonce !== undefined && promoUser.canEarnToday
  listener.nonce = goesOn ? newId(now.getTime()) : null
  Object.assign(listener, { promo_id: promo.id, dealt_at: now, position_seconds: claim.position ?? 0 })
  const next = listener.nonce === null ? null : { nonce: listener.nonce, secondsLeft: ANSWER_SECONDS }
  return { msatAmount: payoutMsat, isMaturing, promoUser, next }
}

function takeDelivery(round: Round, promo: PromoRow, place: Place): void {
  const delivery = round.deliveries.get(deliveryKey(place, promo.content_id))!
  delivery.rewarded_ms += BigInt(DELIVERED_MS)
}

async function writeRound(tx: Tx, round: Round): Promise<void> {
  const { now, day, rewards, added, listeners, changed, promos } = round
  if (rewards.length === 0) return
  const maturesAt = new Date(now.getTime() + MATURING_MS)
  await queries.insertRewards(tx, rewards, { counts: added, day, maturesAt, now })
  await queries.updateListeners(
    tx,
    [...changed].map((userId) => listeners.get(userId)!),
  )
  await queries.saveDeliveries(
    tx,
    [...round.deliveries].map(([key, row]) => ({ ...row, network: key.split(' ')[0]! })),
    day,
  )
  for (const userId of new Set(rewards.filter(({ isMaturing }) => isMaturing).map((reward) => reward.userId))) {
    if (listeners.get(userId)!.earning_days === 1) await openAccount(tx, { kind: 'maturing', userId })
  }
  await postAll(
    tx,
    rewards.map((reward) => transferOf(reward, now)),
  )
  await writeLines(tx, round)
  for (const promo of promos.values())
    if (promo.is_open && restOf(promo) < promo.payout_msat) await endLocked(tx, promo, now)
}

function transferOf({ id, promoId, userId, amountMsat, isMaturing }: queries.NewReward, now: Date): NewTransfer {
  return {
    idem: `reward:${id}`,
    kind: 'top-up',
    legs: [
      { account: { kind: 'promo', id: promoId }, amountMsat: -amountMsat },
      { account: { kind: isMaturing ? 'maturing' : 'user', userId }, amountMsat },
    ],
    ref: { type: 'promo', id: promoId },
    occurredAt: now,
  }
}

/** One Top Up line per listener and day. */
async function writeLines(tx: Tx, { rewards, now, day }: Round): Promise<void> {
  const sums = new Map<string, { earnedMsat: bigint; changeMsat: bigint }>()
  for (const { userId, amountMsat, isMaturing } of rewards) {
    const { earnedMsat, changeMsat } = sums.get(userId) ?? { earnedMsat: 0n, changeMsat: 0n }
    sums.set(userId, { earnedMsat: earnedMsat + amountMsat, changeMsat: changeMsat + (isMaturing ? 0n : amountMsat) })
  }
  const days = await queries.storeDays(
    tx,
    [...sums.keys()].map((userId) => ({ id: newId(now.getTime()), userId })),
    day,
  )
  await growLines(
    tx,
    [...sums].map(([userId, { earnedMsat, changeMsat }]) => ({
      id: newId(now.getTime()),
      user_id: userId,
      type: 'Top Up',
      payment_id: days.get(userId)!,
      amount_msat: earnedMsat,
      change_msat: changeMsat,
      pending_msat: earnedMsat - changeMsat,
      created_at: now,
    })),
  )
}
