/** The methods to log in, and where a log-in comes from. */
import type * as z from 'zod/mini'
import type { LoginMethod as LoginMethodSchema } from '#contract/accounts/auth.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'

export type LoginMethod = z.output<typeof LoginMethodSchema>

/** The key of an identity, which never changes. Of a password, the subject is the user's id. */
export type IdentityKey = { issuer: string; subject: string }

/** Where a login comes from; stored so that users can recognize their sessions. */
export type Origin = { ip: string; userAgent: string }

/** The login method of an issuer: `wallet:api.example` is a wallet. */
export function methodOf(issuer: string): LoginMethod {
  if (issuer === EMBEDDED_ISSUER) return 'password'
  return issuer.split(':', 1)[0] as LoginMethod
}
