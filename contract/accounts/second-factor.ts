/** Two-step log-in: an authenticator app (RFC 6238) and backup codes. */
import * as z from 'zod/mini'
import { SecondFactorCode, SignedIn } from './auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

/** Shown once: only their hashes are stored. */
const BackupCodes = z.array(z.string())

/** The proof already contains a code. One sent here as well is checked, and consumed. */
const CheckedCode = z.strictObject({ code: z.optional(SecondFactorCode) })

export const getSecondFactor = {
  method: 'GET',
  path: '/auth/second-factor',
  access: 'user',
  summary: 'Whether the second factor is on, and how many backup codes are left',
  data: z.object({ isOn: z.boolean(), since: z.nullable(Instant), backupCodesLeft: z.int() }),
} as const satisfies Endpoint

export const beginSecondFactor = {
  method: 'POST',
  path: '/auth/second-factor',
  access: 'user',
  summary: 'Creates a secret for the authenticator; it takes effect when a code of it is confirmed',
  data: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second-factor-on', 'no-password'],
  isSecret: true,
} as const satisfies Endpoint

export const confirmSecondFactor = {
  method: 'POST',
  path: '/auth/second-factor/confirm',
  access: 'user',
  proof: 'credentials',
  summary: 'Turns the second factor on, ends all sessions and opens a new one. Needs a proof',
  body: z.strictObject({ code: SecondFactorCode }),
  data: z.object({ backupCodes: BackupCodes, signedIn: SignedIn }),
  errors: ['proof-needed', 'second-factor-invalid', 'second-factor-on'],
  isSecret: true,
} as const satisfies Endpoint

export const renewBackupCodes = {
  method: 'POST',
  path: '/auth/second-factor/backup-codes',
  access: 'user',
  proof: 'credentials',
  summary: 'Creates ten backup codes; earlier ones become invalid. Needs a proof',
  body: CheckedCode,
  data: z.object({ backupCodes: BackupCodes }),
  errors: ['proof-needed', 'second-factor-invalid'],
  isSecret: true,
} as const satisfies Endpoint

export const removeSecondFactor = {
  method: 'DELETE',
  path: '/auth/second-factor',
  access: 'user',
  proof: 'credentials',
  summary: 'Turns the second factor off. Needs a proof',
  body: CheckedCode,
  data: z.null(),
  errors: ['proof-needed', 'second-factor-invalid'],
  isSecret: true,
} as const satisfies Endpoint
