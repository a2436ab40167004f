/** A user's Lightning address: setting it, removing it, and the status of forwarding to it. Forwarding is in
 * forward.ts. */
import type { Data } from '#contract/endpoint.ts'
import type { getForwarding } from '#contract/accounts/account.ts'
import { requireGrant } from '#server/accounts/grants.ts'
import { setLightningAddress as storeAddress } from '#server/accounts/users.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { readEntries } from '#server/ledger/statement.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { refuse } from '#server/payments/payouts/destination.ts'
import { countNews, FORWARDED_KINDS, waitingOf } from './plan.ts'
import {
  cancelWaitingBatches,
  deletePlan,
  lockPlan,
  readNewestBatch,
  readPlan,
  upsertPlan,
  type BatchRow,
} from '#server/payments/payouts/forward-queries.ts'
import { checkAddress, ownUsername } from '#server/payments/addresses/external.ts'

const CHANGES_PER_HOUR = { max: 20, windowSeconds: 3_600 }
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Requires a signed-in user with a grant. Checks that the address exists. Forwards what is earned from now on. */
export async function setLightningAddress(
  deps: PaymentDeps,
  caller: Caller,
  text: string,
): Promise<{ userId: string; lightningAddress: string }> {
  requireUser(caller)
  const { userId } = caller
  const { database, clock } = deps
  await countUse(database.read, `ln-address:${userId}`, CHANGES_PER_HOUR, clock.now())
  if (ownUsername(deps, text) !== null) refuse('lightning-address-own')
  const address = await checkAddress(deps, text)
  await database.transaction(async (tx) => {
    // With the account locked, nothing is earned between the newest entry and the plan.
    await lockUserBalance(tx, userId)
    const plan = await lockPlan(tx, userId)
    if (plan?.address === address) return
    const now = clock.now()
    const operation = { action: 'forward-address', amountMsat: null, destination: address, label: address } as const
    await requireGrant(tx, caller, operation, now)
    await cancelWaitingBatches(tx, userId, now)
    const [newest] = await readEntries(tx, userAccount(userId), { kinds: FORWARDED_KINDS, limit: 1 })
    await upsertPlan(tx, { userId, address, countedTo: newest?.txId ?? BEFORE_ALL, now })
    await storeAddress(tx, userId, address)
  })
  deps.signals.wake(signalOf.user(userId))
  return { userId, lightningAddress: address }
}

/** What has not been sent stays in the balance; attempts in progress continue. */
export async function removeLightningAddress(deps: PaymentDeps, caller: Caller): Promise<{ userId: string }> {
  requireUser(caller)
  const { userId } = caller
  await deps.database.transaction(async (tx) => {
    await lockPlan(tx, userId)
    await cancelWaitingBatches(tx, userId, deps.clock.now())
    await deletePlan(tx, userId)
    await storeAddress(tx, userId, null)
  })
  deps.signals.wake(signalOf.user(userId))
  return { userId }
}

export async function readForwarding(deps: PaymentDeps, caller: Caller): Promise<Data<typeof getForwarding>> {
  requireUser(caller)
  const { database, limits } = deps
  const tx = database.read
  const plan = await readPlan(tx, caller.userId)
  const batch = await readNewestBatch(tx, caller.userId)
  const bounds = { msatAtOnce: limits.forwardAtOnceMsat, msatAfterDay: limits.forwardAfterDayMsat }
  const shownBatch = batch === undefined ? null : describeBatch(batch)
  if (plan === undefined) {
    return { lightningAddress: null, msatWaiting: 0n, ...bounds, waitingSince: null, heldBack: null, batch: shownBatch }
  }
  // Includes what has been earned since the forwarder last looked.
  const counted = { ...plan, ...(await countNews(tx, plan, deps.clock.now())) }
  const waiting = waitingOf(counted)
  const msatWaiting = waiting.earnings + waiting['ticket-sale']
  const since = [counted.waiting_since, counted.tickets_waiting_since].filter((date) => date !== null)
  return {
    lightningAddress: plan.address,
    msatWaiting,
    ...bounds,
    waitingSince: msatWaiting === 0n ? null : (since.sort((a, b) => a.getTime() - b.getTime())[0] ?? null),
    heldBack: plan.held_back,
    batch: shownBatch,
  }
}

function describeBatch(batch: BatchRow): NonNullable<Data<typeof getForwarding>['batch']> {
  return {
    paymentId: batch.id,
    msatAmount: batch.amount_msat,
    state: batch.state,
    attempts: batch.attempts,
    nextTryAt: batch.state === 'waiting' ? batch.next_try_at : null,
    lastError: batch.last_error,
    createdAt: batch.created_at,
  }
}
