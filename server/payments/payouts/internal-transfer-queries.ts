/** SQL of internal transfers: payments from one balance to another. */
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

type Tables = { internal_payment: InternalPaymentRow }
const tables = (tx: Tx) => tx.withTables<Tables>()

const PAYMENT_COLUMNS = [
  'id',
  'payer_id',
  'payee_id',
  'amount_msat',
  'payment_hash',
  'address',
  'comment',
  'created_at',
] as const

export async function insertInternalPayment(tx: Tx, row: InternalPaymentRow): Promise<void> {
  await tables(tx).insertInto('internal_payment').values(row).execute()
}

export async function readInternalPayment(tx: Tx, id: string): Promise<InternalPaymentRow | undefined> {
  return tables(tx).selectFrom('internal_payment').select(PAYMENT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function findInternalPaymentByHash(tx: Tx, paymentHash: string): Promise<InternalPaymentRow | undefined> {
  return tables(tx)
    .selectFrom('internal_payment')
    .select(PAYMENT_COLUMNS)
    .where('payment_hash', '=', paymentHash)
    .executeTakeFirst()
}
