/** Mailed links: confirm an address, change to a new one, reset a password. The code in a link is stored as a hash,
 * works once and expires. The texts of the mails are in mails.ts. */
import { createHash, randomBytes } from 'node:crypto'
import { type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import {
  emailChangedMail,
  emailChangeMail,
  emailInUseMail,
  type Site,
  passwordResetMail,
  verificationMail,
} from './mails.ts'
import * as queries from './queries.ts'
import { isEmailTaken } from './taken-email.ts'

const CODE_BYTES = 32
const HOUR_SECONDS = 3_600
const lifeSeconds: Record<queries.CodePurpose, number> = {
  verify: 24 * HOUR_SECONDS,
  change: 24 * HOUR_SECONDS,
  reset: HOUR_SECONDS,
}
const mailOf = { verify: verificationMail, change: emailChangeMail, reset: passwordResetMail }

type Recipient = Pick<queries.LoginRow, 'id' | 'language'>

export const mailsOf = ({ config, publicUrl }: AuthDeps): Site => ({ brandName: config.brandName, publicUrl })

/** The language chosen for the account, else that of the page which caused the mail. */
export function languageOf({ language }: Pick<Recipient, 'language'>, locale: Language | null): Language {
  return language ?? locale ?? PLAIN_LANGUAGE
}

/** Mails a link. The code and the mail are written in the transaction of the caller. */
export async function mailCode(
  deps: AuthDeps,
  tx: Tx,
  code: { user: Recipient; email: string; purpose: queries.CodePurpose; locale: Language | null },
): Promise<void> {
  const { user, email, purpose, locale } = code
  const text = randomBytes(CODE_BYTES).toString('base64url')
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifeSeconds[purpose] * 1_000)
  const row = { code_hash: hashOfCode(text), user_id: user.id, email, purpose, expires_at: expiresAt }
  await queries.insertCode(tx, row, now)
  const language = languageOf(user, locale)
  await deps.mailer.send(mailOf[purpose]({ to: email, code: text, language, ...mailsOf(deps) }), tx)
}

/** Mails a link that confirms the user's address: for one use, within 24 hours. Does nothing for a user without a
 * password. */
export async function sendVerification(
  deps: AuthDeps,
  tx: Tx,
  { userId, locale }: { userId: string; locale: Language | null },
): Promise<void> {
  const user = await queries.selectLogin(tx, userId)
  if (user !== undefined) await mailCode(deps, tx, { user, email: user.email, purpose: 'verify', locale })
}

/** Mails the new address. If it already belongs to a user, that user is notified instead, and the caller cannot
 * tell. */
export async function mailEmailChange(
  deps: AuthDeps,
  { userId, email, locale }: { userId: string; email: string; locale: Language | null },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const owner = await queries.selectLoginByEmail(tx, email)
    if (owner !== undefined) {
      // The page language of the caller says nothing about the language of the other user.
      await deps.mailer.send(emailInUseMail({ to: email, language: languageOf(owner, null), ...mailsOf(deps) }), tx)
      return
    }
    const user = await queries.selectLogin(tx, userId)
    if (user !== undefined) await mailCode(deps, tx, { user, email, purpose: 'change', locale })
  })
}

/** Confirms the address that the code was mailed to. A new address replaces the former one, which is notified. False when
 * the code is unknown, used or expired, or when the address has changed since or belongs to another user by now. */
export async function verifyEmail(deps: AuthDeps, code: string, locale: Language | null): Promise<boolean> {
  const { database, clock } = deps
  try {
    return await database.transaction(async (tx) => {
      const consumed = await queries.consumeCode(tx, hashOfCode(code), ['verify', 'change'])
      if (consumed === undefined || consumed.expires_at <= clock.now()) return false
      const { user_id: userId, email, purpose } = consumed
      const isDone =
        purpose === 'verify'
          ? await queries.setEmailVerified(tx, userId, email)
          : await changeEmail(deps, tx, { userId, email, locale })
      // Invalidates all other mailed links.
      if (isDone) await queries.deleteCodesOf(tx, userId)
      return isDone
    })
  } catch (error) {
    // Another user took the address at the same moment.
    if (isEmailTaken(error)) return false
    throw error
  }
}

async function changeEmail(
  deps: AuthDeps,
  tx: Tx,
  { userId, email, locale }: { userId: string; email: string; locale: Language | null },
): Promise<boolean> {
  const user = await queries.selectLogin(tx, userId)
  if (user === undefined || (await queries.selectLoginByEmail(tx, email)) !== undefined) return false
  await queries.updateEmail(tx, userId, { email, isVerified: true, now: deps.clock.now() })
  const language = languageOf(user, locale)
  await deps.mailer.send(emailChangedMail({ to: user.email, email, language, ...mailsOf(deps) }), tx)
  return true
}

export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
