/** Whether an account can earn by listening now. Whether it earns by a certain promo is in views.ts. */
import { PAYOUT_MIN_MSAT } from '#contract/payments/promo-budget.ts'
import type { getEarning } from '#contract/listening/promos.ts'
import type { Data } from '#contract/endpoint.ts'
import { readUsers } from '#server/accounts/users.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { type Earner, earnsFrom, listenerScope, refuseEarner } from './earners.ts'
import { LISTENER_DAY_MSAT } from './limits.ts'
import { findPaidIn, readCounts, readListener } from './reward-queries.ts'

const DAY_MS = 24 * 3_600_000

export async function readEarner(tx: Tx, userId: string): Promise<Earner> {
  const listener = await readListener(tx, userId)
  return {
    user: (await readUsers(tx, [userId])).get(userId),
    hasPaidIn: (await findPaidIn(tx, [userId])).has(userId),
    isHeld: listener !== undefined && listener.held_at !== null,
  }
}

/** The signed-in user. */
export async function readEarning({ database, clock }: PaymentDeps, caller: Caller): Promise<Data<typeof getEarning>> {
  requireUser(caller)
  const now = clock.now()
  const scope = listenerScope(caller.userId)
  const msatToday = (await readCounts(database.read, [scope], dayOf(now))).get(scope)?.amountMsat ?? 0n
  const earner = await readEarner(database.read, caller.userId)
  const isFull = msatToday + PAYOUT_MIN_MSAT > LISTENER_DAY_MSAT
  const state = refuseEarner(earner, now) ?? (isFull ? 'limit' : 'now')
  const from = state === 'new' && earner.user ? earnsFrom(earner.user) : state === 'limit' ? nextDayOf(now) : null
  return { state, from, msatToday, msatDayMax: LISTENER_DAY_MSAT }
}

const nextDayOf = (now: Date) => new Date(Date.parse(dayOf(now)) + DAY_MS)
