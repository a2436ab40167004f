/** Identifies the caller from the `Authorization` header alone; cookies are not read.
 * An invalid header is refused on public endpoints too: its sender expects to be signed in. */
import type { FastifyRequest } from 'fastify'
import { errorCodes } from '#contract/errors.ts'
import { type Person, readPeopleByIdentities, readPerson, takeOverEmail } from '#server/accounts/people.ts'
import { bearerOf } from '#server/identity/bearer.ts'
import type { Identity, IdentityPort, SessionFacts } from '#server/identity/port.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { FRESH_MS } from '#server/identity/sessions.ts'
import { createBatches } from '#server/platform/jobs/batches.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { grantOf } from './grant-of.ts'
import { networkOf } from './limits.ts'
import { type NostrWorld, resolveNostr } from './nostr.ts'
import { ensurePerson } from './register.ts'

export type ResolverWorld = {
  identity: Pick<IdentityPort, 'verifyBearer'>
  database: Database
  clock: Clock
  /** Without it signed requests are refused. */
  nostr?: NostrWorld
}

/** The user who sent a request. `session` is null when the request itself was signed by a key. */
export type SignedInPerson = { person: Person; identity: Identity; session: SessionFacts | null }

/** Every request of a signed-in user needs a lookup; concurrent ones are batched. */
const LOOKUPS = { sizeMax: 100, laneCount: 2, waitingMax: 10_000 }

const signedIn = new WeakMap<FastifyRequest, SignedInPerson>()

export type WhoResolver = (request: FastifyRequest, bodySha256?: string | null) => Promise<Who>

/** `bodySha256` is given when the request is signed, and null when it has no body. */
export function createWhoResolver(world: ResolverWorld): WhoResolver {
  const { identity, clock, nostr } = world
  const findPerson = createBatches<Identity, Person | null>({
    ...LOOKUPS,
    work: async (all) => (await readPeopleByIdentities(world.database.read, all)).map((result) => ({ result })),
  })
  return async (request, bodySha256) => {
    // Limits by address count per customer: an IPv6 customer has too many addresses to count each.
    const ip = networkOf(request.ip)
    if (request.headers.authorization === undefined) return { kind: 'visitor', ip }
    if (bodySha256 !== undefined && nostr !== undefined) return resolveNostr(nostr, request, bodySha256)
    const token = bearerOf(request.headers.authorization)
    const found = token === null ? null : await identity.verifyBearer(token)
    if (found === null) throw unauthorized()
    const known = await findPerson(found.identity)
    const person =
      known === null
        ? await ensurePerson(world, found.identity)
        : await takeOverEmail(world.database.read, known, found.identity, clock.now())
    if (person.isDeleted) throw unauthorized()
    signedIn.set(request, { person, ...found })
    const { userId, isAdmin, isLocked } = person
    const { id: sessionId, authenticatedAt } = found.session
    const isFresh = clock.now().getTime() - authenticatedAt.getTime() < FRESH_MS
    return { kind: 'user', userId, isAdmin, isLocked, isFresh, sessionId, grant: grantOf(request), ip }
  }
}

/** The user and the identity of this request; throws 401 when there is none. */
export async function signedInPerson(
  { database }: { database: Database },
  request: FastifyRequest,
): Promise<SignedInPerson> {
  mustBeUser(request.who)
  const found = signedIn.get(request)
  if (found !== undefined) return found
  const person = await readPerson(database.read, request.who.userId)
  if (person === null || request.provenKey === null) throw unauthorized()
  const identity = { issuer: NOSTR_ISSUER, subject: request.provenKey, email: null, emailVerified: false }
  return { person, identity, session: null }
}

function unauthorized(): AppError {
  return new AppError(401, 'unauthorized', errorCodes.unauthorized)
}
