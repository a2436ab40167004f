/** Every setting of better-auth that security depends on, in one place, each with a test.
 * Its HTTP handler is not mounted: server/me binds our own endpoints, limits them, and calls its functions. */
import type { BetterAuthOptions } from 'better-auth'
import { bearer } from 'better-auth/plugins'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { hashPassword, verifyPassword } from './password.ts'

const DAY_SECONDS = 86_400
const SESSION_SECONDS = 30 * DAY_SECONDS
const SESSION_REFRESH_SECONDS = DAY_SECONDS
const FRESH_SECONDS = 600

/** A header that is never set, so that better-auth does not trust any client header for the IP address. */
const ADDRESS_HEADER = 'x-peal-client-address'

/** All of its paths: our endpoints call its functions, never its paths. */
const UNUSED_PATHS = `
  /sign-up/email /sign-in/email /sign-in/social /callback/:id /get-session /sign-out
  /reset-password /reset-password/:token /verify-password
  /verify-email /send-verification-email /change-email /change-password /update-session /update-user /delete-user
  /delete-user/callback /request-password-reset /list-sessions /revoke-session /revoke-sessions
  /revoke-other-sessions /link-social /list-accounts /unlink-account /refresh-token /get-access-token /account-info
  /ok /error`
  .trim()
  .split(/\s+/)

export type SettingsInput = {
  database: Database
  /** Signing keys, the current one first. */
  keys: readonly string[]
  publicUrl: string
  log: Log
}

export function betterAuthSettings({ database, keys, publicUrl, log }: SettingsInput) {
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return {
    appName: 'Peal',
    baseURL: publicUrl,
    trustedOrigins: [new URL(publicUrl).origin],
    // Passed as a list; otherwise better-auth would read a secret from the environment.
    secrets: keys.map((value, index) => ({ version: keys.length - index, value })),
    database: { db: database.read, type: 'postgres', transaction: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      // Users with an unconfirmed address may listen and upload; other actions are refused where they happen.
      requireEmailVerification: false,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // Its links contain a token that can be reused; embedded.ts mails codes that work once.
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false, autoSignInAfterVerification: false },
    // Not used, because our sessions are in our own table. Configured anyway, so that better-auth's
    // sessions would not be weaker.
    session: {
      modelName: 'identity_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_REFRESH_SECONDS,
      freshAge: FRESH_SECONDS,
      cookieCache: { enabled: false },
    },
    user: {
      modelName: 'identity_user',
      fields: { emailVerified: 'email_verified', ...timestamps },
      changeEmail: { enabled: false },
      deleteUser: { enabled: false },
    },
    account: {
      modelName: 'identity_account',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
      encryptOAuthTokens: true,
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        trustedProviders: [],
        allowDifferentEmails: false,
      },
    },
    verification: {
      modelName: 'identity_verification',
      fields: { expiresAt: 'expires_at', ...timestamps },
      storeIdentifier: 'hashed',
    },
    plugins: [bearer({ requireSignature: true })],
    advanced: {
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 64 },
      // Its tables come from our migrations, and a test compares them.
      database: { generateId: () => newId(), validateSchema: false },
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    // Our own rate limit comes first, per address and per account. better-auth's counts by address only and
    // is skipped by its functions.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    disabledPaths: UNUSED_PATHS,
    logger: {
      level: 'error',
      // The arguments can contain a row; messages of this level contain no personal data.
      log: (_level, message) => log.error('identity-provider', { message }),
    },
  } satisfies BetterAuthOptions
}
