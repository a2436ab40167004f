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
  type ExternalProvider,
  unlinkIdentity,
} from '#contract/accounts/social.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { credentialOperation, requireGrant, requireUnusedGrant } from '#server/accounts/grants.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { APPLE_RETURN_PATH, readAppleName } from '#server/auth/providers/apple.ts'
import { verifyCustomToken } from '#server/auth/providers/custom-token.ts'
import { findReturn } from '#server/auth/providers/external-attempts.ts'
import type { ExternalProfile } from '#server/auth/providers/external.ts'
import { type LoginMethod, methodOf } from '#server/auth/sessions/login-method.ts'
import { notFound } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { pageLanguage } from '#server/platform/http/page-language.ts'
import { countUses, type Rate } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { addExternalIdentity, describeIdentities, unlinkIdentityOf } from '#server/auth/login/identities.ts'
import { addressUse, totalUse } from '#server/auth/login/limits.ts'
import { completeWithEmail, mailLoginCode } from '#server/auth/login/missing-email.ts'
import {
  beginExternalLogin,
  finishExternalLogin,
  logInExternally,
  type ExternalLoginDeps,
  type Returned,
} from '#server/auth/login/external-login.ts'
import { signedInUser } from './authenticate.ts'
import type { LoginClient } from '#server/auth/login/sign-in.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

/** Each call is a request to a provider, or stores an attempt. */
const RATE_PER_ADDRESS: Rate = { max: 300, windowSeconds: 900 }
const RATE_OF_ALL: Rate = { max: 20_000, windowSeconds: 900 }
const FORM_MAX_BYTES = 32 * 1024

export function socialRoutes(app: FastifyInstance, deps: ExternalLoginDeps & AuthDeps): void {
  on(app, getSocialRedirect, ({ params, query }, { caller }) => begin(deps, caller, { ...params, ...query }))
  on(app, getOidcRedirect, ({ query }, { caller }) => begin(deps, caller, { provider: 'oidc', ...query }))
  on(app, getWalletRedirect, ({ query }, { caller }) => begin(deps, caller, { provider: 'wallet', ...query }))

  on(app, completeSocial, ({ params, body }, { caller, request }) =>
    finish(deps, caller, request, params.provider, body),
  )
  on(app, mailTwitterCode, ({ body }, { caller, request }) =>
    mailLoginCode(deps, body, { ip: caller.ip, locale: pageLanguage(request.headers['accept-language']) }),
  )
  on(app, completeTwitterEmail, ({ body }, { request }) => completeWithEmail(deps, body, loginClientOf(request)))
  on(app, completeOidc, ({ body }, { caller, request }) => finish(deps, caller, request, 'oidc', body))
  on(app, completeWallet, ({ body }, { caller, request }) => finish(deps, caller, request, 'wallet', body))
  on(app, loginWithCustomToken, async ({ body }, { caller, request }) => {
    await limit(deps, caller)
    return signIn(deps, request, await verifyCustomToken(deps, body.token), 'custom-token')
  })
  identityRoutes(app, deps)
  void app.register(async (scope) => appleRoute(scope, deps))
}

function identityRoutes(app: FastifyInstance, deps: ExternalLoginDeps): void {
  const { database, clock } = deps

  on(app, listIdentities, async (_input, { request }) => {
    const { user, identity } = await signedInUser(deps, request)
    return describeIdentities(database.read, user, identity)
  })

  on(app, linkIdentity, async ({ body }, { caller, request }) => {
    requireUser(caller)
    await limit(deps, caller)
    const { provider, ...returned } = body
    const operation = credentialOperation('add-identity', provider, provider)
    // The provider's code works once, so it must not be consumed without a proof.
    await requireUnusedGrant(database.read, caller, operation, clock.now())
    const profile = await finishExternalLogin(deps, provider, { returned, userId: caller.userId })
    const { user, identity: current } = await signedInUser(deps, request)
    return addExternalIdentity({ database, now: clock.now() }, { user, current, profile }, (tx) =>
      requireGrant(tx, caller, operation, clock.now()),
    )
  })

  on(app, unlinkIdentity, async ({ params }, { caller }) => {
    requireUser(caller)
    const { identityId } = params
    const { userId } = caller
    const own = (await identitiesOf(database.read, userId)).find(({ id }) => id === identityId)
    if (own === undefined) throw notFound()
    const label = own.issuer === NOSTR_ISSUER ? encodeNpub(own.subject) : methodOf(own.issuer)
    const operation = credentialOperation('remove-identity', identityId, label)
    await unlinkIdentityOf({ database, now: clock.now() }, { userId, identityId }, (tx) =>
      requireGrant(tx, caller, operation, clock.now()),
    )
    return null
  })
}

/** Apple posts its response cross-site. No cookie is set or read. The code is passed to our page in the fragment, which
 * browsers send to no server, and it is useless without the verifier on that page. */
function appleRoute(app: FastifyInstance, deps: ExternalLoginDeps): void {
  const { database, clock, publicUrl } = deps
  const options = { parseAs: 'string', bodyLimit: FORM_MAX_BYTES } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => done(null, body))
  app.post(APPLE_RETURN_PATH, async (request, reply) => {
    await limit(deps, request.caller)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const state = form.get('state') ?? ''
    const page = await findReturn(database.read, state, {
      provider: 'apple',
      displayName: readAppleName(form.get('user')),
      now: clock.now(),
    })
    const fields = ['code', 'error', 'iss'].flatMap((field) => (form.has(field) ? [[field, form.get(field)!]] : []))
    const response = page === null ? [['error', 'login-attempt-invalid']] : [...fields, ['state', state]]
    const target = page ?? `${new URL(publicUrl).origin}/login`
    return reply.header('cache-control', 'no-store').redirect(`${target}#${new URLSearchParams(response)}`, 303)
  })
}

type Begin = Parameters<typeof beginExternalLogin>[2]

async function begin(
  deps: ExternalLoginDeps,
  caller: Caller,
  input: Begin,
): Promise<{ url: string; verifier: string }> {
  await limit(deps, caller)
  return beginExternalLogin(deps, caller, input)
}

async function finish(
  deps: ExternalLoginDeps,
  caller: Caller,
  request: FastifyRequest,
  provider: ExternalProvider,
  returned: Returned,
) {
  await limit(deps, caller)
  return signIn(deps, request, await finishExternalLogin(deps, provider, { returned, userId: null }), provider)
}

function signIn(deps: ExternalLoginDeps, request: FastifyRequest, profile: ExternalProfile, method: LoginMethod) {
  return logInExternally(deps, profile, { method, client: loginClientOf(request) })
}

function loginClientOf(request: FastifyRequest): LoginClient {
  const origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
  return { ip: request.caller.ip, origin, device: null }
}

function limit({ database, clock }: ExternalLoginDeps, { ip }: Caller): Promise<void> {
  const uses = [addressUse('outside', ip, RATE_PER_ADDRESS), totalUse('outside', RATE_OF_ALL)]
  return countUses(database.read, uses, clock.now())
}
