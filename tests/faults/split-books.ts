/** The check of the books for the shares of partners who have not agreed and of addresses on other servers: by what the rows
 * say, with arithmetic of its own. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

const LEAST_RESERVE_MSAT = 1_000n

/** Enough waits for a payout. Why a row is held back is said in it. */
export const OUTSIDE_DUE = sql`
  SELECT o.*, a.balance FROM outside_account o JOIN account a ON a.code = 'outside:' || o.id
  WHERE a.balance >= 100000 AND o.held_back IS NULL
    AND NOT EXISTS (SELECT FROM payout p WHERE p.outside_id = o.id AND p.state IN ('reserved', 'sending', 'unknown'))`

/** Breaches by what is wrong; the rows that show it, or false. */
export async function breachesOfSplits(tx: Tx): Promise<Record<string, unknown>> {
  return {
    'a partner was paid who has not agreed': await findPaidWithoutConsent(tx),
    'an outside recipient was not paid the largest whole amount of sats that was covered': await findWrongBatches(tx),
    'an outside recipient was paid while another attempt had no outcome': await findSecondAttempts(tx),
    'the shares of an outside recipient are not in its account': await findLostShares(tx),
    'an outside recipient waits although it is due': some((await OUTSIDE_DUE.execute(tx)).rows),
  }
}

const some = (rows: readonly unknown[]) => rows.length > 0 && rows

/** The partners of a payment who had not agreed when its terms were read, and still have not. */
async function findPaidWithoutConsent(tx: Tx) {
  const { rows } = await sql<{ id: string; msat: bigint }>`
    SELECT z.id, e.amount AS msat
    FROM zap z CROSS JOIN LATERAL jsonb_array_elements_text(z.terms->'consent'->'open') place (number)
    JOIN split_share s ON s.version_id = (z.terms->'consent'->>'versionId')::uuid AND s.position = place.number::int
    JOIN tx t ON t.ref_type = 'zap' AND t.ref_id = z.id
    JOIN account a ON a.code = 'user:' || s.user_id JOIN entry e ON e.tx_id = t.id AND e.account_id = a.id AND e.amount > 0
    WHERE s.state <> 'agreed' LIMIT 5`.execute(tx)
  return some(rows)
}

/** A + max(1 000, 1.5 % of A, rounded up) is covered, and with another sat it was not: by what was held when the invoice was
 * requested. More may have come in before the money was reserved. */
async function findWrongBatches(tx: Tx) {
  const { rows } = await sql<{ id: string; amount: bigint; reserve: bigint; held: string[] }>`
    SELECT p.id, p.amount_msat AS amount, p.fee_reserve_msat AS reserve,
      (SELECT array_agg(earlier.balance_after::text ORDER BY earlier.tx_id DESC) FROM entry earlier
        WHERE earlier.account_id = a.id AND earlier.tx_id < t.id) AS held
    FROM payout p JOIN tx t ON t.idem = 'reserve:' || p.id JOIN account a ON a.code = 'outside:' || p.outside_id`.execute(
    tx,
  )
  const costOf = (amount: bigint) => {
    const share = (amount * 15n + 999n) / 1_000n
    return amount + (share > LEAST_RESERVE_MSAT ? share : LEAST_RESERVE_MSAT)
  }
  const isRight = ({ amount, reserve, held }: (typeof rows)[number]) =>
    amount % 1_000n === 0n &&
    amount + reserve === costOf(amount) &&
    held.some((msat) => costOf(amount) <= BigInt(msat) && costOf(amount + 1_000n) > BigInt(msat))
  return some(rows.filter((row) => !isRight(row)).slice(0, 5))
}

/** Each attempt begins only after the previous one has ended. */
async function findSecondAttempts(tx: Tx) {
  const { rows } = await sql`
    WITH attempt AS (
      SELECT p.outside_id, p.id, reserved.id AS begun,
        (SELECT max(t.id::text) FROM tx t WHERE t.idem IN ('release:' || p.id, 'settle:' || p.id)) AS ended
      FROM payout p JOIN tx reserved ON reserved.idem = 'reserve:' || p.id WHERE p.purpose = 'outside')
    SELECT one.id, other.id AS during FROM attempt one JOIN attempt other
      ON other.outside_id = one.outside_id AND other.begun > one.begun
    WHERE one.ended IS NULL OR one.ended > other.begun::text LIMIT 5`.execute(tx)
  return some(rows)
}

/** Every share in the receipts of payments was credited, and nothing but payouts and returns took any of it. What a late success
 * took beyond what was held is the owner's. */
async function findLostShares(tx: Tx) {
  const { rows } = await sql`
    WITH shares AS (
      SELECT l.user_id AS id, sum(l.amount_msat) AS msat FROM zap_leg l JOIN outside_recipient r ON r.id = l.user_id GROUP BY 1
    ), moved AS (
      SELECT split_part(a.code, ':', 2)::uuid AS id, coalesce(sum(e.amount) FILTER (WHERE t.kind = 'content-payment'), 0) AS msat,
        count(*) FILTER (WHERE e.amount < 0 AND t.kind NOT IN ('outside-reserve', 'outside-late', 'outside-returned')) AS others
      FROM account a JOIN entry e ON e.account_id = a.id JOIN tx t ON t.id = e.tx_id WHERE a.kind = 'outside' GROUP BY 1)
    SELECT id, shares.msat AS shares, moved.msat AS booked, others FROM shares FULL JOIN moved USING (id)
    WHERE coalesce(shares.msat, 0) <> coalesce(moved.msat, 0) OR others > 0 LIMIT 5`.execute(tx)
  return some(rows)
}
