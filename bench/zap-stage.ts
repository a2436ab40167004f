/** The set-up of the zap benchmarks: a database that flushes as in production, with users, artists and balances. Not a
 * benchmark itself. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { findUsersByUsernames, insertNewUser, type UserSummary } from '#server/accounts/users.ts'
import { newId } from '#server/platform/ids.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/transfer.ts'
import { insertLines } from '#server/payments/statements/queries.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/database.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { World } from '#server/world.ts'

export const CLIENT_COUNT = 8
export const ROUND_COUNT = 6
export const ROUND_MS = 2_000

const USER_COUNT = 2_000
const START_MSAT = 1_000_000_000n

export type Stage = {
  database: Database
  ownerUrl: string
  dataDir: string
  [Symbol.asyncDispose](): Promise<void>
}

/** A separate PostgreSQL, and a pool of CLIENT_COUNT connections as the serving role. */
export async function openStage(): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'peal-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedDatabase({ dataDir: path.join(dataDir, 'postgres') })
  stack.defer(() => server.stop())
  const database = await openDatabase(server.url)
  stack.defer(() => database.close())
  const opened = stack.move()
  return { database, ownerUrl: server.url, dataDir, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** A second database of the same PostgreSQL, for the baseline, so that it shares no rows with the measured work. */
export async function openBeside({ ownerUrl }: Stage): Promise<Database> {
  const url = new URL(ownerUrl)
  url.pathname = '/beside'
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create database beside')
  await owner.end()
  return openDatabase(url.href)
}

async function openDatabase(url: string): Promise<Database> {
  const { servingRole } = await migrate(url)
  const role = servingRole === null ? {} : { role: servingRole }
  return connectDatabase({ url, ...role, maxConnections: CLIENT_COUNT })
}

export type BenchUser = { userId: string; accountId: string }

/** Users that only have a balance. */
export async function openUsers(database: Database): Promise<BenchUser[]> {
  const userIds = Array.from({ length: USER_COUNT }, () => newId())
  for (let start = 0; start < userIds.length; start += 100) {
    await database.transaction((tx) => fillBalances(tx, userIds.slice(start, start + 100), START_MSAT))
  }
  const { rows } = await database.pool.query<BenchUser>(
    `select owner as "userId", id as "accountId" from account where kind = 'user'`,
  )
  return rows
}

/** Users who never log in, so they have no password. */
export async function addUsers({ database, clock }: World, names: readonly string[]): Promise<UserSummary[]> {
  for (const username of names) {
    const claims = { issuer: 'bench', subject: username, email: null, emailVerified: false }
    await database.transaction((tx) => insertNewUser(tx, { claims, username, now: clock.now() }))
  }
  return findUsersByUsernames(database.read, names)
}

/** From the house, so that the ledger still equals the node. */
export async function fillBalances(tx: Tx, userIds: readonly string[], amountMsat: bigint): Promise<void> {
  const credits = userIds.map((userId) => ({ account: userAccount(userId), amountMsat }))
  const debit = { account: 'house', amountMsat: -amountMsat * BigInt(userIds.length) } as const
  const paymentId = newId()
  await post(tx, { idem: `start:${paymentId}`, kind: 'top-up', legs: [debit, ...credits] })
  const line = { type: 'Top Up', payment_id: paymentId, amount_msat: amountMsat, change_msat: amountMsat } as const
  await insertLines(
    tx,
    userIds.map((userId) => ({ ...line, id: newId(), user_id: userId, created_at: new Date() })),
  )
}

/** A signed-in user, for calling functions without HTTP. */
export function userOf(userId: string): AuthenticatedUser {
  return { kind: 'user', userId, role: null, ip: '127.0.0.1' } as AuthenticatedUser
}

/** For creating artists and splits: nothing is mailed, and every address is accepted. */
export const catalogOf = ({ database, clock, files }: Pick<World, 'database' | 'clock' | 'files'>) => ({
  database,
  clock,
  files,
  feedHome: null,
  addresses: { readOwnName: () => null, check: (address: string) => Promise.resolve(address) },
  invitationMail: { mailer: { send: () => Promise.resolve() }, publicUrl: '', brandName: '' },
  sign: (event: UnsignedEvent) => signEvent(event, new Uint8Array(32).fill(7)),
})

/** Four different users, so that concurrent zaps rarely wait for each other's row locks. */
export function chooseFour(users: readonly BenchUser[]): [BenchUser, BenchUser, BenchUser, BenchUser] {
  const chosen = new Set<BenchUser>()
  while (chosen.size < 4) chosen.add(users[Math.floor(Math.random() * users.length)]!)
  return [...chosen] as [BenchUser, BenchUser, BenchUser, BenchUser]
}
