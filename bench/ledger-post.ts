/** post() of a zap with four legs, beside plain statements that write the same rows: `node bench/ledger-post.ts`.
 * Not a load test of the server; no HTTP is in it. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { userAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/transfer.ts'
import { connectDatabase, type Database } from '#server/platform/database.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-database.ts'
import { newId } from '#server/platform/ids.ts'
import { migrate } from '#server/platform/migrate.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const CLIENT_COUNT = 8
const ROUND_COUNT = 6
const ROUND_MS = 2_000
const USER_COUNT = 2_000
const START_MSAT = 1_000_000_000n

export async function run(): Promise<BenchResult[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'peal-bench-'))
  const server = await startEmbeddedDatabase({ dataDir })
  try {
    const { servingRole } = await migrate(server.url)
    const role = servingRole === null ? {} : { role: servingRole }
    const database = connectDatabase({ url: server.url, ...role, maxConnections: CLIENT_COUNT })
    try {
      return [await measure(database)]
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(database: Database): Promise<BenchResult> {
  const users = await openUsers(database)
  const rates = await compareInTurns(
    () => ratePerSecond(ROUND_MS, () => zap(database, users)),
    () => ratePerSecond(ROUND_MS, () => zapRaw(database.pool, users)),
    ROUND_COUNT,
  )
  const limitName = 'the same rows by plain statements'
  return { name: 'post() of a zap with four legs', unit: 'zaps/s', ...rates, limitName, goal: 0.6 }
}

/** How often all clients together finish `work` in a second, each doing it again as soon as it is done. */
async function ratePerSecond(durationMs: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let doneCount = 0
  const client = async () => {
    while (performance.now() - startedAt < durationMs) {
      await work()
      doneCount++
    }
  }
  await Promise.all(Array.from({ length: CLIENT_COUNT }, client))
  return (doneCount * 1_000) / (performance.now() - startedAt)
}

type BenchUser = { userId: string; accountId: string }

async function openUsers(database: Database): Promise<BenchUser[]> {
  const userIds = Array.from({ length: USER_COUNT }, () => newId())
  for (let start = 0; start < userIds.length; start += 100) {
    const batch = userIds.slice(start, start + 100)
    const credits = batch.map((userId) => ({ account: userAccount(userId), amountMsat: START_MSAT }))
    const debit = { account: 'lightning', amountMsat: -START_MSAT * BigInt(batch.length) } as const
    await database.transaction((tx) => post(tx, { idem: `start:${start}`, kind: 'deposit', legs: [debit, ...credits] }))
  }
  const { rows } = await database.pool.query<BenchUser>(
    `select owner as "userId", id as "accountId" from account where kind = 'user'`,
  )
  return rows
}

/** Four different people, so that neither side waits for a row more than by chance. */
function chooseFour(users: readonly BenchUser[]): [BenchUser, BenchUser, BenchUser, BenchUser] {
  const chosen = new Set<BenchUser>()
  while (chosen.size < 4) chosen.add(users[Math.floor(Math.random() * users.length)]!)
  return [...chosen] as [BenchUser, BenchUser, BenchUser, BenchUser]
}

function zap(database: Database, users: readonly BenchUser[]): Promise<unknown> {
  const [payer, first, second] = chooseFour(users)
  const legs = [
    { account: userAccount(payer.userId), amountMsat: -5_000n },
    { account: userAccount(first.userId), amountMsat: 2_708n },
    { account: userAccount(second.userId), amountMsat: 2_042n },
    { account: 'platform_fee' as const, amountMsat: 250n },
  ]
  const idem = `zap:${randomUUID()}`
  return database.transaction((tx) => post(tx, { idem, kind: 'content-payment', legs }))
}

const RAW_TX = `insert into tx (id, kind, idem, request_hash, occurred_at, created_at)
  values ($1, 'content-payment', $2, $3, now(), now())`
const RAW_UPDATE = 'update account set balance = balance + $2, version = version + 1 where id = $1'
const RAW_ENTRIES = `insert into entry (tx_id, seq, account_id, amount, balance_after, kind, created_at) values
  ($1, 1, $2, -5000, 0, 'zap-sent', now()), ($1, 2, $3, 2708, 0, 'earnings', now()),
  ($1, 3, $4, 2042, 0, 'earnings', now()), ($1, 4, $5, 250, 0, 'platform', now())`
const REQUEST_HASH = Buffer.alloc(32)

/** The limit: the same rows by plain named statements, with no check, no idempotency and no order of locks. */
async function zapRaw(pool: pg.Pool, users: readonly BenchUser[]): Promise<void> {
  const [payer, first, second, fourth] = chooseFour(users)
  const txId = newId()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'raw-tx', text: RAW_TX, values: [txId, `raw:${randomUUID()}`, REQUEST_HASH] })
    const moves: [BenchUser, number][] = [
      [payer, -5_000],
      [first, 2_708],
      [second, 2_042],
      [fourth, 250],
    ]
    // In id order, or the limit would be that of deadlocks.
    moves.sort(([a], [b]) => (a.accountId < b.accountId ? -1 : 1))
    for (const [user, amount] of moves) {
      await client.query({ name: 'raw-update', text: RAW_UPDATE, values: [user.accountId, amount] })
    }
    const accounts = [payer, first, second, fourth].map((user) => user.accountId)
    await client.query({ name: 'raw-entries', text: RAW_ENTRIES, values: [txId, ...accounts] })
    await client.query('commit')
  } finally {
    client.release()
  }
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
