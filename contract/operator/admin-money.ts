/** Operator actions on outgoing payments: booking differences between the books and the node, and the stop switch.
 * An overview of the money: admin.ts. */
import * as z from 'zod/mini'
import { Username } from '#contract/accounts/identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'
import { SignedMsat } from '#contract/money.ts'

/** The operator's reason. */
export const Reason = text(1_000)
export const ReasonBody = z.strictObject({ reason: Reason })

export const OpenDifference = z.object({
  differenceId: Id,
  kind: z.string(),
  /** The payment hash, or the check of our own books that failed. */
  subject: z.string(),
  ours: z.string(),
  nodes: z.string(),
  firstSeenAt: Instant,
  /** Null when it cannot be booked. Otherwise the change of the booked account (negative: a debit). */
  msatChange: z.nullable(SignedMsat),
})

/** The operators' stop switch for outgoing payments. */
export const OutgoingStop = z.object({
  stoppedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  /** Null: stopped on the command line. */
  stoppedBy: z.nullable(z.string()),
  /** Since a restore. Resuming ends it, which is refused while differences are open. */
  recoveringSince: z.nullable(Instant),
})

export const bookDifference = {
  method: 'POST',
  path: '/admin/differences/:differenceId/book',
  access: 'admin',
  summary: 'Books a difference between the books and the node, on the account of a user or of the house',
  params: z.object({ differenceId: Id }),
  body: z.strictObject({ reason: Reason, username: z.optional(Username) }),
  /** `healed`: both sides agree by now, and nothing was booked. */
  data: z.object({ state: z.enum(['booked', 'healed']) }),
  errors: ['login-not-fresh', 'recipients-unknown', 'difference-not-bookable', 'lightning-unavailable'],
} as const satisfies Endpoint

export const setOutgoingStop = {
  method: 'PUT',
  path: '/admin/outgoing',
  access: 'admin',
  summary: 'Stops all outgoing payments, with a reason that is shown to users, or resumes them',
  body: z.strictObject({ isStopped: z.boolean(), reason: Reason }),
  data: z.object({ stoppedAt: z.nullable(Instant), reason: z.nullable(z.string()) }),
  errors: ['login-not-fresh', 'differences-open'],
} as const satisfies Endpoint
