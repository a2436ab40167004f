/** One's own account as one answer: profile, balance, what is confirmed. Composed here; each part is its room's. */
import type { getAccount } from '#contract/accounts.ts'
import type { Data } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import { issuersOf, readPerson } from '#server/accounts/people.ts'
import { EMBEDDED_ISSUER } from '#server/identity/embedded.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files.ts'
import { mustBeUser, type Who } from '#server/platform/who.ts'

export type AccountParts = {
  readBalance: (tx: Tx, userId: string) => Promise<bigint>
  files: Pick<Files, 'publicUrl'>
}

export async function readAccount(tx: Tx, who: Who, parts: AccountParts): Promise<Data<typeof getAccount>> {
  mustBeUser(who)
  const { userId } = who
  const [person, msatBalance, issuers] = await Promise.all([
    readPerson(tx, userId),
    parts.readBalance(tx, userId),
    issuersOf(tx, userId),
  ])
  if (person === null) throw new AppError(401, 'unauthorized', errorCodes.unauthorized)
  return {
    id: userId,
    name: person.username,
    displayName: person.displayName,
    email: person.email,
    msatBalance,
    ampMsat: person.ampMsat,
    artworkUrl: person.artworkKey === null ? null : parts.files.publicUrl(person.artworkKey),
    profileUrl: person.username,
    isLocked: person.isLocked,
    isAdmin: person.isAdmin,
    lightningAddress: person.lightningAddress,
    nostrProfileData: [],
    emailVerified: person.emailVerified,
    isRegionVerified: person.isRegionVerified,
    providerId: providerOf(issuers[0]),
    userFavoritesId: null,
    userFavorites: [],
  }
}

/** `password` is what clients of this kind of API know the e-mail and password provider as. */
function providerOf(issuer: string | undefined): string {
  return issuer === undefined || issuer === EMBEDDED_ISSUER ? 'password' : issuer
}
