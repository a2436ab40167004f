/** SQL of differences between the books and the node: rows that stay open until both sides agree or an operator books them.
 * Finding them: audit.ts; booking them: book-difference.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Amounts } from './audit-queries.ts'

export type DifferenceKind =
  /** The node paid something that no row of ours knows. */
  | 'unknown-payment'
  /** Ours failed, the node has paid it. */
  | 'payout-unbooked'
  /** Ours settled, the node has not paid it. */
  | 'payout-missing'
  | 'payout-fee'
  /** Paid at the node, and not credited. */
  | 'receipt-unbooked'
  /** Credited, and not paid at the node. */
  | 'receipt-missing'
  | 'receipt-amount'
  | 'receipt-fee'
  /** The ledger against itself or against our own rows: a fault of this server, which no booking can mend. */
  | 'books'

export type DifferenceRow = Amounts & {
  id: string
  kind: DifferenceKind
  subject: string
  ours: string
  nodes: string
  state: 'open' | 'healed' | 'booked'
  firstSeenAt: Date
}

const columns = sql`id, kind, subject, ours, nodes, state, received_msat AS "receivedMsat", sent_msat AS "sentMsat",
  fee_msat AS "feeMsat", first_seen_at AS "firstSeenAt"`

/** The oldest first. */
export async function listOpenDifferences(tx: Tx): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    SELECT ${columns} FROM audit_difference WHERE state = 'open' ORDER BY first_seen_at, id`.execute(tx)
  return rows
}

export async function readDifference(tx: Tx, id: string): Promise<DifferenceRow | undefined> {
  const { rows } = await sql<DifferenceRow>`SELECT ${columns} FROM audit_difference WHERE id = ${id}`.execute(tx)
  return rows[0]
}

/** Undefined when it is not open any more. Held until the transaction ends. */
export async function lockOpenDifference(tx: Tx, id: string): Promise<DifferenceRow | undefined> {
  const { rows } = await sql<DifferenceRow>`
    SELECT ${columns} FROM audit_difference WHERE id = ${id} AND state = 'open' FOR UPDATE`.execute(tx)
  return rows[0]
}

export async function countBooked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM audit_difference WHERE state = 'booked'`.execute(tx)
  return rows[0]!.count
}

export type Finding = Pick<DifferenceRow, 'kind' | 'subject' | 'ours' | 'nodes'> & Amounts

/** Opens what is new, and says of what is open how it is now. */
export async function upsertDifferences(tx: Tx, findings: readonly Finding[], now: Date): Promise<void> {
  if (findings.length === 0) return
  const rows = findings.map((finding) => ({
    id: newId(now.getTime()),
    kind: finding.kind,
    subject: finding.subject,
    ours: finding.ours,
    nodes: finding.nodes,
    received_msat: String(finding.receivedMsat),
    sent_msat: String(finding.sentMsat),
    fee_msat: String(finding.feeMsat),
  }))
  await sql`
    INSERT INTO audit_difference AS known (id, kind, subject, ours, nodes, received_msat, sent_msat, fee_msat,
      first_seen_at, last_seen_at)
    SELECT DISTINCT ON (subject) id, kind, subject, ours, nodes, received_msat, sent_msat, fee_msat, ${now}, ${now}
    FROM jsonb_populate_recordset(NULL::audit_difference, ${JSON.stringify(rows)})
    ON CONFLICT (subject) WHERE state = 'open' DO UPDATE SET kind = excluded.kind, ours = excluded.ours,
      nodes = excluded.nodes, received_msat = excluded.received_msat, sent_msat = excluded.sent_msat,
      fee_msat = excluded.fee_msat, last_seen_at = excluded.last_seen_at`.execute(tx)
}

/** Both sides agree on these now. */
export async function healDifferences(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE audit_difference SET state = 'healed', closed_at = ${now}
    WHERE id = ANY(${ids}::uuid[]) AND state = 'open'`.execute(tx)
}

/** The checks of our own books that find nothing any more; each audit makes all of them. */
export async function healBooks(tx: Tx, wrong: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE audit_difference SET state = 'healed', closed_at = ${now}
    WHERE kind = 'books' AND state = 'open' AND subject <> ALL(${wrong}::text[])`.execute(tx)
}

export type BookedAs = Amounts & { userId: string | null; reason: string; isAdjustment: boolean }

export async function markBooked(tx: Tx, id: string, booked: BookedAs, now: Date): Promise<void> {
  await sql`
    UPDATE audit_difference SET state = 'booked', closed_at = ${now}, reason = ${booked.reason},
      user_id = ${booked.userId}, is_adjustment = ${booked.isAdjustment}, received_msat = ${booked.receivedMsat},
      sent_msat = ${booked.sentMsat}, fee_msat = ${booked.feeMsat}
    WHERE id = ${id} AND state = 'open'`.execute(tx)
}

/** Since when any has been open, and whether outgoing payments must be halted: at once when the node paid something
 * unknown, and as soon as one was seen before `haltBefore`. */
export async function readOpenSummary(
  tx: Tx,
  haltBefore: Date,
): Promise<{ openSince: Date | null; mustHalt: boolean }> {
  const { rows } = await sql<{ openSince: Date | null; mustHalt: boolean }>`
    SELECT min(first_seen_at) AS "openSince",
      coalesce(bool_or(kind = 'unknown-payment' OR first_seen_at <= ${haltBefore}), FALSE) AS "mustHalt"
    FROM audit_difference WHERE state = 'open'`.execute(tx)
  return rows[0]!
}

export type BookedFor = {
  type: 'Withdraw' | 'Deposit'
  amountMsat: bigint
  paymentHash: string
  reason: string
  bookedAt: Date
}

/** A booking on the account of this user, as their statement has it. */
export async function readBookedFor(tx: Tx, id: string, userId: string): Promise<BookedFor | undefined> {
  const { rows } = await sql<BookedFor>`
    SELECT l.type, l.amount_msat AS "amountMsat", d.subject AS "paymentHash", d.reason, d.closed_at AS "bookedAt"
    FROM audit_difference d JOIN statement_line l ON l.payment_id = d.id AND l.user_id = d.user_id
    WHERE d.id = ${id} AND d.user_id = ${userId} AND d.is_adjustment`.execute(tx)
  return rows[0]
}
