/** Identifies users who sign requests with a nostr key, and creates an account at a key's first use. Verification of
 * the signature is server/auth/nostr/header.ts. */
import type { FastifyRequest } from 'fastify'
import { errorCodes } from '#contract/errors.ts'
import { type Claims, type User, readUserByIdentity } from '#server/accounts/users.ts'
import { readNostrHeader, consumeNostrHeader } from './header.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { type HttpAuth, isHttpAuth } from '#protocols/nostr/http-auth.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasBody } from '#server/platform/http/server.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { grantOf } from '#server/auth/sessions/grant-of.ts'
import { admitKey, type AdmissionDeps } from '#server/auth/login/admission.ts'
import { defaultRates, type Rates } from '#server/auth/login/limits.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import { findOrCreateUser } from '#server/auth/login/register.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

export type NostrLoginDeps = Pick<AuthDeps, 'database' | 'clock'> & {
  /** The origins of this server. */
  origins: readonly string[]
  config: AdmissionDeps['config']
  rates?: Pick<Rates, 'registerPerAddress' | 'registerTotal'>
}

/** Headers that were verified as far as possible without the body. */
const readHeaders = new WeakMap<FastifyRequest, HttpAuth>()

/** Whether the request is signed by a nostr key. Throws AppError 401 for a signature that can be rejected without the
 * body, so that no body is read needlessly. */
export function isNostrSigned(deps: Pick<NostrLoginDeps, 'clock' | 'origins'>, request: FastifyRequest): boolean {
  const { authorization: header } = request.headers
  if (header === undefined || !isHttpAuth(header)) return false
  if (readHeaders.has(request)) return true
  // Files use signed URLs, and pages are public.
  if (!/^\/v1\//i.test(request.url)) throw new AppError(401, 'unauthorized')
  const auth = readNostrHeader(deps, { header, method: request.method, path: request.url })
  if (hasBody(request) && auth.payload === null) {
    throw new AppError(401, 'nostr-login-invalid', `${errorCodes['nostr-login-invalid']} The body is not signed.`)
  }
  readHeaders.set(request, auth)
  return true
}

/** The signer of this request; `bodySha256` is the hash of its body, or null without one. Throws AppError 401. */
export async function authenticateNostr(
  deps: NostrLoginDeps,
  request: FastifyRequest,
  bodySha256: string | null,
): Promise<Caller> {
  const auth = isNostrSigned(deps, request) ? readHeaders.get(request) : undefined
  if (auth === undefined) throw new AppError(401, 'unauthorized')
  const ip = networkOf(request.ip)
  const { provesKey = false } = request.routeOptions.config
  // A route that proves a key counts as a login, with any HTTP method.
  const isRead = !provesKey && (request.method === 'GET' || request.method === 'HEAD')
  const pubkey = await consumeNostrHeader(deps, auth, { bodySha256, isRead })
  request.provenKey = pubkey
  // On these routes the key is the subject of the call; the caller is identified otherwise, or not known yet.
  if (provesKey) return { kind: 'visitor', ip }
  const { userId, role, isLocked } = await userOfKey(deps, pubkey, ip)
  const rights = { role, lacksSecondFactor: false, isLocked, isFresh: true }
  return { kind: 'user', userId, ...rights, sessionId: null, grant: grantOf(request), ip }
}

/** The user of a key that was just verified; created at the key's first use. */
export async function userOfKey(deps: NostrLoginDeps, pubkey: string, ip: string): Promise<User> {
  const { database, clock, config, rates = defaultRates } = deps
  const known = await readUserByIdentity(database.read, claimsOf(pubkey))
  if (known === null) {
    await admitKey({ database, clock, config, rates }, ip)
  }
  const user = known ?? (await findOrCreateUser(deps, claimsOf(pubkey), async (_tx, made) => made))
  if (user.isDeleted) throw new AppError(401, 'unauthorized')
  return user
}

function claimsOf(pubkey: string): Claims {
  return { issuer: NOSTR_ISSUER, subject: pubkey, email: null, emailVerified: false }
}
