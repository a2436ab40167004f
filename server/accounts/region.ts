/** The countries in which money may move, and the users whose region is verified.
 * Finding the country of an IP address is server/platform/network/country.ts. */
import { sql } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import { countryOf } from '#server/platform/network/country.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { readUser } from './users.ts'

export type RegionRules = Pick<Config, 'regionAllow' | 'regionDeny'>
type MoneyRules = RegionRules & Pick<Config, 'requireVerifiedWallet'>

/** Anybody may call this; throws 403 where money may not move. Listening and zapping need no region. Returns the
 * country, or null when there are no rules and the country is irrelevant. */
export function requireAllowedRegion(rules: RegionRules, caller: Caller): string | null {
  const { regionAllow, regionDeny } = rules
  if (regionAllow.length === 0 && regionDeny.length === 0) return null
  const country = countryOf(caller.ip)
  const isDenied = country !== null && regionDeny.includes(country)
  // Without an allow list an unknown country is allowed; with one it is not.
  const isAllowed = regionAllow.length === 0 || (country !== null && regionAllow.includes(country))
  if (isDenied || !isAllowed) throw new AppError(403, 'region-not-supported')
  return country
}

/** Throws when the caller may not deposit or withdraw, because of the country or because
 * the region is not verified yet. */
export async function requireMoneyRegion(tx: Tx, rules: MoneyRules, caller: Caller): Promise<void> {
  requireUser(caller)
  requireAllowedRegion(rules, caller)
  if (!rules.requireVerifiedWallet) return
  const user = await readUser(tx, caller.userId)
  if (user?.isRegionVerified !== true) {
    throw new AppError(403, 'region-not-verified')
  }
}

export type NewVerification = { firstName: string; lastName: string; now: Date }

/** For the signed-in user's own account, in a transaction. Replaces an earlier verification. */
export async function verifyRegion(tx: Tx, rules: RegionRules, caller: Caller, names: NewVerification): Promise<void> {
  requireUser(caller)
  const country = requireAllowedRegion(rules, caller)
  const { firstName, lastName, now } = names
  const user = await readUser(tx, caller.userId)
  // Users who signed up without an email address (nostr, a wallet, X) have none to confirm.
  if (user === null || (user.email !== null && !user.emailVerified)) {
    throw new AppError(403, 'email-not-verified')
  }
  await sql`
    INSERT INTO user_verification (user_id, first_name, last_name, country, verified_at)
    VALUES (${caller.userId}, ${firstName}, ${lastName}, ${country}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
      country = excluded.country, verified_at = excluded.verified_at`.execute(tx)
  await sql`UPDATE person SET region_verified_at = ${now} WHERE id = ${caller.userId}`.execute(tx)
}

export type Verification = { firstName: string; lastName: string; country: string | null; verifiedAt: Date }

export async function readVerification(tx: Tx, userId: string): Promise<Verification | null> {
  const { rows } = await sql<Verification>`
    SELECT first_name AS "firstName", last_name AS "lastName", country, verified_at AS "verifiedAt"
    FROM user_verification WHERE user_id = ${userId}`.execute(tx)
  return rows[0] ?? null
}
