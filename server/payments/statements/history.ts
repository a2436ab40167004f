/** A user's statement, page by page; the export as a file is in statements/csv.ts. One payment with its arithmetic:
 * payment.ts. */
import type { Data } from '#contract/endpoint.ts'
import { TransactionType, type listTransactions } from '#contract/accounts/account.ts'
import { makersOfContents, type MadeContent } from '#server/catalog/content/makers.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { readStatement, readStatementTotals, sumNewestLines, type LineType, type StatementRow } from './queries.ts'
import { heldUntil, payoutDetail, publicPayoutState } from '#server/payments/state.ts'

const LINES_PER_PAGE = 40
export const ALL_TYPES = Object.values(TransactionType.def.entries)

type Statement = Data<typeof listTransactions>
type Line = Statement['transactions'][string][number]

export async function listStatement(
  deps: PaymentDeps,
  caller: Caller,
  page: number,
  filters: string | undefined,
): Promise<Statement> {
  requireUser(caller)
  const tx = deps.database.read
  const { userId } = caller
  const types = readFilters(filters)
  const offset = (page - 1) * LINES_PER_PAGE
  const rows = await readStatement(tx, userId, { types, offset, limit: LINES_PER_PAGE })
  const allTotals = await readStatementTotals(tx, userId)
  const totals = allTotals.filter(({ type }) => types.includes(type))
  const total = totals.reduce((sum, { lineCount }) => sum + lineCount, 0)
  const contentIds = rows.flatMap(({ content_id: id }) => id ?? [])
  const made = await makersOfContents(tx, deps.files, [...new Set(contentIds)], deps.clock.now())
  // Balances after each line make sense only when no lines are filtered out.
  let balanceAfter =
    types.length === ALL_TYPES.length
      ? (await readUserBalance(tx, userId)) - (await sumNewestLines(tx, userId, types, offset))
      : null
  const transactions: Statement['transactions'] = {}
  for (const row of rows) {
    const day = row.created_at.toISOString().slice(0, 10)
    // A payment that settles while the page is read could show a negative balance for a moment.
    const msatBalanceAfter = balanceAfter === null || balanceAfter < 0n ? null : balanceAfter
    ;(transactions[day] ??= []).push({ ...describeLine(row, made), msatBalanceAfter })
    if (balanceAfter !== null) balanceAfter -= row.change_msat
  }
  const totalPages = Math.max(1, Math.ceil(total / LINES_PER_PAGE))
  return {
    transactions,
    pagination: { currentPage: page, perPage: LINES_PER_PAGE, total, totalPages },
    totals: {
      msatIn: sumOf(totals.map(({ changeMsat }) => (changeMsat > 0n ? changeMsat : 0n))),
      msatOut: sumOf(totals.map(({ changeMsat }) => (changeMsat < 0n ? -changeMsat : 0n))),
    },
    types: ALL_TYPES.filter((type) => allTotals.some((one) => one.type === type && one.lineCount > 0)),
  }
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

export function readFilters(filters: string | undefined): LineType[] {
  const wanted = (filters ?? '').split(',').flatMap((name) => name.trim() || [])
  if (wanted.length === 0) return ALL_TYPES
  const types = wanted.map((name) => {
    const type = ALL_TYPES.find((one) => one === name)
    if (type === undefined) throw new AppError(400, 'bad-request', `filters: ${name.slice(0, 40)} is not a type`)
    return type
  })
  return [...new Set(types)]
}

function describeLine(row: StatementRow, made: Map<string, MadeContent>): Omit<Line, 'msatBalanceAfter'> {
  const state = stateOf(row)
  const feeMsat = row.type === 'Withdraw' || row.note === 'boost' || row.note === 'stream' ? (row.fee_msat ?? 0n) : 0n
  const content = row.content_id === null ? undefined : made.get(row.content_id)
  return {
    id: row.id,
    paymentId: row.payment_id,
    type: row.type,
    title: row.content_title ?? row.title ?? row.description,
    note: row.note,
    contentId: row.content_id,
    contentType: row.content_type,
    contentBy: content?.maker.name ?? null,
    artworkUrl: content?.artworkUrl ?? null,
    comment: row.comment,
    isAnonymous: row.type === 'Zap Sent' && row.is_nameless,
    isGift: row.is_gift,
    msatAmount: row.amount_msat,
    feeMsat,
    msatChange: row.change_msat,
    msatPending: row.pending_msat,
    arrivesAt: row.arrives_at,
    success: state === 'settled',
    isPending: state === 'pending',
    detail: row.payout_state === null ? boostDetail(row) : payoutDetail(row.payout_state),
    heldUntil: row.payout_state === null ? null : heldUntil(row.payout_state, row.expires_at!),
    failureReason: row.failure_reason,
    address: row.address,
    createdAt: row.created_at,
    paymentid: row.payment_id,
    feemsat: feeMsat,
    ispending: state === 'pending',
    created_at: row.created_at,
  }
}

/** Routing has no state of its own. */
function boostDetail({ boost_kept: kept, is_boost_open: isOpen, note }: StatementRow) {
  return kept ?? (isOpen && note !== 'boost-routing' ? 'sending' : null)
}

/** Every line is settled when it is written, except payouts, forwards, and what is on its way to the balance. */
export function stateOf(
  row: Pick<StatementRow, 'payout_state' | 'batch_state' | 'pending_msat' | 'is_boost_open'>,
): 'pending' | 'settled' | 'failed' {
  if (row.batch_state === 'waiting' || row.batch_state === 'sending') return 'pending'
  if (row.batch_state !== null) return row.batch_state
  if (row.pending_msat > 0n || row.is_boost_open) return 'pending'
  return row.payout_state === null ? 'settled' : publicPayoutState(row.payout_state)
}
