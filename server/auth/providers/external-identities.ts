/** The latest profiles that external providers reported for users. For display; they never decide whose account it
 * is. */
import type { Tx } from '#server/platform/database/database.ts'
import type { ExternalProfile } from './external.ts'
import * as queries from './external-queries.ts'
import type { IdentityKey } from '#server/auth/sessions/login-method.ts'

export async function saveExternalIdentity(tx: Tx, profile: ExternalProfile, now: Date): Promise<void> {
  await queries.upsertExternal(tx, {
    issuer: profile.issuer,
    subject: profile.subject,
    email: profile.email,
    email_verified: profile.emailVerified,
    display_name: profile.displayName,
    picture_url: profile.pictureUrl,
    created_at: now,
    last_seen_at: now,
  })
}

/** In the order of `names`; null where there is no profile. */
export async function readExternalIdentities(
  tx: Tx,
  names: readonly IdentityKey[],
): Promise<(ExternalProfile | null)[]> {
  const rows = await queries.selectExternals(tx, names)
  return names.map(({ issuer, subject }) => {
    const row = rows.find((one) => one.issuer === issuer && one.subject === subject)
    if (row === undefined) return null
    const { display_name: displayName, picture_url: pictureUrl } = row
    return { issuer, subject, ...emailOf(row), displayName, pictureUrl }
  })
}

/** The address that the provider has confirmed, else the one confirmed here, else the unconfirmed one of the
 * provider. */
function emailOf(row: queries.ExternalIdentityRow): { email: string | null; emailVerified: boolean } {
  const { email, email_verified: emailVerified, given_email: given } = row
  return emailVerified || given === null ? { email, emailVerified } : { email: given, emailVerified: true }
}

/** Stores an address that the user entered and confirmed by a mailed code. */
export function saveGivenEmail(tx: Tx, name: IdentityKey, email: string): Promise<void> {
  return queries.updateGivenEmail(tx, name, email)
}

export async function deleteExternalIdentity(tx: Tx, name: IdentityKey): Promise<void> {
  await queries.deleteExternal(tx, name)
}
