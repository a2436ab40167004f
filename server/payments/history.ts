/** What a person sees of payments: the statement, and one payment with its exact arithmetic. */
import type { Data } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import { TransactionType, type listTransactions } from '#contract/accounts.ts'
import type { getPayment } from '#contract/payments.ts'
import { namesOfPeople } from '#server/accounts/people.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import type { PaymentDeps } from './deps.ts'
import { readInvoice, readPayout } from './queries.ts'
import { readLegs, readStatement, readZap, type LineType, type StatementRow } from './zap-queries.ts'
import { payoutDetail, publicPayoutState } from './state.ts'

const LINES_PER_PAGE = 40
const PAGE_MAX = 10_000

type Statement = Data<typeof listTransactions>
type Line = Statement['transactions'][string][number]

export async function listStatement(
  deps: PaymentDeps,
  who: Who,
  page: number,
  filters: string | undefined,
): Promise<Statement> {
  mustBeUser(who)
  if (page < 1 || page > PAGE_MAX) throw new AppError(400, 'bad-request', `page: from 1 to ${PAGE_MAX}`)
  const types = readFilters(filters)
  const offset = (page - 1) * LINES_PER_PAGE
  const { rows, total } = await readStatement(deps.database.read, who.userId, { types, offset, limit: LINES_PER_PAGE })
  const transactions: Statement['transactions'] = {}
  for (const row of rows) {
    const day = row.created_at.toISOString().slice(0, 10)
    ;(transactions[day] ??= []).push(describeLine(row))
  }
  const totalPages = Math.max(1, Math.ceil(total / LINES_PER_PAGE))
  return { transactions, pagination: { currentPage: page, perPage: LINES_PER_PAGE, total, totalPages } }
}

function readFilters(filters: string | undefined): LineType[] {
  const all = TransactionType.def.entries
  const wanted = (filters ?? '').split(',').flatMap((name) => name.trim() || [])
  if (wanted.length === 0) return Object.values(all)
  return wanted.map((name) => {
    const type = Object.values(all).find((one) => one === name)
    if (type === undefined) throw new AppError(400, 'bad-request', `filters: ${name.slice(0, 40)} is no type`)
    return type
  })
}

function describeLine(row: StatementRow): Line {
  const state = row.payout_state
  const isPending = state !== null && publicPayoutState(state) === 'pending'
  const feeMsat = row.fee_msat ?? 0n
  return {
    id: row.id,
    paymentId: row.payment_id,
    type: row.type,
    title: row.content_title ?? row.description,
    contentId: row.content_id,
    contentType: row.content_type,
    comment: row.comment,
    msatAmount: row.amount_msat,
    feeMsat,
    msatChange: changeOf(row, feeMsat),
    success: state === null || state === 'settled',
    isPending,
    detail: state === null ? null : payoutDetail(state),
    failureReason: row.failure_reason,
    createdAt: row.created_at,
  }
}

/** What the line did to the balance by now: a pending withdrawal has taken the reserve too, a failed one nothing. */
function changeOf(row: StatementRow, feeMsat: bigint): bigint {
  if (row.type === 'Zap Sent') return -row.amount_msat
  if (row.payout_state === null) return row.amount_msat
  if (row.payout_state === 'failed') return 0n
  return -(row.amount_msat + (row.payout_state === 'settled' ? feeMsat : (row.fee_reserve_msat ?? 0n)))
}

/** Readable by whom it belongs to: who paid, who earned, who deposited or withdrew. Others are told that it is not there. */
export async function readPayment(deps: PaymentDeps, who: Who, paymentId: string): Promise<Data<typeof getPayment>> {
  mustBeUser(who)
  const tx = deps.database.read
  const found =
    (await describePayout(tx, who.userId, paymentId)) ??
    (await describeZap(tx, who.userId, paymentId)) ??
    (await describeDeposit(tx, who.userId, paymentId))
  if (found === null) throw new AppError(404, 'not-found', errorCodes['not-found'])
  return found
}

type Payment = Data<typeof getPayment>
const nothing = { detail: null, failureReason: null, feeReserveMsat: null, feeMsat: null, comment: null } as const

async function describePayout(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const payout = await readPayout(tx, paymentId)
  if (payout === undefined || payout.user_id !== userId) return null
  return {
    paymentId,
    type: 'Withdraw',
    state: publicPayoutState(payout.state),
    detail: payoutDetail(payout.state),
    failureReason: payout.failure_reason,
    msatAmount: payout.amount_msat,
    feeReserveMsat: payout.fee_reserve_msat,
    feeMsat: payout.fee_msat,
    contentId: null,
    contentTitle: null,
    comment: payout.description,
    createdAt: payout.created_at,
    legs: [],
  }
}

async function describeZap(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const zap = await readZap(tx, paymentId)
  if (zap === undefined) return null
  const legs = await readLegs(tx, paymentId)
  const isPayer = zap.payer_id === userId
  if (!isPayer && !legs.some((leg) => leg.user_id === userId)) return null
  const names = await namesOfPeople(
    tx,
    legs.flatMap((leg) => leg.user_id ?? []),
  )
  return {
    ...nothing,
    paymentId,
    type: isPayer ? 'Zap Sent' : 'Earnings',
    state: 'settled',
    msatAmount: zap.amount_msat,
    contentId: zap.content_id,
    contentTitle: zap.content_title,
    comment: zap.comment,
    createdAt: zap.settled_at,
    legs: legs.map((leg) => ({
      role: leg.role,
      name: leg.user_id === null ? null : (names.get(leg.user_id)?.username ?? null),
      msatAmount: leg.amount_msat,
    })),
  }
}

async function describeDeposit(tx: Tx, userId: string, paymentId: string): Promise<Payment | null> {
  const invoice = await readInvoice(tx, paymentId)
  if (invoice === undefined || invoice.owner_id !== userId) return null
  return {
    ...nothing,
    paymentId,
    type: 'Deposit',
    state: invoice.state === 'paid' ? 'settled' : 'pending',
    msatAmount: invoice.received_msat ?? invoice.amount_msat,
    contentId: null,
    contentTitle: null,
    createdAt: invoice.created_at,
    legs: [],
  }
}
