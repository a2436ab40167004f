/** Binds the endpoints of external login, and of the caller's login methods. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  completeOidc,
  completeSocial,
  completeTwitterEmail,
  completeWallet,
  getOidcRedirect,
  getSocialRedirect,
  getWalletRedirect,
  linkIdentity,
  listIdentities,
  loginWithCustomToken,
  mailTwitterCode,
  type OutsideProvider,
  unlinkIdentity,
} from '#contract/accounts/social.ts'
import { credentialDeed, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { APPLE_RETURN_PATH, readAppleName } from '#server/auth/providers/apple.ts'
import { takeCustomToken } from '#server/auth/providers/custom-token.ts'
import { findReturn } from '#server/auth/providers/outside-attempts.ts'
import type { OutsideProfile } from '#server/auth/providers/outside.ts'
import { type LoginMethod, methodOf } from '#server/auth/sessions/login-method.ts'
import { notFound } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { pageLanguage } from '#server/platform/http/page-language.ts'
import { countUses, type Rate } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { addOutsideIdentity, describeIdentities, takeAwayIdentity } from '#server/auth/login/identities.ts'
import { addressUse, totalUse } from '#server/auth/login/limits.ts'
import { completeWithEmail, mailLoginCode } from '#server/auth/login/missing-email.ts'
import {
  beginOutside,
  finishOutside,
  logInOutside,
  type OutsideDeps,
  type Returned,
} from '#server/auth/login/outside-login.ts'
import { signedInPerson } from './resolve-who.ts'
import type { Caller } from '#server/auth/login/sign-in.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

/** Each call is a request to a provider, or stores an attempt. */
const RATE_PER_ADDRESS: Rate = { max: 300, windowSeconds: 900 }
const RATE_OF_ALL: Rate = { max: 20_000, windowSeconds: 900 }
const FORM_MAX_BYTES = 32 * 1024

export function socialRoutes(app: FastifyInstance, deps: OutsideDeps & AuthDeps): void {
  on(app, getSocialRedirect, ({ params, query }, { who }) => begin(deps, who, { ...params, ...query }))
  on(app, getOidcRedirect, ({ query }, { who }) => begin(deps, who, { provider: 'oidc', ...query }))
  on(app, getWalletRedirect, ({ query }, { who }) => begin(deps, who, { provider: 'wallet', ...query }))

  on(app, completeSocial, ({ params, body }, { who, request }) => finish(deps, who, request, params.provider, body))
  on(app, mailTwitterCode, ({ body }, { who, request }) =>
    mailLoginCode(deps, body, { ip: who.ip, spoken: pageLanguage(request.headers['accept-language']) }),
  )
  on(app, completeTwitterEmail, ({ body }, { request }) => completeWithEmail(deps, body, callerOf(request)))
  on(app, completeOidc, ({ body }, { who, request }) => finish(deps, who, request, 'oidc', body))
  on(app, completeWallet, ({ body }, { who, request }) => finish(deps, who, request, 'wallet', body))
  on(app, loginWithCustomToken, async ({ body }, { who, request }) => {
    await limit(deps, who)
    return signIn(deps, request, await takeCustomToken(deps, body.token), 'custom-token')
  })
  identityRoutes(app, deps)
  void app.register(async (scope) => appleRoute(scope, deps))
}

function identityRoutes(app: FastifyInstance, deps: OutsideDeps): void {
  const { database, clock } = deps

  on(app, listIdentities, async (_input, { request }) => {
    const { person, identity } = await signedInPerson(deps, request)
    return describeIdentities(database.read, person, identity)
  })

  on(app, linkIdentity, async ({ body }, { who, request }) => {
    mustBeUser(who)
    await limit(deps, who)
    const { provider, ...returned } = body
    const deed = credentialDeed('add-identity', provider, provider)
    // The provider's code works once, so it must not be used up without a proof.
    await requireUnusedGrant(database.read, who, deed, clock.now())
    const profile = await finishOutside(deps, provider, { returned, userId: who.userId })
    const { person, identity: current } = await signedInPerson(deps, request)
    return addOutsideIdentity({ database, now: clock.now() }, { person, current, profile }, (tx) =>
      requireGrant(tx, who, deed, clock.now()),
    )
  })

  on(app, unlinkIdentity, async ({ params }, { who }) => {
    mustBeUser(who)
    const { identityId } = params
    const { userId } = who
    const own = (await identitiesOf(database.read, userId)).find(({ id }) => id === identityId)
    if (own === undefined) throw notFound()
    const deed = credentialDeed('remove-identity', identityId, methodOf(own.issuer))
    await takeAwayIdentity({ database, now: clock.now() }, { userId, identityId }, (tx) =>
      requireGrant(tx, who, deed, clock.now()),
    )
    return null
  })
}

/** Apple posts its response cross-site. No cookie is set or read. The code is passed to our page in the fragment, which
 * browsers send to no server, and it is useless without the verifier on that page. */
function appleRoute(app: FastifyInstance, deps: OutsideDeps): void {
  const { database, clock, publicUrl } = deps
  const options = { parseAs: 'string', bodyLimit: FORM_MAX_BYTES } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => done(null, body))
  app.post(APPLE_RETURN_PATH, async (request, reply) => {
    await limit(deps, request.who)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const state = form.get('state') ?? ''
    const page = await findReturn(database.read, state, {
      provider: 'apple',
      displayName: readAppleName(form.get('user')),
      now: clock.now(),
    })
    const told = ['code', 'error', 'iss'].flatMap((field) => (form.has(field) ? [[field, form.get(field)!]] : []))
    const answer = page === null ? [['error', 'login-attempt-invalid']] : [...told, ['state', state]]
    const target = page ?? `${new URL(publicUrl).origin}/login`
    return reply.header('cache-control', 'no-store').redirect(`${target}#${new URLSearchParams(answer)}`, 303)
  })
}

type Begin = Parameters<typeof beginOutside>[2]

async function begin(deps: OutsideDeps, who: Who, input: Begin): Promise<{ url: string; verifier: string }> {
  await limit(deps, who)
  return beginOutside(deps, who, input)
}

async function finish(
  deps: OutsideDeps,
  who: Who,
  request: FastifyRequest,
  provider: OutsideProvider,
  returned: Returned,
) {
  await limit(deps, who)
  return signIn(deps, request, await finishOutside(deps, provider, { returned, userId: null }), provider)
}

function signIn(deps: OutsideDeps, request: FastifyRequest, profile: OutsideProfile, method: LoginMethod) {
  return logInOutside(deps, profile, { method, caller: callerOf(request) })
}

function callerOf(request: FastifyRequest): Caller {
  const origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
  return { ip: request.who.ip, origin, device: null }
}

function limit({ database, clock }: OutsideDeps, { ip }: Who): Promise<void> {
  const uses = [addressUse('outside', ip, RATE_PER_ADDRESS), totalUse('outside', RATE_OF_ALL)]
  return countUses(database.read, uses, clock.now())
}
