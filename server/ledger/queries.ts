/** All SQL of the ledger except post_all(), which is a function in the database (server/migrations/0007-ledger.sql). Only
 * transfer.ts, rollup.ts and closing.ts may call the functions that write. */
import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { noTransaction, oldestOpenTransaction } from '#server/platform/database/engine.ts'
import type { Entry, EntryKind, EntryPlace, TransferKind } from './kinds.ts'

export type TransferRow = {
  idem: string
  requestHash: Buffer
  kind: TransferKind
  codes: readonly string[]
  amounts: readonly string[]
  roles: readonly EntryKind[]
  refType: string | null
  refId: string | null
  occurredAt: Date | null
  meta: string | null
}

// A constant text: this is the most frequent statement of all.
const POST_ALL =
  'SELECT tx_ids AS "txIds", are_new AS "areNew" FROM post_all($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)'

/** Posts the transfers one after another in the given order; the results are in that order too. */
export async function insertTransfers(
  tx: Tx,
  rows: readonly TransferRow[],
): Promise<{ txId: string; isNew: boolean }[]> {
  const values = [
    rows.map((row) => row.idem),
    rows.map((row) => row.requestHash),
    rows.map((row) => row.kind),
    rows.map((row) => row.refType),
    rows.map((row) => row.refId),
    rows.map((row) => row.occurredAt),
    rows.map((row) => row.meta),
    rows.map((row) => row.codes.length),
    rows.flatMap((row) => row.codes),
    rows.flatMap((row) => row.amounts),
    rows.flatMap((row) => row.roles),
  ]
  const response = await tx.executeQuery<{ txIds: string[]; areNew: boolean[] }>(CompiledQuery.raw(POST_ALL, values))
  const { txIds, areNew } = response.rows[0]!
  return txIds.map((txId, index) => ({ txId, isNew: areNew[index]! }))
}

/** Msat, or null when there is no such account. */
export async function selectBalance(tx: Tx, code: string): Promise<bigint | null> {
  const { rows } = await sql<{ balance: bigint }>`
    SELECT account_balance(id) AS balance FROM account WHERE code = ${code}`.execute(tx)
  return rows[0]?.balance ?? null
}

/** Kinds of accounts whose money is not the operator's own. */
const OWED = sql`('user', 'maturing', 'waiting', 'outside', 'boost', 'promo', 'event', 'purse', 'suspense', 'inflight')`
const exactBalance = sql`CASE WHEN append_only THEN account_balance(id) ELSE balance END`

/** `userId`: only for a user's balance. */
export type OwedAccount = { id: string; code: string; userId: string | null; balanceMsat: bigint }

export async function selectOwed(tx: Tx, afterId: string | null, limit: number): Promise<OwedAccount[]> {
  const { rows } = await sql<OwedAccount>`
    SELECT id, code, CASE WHEN kind = 'user' THEN owner END AS "userId", ${exactBalance} AS "balanceMsat" FROM account
    WHERE kind IN ${OWED} AND (balance <> 0 OR append_only) ${afterId === null ? sql`` : sql`AND id > ${afterId}`}
    ORDER BY id LIMIT ${limit}`.execute(tx)
  return rows
}

/** Without payouts that are not final: the node has their money set aside or has sent it. */
export async function selectLiabilities(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    SELECT coalesce(sum(balance), 0)::bigint AS sum FROM account
    WHERE kind IN ${OWED} AND kind <> 'inflight'`.execute(tx)
  return rows[0]!.sum
}

export async function selectOwedByOthers(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    SELECT coalesce(-sum(${exactBalance}), 0)::bigint AS sum FROM account WHERE kind NOT IN ${OWED}`.execute(tx)
  return rows[0]!.sum
}

export async function selectSumsByKind(tx: Tx): Promise<{ kind: string; sumMsat: bigint }[]> {
  const { rows } = await sql<{ kind: string; sumMsat: bigint }>`
    SELECT kind, sum(${exactBalance})::bigint AS "sumMsat" FROM account GROUP BY kind ORDER BY kind`.execute(tx)
  return rows
}

/** The balance of an account that transfers update directly, with its row locked. */
export async function lockBalance(tx: Tx, code: string): Promise<bigint | null> {
  const { rows } = await sql<{ balance: bigint }>`
    SELECT balance FROM account WHERE code = ${code} FOR NO KEY UPDATE`.execute(tx)
  return rows[0]?.balance ?? null
}

/** The same for several accounts, locked in the order in which every transfer locks. */
export async function lockBalances(tx: Tx, codes: readonly string[]): Promise<{ code: string; balanceMsat: bigint }[]> {
  const { rows } = await sql<{ code: string; balanceMsat: bigint }>`
    SELECT code, balance AS "balanceMsat" FROM account
    WHERE code = ANY(${codes}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

/** Opens an account that may not go negative. Users' accounts are opened by their first transfer too. */
export async function insertAccount(tx: Tx, code: string, kind: string, ownerId: string | null): Promise<void> {
  await sql`INSERT INTO account (id, code, kind, owner, overdraft) VALUES (gen_random_uuid(), ${code}, ${kind}, ${ownerId}, false)
    ON CONFLICT (code) DO NOTHING`.execute(tx)
}

export async function updateClosed(tx: Tx, code: string, now: Date): Promise<void> {
  await sql`UPDATE account SET closed_at = ${now} WHERE code = ${code} AND closed_at IS NULL`.execute(tx)
}

const entryColumns = sql`
  e.tx_id AS "txId", e.seq, a.code AS "accountCode", e.kind, e.amount AS "amountMsat",
  e.balance_after AS "balanceAfterMsat", t.kind AS "transferKind", t.ref_type AS "refType", t.ref_id AS "refId", t.meta,
  t.occurred_at AS "occurredAt", e.created_at AS "createdAt"`

export type EntryPage = { code: string; kinds: readonly EntryKind[]; before: EntryPlace; limit: number }

export async function selectEntries(tx: Tx, { code, kinds, before, limit }: EntryPage): Promise<Entry[]> {
  // Reads one page of each kind from the index, however rare the kind is, and then takes the newest of them.
  const { rows } = await sql<Entry>`
    SELECT ${entryColumns}
    FROM account a
    CROSS JOIN unnest(${kinds}::text[]) wanted (kind)
    CROSS JOIN LATERAL (
      SELECT tx_id, seq, kind, amount, balance_after, created_at FROM entry
      WHERE account_id = a.id AND kind = wanted.kind AND (tx_id, seq) < (${before.txId}::uuid, ${before.seq}::smallint)
      ORDER BY tx_id DESC, seq DESC LIMIT ${limit}
    ) e
    JOIN tx t ON t.id = e.tx_id
    WHERE a.code = ${code}
    ORDER BY e.tx_id DESC, e.seq DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function selectSumAfter(
  tx: Tx,
  code: string,
  kinds: readonly EntryKind[],
  afterTxId: string,
): Promise<{ sumMsat: bigint; newestTxId: string; firstAt: Date | null }> {
  const { rows } = await sql<{ sumMsat: bigint; newestTxId: string; firstAt: Date | null }>`
    SELECT coalesce(sum(e.amount), 0)::bigint AS "sumMsat", coalesce(max(e.tx_id::text), ${afterTxId}) AS "newestTxId",
      min(t.occurred_at) AS "firstAt"
    FROM entry e JOIN tx t ON t.id = e.tx_id
    WHERE e.account_id = (SELECT id FROM account WHERE code = ${code})
      AND e.kind = ANY(${kinds}::text[]) AND e.tx_id > ${afterTxId}::uuid`.execute(tx)
  return rows[0]!
}

export async function selectFeesAfter(tx: Tx, code: string, afterTxId: string): Promise<bigint> {
  const { rows } = await sql<{ feeMsat: bigint }>`
    SELECT coalesce(sum(floor(paid.fee::numeric * own.amount / paid.shared)), 0)::bigint AS "feeMsat"
    FROM (
      SELECT tx_id, sum(amount) AS amount FROM entry
      WHERE account_id = (SELECT id FROM account WHERE code = ${code}) AND kind = 'earnings'
        AND tx_id > ${afterTxId}::uuid
      GROUP BY tx_id
    ) own
    CROSS JOIN LATERAL (
      SELECT sum(e.amount) FILTER (WHERE a.code = 'platform_fee') AS fee,
        sum(e.amount) FILTER (WHERE a.code <> 'platform_fee') AS shared
      FROM entry e JOIN account a ON a.id = e.account_id WHERE e.tx_id = own.tx_id AND e.amount > 0
    ) paid`.execute(tx)
  return rows[0]!.feeMsat
}

export async function selectTransferEntries(tx: Tx, idem: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${entryColumns}
    FROM tx t JOIN entry e ON e.tx_id = t.id JOIN account a ON a.id = e.account_id
    WHERE t.idem = ${idem} ORDER BY e.seq`.execute(tx)
  return rows
}

/** When the newest transfer happened. Ids are in the order of time. */
export async function readNewestTransferAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`SELECT occurred_at AS at FROM tx ORDER BY id DESC LIMIT 1`.execute(tx)
  return rows[0]?.at ?? null
}

export async function lockAppendOnlyAccounts(tx: Tx): Promise<void> {
  await sql`SELECT FROM account WHERE append_only ORDER BY id FOR NO KEY UPDATE`.execute(tx)
}

/** Adds entries to the stored balance that no open transaction can still change: those of transactions older than
 * all open ones. */
export async function updateRollUp(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH horizon AS (SELECT ${oldestOpenTransaction} AS xid),
    start AS (
      -- A mark ahead of all transactions comes from another cluster, of which this one is a restored copy.
      SELECT id, h.xid, CASE WHEN rolled_up_to > h.xid THEN ${noTransaction} ELSE rolled_up_to END AS since,
        CASE WHEN rolled_up_to > h.xid THEN 0 ELSE balance END AS balance
      FROM account CROSS JOIN horizon h WHERE append_only
    ),
    rolled AS (
      SELECT s.id, s.xid, s.balance + (
        SELECT coalesce(sum(e.amount), 0)::bigint FROM entry e
        WHERE e.account_id = s.id AND e.balance_after IS NULL AND e.inserted_by >= s.since AND e.inserted_by < s.xid
      ) AS balance
      FROM start s
    )
    UPDATE account SET balance = r.balance, rolled_up_to = r.xid FROM rolled r WHERE account.id = r.id`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function clearRollUps(tx: Tx): Promise<void> {
  await sql`UPDATE account SET balance = 0, rolled_up_to = ${noTransaction} WHERE append_only`.execute(tx)
}

export type Drift = { code: string; balanceMsat: bigint; entriesMsat: bigint }

/** Sum and count of all entries, in msat; the sum is text because numeric has no upper bound. */
export async function selectTotals(tx: Tx): Promise<{ sumMsat: bigint; entryCount: number; transferCount: number }> {
  const { rows } = await sql<{ sum: string; entries: bigint; transfers: bigint }>`
    SELECT coalesce(sum(amount), 0)::text AS sum, count(*) AS entries, (SELECT count(*) FROM tx) AS transfers
    FROM entry`.execute(tx)
  const { sum, entries, transfers } = rows[0]!
  return { sumMsat: BigInt(sum), entryCount: Number(entries), transferCount: Number(transfers) }
}

/** Transfers that do not sum to zero or have fewer than two entries, and entries without a transfer. */
export async function selectUnbalanced(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(t.id, e.tx_id) AS id FROM tx t FULL JOIN entry e ON e.tx_id = t.id
    GROUP BY t.id, e.tx_id HAVING t.id IS NULL OR coalesce(sum(e.amount), 1) <> 0 OR count(e.seq) < 2
    LIMIT ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Accounts whose balance is not the sum of their entries, and missing accounts that have entries. */
export async function selectDrifts(tx: Tx, limit: number): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    SELECT coalesce(a.code, e.account_id::text) AS code, coalesce(account_balance(a.id), 0) AS "balanceMsat",
      coalesce(e.sum, 0)::bigint AS "entriesMsat"
    FROM account a
    FULL JOIN (SELECT account_id, sum(amount) AS sum FROM entry GROUP BY account_id) e ON e.account_id = a.id
    WHERE a.id IS NULL OR account_balance(a.id) <> coalesce(e.sum, 0) LIMIT ${limit}`.execute(tx)
  return rows
}

/** Accounts that are below zero but may not be: those without overdraft, and `inflight`. */
export async function selectNegative(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM account WHERE (NOT overdraft OR kind = 'inflight') AND account_balance(id) < 0
    LIMIT ${limit}`.execute(tx)
  return rows.map((row) => row.code)
}
