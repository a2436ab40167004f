/** SQL of requests: each is claimed once, run by one process at a time, and has one response; and the sums they have
 * spent. */
import { sql } from 'kysely'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { WALLET_REQUEST_KIND, type WalletResponse } from '#protocols/nostr/wallet-connect.ts'
import { columnList } from '#server/platform/database/columns.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type RequestRow = {
  event_id: string
  connection_id: string
  operation_id: string
  event: NostrEvent | null
  method: string | null
  state: 'taken' | 'paying' | 'answered' | 'ignored'
  amount_msat: bigint | null
  spent_msat: bigint
  payment_hash: string | null
  description: string | null
  outcome: 'pending' | 'settled' | 'failed' | null
  answer: string | null
  /** Only for a keysend payment that was booked on this server. */
  preimage: string | null
  runs: number
  leased_until: Date | null
  created_at: Date
}

const REQUEST_COLUMNS = [
  'event_id',
  'connection_id',
  'operation_id',
  'event',
  'method',
  'state',
  'amount_msat',
  'spent_msat',
  'payment_hash',
  'description',
  'outcome',
  'answer',
  'preimage',
  'runs',
  'leased_until',
  'created_at',
] as const

/** After this time another process takes over the requests of a process that died. */
const LEASE = sql<Date>`now() + interval '20 seconds'`

export type NewRequest = { eventId: string; connectionId: string; operationId: string; event: NostrEvent; now: Date }

/** Leased to the calling process. False when it was taken before. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<boolean> {
  const { eventId, connectionId, operationId, event, now } = request
  const { rows } = await sql`
    INSERT INTO wallet_request (event_id, connection_id, operation_id, event, state, leased_until, created_at)
    VALUES (${eventId}, ${connectionId}, ${operationId}, ${JSON.stringify(event)}::jsonb, 'taken', ${LEASE}, ${now})
    ON CONFLICT (event_id) DO NOTHING RETURNING event_id`.execute(tx)
  return rows.length === 1
}

export async function readRequestRow(tx: Tx, eventId: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    SELECT ${columnList(REQUEST_COLUMNS)} FROM wallet_request WHERE event_id = ${eventId}`.execute(tx)
  return rows[0]
}

/** Leases requests that no process is working on to this process. */
export async function leaseOpenRequests(tx: Tx, limit: number): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    UPDATE wallet_request SET leased_until = ${LEASE}, runs = runs + 1
    WHERE event_id IN (
      SELECT event_id FROM wallet_request WHERE state IN ('taken', 'paying') AND leased_until <= now()
      ORDER BY leased_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING ${columnList(REQUEST_COLUMNS)}`.execute(tx)
  return rows
}

/** Postpones a request. Any process may take it then. */
export async function postponeRequest(tx: Tx, eventId: string, seconds: number): Promise<void> {
  await sql`
    UPDATE wallet_request SET leased_until = now() + make_interval(secs => ${seconds})
    WHERE event_id = ${eventId} AND state IN ('taken', 'paying')`.execute(tx)
}

export type PayingMethod = 'pay_invoice' | 'pay_keysend'

export type Spending = {
  method: PayingMethod
  amountMsat: bigint
  spentMsat: bigint
  paymentHash: string
  description: string | null
  preimage: string | null
}

/** Marks that money is now reserved for a request. False when another process was first. */
export async function beginPaying(tx: Tx, eventId: string, spending: Spending): Promise<boolean> {
  const { method, amountMsat, spentMsat, paymentHash, description, preimage } = spending
  const { rows } = await sql`
    UPDATE wallet_request SET state = 'paying', outcome = 'pending', method = ${method}, amount_msat = ${amountMsat},
      spent_msat = ${spentMsat}, payment_hash = ${paymentHash}, description = ${description}, preimage = ${preimage}
    WHERE event_id = ${eventId} AND state = 'taken' RETURNING event_id`.execute(tx)
  return rows.length === 1
}

export type Ending = {
  method: string | null
  answer: WalletResponse
  /** Only for a payment. */
  outcome?: { state: 'settled' | 'failed'; spentMsat: bigint }
}

/** Ends a payment by its outcome, or another request that has not started a payment. False when it was answered
 * before. */
export async function endRequest(tx: Tx, eventId: string, { method, answer, outcome }: Ending): Promise<boolean> {
  const before = outcome === undefined ? 'taken' : 'paying'
  const paid = outcome === undefined ? sql`` : sql`, outcome = ${outcome.state}, spent_msat = ${outcome.spentMsat}`
  const { rows } = await sql`
    UPDATE wallet_request SET state = 'answered', event = NULL, leased_until = NULL, method = ${method},
      answer = ${JSON.stringify(answer)} ${paid}
    WHERE event_id = ${eventId} AND state = ${before} RETURNING event_id`.execute(tx)
  return rows.length === 1
}

export async function ignoreRequest(tx: Tx, eventId: string): Promise<void> {
  await sql`
    UPDATE wallet_request SET state = 'ignored', event = NULL, leased_until = NULL
    WHERE event_id = ${eventId} AND state = 'taken'`.execute(tx)
}

/** What each of these connections has spent since then, including what is reserved. */
export async function sumSpent(tx: Tx, connectionIds: readonly string[], since: Date): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ connection_id: string; spent: bigint }>`
    SELECT connection_id, sum(spent_msat)::bigint AS spent FROM wallet_request
    WHERE connection_id = ANY(${connectionIds}::uuid[]) AND created_at > ${since} GROUP BY connection_id`.execute(tx)
  return new Map(rows.map((row) => [row.connection_id, row.spent]))
}

/** The payments of a connection, newest first. */
export async function listPaid(
  tx: Tx,
  connectionId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT ${columnList(REQUEST_COLUMNS)} FROM wallet_request
    WHERE connection_id = ${connectionId} AND amount_msat IS NOT NULL
    ORDER BY created_at DESC, event_id OFFSET ${offset} LIMIT ${limit}`.execute(tx)
  return rows
}

/** A keysend payment that was booked on this server, by its hash. No node knows it. */
export async function findBookedKeysend(tx: Tx, userId: string, paymentHash: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    SELECT ${columnList(REQUEST_COLUMNS, 'r')} FROM wallet_request r JOIN wallet_connection c ON c.id = r.connection_id
    WHERE r.payment_hash = ${paymentHash} AND r.preimage IS NOT NULL AND c.user_id = ${userId} LIMIT 1`.execute(tx)
  return rows[0]
}

/** Requests on our relay that no process has taken, because the process that received them died. Only those signed
 * by the connected app's key. The relay's tables may be on other machines: they are read first, and requests are few. */
export async function listUntaken(tx: Tx, limit: number): Promise<NostrEvent[]> {
  const { rows } = await sql<{ body: string }>`
    WITH asked AS MATERIALIZED (
      SELECT e.id, e.pubkey, t.value AS wallet_pubkey, e.created_at, e.body
      FROM nostr_event e JOIN nostr_tag t ON t.event_id = e.id AND t.name = 'p' WHERE e.kind = ${WALLET_REQUEST_KIND}
    )
    SELECT a.body FROM asked a
    JOIN wallet_connection c ON c.wallet_pubkey = a.wallet_pubkey AND c.client_pubkey = a.pubkey
    WHERE NOT EXISTS (SELECT FROM wallet_request r WHERE r.event_id = a.id)
    ORDER BY a.created_at LIMIT ${limit}`.execute(tx)
  return rows.map(({ body }) => JSON.parse(body) as NostrEvent)
}

/** Deletes requests without a payment once they are too old to be run again. Returns how many. */
export async function deleteOldRequests(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM wallet_request WHERE event_id IN (
      SELECT event_id FROM wallet_request
      WHERE amount_msat IS NULL AND created_at < ${before} AND state IN ('answered', 'ignored') LIMIT ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
