/** The lower bound of the cost of a zap with four legs: the same rows by plain named statements, without checks,
 * idempotency or a lock order beyond what avoids deadlocks. Not a benchmark itself. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import { chooseFour, type BenchUser } from './zap-stage.ts'

const TX = `insert into tx (id, kind, idem, request_hash, occurred_at, created_at)
  values ($1, 'content-payment', $2, $3, now(), now())`
const UPDATE = 'update account set balance = balance + $2, version = version + 1 where id = $1'
const ENTRIES = `insert into entry (tx_id, seq, account_id, amount, balance_after, kind, created_at) values
  ($1, 1, $2, -5000, 0, 'zap-sent', now()), ($1, 2, $3, 2708, 0, 'earnings', now()),
  ($1, 3, $4, 2042, 0, 'earnings', now()), ($1, 4, $5, 250, 0, 'platform', now())`
const REQUEST_HASH = Buffer.alloc(32)

export async function zapRaw(pool: pg.Pool, users: readonly BenchUser[]): Promise<void> {
  const [payer, first, second, fourth] = chooseFour(users)
  const txId = newId()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'raw-tx', text: TX, values: [txId, `raw:${randomUUID()}`, REQUEST_HASH] })
    const moves: [BenchUser, number][] = [
      [payer, -5_000],
      [first, 2_708],
      [second, 2_042],
      [fourth, 250],
    ]
    // In id order, to avoid deadlocks.
    moves.sort(([a], [b]) => (a.accountId < b.accountId ? -1 : 1))
    for (const [user, amount] of moves) {
      await client.query({ name: 'raw-update', text: UPDATE, values: [user.accountId, amount] })
    }
    const accounts = [payer, first, second, fourth].map((user) => user.accountId)
    await client.query({ name: 'raw-entries', text: ENTRIES, values: [txId, ...accounts] })
    await client.query('commit')
  } finally {
    client.release()
  }
}
