/** The caller of a request. Resolved once per request by app.ts; the first line of each handler checks it. */
import { AppError } from '#server/platform/errors.ts'

export type Visitor = { kind: 'visitor'; ip: string }
export type User = {
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
export type Who = Visitor | User

export function mustBeUser(who: Who): asserts who is User {
  if (who.kind !== 'user') throw new AppError(401, 'unauthorized')
}

export function mustBeAdmin(who: Who): asserts who is User {
  mustBeUser(who)
  if (!who.isAdmin) throw new AppError(403, 'forbidden')
}

/** For actions of operators. */
export function mustBeFresh(who: Who): asserts who is User {
  mustBeUser(who)
  if (!who.isFresh) throw new AppError(401, 'login-not-fresh')
}

/** True for the owner only; an admin acts through the admin module. */
export function isOwner(who: Who, ownerId: string): boolean {
  return who.kind === 'user' && who.userId === ownerId
}

export function mustOwn(who: Who, ownerId: string): asserts who is User {
  mustBeUser(who)
  if (who.userId !== ownerId) throw new AppError(403, 'forbidden')
}
