/** The region of the caller, and whether money may move there. The rules are the operator's settings (REGION_ALLOW,
 * REGION_DENY). */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fallbacks } from '#contract/errors.ts'
import { Id, text } from '#contract/fields.ts'

const NAME_MAX = 100
const Name = text(NAME_MAX).check(z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u))

export const checkRegion = {
  method: 'GET',
  path: '/accounts/check-region',
  access: 'public',
  summary: 'Whether the region of the caller is supported; 403 if not',
  retry: false,
  data: z.object({
    /** ISO 3166-1 code; null when it is not needed or unknown. */
    country: z.nullable(z.string()),
  }),
  errors: ['region-not-supported'],
} as const satisfies Endpoint

export const logIdentity = {
  method: 'POST',
  path: '/accounts/log-identity',
  access: 'user',
  summary: 'Confirms the region of the caller with their name; needs a confirmed e-mail address and a supported region',
  body: z.strictObject({ firstName: Name, lastName: Name }),
  data: z.object({ userId: Id }),
  fallback: fallbacks.updateUserData,
  errors: ['region-not-supported', 'email-not-verified'],
} as const satisfies Endpoint
