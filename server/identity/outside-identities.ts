/** The latest profiles that external providers reported for users. For display; they never decide whose account it
 * is. */
import type { Tx } from '#server/platform/database/database.ts'
import type { OutsideProfile } from './outside.ts'
import * as queries from './outside-queries.ts'
import type { LoginMethod } from './port.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'

type Name = { issuer: string; subject: string }

export async function saveOutsideIdentity(tx: Tx, profile: OutsideProfile, now: Date): Promise<void> {
  await queries.saveOutside(tx, {
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
export async function readOutsideIdentities(tx: Tx, names: readonly Name[]): Promise<(OutsideProfile | null)[]> {
  const rows = await queries.selectOutsides(tx, names)
  return names.map(({ issuer, subject }) => {
    const row = rows.find((one) => one.issuer === issuer && one.subject === subject)
    if (row === undefined) return null
    const { display_name: displayName, picture_url: pictureUrl } = row
    return { issuer, subject, ...emailOf(row), displayName, pictureUrl }
  })
}

/** The address that the provider has confirmed, else the one confirmed here, else the unconfirmed one of the
 * provider. */
function emailOf(row: queries.OutsideRow): { email: string | null; emailVerified: boolean } {
  const { email, email_verified: emailVerified, given_email: given } = row
  return emailVerified || given === null ? { email, emailVerified } : { email: given, emailVerified: true }
}

/** Stores an address that the user entered and confirmed by a mailed code. */
export function saveGivenEmail(tx: Tx, name: Name, email: string): Promise<void> {
  return queries.updateGivenEmail(tx, name, email)
}

export async function forgetOutsideIdentity(tx: Tx, name: Name): Promise<void> {
  await queries.deleteOutside(tx, name)
}

/** The login method of an issuer: `wallet:api.example` is a wallet. */
export function methodOf(issuer: string): LoginMethod {
  if (issuer === EMBEDDED_ISSUER) return 'password'
  return issuer.split(':', 1)[0] as LoginMethod
}
