/** post() of a zap with four legs, beside plain statements that write the same rows: `node bench/ledger-post.ts`. Not a
 * load test of the server: it uses no HTTP. */
import { randomUUID } from 'node:crypto'
import { userAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/transfer.ts'
import type { Database } from '#server/platform/database/database.ts'
import { compareInTurns, ratePerSecond, type BenchResult } from './measure.ts'
import { zapRaw } from './raw-zap.ts'
import { chooseFour, CLIENT_COUNT, openStage, openUsers, ROUND_COUNT, ROUND_MS, type BenchUser } from './zap-stage.ts'

export async function run(): Promise<BenchResult[]> {
  await using stage = await openStage()
  const { database } = stage
  const users = await openUsers(database)
  const rates = await compareInTurns(
    () => ratePerSecond(CLIENT_COUNT, ROUND_MS, () => zapByPost(database, users)),
    () => ratePerSecond(CLIENT_COUNT, ROUND_MS, () => zapRaw(database.pool, users)),
    ROUND_COUNT,
  )
  const limitName = 'the same rows by plain statements'
  return [{ name: 'post() of a zap with four legs', unit: 'zaps/s', ...rates, limitName, goal: 0.6 }]
}

export function zapByPost(database: Database, users: readonly BenchUser[]): Promise<unknown> {
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

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
