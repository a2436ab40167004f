/** The caller's own account as one response: profile, balance, verifications. Composed here from several modules. */
import type { getAccount } from '#contract/accounts/account.ts'
import type { Data } from '#contract/endpoint.ts'
import { issuersOf, readUser } from '#server/accounts/users.ts'
import { methodOf } from '#server/auth/sessions/login-method.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { readFavorites } from '#server/playlists/user-playlists.ts'
import type { MeDeps } from './deps.ts'

export async function readAccount(
  tx: Tx,
  caller: Caller,
  deps: Pick<MeDeps, 'readBalance' | 'files' | 'listProfiles'>,
): Promise<Data<typeof getAccount>> {
  requireUser(caller)
  const { userId } = caller
  const [user, msatBalance, issuers, nostrProfileData, favorites] = await Promise.all([
    readUser(tx, userId),
    deps.readBalance(tx, userId),
    issuersOf(tx, userId),
    deps.listProfiles(tx, userId),
    readFavorites(tx, userId),
  ])
  if (user === null) throw new AppError(401, 'unauthorized')
  return {
    id: userId,
    name: user.username,
    nameIsGenerated: user.usernameIsGenerated,
    displayName: user.displayName,
    email: user.email,
    msatBalance,
    ampMsat: user.ampMsat,
    artworkUrl: user.artworkKey === null ? null : deps.files.publicUrl(user.artworkKey),
    profileUrl: user.username,
    isLocked: user.isLocked,
    role: user.role,
    needsSecondFactor: user.role !== null && caller.lacksSecondFactor,
    lightningAddress: user.lightningAddress,
    nostrProfileData,
    emailVerified: user.emailVerified,
    isRegionVerified: user.isRegionVerified,
    // The first login method, in the form that existing clients of such APIs know: `password`, `google`, …
    providerId: methodOf(issuers[0] ?? EMBEDDED_ISSUER),
    userFavoritesId: favorites?.playlistId ?? null,
    userFavorites: favorites?.trackIds ?? [],
    language: user.language,
    theme: user.theme,
    createdAt: user.createdAt,
  }
}
