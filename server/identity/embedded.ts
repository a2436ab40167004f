/** The identity provider that comes with the server: email and password, confirmed addresses.
 * better-auth stores users and passwords; sessions are ours (sessions.ts), as for every other login method. */
import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { isLanguage, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { topics, type MailAsked } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sqlState, type Database, type Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { createSeal, keyOf } from '#server/platform/secrets/seal.ts'
import { hashOfCode, type LanguageFor, mailCode, mailEmailChange, takeVerification } from './mailed-codes.ts'
import { deleteLoginCodes, makeLoginCode, takeLoginCode } from './login-codes.ts'
import { neededCodeMail, passwordChangedMail } from './mails.ts'
import { hashPassword, isHashWeak, verifyPassword } from './password.ts'
import type { Credentials, Identity, IdentityPort } from './port.ts'
import * as queries from './queries.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import { createSessionFinder, endSessionsOf } from './sessions.ts'
import { betterAuthSettings } from './settings.ts'

const UNIQUE_VIOLATION = '23505'

export type EmbeddedIdentityOptions = {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  /** At least 32 characters. */
  secret: string
  publicUrl: string
  config: Pick<Config, 'brandName'>
  /** The language that the user has chosen for the account. */
  languageOf?: (tx: Tx, subject: string) => Promise<Language | null>
}

export async function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<IdentityPort> {
  const { database, mailer, clock, log, secret, publicUrl, config, languageOf } = options
  const keys = [keyOf(secret, 'peal identity').toString('hex')]
  const auth = betterAuth(betterAuthSettings({ database, keys, publicUrl, log }))
  const { internalAdapter } = await auth.$context
  const loginCodeKey = keyOf(secret, 'peal login code')
  // Sealed, so that a queued mail does not reveal whose account it is for.
  const seal = createSeal([secret], 'peal asked mail')
  const mails = { brandName: config.brandName, publicUrl }
  const languageFor: LanguageFor = async (tx, subject, spoken) =>
    (await languageOf?.(tx, subject)) ?? spoken ?? PLAIN_LANGUAGE
  const codes = { database, mailer, clock, mails, languageFor }

  /** Somebody may have used a guessed password, so a password change ends everything that was opened before. */
  async function replacePassword(tx: Tx, user: queries.UserRow, hash: string, spoken: Language | null): Promise<void> {
    await queries.upsertPassword(tx, newId(), user.id, hash)
    await queries.deleteCodesOf(tx, user.id)
    await deleteLoginCodes(tx, user.id)
    await queries.deleteDevices(tx, user.id)
    await endSessionsOf(tx, [{ issuer: EMBEDDED_ISSUER, subject: user.id }])
    const language = await languageFor(tx, user.id, spoken)
    await mailer.send(passwordChangedMail({ to: user.email, language, ...mails }), tx)
  }

  type Asked = { subject: string | null; email: string; language: Language | null }
  const ask = (tx: Tx, about: MailAsked['about'], { subject, email, language }: Asked) => {
    const asked: MailAsked = { about, subject, sealedEmail: seal.close(email).toString('base64'), language }
    return publish(tx, topics.mailAsked, newId(), asked)
  }

  async function checkPassword({ email, password }: Credentials): Promise<Identity | null> {
    const user = await queries.selectCredential(database.read, email)
    const hash = user?.password ?? null
    if (user === undefined || hash === null) {
      // Takes as long as for an existing user.
      await hashPassword(password)
      return null
    }
    if (!(await verifyPassword({ hash, password }))) return null
    if (isHashWeak(hash)) await internalAdapter.updatePassword(user.id, await hashPassword(password))
    return identityOf(user)
  }

  const findSession = createSessionFinder(database)
  return {
    verifyBearer: (token) => findSession(token, clock.now()),
    async register({ email, password }) {
      if ((await queries.selectUserByEmail(database.read, email)) !== undefined) return null
      const hash = await hashPassword(password)
      try {
        const user = await internalAdapter.createUser(
          { email, name: '', emailVerified: false },
          { method: 'email-password' },
        )
        await queries.upsertPassword(database.read, newId(), user.id, hash)
        return identityOf({ id: user.id, email: user.email, email_verified: false })
      } catch (error) {
        // Of two concurrent registrations, the second fails at the unique index.
        if (sqlState(error) === UNIQUE_VIOLATION) return null
        throw error
      }
    },
    checkPassword,
    async findByEmail(email) {
      const user = await queries.selectUserByEmail(database.read, email)
      return user === undefined ? null : identityOf(user)
    },
    isKnownDevice: (email, device) => queries.isDeviceKnown(database.read, email, hashOfDevice(device)),
    async mailLoginCode(subject, spoken) {
      await database.transaction(async (tx) => {
        const user = await queries.selectUser(tx, subject)
        if (user === undefined) return
        const code = await makeLoginCode(tx, loginCodeKey, user.id, clock.now())
        const language = await languageFor(tx, user.id, spoken)
        await mailer.send(neededCodeMail({ to: user.email, code, language, ...mails }), tx)
      })
    },
    takeLoginCode: (subject, code) =>
      takeLoginCode(database.read, loginCodeKey, { userId: subject, code }, clock.now()),
    rememberDevice: (tx, subject, device, now) => queries.upsertDevice(tx, subject, hashOfDevice(device), now),
    async changePassword(subject, newPassword, spoken, alongside) {
      const hash = await hashPassword(newPassword)
      await database.transaction(async (tx) => {
        const user = await queries.selectUser(tx, subject)
        if (user === undefined) return
        await alongside(tx)
        await replacePassword(tx, user, hash, spoken)
      })
    },
    async sendVerification(subject, spoken = null) {
      const user = await queries.selectUser(database.read, subject)
      if (user !== undefined) await mailCode(codes, { userId: user.id, email: user.email, purpose: 'verify', spoken })
    },
    askPasswordReset: (email, spoken = null) => ask(database.read, 'reset', { subject: null, email, language: spoken }),
    askEmailChange: (tx, subject, email, spoken) => ask(tx, 'change', { subject, email, language: spoken }),
    async sendAskedMail({ about, subject, sealedEmail, language }) {
      const spoken = isLanguage(language) ? language : null
      const email = seal.open(Buffer.from(sealedEmail, 'base64'))
      if (email === null) return
      if (about === 'change') return subject === null ? undefined : mailEmailChange(codes, subject, email, spoken)
      const user = await queries.selectUserByEmail(database.read, email)
      if (user !== undefined) await mailCode(codes, { userId: user.id, email, purpose: 'reset', spoken })
    },
    async resetPassword(code, newPassword, spoken, alongside) {
      // A wrong code must not cost a password hash.
      if ((await queries.selectCode(database.read, hashOfCode(code)))?.purpose !== 'reset') return null
      const hash = await hashPassword(newPassword)
      return database.transaction(async (tx) => {
        const taken = await queries.takeCode(tx, hashOfCode(code), ['reset'])
        if (taken === undefined || taken.expires_at <= clock.now()) return null
        const user = await queries.selectUser(tx, taken.user_id)
        if (user === undefined || user.email !== taken.email) return null
        await replacePassword(tx, user, hash, spoken)
        // The link came by mail, so the user controls the address.
        const proved = identityOf((await queries.setEmailVerified(tx, user.id, user.email)) ?? user)
        await alongside(tx, proved)
        return proved
      })
    },
    async verifyEmail(code, spoken = null) {
      const user = await takeVerification(codes, code, spoken)
      return user === null ? null : identityOf(user)
    },
    async markEmailVerified(subject) {
      const user = await queries.selectUser(database.read, subject)
      if (user !== undefined) await queries.setEmailVerified(database.read, user.id, user.email)
    },
    async remove(subject) {
      await database.transaction(async (tx) => {
        await endSessionsOf(tx, [{ issuer: EMBEDDED_ISSUER, subject }])
        await queries.deleteUser(tx, subject)
      })
    },
  }
}

function identityOf(row: queries.UserRow): Identity {
  return { issuer: EMBEDDED_ISSUER, subject: row.id, email: row.email, emailVerified: row.email_verified }
}

function hashOfDevice(device: string): Buffer {
  return createHash('sha256').update(`device ${device}`).digest()
}
