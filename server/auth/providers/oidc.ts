/** OpenID Connect: a provider with a discovery document that signs its claims.
 * It is contacted when first needed, so that an unreachable provider only affects users who log in with it. */
import * as client from 'openid-client'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import {
  callingProvider,
  authorizeUrl,
  exchangeCode,
  fetchFromProvider,
  isPlain,
  makeConfiguration,
  nonceOf,
  PROVIDER_TIMEOUT_SECONDS,
} from './oauth.ts'
import type { ExternalProfile, Provider } from './external.ts'
import * as queries from './external-queries.ts'

type Claims = NonNullable<ReturnType<Awaited<ReturnType<typeof client.authorizationCodeGrant>>['claims']>>

export type OidcSettings = {
  name: string
  issuer: string
  clientId: string
  clientAuth: client.ClientAuth
  scope: string
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>
  /** Parameters that request re-authentication, for providers that do not support the standard ones. */
  proofParameters?: Record<string, string>
  /** A required audience besides the client; '' requires none. */
  audience?: string
  readClaims: (claims: Claims) => ExternalProfile | null
}
export type OidcDeps = Pick<AuthDeps, 'database' | 'clock'> & { log: Log }

/** Signatures with a private key of the provider; shared secrets and unsigned tokens are refused. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const AUTHENTICATE_AGAIN = { prompt: 'login', max_age: '0' }
/** Allows for a slow redirect and for clocks that differ. */
const AUTHENTICATED_MAX_MS = 600_000
const CACHED_MS = 3_600_000
/** After a failure the last good document is used for this long before the provider is contacted again. */
const RETRY_AFTER_MS = 30_000

export function createOidcProvider(settings: OidcSettings, deps: OidcDeps): Provider {
  const { name } = settings
  const configure = createDiscovery(settings, deps)
  return {
    authorize: (attempt) =>
      callingProvider(deps.log, name, async () =>
        authorizeUrl(await configure(), attempt, {
          scope: settings.scope,
          nonce: nonceOf(attempt.verifier),
          ...settings.parameters,
          ...(attempt.isProof && (settings.proofParameters ?? AUTHENTICATE_AGAIN)),
        }),
      ),
    identify: (returned) =>
      callingProvider(deps.log, name, async () => {
        const checks = { expectedNonce: nonceOf(returned.verifier), idTokenExpected: true }
        const claims = (await exchangeCode(await configure(), returned, checks)).claims()
        const profile = claims !== undefined && isFor(claims, settings.audience) ? settings.readClaims(claims) : null
        if (profile === null) throw new Error('The claims have no subject')
        if (returned.isProof && !isRecent(claims, deps.clock.now()))
          throw new Error('The user was not authenticated again')
        return profile
      }),
  }
}

/** A provider that does not report `auth_time` is trusted, since the request required a new authentication. */
function isRecent(claims: Claims | undefined, now: Date): boolean {
  const at = claims?.['auth_time']
  return typeof at !== 'number' || at * 1_000 >= now.getTime() - AUTHENTICATED_MAX_MS
}

function isFor(claims: Claims, audience = ''): boolean {
  return audience === '' || [claims.aud].flat().includes(audience)
}

/** The provider's discovery document: fetched once an hour; if that fails, the last one fetched by any process is
 * used. */
function createDiscovery(
  settings: OidcSettings,
  { database, clock, log }: OidcDeps,
): () => Promise<client.Configuration> {
  let known: { configuration: client.Configuration; untilMs: number } | null = null
  let reading: Promise<client.Configuration> | null = null

  async function read(): Promise<client.Configuration> {
    const nowMs = clock.now().getTime()
    try {
      const metadata = await discover(settings.issuer)
      await queries.saveDiscovery(database.read, settings.issuer, metadata, clock.now())
      known = { configuration: configurationOf(settings, metadata), untilMs: nowMs + CACHED_MS }
    } catch (error) {
      const metadata = await queries.selectDiscovery(database.read, settings.issuer)
      if (metadata === undefined) throw error
      log.warn('discovery-failed', { provider: settings.name, reason: (error as Error).name })
      known = {
        configuration: known?.configuration ?? configurationOf(settings, metadata as client.ServerMetadata),
        untilMs: nowMs + RETRY_AFTER_MS,
      }
    }
    return known.configuration
  }

  return () => {
    if (known !== null && known.untilMs > clock.now().getTime()) return Promise.resolve(known.configuration)
    reading ??= read().finally(() => (reading = null))
    return reading
  }
}

async function discover(issuer: string): Promise<client.ServerMetadata> {
  // Discovery needs no client; the actual one is configured later.
  const found = await client.discovery(new URL(issuer), 'unused', undefined, undefined, {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    [client.customFetch]: fetchFromProvider,
    ...(isPlain(issuer) && { execute: [client.allowInsecureRequests] }),
  })
  const metadata = found.serverMetadata()
  if (metadata.jwks_uri === undefined || metadata.token_endpoint === undefined) {
    throw new AppError(503, 'provider-away')
  }
  return JSON.parse(JSON.stringify(metadata)) as client.ServerMetadata
}

function configurationOf(settings: OidcSettings, metadata: client.ServerMetadata): client.Configuration {
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const configuration = makeConfiguration(
    { ...metadata, id_token_signing_alg_values_supported: offered.filter((one) => SIGNATURES.includes(one)) },
    settings.clientId,
    settings.clientAuth,
  )
  // Without this call the library does not verify the signature, because the response comes directly from the provider.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}
