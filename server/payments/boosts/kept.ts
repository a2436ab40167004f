/** Shares of boosts that are below the smallest payment (money rule 31): those of one recipient are paid together once there is
 * enough, and what cannot be paid returns to the balance after 30 days. */
import { requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { lockBalance, openAccount } from '#server/ledger/balances.ts'
import { post } from '#server/ledger/transfer.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { workUnderLeases } from '#server/platform/jobs/lanes.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import * as rows from '#server/payments/kept/queries.ts'
import type { KeptRow } from '#server/payments/kept/queries.ts'
import { readDestination } from '#server/payments/payouts/destination.ts'
import { payOwnAddress } from '#server/payments/payouts/internal-transfer.ts'
import { changeRoutingLine, KEPT_RETRY_MS } from '#server/payments/payouts/kept-end.ts'
import { inBackground } from '#server/payments/payouts/in-background.ts'
import { sendPayout } from '#server/payments/payouts/payout.ts'
import { reservePayout } from '#server/payments/payouts/reserve.ts'
import { requireBelowLimits } from '#server/payments/payouts/withdrawal-limits.ts'
import { chooseReserve } from '#server/payments/payouts/withdrawal-reserve.ts'
import { type BoostOf, changeBoostLine } from '#server/payments/statements/boost-line.ts'
import { idOfLeg } from './leg-id.ts'

const AT_ONCE = 4
const ROUND_MAX = 100
/** Longer than fetching an invoice takes, so that no other process tries the same recipient meanwhile. */
const LEASE_MS = 60_000
const KEPT_MS = 30 * 86_400_000

const accountOf = (userId: string) => ({ kind: 'boost', id: userId }) as const

/** Opens and locks the account. Before any balance is locked. */
export async function lockKeptOf(tx: Tx, userId: string): Promise<void> {
  await openAccount(tx, accountOf(userId))
  await lockBalance(tx, accountOf(userId))
}

/** Moves small shares of a new boost out of the balance, with the account locked. */
export async function keep(tx: Tx, boost: BoostOf, keptMsat: bigint, at: Date): Promise<void> {
  await post(tx, {
    idem: `boost-kept:${boost.id}`,
    kind: 'boost-kept',
    legs: [
      { account: { kind: 'user', userId: boost.userId }, amountMsat: -keptMsat },
      { account: accountOf(boost.userId), amountMsat: keptMsat },
    ],
    ref: { type: 'boost', id: boost.id },
    occurredAt: at,
  })
  await changeBoostLine(tx, boost, { amountMsat: keptMsat, changeMsat: -keptMsat }, at)
}

/** One round: every recipient for whom enough is kept. */
export async function payKept(deps: PaymentDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, limits, log } = deps
  return workUnderLeases({
    laneCount: AT_ONCE,
    max: ROUND_MAX,
    stopping,
    clock,
    leaseMs: LEASE_MS,
    claim: async (now, until) => {
      const claimed = await rows.claimDueKept(database.read, { now, until, leastMsat: limits.minPaymentMsat })
      return claimed.length === 0 ? undefined : claimed
    },
    work: (claimed) => payTogether(deps, claimed),
    onError: (_claimed, error) => log.error('kept-shares-not-paid', { error }),
  })
}

/** Another process was first, or what was claimed has returned to the balance meanwhile. */
class NoLongerKept extends Error {
  override name = 'NoLongerKept'
}

async function payTogether(deps: PaymentDeps, kept: readonly KeptRow[]): Promise<void> {
  const { database, clock, log } = deps
  const { address, user_id: userId } = kept[0]!
  const msatAmount = kept.reduce((sum, row) => sum + row.amount_msat, 0n)
  const payoutId = newId()
  const take = async (tx: Tx, state: 'sending' | 'paid') => {
    if (!(await rows.takeKept(tx, kept, { payoutId, kept: state }))) throw new NoLongerKept()
  }
  try {
    await requireWithdrawalsAllowed(database.read, userId)
    const destination = await readDestination(deps, { lightningAddress: address, msatAmount })
    if (destination.to === 'own-invoice') throw new AppError(422, 'invoice-own-node')
    if (destination.to === 'own-address') {
      const inSameTx = (tx: Tx) => take(tx, 'paid')
      await payOwnAddress(deps, userId, payoutId, destination, { inSameTx, keptBy: accountOf(userId) })
      return
    }
    const { invoice } = destination
    const feeReserveMsat = chooseReserve(deps, invoice.amountMsat, undefined)
    const boostId = idOfLeg({ ...kept[0]!, attempt: 0 })
    await database.transaction(async (tx) => {
      const now = clock.now()
      await lockKeptOf(tx, userId)
      await take(tx, 'sending')
      await reservePayout(deps, tx, { payoutId, purpose: 'boost', userId, invoice, feeReserveMsat, boostId })
      await requireWithdrawalsAllowed(tx, userId)
      await requireBelowLimits(deps, tx, userId, now)
      await changeRoutingLine(tx, { user_id: userId, boost_id: boostId, address }, feeReserveMsat, now)
    })
  } catch (error) {
    if (error instanceof NoLongerKept) return
    if (!(error instanceof AppError)) throw error
    log.info('kept-shares-wait', { userId, reason: error.code })
    const until = new Date(clock.now().getTime() + KEPT_RETRY_MS)
    return rows.postponeKept(database.read, kept, { until, failure: error.code })
  }
  deps.failpoint('boost:held')
  void inBackground(deps, sendPayout(deps, payoutId))
}

/** One round: what has waited for 30 days returns to the balance. */
export async function returnKept(deps: PaymentDeps): Promise<number> {
  const { database, clock, signals } = deps
  const now = clock.now()
  const before = new Date(now.getTime() - KEPT_MS)
  const userIds = await rows.listUsersWithKept(database.read, before, ROUND_MAX)
  for (const userId of userIds) {
    await database.transaction((tx) => returnBefore(tx, userId, before, now))
    deps.failpoint('boost:returned')
    signals.wake(signalOf.user(userId))
  }
  return userIds.length
}

/** Before the account is deleted and its balance locked. Payouts without an outcome prevent the deletion. */
export function returnKeptOf(tx: Tx, userId: string, now: Date): Promise<void> {
  return returnBefore(tx, userId, null, now)
}

async function returnBefore(tx: Tx, userId: string, before: Date | null, now: Date): Promise<void> {
  await lockBalance(tx, accountOf(userId))
  const returned = await rows.returnWaiting(tx, userId, before)
  const amountMsat = returned.reduce((sum, { msat }) => sum + msat, 0n)
  if (amountMsat === 0n) return
  const id = newId(now.getTime())
  await post(tx, {
    idem: `boost-returned:${id}`,
    kind: 'boost-returned',
    legs: [
      { account: accountOf(userId), amountMsat: -amountMsat },
      { account: { kind: 'user', userId }, amountMsat },
    ],
    ref: { type: 'boost-return', id },
    occurredAt: now,
  })
  for (const { id: boostId, title, msat } of returned) {
    await changeBoostLine(tx, { id: boostId, userId, title }, { amountMsat: -msat, changeMsat: msat }, now)
  }
}
