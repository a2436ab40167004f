/** Who is calling. Resolved once per request by app.ts; the first line of each behaviour asks it. */
import { AppError } from './errors.ts'
import { errorCodes } from '#contract/errors.ts'

export type Visitor = { kind: 'visitor'; ip: string }
export type User = {
  kind: 'user'
  userId: string
  isAdmin: boolean
  /** An operator holds the outgoing money. It hinders nothing else. */
  isLocked: boolean
  /** Proved who they are within the last ten minutes: operators act with that. Money and credentials need a grant. */
  isFresh: boolean
  /** Null when this one request was signed by a key, without a session. */
  sessionId: string | null
  /** Proof for this one call (X-Proof), not looked at yet. */
  grant?: string | null
  ip: string
}
export type Who = Visitor | User

export function mustBeUser(who: Who): asserts who is User {
  if (who.kind !== 'user') throw new AppError(401, 'unauthorized', errorCodes.unauthorized)
}

export function mustBeAdmin(who: Who): asserts who is User {
  mustBeUser(who)
  if (!who.isAdmin) throw new AppError(403, 'forbidden', errorCodes.forbidden)
}

/** For what operators do. */
export function mustBeFresh(who: Who): asserts who is User {
  mustBeUser(who)
  if (!who.isFresh) throw new AppError(401, 'login-not-fresh', errorCodes['login-not-fresh'])
}

/** True for the owner and nobody else; an admin acts through the admin room only. */
export function isOwner(who: Who, ownerId: string): boolean {
  return who.kind === 'user' && who.userId === ownerId
}

export function mustOwn(who: Who, ownerId: string): asserts who is User {
  mustBeUser(who)
  if (who.userId !== ownerId) throw new AppError(403, 'forbidden', errorCodes.forbidden)
}
