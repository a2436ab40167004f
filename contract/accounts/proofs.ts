/** Proof of identity for one action: how it is given, and what the owner can put on hold and review. Which actions need
 * it is needed-proof.ts. A grant is sent in the header X-Proof with the call it is for. It works once, for ten minutes. */
import * as z from 'zod/mini'
import { Challenge, GivenPassword, MailedCode, SecondFactorCode } from './auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { Msat } from '#contract/money.ts'
import { ProofAction } from './needed-proof.ts'
import { PasskeyAssertion, RequestOptions } from './passkeys.ts'
import { ExternalProvider, Returned } from './social.ts'

export const PROOF_HEADER = 'x-proof'

const ProofMethod = z.enum(['password', 'passkey', 'nostr', 'outside', 'custom-token', 'mail'])

const code = z.optional(SecondFactorCode)
/** With two-step log-in enabled, every method except a passkey also needs the code. */
const Evidence = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('password'), password: GivenPassword, code }),
  z.strictObject({ method: z.literal('passkey'), challenge: Challenge, response: PasskeyAssertion }),
  /** The request itself is signed by a linked key (NIP-98) instead of having a bearer token. */
  z.strictObject({ method: z.literal('nostr'), code }),
  /** The provider's response to an attempt that was started with `mode=proof`. */
  z.strictObject({ method: z.literal('outside'), provider: ExternalProvider, returned: Returned, code }),
  z.strictObject({ method: z.literal('custom-token'), token: z.string().check(z.maxLength(4_000)), code }),
  z.strictObject({
    method: z.literal('mail'),
    challenge: Challenge,
    mailedCode: MailedCode,
    code,
  }),
])

export const createProof = {
  method: 'POST',
  path: '/auth/proofs',
  access: 'user',
  summary:
    'Authenticates the caller again, for one action; send the returned grant in X-Proof with the call of that action',
  body: z.strictObject({
    action: ProofAction,
    amountMsat: z.optional(z.nullable(Msat)),
    destination: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    evidence: Evidence,
  }),
  data: z.object({ grant: z.string(), expiresAt: Instant }),
  errors: [
    'proof-invalid',
    'proof-too-young',
    'second-factor-invalid',
    'credentials-invalid',
    'challenge-invalid',
    'passkey-invalid',
    'login-attempt-invalid',
    'provider-away',
    'provider-refused',
  ],
  isSecret: true,
} as const satisfies Endpoint

export const listProofMethods = {
  method: 'GET',
  path: '/auth/proofs/methods',
  access: 'user',
  summary: 'The proof methods of the caller, for money and for credentials, and from when a new factor counts',
  data: z.object({
    /** True with two-step log-in enabled: every method except a passkey also needs a code. */
    needsCode: z.boolean(),
    methods: z.array(
      z.object({
        method: ProofMethod,
        /** The provider, for the method `outside`. */
        provider: z.nullable(ExternalProvider),
        /** When it starts to count as a proof; null: it counts now. */
        countsFrom: z.nullable(Instant),
        isForMoney: z.boolean(),
        isForCredentials: z.boolean(),
        /** Older than 24 hours, so it can also lift the owner's hold. */
        isForHold: z.boolean(),
      }),
    ),
  }),
} as const satisfies Endpoint

export const beginPasskeyProof = {
  method: 'POST',
  path: '/auth/proofs/passkey-options',
  access: 'user',
  summary: 'The WebAuthn options for a proof with a passkey of the caller',
  data: z.object({ challenge: z.string(), options: RequestOptions }),
  isSecret: true,
} as const satisfies Endpoint

export const mailProofCode = {
  method: 'POST',
  path: '/auth/proofs/mail',
  access: 'user',
  summary: 'Mails a code of eight digits as proof; it is valid for five minutes and five attempts',
  data: z.object({ challenge: z.string(), expiresAt: Instant }),
  errors: ['proof-too-young', 'rule-broken'],
  isSecret: true,
} as const satisfies Endpoint

export const holdOwnMoney = {
  method: 'POST',
  path: '/auth/hold',
  access: 'public',
  summary: 'Holds all outgoing payments of the user to whom the token was mailed. The token has no other use',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(300)) }),
  data: z.null(),
  errors: ['action-code-invalid'],
} as const satisfies Endpoint

export const liftHold = {
  method: 'POST',
  path: '/auth/hold/lift',
  access: 'user',
  proof: 'credentials',
  summary: 'Lifts the caller’s own hold. Needs a proof by a factor older than 24 hours',
  data: z.null(),
  errors: ['proof-needed'],
} as const satisfies Endpoint

const ReviewKind = z.enum(['connection', 'passkey', 'identity'])

export const getSafety = {
  method: 'GET',
  path: '/auth/review',
  access: 'user',
  summary: 'Whether the caller has held their outgoing payments, and the open items of the credential review',
  data: z.object({
    heldSince: z.nullable(Instant),
    items: z.array(
      z.object({
        kind: ReviewKind,
        id: Id,
        /** The name of an app or a passkey; for a linked key or log-in, the name at its provider. */
        name: z.string(),
        provider: z.nullable(z.string()),
        createdAt: Instant,
        lastUsedAt: z.nullable(Instant),
      }),
    ),
  }),
} as const satisfies Endpoint

export const keepReviewed = {
  method: 'POST',
  path: '/auth/review/:kind/:itemId/keep',
  access: 'user',
  proof: 'credentials',
  summary: 'Keeps an item of the credential review; a paused connection is resumed',
  params: z.object({ kind: ReviewKind, itemId: Id }),
  data: z.null(),
  errors: ['proof-needed'],
} as const satisfies Endpoint
