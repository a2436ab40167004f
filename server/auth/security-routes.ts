/** Binds the endpoints of the caller's sessions, login log, second factor and passkeys. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
} from '#contract/accounts/passkeys.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
} from '#contract/accounts/second-factor.ts'
import { endOtherSessions, endSession, listLogins, listSessions } from '#contract/accounts/sessions.ts'
import { noteCredentialChange } from '#server/accounts/factor-ages.ts'
import { credentialDeed, type Deed, hashOfTerms, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { nameDevice } from '#server/auth/sessions/device-name.ts'
import { listLogins as readLogins } from '#server/auth/sessions/logins.ts'
import * as passkeys from '#server/auth/factors/passkeys.ts'
import * as sessions from '#server/auth/sessions/sessions.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { mustBeUser, type User } from '#server/platform/http/who.ts'
import { limitByAddress } from '#server/auth/login/limits.ts'
import { askReview } from '#server/auth/factors/review.ts'
import { signedInPerson } from './resolve-who.ts'
import { callerOf, mustHavePassword } from './password-routes.ts'
import { beginSession, mustTakeCode, signInByPasskey, type SignInDeps } from '#server/auth/login/sign-in.ts'

export function securityRoutes(app: FastifyInstance, deps: SignInDeps): void {
  sessionRoutes(app, deps)
  secondFactorRoutes(app, deps)
  passkeyRoutes(app, deps)
}

function sessionRoutes(app: FastifyInstance, { database, clock }: SignInDeps): void {
  on(app, listSessions, async (_input, { who }) => {
    mustBeUser(who)
    const rows = await sessions.listSessionsOf(database.read, who.userId, clock.now())
    const current = rows.find(({ id }) => id === who.sessionId)
    const freshUntil = current === undefined ? null : new Date(current.authenticated_at.getTime() + sessions.FRESH_MS)
    return {
      isFresh: who.isFresh,
      freshUntil: who.isFresh ? freshUntil : null,
      sessions: rows.map((row) => ({
        id: row.id,
        device: nameDevice(row.user_agent),
        ip: row.ip,
        method: row.method,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        expiresAt: row.expires_at,
        isCurrent: row === current,
      })),
    }
  })

  on(app, endSession, async ({ params }, { who }) => {
    mustBeUser(who)
    if (!(await sessions.endSessionOf(database.read, who.userId, params.sessionId))) throw notFound()
    return null
  })

  on(app, endOtherSessions, async (_input, { who }) => {
    mustBeUser(who)
    return database.transaction(async (tx) => {
      const ended = await sessions.endSessionsOf(tx, who.userId, who.sessionId ?? undefined)
      await askReview(tx, who.userId, clock.now())
      return { ended }
    })
  })

  on(app, listLogins, async (_input, { who }) => {
    mustBeUser(who)
    return (await readLogins(database.read, who.userId)).map((row) => ({
      id: row.id,
      at: row.at,
      method: row.method,
      device: nameDevice(row.user_agent),
      ip: row.ip,
      result: row.result,
    }))
  })
}

function secondFactorRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { database, clock, secondFactor } = deps

  on(app, getSecondFactor, (_input, { who }) => {
    mustBeUser(who)
    return secondFactor.read(database.read, who.userId)
  })

  on(app, beginSecondFactor, async (_input, { who, request }) => {
    mustBeUser(who)
    await mustHavePassword(database.read, who)
    const { person } = await signedInPerson(deps, request)
    return secondFactor.begin(who.userId, person.email ?? person.username)
  })

  on(app, confirmSecondFactor, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const { person, identity, session } = await signedInPerson(deps, request)
    return database.transaction(async (tx) => {
      await requireGrant(tx, who, credentialDeed('add-second-factor', null), clock.now())
      await noteCredentialChange(tx, who.userId, clock.now())
      const backupCodes = await secondFactor.confirm(tx, who.userId, body.code)
      if (backupCodes === null) {
        throw codeInvalid()
      }
      // Sessions opened without the second factor are ended.
      await sessions.endSessionsOf(tx, who.userId)
      const begin = {
        person,
        identity,
        method: session?.method ?? 'nostr',
        caller: callerOf(who, request),
        secondFactor: true,
      } as const
      return { backupCodes, signedIn: await beginSession(deps, tx, begin) }
    })
  })

  on(app, renewBackupCodes, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const deed = credentialDeed('renew-backup-codes', null)
    await checkBesides(who, request, body.code, deed)
    return database.transaction(async (tx) => {
      await requireGrant(tx, who, deed, clock.now())
      if (!(await secondFactor.isOn(tx, who.userId))) throw codeInvalid()
      await noteCredentialChange(tx, who.userId, clock.now())
      return { backupCodes: await secondFactor.renewBackupCodes(tx, who.userId) }
    })
  })

  on(app, removeSecondFactor, async ({ body }, { who, request }) => {
    mustBeUser(who)
    const deed = credentialDeed('remove-second-factor', null)
    await checkBesides(who, request, body.code, deed)
    await database.transaction(async (tx) => {
      await requireGrant(tx, who, deed, clock.now())
      await secondFactor.remove(tx, who.userId)
      await noteCredentialChange(tx, who.userId, clock.now())
      await askReview(tx, who.userId, clock.now())
    })
    return null
  })

  /** A code sent besides the proof is checked too, but only after the proof. */
  async function checkBesides(who: User, request: FastifyRequest, code: string | undefined, deed: Deed): Promise<void> {
    if (code === undefined) return
    await requireUnusedGrant(database.read, who, deed, clock.now())
    await mustTakeCode(deps, who.userId, code, callerOf(who, request))
  }
}

function passkeyRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { database, clock, rates } = deps

  on(app, listPasskeys, (_input, { who }) => {
    mustBeUser(who)
    return passkeys.listPasskeys(deps, who.userId)
  })

  on(app, beginPasskey, async (_input, { who, request }) => {
    mustBeUser(who)
    const { person } = await signedInPerson(deps, request)
    return passkeys.beginPasskey(deps, { userId: who.userId, name: person.email ?? person.username })
  })

  on(app, addPasskey, ({ body }, { who }) => {
    mustBeUser(who)
    return database.transaction(async (tx) => {
      const deed = credentialDeed('add-passkey', hashOfTerms(body.response.id), body.name ?? null)
      await requireGrant(tx, who, deed, clock.now())
      await noteCredentialChange(tx, who.userId, clock.now())
      return passkeys.addPasskey(deps, tx, who.userId, body)
    })
  })

  on(app, removePasskey, async ({ params }, { who }) => {
    mustBeUser(who)
    const { passkeyId } = params
    const own = (await passkeys.listPasskeys(deps, who.userId)).find(({ id }) => id === passkeyId)
    if (own === undefined) throw notFound()
    await database.transaction(async (tx) => {
      await requireGrant(tx, who, credentialDeed('remove-passkey', passkeyId, own.name), clock.now())
      if (!(await passkeys.removePasskey(tx, who.userId, passkeyId))) throw notFound()
      await noteCredentialChange(tx, who.userId, clock.now())
      await askReview(tx, who.userId, clock.now())
    })
    return null
  })

  on(app, beginPasskeyLogin, async (_input, { who }) => {
    await limitByAddress(database, 'passkey', who.ip, rates.loginPerAddress, clock.now())
    return passkeys.beginPasskeyLogin(deps)
  })

  on(app, loginWithPasskey, async ({ body }, { who, request }) => {
    await limitByAddress(database, 'passkey', who.ip, rates.loginPerAddress, clock.now())
    return signInByPasskey(deps, await passkeys.takePasskeyLogin(deps, body), callerOf(who, request))
  })
}

function codeInvalid(): AppError {
  return new AppError(401, 'second-factor-invalid')
}
