/** Rate limits: counters in PostgreSQL, shared by all processes.
 * Requests are not queued: excess ones are refused immediately, with the seconds to wait. */
import { sql } from 'kysely'
import { AppError } from '#server/platform/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'

export type Rate = { max: number; windowSeconds: number }
export type Use = { key: string; rate: Rate }

/** Counts one use of `key` and refuses with 429 above `max` uses in the current window. */
export function countUse(tx: Tx, key: string, rate: Rate, now: Date): Promise<void> {
  return countUses(tx, [{ key, rate }], now)
}

/** The same for several keys in one statement; refuses when any limit is exceeded, with the longest wait. */
export async function countUses(tx: Tx, uses: readonly Use[], now: Date): Promise<void> {
  const counts = await addUses(tx, uses, now)
  const waits = uses
    .filter(({ key, rate }) => (counts.get(key) ?? 0) > rate.max)
    .map(({ rate }) => windowOf(rate, now).getTime() + rate.windowSeconds * 1_000 - now.getTime())
  if (waits.length > 0) {
    const waitSeconds = Math.max(1, Math.ceil(Math.max(...waits) / 1_000))
    throw new AppError(429, 'too-many-requests', errorCodes['too-many-requests'], waitSeconds)
  }
}

/** Counts one use and returns whether there are more than `max` in the current window; never refuses. */
export async function exceedsRate(tx: Tx, use: Use, now: Date): Promise<boolean> {
  const counts = await addUses(tx, [use], now)
  return (counts.get(use.key) ?? 0) > use.rate.max
}

/** How many uses were counted in the current window. */
export async function readUses(tx: Tx, { key, rate }: Use, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count FROM rate_limit WHERE key = ${key} AND window_start = ${windowOf(rate, now)}`.execute(tx)
  return rows[0]?.count ?? 0
}

async function addUses(tx: Tx, uses: readonly Use[], now: Date): Promise<Map<string, number>> {
  // In the order of their keys, so that two statements with the same keys cannot deadlock.
  const rows = uses
    .map(({ key, rate }) => ({ key, window_start: windowOf(rate, now) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  const counted = await sql<{ key: string; count: number }>`
    INSERT INTO rate_limit (key, window_start, count)
    SELECT key, window_start, 1 FROM jsonb_to_recordset(${JSON.stringify(rows)}) u (key text, window_start timestamptz)
    ON CONFLICT (key, window_start) DO UPDATE SET count = rate_limit.count + 1
    RETURNING key, count`.execute(tx)
  const counts = new Map(counted.rows.map(({ key, count }) => [key, count]))
  // Also after uses were returned: then there is nothing to delete.
  const begun = rows.filter(({ key }) => counts.get(key) === 1)
  if (begun.length > 0) {
    await sql`
      DELETE FROM rate_limit r USING jsonb_to_recordset(${JSON.stringify(begun)}) u (key text, window_start timestamptz)
      WHERE r.key = u.key AND r.window_start < u.window_start`.execute(tx)
  }
  return counts
}

/** Takes back one use of each key, when a use that was counted in advance turned out to be harmless. */
export async function returnUses(tx: Tx, uses: readonly Use[], now: Date): Promise<void> {
  const rows = uses.map(({ key, rate }) => ({ key, window_start: windowOf(rate, now) }))
  await sql`
    UPDATE rate_limit r SET count = r.count - 1
    FROM (SELECT l.key, l.window_start FROM rate_limit l
      JOIN jsonb_to_recordset(${JSON.stringify(rows)}) u (key text, window_start timestamptz) USING (key, window_start)
      WHERE l.count > 0 ORDER BY l.key FOR UPDATE OF l) g
    WHERE r.key = g.key AND r.window_start = g.window_start`.execute(tx)
}

function windowOf(rate: Rate, now: Date): Date {
  const windowMs = rate.windowSeconds * 1_000
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs)
}
