/** What the rest of the server knows of proving who somebody is by e-mail and password. Driver: embedded.ts.
 * Not people or names; those are server/accounts, joined by `issuer` and `subject`. Sessions are in sessions.ts. */
import type * as z from 'zod/mini'
import type { LoginMethod as LoginMethodSchema } from '#contract/auth.ts'
import type { Language } from '#contract/languages.ts'
import type { MailAsked } from '#server/events.ts'
import type { Tx } from '#server/platform/database.ts'

/** Somebody at a provider. `issuer` and `subject` together name them for ever; the rest is what the provider says now. */
export type Identity = { issuer: string; subject: string; email: string | null; emailVerified: boolean }

export type LoginMethod = z.output<typeof LoginMethodSchema>

/** Where a log-in comes from, kept so that people can tell their sessions apart. */
export type Origin = { ip: string; userAgent: string }

export type SessionFacts = { id: string; method: LoginMethod; authenticatedAt: Date; secondFactor: boolean }
export type LiveSession = { identity: Identity; session: SessionFacts }

export type Credentials = { email: string; password: string }

/** In which language the page at hand is. Mails are in what its owner has chosen for the account, else in this. */
type Spoken = Language | null

/** What else the transaction does that changes a password, undoing it by throwing. */
type Alongside = (tx: Tx) => Promise<void>

export type IdentityPort = {
  /** Null for anything that is not the token of a live session. */
  verifyBearer(token: string): Promise<LiveSession | null>
  /** Makes an identity with a password. Null when the e-mail address is in use. */
  register(credentials: Credentials): Promise<Identity | null>
  /** Null when the address is unknown or the password wrong; both take the same work. */
  checkPassword(credentials: Credentials): Promise<Identity | null>
  /** Whose password this address is, for the log of log-ins. */
  findByEmail(email: string): Promise<Identity | null>
  /** Whether the device has logged in to the account of this address; the same work when there is none. */
  isKnownDevice(email: string, device: string): Promise<boolean>
  /** Mails a code that a log-in needs besides the password, valid for 30 minutes. */
  mailLoginCode(subject: string, spoken: Spoken): Promise<void>
  /** Whether such a code is valid; it works once, and five wrong ones end it. */
  takeLoginCode(subject: string, code: string): Promise<boolean>
  rememberDevice(tx: Tx, subject: string, device: string, now: Date): Promise<void>
  /** Sets another password, ends the identity's sessions, forgets its devices and what was mailed. The owner is told. */
  changePassword(subject: string, newPassword: string, spoken: Spoken, alongside: Alongside): Promise<void>
  /** Mails a link that confirms the identity's e-mail address: for one use, within 24 hours. Does nothing for an identity
   * without an address. */
  sendVerification(subject: string, spoken?: Spoken): Promise<void>
  /** Has a link to choose a new password mailed, for one use, within an hour, if the address is known. Whether it is
   * turns out later (sendAskedMail), so that nothing here shows it. */
  askPasswordReset(email: string, spoken?: Spoken): Promise<void>
  /** As changePassword, with the code of such a link. Null when it is unknown, used or expired. */
  resetPassword(
    code: string,
    newPassword: string,
    spoken: Spoken,
    alongside: (tx: Tx, identity: Identity) => Promise<void>,
  ): Promise<Identity | null>
  /** Has a link mailed to the new address, which is taken over when it is opened. Nobody learns here whether it is in use:
   * then its owner is told instead. */
  askEmailChange(tx: Tx, subject: string, email: string, spoken: Spoken): Promise<void>
  /** Subscriber for mail-asked. */
  sendAskedMail(asked: MailAsked): Promise<void>
  /** Confirms the address that the code was mailed to, and takes it over when it is a new one; the former is told then.
   * Null when the code is unknown, used or expired, the address has changed since, or is somebody else's by now. */
  verifyEmail(code: string, spoken?: Spoken): Promise<Identity | null>
  /** Takes the address as confirmed without a mail: for the demo and for operators. */
  markEmailVerified(subject: string): Promise<void>
  /** Forgets the identity and its sessions. */
  remove(subject: string): Promise<void>
}
