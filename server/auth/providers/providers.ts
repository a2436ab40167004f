/** The external login providers of this installation: a provider without keys in the settings is disabled. The
 * protocols are in oidc.ts and oauth.ts, with apple.ts and wallet.ts for special cases. */
import { ClientSecretPost, None } from 'openid-client'
import { type ExternalProvider, returnPaths } from '#contract/accounts/social.ts'
import type { Config } from '#server/platform/config/config.ts'
import { InvalidSetting } from '#server/platform/config/values.ts'
import { AppError } from '#server/platform/errors.ts'
import { APPLE_RETURN_PATH, appleClientAuth } from './apple.ts'
import { parseJwtKey } from './jwt.ts'
import { createOauthProvider } from './oauth.ts'
import { createOidcProvider, type OidcDeps } from './oidc.ts'
import { type Provider, type Providers, readProfile } from './external.ts'
import type { LoginMethod } from '#server/auth/sessions/login-method.ts'
import { readTwitterUser, readWalletUser, walletHeaders } from './wallet.ts'

const OIDC_SCOPE = 'openid email profile'

/** The external login methods, in display order. */
export function configuredProviders(config: Config): { method: LoginMethod; name: string }[] {
  const all: { method: LoginMethod; name: string; isThere: boolean }[] = [
    { method: 'oidc', name: config.oidcName, isThere: config.identityMode !== 'embedded' },
    { method: 'google', name: 'Google', isThere: config.googleClientId !== '' },
    { method: 'apple', name: 'Apple', isThere: config.appleClientId !== '' },
    { method: 'twitter', name: 'X', isThere: config.twitterClientId !== '' },
    { method: 'wallet', name: config.walletLoginName, isThere: config.walletLoginClientId !== '' },
    { method: 'custom-token', name: config.customTokenIssuer, isThere: config.customTokenIssuer !== '' },
  ]
  return all.flatMap(({ method, name, isThere }) => (isThere ? [{ method, name }] : []))
}

export function createProviders(config: Config, deps: OidcDeps): Providers {
  requireValidKey(config.customTokenKey)
  const makers: Record<ExternalProvider, () => Provider> = {
    oidc: () => oidcProvider(config, deps),
    google: () => googleProvider(config, deps),
    apple: () => appleProvider(config, deps),
    twitter: () => twitterProvider(config, deps),
    wallet: () => walletProvider(config, deps),
  }
  const isBrowserMethod = (method: string): method is ExternalProvider => Object.hasOwn(makers, method)
  const methods = configuredProviders(config).map(({ method }) => method)
  return new Map(methods.filter(isBrowserMethod).map((method) => [method, makers[method]()]))
}

export function providerOf(providers: Providers, name: ExternalProvider): Provider {
  const provider = providers.get(name)
  if (provider === undefined) throw new AppError(404, 'provider-not-set-up')
  return provider
}

/** Throws for every address except that of our own page for this provider. */
export function requireReturnAddress(publicUrl: string, provider: ExternalProvider, redirectUri: string): void {
  const isOurs = originsOf(publicUrl).some((origin) => redirectUri === origin + returnPaths[provider])
  if (!isOurs) throw new AppError(403, 'redirect-refused')
}

/** The address registered with the provider. Apple posts its response, which a page cannot receive. */
export function registeredAddress(publicUrl: string, provider: ExternalProvider, redirectUri: string): string {
  return provider === 'apple' ? new URL(publicUrl).origin + APPLE_RETURN_PATH : redirectUri
}

/** In a local installation users may type either loopback name. */
function originsOf(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  if (!['127.0.0.1', 'localhost'].includes(url.hostname)) return [url.origin]
  return ['127.0.0.1', 'localhost'].map((host) => `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`)
}

function googleProvider(config: Config, deps: OidcDeps): Provider {
  const settings = {
    name: 'google',
    issuer: config.googleIssuer,
    clientId: config.googleClientId,
    clientAuth: ClientSecretPost(config.googleClientSecret),
    scope: OIDC_SCOPE,
    parameters: { prompt: 'select_account' },
    // Google refuses prompt=login.
    proofParameters: { max_age: '0' },
    readClaims: (claims: Claims) => readProfile('google', selectClaims(claims)),
  }
  return createOidcProvider(settings, deps)
}

function appleProvider(config: Config, deps: OidcDeps): Provider {
  const key = {
    teamId: config.appleTeamId,
    keyId: config.appleKeyId,
    privateKey: config.applePrivateKey,
    clientId: config.appleClientId,
    issuer: config.appleIssuer,
  }
  const settings = {
    name: 'apple',
    issuer: config.appleIssuer,
    clientId: config.appleClientId,
    clientAuth: appleClientAuth(key, deps.clock),
    scope: 'openid email name',
    // Apple returns email and name only with this mode.
    parameters: { response_mode: 'form_post' },
    proofParameters: {},
    readClaims: (claims: Claims) => readProfile('apple', selectClaims(claims)),
  }
  return createOidcProvider(settings, deps)
}

function oidcProvider(config: Config, deps: OidcDeps): Provider {
  const settings = {
    name: 'oidc',
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    clientAuth: config.oidcClientSecret === '' ? None() : ClientSecretPost(config.oidcClientSecret),
    scope: OIDC_SCOPE,
    audience: config.oidcAudience,
    readClaims: (claims: Claims) => readProfile(`oidc:${config.oidcIssuer}`, selectClaims(claims, config.oidcClaimMap)),
  }
  return createOidcProvider(settings, deps)
}

function twitterProvider(config: Config, { log }: OidcDeps): Provider {
  const settings = {
    name: 'twitter',
    clientId: config.twitterClientId,
    clientSecret: config.twitterClientSecret,
    authorizeUrl: config.twitterAuthorizeUrl,
    tokenUrl: config.twitterTokenUrl,
    userUrl: config.twitterUserUrl,
    scope: 'users.read tweet.read users.email',
    secretIn: 'header' as const,
    readUser: readTwitterUser,
  }
  return createOauthProvider(settings, log)
}

function walletProvider(config: Config, { log }: OidcDeps): Provider {
  const issuer = `wallet:${new URL(config.walletLoginUserUrl).host}`
  const settings = {
    name: 'wallet',
    clientId: config.walletLoginClientId,
    clientSecret: config.walletLoginClientSecret,
    authorizeUrl: config.walletLoginAuthorizeUrl,
    tokenUrl: config.walletLoginTokenUrl,
    userUrl: config.walletLoginUserUrl,
    scope: config.walletLoginScope,
    secretIn: 'body' as const,
    headers: walletHeaders(config.walletLoginApiKey),
    readUser: (response: unknown) => readWalletUser(issuer, response),
  }
  return createOauthProvider(settings, log)
}

type Claims = Readonly<Record<string, unknown>>

function selectClaims(claims: Claims, names: Readonly<Record<string, string>> = {}) {
  const claim = (name: string) => claims[names[name] ?? name]
  return {
    subject: claims['sub'],
    email: claim('email'),
    emailVerified: claim('email_verified'),
    name: claim('name'),
    picture: claim('picture'),
  }
}

function requireValidKey(key: string): void {
  if (key === '' || parseJwtKey(key) !== null) return
  throw new InvalidSetting(
    'CUSTOM_TOKEN_KEY must be a public key (RSA, P-256, Ed25519) or a secret of at least 32 characters',
  )
}
