/** The users that a user has muted, and the commenters that an owner has blocked. They are not notified of it. */
import type { listBlocked } from '#contract/community/blocks.ts'
import type { Data } from '#contract/endpoint.ts'
import { readUsers, readUser } from '#server/accounts/users.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { CommentDeps } from './deps.ts'
import { selectNostrBlocks } from './nostr-block-queries.ts'
import * as queries from './block-list-queries.ts'

/** Signed-in users, their own lists. */
export async function readBlockLists(
  { database, files }: CommentDeps,
  caller: Caller,
): Promise<Data<typeof listBlocked>> {
  requireUser(caller)
  const [muted, blocked, nostrKeys] = await Promise.all([
    queries.selectBlocks(database.read, 'muted_person', caller.userId),
    queries.selectBlocks(database.read, 'blocked_commenter', caller.userId),
    selectNostrBlocks(database.read, caller.userId),
  ])
  const users = new Map([
    ...(await readUsers(
      database.read,
      muted.map(({ personId }) => personId),
    )),
    ...(await readUsers(
      database.read,
      blocked.map(({ personId }) => personId),
    )),
  ])
  const toUser = ({ personId, since }: { personId: string; since: Date }) => {
    const user = users.get(personId)
    if (user === undefined || user.isDeleted) return []
    const artworkUrl = user.artworkKey === null ? null : files.publicUrl(user.artworkKey)
    return [{ userId: personId, name: user.username, displayName: user.displayName, artworkUrl, since }]
  }
  return { muted: muted.flatMap(toUser), blocked: blocked.flatMap(toUser), nostrKeys }
}

/** Signed-in users, for themselves; anybody except themselves. Idempotent. */
export async function addToBlockList(
  { database, clock }: CommentDeps,
  caller: Caller,
  list: queries.List,
  personId: string,
): Promise<null> {
  requireUser(caller)
  if (personId.toLowerCase() === caller.userId)
    throw new AppError(422, 'rule-broken', 'You cannot mute or block yourself.')
  const user = await readUser(database.read, personId)
  if (user === null || user.isDeleted) throw notFound()
  const kept = { userId: caller.userId, personId: user.userId, now: clock.now() }
  const isAdded = await database.transaction((tx) => queries.insertBlock(tx, list, kept))
  if (!isAdded) throw new AppError(422, 'rule-broken', 'This list is full. Please remove an entry first.')
  return null
}

/** Signed-in users, from their own list. Idempotent. */
export async function removeFromBlockList(
  { database }: CommentDeps,
  caller: Caller,
  list: queries.List,
  personId: string,
): Promise<null> {
  requireUser(caller)
  await queries.deleteBlock(database.read, list, caller.userId, personId)
  return null
}
