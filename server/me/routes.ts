/** Binds the calls about one's own account: signing up, in and out, confirming an e-mail address, the account itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUser, getAccount } from '#contract/accounts.ts'
import { login, logout, register, sendVerification, verifyEmail } from '#contract/auth.ts'
import { errorCodes } from '#contract/errors.ts'
import type { Person } from '#server/accounts/people.ts'
import type { Origin, Session } from '#server/identity/port.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files.ts'
import { on } from '#server/platform/http.ts'
import { readAccount } from './account.ts'
import { defaultRates, forgetUsesOfAccount, limitByAccount, limitByAddress, type Rates } from './limits.ts'
import { type AccountWorld, ensurePerson, registerPerson } from './register.ts'
import { signedInPerson } from './resolve-who.ts'

export type MeOptions = AccountWorld & {
  config: Pick<Config, 'registration'>
  files: Pick<Files, 'publicUrl'>
  /** What this user has, in msat. */
  readBalance: (tx: Tx, userId: string) => Promise<bigint>
  rates?: Rates
}

export function meRoutes(app: FastifyInstance, options: MeOptions): void {
  signingRoutes(app, options)
  verificationRoutes(app, options)
  accountRoutes(app, options)
}

function signingRoutes(app: FastifyInstance, options: MeOptions): void {
  const { database, identity, clock, config, rates = defaultRates } = options

  on(app, register, async ({ body }, { who, request }) => {
    if (config.registration === 'closed')
      throw new AppError(403, 'registration-closed', errorCodes['registration-closed'])
    await limitByAddress(database, 'register', who.ip, rates.registerPerAddress, clock.now())
    const { email, password, name } = body
    const { session, person } = await registerPerson(options, {
      email,
      password,
      username: name,
      origin: originOf(request),
    })
    return signedIn(session, person)
  })

  on(app, login, async ({ body }, { who, request }) => {
    await limitByAddress(database, 'login', who.ip, rates.loginPerAddress, clock.now())
    await limitByAccount(database, 'login', body.email, rates.loginPerAccount, clock.now())
    const session = await identity.login(body, originOf(request))
    if (session === null) throw new AppError(401, 'credentials-invalid', errorCodes['credentials-invalid'])
    const person = await ensurePerson(options, session.identity)
    if (person.isDeleted) {
      await identity.logout(session.token)
      throw new AppError(401, 'credentials-invalid', errorCodes['credentials-invalid'])
    }
    await forgetUsesOfAccount(database, 'login', body.email)
    return signedIn(session, person)
  })

  on(app, logout, async (_input, { request }) => {
    const { token } = await signedInPerson(options, request)
    await identity.logout(token)
    return null
  })
}

function verificationRoutes(app: FastifyInstance, options: MeOptions): void {
  const { database, identity, clock, rates = defaultRates } = options

  on(app, sendVerification, async (_input, { who, request }) => {
    const { person, identity: claims } = await signedInPerson(options, request)
    if (claims.email === null) throw new AppError(422, 'rule-broken', 'This account has no e-mail address.')
    if (claims.emailVerified) return null
    await limitByAddress(database, 'mail', who.ip, rates.mailPerAddress, clock.now())
    await limitByAccount(database, 'mail', person.userId, rates.mailPerAccount, clock.now())
    await identity.sendVerification(claims.subject)
    return null
  })

  on(app, verifyEmail, async ({ body }, { who }) => {
    const { oobCode = '' } = body
    if (oobCode === '') throw new AppError(400, 'missing-action-code', errorCodes['missing-action-code'])
    await limitByAddress(database, 'code', who.ip, rates.codePerAddress, clock.now())
    const verified = await identity.verifyEmail(oobCode)
    if (verified === null) throw new AppError(400, 'action-code-invalid', errorCodes['action-code-invalid'])
    const person = await ensurePerson(options, verified)
    return { emailVerified: person.emailVerified }
  })
}

function accountRoutes(app: FastifyInstance, options: MeOptions): void {
  on(app, getAccount, (_input, { who }) => readAccount(options.database.read, who, options))

  on(app, createUser, async ({ body }, { request, reply }) => {
    const { identity } = await signedInPerson(options, request)
    const person = await ensurePerson(options, identity, body?.username)
    void reply.status(201)
    return { uid: person.userId, username: person.username, profileUrl: person.username }
  })
}

function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

function signedIn({ token, expiresAt }: Session, person: Person) {
  const { userId, username, emailVerified } = person
  return { token, expiresAt, user: { id: userId, name: username, emailVerified } }
}
