/** The public profile of a user, and which usernames are free. Composed here from the user and the published
 * content. */
import type { Data } from '#contract/endpoint.ts'
import type { checkUsername, getProfile, makeRandomUsername } from '#contract/accounts/users.ts'
import { findUserByAnyName, makeFreeUsername, requireUsernameFor } from '#server/accounts/profile.ts'
import { findBestRecord, listPublicWork } from '#server/catalog/lists/user-content.ts'
import { fitTitle } from '#server/platform/text/title-fit.ts'
import { notFound } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findSharedFavorites } from '#server/playlists/user-playlists.ts'
import type { MeDeps } from './deps.ts'

const CHECKS_PER_MINUTE = { max: 60, windowSeconds: 60 }

/** Anybody. For a former username the response contains the current one. */
export async function readProfile({ database, clock, files }: MeDeps, name: string): Promise<Data<typeof getProfile>> {
  const user = await findUserByAnyName(database.read, name)
  if (user === null) throw notFound()
  const work = await listPublicWork(database.read, files, user.userId, clock.now())
  return {
    id: user.userId,
    name: user.username,
    displayName: user.displayName,
    artworkUrl: user.artworkKey === null ? null : files.publicUrl(user.artworkKey),
    profileUrl: user.username,
    userFavoritesId: await findSharedFavorites(database.read, user.userId),
    createdAt: user.createdAt,
    titleFit: await fitTitle(user.displayName ?? user.username),
    record: await findBestRecord(database.read, files, user.userId, clock.now()),
    ...work,
  }
}

/** Anybody, with a rate limit: unlimited checks would allow listing all users. */
export async function checkFreeUsername(
  { database, clock }: MeDeps,
  caller: Caller,
  wanted: string,
): Promise<Data<typeof checkUsername>> {
  await countUse(database.read, `check-username:${caller.ip}`, CHECKS_PER_MINUTE, clock.now())
  const username = wanted.trim().toLowerCase()
  await requireUsernameFor(database.read, username, caller.kind === 'user' ? caller.userId : null)
  return { username }
}

export async function generateUsername(
  { database, clock }: MeDeps,
  caller: Caller,
): Promise<Data<typeof makeRandomUsername>> {
  await countUse(database.read, `check-username:${caller.ip}`, CHECKS_PER_MINUTE, clock.now())
  return { username: await makeFreeUsername(database.read) }
}
