/** The caller's login methods: listed, added, removed; and which email address is used.
 * Authentication at external providers is outside-login.ts. */
import type { Data } from '#contract/endpoint.ts'
import type { linkIdentity, listIdentities } from '#contract/accounts/social.ts'
import { addIdentity, identitiesOf, type LinkedIdentity, removeIdentity } from '#server/accounts/identities.ts'
import { type Person, readPerson, setEmail } from '#server/accounts/people.ts'
import type { OutsideProfile } from '#server/identity/outside.ts'
import {
  forgetOutsideIdentity,
  methodOf,
  readOutsideIdentities,
  saveOutsideIdentity,
} from '#server/identity/outside-identities.ts'
import { deleteUser } from '#server/identity/queries.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { endSessionsOf } from '#server/identity/sessions.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { askReview } from './review.ts'

type Name = { issuer: string; subject: string }
type Described = Data<typeof linkIdentity>

/** `current` is the identity that made this request. */
export async function describeIdentities(tx: Tx, person: Person, current: Name): Promise<Data<typeof listIdentities>> {
  const all = await identitiesOf(tx, person.userId)
  const profiles = await readOutsideIdentities(tx, all)
  return all.map((one, index) => describe(one, profiles[index] ?? null, { person, current }))
}

function describe(
  { id, issuer, subject, createdAt }: LinkedIdentity,
  profile: OutsideProfile | null,
  { person, current }: { person: Person; current: Name },
): Described {
  const { email = null, emailVerified = false } = issuer === EMBEDDED_ISSUER ? person : (profile ?? {})
  const provider = methodOf(issuer)
  const label = provider === 'nostr' ? subject : (profile?.displayName ?? email)
  const isCurrent = issuer === current.issuer && subject === current.subject
  return { id, provider, label, email, emailVerified, createdAt, isCurrent }
}

/** Adds an identity that was just authenticated to the user's login methods. Throws 409
 * when it belongs to another user. */
export async function addOutsideIdentity(
  { database, now }: { database: Database; now: Date },
  { person, current, profile }: { person: Person; current: Name; profile: OutsideProfile },
  alongside: (tx: Tx) => Promise<void>,
): Promise<Described> {
  return database.transaction(async (tx) => {
    await alongside(tx)
    const added = await addIdentity(tx, person.userId, profile, now)
    await saveOutsideIdentity(tx, profile, now)
    return describe(added, profile, { person: await settleEmail(tx, person, now), current })
  })
}

/** Removes a login method and ends the sessions that were opened with it. */
export async function takeAwayIdentity(
  { database, now }: { database: Database; now: Date },
  { userId, identityId }: { userId: string; identityId: string },
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await removeIdentity(tx, userId, identityId, now)
    await alongside(tx)
    await endSessionsOf(tx, [removed])
    // A password without a user would only create another account.
    if (removed.issuer === EMBEDDED_ISSUER) await deleteUser(tx, removed.subject)
    else await forgetOutsideIdentity(tx, removed)
    const person = await readPerson(tx, userId)
    if (person !== null) await settleEmail(tx, person, now)
    await askReview(tx, userId, now)
  })
}

/** Chooses the account's email address: that of the password, else the oldest that another
 * provider has confirmed, else none. */
export async function settleEmail(tx: Tx, person: Person, now: Date): Promise<Person> {
  const all = await identitiesOf(tx, person.userId)
  if (all.some(({ issuer }) => issuer === EMBEDDED_ISSUER)) return person
  const confirmed = (await readOutsideIdentities(tx, all)).find((one) => one?.emailVerified === true)
  return setEmail(tx, person, confirmed?.email ?? null, now)
}
