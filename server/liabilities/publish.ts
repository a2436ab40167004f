/** Once a day (UTC): counts everything this server owes in one snapshot, builds the tree, signs the total with the server's
 * Nostr key and publishes it. All in one transaction, so an interrupted server begins again. About a thousand leaves
 * are in memory at a time; PostgreSQL sorts the leaves. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { draftTotal } from '#protocols/liabilities/total.ts'
import { hashLeaf } from '#protocols/liabilities/tree.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { listOwed, sumOwedByOthers } from '#server/ledger/owed.ts'
import { notifyRelays } from '#server/nostr/relay-notifications.ts'
import { readAuditState } from '#server/payments/audit/state.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { NOT_DUE, startJobs, type RunningJobs } from '#server/platform/jobs/jobs.ts'
import { storeOwnEvent } from '#server/relay/store.ts'
import { dayOf } from '#server/platform/clock.ts'
import { storeTree } from './blocks.ts'
import { cutBalance, keyOfDay } from './chunks.ts'
import type { LiabilityDeps } from './deps.ts'
import * as queries from './queries.ts'

const ROUND_MS = 60_000
const ACCOUNTS_PER_ROUND = 500
/** Proofs can be made for the trees of this many days. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000

export function startLiabilityJobs(deps: LiabilityDeps): RunningJobs {
  const work = async () => (await publishTotal(deps)) || NOT_DUE
  return startJobs(deps, [{ name: 'liabilities', pauseMs: ROUND_MS, work }])
}

/** False when today's total is published already, another server is making it, the node does not respond, or no audit has found
 * the ledger correct since the database was restored: then it waits. */
export async function publishTotal(deps: LiabilityDeps): Promise<boolean> {
  const { database, node, clock, log } = deps
  const isPublished = async (tx: Tx, day: string) => (await queries.selectTotal(tx, day)) !== undefined
  if (await isPublished(database.read, dayOf(clock.now()))) return false
  if (!(await readAuditState(database.read)).isChecked) return false
  const balance = await node.balance().catch((error: unknown) => void log.info('liabilities-wait-for-node', { error }))
  if (balance === undefined) return false
  return database.slow.transaction(async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
    // A total that was seen must not be lost with the last moments before a crash.
    await sql`SET LOCAL synchronous_commit = on`.execute(tx)
    const now = clock.now()
    if (!(await queries.tryLockTotals(tx)) || (await isPublished(tx, dayOf(now)))) return false
    await publishNow(deps, tx, now, balance.spendableMsat)
    return true
  })
}

async function publishNow(deps: LiabilityDeps, tx: Tx, now: Date, spendableMsat: bigint): Promise<void> {
  const { key, nodePubkey, network, publicUrl, secret } = deps
  const day = dayOf(now)
  await queries.deleteTrees(tx, dayOf(new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS)))
  await countAccounts(tx, keyOfDay(secret, day), day)
  const { root, depth } = await storeTree(tx, day)
  const owedMsat = await sumOwedByOthers(tx)
  if (root.msat !== owedMsat) throw new Error(`The tree has ${root.msat} msat, but the ledger owes ${owedMsat}`)
  const total = {
    installation: publicUrl,
    day,
    madeAt: now.toISOString(),
    root: bytesToHex(root.hash),
    depth,
    msatOwed: Number(root.msat),
    msatSpendable: Number(spendableMsat),
    nodePubkey,
    network,
  }
  const event = signEvent(draftTotal(total), key.secretKey)
  await queries.insertTotal(tx, day, event, now)
  await storeOwnEvent(tx, event, now)
  await notifyRelays(tx, event, deps.publicRelays, deps)
}

/** Stores the leaves of all accounts, and the balances of users. */
async function countAccounts(tx: Tx, dayKey: Buffer, day: string): Promise<void> {
  for (let after: string | null = null; ;) {
    const accounts: Awaited<ReturnType<typeof listOwed>> = await listOwed(tx, after, ACCOUNTS_PER_ROUND)
    const leaves = accounts.flatMap(({ code, balanceMsat }) => cutBalance(dayKey, code, balanceMsat))
    await queries.insertLeaves(tx, leaves.map(hashLeaf))
    const counted = accounts.flatMap(({ userId, balanceMsat: msat }) => (userId === null ? [] : { userId, msat }))
    await queries.insertCounted(tx, day, counted)
    if (accounts.length < ACCOUNTS_PER_ROUND) return
    after = accounts.at(-1)!.id
  }
}

/** 2026-11-26, in UTC. */
