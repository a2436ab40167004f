/** SQL of differences between the books and the node. A row stays open until both sides agree or an operator books
 * it. Finding them: audit.ts. Booking them: book-difference.ts. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Amounts } from './queries.ts'

export type DifferenceKind =
  /** The node made a payment that none of our rows know. */
  | 'unknown-payment'
  /** Our payout failed, but the node has paid it. */
  | 'payout-unbooked'
  /** Our payout settled, but the node has not paid it. */
  | 'payout-missing'
  | 'payout-fee'
  /** Paid at the node, but not credited. */
  | 'receipt-unbooked'
  /** Credited, but not paid at the node. */
  | 'receipt-missing'
  | 'receipt-amount'
  | 'receipt-fee'
  /** The ledger against itself or our own rows: a bug in this server, which no booking can correct. */
  | 'books'
  /** This database was the state of an earlier time. What it lacks and no node knows is lost: everything after its newest
   * transfer, or, with a complete journal, at most the last second. An operator closes it; nothing is booked. */
  | 'changes-lost'
  | 'last-second'

export const isLoss = (kind: DifferenceKind) => kind === 'changes-lost' || kind === 'last-second'

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

/** Oldest first. */
export async function listOpenDifferences(tx: Tx): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    SELECT ${columns} FROM audit_difference WHERE state = 'open' ORDER BY first_seen_at, id`.execute(tx)
  return rows
}

export async function readDifference(tx: Tx, id: string): Promise<DifferenceRow | undefined> {
  const { rows } = await sql<DifferenceRow>`SELECT ${columns} FROM audit_difference WHERE id = ${id}`.execute(tx)
  return rows[0]
}

/** Undefined when it is no longer open. Locked until the transaction ends. */
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

/** Opens new differences and updates the ones already open. */
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

/** Closes differences on which both sides now agree. */
export async function resolveDifferences(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`UPDATE audit_difference SET state = 'healed', closed_at = ${now}
    WHERE id = ANY(${ids}::uuid[]) AND state = 'open'`.execute(tx)
}

/** Closes the checks of our own books that no longer fail. Every audit makes all of these checks. */
export async function resolveBooks(tx: Tx, wrong: readonly string[], now: Date): Promise<void> {
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

/** Since when any difference has been open, and whether outgoing payments must be halted: immediately when the node
 * made an unknown payment, otherwise once a difference was first seen before `haltBefore`. Losses do not count: they are
 * not wrong, and keep a recovering server closed (outgoing-stop.ts). */
export async function readOpenSummary(
  tx: Tx,
  haltBefore: Date,
): Promise<{ openSince: Date | null; mustHalt: boolean }> {
  const { rows } = await sql<{ openSince: Date | null; mustHalt: boolean }>`
    SELECT min(first_seen_at) AS "openSince",
      coalesce(bool_or(kind = 'unknown-payment' OR first_seen_at <= ${haltBefore}), FALSE) AS "mustHalt"
    FROM audit_difference WHERE state = 'open' AND kind NOT IN ('changes-lost', 'last-second')`.execute(tx)
  return rows[0]!
}

export type BookedFor = {
  type: 'Withdraw' | 'Deposit'
  amountMsat: bigint
  paymentHash: string
  reason: string
  bookedAt: Date
}

/** A booking on this user's account, as their statement shows it. */
export async function readBookedFor(tx: Tx, id: string, userId: string): Promise<BookedFor | undefined> {
  const { rows } = await sql<BookedFor>`
    SELECT l.type, l.amount_msat AS "amountMsat", d.subject AS "paymentHash", d.reason, d.closed_at AS "bookedAt"
    FROM audit_difference d JOIN statement_line l ON l.payment_id = d.id AND l.user_id = d.user_id
    WHERE d.id = ${id} AND d.user_id = ${userId} AND d.is_adjustment`.execute(tx)
  return rows[0]
}
