/** The calls of the identity provider: signing up, in and out, and confirming an e-mail address. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import { Id, Instant, PASSWORD_MAX, PASSWORD_MIN } from './fields.ts'

const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
const Password = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))
/** A username: also the address of the profile and the local part of the lightning address. */
export const Username = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9_-]{3,30}$/))

/** `token` is the bearer token of every further call. */
export const SignedIn = z.object({
  token: z.string(),
  expiresAt: Instant,
  user: z.object({ id: Id, name: z.string(), emailVerified: z.boolean() }),
})

export const register = {
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  summary: 'Makes an account, signs it in and sends a verification mail',
  body: z.strictObject({ email: Email, password: Password, name: z.optional(Username) }),
  data: SignedIn,
  fallback: fallbacks.createUser,
  errors: ['username-taken', 'username-invalid', 'registration-closed', 'conflict'],
  isSecret: true,
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Signs in with e-mail and password',
  body: z.strictObject({ email: Email, password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
  data: SignedIn,
  fallback: fallbacks.generic,
  errors: ['credentials-invalid'],
  isSecret: true,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  summary: 'Ends this session; its token works no more',
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
  body: z.strictObject({ oobCode: z.optional(z.string().check(z.maxLength(2_000))) }),
  data: z.object({ emailVerified: z.boolean() }),
  errors: ['missing-action-code', 'action-code-invalid'],
} as const satisfies Endpoint
