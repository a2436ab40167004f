/** Who is calling, from the `Authorization` header alone; cookies are not read.
 * A header that names nobody is refused on public calls too: whoever sends one believes to be somebody. */
import type { FastifyRequest } from 'fastify'
import { errorCodes } from '#contract/errors.ts'
import type { Person } from '#server/accounts/people.ts'
import { bearerOf } from '#server/identity/bearer.ts'
import type { Identity, IdentityPort } from '#server/identity/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Who } from '#server/platform/who.ts'
import { networkOf } from './limits.ts'
import { ensurePerson } from './register.ts'

type ResolverWorld = { identity: IdentityPort; database: Database; clock: Clock }

export function createWhoResolver(world: ResolverWorld): (request: FastifyRequest) => Promise<Who> {
  return async (request) => {
    // What is counted by address is counted by customer: an IPv6 one has more addresses than can be counted.
    const ip = networkOf(request.ip)
    if (request.headers.authorization === undefined) return { kind: 'visitor', ip }
    const { person } = await signedInPerson(world, request)
    return { kind: 'user', userId: person.userId, isAdmin: person.isAdmin, ip }
  }
}

/** The person and the identity behind the request's bearer token; 401 when there is none. */
export async function signedInPerson(
  world: ResolverWorld,
  request: FastifyRequest,
): Promise<{ person: Person; identity: Identity; token: string }> {
  const token = bearerOf(request.headers.authorization ?? '')
  const identity = token === null ? null : await world.identity.verifyBearer(token)
  if (token === null || identity === null) throw unauthorized()
  const person = await ensurePerson(world, identity)
  if (person.isDeleted) throw unauthorized()
  return { person, identity, token }
}

function unauthorized(): AppError {
  return new AppError(401, 'unauthorized', errorCodes.unauthorized)
}
