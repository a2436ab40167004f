/** Who is calling. Resolved once per request by app.ts; the first line of each behaviour asks it. */
import { AppError } from './errors.ts'
import { errorCodes } from '#contract/errors.ts'

export type Visitor = { kind: 'visitor'; ip: string }
export type User = { kind: 'user'; userId: string; isAdmin: boolean; ip: string }
export type Who = Visitor | User

export function mustBeUser(who: Who): asserts who is User {
  if (who.kind !== 'user') throw new AppError(401, 'unauthorized', errorCodes.unauthorized)
}

export function mustBeAdmin(who: Who): asserts who is User {
  mustBeUser(who)
  if (!who.isAdmin) throw new AppError(403, 'forbidden', errorCodes.forbidden)
}

/** True for the owner and nobody else; an admin acts through the admin room only. */
export function isOwner(who: Who, ownerId: string): boolean {
  return who.kind === 'user' && who.userId === ownerId
}

export function mustOwn(who: Who, ownerId: string): asserts who is User {
  mustBeUser(who)
  if (who.userId !== ownerId) throw new AppError(403, 'forbidden', errorCodes.forbidden)
}
