/** The users that a user has muted, and the commenters that an owner has blocked. They are not notified of it. */
import type { listKeptAway } from '#contract/community/comments.ts'
import type { Data } from '#contract/endpoint.ts'
import { readPeople, readPerson } from '#server/accounts/people.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import type { CommentDeps } from './deps.ts'
import { selectNostrBlocks } from './nostr-block-queries.ts'
import * as queries from './people-queries.ts'

/** Signed-in users, their own lists. */
export async function readKeptAway({ database, files }: CommentDeps, who: Who): Promise<Data<typeof listKeptAway>> {
  mustBeUser(who)
  const [muted, blocked, nostrKeys] = await Promise.all([
    queries.selectKeptAway(database.read, 'muted_person', who.userId),
    queries.selectKeptAway(database.read, 'blocked_commenter', who.userId),
    selectNostrBlocks(database.read, who.userId),
  ])
  const people = new Map([
    ...(await readPeople(
      database.read,
      muted.map(({ personId }) => personId),
    )),
    ...(await readPeople(
      database.read,
      blocked.map(({ personId }) => personId),
    )),
  ])
  const toPerson = ({ personId, since }: { personId: string; since: Date }) => {
    const person = people.get(personId)
    if (person === undefined || person.isDeleted) return []
    const artworkUrl = person.artworkKey === null ? null : files.publicUrl(person.artworkKey)
    return [{ userId: personId, name: person.username, displayName: person.displayName, artworkUrl, since }]
  }
  return { muted: muted.flatMap(toPerson), blocked: blocked.flatMap(toPerson), nostrKeys }
}

/** Signed-in users, for themselves; anybody except themselves. Idempotent. */
export async function keepAway(
  { database, clock }: CommentDeps,
  who: Who,
  list: queries.List,
  personId: string,
): Promise<null> {
  mustBeUser(who)
  if (personId.toLowerCase() === who.userId) throw new AppError(422, 'rule-broken', 'This is you.')
  const person = await readPerson(database.read, personId)
  if (person === null || person.isDeleted) throw notFound()
  const kept = { userId: who.userId, personId: person.userId, now: clock.now() }
  const isIn = await database.transaction((tx) => queries.insertKeptAway(tx, list, kept))
  if (!isIn) throw new AppError(422, 'rule-broken', 'This list is full. Please take somebody out first.')
  return null
}

/** Signed-in users, from their own list. Idempotent. */
export async function letBack(
  { database }: CommentDeps,
  who: Who,
  list: queries.List,
  personId: string,
): Promise<null> {
  mustBeUser(who)
  await queries.deleteKeptAway(database.read, list, who.userId, personId)
  return null
}
