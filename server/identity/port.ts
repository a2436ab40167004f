/** The port for authentication by email and password, as the rest of the server uses it. Driver: embedded.ts. Users and
 * names are server/accounts, joined by `issuer` and `subject`. Sessions are in sessions.ts. */
import type * as z from 'zod/mini'
import type { LoginMethod as LoginMethodSchema } from '#contract/accounts/auth.ts'
import type { Language } from '#contract/languages.ts'
import type { MailAsked } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** A user at a provider. `issuer` and `subject` together never change; the rest is what the provider currently
 * reports. */
export type Identity = { issuer: string; subject: string; email: string | null; emailVerified: boolean }

export type LoginMethod = z.output<typeof LoginMethodSchema>

/** Where a login comes from; stored so that users can recognize their sessions. */
export type Origin = { ip: string; userAgent: string }

export type SessionFacts = { id: string; method: LoginMethod; authenticatedAt: Date; secondFactor: boolean }
export type LiveSession = { identity: Identity; session: SessionFacts }

export type Credentials = { email: string; password: string }

/** The language of the page. Mails use the language that the user chose for the account, or else this one. */
type Spoken = Language | null

/** Additional work in the transaction that changes a password; throwing rolls both back. */
type Alongside = (tx: Tx) => Promise<void>

export type IdentityPort = {
  /** Null for anything that is not the token of a live session. */
  verifyBearer(token: string): Promise<LiveSession | null>
  /** Creates an identity with a password. Null when the email address is in use. */
  register(credentials: Credentials): Promise<Identity | null>
  /** Null when the address is unknown or the password wrong; both take equally long. */
  checkPassword(credentials: Credentials): Promise<Identity | null>
  /** The identity of this address, for the login log. */
  findByEmail(email: string): Promise<Identity | null>
  /** Whether this device has logged in to the account of this address; takes equally long
   * when there is no such account. */
  isKnownDevice(email: string, device: string): Promise<boolean>
  /** Mails a code that a login requires besides the password, valid for 30 minutes. */
  mailLoginCode(subject: string, spoken: Spoken): Promise<void>
  /** Whether such a code is valid; it works once, and five wrong attempts invalidate it. */
  takeLoginCode(subject: string, code: string): Promise<boolean>
  rememberDevice(tx: Tx, subject: string, device: string, now: Date): Promise<void>
  /** Sets a new password, ends the identity's sessions, and deletes its known devices and
   * mailed codes. Notifies the user. */
  changePassword(subject: string, newPassword: string, spoken: Spoken, alongside: Alongside): Promise<void>
  /** Mails a link that confirms the identity's email address: for one use, within 24 hours. Does nothing for an
   * identity without an address. */
  sendVerification(subject: string, spoken?: Spoken): Promise<void>
  /** Mails a link to reset the password, for one use, within an hour, if the address is known. The lookup happens later
   * (sendAskedMail), so that the response time does not reveal the result. */
  askPasswordReset(email: string, spoken?: Spoken): Promise<void>
  /** As changePassword, with the code of such a link. Null when the code is unknown, used or expired. */
  resetPassword(
    code: string,
    newPassword: string,
    spoken: Spoken,
    alongside: (tx: Tx, identity: Identity) => Promise<void>,
  ): Promise<Identity | null>
  /** Mails a link to the new address, which becomes the user's address when the link is opened. The caller cannot tell
   * whether the address is in use: in that case its owner is notified instead. */
  askEmailChange(tx: Tx, subject: string, email: string, spoken: Spoken): Promise<void>
  /** Subscriber for mail-asked. */
  sendAskedMail(asked: MailAsked): Promise<void>
  /** Confirms the address that the code was mailed to. A new address replaces the former one, which is
   * notified. Null when the code is unknown, used or expired, or when the address has changed since or
   * belongs to another user by now. */
  verifyEmail(code: string, spoken?: Spoken): Promise<Identity | null>
  /** Marks the address as confirmed without a mail: for the demo and for operators. */
  markEmailVerified(subject: string): Promise<void>
  /** Deletes the identity and its sessions. */
  remove(subject: string): Promise<void>
}
