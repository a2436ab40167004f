/** The purse as its treasurers, the admins, see it: filled from the platform's fees or by an invoice, and returned. None
 * of these calls sends money from this server, so they need no proof and do not count towards what leaves in a day:
 * recipients withdraw what they were given under the limits of their own accounts. */
import * as calls from '#contract/operator/purse.ts'
import type { Data } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { lockPurse, readBalance } from '#server/ledger/balances.ts'
import { post } from '#server/ledger/transfer.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { requestInvoice } from '#server/payments/invoices/invoice.ts'
import type { InvoiceRow } from '#server/payments/invoices/queries.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { accountLimitOf } from './limits.ts'
import { insertPurseMove, listGiftsOfDay, readDayOfGifts, readPurseMove } from './purse-queries.ts'

export async function readPurse(
  { database, clock, limits }: PaymentDeps,
  caller: Caller,
): Promise<Data<typeof calls.getPurse>> {
  requireOperator(caller, calls.getPurse)
  const tx = database.read
  const day = dayOf(clock.now())
  const { giftCount, givenMsat } = await readDayOfGifts(tx, day)
  return {
    isOn: limits.isGiving,
    msatBalance: await readBalance(tx, 'purse'),
    msatPlatformFee: await readBalance(tx, 'platform_fee'),
    msatDailyLimit: limits.giftsPerDayMsat,
    msatAccountLimit: accountLimitOf(limits.giftsPerDayMsat),
    msatToday: givenMsat,
    giftsToday: giftCount,
    gifts: await listGiftsOfDay(tx, day, calls.GIFTS_LISTED),
  }
}

/** Repeating an operation moves no money. */
export async function fillPurse(
  { database, clock, log }: PaymentDeps,
  caller: Caller,
  operationId: string,
  amountMsat: bigint,
): Promise<Data<typeof calls.fillPurse>> {
  requireOperator(caller, calls.fillPurse)
  requireRecentAuth(caller)
  const adminId = caller.userId
  const msatBalance = await database.transaction(async (tx) => {
    const heldMsat = await lockPurse(tx)
    if ((await readPurseMove(tx, operationId)) !== null) return heldMsat
    const now = clock.now()
    await moveToPurse(tx, 'purse-fill', { id: operationId, amountMsat, adminId, createdAt: now })
    await recordAdminAction(tx, { adminId, action: 'fill-purse', details: { msat: String(amountMsat) }, now })
    return heldMsat + amountMsat
  })
  log.info('purse-filled', { adminId, amountMsat })
  return { msatBalance }
}

/** Paid by an external wallet. The money is booked when it arrives (incoming/credit.ts). */
export async function createPurseInvoice(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  amountMsat: bigint,
): Promise<InvoiceRow> {
  requireOperator(caller, calls.createPurseInvoice)
  requireRecentAuth(caller)
  requireWithinLimits(deps, amountMsat)
  return requestPurseInvoice(deps, operationId, amountMsat)
}

export function requestPurseInvoice(deps: PaymentDeps, id: string, amountMsat: bigint): Promise<InvoiceRow> {
  return requestInvoice(deps, { id, purpose: 'purse', ownerId: null, amountMsat, description: 'Gifts', zap: null })
}

export async function emptyPurse(
  { database, clock, log }: PaymentDeps,
  caller: Caller,
  operationId: string,
): Promise<Data<typeof calls.emptyPurse>> {
  requireOperator(caller, calls.emptyPurse)
  requireRecentAuth(caller)
  const adminId = caller.userId
  const msatReturned = await database.transaction(async (tx) => {
    const restMsat = await lockPurse(tx)
    const earlierMsat = await readPurseMove(tx, operationId)
    if (earlierMsat !== null) return -earlierMsat
    if (restMsat === 0n) return 0n
    const now = clock.now()
    await moveToPurse(tx, 'purse-return', { id: operationId, amountMsat: -restMsat, adminId, createdAt: now })
    await recordAdminAction(tx, { adminId, action: 'return-purse', details: { msat: String(restMsat) }, now })
    return restMsat
  })
  log.info('purse-returned', { adminId, amountMsat: msatReturned })
  return { msatReturned }
}

/** Between the platform's fees and the purse; below zero, back to the fees. */
async function moveToPurse(
  tx: Tx,
  kind: 'purse-fill' | 'purse-return',
  move: Omit<Parameters<typeof insertPurseMove>[1], 'source'>,
): Promise<void> {
  const { id, amountMsat, createdAt } = move
  await post(tx, {
    idem: `purse:${id}`,
    kind,
    legs: [
      { account: 'platform_fee', amountMsat: -amountMsat },
      { account: 'purse', amountMsat },
    ],
    ref: { type: 'purse', id },
    occurredAt: createdAt,
  })
  await insertPurseMove(tx, { ...move, source: 'platform-fee' })
}
