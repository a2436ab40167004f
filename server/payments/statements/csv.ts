/** The whole statement as CSV (RFC 4180), streamed, so that a million lines take no more memory than ten. Amounts
 * are whole msat; nothing is rounded. */
import type { Tx } from '#server/platform/database/database.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { guardCell, writeCsvRow } from '#server/platform/text/csv.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { ALL_TYPES, readFilters, stateOf } from './history.ts'
import { readStatement, type StatementRow } from './queries.ts'

const CHUNK = 500
const HEAD = [
  'Date',
  'Type',
  'State',
  'Amount (msat)',
  'Fee (msat)',
  'Change of balance (msat)',
  'Content',
  'Message',
  'Address',
  'Sender (unverified)',
  'App (unverified)',
  'Payment',
  'Paid by the house',
  'For',
  'On its way (msat)',
]

/** The caller's own statement, newest first. Parses the filters before it writes, so that an invalid filter is still
 * refused. */
export function formatStatement(
  deps: PaymentDeps,
  caller: Caller,
  filters: string | undefined,
): AsyncGenerator<string> {
  requireUser(caller)
  return writeStatement(deps.database.read, caller.userId, readFilters(filters))
}

/** Of this user. Who may have it is checked by the caller. */
export async function* writeStatement(tx: Tx, userId: string, types = ALL_TYPES): AsyncGenerator<string> {
  yield writeCsvRow(HEAD)
  for await (const rows of readStatementPages(tx, userId, types)) {
    yield rows.map((row) => writeCsvRow(cellsOf(row))).join('')
  }
}

/** The whole statement, newest first, in pages. */
export async function* readStatementPages(
  tx: Tx,
  userId: string,
  types: ReturnType<typeof readFilters> = ALL_TYPES,
): AsyncGenerator<StatementRow[]> {
  for (let before: { createdAt: Date; id: string } | undefined; ;) {
    const page = { types, offset: 0, limit: CHUNK, ...(before === undefined ? {} : { before }) }
    const rows = await readStatement(tx, userId, page)
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return
    before = { createdAt: last.created_at, id: last.id }
  }
}

function cellsOf(row: StatementRow): string[] {
  return [
    row.created_at.toISOString(),
    row.type,
    stateOf(row),
    String(row.amount_msat),
    String(row.fee_msat ?? 0n),
    String(row.change_msat),
    guardCell(row.content_title ?? row.title ?? row.description ?? ''),
    guardCell(row.comment ?? ''),
    guardCell(row.address ?? ''),
    guardCell(row.sender_name ?? ''),
    guardCell(row.app_name ?? ''),
    row.payment_id,
    row.is_gift ? 'yes' : '',
    row.note ?? '',
    String(row.pending_msat),
  ]
}
