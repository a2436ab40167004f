/** SQL of a user's Lightning payments, incoming and outgoing, as wallets list them. The statement, with everything
 * else that changes a balance: statements/queries.ts. */
import { sql } from 'kysely'
import { columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type WalletTransactionRow = {
  direction: 'incoming' | 'outgoing'
  state: 'pending' | 'settled' | 'expired' | 'failed'
  payment_hash: string
  /** Null for a keysend payment. */
  bolt11: string | null
  amount_msat: bigint
  fee_msat: bigint
  preimage: string | null
  created_at: Date
  expires_at: Date | null
  settled_at: Date | null
}

const TRANSACTION_COLUMNS = [
  'direction',
  'state',
  'payment_hash',
  'bolt11',
  'amount_msat',
  'fee_msat',
  'preimage',
  'created_at',
  'expires_at',
  'settled_at',
] as const

export type TransactionPage = {
  /** Null: both. */
  direction: 'incoming' | 'outgoing' | null
  /** Include unpaid and pending ones. */
  withUnpaid: boolean
  from: Date
  until: Date
  offset: number
  limit: number
  now: Date
}

const incoming = (userId: string, now: Date) => sql`
  SELECT 'incoming' AS direction, CASE WHEN i.state = 'paid' THEN 'settled'
      WHEN i.state = 'open' AND i.expires_at > ${now} THEN 'pending' ELSE 'expired' END AS state,
    i.payment_hash, i.bolt11, coalesce(i.received_msat, i.amount_msat) AS amount_msat, 0::bigint AS fee_msat,
    NULL::text AS preimage, i.created_at, i.expires_at, i.settled_at
  FROM invoice i WHERE i.owner_id = ${userId} AND i.payment_hash IS NOT NULL`

const outgoing = (userId: string) => sql`
  SELECT 'outgoing', CASE WHEN p.state IN ('settled', 'failed') THEN p.state ELSE 'pending' END,
    p.payment_hash, p.bolt11, p.amount_msat, coalesce(p.fee_msat, 0), p.preimage, p.created_at, p.expires_at,
    CASE WHEN p.state = 'settled' THEN p.finished_at END
  FROM payout p WHERE p.user_id = ${userId} AND p.purpose = 'withdraw'`

/** Paid from one balance to another by an invoice. */
const inside = (userId: string) => sql`
  SELECT 'outgoing', 'settled', m.payment_hash, i.bolt11, m.amount_msat, 0, i.preimage, m.created_at, i.expires_at, m.created_at
  FROM internal_payment m JOIN invoice i ON i.payment_hash = m.payment_hash WHERE m.payer_id = ${userId}`

/** A zap invoice that was paid from this balance. */
const zapped = (userId: string, paymentHash: string) => sql`
  SELECT 'outgoing', 'settled', i.payment_hash, i.bolt11, z.amount_msat, 0, i.preimage, z.settled_at, i.expires_at, z.settled_at
  FROM invoice i JOIN zap z ON z.id = i.id
  WHERE i.payment_hash = ${paymentHash} AND i.paid_inside_as IS NOT NULL AND z.payer_id = ${userId}`

export async function selectTransactions(
  tx: Tx,
  userId: string,
  page: TransactionPage,
): Promise<WalletTransactionRow[]> {
  const { direction, withUnpaid, from, until, offset, limit, now } = page
  const { rows } = await sql<WalletTransactionRow>`
    SELECT ${columnList(TRANSACTION_COLUMNS)}
    FROM (${incoming(userId, now)} UNION ALL ${outgoing(userId)} UNION ALL ${inside(userId)}) t
    WHERE t.created_at >= ${from} AND t.created_at <= ${until} AND (${withUnpaid} OR t.state = 'settled')
      AND (${direction}::text IS NULL OR t.direction = ${direction}::text)
    ORDER BY t.created_at DESC, t.payment_hash OFFSET ${offset} LIMIT ${limit}`.execute(tx)
  return rows
}

/** One transaction of this user by its hash. Outgoing takes precedence over incoming. */
export async function selectTransaction(
  tx: Tx,
  userId: string,
  paymentHash: string,
  now: Date,
): Promise<WalletTransactionRow | undefined> {
  const { rows } = await sql<WalletTransactionRow>`
    SELECT ${columnList(TRANSACTION_COLUMNS)}
    FROM (${incoming(userId, now)} UNION ALL ${outgoing(userId)} UNION ALL ${inside(userId)}
      UNION ALL ${zapped(userId, paymentHash)}) t
    WHERE t.payment_hash = ${paymentHash} ORDER BY t.direction DESC LIMIT 1`.execute(tx)
  return rows[0]
}
