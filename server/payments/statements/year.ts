/** What a user received in a year, with the dollar price of each receipt: sums by month and kind, and the lines as CSV. */
import type { Data, Input } from '#contract/endpoint.ts'
import type { exportStatementYear, getStatementYear } from '#contract/accounts/statement-year.ts'
import { dayStarts } from '#server/platform/local-days.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { writeCsvRow } from '#server/platform/text/csv.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { ALL_TYPES } from './history.ts'
import { selectReceived, sumReceived } from './year-queries.ts'

type YearInput = Input<typeof getStatementYear>

export async function readStatementYear(
  { database, isSandboxPrice }: PaymentDeps,
  caller: Caller,
  { params: { year }, query: { timeZone = 'UTC' } }: YearInput,
): Promise<Data<typeof getStatementYear>> {
  requireUser(caller)
  const tx = database.read
  return {
    year,
    sums: await sumReceived(tx, caller.userId, ALL_TYPES, monthStarts(year, timeZone)),
    isSandboxPrice,
  }
}

/** The first instants of the twelve months, and of the next year. */
const monthStarts = (year: number, timeZone: string): Date[] =>
  Array.from({ length: 13 }, (_, index) => {
    const day = new Date(Date.UTC(year, index)).toISOString().slice(0, 10)
    return dayStarts(day, day, timeZone)[0]!
  })

const HEAD = ['Date', 'Kind', 'Payment', 'Received (msat)', 'Dollars per bitcoin', 'Dollars', 'Note', 'For']
const CHUNK = 500

export function formatStatementYear(
  { database, isSandboxPrice }: PaymentDeps,
  caller: Caller,
  { params: { year }, query: { timeZone = 'UTC' } }: Input<typeof exportStatementYear>,
): AsyncGenerator<string> {
  requireUser(caller)
  const starts = monthStarts(year, timeZone)
  const range = { from: starts[0]!, to: starts[12]! }
  const { userId } = caller
  const local = (at: Date) => at.toLocaleString('sv-SE', { timeZone, timeZoneName: 'longOffset' })
  return (async function* () {
    yield writeCsvRow(HEAD)
    for (let after = { createdAt: range.from, id: '00000000-0000-0000-0000-000000000000' }; ;) {
      const rows = await selectReceived(database.read, userId, { types: ALL_TYPES, after, to: range.to, limit: CHUNK })
      yield rows
        .map((row) => {
          const price = row.cents_per_btc === null ? '' : formatFixed(row.cents_per_btc, 2)
          const note = row.cents_per_btc === null ? 'no price known' : isSandboxPrice ? 'sandbox price' : ''
          const dollars = row.micro_usd === null ? '' : formatFixed(row.micro_usd, 6)
          return writeCsvRow([
            local(row.created_at),
            row.type,
            row.payment_id,
            String(row.change_msat),
            price,
            dollars,
            note,
            row.note ?? '',
          ])
        })
        .join('')
      const last = rows.at(-1)
      if (last === undefined || rows.length < CHUNK) return
      after = { createdAt: last.created_at, id: last.id }
    }
  })()
}

/** 1234567n with 6 digits is 1.234567. Nothing that is received is below zero. */
function formatFixed(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
