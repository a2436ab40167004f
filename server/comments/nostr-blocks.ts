/** The nostr keys that an owner has blocked on the pages of their content. Their messages are on external relays, so
 * they cannot be deleted, but they are not shown. */
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { CommentDeps } from './deps.ts'
import * as queries from './nostr-block-queries.ts'

/** Signed-in users, for themselves; any key except their own. Idempotent. */
export async function blockNostrKey({ database, clock }: CommentDeps, caller: Caller, pubkey: string): Promise<null> {
  requireUser(caller)
  const own = await listNostrProfiles(database.read, caller.userId)
  if (own.some(({ publicHex }) => publicHex === pubkey)) throw new AppError(422, 'rule-broken', 'This key is yours.')
  const block = { ownerId: caller.userId, pubkey, now: clock.now() }
  const isListed = await database.transaction((tx) => queries.insertNostrBlock(tx, block))
  if (!isListed) throw new AppError(422, 'rule-broken', 'This list is full. Please remove an entry first.')
  return null
}

/** Signed-in users, from their own list. Idempotent. */
export async function unblockNostrKey({ database }: CommentDeps, caller: Caller, pubkey: string): Promise<null> {
  requireUser(caller)
  await queries.deleteNostrBlock(database.read, caller.userId, pubkey)
  return null
}
