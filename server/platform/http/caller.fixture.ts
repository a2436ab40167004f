/** A signed-in user as the caller of a function under test. Not for production code. */
import type { AuthenticatedUser } from './caller.ts'

export function signedIn(userId: string): AuthenticatedUser {
  return {
    kind: 'user',
    userId,
    role: null,
    lacksSecondFactor: false,
    isLocked: false,
    isFresh: true,
    sessionId: null,
    ip: '192.0.2.1',
  }
}
