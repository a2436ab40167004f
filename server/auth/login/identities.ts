/** The caller's login methods: listed, added, removed; and which email address is used.
 * Authentication at external providers is external-login.ts. */
import type { Data } from '#contract/endpoint.ts'
import type { linkIdentity, listIdentities } from '#contract/accounts/social.ts'
import { addIdentity, identitiesOf, type LinkedIdentity, removeIdentity } from '#server/accounts/identities.ts'
import { type User, readUser } from '#server/accounts/users.ts'
import type { ExternalProfile } from '#server/auth/providers/external.ts'
import {
  deleteExternalIdentity,
  readExternalIdentities,
  saveExternalIdentity,
} from '#server/auth/providers/external-identities.ts'
import { type IdentityKey, methodOf } from '#server/auth/sessions/login-method.ts'
import { removePassword } from '#server/auth/passwords/passwords.ts'
import { updateEmail } from '#server/auth/passwords/queries.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { endSessionsOfIdentity } from '#server/auth/sessions/sessions.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { requestReview } from '#server/auth/factors/review.ts'

type Described = Data<typeof linkIdentity>

/** `current` is the identity that made this request. */
export async function describeIdentities(
  tx: Tx,
  user: User,
  current: IdentityKey,
): Promise<Data<typeof listIdentities>> {
  const all = await identitiesOf(tx, user.userId)
  const profiles = await readExternalIdentities(tx, all)
  return all.map((one, index) => describe(one, profiles[index] ?? null, { user, current }))
}

function describe(
  { id, issuer, subject, createdAt }: LinkedIdentity,
  profile: ExternalProfile | null,
  { user, current }: { user: User; current: IdentityKey },
): Described {
  const { email = null, emailVerified = false } = issuer === EMBEDDED_ISSUER ? user : (profile ?? {})
  const provider = methodOf(issuer)
  const label = provider === 'nostr' ? subject : (profile?.displayName ?? email)
  const isCurrent = issuer === current.issuer && subject === current.subject
  return { id, provider, label, email, emailVerified, createdAt, isCurrent }
}

/** Adds an identity that was just authenticated to the user's login methods. Throws 409
 * when it belongs to another user. */
export async function addExternalIdentity(
  { database, now }: { database: Database; now: Date },
  { user, current, profile }: { user: User; current: IdentityKey; profile: ExternalProfile },
  inSameTx: (tx: Tx) => Promise<void>,
): Promise<Described> {
  return database.transaction(async (tx) => {
    await inSameTx(tx)
    const added = await addIdentity(tx, user.userId, profile, now)
    await saveExternalIdentity(tx, profile, now)
    return describe(added, profile, { user: await chooseEmail(tx, user, now), current })
  })
}

/** Removes a login method and ends the sessions that were opened with it. */
export async function unlinkIdentityOf(
  { database, now }: { database: Database; now: Date },
  { userId, identityId }: { userId: string; identityId: string },
  inSameTx: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await removeIdentity(tx, userId, identityId, now)
    await inSameTx(tx)
    await endSessionsOfIdentity(tx, removed)
    if (removed.issuer === EMBEDDED_ISSUER) await removePassword(tx, userId)
    else await deleteExternalIdentity(tx, removed)
    const user = await readUser(tx, userId)
    if (user !== null) await chooseEmail(tx, user, now)
    await requestReview(tx, userId, now)
  })
}

/** Chooses the account's email address: that of the password, else the oldest that another
 * provider has confirmed, else none. */
export async function chooseEmail(tx: Tx, user: User, now: Date): Promise<User> {
  const all = await identitiesOf(tx, user.userId)
  if (all.some(({ issuer }) => issuer === EMBEDDED_ISSUER)) return user
  const confirmed = (await readExternalIdentities(tx, all)).find((one) => one?.emailVerified === true)
  const email = confirmed?.email ?? null
  const emailVerified = email !== null
  if (user.email === email && user.emailVerified === emailVerified) return user
  await updateEmail(tx, user.userId, { email, isVerified: emailVerified, now })
  return { ...user, email, emailVerified }
}
