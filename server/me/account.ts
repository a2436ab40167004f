/** The caller's own account as one response: profile, balance, verifications. Composed here from several modules. */
import type { getAccount } from '#contract/accounts/account.ts'
import type { Data } from '#contract/endpoint.ts'
import { issuersOf, readPerson } from '#server/accounts/people.ts'
import { methodOf } from '#server/auth/sessions/login-method.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { readFavorites } from '#server/playlists/person-playlists.ts'
import type { MeDeps } from './deps.ts'

export async function readAccount(
  tx: Tx,
  who: Who,
  deps: Pick<MeDeps, 'readBalance' | 'files' | 'listProfiles'>,
): Promise<Data<typeof getAccount>> {
  mustBeUser(who)
  const { userId } = who
  const [person, msatBalance, issuers, nostrProfileData, favorites] = await Promise.all([
    readPerson(tx, userId),
    deps.readBalance(tx, userId),
    issuersOf(tx, userId),
    deps.listProfiles(tx, userId),
    readFavorites(tx, userId),
  ])
  if (person === null) throw new AppError(401, 'unauthorized')
  return {
    id: userId,
    name: person.username,
    nameIsGenerated: person.usernameIsGenerated,
    displayName: person.displayName,
    email: person.email,
    msatBalance,
    ampMsat: person.ampMsat,
    artworkUrl: person.artworkKey === null ? null : deps.files.publicUrl(person.artworkKey),
    profileUrl: person.username,
    isLocked: person.isLocked,
    isAdmin: person.isAdmin,
    lightningAddress: person.lightningAddress,
    nostrProfileData,
    emailVerified: person.emailVerified,
    isRegionVerified: person.isRegionVerified,
    // The first login method, in the form that existing clients of such APIs know: `password`, `google`, …
    providerId: methodOf(issuers[0] ?? EMBEDDED_ISSUER),
    userFavoritesId: favorites?.playlistId ?? null,
    userFavorites: favorites?.trackIds ?? [],
    language: person.language,
    theme: person.theme,
    createdAt: person.createdAt,
  }
}
