/** Checks of the caller: the first line of each handler. */
import { isForRole, type Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthenticatedUser, Caller } from './caller.ts'

export function requireUser(caller: Caller): asserts caller is AuthenticatedUser {
  if (caller.kind !== 'user') throw new AppError(401, 'unauthorized')
}

/** An operator whose role may make this call. With real money, the log-in needs a second factor. */
export function requireOperator(caller: Caller, call: Pick<Endpoint, 'access'>): asserts caller is AuthenticatedUser {
  requireUser(caller)
  if (!isForRole(call, caller.role)) throw new AppError(403, 'forbidden')
  if (caller.lacksSecondFactor) throw new AppError(403, 'second-factor-needed')
}

/** For actions of operators. */
export function requireRecentAuth(caller: Caller): asserts caller is AuthenticatedUser {
  requireUser(caller)
  if (!caller.isFresh) throw new AppError(401, 'login-not-fresh')
}

/** True for the owner only; an operator acts through the admin module. */
export function isOwner(caller: Caller, ownerId: string): boolean {
  return caller.kind === 'user' && caller.userId === ownerId
}

export function requireOwner(caller: Caller, ownerId: string): asserts caller is AuthenticatedUser {
  requireUser(caller)
  if (caller.userId !== ownerId) throw new AppError(403, 'forbidden')
}
