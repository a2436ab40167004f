/** The nostr keys that an owner keeps away from the pages of their content: what they say there is at relays of anybody, so it is
 * not taken away but not shown. */
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { AppError } from '#server/platform/errors.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'
import type { CommentDeps } from './deps.ts'
import * as queries from './nostr-block-queries.ts'

/** A signed-in person, for themselves; of any key but their own. Again changes nothing. */
export async function blockNostrKey({ database, clock }: CommentDeps, who: Who, pubkey: string): Promise<null> {
  mustBeUser(who)
  const own = await listNostrProfiles(database.read, who.userId)
  if (own.some(({ publicHex }) => publicHex === pubkey)) throw new AppError(422, 'rule-broken', 'This key is yours.')
  const block = { ownerId: who.userId, pubkey, now: clock.now() }
  const isIn = await database.transaction((tx) => queries.insertNostrBlock(tx, block))
  if (!isIn) throw new AppError(422, 'rule-broken', 'This list is full. Please take somebody out first.')
  return null
}

/** A signed-in person, from their own list. What is not there is not missed. */
export async function unblockNostrKey({ database }: CommentDeps, who: Who, pubkey: string): Promise<null> {
  mustBeUser(who)
  await queries.deleteNostrBlock(database.read, who.userId, pubkey)
  return null
}
