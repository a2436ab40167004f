/** Funding a promo: from the funder's balance, or by an invoice that anybody may pay. What is required is checked before, and
 * again when the payment arrives. */
import type * as calls from '#contract/payments/promos.ts'
import {
  ACTIVE_PROMOS_MAX,
  budgetOfPayment,
  promoFeeMsat,
  refusePromoBudget,
  type PromoTerms,
} from '#contract/payments/promo-budget.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Operation } from '#server/accounts/grants.ts'
import { heldError, readUser, requireWithdrawalsAllowed } from '#server/accounts/users.ts'
import { readPayable } from '#server/catalog/splits/payable.ts'
import { lockUserBalance, openAccount } from '#server/ledger/balances.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { post, type TransferLeg } from '#server/ledger/transfer.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { requireOwner, requireUser } from '#server/platform/http/authorization.ts'
import type { AuthenticatedUser, Caller } from '#server/platform/http/caller.ts'
import { newId } from '#server/platform/ids.ts'
import { signalOf, type PaymentDeps } from '#server/payments/deps.ts'
import { describeInvoice, requestInvoice, requirePayable } from '#server/payments/invoices/invoice.ts'
import type { OrderKind, PaidOrder } from '#server/payments/orders/order.ts'
import { creditBuyer, recordReturn, returnOrder, sentLine, type Return } from '#server/payments/orders/return.ts'
import { requireNotStopped } from '#server/payments/outgoing-stop.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { requireProofToLeave } from '#server/payments/step-up.ts'
import * as queries from './promo-queries.ts'
import { lockListener } from './reward-queries.ts'

type FundedPromo = Data<typeof calls.createPromo>
/** What is wanted: the promo, which may be new, and the budget that is added to it. */
type Wanted = { promo: queries.NewPromo; budgetMsat: bigint; isFromBalance: boolean }

/** The owner of a published track. */
export async function createPromo(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  body: Input<typeof calls.createPromo>['body'],
): Promise<FundedPromo> {
  requireUser(caller)
  const { database, clock } = deps
  const now = clock.now()
  const content = await readPayable(database.read, body.contentId, now)
  if (content === null || content.contentType !== 'track') throw notFound()
  requireOwner(caller, content.ownerId)
  const promo: queries.NewPromo = {
    id: operationId,
    funder_id: caller.userId,
    content_id: content.contentId,
    content_title: content.title,
    payout_msat: body.msatPayoutAmount,
    created_at: now,
  }
  return fund(deps, caller, operationId, {
    promo,
    budgetMsat: body.msatBudget,
    isFromBalance: body.fromBalance ?? false,
  })
}

/** The funder of the promo. */
export async function topUpPromo(
  deps: PaymentDeps,
  caller: Caller,
  operationId: string,
  { params, body }: Input<typeof calls.topUpPromo>,
): Promise<FundedPromo> {
  const promo = await queries.readPromoRow(deps.database.read, params.id)
  if (promo === undefined) throw notFound()
  requireOwner(caller, promo.funder_id)
  return fund(deps, caller, operationId, {
    promo,
    budgetMsat: body.msatBudget,
    isFromBalance: body.fromBalance ?? false,
  })
}

async function fund(
  deps: PaymentDeps,
  caller: AuthenticatedUser,
  operationId: string,
  wanted: Wanted,
): Promise<FundedPromo> {
  const { database, limits, clock } = deps
  const { promo, budgetMsat } = wanted
  const payoutMsat = promo.payout_msat
  if (refusePromoBudget(budgetMsat, { payoutMsat, heldMsat: 0n, feePpm: limits.feePpm }) !== null) throw invalidBudget()
  const feeMsat = promoFeeMsat(budgetMsat, limits.feePpm)
  const answer = { promoId: promo.id, paymentId: operationId, msatBudget: budgetMsat, msatFee: feeMsat }
  if (wanted.isFromBalance) {
    await fundFromBalance(deps, caller, operationId, wanted)
    return { ...answer, invoice: null }
  }
  requirePayable(deps, budgetMsat + feeMsat)
  await database.transaction(async (tx) => {
    if ((await queries.readFunding(tx, operationId)) !== undefined) return
    await prepare(deps, tx, operationId, wanted)
  })
  const invoice = await requestInvoice(deps, {
    id: operationId,
    purpose: 'promo',
    ownerId: null,
    buyerId: caller.userId,
    amountMsat: budgetMsat + feeMsat,
    description: `Promo: ${promo.content_title}`,
    zap: null,
  })
  return { ...answer, invoice: describeInvoice(invoice, clock.now()) }
}

/** Checks what is required and inserts the rows. Returns the promo, locked. */
async function prepare(deps: PaymentDeps, tx: Tx, operationId: string, wanted: Wanted): Promise<queries.PromoRow> {
  const { limits, clock } = deps
  const { promo, budgetMsat } = wanted
  await queries.insertPromo(tx, promo)
  const locked = (await queries.lockPromo(tx, promo.id))!
  // Fundings of one user are checked one after another.
  await lockListener(tx, locked.funder_id)
  const refusal = await refuseStart(deps, tx, locked)
  if (refusal !== null) throw refusal
  const terms = termsOf(locked, limits.feePpm)
  if (refusePromoBudget(budgetMsat, terms) !== null) throw invalidBudget()
  await queries.insertFunding(tx, {
    id: operationId,
    promo_id: promo.id,
    budget_msat: budgetMsat,
    fee_msat: promoFeeMsat(budgetMsat, limits.feePpm),
    created_at: clock.now(),
  })
  return locked
}

const invalidBudget = () => new AppError(422, 'promo-budget-invalid')

function termsOf(promo: queries.PromoRow, feePpm: number): PromoTerms {
  return { payoutMsat: promo.payout_msat, heldMsat: queries.restOf(promo), feePpm }
}

/** Why this promo may not be funded now: its end, its track, its funder, or other promos. */
async function refuseStart(deps: PaymentDeps, tx: Tx, promo: queries.PromoRow): Promise<AppError | null> {
  if (promo.ended_at !== null) return new AppError(409, 'promo-ended')
  const funder = await readUser(tx, promo.funder_id)
  if (funder === null || funder.isDeleted) return new AppError(409, 'promo-not-possible')
  const held = heldError(funder)
  if (held !== null) return held
  const content = await readPayable(tx, promo.content_id, deps.clock.now())
  if (content === null || !content.isPayable) return new AppError(409, 'promo-not-possible')
  if (promo.is_open) return null
  // Only who owns the track starts a promo. It stays its funder's when the track changes hands later.
  if (content.ownerId !== promo.funder_id) return new AppError(409, 'promo-not-possible')
  const other = await queries.findOpenPromo(tx, promo.content_id)
  if (other !== undefined && other.id !== promo.id) return new AppError(409, 'promo-not-possible')
  const count = await queries.countOpenPromos(tx, promo.funder_id, promo.id)
  return count >= ACTIVE_PROMOS_MAX ? new AppError(409, 'promo-not-possible') : null
}

async function fundFromBalance(
  deps: PaymentDeps,
  caller: AuthenticatedUser,
  operationId: string,
  wanted: Wanted,
): Promise<void> {
  const { database, limits, clock, signals, failpoint } = deps
  const { userId } = caller
  await database.transaction(async (tx) => {
    if ((await queries.readFunding(tx, operationId)) !== undefined) return
    await requireNotStopped(tx)
    const promo = await prepare(deps, tx, operationId, wanted)
    const { budgetMsat } = wanted
    const feeMsat = promoFeeMsat(budgetMsat, limits.feePpm)
    const amountMsat = budgetMsat + feeMsat
    const balanceMsat = await lockUserBalance(tx, userId)
    if (balanceMsat < amountMsat) throw new InsufficientFunds(`${amountMsat - balanceMsat} msat are missing`)
    await requireWithdrawalsAllowed(tx, userId)
    const debit = { account: { kind: 'user', userId }, amountMsat: -amountMsat } as const
    const now = clock.now()
    await book(tx, promo, {
      id: operationId,
      idem: `promo:${operationId}`,
      debit,
      budgetMsat,
      feeMsat,
      rest: null,
      now,
    })
    const line = { id: newId(now.getTime()), user_id: userId, type: 'Zap Sent', payment_id: operationId } as const
    const what = { created_at: now, note: 'promo-budget', title: promo.content_title } as const
    await insertLines(tx, [{ ...line, ...what, amount_msat: amountMsat, change_msat: -amountMsat }])
    await requireProofToLeave(deps, tx, caller, operationOf(promo, amountMsat))
    failpoint('promo:funding')
  })
  signals.wake(signalOf.user(userId))
}

function operationOf(promo: queries.PromoRow, amountMsat: bigint): Operation {
  return { action: 'promo', amountMsat, destination: promo.content_id, label: promo.content_title }
}

type Funded = {
  /** The id of the payment. */
  id: string
  idem: string
  debit: TransferLeg
  budgetMsat: bigint
  feeMsat: bigint
  /** What is left over of a larger payment. */
  rest: TransferLeg | null
  now: Date
}

async function book(tx: Tx, promo: queries.PromoRow, funded: Funded): Promise<void> {
  const { id, idem, debit, budgetMsat, feeMsat, rest, now } = funded
  const account = { kind: 'promo', id: promo.id } as const
  await openAccount(tx, account)
  await post(tx, {
    idem,
    kind: 'promo-funding',
    legs: [
      debit,
      { account, amountMsat: budgetMsat },
      { account: 'platform_fee', amountMsat: feeMsat },
      ...(rest === null ? [] : [rest]),
    ],
    ref: { type: 'promo', id: promo.id },
    occurredAt: now,
  })
  await queries.addBudget(tx, promo.id, budgetMsat)
  await queries.markFunded(tx, id, { budgetMsat, feeMsat, paidAt: now })
}

/** A promo's budget that is paid by invoice. */
export const promoOrder: OrderKind = {
  async requireFulfillable(deps, tx, invoice) {
    const { promo } = await readOrdered(tx, invoice.id)
    const refusal = await refuseStart(deps, tx, promo)
    if (refusal !== null) throw refusal
    const terms = termsOf(promo, deps.limits.feePpm)
    if (budgetOfPayment(invoice.amount_msat, terms).budgetMsat === 0n) throw new AppError(409, 'promo-not-possible')
  },
  async fulfil(deps, tx, order) {
    const { promo: found } = await readOrdered(tx, order.invoice.id)
    const promo = (await queries.lockPromo(tx, found.id))!
    await lockListener(tx, promo.funder_id)
    const returned = { title: promo.content_title, reason: 'promo-late' } as const
    const terms = termsOf(promo, deps.limits.feePpm)
    const { budgetMsat, feeMsat, restMsat } = budgetOfPayment(order.receivedMsat, terms)
    if (budgetMsat === 0n || (await refuseStart(deps, tx, promo)) !== null) {
      return returnOrder(tx, order, { ...returned, note: 'promo-not-started' })
    }
    await fulfilWith(tx, order, promo, { budgetMsat, feeMsat, restMsat, returned: { ...returned, note: 'overpaid' } })
    return [promo.funder_id, order.payerId].filter((userId) => userId !== null)
  },
}

async function fulfilWith(
  tx: Tx,
  order: PaidOrder,
  promo: queries.PromoRow,
  {
    budgetMsat,
    feeMsat,
    restMsat,
    returned,
  }: { budgetMsat: bigint; feeMsat: bigint; restMsat: bigint; returned: Return },
): Promise<void> {
  const { invoice, idem, debit, payerId, settledAt: now } = order
  const rest = restMsat === 0n ? null : await creditBuyer(tx, order, restMsat)
  await book(tx, promo, { id: invoice.id, idem, debit, budgetMsat, feeMsat, rest, now })
  await recordReturn(tx, order, { ...returned, amountMsat: restMsat })
  if (payerId !== null) {
    await insertLines(tx, [sentLine(order, payerId, { note: 'promo-budget', title: promo.content_title })])
  }
}

async function readOrdered(
  tx: Tx,
  invoiceId: string,
): Promise<{ funding: queries.FundingRow; promo: queries.PromoRow }> {
  const funding = await queries.readFunding(tx, invoiceId)
  const promo = funding === undefined ? undefined : await queries.readPromoRow(tx, funding.promo_id)
  if (funding === undefined || promo === undefined) throw new Error(`The invoice ${invoiceId} has no promo`)
  return { funding, promo }
}
