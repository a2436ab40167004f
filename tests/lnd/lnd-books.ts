/** The books of the lab over lnd against the records of the two nodes: what the other node has received, and what
 * was paid to ours without an invoice. server/payments/audit/audit.ts compares each of our hashes. */
import type { Database } from '#server/platform/database/database.ts'
import type { LndPair } from './lnd-pair.ts'

/** The record that names the content that a payment to a shared node is for. */
export const CONTENT_RECORD = '16180339'

type Accounts = { pair: LndPair; database: Database; contentId: string; theirsAtStartMsat: bigint }

/** Payments without an invoice. */
export type Keysends = {
  /** By state. */
  out: Record<string, number>
  /** What our lnd reports as received, and how many of these are not booked exactly once for what they name. */
  in: number
  wrong: number
}

/** Their balance of the channel. We opened it, so no on-chain fee is deducted from their side. */
export async function theirBalanceMsat({ theirs }: LndPair): Promise<bigint> {
  const { local_balance: local } = await theirs.request<{ local_balance: { msat: string } }>(
    'GET',
    '/v1/balance/channels',
  )
  return BigInt(local.msat)
}

/** What the other node has received since the start, less what our ledger has recorded as paid to it. */
export async function countLost({ pair, database, theirsAtStartMsat }: Accounts): Promise<bigint> {
  const theirsMsat = (await theirBalanceMsat(pair)) - theirsAtStartMsat
  const { rows } = await database.pool.query<{ msat: bigint }>(
    `SELECT account_balance(id) AS msat FROM account WHERE code = 'lightning'`,
  )
  return theirsMsat - rows[0]!.msat
}

type LndReceipt = {
  r_hash: string
  state: string
  amt_paid_msat: string
  is_keysend: boolean
  htlcs: { custom_records: Record<string, string> }[]
}
const RECEIPTS_MAX = 10_000

/** What our lnd has received without an invoice, against the bookings: a zap of the named content, or suspense. */
export async function compareKeysends({ pair, database, contentId }: Accounts): Promise<Keysends> {
  const route = `/v1/invoices?num_max_invoices=${RECEIPTS_MAX}`
  const { invoices } = await pair.ours.request<{ invoices: LndReceipt[] }>('GET', route)
  const received = invoices.filter((invoice) => invoice.is_keysend && invoice.state === 'SETTLED')
  const { rows: booked } = await database.pool.query<{ hash: string; content: string | null; msat: bigint }>(
    `SELECT i.payment_hash AS hash, z.content_id::text AS content, z.amount_msat AS msat
     FROM invoice i JOIN zap z ON z.id = i.id WHERE i.keysend IS NOT NULL
     UNION ALL SELECT payment_hash, NULL, amount_msat FROM suspense_item WHERE reason = 'keysend-unknown'`,
  )
  const isRight = (receipt: LndReceipt) => {
    const rows = booked.filter(({ hash }) => hash === Buffer.from(receipt.r_hash, 'base64').toString('hex'))
    const isNamed = receipt.htlcs.some(({ custom_records: records }) => CONTENT_RECORD in records)
    const [row] = rows
    return (
      rows.length === 1 && row?.msat === BigInt(receipt.amt_paid_msat) && row.content === (isNamed ? contentId : null)
    )
  }
  const surplus = Math.max(0, booked.length - received.length)
  const { rows: out } = await database.pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM payout WHERE keysend IS NOT NULL GROUP BY state',
  )
  return {
    out: Object.fromEntries(out.map(({ state, count }) => [state, count])),
    in: received.length,
    wrong: received.filter((receipt) => !isRight(receipt)).length + surplus,
  }
}
