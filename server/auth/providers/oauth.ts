/** OAuth 2.0 with PKCE: the redirect and code exchange that all providers share, and the providers that need nothing
 * more (X, wallets). OpenID Connect is added by oidc.ts. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as client from 'openid-client'
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { readBounded } from '#server/platform/bounded-body.ts'
import type { ExternalProfile, Provider, Returned } from './external.ts'

export const PROVIDER_TIMEOUT_SECONDS = 5
const RESPONSE_MAX_BYTES = 256 * 1024

/** Sends a request to a provider, whose address the operator has set, and limits the size of the response. */
export const fetchFromProvider: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const tooLarge = () => new TypeError('The response of the provider is too large')
  const body = await readBounded(response.body ?? Readable.from([]), RESPONSE_MAX_BYTES, tooLarge)
  const { status, headers } = response
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers })
}

/** Both are derived from the verifier, which alone is stored: they do not reveal it. */
export function stateOf(verifier: string): string {
  return createHash('sha256').update(`state ${verifier}`).digest('base64url')
}
export function nonceOf(verifier: string): string {
  return createHash('sha256').update(`nonce ${verifier}`).digest('base64url')
}

/** The client configuration for a provider with this metadata. Plain http is for this machine only. */
export function makeConfiguration(
  metadata: client.ServerMetadata,
  clientId: string,
  clientAuth: client.ClientAuth,
): client.Configuration {
  const configuration = new client.Configuration(metadata, clientId, {}, clientAuth)
  configuration.timeout = PROVIDER_TIMEOUT_SECONDS
  configuration[client.customFetch] = fetchFromProvider
  // The settings accept plain http for this machine only.
  if (isPlain(metadata.token_endpoint)) client.allowInsecureRequests(configuration)
  return configuration
}

export function isPlain(address: string | undefined): boolean {
  return address?.startsWith('http://') === true
}

export async function authorizeUrl(
  configuration: client.Configuration,
  { verifier, redirectUri }: { verifier: string; redirectUri: string },
  parameters: Record<string, string>,
): Promise<URL> {
  return client.buildAuthorizationUrl(configuration, {
    ...parameters,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: stateOf(verifier),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
}

export type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

export function exchangeCode(
  configuration: client.Configuration,
  { code, verifier, redirectUri, iss }: Returned,
  checks: Pick<client.AuthorizationCodeGrantChecks, 'expectedNonce' | 'idTokenExpected'>,
): Promise<Tokens> {
  const state = stateOf(verifier)
  const url = new URL(redirectUri)
  url.search = new URLSearchParams({
    code,
    state,
    // Each provider has its own return address, so its responses cannot be mixed up with another provider's.
    iss: iss ?? configuration.serverMetadata().issuer,
  }).toString()
  return client.authorizationCodeGrant(configuration, url, {
    ...checks,
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
}

/** Runs requests to a provider; any failure becomes one of two errors, with the reason in the log. */
export async function callingProvider<Result>(
  log: Log,
  provider: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    const isAway = isUnreachable(error)
    // Codes only: messages and causes may contain personal data from the provider.
    const reason = reasonOf(error)
    // Anybody can send a code that the provider never issued; other errors may be caused by our configuration.
    log[reason === 'invalid_grant' ? 'info' : 'warn']('provider-failed', { provider, isAway, reason })
    if (isAway) throw new AppError(503, 'provider-away', errorCodes['provider-away'], 5)
    throw new AppError(400, 'provider-refused')
  }
}

function isUnreachable(error: unknown): boolean {
  const { cause, status, name, code } = error as { cause?: unknown; status?: number; name?: string; code?: string }
  if (status !== undefined) return status >= 500
  if (cause instanceof Response) return cause.status >= 500
  if (code === 'OAUTH_TIMEOUT' || name === 'TimeoutError' || name === 'AbortError') return true
  return error instanceof TypeError && code === undefined
}

/** An error code of the standards; nothing else that may be in these fields. */
function reasonOf(error: unknown): string {
  const { error: said, code, name } = error as { error?: unknown; code?: unknown; name?: unknown }
  const words = [said, code, name].filter((one) => typeof one === 'string')
  return words.find((word) => /^[a-z_]{1,60}$/i.test(word)) ?? 'unknown'
}

export type OauthSettings = {
  name: string
  clientId: string
  /** '': a public client, authenticated by PKCE alone. */
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  scope: string
  /** How the client sends its secret: X requires a header, wallets the body. */
  secretIn: 'header' | 'body'
  headers?: (accessToken: string) => Record<string, string>
  /** Null when the response does not identify a user. */
  readUser: (response: unknown) => ExternalProfile | null
}

export function createOauthProvider(settings: OauthSettings, log: Log): Provider {
  const { name, clientId, clientSecret, userUrl } = settings
  const secretAuth = settings.secretIn === 'header' ? client.ClientSecretBasic : client.ClientSecretPost
  const configuration = makeConfiguration(
    {
      issuer: new URL(settings.authorizeUrl).origin,
      authorization_endpoint: settings.authorizeUrl,
      token_endpoint: settings.tokenUrl,
    },
    clientId,
    clientSecret === '' ? client.None() : secretAuth(clientSecret),
  )
  return {
    authorize: (attempt) => authorizeUrl(configuration, attempt, { scope: settings.scope }),
    identify: (returned) =>
      callingProvider(log, name, async () => {
        const { access_token: token } = await exchangeCode(configuration, returned, {})
        const headers = new Headers({ accept: 'application/json', ...settings.headers?.(token) })
        const response = await client.fetchProtectedResource(
          configuration,
          token,
          new URL(userUrl),
          'GET',
          null,
          headers,
        )
        if (response.status !== 200) throw Object.assign(new Error('No user'), { status: response.status })
        const profile = settings.readUser(await response.json())
        if (profile === null) throw new Error('No subject')
        return profile
      }),
  }
}
