/** Binds the endpoints of the caller's sessions, login log, second factor and passkeys. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from '#contract/accounts/passkeys.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
} from '#contract/accounts/second-factor.ts'
import { endOtherSessions, endSession, listLogins, listSessions } from '#contract/accounts/sessions.ts'
import { recordCredentialChange } from '#server/accounts/factor-ages.ts'
import {
  credentialOperation,
  type Operation,
  hashOfTerms,
  requireGrant,
  requireUnusedGrant,
} from '#server/accounts/grants.ts'
import { nameDevice } from '#server/auth/sessions/device-name.ts'
import { listLogins as readLogins } from '#server/auth/sessions/logins.ts'
import * as passkeys from '#server/auth/factors/passkeys.ts'
import * as sessions from '#server/auth/sessions/sessions.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { type AuthenticatedUser } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { limitByAddress } from '#server/auth/login/limits.ts'
import { requestReview } from '#server/auth/factors/review.ts'
import { signedInUser } from './authenticate.ts'
import { loginClientOf, requirePassword } from './password-routes.ts'
import { beginSession, requireSecondFactorCode, signInByPasskey, type SignInDeps } from '#server/auth/login/sign-in.ts'

export function securityRoutes(app: FastifyInstance, deps: SignInDeps): void {
  sessionRoutes(app, deps)
  secondFactorRoutes(app, deps)
  passkeyRoutes(app, deps)
}

function sessionRoutes(app: FastifyInstance, { database, clock }: SignInDeps): void {
  on(app, listSessions, async (_input, { caller }) => {
    requireUser(caller)
    const rows = await sessions.listSessionsOf(database.read, caller.userId, clock.now())
    const current = rows.find(({ id }) => id === caller.sessionId)
    const freshUntil = current === undefined ? null : new Date(current.authenticated_at.getTime() + sessions.FRESH_MS)
    return {
      isFresh: caller.isFresh,
      freshUntil: caller.isFresh ? freshUntil : null,
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

  on(app, endSession, async ({ params }, { caller }) => {
    requireUser(caller)
    if (!(await sessions.endSessionOf(database.read, caller.userId, params.sessionId))) throw notFound()
    return null
  })

  on(app, endOtherSessions, async (_input, { caller }) => {
    requireUser(caller)
    return database.transaction(async (tx) => {
      const ended = await sessions.endSessionsOf(tx, caller.userId, caller.sessionId ?? undefined)
      await requestReview(tx, caller.userId, clock.now())
      return { ended }
    })
  })

  on(app, listLogins, async (_input, { caller }) => {
    requireUser(caller)
    return (await readLogins(database.read, caller.userId)).map((row) => ({
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

  on(app, getSecondFactor, (_input, { caller }) => {
    requireUser(caller)
    return secondFactor.read(database.read, caller.userId)
  })

  on(app, beginSecondFactor, async (_input, { caller, request }) => {
    requireUser(caller)
    await requirePassword(database.read, caller)
    const { user } = await signedInUser(deps, request)
    return secondFactor.begin(caller.userId, user.email ?? user.username)
  })

  on(app, confirmSecondFactor, async ({ body }, { caller, request }) => {
    requireUser(caller)
    const { user, identity, session } = await signedInUser(deps, request)
    return database.transaction(async (tx) => {
      await requireGrant(tx, caller, credentialOperation('add-second-factor', null), clock.now())
      await recordCredentialChange(tx, caller.userId, clock.now())
      const backupCodes = await secondFactor.confirm(tx, caller.userId, body.code)
      if (backupCodes === null) throw codeInvalid()
      // Sessions opened without the second factor are ended.
      await sessions.endSessionsOf(tx, caller.userId)
      const method = session?.method ?? 'nostr'
      const client = loginClientOf(caller, request)
      const begin = { user, identity, method, client, secondFactor: true } as const
      return { backupCodes, signedIn: await beginSession(deps, tx, begin) }
    })
  })

  on(app, renewBackupCodes, async ({ body }, { caller, request }) => {
    requireUser(caller)
    const operation = credentialOperation('renew-backup-codes', null)
    await checkBesides(caller, request, body.code, operation)
    return database.transaction(async (tx) => {
      await requireGrant(tx, caller, operation, clock.now())
      if (!(await secondFactor.isOn(tx, caller.userId))) throw codeInvalid()
      await recordCredentialChange(tx, caller.userId, clock.now())
      return { backupCodes: await secondFactor.renewBackupCodes(tx, caller.userId) }
    })
  })

  on(app, removeSecondFactor, async ({ body }, { caller, request }) => {
    requireUser(caller)
    const operation = credentialOperation('remove-second-factor', null)
    await checkBesides(caller, request, body.code, operation)
    await database.transaction(async (tx) => {
      await requireGrant(tx, caller, operation, clock.now())
      await secondFactor.remove(tx, caller.userId)
      await sessions.resetSecondFactor(tx, caller.userId)
      await recordCredentialChange(tx, caller.userId, clock.now())
      await requestReview(tx, caller.userId, clock.now())
    })
    return null
  })

  /** A code sent besides the proof is checked too, but only after the proof. */
  async function checkBesides(
    caller: AuthenticatedUser,
    request: FastifyRequest,
    code: string | undefined,
    operation: Operation,
  ): Promise<void> {
    if (code === undefined) return
    await requireUnusedGrant(database.read, caller, operation, clock.now())
    await requireSecondFactorCode(deps, caller.userId, code, loginClientOf(caller, request))
  }
}

function passkeyRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { database, clock, rates } = deps

  on(app, listPasskeys, (_input, { caller }) => {
    requireUser(caller)
    return passkeys.listPasskeys(deps, caller.userId)
  })

  on(app, beginPasskey, async (_input, { caller, request }) => {
    requireUser(caller)
    const { user } = await signedInUser(deps, request)
    return passkeys.beginPasskey(deps, { userId: caller.userId, name: user.email ?? user.username })
  })

  on(app, addPasskey, ({ body }, { caller, request }) => {
    requireUser(caller)
    return database.transaction(async (tx) => {
      const device = nameDevice(request.headers['user-agent'] ?? '')
      const name = body.name ?? (await passkeys.unusedName(tx, caller.userId, device))
      const operation = credentialOperation('add-passkey', hashOfTerms(body.response.id), name)
      await requireGrant(tx, caller, operation, clock.now())
      await recordCredentialChange(tx, caller.userId, clock.now())
      return passkeys.addPasskey(deps, tx, caller.userId, { ...body, name })
    })
  })

  on(app, renamePasskey, async ({ params, body }, { caller }) => {
    requireUser(caller)
    const renamed = await passkeys.renamePasskey(deps, caller.userId, params.passkeyId, body.name)
    if (renamed === null) throw notFound()
    return renamed
  })

  on(app, removePasskey, async ({ params }, { caller }) => {
    requireUser(caller)
    const { passkeyId } = params
    const own = (await passkeys.listPasskeys(deps, caller.userId)).find(({ id }) => id === passkeyId)
    if (own === undefined) throw notFound()
    await database.transaction(async (tx) => {
      await requireGrant(tx, caller, credentialOperation('remove-passkey', passkeyId, own.name), clock.now())
      if (!(await passkeys.removePasskey(tx, caller.userId, passkeyId))) throw notFound()
      await sessions.resetSecondFactor(tx, caller.userId)
      await recordCredentialChange(tx, caller.userId, clock.now())
      await requestReview(tx, caller.userId, clock.now())
    })
    return null
  })

  on(app, beginPasskeyLogin, async (_input, { caller }) => {
    await limitByAddress(database, 'passkey', caller.ip, rates.loginPerAddress, clock.now())
    return passkeys.beginPasskeyLogin(deps)
  })

  on(app, loginWithPasskey, async ({ body }, { caller, request }) => {
    await limitByAddress(database, 'passkey', caller.ip, rates.loginPerAddress, clock.now())
    return signInByPasskey(deps, await passkeys.verifyPasskeyLogin(deps, body), loginClientOf(caller, request))
  })
}

function codeInvalid(): AppError {
  return new AppError(401, 'second-factor-invalid')
}
