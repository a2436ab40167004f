/** OpenID Connect: a provider that describes itself and signs what it says of a person.
 * It is asked when it is first needed, so that one that is away only delays those who log in with it. */
import * as client from 'openid-client'
import { errorCodes } from '#contract/errors.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import {
  asking,
  authorizeUrl,
  exchangeCode,
  fetchFromProvider,
  isPlain,
  makeConfiguration,
  nonceOf,
  PROVIDER_TIMEOUT_SECONDS,
} from './oauth.ts'
import type { OutsideProfile, Provider } from './outside.ts'
import * as queries from './outside-queries.ts'

type Claims = NonNullable<ReturnType<Awaited<ReturnType<typeof client.authorizationCodeGrant>>['claims']>>

export type OidcSettings = {
  name: string
  issuer: string
  clientId: string
  clientAuth: client.ClientAuth
  scope: string
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>
  /** What asks it to authenticate somebody again, where it does not know the standard's way. */
  proofParameters?: Record<string, string>
  /** Must be named as audience beside the client; '' asks for nothing. */
  audience?: string
  readClaims: (claims: Claims) => OutsideProfile | null
}
export type OidcWorld = { database: Database; clock: Clock; log: Log }

/** Keys that only the provider has; a shared secret or no signature at all is not taken. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const AUTHENTICATE_AGAIN = { prompt: 'login', max_age: '0' }
/** The way back may take a while, and clocks differ. */
const AUTHENTICATED_MAX_MS = 600_000
const KNOWN_FOR_MS = 3_600_000
/** After a failure the last good description serves for so long before the provider is asked again. */
const RETRY_AFTER_MS = 30_000

export function createOidcProvider(settings: OidcSettings, world: OidcWorld): Provider {
  const { name } = settings
  const configure = createDiscovery(settings, world)
  return {
    authorize: (attempt) =>
      asking(world.log, name, async () =>
        authorizeUrl(await configure(), attempt, {
          scope: settings.scope,
          nonce: nonceOf(attempt.verifier),
          ...settings.parameters,
          ...(attempt.isProof && (settings.proofParameters ?? AUTHENTICATE_AGAIN)),
        }),
      ),
    identify: (returned) =>
      asking(world.log, name, async () => {
        const checks = { expectedNonce: nonceOf(returned.verifier), idTokenExpected: true }
        const claims = (await exchangeCode(await configure(), returned, checks)).claims()
        const profile = claims !== undefined && isFor(claims, settings.audience) ? settings.readClaims(claims) : null
        if (profile === null) throw new Error('The claims name nobody')
        if (returned.isProof && !isRecent(claims, world.clock.now())) throw new Error('Not authenticated again')
        return profile
      }),
  }
}

/** A provider that does not say when is believed; it was asked to authenticate again. */
function isRecent(claims: Claims | undefined, now: Date): boolean {
  const at = claims?.['auth_time']
  return typeof at !== 'number' || at * 1_000 >= now.getTime() - AUTHENTICATED_MAX_MS
}

function isFor(claims: Claims, audience = ''): boolean {
  return audience === '' || [claims.aud].flat().includes(audience)
}

/** The provider's description of itself: read once an hour; when that fails, the last one that was read by any process. */
function createDiscovery(
  settings: OidcSettings,
  { database, clock, log }: OidcWorld,
): () => Promise<client.Configuration> {
  let known: { configuration: client.Configuration; untilMs: number } | null = null
  let reading: Promise<client.Configuration> | null = null

  async function read(): Promise<client.Configuration> {
    const nowMs = clock.now().getTime()
    try {
      const metadata = await discover(settings.issuer)
      await queries.saveDiscovery(database.read, settings.issuer, metadata, clock.now())
      known = { configuration: configurationOf(settings, metadata), untilMs: nowMs + KNOWN_FOR_MS }
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
  // The client is only known later; to describe itself, the provider needs none.
  const found = await client.discovery(new URL(issuer), 'unused', undefined, undefined, {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    [client.customFetch]: fetchFromProvider,
    ...(isPlain(issuer) && { execute: [client.allowInsecureRequests] }),
  })
  const metadata = found.serverMetadata()
  if (metadata.jwks_uri === undefined || metadata.token_endpoint === undefined) {
    throw new AppError(503, 'provider-away', errorCodes['provider-away'])
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
  // Without it the signature is not looked at, as the answer comes from the provider itself.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}
