/** The caller of a request. Resolved once per request by app.ts; the first line of each handler checks it. */
import { AppError } from '#server/platform/errors.ts'

export type Visitor = { kind: 'visitor'; ip: string }
export type AuthenticatedUser = {
  kind: 'user'
  userId: string
  isAdmin: boolean
  /** An operator has placed a hold on outgoing money. Nothing else is restricted. */
  isLocked: boolean
  /** Authenticated within the last ten minutes: required for operators. Money and credentials require a grant. */
  isFresh: boolean
  /** Null when this single request was signed by a key, without a session. */
  sessionId: string | null
  /** Proof for this one call (X-Proof), not verified yet. */
  grant?: string | null
  ip: string
}
export type Caller = Visitor | AuthenticatedUser

export function requireUser(caller: Caller): asserts caller is AuthenticatedUser {
  if (caller.kind !== 'user') throw new AppError(401, 'unauthorized')
}

export function requireAdmin(caller: Caller): asserts caller is AuthenticatedUser {
  requireUser(caller)
  if (!caller.isAdmin) throw new AppError(403, 'forbidden')
}

/** For actions of operators. */
export function requireRecentAuth(caller: Caller): asserts caller is AuthenticatedUser {
  requireUser(caller)
  if (!caller.isFresh) throw new AppError(401, 'login-not-fresh')
}

/** True for the owner only; an admin acts through the admin module. */
export function isOwner(caller: Caller, ownerId: string): boolean {
  return caller.kind === 'user' && caller.userId === ownerId
}

export function requireOwner(caller: Caller, ownerId: string): asserts caller is AuthenticatedUser {
  requireUser(caller)
  if (caller.userId !== ownerId) throw new AppError(403, 'forbidden')
}
