/** Logging in with a passkey (WebAuthn). The data between browser and server is the JSON of that standard, level 3. */
import * as z from 'zod/mini'
import { Challenge, SignedIn } from './auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'

const Base64Url = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/))
const CREDENTIAL_MAX = 1_400
export const PASSKEY_NAME_MAX = 60
const PART_MAX = 20_000
const Transports = z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))
const credential = {
  id: Base64Url(CREDENTIAL_MAX),
  rawId: Base64Url(CREDENTIAL_MAX),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.enum(['cross-platform', 'platform']))),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
}
const Known = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.optional(z.array(z.string())),
})

/** PublicKeyCredentialCreationOptionsJSON. */
const CreationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.optional(z.int()),
  excludeCredentials: z.optional(z.array(Known)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.string()),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.string()),
    }),
  ),
  attestation: z.optional(z.string()),
})
/** PublicKeyCredentialRequestOptionsJSON. */
export const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(Known)),
  userVerification: z.optional(z.string()),
})

/** AuthenticationResponseJSON. */
export const PasskeyAssertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: Base64Url(PART_MAX),
    authenticatorData: Base64Url(PART_MAX),
    signature: Base64Url(PART_MAX),
    userHandle: z.optional(z.nullable(Base64Url(CREDENTIAL_MAX))),
  }),
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  /** Synced to a cloud account and therefore available on other devices. */
  isSynced: z.boolean(),
})

export const listPasskeys = {
  method: 'GET',
  path: '/auth/passkeys',
  access: 'user',
  summary: 'The passkeys of the caller',
  data: z.array(Passkey),
} as const satisfies Endpoint

export const beginPasskey = {
  method: 'POST',
  path: '/auth/passkeys/register-options',
  access: 'user',
  summary: 'The WebAuthn options to create a passkey',
  data: z.object({ challenge: z.string(), options: CreationOptions }),
  errors: ['rule-broken'],
  isSecret: true,
} as const satisfies Endpoint

export const addPasskey = {
  method: 'POST',
  path: '/auth/passkeys',
  access: 'user',
  proof: 'credentials',
  summary: 'Stores the passkey that the browser created. Needs a proof',
  body: z.strictObject({
    challenge: Challenge,
    /** Without it, the browser and the device it is created with: "Firefox on Linux". */
    name: z.optional(text(PASSKEY_NAME_MAX)),
    response: z.strictObject({
      ...credential,
      response: z.strictObject({
        clientDataJSON: Base64Url(PART_MAX),
        attestationObject: Base64Url(PART_MAX),
        authenticatorData: z.optional(Base64Url(PART_MAX)),
        transports: z.optional(Transports),
        publicKeyAlgorithm: z.optional(z.int()),
        publicKey: z.optional(Base64Url(PART_MAX)),
      }),
    }),
  }),
  data: Passkey,
  errors: ['proof-needed', 'challenge-invalid', 'passkey-invalid', 'conflict'],
  isSecret: true,
} as const satisfies Endpoint

export const renamePasskey = {
  method: 'PUT',
  path: '/auth/passkeys/:passkeyId',
  access: 'user',
  summary: 'Renames a passkey of the caller',
  params: z.object({ passkeyId: Id }),
  body: z.strictObject({ name: text(PASSKEY_NAME_MAX) }),
  data: Passkey,
} as const satisfies Endpoint

export const removePasskey = {
  method: 'DELETE',
  path: '/auth/passkeys/:passkeyId',
  access: 'user',
  proof: 'credentials',
  summary: 'Removes a passkey. Needs a proof',
  params: z.object({ passkeyId: Id }),
  data: z.null(),
  errors: ['proof-needed'],
} as const satisfies Endpoint

export const beginPasskeyLogin = {
  method: 'POST',
  path: '/auth/passkeys/login-options',
  access: 'public',
  summary: 'The WebAuthn options to log in with any passkey of this site',
  data: z.object({ challenge: z.string(), options: RequestOptions }),
  isSecret: true,
} as const satisfies Endpoint

export const loginWithPasskey = {
  method: 'POST',
  path: '/auth/passkeys/login',
  access: 'public',
  summary: 'Signs in with a passkey, which includes the second factor',
  body: z.strictObject({
    challenge: Challenge,
    response: PasskeyAssertion,
  }),
  data: SignedIn,
  errors: ['challenge-invalid', 'passkey-invalid'],
  isSecret: true,
} as const satisfies Endpoint
