/** Identifies the caller from the `Authorization` header alone; cookies are not read.
 * An invalid header is refused on public endpoints too: its sender expects to be signed in. */
import type { FastifyRequest } from 'fastify'
import type { NoteNetwork } from '#server/accounts/networks.ts'
import { type User, readUsers, readUser } from '#server/accounts/users.ts'
import { bearerOf } from '#server/auth/sessions/bearer.ts'
import type { IdentityKey } from '#server/auth/sessions/login-method.ts'
import { createSessionFinder, FRESH_MS, type SessionFacts } from '#server/auth/sessions/sessions.ts'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { grantOf } from '#server/auth/sessions/grant-of.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import { type NostrLoginDeps, authenticateNostr } from '#server/auth/nostr/signer.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

type ResolverDeps = Pick<AuthDeps, 'database' | 'clock'> & {
  /** Without it signed requests are refused. */
  nostr?: NostrLoginDeps
  /** Records in which network a user is signed in. */
  noteNetwork?: NoteNetwork
  /** Operators must have logged in with a passkey or a second factor. */
  operatorsNeedSecondFactor: boolean
}

/** The user who sent a request. `session` is null when the request itself was signed by a key. */
export type SignedInUser = { user: User; identity: IdentityKey; session: SessionFacts | null }

/** Every request of a signed-in user needs a lookup; concurrent ones are batched. */
const LOOKUPS = { sizeMax: 100, laneCount: 2, waitingMax: 10_000 }

const signedIn = new WeakMap<FastifyRequest, SignedInUser>()

export type Authenticate = (request: FastifyRequest, bodySha256?: string | null) => Promise<Caller>

/** `bodySha256` is given when the request is signed, and null when it has no body. */
export function createAuthenticator(deps: ResolverDeps): Authenticate {
  const identify = createIdentifier(deps)
  return async (request, bodySha256) => {
    const caller = await identify(request, bodySha256)
    if (caller.kind === 'user') await deps.noteNetwork?.(caller.userId, caller.ip)
    return caller
  }
}

function createIdentifier(deps: ResolverDeps): Authenticate {
  const { database, clock, nostr, operatorsNeedSecondFactor } = deps
  const findSession = createSessionFinder(database)
  const findUser = createBatches<string, User | undefined>({
    ...LOOKUPS,
    work: async (userIds) => {
      const users = await readUsers(database.read, userIds)
      return userIds.map((userId) => ({ result: users.get(userId) }))
    },
  })
  return async (request, bodySha256) => {
    // Limits by address count per customer: an IPv6 customer has too many addresses to count each.
    const ip = networkOf(request.ip)
    if (request.headers.authorization === undefined) return { kind: 'visitor', ip }
    if (bodySha256 !== undefined && nostr !== undefined) {
      const caller = await authenticateNostr(nostr, request, bodySha256)
      // A signature is one factor.
      return caller.kind === 'user' ? { ...caller, lacksSecondFactor: operatorsNeedSecondFactor } : caller
    }
    const token = bearerOf(request.headers.authorization)
    const found = token === null ? null : await findSession(token, clock.now())
    const user = found === null ? undefined : await findUser(found.userId)
    if (found === null || user === undefined || user.isDeleted) throw unauthorized()
    const { identity, session } = found
    signedIn.set(request, { user, identity, session })
    const { userId, role, isLocked } = user
    const lacksSecondFactor = operatorsNeedSecondFactor && !session.secondFactor
    const isFresh = clock.now().getTime() - session.authenticatedAt.getTime() < FRESH_MS
    const rights = { role, lacksSecondFactor, isLocked, isFresh }
    return { kind: 'user', userId, ...rights, sessionId: session.id, grant: grantOf(request), ip }
  }
}

/** The user and the identity of this request; throws 401 when there is none. */
export async function signedInUser(
  { database }: { database: Database },
  request: FastifyRequest,
): Promise<SignedInUser> {
  requireUser(request.caller)
  const found = signedIn.get(request)
  if (found !== undefined) return found
  const user = await readUser(database.read, request.caller.userId)
  if (user === null || request.provenKey === null) throw unauthorized()
  return { user, identity: { issuer: NOSTR_ISSUER, subject: request.provenKey }, session: null }
}

function unauthorized(): AppError {
  return new AppError(401, 'unauthorized')
}
