/** The check of the books after the last fault: the rules of the ledger, the rows of every payment, and what the
 * node really did. Returns the breaches, or an empty list. */
import { sql } from 'kysely'
import type { LightningNode } from '#server/lightning/node.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments, type Audit } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { NodeTruth } from './fake-node.ts'
import { breachesOfSplits, OUTSIDE_DUE } from './split-books.ts'

export type Books = { breaches: string[]; audit: Audit; counts: Record<string, number> }

export async function checkBooks(database: Database, node: LightningNode, truth: NodeTruth): Promise<Books> {
  const tx = database.read
  const audit = await auditPayments({ database, node })
  const breaches = [
    ...breachesOfAudit(audit),
    ...(await breachesOfTruth(tx, truth)),
    ...(await breachesOfRows(tx)),
    ...(await breachesOfPurchases(tx)),
    ...(await breachesOfForwards(tx)),
    ...(await breachesOfPayouts(tx, truth)),
    ...(await breachesOfKeysends(tx, truth)),
    ...(await breachesOfPromos(tx)),
    ...(await breachesOfTickets(tx)),
    ...list(await breachesOfSplits(tx)),
  ]
  return { breaches, audit, counts: await countPayments(tx) }
}

function breachesOfAudit(audit: Audit): string[] {
  const stillInFlight = list({ 'payments are still in flight': audit.inFlight > 0 && audit.inFlight })
  return [...describeFindings(audit), ...stillInFlight]
}

/** The ledger against the node's own record of what moved, which is independent of our rows. */
async function breachesOfTruth(tx: Tx, truth: NodeTruth): Promise<string[]> {
  const lightning = await readBalance(tx, 'lightning')
  const fees = await readBalance(tx, 'routing_fees')
  const twice = Object.entries(truth.timesPaid).filter(([, times]) => times > 1)
  return list({
    'msat lost or created':
      lightning !== truth.sentMsat - truth.receivedMsat && lightning - truth.sentMsat + truth.receivedMsat,
    'routing fees differ': fees !== truth.feesMsat && fees - truth.feesMsat,
    'paid twice': twice.length > 0 && toText(twice),
    'the node still pays': truth.inFlight > 0 && truth.inFlight,
  })
}

/** The statements users see against their balances, and what other modules were notified of. */
async function breachesOfRows(tx: Tx): Promise<string[]> {
  const statements = await sql`
    WITH stated AS (SELECT user_id, sum(change_msat) AS msat FROM statement_line GROUP BY user_id)
    , owned AS (SELECT owner AS user_id, balance AS msat FROM account WHERE kind = 'user')
    SELECT user_id, stated.msat AS stated, owned.msat AS owned FROM stated FULL JOIN owned USING (user_id)
    WHERE coalesce(stated.msat, 0) <> coalesce(owned.msat, 0) LIMIT 5`.execute(tx)
  // What an album receives counts for its artist too.
  const totals = await sql<{ counted: bigint; zapped: bigint }>`
    SELECT (SELECT coalesce(sum(msat_total), 0)::bigint FROM content_total JOIN content ON content.id = content_id
        WHERE type = 'artist') AS counted,
      (SELECT coalesce(sum(amount_msat), 0)::bigint FROM zap) AS zapped`.execute(tx)
  const { counted, zapped } = totals.rows[0]!
  // No money arrives here without an owner, except for an invoice paid both internally and externally, and for payments
  // that named no content, which are compared with the node's record below. The buyer of a ticket without an account has
  // the page of the purchase.
  const suspense = await sql`
    SELECT * FROM suspense_item WHERE reason NOT IN ('paid-twice', 'keysend-unknown')
      AND NOT (reason = 'recipient-deleted' AND user_id IN (SELECT id FROM person WHERE deleted_at IS NOT NULL))
      AND NOT (reason IN ('ticket-late', 'ticket-refund') AND user_id IS NULL) LIMIT 5`.execute(tx)
  const outbox = await sql`SELECT topic, attempts, last_error FROM outbox WHERE done_at IS NULL LIMIT 5`.execute(tx)
  return list({
    'a statement is not its balance': statements.rows.length > 0 && toText(statements.rows),
    'totals of contents are not the zaps': counted !== zapped && `${counted} and ${zapped}`,
    'money of a known owner is in suspense': suspense.rows.length > 0 && toText(suspense.rows),
    'outbox rows are left': outbox.rows.length > 0 && toText(outbox.rows),
  })
}

/** Who has paid has the file or the money back, and nobody has both or neither. */
async function breachesOfPurchases(tx: Tx): Promise<string[]> {
  const { rows } = await sql`
    SELECT purchase.id, zap.id IS NOT NULL AS is_booked, bought.id IS NOT NULL AS is_given, invoice.state, returned_at
    FROM purchase LEFT JOIN zap ON zap.id = purchase.id LEFT JOIN download_right bought ON bought.id = purchase.id
    LEFT JOIN invoice ON invoice.id = purchase.id
    WHERE (zap.id IS NULL) <> (bought.id IS NULL)
      OR (invoice.state = 'paid' AND (zap.id IS NULL) <> (returned_at IS NOT NULL)) LIMIT 5`.execute(tx)
  return list({ 'a buyer is without the file': rows.length > 0 && toText(rows) })
}

/** Each earning is forwarded once: an attempt begins only after the previous one has been released. */
async function breachesOfForwards(tx: Tx): Promise<string[]> {
  const { rows } = await sql`
    WITH attempt AS (
      SELECT p.batch_id, p.id, reserved.id AS begun,
        (SELECT max(t.id::text) FROM tx t WHERE t.idem IN ('release:' || p.id, 'settle:' || p.id)) AS ended,
        EXISTS (SELECT FROM tx t WHERE t.idem = 'settle:' || p.id) AS is_paid
      FROM payout p JOIN tx reserved ON reserved.idem = 'reserve:' || p.id WHERE p.purpose = 'forward')
    SELECT one.batch_id, one.id, other.id AS after FROM attempt one JOIN attempt other
      ON other.batch_id = one.batch_id AND other.begun > one.begun
    WHERE one.is_paid OR one.ended IS NULL OR one.ended > other.begun::text LIMIT 5`.execute(tx)
  return list({ 'forwarded again although the last attempt had not failed': rows.length > 0 && toText(rows) })
}

/** Nobody hears more than a minute a minute, each reward is booked once, and a promo that has ended holds nothing. */
async function breachesOfPromos(tx: Tx): Promise<string[]> {
  const twice = await sql`
    SELECT one.id, other.id AS again FROM promo_reward one JOIN promo_reward other
      ON other.user_id = one.user_id AND other.id <> one.id AND other.created_at >= one.created_at
        AND other.created_at < one.created_at + interval '58 seconds' LIMIT 5`.execute(tx)
  const unbooked = await sql`
    SELECT reward.id, t.idem FROM promo_reward reward
    FULL JOIN (SELECT idem FROM tx WHERE kind = 'top-up') t ON t.idem = 'reward:' || reward.id
    WHERE reward.id IS NULL OR t.idem IS NULL LIMIT 5`.execute(tx)
  const left = await sql`
    SELECT id FROM promo WHERE ended_at IS NOT NULL AND budget_msat <> rewarded_msat + returned_msat LIMIT 5`.execute(
    tx,
  )
  return list({
    'a minute was paid twice': twice.rows.length > 0 && toText(twice.rows),
    'a reward is not booked exactly once': unbooked.rows.length > 0 && toText(unbooked.rows),
    'a promo that has ended holds money': left.rows.length > 0 && toText(left.rows),
  })
}

/** No seat is sold twice, who has paid has the tickets or the money back, each ticket is refunded once and admits once. */
async function breachesOfTickets(tx: Tx): Promise<string[]> {
  const seats = await sql`
    SELECT tier.id, tier.seats, tier.taken, used.sold, used.held
    FROM concert_tier tier JOIN concert ON concert.id = tier.concert_id, LATERAL (
      SELECT (SELECT count(*)::int FROM ticket WHERE ticket.tier_id = tier.id AND ticket.state = 'valid') AS sold,
        (SELECT coalesce(sum(seat_count), 0)::int FROM ticket_purchase p WHERE p.tier_id = tier.id AND p.state = 'held')
          AS held) used
    WHERE used.sold + used.held > tier.seats
      OR (concert.cancelled_at IS NULL AND used.sold + used.held <> tier.taken) LIMIT 5`.execute(tx)
  const buyers = await sql`
    SELECT p.id, p.state, p.seat_count, invoice.state AS invoice
    FROM ticket_purchase p LEFT JOIN invoice ON invoice.id = p.id
    WHERE (SELECT count(*) FROM ticket WHERE purchase_id = p.id) <> CASE p.state WHEN 'sold' THEN p.seat_count ELSE 0 END
      OR (invoice.state = 'paid' AND (p.state = 'sold') = EXISTS (
        SELECT FROM tx WHERE kind = 'order-return' AND ref_type = 'invoice' AND ref_id = p.id)) LIMIT 5`.execute(tx)
  const refunds = await sql`
    SELECT ticket.id, ticket.state, count(tx.id)::int AS refunds
    FROM ticket LEFT JOIN tx ON tx.kind = 'ticket-refund' AND tx.ref_id = ticket.id GROUP BY ticket.id
    HAVING count(tx.id) <> (ticket.state = 'refunded' AND ticket.price_msat > 0)::int LIMIT 5`.execute(tx)
  const scans = await sql`
    SELECT id, used_at FROM ticket
    WHERE used_at IS DISTINCT FROM (SELECT min(scanned_at) FROM ticket_scan WHERE ticket_id = ticket.id)
    LIMIT 5`.execute(tx)
  return list({
    'seats are oversold or lost': seats.rows.length > 0 && toText(seats.rows),
    'a buyer is without the tickets': buyers.rows.length > 0 && toText(buyers.rows),
    'a ticket is not refunded exactly once': refunds.rows.length > 0 && toText(refunds.rows),
    'a ticket does not admit at its first scan': scans.rows.length > 0 && toText(scans.rows),
  })
}

/** Each payout is reserved once and ends once, for no more than its cap; late only when the node has really reported
 * another outcome. */
async function breachesOfPayouts(tx: Tx, truth: NodeTruth): Promise<string[]> {
  const { rows } = await sql<{
    payment_hash: string
    state: string
    fee_reserve_msat: bigint
    fee_msat: bigint | null
    keys: string[]
  }>`
    SELECT p.payment_hash, p.state, p.fee_reserve_msat, p.fee_msat,
      coalesce((SELECT array_agg(split_part(idem, ':', 1) ORDER BY idem) FROM tx WHERE ref_type = 'payout' AND ref_id = p.id),
        '{}') AS keys
    FROM payout p`.execute(tx)
  const late = rows.filter(({ keys }) => keys.includes('late')).map(({ payment_hash: hash }) => hash)
  const changed = new Set(truth.paidAfterFailing)
  const limits = truth.feeLimitsMsat
  return list({
    'the transfers of a payout do not match its state': first(
      rows,
      (row) => !expected[row.state]?.includes(row.keys.join(' ')),
    ),
    'a payout cost more than was reserved': first(rows, (row) => (row.fee_msat ?? 0n) > row.fee_reserve_msat),
    'the node was given another cap': first(
      rows,
      ({ payment_hash: hash, fee_reserve_msat: cap }) => limits[hash] !== undefined && limits[hash] !== cap,
    ),
    'booked late although the node never changed its outcome': first(late, (hash) => !changed.has(hash)),
  })
}

/** A payment received without an invoice is booked once, for the content it names or to suspense; one sent without
 * an invoice is proved by the preimage stored before it was sent. */
async function breachesOfKeysends(tx: Tx, { keysends }: NodeTruth): Promise<string[]> {
  const { rows: booked } = await sql<{ hash: string; contentId: string | null; amountMsat: bigint }>`
    SELECT i.payment_hash AS hash, z.content_id::text AS "contentId", z.amount_msat AS "amountMsat"
    FROM invoice i JOIN zap z ON z.id = i.id WHERE i.keysend IS NOT NULL
    UNION ALL SELECT payment_hash, NULL, amount_msat FROM suspense_item WHERE reason = 'keysend-unknown'`.execute(tx)
  const isAsSent = (row: (typeof booked)[number]) => {
    const sent = keysends[row.hash]
    return sent?.amountMsat === row.amountMsat && sent.contentId === row.contentId
  }
  const timesBooked = Map.groupBy(booked, ({ hash }) => hash)
  const { rows: proofs } = await sql`
    SELECT id, state FROM payout WHERE keysend IS NOT NULL AND (bolt11 IS NOT NULL
      OR payment_hash <> encode(sha256(decode(keysend->>'preimage', 'hex')), 'hex')
      OR (state = 'settled') <> (preimage IS NOT DISTINCT FROM keysend->>'preimage')) LIMIT 5`.execute(tx)
  return list({
    'a payment without an invoice is booked wrongly': first(booked, (row) => !isAsSent(row)),
    'a payment without an invoice is not booked exactly once': first(
      Object.keys(keysends),
      (hash) => timesBooked.get(hash)?.length !== 1,
    ),
    'a payment without an invoice is not proved by its own preimage': proofs.length > 0 && toText(proofs),
  })
}

const expected: Record<string, string[]> = {
  settled: ['reserve settle', 'late release reserve'],
  failed: ['release reserve'],
}

async function countPayments(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT purpose || 's ' || state AS name, count(*)::int AS count FROM payout GROUP BY purpose, state
    UNION ALL SELECT 'paid after failing', count(*)::int FROM tx WHERE kind IN ('withdraw-late', 'forward-late', 'outside-late')
    UNION ALL SELECT 'keysends ' || state, count(*)::int FROM payout WHERE keysend IS NOT NULL GROUP BY state
    UNION ALL SELECT 'keysends received', count(*)::int FROM invoice WHERE keysend IS NOT NULL
    UNION ALL SELECT 'keysends for nobody', count(*)::int FROM suspense_item WHERE reason = 'keysend-unknown'
    UNION ALL SELECT 'invoices ' || state, count(*)::int FROM invoice GROUP BY state
    UNION ALL SELECT 'payments inside', count(*)::int FROM internal_payment
    UNION ALL SELECT 'zaps', count(*)::int FROM zap
    UNION ALL SELECT 'downloads', count(*)::int FROM download_right
    UNION ALL SELECT 'promos', count(*)::int FROM promo WHERE budget_msat > 0
    UNION ALL SELECT 'rewards ' || state, count(*)::int FROM promo_reward GROUP BY state
    UNION ALL SELECT 'ticket purchases ' || state, count(*)::int FROM ticket_purchase GROUP BY state
    UNION ALL SELECT 'ticket purchases paid out', count(*)::int FROM ticket_purchase WHERE paid_out_at IS NOT NULL
    UNION ALL SELECT 'tickets ' || state, count(*)::int FROM ticket GROUP BY state
    UNION ALL SELECT 'tickets used', count(*)::int FROM ticket WHERE used_at IS NOT NULL
    UNION ALL SELECT 'orders returned', count(*)::int FROM tx WHERE kind = 'order-return'
    UNION ALL SELECT 'transfers', count(*)::int FROM tx ORDER BY 1`.execute(tx)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

function list(found: Record<string, unknown>): string[] {
  return Object.entries(found).flatMap(([what, detail]) =>
    detail === false ? [] : [`${what}: ${typeof detail === 'string' ? detail : toText(detail)}`],
  )
}

function first<Row>(rows: readonly Row[], isBroken: (row: Row) => boolean): string | false {
  const broken = rows.filter(isBroken)
  return broken.length > 0 && `${broken.length}, first ${toText(broken[0])}`
}

export function toText(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
}

export type Unfinished = { payouts: number; forwards: number; outsides: number; toDo: number }

/** What is not final yet: payouts, forwards, addresses on other servers that are due, and pending outbox rows. */
export async function readUnfinished(database: Database): Promise<Unfinished> {
  const { rows } = await sql<Unfinished>`SELECT
    (SELECT count(*)::int FROM payout WHERE state IN ('reserved', 'sending', 'unknown')) AS payouts,
    (SELECT count(*)::int FROM forward_batch WHERE state IN ('waiting', 'sending')) AS forwards,
    (SELECT count(*)::int FROM (${OUTSIDE_DUE}) due) AS outsides,
    (SELECT count(*)::int FROM outbox WHERE done_at IS NULL) AS "toDo"`.execute(database.read)
  return rows[0]!
}

export async function countUnfinished(database: Database): Promise<number> {
  const { payouts, forwards, outsides, toDo } = await readUnfinished(database)
  return payouts + forwards + outsides + toDo
}

/** The rows that readUnfinished counts. */
export async function listUnfinished(database: Database): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    SELECT to_jsonb(p) AS row FROM payout p WHERE state IN ('reserved', 'sending', 'unknown')
    UNION ALL SELECT to_jsonb(f) FROM forward_batch f WHERE state IN ('waiting', 'sending')
    UNION ALL SELECT to_jsonb(due) FROM (${OUTSIDE_DUE}) due
    UNION ALL SELECT to_jsonb(o) FROM outbox o WHERE done_at IS NULL`.execute(database.read)
  return rows.map(({ row }) => row)
}

/** Retries use the clock of the database, which cannot be stepped: so their delays are shortened. */
export async function tryAgainNow({ pool }: Database): Promise<void> {
  await pool.query('UPDATE outbox SET run_at = now() WHERE done_at IS NULL AND run_at > now()')
}
