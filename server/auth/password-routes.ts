/** Binds the endpoints of registration, login and logout, addresses and passwords. Sessions, second factor and passkeys
 * are bound in security-routes.ts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  addPassword,
  changeEmail,
  changePassword,
  DEVICE_HEADER,
  listProviders,
  login,
  loginSecondFactor,
  logout,
  reauthenticate,
  register,
  resetPassword,
  sendPasswordReset,
  sendVerification,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { createInvite, endInvite, getRegistration, listInvites } from '#contract/accounts/registration.ts'
import { recordCredentialChange, recordResetByMail } from '#server/accounts/factor-ages.ts'
import { credentialOperation, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import type { IdentityKey, LoginMethod } from '#server/auth/sessions/login-method.ts'
import * as links from '#server/auth/passwords/mailed-codes.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import * as passwords from '#server/auth/passwords/passwords.ts'
import { endSession, refreshSession } from '#server/auth/sessions/sessions.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { pageLanguage } from '#server/platform/http/page-language.ts'
import { countUses, returnUses } from '#server/platform/http/rate-limit.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { admit, type AdmissionDeps, describeRegistration } from '#server/auth/login/admission.ts'
import * as invites from '#server/auth/login/invites.ts'
import { limitByAddress, accountUse, addressUse, totalUse } from '#server/auth/login/limits.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import { addPasswordTo, registerUser } from '#server/auth/login/register.ts'
import { requestReview } from '#server/auth/factors/review.ts'
import { signedInUser } from './authenticate.ts'
import { beginSession, type LoginClient, finishSignIn, signIn, type SignInDeps } from '#server/auth/login/sign-in.ts'

export type PasswordRouteDeps = SignInDeps & {
  config: Pick<Config, 'brandName' | 'identityMode'> & AdmissionDeps['config']
  secret: string
  /** The login methods, in display order. */
  providers: readonly { method: LoginMethod; name: string }[]
}

const DEVICE = /^[A-Za-z0-9_-]{16,128}$/

export function passwordRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  loginRoutes(app, deps)
  emailRoutes(app, deps)
  resetRoutes(app, deps)
  changeRoutes(app, deps)
}

function loginRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, config } = deps

  on(app, listProviders, async () => [...deps.providers])

  on(app, getRegistration, () => describeRegistration(deps))
  on(app, createInvite, ({ body }, { caller, operationId }) => invites.createInvite(deps, caller, operationId, body))
  on(app, listInvites, (_input, { caller }) => invites.listInvites(deps, caller))
  on(app, endInvite, ({ params }, { caller }) => invites.endInvite(deps, caller, params.inviteId))

  on(app, register, async ({ body }, { caller, request }) => {
    requirePasswords(deps)
    const { email, password, name, invite, work } = body
    await admit(deps, { ip: caller.ip, email, invite, work })
    const account = { email, password, username: name, locale: localeOf(request) }
    const client = loginClientOf(caller, request)
    return registerUser(deps, account, async (tx, user) => {
      if (config.registration === 'invite') await invites.consumeInvite(tx, invite ?? '', clock.now())
      const identity = passwordIdentityOf(user.userId)
      return beginSession(deps, tx, { user, identity, method: 'password', client, secondFactor: false })
    })
  })

  on(app, login, ({ body }, { caller, request }) => {
    requirePasswords(deps)
    return signIn(deps, { ...body, locale: localeOf(request) }, loginClientOf(caller, request))
  })

  on(app, loginSecondFactor, ({ body }, { caller, request }) =>
    finishSignIn(deps, body, loginClientOf(caller, request)),
  )

  on(app, logout, async (_input, { caller }) => {
    requireUser(caller)
    if (caller.sessionId !== null) await endSession(database.read, caller.sessionId)
    return null
  })
}

function emailRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, rates } = deps

  on(app, sendVerification, async (_input, { caller, request }) => {
    requireUser(caller)
    const { user } = await signedInUser(deps, request)
    if (user.email === null || !(await hasPassword(database.read, caller))) {
      throw new AppError(422, 'rule-broken', 'This account has no e-mail address.')
    }
    if (user.emailVerified) return null
    await limitMail(deps, caller, user.userId)
    const { userId } = caller
    await database.transaction((tx) => links.sendVerification(deps, tx, { userId, locale: localeOf(request) }))
    return null
  })

  on(app, verifyEmail, async ({ body }, { caller, request }) => {
    const { oobCode = '' } = body
    if (oobCode === '') throw new AppError(400, 'missing-action-code')
    await limitByAddress(database, 'code', caller.ip, rates.codePerAddress, clock.now())
    const isVerified = await links.verifyEmail(deps, oobCode, localeOf(request))
    if (!isVerified) throw new AppError(400, 'action-code-invalid')
    return { emailVerified: true }
  })

  on(app, changeEmail, async ({ body }, { caller, request }) => {
    requireUser(caller)
    await requirePassword(database.read, caller)
    const operation = credentialOperation('change-email', body.email, body.email)
    await requireUnusedGrant(database.read, caller, operation, clock.now())
    await limitMail(deps, caller, caller.userId)
    await database.transaction(async (tx) => {
      await requireGrant(tx, caller, operation, clock.now())
      const emailChange = { userId: caller.userId, email: body.email, locale: localeOf(request) }
      await passwords.requestEmailChange(deps, tx, emailChange)
    })
    return null
  })
}

function resetRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, rates } = deps

  on(app, sendPasswordReset, async ({ body }, { caller, request }) => {
    requirePasswords(deps)
    await limitMail(deps, caller, `reset ${body.email}`)
    await passwords.requestPasswordReset(deps, body.email, localeOf(request))
    return null
  })

  on(app, resetPassword, async ({ body }, { caller, request }) => {
    const { oobCode = '', newPassword = '' } = body
    if (oobCode === '' || newPassword === '') {
      throw new AppError(400, 'missing-reset-fields')
    }
    await limitByAddress(database, 'code', caller.ip, rates.codePerAddress, clock.now())
    const reset = { code: oobCode, newPassword, locale: localeOf(request) }
    const isReset = await passwords.resetPassword(deps, reset, async (tx, userId) => {
      await recordResetByMail(tx, userId, passwordIdentityOf(userId), clock.now())
      await requestReview(tx, userId, clock.now())
    })
    if (!isReset) throw new AppError(400, 'action-code-invalid')
    return null
  })
}

function changeRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, rates } = deps

  on(app, changePassword, async ({ body }, { caller, request }) => {
    requireUser(caller)
    await requirePassword(database.read, caller)
    const { userId } = caller
    const { user, session } = await signedInUser(deps, request)
    const operation = credentialOperation('change-password', null)
    await requireUnusedGrant(database.read, caller, operation, clock.now())
    const hash = await hashPassword(body.newPassword)
    const client = loginClientOf(caller, request)
    const secondFactor = session?.secondFactor ?? false
    return database.transaction(async (tx) => {
      await requireGrant(tx, caller, operation, clock.now())
      await recordCredentialChange(tx, userId, clock.now())
      const isReplaced = await passwords.replacePassword(deps, tx, { userId, hash, locale: localeOf(request) })
      if (!isReplaced) throw noPassword()
      const identity = passwordIdentityOf(userId)
      return beginSession(deps, tx, { user, identity, method: 'password', client, secondFactor })
    })
  })

  on(app, addPassword, async ({ body }, { caller, request }) => {
    requireUser(caller)
    requirePasswords(deps)
    if (await hasPassword(database.read, caller)) {
      throw new AppError(409, 'password-there')
    }
    const operation = credentialOperation('add-password', body.email, body.email)
    await requireUnusedGrant(database.read, caller, operation, clock.now())
    const uses = [
      addressUse('register', caller.ip, rates.registerPerAddress),
      totalUse('register', rates.registerTotal),
    ]
    await countUses(database.read, uses, clock.now())
    const added = { ...body, userId: caller.userId, locale: localeOf(request) }
    await addPasswordTo(deps, added, (tx) => requireGrant(tx, caller, operation, clock.now()))
    return null
  })

  on(app, reauthenticate, async ({ body }, { caller, request }) => {
    requireUser(caller)
    const { user } = await signedInUser(deps, request)
    await requirePassword(database.read, caller)
    const countedUses = [accountUse('reauthenticate', caller.userId, rates.proofPerAccount)]
    await countUses(database.read, countedUses, clock.now())
    const { email } = user
    const checked = email === null ? null : await passwords.checkPassword(deps, { ...body, email })
    if (caller.sessionId === null || checked?.userId !== caller.userId) {
      throw new AppError(401, 'credentials-invalid')
    }
    await returnUses(database.read, countedUses, clock.now())
    return { freshUntil: await refreshSession(database.read, caller.sessionId, clock.now()) }
  })
}

const localeOf = (request: FastifyRequest) => pageLanguage(request.headers['accept-language'])

export function loginClientOf(caller: Caller, request: FastifyRequest): LoginClient {
  const given = request.headers[DEVICE_HEADER]
  const device = typeof given === 'string' && DEVICE.test(given) ? given : null
  const origin = { ip: networkOf(request.ip), userAgent: request.headers['user-agent'] ?? '' }
  return { ip: caller.ip, origin, device }
}

/** Mails are limited by caller, by recipient, and in total. */
async function limitMail(
  { database, clock, rates }: PasswordRouteDeps,
  caller: Caller,
  account: string,
): Promise<void> {
  const uses = [
    addressUse('mail', caller.ip, rates.mailPerAddress),
    accountUse('mail', account, rates.mailPerAccount),
    totalUse('mail', rates.mailTotal),
  ]
  await countUses(database.read, uses, clock.now())
}

const passwordIdentityOf = (userId: string): IdentityKey => ({ issuer: EMBEDDED_ISSUER, subject: userId })

async function hasPassword(tx: Tx, caller: AuthenticatedUser): Promise<boolean> {
  return (await identitiesOf(tx, caller.userId)).some(({ issuer }) => issuer === EMBEDDED_ISSUER)
}

export async function requirePassword(tx: Tx, caller: AuthenticatedUser): Promise<void> {
  if (!(await hasPassword(tx, caller))) throw noPassword()
}

function noPassword(): AppError {
  return new AppError(409, 'no-password')
}

/** With external login only, there are no passwords to guess. */
function requirePasswords({ config }: PasswordRouteDeps): void {
  if (config.identityMode === 'oidc') {
    throw new AppError(403, 'password-login-off')
  }
}
