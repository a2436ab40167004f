/** The calls of the identity provider: registration, log-in and log-out, email addresses and passwords. Sessions,
 * second factor and passkeys have their own files, and so do the other ways to log in. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { Email, Username } from './identifiers.ts'
import { INVITE_CODE, WorkProof } from './registration.ts'
import { Id, Instant, PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields.ts'

/** A random text of 16 to 128 characters that a client generates once, stores, and sends with log-ins and
 * registrations. Failed attempts by others do not lock out users who logged in from this device before. */
export const DEVICE_HEADER = 'x-device'

const Password = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))
export const GivenPassword = z.string().check(z.maxLength(PASSWORD_MAX))
/** The code in the URL of a mailed link. */
const OobCode = z.optional(z.string().check(z.maxLength(2_000)))
/** The single-use token for the next step. */
export const Challenge = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/))
/** Six digits from the authenticator app, or a backup code. Spaces and hyphens are ignored. */
export const SecondFactorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(20))

/** Eight digits, sent by email. */
export const MailedCode = z.string().check(z.trim(), z.regex(/^\d{8}$/))

/** All methods of logging in. */
export const LoginMethod = z.enum([
  'password',
  'passkey',
  'google',
  'apple',
  'twitter',
  'oidc',
  'wallet',
  'nostr',
  'custom-token',
])

/** `token` is the bearer token for all further calls. */
export const SignedIn = z.object({
  token: z.string(),
  expiresAt: Instant,
  user: z.object({ id: Id, name: z.string(), emailVerified: z.boolean() }),
})
/** Signed in except for the second factor: send the code with `challenge` to /auth/login/second-factor. */
export const SecondFactorRequired = z.object({ challenge: z.string(), expiresAt: Instant })
export const SignedInOrSecondFactor = z.union([SignedIn, SecondFactorRequired])

export const listProviders = {
  method: 'GET',
  path: '/auth/providers',
  access: 'public',
  summary: 'The login methods of this server, in display order',
  data: z.array(z.object({ method: LoginMethod, name: z.string() })),
} as const satisfies Endpoint

export const register = {
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary: 'Creates an account, signs it in and sends a verification mail',
  body: z.strictObject({
    email: Email,
    password: Password,
    name: z.optional(Username),
    /** What GET /auth/registration requires. */
    invite: z.optional(z.string().check(z.regex(INVITE_CODE))),
    work: z.optional(WorkProof),
  }),
  data: SignedIn,
  fallback: fallbacks.createUser,
  errors: [
    'username-taken',
    'username-invalid',
    'registration-closed',
    'invite-needed',
    'invite-invalid',
    'work-needed',
    'email-domain-blocked',
    'conflict',
    'password-login-off',
  ],
  isSecret: true,
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary:
    'Signs in with e-mail and password, or requests the second factor; after many wrong passwords also a mailed code',
  body: z.strictObject({ email: Email, password: GivenPassword, mailedCode: z.optional(MailedCode) }),
  data: SignedInOrSecondFactor,
  fallback: fallbacks.generic,
  errors: ['credentials-invalid', 'mailed-code-needed', 'login-code-invalid', 'password-login-off'],
  isSecret: true,
} as const satisfies Endpoint

export const loginSecondFactor = {
  method: 'POST',
  path: '/auth/login/second-factor',
  access: 'public',
  summary: 'Completes a log-in with the code of the authenticator or a backup code; five attempts within five minutes',
  body: z.strictObject({ challenge: Challenge, code: SecondFactorCode }),
  data: SignedIn,
  fallback: fallbacks.generic,
  errors: ['challenge-invalid', 'second-factor-invalid'],
  isSecret: true,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  summary: 'Ends this session; its token becomes invalid',
  data: z.null(),
} as const satisfies Endpoint

export const sendVerification = {
  method: 'POST',
  path: '/auth/send-verification',
  access: 'user',
  summary: 'Sends the verification mail again',
  data: z.null(),
} as const satisfies Endpoint

export const verifyEmail = {
  method: 'POST',
  path: '/auth/verify-email',
  access: 'public',
  summary: 'Confirms an e-mail address with the code of the mailed link',
  body: z.strictObject({ oobCode: OobCode }),
  data: z.object({ emailVerified: z.boolean() }),
  errors: ['missing-action-code', 'action-code-invalid'],
} as const satisfies Endpoint

export const sendPasswordReset = {
  method: 'POST',
  path: '/auth/send-password-reset',
  access: 'public',
  summary: 'Mails a link to set a new password if the account exists; the response is the same if not',
  body: z.strictObject({ email: Email }),
  data: z.null(),
} as const satisfies Endpoint

export const resetPassword = {
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Sets a new password with the code of the mailed link, and ends every session',
  body: z.strictObject({
    oobCode: OobCode,
    newPassword: z.optional(
      GivenPassword.check(z.refine((one) => one === '' || one.length >= PASSWORD_MIN, 'password-too-short')),
    ),
  }),
  data: z.null(),
  errors: ['missing-reset-fields', 'password-too-short', 'action-code-invalid'],
  isSecret: true,
} as const satisfies Endpoint

export const changePassword = {
  method: 'POST',
  path: '/auth/change-password',
  access: 'user',
  proof: 'credentials',
  summary: 'Sets a new password, ends all sessions and opens a new one; needs a proof',
  body: z.strictObject({ newPassword: Password }),
  data: SignedIn,
  errors: ['proof-needed', 'no-password'],
  isSecret: true,
} as const satisfies Endpoint

export const addPassword = {
  method: 'POST',
  path: '/auth/password',
  access: 'user',
  proof: 'credentials',
  summary: 'Adds e-mail and password to an account with other login methods; needs a proof',
  body: z.strictObject({ email: Email, password: Password }),
  data: z.null(),
  errors: ['proof-needed', 'password-there', 'conflict'],
  isSecret: true,
} as const satisfies Endpoint

export const changeEmail = {
  method: 'POST',
  path: '/auth/change-email',
  access: 'user',
  proof: 'credentials',
  summary: 'Mails a link to the new address, which takes effect when the link is opened; needs a proof',
  body: z.strictObject({ email: Email }),
  data: z.null(),
  errors: ['proof-needed', 'no-password'],
} as const satisfies Endpoint

export const reauthenticate = {
  method: 'POST',
  path: '/auth/reauthenticate',
  access: 'user',
  summary: 'Verifies the password again, so that an operator can act with this session for ten minutes',
  body: z.strictObject({ password: GivenPassword }),
  data: z.object({ freshUntil: Instant }),
  errors: ['credentials-invalid', 'no-password'],
  isSecret: true,
} as const satisfies Endpoint
