/** Pays what has been earned by Lightning addresses on other servers that splits name, and returns to the owner what cannot be
 * paid. When and how much: outside-plan.ts. Each attempt is a payout like any other (payouts/payout.ts). */
import { findDeletedUsers } from '#server/accounts/users.ts'
import { lockBalance, lockUserBalance, readBalance } from '#server/ledger/balances.ts'
import { post } from '#server/ledger/transfer.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { workUnderLeases } from '#server/platform/jobs/lanes.ts'
import { fetchAddressInvoice, type AddressInvoice } from '#server/payments/addresses/external.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import * as rows from '#server/payments/outside/queries.ts'
import type { OutsideRow } from '#server/payments/outside/queries.ts'
import { makePlansDue } from '#server/payments/payouts/forward-queries.ts'
import { failOutside } from '#server/payments/payouts/outside-end.ts'
import { inBackground } from '#server/payments/payouts/in-background.ts'
import { sendPayout } from '#server/payments/payouts/payout.ts'
import { isOutflowLimit } from '#server/payments/payouts/outflow.ts'
import { reservePayout } from '#server/payments/payouts/reserve.ts'
import { readWithdrawalLeft } from '#server/payments/payouts/withdrawal-limits.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { recordDeletedShare } from '#server/payments/statements/suspense.ts'
import { amountOf, findReasonToHold, nextStep } from './outside-plan.ts'
import { ASKED_AT_ONCE, fullReserve } from './plan.ts'

/** In one round. */
const ROUND_MAX = 100
/** Longer than fetching an invoice takes, so that no other process tries the same recipient meanwhile. */
const LEASE_MS = 60_000
const LEAST_MSAT = 1_000n
/** Errors caused by the invoice that an address returned. */
const INVOICE_REFUSALS = new Set<string>(['invoice-own-node', 'invoice-already-tried'])

/** One round: everything that is due. */
export async function payOutside(deps: PaymentDeps, stopping?: AbortSignal): Promise<number> {
  const { database, clock, log } = deps
  return workUnderLeases({
    laneCount: ASKED_AT_ONCE,
    max: ROUND_MAX,
    stopping,
    clock,
    leaseMs: LEASE_MS,
    claim: (now, until) => rows.claimDueOutside(database.read, now, until),
    work: (row) => checkAddress(deps, row),
    onError: (row, error) => log.error('outside-not-paid', { outsideId: row.id, error }),
  })
}

const accountOf = (id: string) => ({ kind: 'outside', id }) as const

async function checkAddress(deps: PaymentDeps, row: OutsideRow): Promise<void> {
  const { database, clock } = deps
  const now = clock.now()
  const step = nextStep(row, await readBalance(database.read, accountOf(row.id)), now)
  if (step.do === 'wait') return rows.postponeOutside(database.read, row.id, { until: step.until })
  if (step.do === 'return') return database.transaction((tx) => returnToOwner(deps, tx, row.id))
  const heldBack = await findReasonToHold(deps, database.read, row.owner_id)
  if (heldBack === null) return tryPayment(deps, row)
  await rows.postponeOutside(database.read, row.id, { heldBack, until: new Date(now.getTime() + LEASE_MS) })
}

/** One attempt: request an invoice from the address, reserve the money, call the node. */
async function tryPayment(deps: PaymentDeps, row: OutsideRow): Promise<void> {
  const { database, clock, log } = deps
  const tx = database.read
  const heldMsat = await readBalance(tx, accountOf(row.id))
  const leftMsat = await readWithdrawalLeft(deps, tx, row.owner_id, clock.now())
  const wantedMsat = amountOf(deps, heldMsat, heldMsat)
  const amountMsat = amountOf(deps, heldMsat, leftMsat)
  // A limit may leave a part of it, but not dust.
  if (amountMsat < LEAST_MSAT || amountMsat * 10n < wantedMsat) {
    const until = new Date(clock.now().getTime() + LEASE_MS)
    return rows.postponeOutside(tx, row.id, { heldBack: 'limit', until })
  }
  const payoutId = newId()
  try {
    const invoice = await fetchAddressInvoice(deps, { address: row.address, amountMsat }).catch(failed)
    // Another address that leads to this server.
    if (invoice.payee === deps.nodePubkey) throw new AddressFailed('invoice-own-node')
    if (!(await database.transaction((tx_) => reserveAttempt(deps, tx_, row, { invoice, payoutId })))) return
  } catch (error) {
    if (isOutflowLimit(error)) {
      const until = new Date(clock.now().getTime() + LEASE_MS)
      return rows.postponeOutside(tx, row.id, { heldBack: 'limit', until })
    }
    const reason = reasonIn(error)
    if (reason === null) throw error
    log.warn('outside-address-failed', { outsideId: row.id, reason })
    return database.transaction((tx_) => failOutside(deps, tx_, row.id, reason))
  }
  deps.failpoint('outside:held')
  void inBackground(deps, sendPayout(deps, payoutId))
}

/** The address did not return an invoice that can be paid. */
class AddressFailed extends Error {
  override name = 'AddressFailed'
}

function failed(error: unknown): never {
  throw error instanceof AppError ? new AddressFailed(error.code, { cause: error }) : error
}

/** Null for errors that say nothing about the address. */
function reasonIn(error: unknown): string | null {
  if (error instanceof AddressFailed) return error.message
  return error instanceof AppError && INVOICE_REFUSALS.has(error.code) ? error.code : null
}

/** False when it may no longer be paid: another process was first, the owner withdrew, or a hold was set meanwhile. */
async function reserveAttempt(
  deps: PaymentDeps,
  tx: Tx,
  { id, owner_id: ownerId }: OutsideRow,
  { invoice, payoutId }: { invoice: AddressInvoice; payoutId: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const { amountMsat } = invoice
  const heldMsat = await lockBalance(tx, accountOf(id))
  // An operator who sets a hold waits for us, or we see the hold.
  await lockUserBalance(tx, ownerId)
  const row = await rows.lockOutside(tx, id)
  const reserveMsat = fullReserve(deps, amountMsat)
  if (nextStep(row, heldMsat, now).do !== 'pay' || heldMsat < amountMsat + reserveMsat) return false
  if ((await findReasonToHold(deps, tx, ownerId)) !== null) return false
  if ((await readWithdrawalLeft(deps, tx, ownerId, now)) < amountMsat) return false
  await rows.postponeOutside(tx, id, { until: new Date(now.getTime() + LEASE_MS) })
  return reservePayout(deps, tx, {
    payoutId,
    purpose: 'outside',
    userId: ownerId,
    invoice,
    feeReserveMsat: reserveMsat,
    outsideId: id,
  })
}

/** What waits goes to the owner, if that is still due. */
async function returnToOwner(deps: PaymentDeps, tx: Tx, id: string): Promise<void> {
  const { clock, signals } = deps
  const now = clock.now()
  const amountMsat = await lockBalance(tx, accountOf(id))
  const row = await rows.lockOutside(tx, id)
  const step = nextStep(row, amountMsat, now)
  if (step.do !== 'return') return
  await moveBack(tx, row, { amountMsat, isGivenUp: step.isGivenUp, now })
  await makePlansDue(tx, [row.owner_id], now)
  deps.failpoint('outside:returning')
  signals.wake(signalOf.user(row.owner_id))
}

/** Nothing is due before a new share arrives, which sets its own time. */
const IDLE_MS = 180 * 86_400_000

type Return = { amountMsat: bigint; isGivenUp: boolean; now: Date }

/** With the account and its row locked. To suspense for an owner whose account is deleted, or about to be. */
async function moveBack(
  tx: Tx,
  row: OutsideRow,
  { amountMsat, isGivenUp, now }: Return,
  isLeaving = false,
): Promise<void> {
  const { id, owner_id: ownerId, address } = row
  const isGone = isLeaving || (await findDeletedUsers(tx, [ownerId])).has(ownerId)
  const nextLookAt = new Date(now.getTime() + IDLE_MS)
  await rows.recordOutsideReturn(tx, id, { amountMsat, isGivenUp, now, nextLookAt })
  if (amountMsat === 0n) return
  const paymentId = newId(now.getTime())
  await post(tx, {
    idem: `outside-returned:${paymentId}`,
    kind: 'outside-returned',
    legs: [
      { account: accountOf(id), amountMsat: -amountMsat },
      isGone ? { account: 'suspense', amountMsat } : { account: { kind: 'user', userId: ownerId }, amountMsat },
    ],
    ref: { type: 'outside-recipient', id },
    occurredAt: now,
  })
  if (isGone) {
    return recordDeletedShare(tx, { paymentId: id, userId: ownerId, amountMsat, createdAt: now })
  }
  const line = { id: newId(now.getTime()), user_id: ownerId, type: 'Earnings' as const, payment_id: paymentId }
  const about = { note: 'outside-returned', title: address, created_at: now } as const
  await insertLines(tx, [{ ...line, ...about, amount_msat: amountMsat, change_msat: amountMsat }])
}

/** Before the owner's account is deleted and its balance locked: what waits for their recipients goes to suspense, and so does
 * what is paid later. Payouts without an outcome prevent the deletion. */
export async function endOutsideOf(tx: Tx, ownerId: string, now: Date): Promise<void> {
  for (const { id } of await rows.listOutsideOf(tx, ownerId)) {
    const amountMsat = await lockBalance(tx, accountOf(id))
    await moveBack(tx, await rows.lockOutside(tx, id), { amountMsat, isGivenUp: true, now }, true)
  }
}
