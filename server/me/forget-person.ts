/** What is left of a person when their account has ended: identities at their providers, log-ins, pictures, answers.
 * The end itself is delete-account.ts; by then nobody gets in any more. */
import { identitiesOf } from '#server/accounts/identities.ts'
import { forgetIdentity } from '#server/accounts/leaving.ts'
import type { PersonDeleted } from '#server/events.ts'
import { forgetLoginsOf } from '#server/identity/logins.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { forgetOutsideIdentity } from '#server/identity/outside-identities.ts'
import type { IdentityPort } from '#server/identity/port.ts'
import { endSessionsOf } from '#server/identity/sessions.ts'
import { removeArtwork } from '#server/media/artwork.ts'
import type { Database } from '#server/platform/database.ts'
import { forgetAnswersOf } from '#server/platform/idempotency.ts'
import type { Files } from '#server/platform/files.ts'

type Parts = { database: Database; files: Files; identity: Pick<IdentityPort, 'remove'> }

/** Subscriber for person-deleted. Each step finds nothing left to do when it is told twice. Which identities were theirs is
 * still known afterwards: a request that came in just before would make a new person of one that is not. */
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

/** Subscriber for person-left: whoever comes back with one of those identities is a new person. */
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
