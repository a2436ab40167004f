/** The published total, and the proof that the balance of a user is part of it. */
import type { Data } from '#contract/endpoint.ts'
import type { getBalanceProof, getPublishedTotal } from '#contract/payments/liabilities.ts'
import { accountCode, userAccount } from '#server/ledger/accounts.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { openTree, proveLeaf } from './blocks.ts'
import { cutBalance, keyOfDay } from './chunks.ts'
import type { LiabilityDeps } from './deps.ts'
import { selectCounted, selectTotal } from './queries.ts'

type ProofDeps = Pick<LiabilityDeps, 'database' | 'secret'>

/** Anybody. The total of a day, or the newest. */
export async function readTotal(
  { database }: Pick<ProofDeps, 'database'>,
  day?: string,
): Promise<Data<typeof getPublishedTotal>> {
  const found = await selectTotal(database.read, day)
  if (found === undefined) throw notFound()
  return found.event
}

/** Signed-in users, about their own balance. */
export async function proveBalance(
  { database, secret }: ProofDeps,
  caller: Caller,
  wanted?: string,
): Promise<Data<typeof getBalanceProof>> {
  requireUser(caller)
  const tx = database.read
  const found = await selectTotal(tx, wanted)
  const tree = found && (await openTree(tx, found.day))
  if (!tree && wanted !== undefined) throw notFound()
  if (!found || !tree) return null
  const account = accountCode(userAccount(caller.userId))
  const leaves = cutBalance(keyOfDay(secret, tree.day), account, await selectCounted(tx, caller.userId, tree.day))
  const chunks = await Promise.all(leaves.map((leaf) => proveLeaf(tx, tree, leaf)))
  return { account, chunks, event: found.event }
}
