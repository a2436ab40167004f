/** Bookings that need two operators: one proposes, another makes the same booking by its usual call. */
import * as z from 'zod/mini'
import { Reason } from './admin-money.ts'
import { Username } from '#contract/accounts/identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { SignedMsat } from '#contract/money.ts'

/** `assignSuspense` or `bookDifference`. */
const Action = z.enum(['assign-suspense', 'book-difference'])

export const Proposal = z.object({
  proposalId: Id,
  action: Action,
  /** The suspense item or the difference. */
  subjectId: Id,
  /** Null: the account of the house. */
  username: z.nullable(z.string()),
  msatAmount: SignedMsat,
  reason: z.string(),
  proposedBy: z.string(),
  /** One may not approve one's own. */
  isOwn: z.boolean(),
  expiresAt: Instant,
})

export const proposeBooking = {
  method: 'POST',
  path: '/admin/proposals',
  access: ['treasurer'],
  summary: 'Proposes a booking that needs two operators; another one approves it by making the booking',
  body: z.strictObject({ action: Action, subjectId: Id, username: z.optional(Username), reason: Reason }),
  data: z.object({ proposalId: Id, expiresAt: Instant }),
  errors: ['login-not-fresh', 'recipients-unknown'],
} as const satisfies Endpoint

export const declineProposal = {
  method: 'DELETE',
  path: '/admin/proposals/:proposalId',
  access: ['treasurer'],
  summary: 'Declines a proposed booking, or withdraws it',
  params: z.object({ proposalId: Id }),
  data: z.null(),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint
