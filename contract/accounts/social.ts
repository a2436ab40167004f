/** Logging in through external accounts: Google, Apple, X, a wallet, an OpenID provider chosen by the operator, a
 * signed token; and linking several of them. Passwords are in auth.ts, sessions are in sessions.ts, Nostr keys are in
 * nostr.ts. */
import * as z from 'zod/mini'
import { Challenge, LoginMethod, SecondFactorCode, SignedIn } from './auth.ts'
import { Email } from './identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'

export const SocialProvider = z.enum(['google', 'apple', 'twitter'])
/** Providers that use browser redirects. */
export const externalProviders = ['google', 'apple', 'twitter', 'wallet', 'oidc'] as const
export const ExternalProvider = z.enum(externalProviders)
export type ExternalProvider = (typeof externalProviders)[number]

/** The paths on our own origin that the browser returns to, which are the only ones accepted as `redirectUri`. The
 * page finds `code` and `state` in the query; with Apple, in the fragment. `error` instead of `code` means that the
 * user declined. */
export const returnPaths = {
  google: '/login/google',
  apple: '/login/apple',
  twitter: '/login/twitter',
  wallet: '/zbd-login',
  oidc: '/login/oidc',
} as const satisfies Record<ExternalProvider, string>

const Address = z.string().check(z.maxLength(2_000))

/** `link` ends in `linkIdentity` and `proof` in `POST /v1/auth/proofs`; an attempt works only for the mode it was
 * started with. With `proof`, the provider is asked to authenticate the user again. */
const RedirectQuery = z.object({
  redirectUri: Address,
  mode: z.optional(z.enum(['login', 'link', 'proof'])),
})

/** Send the browser to `url`, and keep `verifier` in its session storage. It works once and for 10 minutes. */
export const RedirectInfo = z.object({ url: z.string(), verifier: z.string() })

/** What the provider returned. Without code or verifier, the response is 'missing url or verifier'. */
const returned = {
  code: z.optional(z.string().check(z.maxLength(4_000))),
  verifier: z.optional(z.string().check(z.maxLength(200))),
  redirectUri: Address,
  /** Checked if sent; our pages send it. */
  state: z.optional(z.string().check(z.maxLength(200))),
  /** The same, for the `iss` parameter of RFC 9207. */
  iss: z.optional(Address),
}
export const Returned = z.strictObject(returned)

const beginErrors = [
  'provider-not-set-up',
  'provider-away',
  'redirect-refused',
  'unauthorized',
] as const satisfies readonly ErrorCode[]
const finishErrors = [
  'provider-not-set-up',
  'provider-away',
  'provider-refused',
  'redirect-refused',
  'missing-url-or-verifier',
  'login-attempt-invalid',
  'registration-closed',
] as const satisfies readonly ErrorCode[]

export const getSocialRedirect = {
  method: 'GET',
  path: '/auth/social/:provider/redirect-info',
  access: 'public',
  summary: 'The URL to redirect the browser to, for a log-in with Google, Apple or X',
  params: z.object({ provider: SocialProvider }),
  query: RedirectQuery,
  data: RedirectInfo,
  errors: beginErrors,
  isSecret: true,
} as const satisfies Endpoint

export const completeSocial = {
  method: 'POST',
  path: '/auth/social/:provider/complete',
  access: 'public',
  summary:
    'Logs in with the code from Google, Apple or X; the first log-in creates the account. A refusal with the code ' +
    'twitter-email-missing carries a `challenge` for /auth/social/twitter/email',
  params: z.object({ provider: SocialProvider }),
  body: Returned,
  data: SignedIn,
  errors: [...finishErrors, 'twitter-email-missing'],
  isSecret: true,
} as const satisfies Endpoint

export const mailTwitterCode = {
  method: 'POST',
  path: '/auth/social/twitter/email',
  access: 'public',
  summary: 'Sets the e-mail address that X did not report, and mails a code to it; three mails per log-in',
  body: z.strictObject({ challenge: Challenge, email: Email }),
  data: z.object({ expiresAt: Instant }),
  errors: ['challenge-invalid'],
  isSecret: true,
} as const satisfies Endpoint

export const completeTwitterEmail = {
  method: 'POST',
  path: '/auth/social/twitter/email/complete',
  access: 'public',
  summary: 'Completes the log-in with the mailed code and stores the address; five attempts per mail',
  body: z.strictObject({ challenge: Challenge, code: SecondFactorCode }),
  data: SignedIn,
  errors: ['challenge-invalid', 'login-code-invalid'],
  isSecret: true,
} as const satisfies Endpoint

export const getOidcRedirect = {
  method: 'GET',
  path: '/auth/oidc/redirect-info',
  access: 'public',
  summary: 'The URL to redirect the browser to, for a log-in with the configured OpenID provider',
  query: RedirectQuery,
  data: RedirectInfo,
  errors: beginErrors,
  isSecret: true,
} as const satisfies Endpoint

export const completeOidc = {
  method: 'POST',
  path: '/auth/oidc/complete',
  access: 'public',
  summary: 'Logs in with the code from the OpenID provider; the first log-in creates the account',
  body: Returned,
  data: SignedIn,
  errors: finishErrors,
  isSecret: true,
} as const satisfies Endpoint

export const getWalletRedirect = {
  method: 'GET',
  path: '/accounts/zbd/redirect-info',
  access: 'public',
  summary: 'The URL to redirect the browser to, for a log-in with a wallet',
  query: RedirectQuery,
  data: RedirectInfo,
  errors: beginErrors,
  isSecret: true,
} as const satisfies Endpoint

export const completeWallet = {
  method: 'POST',
  path: '/accounts/zbd/login-token',
  access: 'public',
  summary: 'Logs in with the code from the wallet; the first log-in creates the account',
  body: Returned,
  data: SignedIn,
  errors: [...finishErrors, 'wallet-login-failed'],
  isSecret: true,
} as const satisfies Endpoint

export const loginWithCustomToken = {
  method: 'POST',
  path: '/auth/custom-token',
  access: 'public',
  summary: 'Logs in with a token signed by a system that the operator trusts; single-use, valid for an hour at most',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(8_000)) }),
  data: SignedIn,
  errors: ['provider-not-set-up', 'custom-token-invalid', 'registration-closed'],
  isSecret: true,
} as const satisfies Endpoint

/** One log-in method. Passkeys have their own list. */
export const LinkedIdentity = z.object({
  id: Id,
  provider: LoginMethod,
  /** Distinguishes it from others of its kind: an address, a username there, a public key. */
  label: z.nullable(z.string()),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  createdAt: Instant,
  /** This session was opened with it. */
  isCurrent: z.boolean(),
})

export const listIdentities = {
  method: 'GET',
  path: '/auth/identities',
  access: 'user',
  summary: 'The login methods of the caller, oldest first',
  data: z.array(LinkedIdentity),
} as const satisfies Endpoint

export const linkIdentity = {
  method: 'POST',
  path: '/auth/identities',
  access: 'user',
  proof: 'credentials',
  summary: 'Adds a login method, started with mode=link; needs a proof and the code from the provider',
  body: z.strictObject({ provider: ExternalProvider, ...returned }),
  data: LinkedIdentity,
  errors: [...finishErrors, 'proof-needed', 'identity-taken', 'wallet-login-failed'],
  isSecret: true,
} as const satisfies Endpoint

export const unlinkIdentity = {
  method: 'DELETE',
  path: '/auth/identities/:identityId',
  access: 'user',
  proof: 'credentials',
  summary: 'Removes a login method and ends its sessions; needs a proof, and another login method must remain',
  params: z.object({ identityId: Id }),
  data: z.null(),
  errors: ['proof-needed', 'identity-last'],
} as const satisfies Endpoint
