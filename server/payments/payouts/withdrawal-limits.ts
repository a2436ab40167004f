/** The limits of withdrawals: how much an account can withdraw in 24 hours, and how often withdrawals may fail. The
 * amount above which a proof is needed is in step-up.ts; users see both before they withdraw. */
import type { Data } from '#contract/endpoint.ts'
import type { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { changedRecently } from '#server/accounts/factor-ages.ts'
import { type User, readUser } from '#server/accounts/users.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readWithdrawalUse } from './queries.ts'
import { readLeft } from '#server/payments/step-up.ts'

const YOUNG_MS = 24 * 3_600_000

type LimitDeps = Pick<PaymentDeps, 'clock' | 'limits'>

/** The caller's own limits. */
export async function readWithdrawalLimits(
  deps: LimitDeps & Pick<PaymentDeps, 'database'>,
  caller: Caller,
): Promise<Data<typeof getWithdrawalLimits>> {
  requireUser(caller)
  const { limits, clock, database } = deps
  const now = clock.now()
  const { userId } = caller
  const [user, use, left] = await Promise.all([
    readUser(database.read, userId),
    readWithdrawalUse(database.read, userId, now),
    readLeft(database.read, [userId], now),
  ])
  const { limitMsat, risesAt } = limitOf(deps, user, now)
  const hasChangedLogin = user !== null && changedRecently(user, now)
  return {
    msatLimit: limitMsat,
    msatRemaining: positive(limitMsat - use.lastDayMsat),
    rises: risesAt && { at: risesAt, msatLimit: limits.dailyWithdrawalMsat },
    msatStepUp: limits.stepUpMsat,
    msatWithoutProof: hasChangedLogin ? 0n : positive(limits.stepUpMsat - (left.get(userId) ?? 0n)),
    hasChangedLogin,
  }
}

/** Call this after the payout is inserted, so that it counts. */
export async function requireBelowLimits(deps: LimitDeps, tx: Tx, userId: string, now: Date): Promise<void> {
  const use = await readWithdrawalUse(tx, userId, now)
  const { limitMsat, isYoung } = limitOf(deps, await readUser(tx, userId), now)
  if (use.lastDayMsat > limitMsat) {
    const why = isYoung ? 'in the first 24 hours of an account' : 'in 24 hours'
    throw new AppError(422, 'withdrawal-limit', `At most ${limitMsat / 1000n} sats can be withdrawn ${why}.`)
  }
  if (use.failedLastHour >= deps.limits.failedWithdrawalsPerHour) {
    throw new AppError(429, 'withdrawals-failing', 'Too many withdrawals have failed in the last hour.', 600)
  }
}

/** What may still leave this account in these 24 hours. */
export async function readWithdrawalLeft(deps: LimitDeps, tx: Tx, userId: string, now: Date): Promise<bigint> {
  const use = await readWithdrawalUse(tx, userId, now)
  return positive(limitOf(deps, await readUser(tx, userId), now).limitMsat - use.lastDayMsat)
}

/** `risesAt`: when a new account gets the higher limit; null when that limit is not higher. */
function limitOf({ limits }: LimitDeps, user: User | null, now: Date) {
  const grownAt = new Date((user?.createdAt ?? now).getTime() + YOUNG_MS)
  const isYoung = now < grownAt
  const limitMsat = isYoung ? limits.youngWithdrawalMsat : limits.dailyWithdrawalMsat
  return { limitMsat, isYoung, risesAt: limitMsat < limits.dailyWithdrawalMsat ? grownAt : null }
}

const positive = (msat: bigint) => (msat > 0n ? msat : 0n)
