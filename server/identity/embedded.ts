/** The identity provider that comes with the server: e-mail and password, sessions, confirmed addresses.
 * better-auth makes users, passwords and sessions; the check on every request is one query of ours. */
import { createHash, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { sessionKeyOf, unsign } from './bearer.ts'
import { verificationMail } from './mails.ts'
import type { Identity, IdentityPort, Origin, Session } from './port.ts'
import * as queries from './queries.ts'
import { ADDRESS_HEADER, betterAuthSettings, SESSION_REFRESH_SECONDS, SESSION_SECONDS } from './settings.ts'

/** The issuer of everybody who has a password here. */
export const EMBEDDED_ISSUER = 'embedded'

const CODE_BYTES = 32
const CODE_SECONDS = 86_400
const USER_AGENT_MAX = 300
/** An answer does not wait longer for the mail server than this; the mail goes on being sent. */
const MAIL_PATIENCE_MS = 2_000

export type EmbeddedIdentityOptions = {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  /** At least 32 letters. */
  secret: string
  /** Secrets used before: their tokens still work, new ones are not signed with them. */
  formerSecrets?: readonly string[]
  publicUrl: string
  config: Pick<Config, 'brandName'>
}

export async function createEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<IdentityPort> {
  const { database, mailer, clock, log, secret, formerSecrets = [], publicUrl, config } = options
  const keys = [secret, ...formerSecrets].map(sessionKeyOf)
  const auth = betterAuth(betterAuthSettings({ database, keys, publicUrl, clock, log }))
  await auth.$context

  /** The answers of better-auth to signing up and in: a session, or null for an expected refusal. */
  async function sessionFrom(
    answer: Promise<{ headers: Headers; response: { user: { id: string } } }>,
    isRefusal: (code: string) => boolean | Promise<boolean>,
  ): Promise<Session | null> {
    try {
      const { headers, response } = await answer
      const token = headers.get('set-auth-token')
      const key = token === null ? null : unsign(token, keys)
      const row = key === null ? undefined : await queries.selectSession(database.read, key)
      if (token === null || row === undefined) throw new Error('The identity provider gave no session')
      await queries.trimSessions(database.read, response.user.id, clock.now())
      return { token, expiresAt: row.expires_at, identity: identityOf(row) }
    } catch (error) {
      if (isAPIError(error) && (await isRefusal(error.body?.code ?? ''))) return null
      throw error
    }
  }

  return {
    register({ email, password }, origin) {
      const body = { email, password, name: '' }
      return sessionFrom(
        auth.api.signUpEmail({ body, headers: headersOf(origin), returnHeaders: true }),
        // Of two at once the second fails at the unique index, which better-auth does not tell from other failures.
        (code) => code.startsWith('USER_ALREADY_EXISTS') || queries.isEmailInUse(database.read, email),
      )
    },
    login(credentials, origin) {
      return sessionFrom(
        auth.api.signInEmail({ body: credentials, headers: headersOf(origin), returnHeaders: true }),
        (code) => ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL'].includes(code),
      )
    },
    async verifyBearer(token) {
      const key = unsign(token, keys)
      if (key === null) return null
      const row = await queries.selectSession(database.read, key)
      const remainingMs = row === undefined ? 0 : row.expires_at.getTime() - clock.now().getTime()
      if (row === undefined || remainingMs <= 0) return null
      if (remainingMs < (SESSION_SECONDS - SESSION_REFRESH_SECONDS) * 1_000) {
        await queries.extendSession(database.read, key, after(clock, SESSION_SECONDS))
      }
      return identityOf(row)
    },
    async logout(token) {
      const key = unsign(token, keys)
      if (key !== null) await queries.deleteSession(database.read, key)
    },
    async sendVerification(subject) {
      const user = await queries.selectUser(database.read, subject)
      if (user === undefined) return
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const row = {
        code_hash: hashOf(code),
        user_id: user.id,
        email: user.email,
        expires_at: after(clock, CODE_SECONDS),
      }
      await queries.insertCode(database.read, row, clock.now())
      const { brandName } = config
      const sending = mailer
        .send(verificationMail({ to: user.email, code, brandName, publicUrl }))
        .catch((error: unknown) => log.error('mail-failed', { about: 'verification', reason: (error as Error).name }))
      await waitAtMost(MAIL_PATIENCE_MS, sending)
    },
    verifyEmail(code) {
      return database.transaction(async (tx) => {
        const taken = await queries.takeCode(tx, hashOf(code))
        if (taken === undefined || taken.expires_at <= clock.now()) return null
        const user = await queries.setEmailVerified(tx, taken.user_id, taken.email)
        if (user === undefined) return null
        await queries.deleteCodesOf(tx, user.id)
        return identityOf(user)
      })
    },
    async markEmailVerified(subject) {
      const user = await queries.selectUser(database.read, subject)
      if (user !== undefined) await queries.setEmailVerified(database.read, user.id, user.email)
    },
    async remove(subject) {
      await queries.deleteUser(database.read, subject)
    },
  }
}

/** No header of the client but the name of its program: a cookie or an address of its choosing must not get in. */
function headersOf({ ip, userAgent }: Origin): Headers {
  return new Headers({ [ADDRESS_HEADER]: ip, 'user-agent': userAgent.slice(0, USER_AGENT_MAX) })
}

function identityOf(row: queries.UserRow): Identity {
  return { issuer: EMBEDDED_ISSUER, subject: row.id, email: row.email, emailVerified: row.email_verified }
}

async function waitAtMost(timeMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, timeMs)))
  await Promise.race([work, patience])
  clearTimeout(timer)
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

function after(clock: Clock, seconds: number): Date {
  return new Date(clock.now().getTime() + seconds * 1_000)
}
