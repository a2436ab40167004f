/** SQL of the journal: its state, and the lines that wait to be written. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import type { Batch, JournalLine } from './objects.ts'

export type JournalState = { chain: string | null; position: number; digest: string; problem: string | null }

const columns = sql`chain::text AS chain, position::float AS position, digest, problem`

export async function readJournalState(tx: Tx): Promise<JournalState> {
  const { rows } = await sql<JournalState>`SELECT ${columns} FROM journal_state`.execute(tx)
  return rows[0]!
}

export async function lockJournalState(tx: Tx): Promise<JournalState> {
  const { rows } = await sql<JournalState>`SELECT ${columns} FROM journal_state FOR UPDATE`.execute(tx)
  return rows[0]!
}

export async function writeJournalState(tx: Tx, { chain, position, digest, problem }: JournalState): Promise<void> {
  await sql`UPDATE journal_state SET chain = ${chain}, position = ${position}, digest = ${digest},
    problem = ${problem}`.execute(tx)
}

/** Throws when the journal cannot be continued. */
export function requireNoProblem({ problem }: JournalState): void {
  if (problem !== null) throw new Error(`The journal is not continued: ${problem}`)
}

/** Limits the size of a batch after the journal was unreachable. */
const TRANSACTIONS_MAX = 500

/** The next batch, which no longer changes once this transaction has committed. Null when no line is waiting. It has whole
 * transactions, and each comes after those whose changes it saw: they become visible only after all of their lines are
 * numbered. */
export async function fixNextBatch(tx: Tx): Promise<Batch | null> {
  const state = await lockJournalState(tx)
  requireNoProblem(state)
  const { chain, position, digest } = state
  if (chain === null) return null
  const number = position + 1
  let lines = await readLines(tx, number)
  if (lines.length === 0) {
    await sql`UPDATE journal_line SET batch = ${number} WHERE batch IS NULL AND written_by IN (
      SELECT written_by FROM journal_line WHERE batch IS NULL
      GROUP BY written_by ORDER BY max(seq) LIMIT ${TRANSACTIONS_MAX})`.execute(tx)
    lines = await readLines(tx, number)
  }
  return lines.length === 0 ? null : { chain, number, previous: digest, lines }
}

async function readLines(tx: Tx, batch: number): Promise<JournalLine[]> {
  const { rows } = await sql<JournalLine>`
    SELECT id::text AS id, body FROM journal_line WHERE batch = ${batch} ORDER BY seq`.execute(tx)
  return rows
}

/** Call this after the batch is stored. A no-op if another process has done so. */
export async function finishBatch(tx: Tx, { chain, number }: Batch, digest: string): Promise<void> {
  const { rows } = await sql`UPDATE journal_state SET position = ${number}, digest = ${digest}
    WHERE chain = ${chain} AND position = ${number - 1} RETURNING position`.execute(tx)
  if (rows.length > 0) await sql`DELETE FROM journal_line WHERE batch = ${number}`.execute(tx)
}

export async function deleteLines(tx: Tx, ids: readonly string[] | 'all'): Promise<void> {
  const which = ids === 'all' ? sql`TRUE` : sql`id = ANY(${ids}::uuid[])`
  await sql`DELETE FROM journal_line WHERE ${which}`.execute(tx)
}

export async function listLineIds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id::text AS id FROM journal_line`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The hashes, except those that an earlier recovery failed to recover. */
export async function withoutUnrecovered(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    SELECT hash FROM unnest(${hashes}::text[]) AS sent (hash), journal_state WHERE hash <> ALL (unrecovered)`.execute(
    tx,
  )
  return rows.map(({ hash }) => hash)
}

export async function addUnrecovered(tx: Tx, hash: string): Promise<void> {
  await sql`UPDATE journal_state SET unrecovered = array_append(unrecovered, ${hash})`.execute(tx)
}
