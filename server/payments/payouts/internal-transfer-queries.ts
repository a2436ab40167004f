/** SQL of internal transfers: payments from one balance to another. */
import { sql } from 'kysely'
import { columnList, rowValues } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type InternalPaymentRow = {
  id: string
  payer_id: string
  payee_id: string
  amount_msat: bigint
  payment_hash: string | null
  /** As the payer entered it, when the payment went to an address of this server. */
  address: string | null
  comment: string | null
  created_at: Date
}

const PAYMENT_COLUMNS = columnList([
  'id',
  'payer_id',
  'payee_id',
  'amount_msat',
  'payment_hash',
  'address',
  'comment',
  'created_at',
])

export async function insertInternalPayment(tx: Tx, row: InternalPaymentRow): Promise<void> {
  await sql`INSERT INTO internal_payment ${rowValues(row)}`.execute(tx)
}

export async function readInternalPayment(tx: Tx, id: string): Promise<InternalPaymentRow | undefined> {
  const { rows } = await sql<InternalPaymentRow>`
    SELECT ${PAYMENT_COLUMNS} FROM internal_payment WHERE id = ${id}`.execute(tx)
  return rows[0]
}

export async function findInternalPaymentByHash(tx: Tx, paymentHash: string): Promise<InternalPaymentRow | undefined> {
  const { rows } = await sql<InternalPaymentRow>`
    SELECT ${PAYMENT_COLUMNS} FROM internal_payment WHERE payment_hash = ${paymentHash}`.execute(tx)
  return rows[0]
}
