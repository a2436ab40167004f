/** Changes to the caller's own account: username, display name, default zap, avatar and appearance. Email address and
 * passwords are changed in server/auth. */
import type { updateAccount, updatePreferences } from '#contract/accounts/account.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readUser } from '#server/accounts/users.ts'
import type { ProfileChanges } from '#server/accounts/profile-changes.ts'
import { changePreferences, changeProfile, requireUsernameFor } from '#server/accounts/profile.ts'
import { saveArtwork } from '#server/catalog/forms/artwork.ts'
import { removeArtwork } from '#server/media/pictures/artwork.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { MeDeps } from './deps.ts'

/** A former username stays reserved, so nobody may use up many. */
const RENAMES_PER_MONTH = { max: 5, windowSeconds: 30 * 86_400 }
const NAME_TRIES_PER_HOUR = { max: 60, windowSeconds: 3_600 }
const PICTURES_PER_HOUR = { max: 20, windowSeconds: 3_600 }

/** Signed-in users, for their own account. */
export async function editAccount(
  deps: MeDeps,
  caller: Caller,
  pictureId: string,
  body: Input<typeof updateAccount>['body'],
): Promise<Data<typeof updateAccount>> {
  requireUser(caller)
  const { database, files } = deps
  const before = await readUser(database.read, caller.userId)
  if (before === null) throw new AppError(401, 'unauthorized')
  const changes: ProfileChanges = {}
  const username = body.name?.trim().toLowerCase()
  if (username !== undefined && username !== before.username) {
    const now = deps.clock.now()
    await countUse(database.read, `rename-try:${caller.userId}`, NAME_TRIES_PER_HOUR, now)
    await requireUsernameFor(database.read, username, caller.userId)
    await countUse(database.read, `rename:${caller.userId}`, RENAMES_PER_MONTH, now)
    changes.username = username
  }
  if (body.displayName !== undefined) changes.displayName = body.displayName || null
  if (body.ampMsat !== undefined) changes.ampMsat = body.ampMsat
  const artworkKey = await pictureOf(deps, caller.userId, pictureId, body.artwork)
  if (artworkKey !== undefined) changes.artworkKey = artworkKey
  const user = await database
    .transaction((tx) => changeProfile(tx, caller.userId, changes))
    .catch(async (error) => {
      if (artworkKey !== undefined && artworkKey !== null && artworkKey !== before.artworkKey)
        await removeArtwork(files, artworkKey)
      throw error
    })
  const isReplaced = before.artworkKey !== null && user.artworkKey !== before.artworkKey
  if (isReplaced) await removeArtwork(files, before.artworkKey!)
  return {
    userId: user.userId,
    name: user.username,
    displayName: user.displayName,
    ampMsat: user.ampMsat,
    artworkUrl: user.artworkKey === null ? null : files.publicUrl(user.artworkKey),
    profileUrl: user.username,
  }
}

/** Undefined: the avatar stays; null: it is removed. */
async function pictureOf(
  { database, clock, files }: MeDeps,
  userId: string,
  pictureId: string,
  artwork: unknown,
): Promise<string | null | undefined> {
  if (artwork === '' || artwork === null) return null
  if (!(artwork instanceof File)) return undefined
  await countUse(database.read, `picture:${userId}`, PICTURES_PER_HOUR, clock.now())
  return (await saveArtwork(files, pictureId, artwork)).artworkKey ?? undefined
}

export async function editPreferences(
  { database }: MeDeps,
  caller: Caller,
  body: Input<typeof updatePreferences>['body'],
): Promise<Data<typeof updatePreferences>> {
  requireUser(caller)
  return database.transaction((tx) => changePreferences(tx, caller.userId, body))
}
