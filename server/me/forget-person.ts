/** Cleanup after an account was deleted: identities at their providers, logins, the avatar, stored responses. The
 * deletion itself is delete-account.ts; at this point nobody can log in to the account. */
import { identitiesOf } from '#server/accounts/identities.ts'
import { forgetIdentity } from '#server/accounts/leaving.ts'
import type { PersonDeleted } from '#server/events.ts'
import { forgetLoginsOf } from '#server/identity/logins.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { forgetOutsideIdentity } from '#server/identity/outside-identities.ts'
import type { IdentityPort } from '#server/identity/port.ts'
import { endSessionsOf } from '#server/identity/sessions.ts'
import { removeArtwork } from '#server/media/artwork.ts'
import type { Database } from '#server/platform/database/database.ts'
import { forgetAnswersOf } from '#server/platform/http/idempotency.ts'
import type { Files } from '#server/platform/files/files.ts'

type Parts = { database: Database; files: Files; identity: Pick<IdentityPort, 'remove'> }

/** Subscriber for person-deleted. Each step is idempotent. The user's identities are kept until later: otherwise a
 * request that arrived just before would create a new account from one of them. */
export function forgetPerson({ database, files, identity }: Parts): (event: PersonDeleted) => Promise<void> {
  return async ({ userId, artworkKey }) => {
    const identities = await identitiesOf(database.read, userId)
    await database.transaction(async (tx) => {
      await endSessionsOf(tx, identities)
      await forgetLoginsOf(tx, userId)
      for (const one of identities) await forgetOutsideIdentity(tx, one)
      await forgetAnswersOf(tx, userId)
    })
    for (const { issuer, subject } of identities) if (issuer === EMBEDDED_ISSUER) await identity.remove(subject)
    if (artworkKey !== null) await removeArtwork(files, artworkKey)
  }
}

/** Subscriber for person-left: from now on, a login with one of these identities creates a new account. */
export function releaseIdentities(parts: Parts): (event: PersonDeleted) => Promise<void> {
  const forget = forgetPerson(parts)
  return async (event) => {
    await forget(event)
    const identities = await identitiesOf(parts.database.read, event.userId)
    await parts.database.transaction(async (tx) => {
      for (const one of identities) await forgetIdentity(tx, one)
    })
  }
}
