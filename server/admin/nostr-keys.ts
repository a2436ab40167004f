/** Nostr keys that operators have blocked on every page and on the relay (server/relay/blocked-keys.ts). */
import * as calls from '#contract/operator/admin.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { recordAdminAction } from '#server/accounts/admin-actions.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator, requireRecentAuth } from '#server/platform/http/authorization.ts'
import { deleteServerBlock, selectServerBlocks } from '#server/relay/blocked-key-queries.ts'
import { blockKey } from '#server/relay/blocked-keys.ts'
import type { AdminDeps } from './deps.ts'

const PER_PAGE = 50

export async function readServerBlocks(
  { database }: AdminDeps,
  caller: Caller,
  { page = 1 }: { page?: number | undefined },
): Promise<Data<typeof calls.listServerBlocks>> {
  requireOperator(caller, calls.listServerBlocks)
  return selectServerBlocks(database.read, { offset: Math.max(0, page - 1) * PER_PAGE, limit: PER_PAGE })
}

/** Blocking a key again replaces the reason. */
export async function blockKeyEverywhere(
  { database, clock, ownPubkey }: AdminDeps,
  caller: Caller,
  { pubkey, reason }: Input<typeof calls.blockKeyEverywhere>['body'],
): Promise<null> {
  requireOperator(caller, calls.blockKeyEverywhere)
  requireRecentAuth(caller)
  if (pubkey === ownPubkey) throw new AppError(422, 'rule-broken', 'This is the key of this server.')
  await database.transaction(async (tx) => {
    const now = clock.now()
    const isBlocked = await blockKey(tx, { pubkey, reason, now })
    if (!isBlocked) throw new AppError(422, 'rule-broken', 'This list is full. Please unblock a key first.')
    await recordAdminAction(tx, { adminId: caller.userId, action: 'block-nostr-key', reason, details: { pubkey }, now })
  })
  return null
}

/** Idempotent; only an actual change is logged. */
export async function unblockKeyEverywhere(
  { database, clock }: AdminDeps,
  caller: Caller,
  pubkey: string,
): Promise<null> {
  requireOperator(caller, calls.unblockKeyEverywhere)
  requireRecentAuth(caller)
  await database.transaction(async (tx) => {
    if (!(await deleteServerBlock(tx, pubkey))) return
    const entry = { adminId: caller.userId, action: 'unblock-nostr-key', details: { pubkey }, now: clock.now() }
    await recordAdminAction(tx, entry)
  })
  return null
}
