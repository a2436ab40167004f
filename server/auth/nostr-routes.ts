/** Binds the endpoints of nostr keys: signing in with one, linking and unlinking, and the
 * profile that its owner publishes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorCodes } from '#contract/errors.ts'
import {
  getNostrProfile,
  linkNostrKey,
  putNostrProfile,
  signInWithNostr,
  unlinkNostrKey,
} from '#contract/accounts/nostr.ts'
import { InvalidEvent, readEvent } from '#protocols/nostr/event.ts'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { parseProfile } from '#protocols/nostr/profile.ts'
import { credentialOperation, requireGrant } from '#server/accounts/grants.ts'
import * as keys from '#server/accounts/nostr-keys.ts'
import { addIdentity, identitiesOf } from '#server/accounts/identities.ts'
import { readUser, readUserByIdentity } from '#server/accounts/users.ts'
import { bearerOf } from '#server/auth/sessions/bearer.ts'
import { createSessionFinder } from '#server/auth/sessions/sessions.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import type { Rate } from '#server/platform/http/rate-limit.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { grantOf } from '#server/auth/sessions/grant-of.ts'
import { limitByAddress } from '#server/auth/login/limits.ts'
import { unlinkIdentityOf } from '#server/auth/login/identities.ts'
import { type NostrLoginDeps, userOfKey } from '#server/auth/nostr/signer.ts'
import { loginClientOf } from './password-routes.ts'
import { beginSession } from '#server/auth/login/sign-in.ts'

export type NostrRouteDeps = NostrLoginDeps & {
  /** What the server and its relay know of a key; null: nothing. */
  readProfile: (tx: Tx, pubkey: string) => Promise<keys.NostrProfile | null>
  profileReads?: Rate
}

const PROFILE_READS: Rate = { max: 300, windowSeconds: 300 }
/** Maximum time that a profile may be dated ahead, as clocks differ. */
const CLOCK_SKEW_MAX_SECONDS = 600

export function nostrRoutes(app: FastifyInstance, deps: NostrRouteDeps): void {
  keyRoutes(app, deps)
  profileRoutes(app, deps)
}

function keyRoutes(app: FastifyInstance, deps: NostrRouteDeps): void {
  const { database, clock } = deps

  on(app, signInWithNostr, async (_input, { caller, request }) => {
    const subject = provenKeyOf(request)
    const user = await userOfKey(deps, subject, caller.ip)
    const identity = { issuer: NOSTR_ISSUER, subject }
    const client = loginClientOf(caller, request)
    return database.transaction((tx) =>
      beginSession(deps, tx, { user, identity, method: 'nostr', client, secondFactor: false }),
    )
  })

  on(app, linkNostrKey, async ({ body }, { request }) => {
    const subject = provenKeyOf(request)
    const userId = await userOf(deps, body.authToken)
    const operation = credentialOperation('add-nostr-key', subject, encodeNpub(subject))
    return database.transaction(async (tx) => {
      const owner = await readUserByIdentity(tx, { issuer: NOSTR_ISSUER, subject })
      if (owner !== null && owner.userId !== userId) {
        throw new AppError(409, 'identity-taken')
      }
      // Linking a key that is already linked is a no-op.
      if (owner !== null) return { userId, pubkeys: await pubkeysOf(tx, userId) }
      await requireGrant(tx, { userId, grant: grantOf(request) }, operation, clock.now())
      await addIdentity(tx, userId, { issuer: NOSTR_ISSUER, subject }, clock.now())
      return { userId, pubkeys: await pubkeysOf(tx, userId) }
    })
  })

  on(app, unlinkNostrKey, async ({ params }, { caller }) => {
    requireUser(caller)
    const { userId } = caller
    const all = await identitiesOf(database.read, userId)
    const linked = all.find(({ issuer, subject }) => issuer === NOSTR_ISSUER && subject === params.pubkey)
    if (linked === undefined) throw notFound()
    const operation = credentialOperation('remove-nostr-key', params.pubkey, encodeNpub(params.pubkey))
    await unlinkIdentityOf({ database, now: clock.now() }, { userId, identityId: linked.id }, (tx) =>
      requireGrant(tx, caller, operation, clock.now()),
    )
    return { userId, pubkeys: await pubkeysOf(database.read, userId) }
  })
}

function profileRoutes(app: FastifyInstance, deps: NostrRouteDeps): void {
  const { database, clock, profileReads = PROFILE_READS } = deps

  on(app, getNostrProfile, async ({ params }, { caller }) => {
    await limitByAddress(database, 'nostr-profile', caller.ip, profileReads, clock.now())
    return requireExists(await deps.readProfile(database.read, params.pubkey))
  })

  on(app, putNostrProfile, async ({ params, body }, { caller }) => {
    requireUser(caller)
    const { userId } = caller
    const { event, metadata } = readSignedProfile(body.event, params.pubkey, clock.now())
    const profile = { pubkey: event.pubkey, eventId: event.id, signedAt: new Date(event.created_at * 1_000), metadata }
    return database.transaction(async (tx) => {
      await keys.storeNostrProfile(tx, userId, { ...profile, now: clock.now() })
      return requireExists(await keys.readNostrProfile(tx, params.pubkey))
    })
  })
}

function readSignedProfile(given: unknown, pubkey: string, now: Date) {
  try {
    const event = readEvent(given)
    if (event.pubkey !== pubkey) throw new InvalidEvent('The event is signed by another key')
    if (event.created_at > now.getTime() / 1_000 + CLOCK_SKEW_MAX_SECONDS)
      throw new InvalidEvent('It is dated in the future')
    const metadata = parseProfile(event)
    if (metadata === null) throw new InvalidEvent('The content is not a JSON object')
    return { event, metadata }
  } catch (error) {
    if (!(error instanceof InvalidEvent)) throw error
    throw new AppError(422, 'nostr-event-invalid', `${errorCodes['nostr-event-invalid']} ${error.message}.`)
  }
}

/** The account of a bearer token. */
async function userOf({ database, clock }: NostrRouteDeps, authToken: string): Promise<string> {
  const found = await createSessionFinder(database)(bearerOf(`Bearer ${authToken}`) ?? '', clock.now())
  const user = found === null ? null : await readUser(database.read, found.userId)
  if (user === null || user.isDeleted) {
    throw new AppError(401, 'unauthorized')
  }
  return user.userId
}

/** Always present: the call is refused before without it. */
function provenKeyOf(request: FastifyRequest): string {
  if (request.provenKey === null) throw new AppError(401, 'unauthorized')
  return request.provenKey
}

async function pubkeysOf(tx: Tx, userId: string): Promise<string[]> {
  return (await keys.listNostrProfiles(tx, userId)).map(({ publicHex }) => publicHex)
}

function requireExists(profile: keys.NostrProfile | null): keys.NostrProfile {
  if (profile === null) throw notFound()
  return profile
}
