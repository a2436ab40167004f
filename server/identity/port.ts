/** What the rest of the server knows of proving who somebody is. Drivers: embedded.ts.
 * Not people or names; those are server/accounts, joined by `issuer` and `subject`. */

/** Somebody at a provider. `issuer` and `subject` together name them for ever; the rest is what the provider says now. */
export type Identity = { issuer: string; subject: string; email: string | null; emailVerified: boolean }

/** A log-in. `token` is the bearer token; it works until `expiresAt`, later if it is used meanwhile. */
export type Session = { token: string; expiresAt: Date; identity: Identity }

/** Where a log-in comes from, kept so that people can tell their sessions apart. */
export type Origin = { ip: string; userAgent: string }

export type Credentials = { email: string; password: string }

export type IdentityPort = {
  /** Makes an identity and signs it in. Null when the e-mail address is in use. */
  register(credentials: Credentials, origin: Origin): Promise<Session | null>
  /** Null when the address is unknown or the password wrong; both take the same work. */
  login(credentials: Credentials, origin: Origin): Promise<Session | null>
  /** Null for anything that is not a live session's signed token. */
  verifyBearer(token: string): Promise<Identity | null>
  /** Ends the session of this token, effective at once in every process. */
  logout(token: string): Promise<void>
  /** Mails a link that confirms the identity's e-mail address: for one use, within 24 hours. A mail that cannot be sent
   * is logged, not thrown: it can be asked for again. Does nothing for an identity without an address. */
  sendVerification(subject: string): Promise<void>
  /** Confirms the address that the code was mailed to. Null when the code is unknown, used or expired, or the address has
   * changed since. */
  verifyEmail(code: string): Promise<Identity | null>
  /** Takes the address as confirmed without a mail: for the demo and for operators. */
  markEmailVerified(subject: string): Promise<void>
  /** Forgets the identity and its sessions. */
  remove(subject: string): Promise<void>
}
