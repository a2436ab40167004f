/** What is needed to create an account now, the proof of work, and invitations by operators. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'

export const INVITE_CODE = /^[A-Za-z0-9_-]{16,64}$/

/** `nonce` is a number such that the SHA-256 of `challenge:nonce` begins with the required zero bits. */
export const WorkProof = z.strictObject({
  challenge: z.string().check(z.maxLength(200)),
  nonce: z.int().check(z.minimum(0)),
})

export const getRegistration = {
  method: 'GET',
  path: '/auth/registration',
  access: 'public',
  summary: 'What is needed to create an account now: an invitation, a proof of work',
  data: z.object({
    needsInvite: z.boolean(),
    /** Each challenge is for one account and expires after ten minutes. */
    work: z.nullable(z.object({ challenge: z.string(), zeroBits: z.int() })),
  }),
} as const satisfies Endpoint

export const createInvite = {
  method: 'POST',
  path: '/admin/invites',
  access: ['moderator', 'support'],
  summary: 'Creates a code with which accounts can be created',
  body: z.strictObject({
    /** What it is for. */
    label: text(100),
    uses: z.int().check(z.minimum(1), z.maximum(10_000)),
    days: z.int().check(z.minimum(1), z.maximum(365)),
  }),
  data: z.object({ inviteId: Id, code: z.string() }),
  errors: ['login-not-fresh'],
  isSecret: true,
} as const satisfies Endpoint

export const listInvites = {
  method: 'GET',
  path: '/admin/invites',
  access: ['moderator', 'support'],
  summary: 'Invitations that can still be used',
  data: z.array(z.object({ inviteId: Id, label: z.string(), usesLeft: z.int(), madeAt: Instant, expiresAt: Instant })),
} as const satisfies Endpoint

export const endInvite = {
  method: 'DELETE',
  path: '/admin/invites/:inviteId',
  access: ['moderator', 'support'],
  summary: 'Ends an invitation',
  params: z.object({ inviteId: Id }),
  data: z.null(),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint
