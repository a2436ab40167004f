/** Binds the endpoints of registration, login and logout, addresses and passwords, and the account itself. Sessions,
 * second factor and passkeys are bound in security-routes.ts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUser, getAccount } from '#contract/accounts/account.ts'
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
import { errorCodes } from '#contract/errors.ts'
import { noteCredentialChange, noteResetByMail } from '#server/accounts/factor-ages.ts'
import { credentialDeed, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { findOwnerOfKey, type NostrProfile } from '#server/accounts/nostr-keys.ts'
import { readPersonByIdentity } from '#server/accounts/people.ts'
import { EMBEDDED_ISSUER } from '#server/platform/issuers.ts'
import type { LoginMethod } from '#server/identity/port.ts'
import { endSession, endSessionsOf, refreshSession } from '#server/identity/sessions.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { on } from '#server/platform/http/http.ts'
import { pageLanguage } from '#server/platform/http/page-language.ts'
import { countUses, giveBackUses } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, type User, type Who } from '#server/platform/http/who.ts'
import { readAccount } from './account.ts'
import { limitByAddress, networkOf, accountUse, addressUse, totalUse } from './limits.ts'
import { addPasswordTo, ensurePerson, registerPerson } from './register.ts'
import { askReview } from './review.ts'
import { signedInPerson } from './resolve-who.ts'
import { beginSession, type Caller, finishSignIn, signIn, type SignInWorld } from './sign-in.ts'

export type MeOptions = SignInWorld & {
  config: Pick<Config, 'registration' | 'identityMode'>
  files: Pick<Files, 'publicUrl'>
  /** The user's balance, in msat. */
  readBalance: (tx: Tx, userId: string) => Promise<bigint>
  /** The user's nostr keys, with what is known of each. */
  listProfiles: (tx: Tx, userId: string) => Promise<NostrProfile[]>
  /** The login methods, in display order. */
  providers: readonly { method: LoginMethod; name: string }[]
}

const DEVICE = /^[A-Za-z0-9_-]{16,128}$/

export function meRoutes(app: FastifyInstance, options: MeOptions): void {
  signingRoutes(app, options)
  verificationRoutes(app, options)
  passwordRoutes(app, options)
  accountRoutes(app, options)
}

function signingRoutes(app: FastifyInstance, options: MeOptions): void {
  const { database, clock, config, rates } = options

  on(app, listProviders, async () => [...options.providers])

  on(app, register, async ({ body }, { who, request }) => {
    mustHavePasswords(options)
    if (config.registration === 'closed')
      throw new AppError(403, 'registration-closed', errorCodes['registration-closed'])
    const uses = [addressUse('register', who.ip, rates.registerPerAddress), totalUse('register', rates.registerTotal)]
    await countUses(database.read, uses, clock.now())
    const { email, password, name } = body
    const account = { email, password, username: name, spoken: spokenIn(request) }
    const { identity, person } = await registerPerson(options, account)
    const session = {
      person,
      identity,
      method: 'password',
      caller: callerOf(who, request),
      secondFactor: false,
    } as const
    return database.transaction((tx) => beginSession(options, tx, session))
  })

  on(app, login, ({ body }, { who, request }) => {
    mustHavePasswords(options)
    return signIn(options, { ...body, spoken: spokenIn(request) }, callerOf(who, request))
  })

  on(app, loginSecondFactor, ({ body }, { who, request }) => finishSignIn(options, body, callerOf(who, request)))

  on(app, logout, async (_input, { who }) => {
    mustBeUser(who)
    if (who.sessionId !== null) await endSession(database.read, who.sessionId)
    return null
  })
}

function verificationRoutes(app: FastifyInstance, options: MeOptions): void {
  const { database, identity, clock, rates } = options

  on(app, sendVerification, async (_input, { who, request }) => {
    mustBeUser(who)
    const { person } = await signedInPerson(options, request)
    const subject = await passwordSubjectOf(database.read, who)
    if (person.email === null || subject === null) {
      throw new AppError(422, 'rule-broken', 'This account has no e-mail address.')
    }
    if (person.emailVerified) return null
    await limitMail(options, who, person.userId)
    await identity.sendVerification(subject, spokenIn(request))
    return null
  })

  on(app, verifyEmail, async ({ body }, { who, request }) => {
    const { oobCode = '' } = body
    if (oobCode === '') throw new AppError(400, 'missing-action-code', errorCodes['missing-action-code'])
    await limitByAddress(database, 'code', who.ip, rates.codePerAddress, clock.now())
    const verified = await identity.verifyEmail(oobCode, spokenIn(request))
    if (verified === null) throw new AppError(400, 'action-code-invalid', errorCodes['action-code-invalid'])
    const person = await ensurePerson(options, verified)
    return { emailVerified: person.emailVerified }
  })

  on(app, changeEmail, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const subject = await mustHavePassword(database.read, who)
    const deed = credentialDeed('change-email', body.email, body.email)
    await requireUnusedGrant(database.read, who, deed, clock.now())
    await limitMail(options, who, who.userId)
    await database.transaction(async (tx) => {
      await requireGrant(tx, who, deed, clock.now())
      await identity.askEmailChange(tx, subject, body.email, spokenIn(request))
    })
    return null
  })
}

function passwordRoutes(app: FastifyInstance, options: MeOptions): void {
  const { database, identity, clock, rates } = options

  on(app, sendPasswordReset, async ({ body }, { who, request }) => {
    mustHavePasswords(options)
    await limitMail(options, who, `reset ${body.email}`)
    await identity.askPasswordReset(body.email, spokenIn(request))
    return null
  })

  on(app, resetPassword, async ({ body }, { who, request }) => {
    const { oobCode = '', newPassword = '' } = body
    if (oobCode === '' || newPassword === '') {
      throw new AppError(400, 'missing-reset-fields', errorCodes['missing-reset-fields'])
    }
    await limitByAddress(database, 'code', who.ip, rates.codePerAddress, clock.now())
    const proved = await identity.resetPassword(oobCode, newPassword, spokenIn(request), async (tx, own) => {
      const person = await readPersonByIdentity(tx, own)
      if (person === null) return
      // An intruder may have used any of the user's login methods.
      await endSessionsOf(tx, await identitiesOf(tx, person.userId))
      await noteResetByMail(tx, person.userId, own, clock.now())
      await askReview(tx, person.userId, clock.now())
    })
    if (proved === null) throw new AppError(400, 'action-code-invalid', errorCodes['action-code-invalid'])
    return null
  })

  on(app, changePassword, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const subject = await mustHavePassword(database.read, who)
    const { person, session } = await signedInPerson(options, request)
    const deed = credentialDeed('change-password', null)
    await requireUnusedGrant(database.read, who, deed, clock.now())
    await identity.changePassword(subject, body.newPassword, spokenIn(request), async (tx) => {
      await requireGrant(tx, who, deed, clock.now())
      await noteCredentialChange(tx, who.userId, clock.now())
    })
    const secondFactor = session?.secondFactor ?? false
    const own = { issuer: EMBEDDED_ISSUER, subject }
    return database.transaction(async (tx) => {
      await endSessionsOf(tx, await identitiesOf(tx, who.userId))
      const begin = { person, identity: own, method: 'password', caller: callerOf(who, request), secondFactor } as const
      return beginSession(options, tx, begin)
    })
  })

  on(app, addPassword, async ({ body }, { who, request }) => {
    mustBeUser(who)
    mustHavePasswords(options)
    if ((await passwordSubjectOf(database.read, who)) !== null) {
      throw new AppError(409, 'password-there', errorCodes['password-there'])
    }
    const deed = credentialDeed('add-password', body.email, body.email)
    await requireUnusedGrant(database.read, who, deed, clock.now())
    const uses = [addressUse('register', who.ip, rates.registerPerAddress), totalUse('register', rates.registerTotal)]
    await countUses(database.read, uses, clock.now())
    await addPasswordTo(options, who.userId, body, spokenIn(request), (tx) => requireGrant(tx, who, deed, clock.now()))
    return null
  })

  on(app, reauthenticate, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const { person } = await signedInPerson(options, request)
    const subject = await mustHavePassword(database.read, who)
    const held = [accountUse('reauthenticate', who.userId, rates.proofPerAccount)]
    await countUses(database.read, held, clock.now())
    const proved = person.email === null ? null : await identity.checkPassword({ ...body, email: person.email })
    if (who.sessionId === null || proved?.subject !== subject) {
      throw new AppError(401, 'credentials-invalid', errorCodes['credentials-invalid'])
    }
    await giveBackUses(database.read, held, clock.now())
    return { freshUntil: await refreshSession(database.read, who.sessionId, clock.now()) }
  })
}

function accountRoutes(app: FastifyInstance, options: MeOptions): void {
  on(app, getAccount, (_input, { who }) => readAccount(options.database.read, who, options))

  on(app, createUser, async ({ body }, { request }) => {
    const { identity } = await signedInPerson(options, request)
    const person = await ensurePerson(options, identity, body?.username)
    const linked = body?.pubkey === undefined ? null : await findOwnerOfKey(options.database.read, body.pubkey)
    return {
      uid: person.userId,
      username: person.username,
      profileUrl: person.username,
      ...(linked === person.userId && { pubkey: body?.pubkey }),
    }
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
async function limitMail({ database, clock, rates }: MeOptions, who: Who, account: string): Promise<void> {
  const uses = [
    addressUse('mail', who.ip, rates.mailPerAddress),
    accountUse('mail', account, rates.mailPerAccount),
    totalUse('mail', rates.mailTotal),
  ]
  await countUses(database.read, uses, clock.now())
}

/** Null when the user has other login methods only. */
async function passwordSubjectOf(tx: Tx, who: User): Promise<string | null> {
  return (await identitiesOf(tx, who.userId)).find(({ issuer }) => issuer === EMBEDDED_ISSUER)?.subject ?? null
}

export async function mustHavePassword(tx: Tx, who: User): Promise<string> {
  const subject = await passwordSubjectOf(tx, who)
  if (subject === null) throw new AppError(409, 'no-password', errorCodes['no-password'])
  return subject
}

/** With external login only, there are no passwords to guess. */
function mustHavePasswords({ config }: MeOptions): void {
  if (config.identityMode === 'oidc') {
    throw new AppError(403, 'password-login-off', errorCodes['password-login-off'])
  }
}
