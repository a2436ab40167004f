/** Checks of the caller: the first line of each handler. */
import { AppError } from '#server/platform/errors.ts'
import type { AuthenticatedUser, Caller } from './caller.ts'

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
