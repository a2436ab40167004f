/** How often is too often: counters in PostgreSQL, shared by all processes.
 * Not a queue: what is too much is refused at once, with the seconds to wait. */
import { sql } from 'kysely'
import { AppError } from './errors.ts'
import { errorCodes } from '#contract/errors.ts'
import type { Tx } from './database.ts'

export type Rate = { max: number; windowSeconds: number }

/** Counts one use of `key` and refuses with 429 above `max` uses in the current window. */
export async function countUse(tx: Tx, key: string, rate: Rate, now: Date): Promise<void> {
  const windowMs = rate.windowSeconds * 1_000
  const windowStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const { rows } = await sql<{ count: number }>`
    INSERT INTO rate_limit (key, window_start, count) VALUES (${key}, ${windowStart}, 1)
    ON CONFLICT (key, window_start) DO UPDATE SET count = rate_limit.count + 1 RETURNING count`.execute(tx)
  const count = rows[0]?.count ?? 0
  if (count === 1) {
    await sql`DELETE FROM rate_limit WHERE key = ${key} AND window_start < ${windowStart}`.execute(tx)
  }
  if (count > rate.max) {
    const waitSeconds = Math.ceil((windowStart.getTime() + windowMs - now.getTime()) / 1_000)
    throw new AppError(429, 'too-many-requests', errorCodes['too-many-requests'], Math.max(1, waitSeconds))
  }
}

/** Begins anew for `key`: what came before is no longer held against it. */
export async function forgetUses(tx: Tx, key: string): Promise<void> {
  await sql`DELETE FROM rate_limit WHERE key = ${key}`.execute(tx)
}
