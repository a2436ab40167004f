/** An operator books a difference between the books and the node. Our books then equal the node's, and an account bears
 * or receives the amount. One transaction covers the posting and the operators' log. Booking the last open difference
 * lifts the halt. */
import { bookDifference } from '#contract/operator/admin-money.ts'
import type { Data } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { findUsersByUsernames } from '#server/accounts/users.ts'
import { lockUserBalance } from '#server/ledger/balances.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { compareAgain } from './audit.ts'
import type { Difference } from './compare.ts'
import type { Amounts } from './queries.ts'
import { lockAuditState, updateHalt } from './state.ts'
import { requireSecondOperator } from './second-operator.ts'
import { creditArrivals } from '#server/payments/incoming/credit.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import {
  isLoss,
  resolveDifferences,
  lockOpenDifference,
  markBooked,
  readDifference,
  type DifferenceRow,
} from './difference-queries.ts'
import { findPayoutByHash } from '#server/payments/payouts/queries.ts'
import { applyOutcome } from '#server/payments/payouts/payout.ts'
import { insertLines } from '#server/payments/statements/queries.ts'

/** `username`: the account that bears or receives the amount. Undefined for the house. */
export type BookingOrder = { reason: string; username?: string | undefined }
type BookedDifference = Data<typeof bookDifference>

export async function bookAsAdmin(
  deps: PaymentDeps,
  caller: Caller,
  id: string,
  order: BookingOrder,
): Promise<BookedDifference> {
  requireOperator(caller, bookDifference)
  requireRecentAuth(caller)
  return book(deps, caller.userId, id, order)
}

/** `adminId` is null on the command line. A loss is only closed: no amount is known. Everything else is compared with the
 * node once more: if both sides agree by now, nothing is booked. */
export async function book(
  deps: PaymentDeps,
  adminId: string | null,
  id: string,
  { reason, username }: BookingOrder,
): Promise<BookedDifference> {
  const { database, clock, log, signals, failpoint } = deps
  const row = await readDifference(database.read, id)
  if (row === undefined) throw notFound()
  if (row.state !== 'open' || row.kind === 'books') throw notBookable()
  const decision: Decision = { id, adminId, reason, username, userId: null, now: clock.now() }
  if (isLoss(row.kind)) {
    if (username !== undefined) throw notBookable()
    await database.transaction((tx) => closeRow(tx, decision, row, NOTHING, false))
    log.warn('loss-accepted', { id, adminId, kind: row.kind })
    return { state: 'booked' }
  }
  const userId = username === undefined ? null : await findUserId(deps, username)
  const difference = await lookUpAtNode(deps, row)
  const { now } = decision
  if (difference === 'agreed') {
    await database.transaction(async (tx) => {
      await lockAuditState(tx)
      await resolveDifferences(tx, [id], now)
      await updateHalt(tx, now)
    })
    return { state: 'healed' }
  }
  const { kind, paymentHash: subject, ours, nodes } = difference
  /** Does everything except moving the money. Joins the transaction that moves it. */
  const close = async (tx: Tx, booked: Amounts, isAdjustment: boolean) => {
    const amountMsat = row.receivedMsat - row.sentMsat - row.feeMsat
    const booking = { action: 'book-difference', subjectId: id, userId, amountMsat } as const
    await requireSecondOperator(deps, tx, adminId, booking)
    await closeRow(tx, { ...decision, userId }, { kind, subject, ours, nodes }, booked, isAdjustment)
    failpoint('difference:booking')
  }
  await moveMoney(deps, { row, difference, userId, now, close })
  log.warn('difference-booked', { id, adminId, kind, paymentHash: subject })
  if (userId !== null) signals.wake(signalOf.user(userId))
  return { state: 'booked' }
}

type Decision = {
  id: string
  adminId: string | null
  reason: string
  username: string | undefined
  userId: string | null
  now: Date
}
type Closed = Pick<DifferenceRow, 'kind' | 'subject' | 'ours' | 'nodes'>

/** Of several operators who decide at the same time, the first one closes it, and the others are refused. */
async function closeRow(
  tx: Tx,
  { id, adminId, reason, username, userId, now }: Decision,
  { kind, subject: hash, ours, nodes: node }: Closed,
  booked: Amounts,
  isAdjustment: boolean,
): Promise<void> {
  await lockAuditState(tx)
  if ((await lockOpenDifference(tx, id)) === undefined) throw notBookable()
  await markBooked(tx, id, { ...booked, userId, reason, isAdjustment }, now)
  const account = isLoss(kind) ? 'none' : (username ?? 'house')
  const target = { type: 'difference', id }
  const details = { kind, hash, ours, node, account }
  await recordAdminAction(tx, { adminId, action: 'book-difference', target, reason, details, now })
  await updateHalt(tx, now)
}

const notBookable = () => new AppError(422, 'difference-not-bookable')

async function findUserId({ database }: PaymentDeps, username: string): Promise<string> {
  const [user] = await findUsersByUsernames(database.read, [username])
  if (user === undefined) throw new AppError(404, 'recipients-unknown')
  return user.userId
}

async function lookUpAtNode(deps: PaymentDeps, row: DifferenceRow): Promise<Difference | 'agreed'> {
  try {
    return await compareAgain(deps, row)
  } catch (error) {
    deps.log.warn('difference-not-compared', { id: row.id, error })
    throw new AppError(503, 'lightning-unavailable')
  }
}

type Booking = {
  row: DifferenceRow
  difference: Difference
  userId: string | null
  now: Date
  close: (tx: Tx, booked: Amounts, isAdjustment: boolean) => Promise<void>
}

const NOTHING: Amounts = { receivedMsat: 0n, sentMsat: 0n, feeMsat: 0n }

async function moveMoney(deps: PaymentDeps, { row, difference, userId, now, close }: Booking): Promise<void> {
  const { database, node } = deps
  const { kind, paymentHash, change } = difference
  const closeWithOwnTransfer = (tx: Tx) => close(tx, NOTHING, false)
  if (kind === 'payout-unbooked') {
    // A payment that succeeded late: the payout's account is debited by the usual rule.
    const payout = await findPayoutByHash(database.read, paymentHash)
    const outcome = await node.lookupPayment(paymentHash)
    if (payout === undefined || outcome.state !== 'succeeded') throw notBookable()
    return applyOutcome(deps, payout, outcome, closeWithOwnTransfer)
  }
  if (kind === 'receipt-unbooked') {
    const { state, receivedMsat = 0n, feeMsat = 0n, settledAt = now } = await node.lookupInvoice(paymentHash)
    if (state !== 'paid') throw notBookable()
    return creditArrivals(deps, [{ paymentHash, receivedMsat, feeMsat, settledAt }], null, closeWithOwnTransfer)
  }
  await database.transaction(async (tx) => {
    await close(tx, change, true)
    await adjust(tx, { id: row.id, change, userId, now })
  })
}

type Adjustment = { id: string; change: Amounts; userId: string | null; now: Date }

/** Debits a user as far as their balance allows; they owe the remainder. */
async function adjust(tx: Tx, { id, change, userId, now }: Adjustment): Promise<void> {
  const { receivedMsat, sentMsat, feeMsat } = change
  const counterMsat = receivedMsat - sentMsat - feeMsat
  const legs: TransferLeg[] = [
    { account: 'lightning', amountMsat: sentMsat - receivedMsat },
    { account: 'routing_fees', amountMsat: feeMsat },
  ]
  let takenMsat = counterMsat
  if (userId === null) legs.push({ account: 'house', amountMsat: counterMsat })
  else {
    const availableMsat = await lockUserBalance(tx, userId)
    takenMsat = counterMsat < -availableMsat ? -availableMsat : counterMsat
    legs.push({ account: { kind: 'user', userId }, amountMsat: takenMsat })
    legs.push({ account: { kind: 'receivable', userId }, amountMsat: counterMsat - takenMsat })
  }
  const ref = { type: 'difference', id }
  await post(tx, { idem: `book:${id}`, kind: 'correction', legs, ref, occurredAt: now })
  if (userId === null || counterMsat === 0n) return
  await insertLines(tx, [
    {
      id: newId(now.getTime()),
      user_id: userId,
      type: counterMsat < 0n ? 'Withdraw' : 'Deposit',
      payment_id: id,
      amount_msat: counterMsat < 0n ? -counterMsat : counterMsat,
      change_msat: takenMsat,
      created_at: now,
    },
  ])
}
