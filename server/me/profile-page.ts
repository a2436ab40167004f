/** The public profile of a user, and which usernames are free. Composed here from the user and the published
 * content. */
import type { Data } from '#contract/endpoint.ts'
import type { checkUsername, getProfile, makeRandomUsername } from '#contract/accounts/people.ts'
import { findPersonByAnyName, makeFreeUsername, mustBeNameFor } from '#server/accounts/profile.ts'
import { listPublicWork } from '#server/catalog/lists/person-content.ts'
import { notFound } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { Who } from '#server/platform/http/who.ts'
import { findSharedFavorites } from '#server/playlists/person-playlists.ts'
import type { MeDeps } from './deps.ts'

const CHECKS_PER_MINUTE = { max: 60, windowSeconds: 60 }

/** Anybody. For a former username the response contains the current one. */
export async function readProfile({ database, clock, files }: MeDeps, name: string): Promise<Data<typeof getProfile>> {
  const person = await findPersonByAnyName(database.read, name)
  if (person === null) throw notFound()
  const work = await listPublicWork(database.read, files, person.userId, clock.now())
  return {
    id: person.userId,
    name: person.username,
    displayName: person.displayName,
    artworkUrl: person.artworkKey === null ? null : files.publicUrl(person.artworkKey),
    profileUrl: person.username,
    userFavoritesId: await findSharedFavorites(database.read, person.userId),
    createdAt: person.createdAt,
    ...work,
  }
}

/** Anybody, with a rate limit: unlimited checks would allow listing all users. */
export async function checkFreeUsername(
  { database, clock }: MeDeps,
  who: Who,
  wanted: string,
): Promise<Data<typeof checkUsername>> {
  await countUse(database.read, `check-username:${who.ip}`, CHECKS_PER_MINUTE, clock.now())
  const username = wanted.trim().toLowerCase()
  await mustBeNameFor(database.read, username, who.kind === 'user' ? who.userId : null)
  return { username }
}

export async function makeUpUsername({ database, clock }: MeDeps, who: Who): Promise<Data<typeof makeRandomUsername>> {
  await countUse(database.read, `check-username:${who.ip}`, CHECKS_PER_MINUTE, clock.now())
  return { username: await makeFreeUsername(database.read) }
}
