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
import { noteCredentialChange, noteResetByMail } from '#server/accounts/factor-ages.ts'
import { credentialDeed, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
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
import { countUses, giveBackUses } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, type User, type Who } from '#server/platform/http/who.ts'
import { limitByAddress, networkOf, accountUse, addressUse, totalUse } from '#server/auth/login/limits.ts'
import { addPasswordTo, registerPerson } from '#server/auth/login/register.ts'
import { askReview } from '#server/auth/factors/review.ts'
import { signedInPerson } from './resolve-who.ts'
import { beginSession, type Caller, finishSignIn, signIn, type SignInDeps } from '#server/auth/login/sign-in.ts'

export type PasswordRouteDeps = SignInDeps & {
  config: Pick<Config, 'brandName' | 'registration' | 'identityMode'>
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
  const { database, clock, config, rates } = deps

  on(app, listProviders, async () => [...deps.providers])

  on(app, register, async ({ body }, { who, request }) => {
    mustHavePasswords(deps)
    if (config.registration === 'closed') throw new AppError(403, 'registration-closed')
    const uses = [addressUse('register', who.ip, rates.registerPerAddress), totalUse('register', rates.registerTotal)]
    await countUses(database.read, uses, clock.now())
    const { email, password, name } = body
    const account = { email, password, username: name, spoken: spokenIn(request) }
    const caller = callerOf(who, request)
    return registerPerson(deps, account, (tx, person) => {
      const identity = passwordIdentityOf(person.userId)
      return beginSession(deps, tx, { person, identity, method: 'password', caller, secondFactor: false })
    })
  })

  on(app, login, ({ body }, { who, request }) => {
    mustHavePasswords(deps)
    return signIn(deps, { ...body, spoken: spokenIn(request) }, callerOf(who, request))
  })

  on(app, loginSecondFactor, ({ body }, { who, request }) => finishSignIn(deps, body, callerOf(who, request)))

  on(app, logout, async (_input, { who }) => {
    mustBeUser(who)
    if (who.sessionId !== null) await endSession(database.read, who.sessionId)
    return null
  })
}

function emailRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, rates } = deps

  on(app, sendVerification, async (_input, { who, request }) => {
    mustBeUser(who)
    const { person } = await signedInPerson(deps, request)
    if (person.email === null || !(await hasPassword(database.read, who))) {
      throw new AppError(422, 'rule-broken', 'This account has no e-mail address.')
    }
    if (person.emailVerified) return null
    await limitMail(deps, who, person.userId)
    const { userId } = who
    await database.transaction((tx) => links.sendVerification(deps, tx, { userId, spoken: spokenIn(request) }))
    return null
  })

  on(app, verifyEmail, async ({ body }, { who, request }) => {
    const { oobCode = '' } = body
    if (oobCode === '') throw new AppError(400, 'missing-action-code')
    await limitByAddress(database, 'code', who.ip, rates.codePerAddress, clock.now())
    const isVerified = await links.verifyEmail(deps, oobCode, spokenIn(request))
    if (!isVerified) throw new AppError(400, 'action-code-invalid')
    return { emailVerified: true }
  })

  on(app, changeEmail, async ({ body }, { who, request }) => {
    mustBeUser(who)
    await mustHavePassword(database.read, who)
    const deed = credentialDeed('change-email', body.email, body.email)
    await requireUnusedGrant(database.read, who, deed, clock.now())
    await limitMail(deps, who, who.userId)
    await database.transaction(async (tx) => {
      await requireGrant(tx, who, deed, clock.now())
      const asked = { userId: who.userId, email: body.email, spoken: spokenIn(request) }
      await passwords.askEmailChange(deps, tx, asked)
    })
    return null
  })
}

function resetRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, rates } = deps

  on(app, sendPasswordReset, async ({ body }, { who, request }) => {
    mustHavePasswords(deps)
    await limitMail(deps, who, `reset ${body.email}`)
    await passwords.askPasswordReset(deps, body.email, spokenIn(request))
    return null
  })

  on(app, resetPassword, async ({ body }, { who, request }) => {
    const { oobCode = '', newPassword = '' } = body
    if (oobCode === '' || newPassword === '') {
      throw new AppError(400, 'missing-reset-fields')
    }
    await limitByAddress(database, 'code', who.ip, rates.codePerAddress, clock.now())
    const reset = { code: oobCode, newPassword, spoken: spokenIn(request) }
    const isReset = await passwords.resetPassword(deps, reset, async (tx, userId) => {
      await noteResetByMail(tx, userId, passwordIdentityOf(userId), clock.now())
      await askReview(tx, userId, clock.now())
    })
    if (!isReset) throw new AppError(400, 'action-code-invalid')
    return null
  })
}

function changeRoutes(app: FastifyInstance, deps: PasswordRouteDeps): void {
  const { database, clock, rates } = deps

  on(app, changePassword, async ({ body }, { who, request }) => {
    mustBeUser(who)
    await mustHavePassword(database.read, who)
    const { userId } = who
    const { person, session } = await signedInPerson(deps, request)
    const deed = credentialDeed('change-password', null)
    await requireUnusedGrant(database.read, who, deed, clock.now())
    const hash = await hashPassword(body.newPassword)
    const caller = callerOf(who, request)
    const secondFactor = session?.secondFactor ?? false
    return database.transaction(async (tx) => {
      await requireGrant(tx, who, deed, clock.now())
      await noteCredentialChange(tx, userId, clock.now())
      const isReplaced = await passwords.replacePassword(deps, tx, { userId, hash, spoken: spokenIn(request) })
      if (!isReplaced) throw noPassword()
      const identity = passwordIdentityOf(userId)
      return beginSession(deps, tx, { person, identity, method: 'password', caller, secondFactor })
    })
  })

  on(app, addPassword, async ({ body }, { who, request }) => {
    mustBeUser(who)
    mustHavePasswords(deps)
    if (await hasPassword(database.read, who)) {
      throw new AppError(409, 'password-there')
    }
    const deed = credentialDeed('add-password', body.email, body.email)
    await requireUnusedGrant(database.read, who, deed, clock.now())
    const uses = [addressUse('register', who.ip, rates.registerPerAddress), totalUse('register', rates.registerTotal)]
    await countUses(database.read, uses, clock.now())
    const added = { ...body, userId: who.userId, spoken: spokenIn(request) }
    await addPasswordTo(deps, added, (tx) => requireGrant(tx, who, deed, clock.now()))
    return null
  })

  on(app, reauthenticate, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const { person } = await signedInPerson(deps, request)
    await mustHavePassword(database.read, who)
    const held = [accountUse('reauthenticate', who.userId, rates.proofPerAccount)]
    await countUses(database.read, held, clock.now())
    const { email } = person
    const checked = email === null ? null : await passwords.checkPassword(deps, { ...body, email })
    if (who.sessionId === null || checked?.userId !== who.userId) {
      throw new AppError(401, 'credentials-invalid')
    }
    await giveBackUses(database.read, held, clock.now())
    return { freshUntil: await refreshSession(database.read, who.sessionId, clock.now()) }
  })
}

const spokenIn = (request: FastifyRequest) => pageLanguage(request.headers['accept-language'])

export function callerOf(who: Who, request: FastifyRequest): Caller {
  const given = request.headers[DEVICE_HEADER]
  const device = typeof given === 'string' && DEVICE.test(given) ? given : null
  const origin = { ip: networkOf(request.ip), userAgent: request.headers['user-agent'] ?? '' }
  return { ip: who.ip, origin, device }
}

/** Mails are limited by caller, by recipient, and in total. */
async function limitMail({ database, clock, rates }: PasswordRouteDeps, who: Who, account: string): Promise<void> {
  const uses = [
    addressUse('mail', who.ip, rates.mailPerAddress),
    accountUse('mail', account, rates.mailPerAccount),
    totalUse('mail', rates.mailTotal),
  ]
  await countUses(database.read, uses, clock.now())
}

const passwordIdentityOf = (userId: string): IdentityKey => ({ issuer: EMBEDDED_ISSUER, subject: userId })

async function hasPassword(tx: Tx, who: User): Promise<boolean> {
  return (await identitiesOf(tx, who.userId)).some(({ issuer }) => issuer === EMBEDDED_ISSUER)
}

export async function mustHavePassword(tx: Tx, who: User): Promise<void> {
  if (!(await hasPassword(tx, who))) throw noPassword()
}

function noPassword(): AppError {
  return new AppError(409, 'no-password')
}

/** With external login only, there are no passwords to guess. */
function mustHavePasswords({ config }: PasswordRouteDeps): void {
  if (config.identityMode === 'oidc') {
    throw new AppError(403, 'password-login-off')
  }
}
