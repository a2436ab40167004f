/** All SQL of the ledger, but for post() itself, which is a function in the database (migration 0005).
 * Only transfer.ts and rollup.ts may call what writes. */
import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { EntryKind, TransferKind } from './transfer.ts'

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

// Built by hand: the text never changes, and this is the busiest statement of all.
const POST = 'select tx_id as "txId", is_new as "isNew" from post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'

export async function insertTransfer(tx: Tx, row: TransferRow): Promise<{ txId: string; isNew: boolean }> {
  const values = [
    row.idem,
    row.requestHash,
    row.kind,
    row.codes,
    row.amounts,
    row.roles,
    row.refType,
    row.refId,
    row.occurredAt,
    row.meta,
  ]
  const { rows } = await tx.executeQuery<{ txId: string; isNew: boolean }>(CompiledQuery.raw(POST, values))
  return rows[0]!
}

/** Msat, or null when there is no such account. */
export async function selectBalance(tx: Tx, code: string): Promise<bigint | null> {
  const { rows } = await sql<{ balance: bigint }>`
    select account_balance(id) as balance from account where code = ${code}`.execute(tx)
  return rows[0]?.balance ?? null
}

export type Entry = {
  txId: string
  seq: number
  accountCode: string
  kind: EntryKind
  amountMsat: bigint
  /** Null on accounts that are append-only. */
  balanceAfterMsat: bigint | null
  transferKind: TransferKind
  refType: string | null
  refId: string | null
  meta: Record<string, unknown> | null
  occurredAt: Date
  createdAt: Date
}

const entryColumns = sql`
  e.tx_id as "txId", e.seq, a.code as "accountCode", e.kind, e.amount as "amountMsat",
  e.balance_after as "balanceAfterMsat", t.kind as "transferKind", t.ref_type as "refType", t.ref_id as "refId", t.meta,
  t.occurred_at as "occurredAt", e.created_at as "createdAt"`

export type EntryPlace = { txId: string; seq: number }
export type EntryPage = { code: string; kinds: readonly EntryKind[] | null; before: EntryPlace; skip: number; limit: number }

export async function selectEntries(tx: Tx, page: EntryPage): Promise<Entry[]> {
  const { code, before, skip, limit } = page
  // A few rows of each kind, each read in order from its index, however rare the kind is.
  const found =
    page.kinds === null
      ? sql`select e.* from entry e where e.account_id = a.id and (e.tx_id, e.seq) < (${before.txId}::uuid, ${before.seq}::smallint)
          order by e.tx_id desc, e.seq desc limit ${skip + limit}`
      : sql`select of_kind.* from unnest(${page.kinds}::text[]) wanted (kind) cross join lateral (
          select e.* from entry e
          where e.account_id = a.id and e.kind = wanted.kind
            and (e.tx_id, e.seq) < (${before.txId}::uuid, ${before.seq}::smallint)
          order by e.tx_id desc, e.seq desc limit ${skip + limit}) of_kind`
  const { rows } = await sql<Entry>`
    select ${entryColumns}
    from account a cross join lateral (${found}) e join tx t on t.id = e.tx_id
    where a.code = ${code}
    order by e.tx_id desc, e.seq desc offset ${skip} limit ${limit}`.execute(tx)
  return rows
}

/** How many entries, counting no further than `limit`. */
export async function countSomeEntries(
  tx: Tx,
  code: string,
  kinds: readonly EntryKind[] | null,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from entry e
      where e.account_id = (select id from account where code = ${code})
        and (${kinds}::text[] is null or e.kind = any(${kinds}::text[]))
      limit ${limit}) some`.execute(tx)
  return rows[0]!.count
}

export async function selectSum(tx: Tx, code: string, kinds: readonly EntryKind[], since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount), 0)::bigint as sum from entry e
    where e.account_id = (select id from account where code = ${code})
      and e.kind = any(${kinds}::text[]) and e.created_at >= ${since}`.execute(tx)
  return rows[0]!.sum
}

export async function selectTransferEntries(tx: Tx, idem: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${entryColumns}
    from tx t join entry e on e.tx_id = t.id join account a on a.id = e.account_id
    where t.idem = ${idem} order by e.seq`.execute(tx)
  return rows
}

export async function lockAppendOnlyAccounts(tx: Tx): Promise<void> {
  await sql`select from account where append_only order by id for no key update`.execute(tx)
}

/** Moves into the balance what no transaction can add to any more: entries of transactions older than all open ones. */
export async function updateRollUp(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with horizon as (select pg_snapshot_xmin(pg_current_snapshot()) as xid),
    start as (
      -- A mark ahead of all transactions comes from another cluster, of which this one is a restored copy.
      select id, h.xid, case when rolled_up_to > h.xid then '0'::xid8 else rolled_up_to end as since,
        case when rolled_up_to > h.xid then 0 else balance end as balance
      from account cross join horizon h where append_only
    ),
    rolled as (
      select s.id, s.xid, s.balance + (
        select coalesce(sum(e.amount), 0)::bigint from entry e
        where e.account_id = s.id and e.balance_after is null and e.inserted_by >= s.since and e.inserted_by < s.xid
      ) as balance
      from start s
    )
    update account set balance = r.balance, rolled_up_to = r.xid from rolled r where account.id = r.id`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type Drift = { code: string; balanceMsat: bigint; entriesMsat: bigint }

/** Sum and count of all entries, in msat; the sum is text because numeric has no upper bound. */
export async function selectTotals(tx: Tx): Promise<{ sumMsat: bigint; entryCount: number; transferCount: number }> {
  const { rows } = await sql<{ sum: string; entries: bigint; transfers: bigint }>`
    select coalesce(sum(amount), 0)::text as sum, count(*) as entries, (select count(*) from tx) as transfers
    from entry`.execute(tx)
  const { sum, entries, transfers } = rows[0]!
  return { sumMsat: BigInt(sum), entryCount: Number(entries), transferCount: Number(transfers) }
}

/** Transfers that do not sum to zero or have fewer than two entries. */
export async function selectUnbalanced(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tx t left join entry e on e.tx_id = t.id
    group by t.id having coalesce(sum(e.amount), 1) <> 0 or count(e.seq) < 2 limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Accounts whose balance is not the sum of their entries. */
export async function selectDrifts(tx: Tx, limit: number): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select a.code, account_balance(a.id) as "balanceMsat", coalesce(e.sum, 0)::bigint as "entriesMsat"
    from account a left join (select account_id, sum(amount) as sum from entry group by account_id) e on e.account_id = a.id
    where account_balance(a.id) <> coalesce(e.sum, 0) limit ${limit}`.execute(tx)
  return rows
}

/** Accounts below zero that may not be: those without overdraft, and what is held for payouts. */
export async function selectNegative(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from account where (not overdraft or kind = 'inflight') and account_balance(id) < 0
    limit ${limit}`.execute(tx)
  return rows.map((row) => row.code)
}
