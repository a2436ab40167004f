/** The state of a database (tables, balances, transfers), to compare a restored one with its twin, the original that survived. */
import assert from 'node:assert/strict'
import { book } from '#server/payments/audit/book-difference.ts'
import { type DifferenceRow, listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { World } from '#server/world.ts'

/** All balances, and a digest of each table without ids of transactions and rolled-up balances. */
export async function readState({ databaseUrl }: Pick<Config, 'databaseUrl'>, notCompared: readonly string[]) {
  const { pool, close } = connectDatabase({ url: databaseUrl, maxConnections: 2 })
  const { rows: balances } = await pool.query<{ code: string; msat: bigint }>(
    'SELECT code, account_balance(id) AS msat FROM account ORDER BY code',
  )
  const { rows: names } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
    [notCompared],
  )
  const tables = []
  for (const { name } of names) {
    const left = name === 'account' ? `'{rolled_up_to,balance}'` : name === 'entry' ? `'{inserted_by}'` : `'{}'`
    const { rows } = await pool.query<{ count: bigint; digest: string | null }>(
      `SELECT count(*), md5(string_agg(line, E'\n' ORDER BY line)) AS digest
       FROM (SELECT (to_jsonb(t) - ${left}::text[])::text AS line FROM ${name} t) lines`,
    )
    tables.push({ name, ...rows[0]! })
  }
  await close()
  return { balances, tables }
}
export type State = Awaited<ReturnType<typeof readState>>

/** Tables that are only in one of them, or whose rows differ. */
export function differingTables(twin: State, restored: State): string[] {
  const digests = new Map(restored.tables.map(({ name, count, digest }) => [name, `${count} ${digest}`]))
  return twin.tables
    .filter(({ name, count, digest }) => digests.get(name) !== `${count} ${digest}`)
    .map(({ name }) => name)
}

export type Transfer = { idem: string; kind: string; createdAt: Date; legs: [account: string, msat: string][] }
export type Books = { transfers: Map<string, Transfer>; balances: Map<string, bigint> }

export async function readBooks({ pool }: Pick<Database, 'pool'>): Promise<Books> {
  const { rows: transfers } = await pool.query<Transfer>(
    `SELECT t.idem, t.kind, t.created_at AS "createdAt",
       json_agg(json_build_array(a.code, e.amount::text) ORDER BY a.code, e.amount) AS legs
     FROM tx t JOIN entry e ON e.tx_id = t.id JOIN account a ON a.id = e.account_id GROUP BY t.id`,
  )
  const { rows: balances } = await pool.query<{ code: string; msat: bigint }>(
    'SELECT code, account_balance(id) AS msat FROM account',
  )
  return {
    transfers: new Map(transfers.map((transfer) => [transfer.idem, transfer])),
    balances: new Map(balances.map(({ code, msat }) => [code, msat])),
  }
}

export type BooksCompared = {
  /** Transfers that only the twin has, or only the restored database. */
  missing: Transfer[]
  added: Transfer[]
  /** Transfers that both have, with other entries. */
  changed: Transfer[]
  /** Restored minus twin, without the accounts that are equal. */
  differences: Map<string, bigint>
}

export function compareBooks(twin: Books, restored: Books): BooksCompared {
  const differences = new Map<string, bigint>()
  for (const code of new Set([...twin.balances.keys(), ...restored.balances.keys()])) {
    const msat = (restored.balances.get(code) ?? 0n) - (twin.balances.get(code) ?? 0n)
    if (msat !== 0n) differences.set(code, msat)
  }
  return {
    missing: [...twin.transfers.values()].filter(({ idem }) => !restored.transfers.has(idem)),
    added: [...restored.transfers.values()].filter(({ idem }) => !twin.transfers.has(idem)),
    changed: [...twin.transfers.values()].filter(({ idem, legs }) => {
      const other = restored.transfers.get(idem)
      return other !== undefined && JSON.stringify(other.legs) !== JSON.stringify(legs)
    }),
    differences,
  }
}

/** What these transfers together do to each account. */
export function sumLegs(transfers: readonly Transfer[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { legs } of transfers)
    for (const [code, msat] of legs) sums.set(code, (sums.get(code) ?? 0n) + BigInt(msat))
  return sums
}

/** An operator accepts what a restore may have lost. */
export async function closeLoss({ payments, database }: World, wanted: DifferenceRow['kind']): Promise<void> {
  const loss = (await listOpenDifferences(database.read)).find(({ subject }) => subject === 'journal')
  assert.equal(loss?.kind, wanted)
  await book(payments, null, loss.id, { reason: 'Nothing more can be found' })
}
