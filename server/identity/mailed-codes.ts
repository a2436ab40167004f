/** Mailed links: confirm an address, change to a new one, reset a password. The code in a link is stored as a hash,
 * works once and expires. The texts of the mails are in mails.ts. */
import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { sqlState, type Database, type Tx } from '#server/platform/database/database.ts'
import type { Mail, Mailer } from '#server/platform/mail.ts'
import {
  emailChangedMail,
  emailChangeMail,
  emailInUseMail,
  type MailWorld,
  passwordResetMail,
  verificationMail,
} from './mails.ts'
import * as queries from './queries.ts'

const CODE_BYTES = 32
const HOUR_SECONDS = 3_600
const lifeSeconds: Record<queries.CodePurpose, number> = {
  verify: 24 * HOUR_SECONDS,
  change: 24 * HOUR_SECONDS,
  reset: HOUR_SECONDS,
}
const mailOf = { verify: verificationMail, change: emailChangeMail, reset: passwordResetMail }
const UNIQUE_VIOLATION = '23505'

/** Chooses the language of a mail to this user; `spoken` is the language of the page that caused it, if any. */
export type LanguageFor = (tx: Tx, userId: string, spoken: Language | null) => Promise<Language>

export type CodeWorld = {
  database: Database
  mailer: Mailer
  clock: Clock
  mails: MailWorld
  languageFor: LanguageFor
}

/** The code and the mail are written in one transaction. */
export function mailCode(
  { database, mailer, clock, mails, languageFor }: CodeWorld,
  code: { userId: string; email: string; purpose: queries.CodePurpose; spoken: Language | null },
): Promise<void> {
  const { userId, email, purpose, spoken } = code
  const text = randomBytes(CODE_BYTES).toString('base64url')
  const now = clock.now()
  const row = {
    code_hash: hashOfCode(text),
    user_id: userId,
    email,
    purpose,
    expires_at: new Date(now.getTime() + lifeSeconds[purpose] * 1_000),
  }
  return database.transaction(async (tx) => {
    await queries.insertCode(tx, row, now)
    const language = await languageFor(tx, userId, spoken)
    await mailer.send(mailOf[purpose]({ to: email, code: text, language, ...mails }), tx)
  })
}

/** Mails the new address. If it already belongs to a user, that user is notified instead, and the caller cannot
 * tell. */
export async function mailEmailChange(
  world: CodeWorld,
  userId: string,
  email: string,
  spoken: Language | null,
): Promise<void> {
  const { read } = world.database
  const owner = await queries.selectUserByEmail(read, email)
  if (owner === undefined) return mailCode(world, { userId, email, purpose: 'change', spoken })
  // The page language of the caller says nothing about the language of the other user.
  const language = await world.languageFor(read, owner.id, null)
  await world.mailer.send(emailInUseMail({ to: email, language, ...world.mails }))
}

/** Null: see IdentityPort.verifyEmail. */
export function takeVerification(
  { database, mailer, clock, mails, languageFor }: CodeWorld,
  code: string,
  spoken: Language | null,
): Promise<queries.UserRow | null> {
  return database
    .transaction(async (tx) => {
      const taken = await queries.takeCode(tx, hashOfCode(code), ['verify', 'change'])
      if (taken === undefined || taken.expires_at <= clock.now()) return null
      if (taken.purpose === 'verify')
        return confirmed(tx, await queries.setEmailVerified(tx, taken.user_id, taken.email))
      const former = await queries.selectUser(tx, taken.user_id)
      const user = await confirmed(tx, await queries.changeEmail(tx, taken.user_id, taken.email))
      if (user === null || former === undefined) return null
      const language = await languageFor(tx, user.id, spoken)
      const told: Mail = emailChangedMail({ to: former.email, email: user.email, language, ...mails })
      await mailer.send(told, tx)
      return user
    })
    .catch((error: unknown) => {
      // Another user took the address at the same moment.
      if (sqlState(error) === UNIQUE_VIOLATION) return null
      throw error
    })
}

/** Invalidates all other mailed links. */
async function confirmed(tx: Tx, user: queries.UserRow | undefined): Promise<queries.UserRow | null> {
  if (user !== undefined) await queries.deleteCodesOf(tx, user.id)
  return user ?? null
}

export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
