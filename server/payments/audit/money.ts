/** The state of the money for operators: accounts, the last audit, payouts without an outcome, and suspense items. */
import { sql } from 'kysely'
import { getMoney, assignSuspense } from '#contract/operator/admin.ts'
import { type Data, isForRole } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { listOperators } from '#server/accounts/roles.ts'
import { findUsersByUsernames, readUserSummaries } from '#server/accounts/users.ts'
import { sumByKind, sumLiabilities } from '#server/ledger/balances.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { describeColdStorage, sumColdStorage } from './cold-storage.ts'
import { listProposals, requireSecondOperator } from './second-operator.ts'
import { sumOutflow } from '#server/payments/payouts/outflow.ts'
import { readAuditState } from './state.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { isLoss, listOpenDifferences, type DifferenceRow } from './difference-queries.ts'
import { readOutgoingStop } from '#server/payments/outgoing-stop.ts'
import { listUnfinishedPayouts } from '#server/payments/payouts/queries.ts'
import { payoutDetail, refundableFrom } from '#server/payments/state.ts'
import * as suspense from '#server/payments/statements/suspense.ts'

export async function readMoney(deps: PaymentDeps, caller: Caller): Promise<Data<typeof getMoney>> {
  requireOperator(caller, getMoney)
  const tx = deps.database.read
  const unfinished = await listUnfinishedPayouts(tx)
  const spendable = await deps.node.balance().then(
    (balance) => balance.spendableMsat,
    () => null,
  )
  return {
    accounts: (await sumByKind(tx)).map(({ kind, sumMsat }) => ({ account: kind, msatBalance: sumMsat })),
    msatOwed: await sumLiabilities(tx),
    msatSpendable: spendable,
    audit: await readAuditState(tx),
    differences: (await listOpenDifferences(tx)).slice(0, LISTED_MAX).map(describeDifference),
    outgoing: await describeStop(tx),
    custody: await describeCustody(deps, tx),
    coldStorage: await describeColdStorage(deps, tx, caller.userId),
    proposals: await listProposals(tx, caller.userId, deps.clock.now()),
    payouts: unfinished.map((payout) => ({
      paymentId: payout.id,
      purpose: payout.purpose,
      detail: payoutDetail(payout.state) ?? 'unknown',
      msatAmount: payout.amount_msat,
      paymentHash: payout.payment_hash,
      createdAt: payout.created_at,
      refundableAt: refundableFrom(payout),
    })),
    suspense: (await suspense.listSuspense(tx)).map(({ id, amountMsat, userId: _owner, ...item }) => ({
      itemId: id,
      ...item,
      msatAmount: amountMsat,
    })),
  }
}

async function describeCustody({ limits, clock }: PaymentDeps, tx: Tx): Promise<Data<typeof getMoney>['custody']> {
  const { outflowPerHourMsat: capMsat, twoOperatorsMsat } = limits
  const operators = await listOperators(tx)
  return {
    msatOutLastHour: await sumOutflow(tx, clock.now()),
    msatOutPerHour: capMsat === 0n ? null : capMsat,
    msatTwoOperators: twoOperatorsMsat === 0n ? null : twoOperatorsMsat,
    isAlone: operators.filter(({ role }) => isForRole(getMoney, role)).length < 2,
  }
}

const LISTED_MAX = 200

function describeDifference({ id, receivedMsat, sentMsat, feeMsat, state: _open, ...row }: DifferenceRow) {
  const msatChange = row.kind === 'books' || isLoss(row.kind) ? null : receivedMsat - sentMsat - feeMsat
  return { differenceId: id, ...row, msatChange }
}

async function describeStop(tx: Tx): Promise<Data<typeof getMoney>['outgoing']> {
  const { stoppedBy, ...stop } = await readOutgoingStop(tx)
  const names = stoppedBy === null ? undefined : await readUserSummaries(tx, [stoppedBy])
  return { ...stop, stoppedBy: names?.get(stoppedBy!)?.username ?? null }
}

export async function assignToOwner(
  deps: PaymentDeps,
  caller: Caller,
  itemId: string,
  { username, reason }: { username: string; reason?: string | undefined },
): Promise<Data<typeof assignSuspense>> {
  requireOperator(caller, assignSuspense)
  requireRecentAuth(caller)
  const { database, clock, log, signals } = deps
  const [user] = await findUsersByUsernames(database.read, [username])
  if (user === undefined) throw new AppError(404, 'recipients-unknown')
  const now = clock.now()
  const assigned = await database.transaction(async (tx) => {
    const item = await suspense.assignSuspense(tx, itemId, user.userId, now)
    if (item === null) return null
    const booking = { action: 'assign-suspense', subjectId: itemId, userId: user.userId, ...item } as const
    await requireSecondOperator(deps, tx, caller.userId, booking)
    const details = { to: user.username, msat: String(item.amountMsat) }
    await recordAdminAction(tx, {
      adminId: caller.userId,
      action: 'give',
      target: { type: 'suspense', id: itemId },
      ...(reason === undefined ? {} : { reason }),
      details,
      now,
    })
    return item
  })
  if (assigned === null) throw notFound()
  log.info('suspense-given', { itemId, adminId: caller.userId, userId: user.userId, amountMsat: assigned.amountMsat })
  signals.wake(signalOf.user(user.userId))
  return { msatAmount: assigned.amountMsat, username: user.username }
}

/** The figures about money in health and metrics. */
export type MoneyHealth = {
  /** An audit has found this database right. */
  isChecked: boolean
  isHalted: boolean
  /** By an operator. */
  isStopped: boolean
  /** Since a restore, until an operator has resumed outgoing payments. */
  isRecovering: boolean
  /** The last audit found a difference. */
  isWrong: boolean
  lastAuditAt: Date | null
  unfinished: number
  /** Reserved, and waiting for the node to be reachable and to have enough liquidity. */
  queued: number
  oldestUnknownSeconds: number
  msatColdStorage: bigint
}

const QUEUED_AFTER_MS = 10_000

export async function readMoneyHealth(tx: Tx, now: Date): Promise<MoneyHealth> {
  const state = await readAuditState(tx)
  const { rows } = await sql<{ unfinished: number; queued: number; oldest: number }>`
    SELECT count(*)::int AS unfinished,
      (count(*) FILTER (WHERE state = 'reserved' AND created_at < ${new Date(now.getTime() - QUEUED_AFTER_MS)}))::int
        AS queued,
      coalesce(extract(epoch FROM ${now}::timestamptz - min(created_at) FILTER (WHERE state = 'unknown')), 0)::float
        AS oldest
    FROM payout WHERE state IN ('reserved', 'sending', 'unknown')`.execute(tx)
  const row = rows[0]!
  const { stoppedAt, recoveringSince } = await readOutgoingStop(tx)
  return {
    isChecked: state.isChecked,
    isHalted: state.haltedAt !== null,
    isStopped: stoppedAt !== null,
    isRecovering: recoveringSince !== null,
    isWrong: state.wrongSince !== null,
    lastAuditAt: state.lastRunAt,
    unfinished: row.unfinished,
    queued: row.queued,
    oldestUnknownSeconds: row.oldest,
    msatColdStorage: await sumColdStorage(tx),
  }
}
