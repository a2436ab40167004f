/** What an operator does about outgoing payments: booking differences between the books and the node, and the stop switch.
 * How the money stands as a whole: admin.ts. */
import * as z from 'zod/mini'
import { Username } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { Id, Instant, text } from './fields.ts'
import { SignedMsat } from './money.ts'

/** Text why an operator did it. */
export const Reason = text(1_000)

export const OpenDifference = z.object({
  differenceId: Id,
  kind: z.string(),
  /** The payment hash, or the check of our own books that failed. */
  subject: z.string(),
  ours: z.string(),
  nodes: z.string(),
  firstSeenAt: Instant,
  /** Null where nothing can be booked. Otherwise what a booking gives the account (below zero: takes from it). */
  msatChange: z.nullable(SignedMsat),
})

/** The operators' stop switch for outgoing payments. */
export const OutgoingStop = z.object({
  stoppedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  /** Null: the command line. */
  stoppedBy: z.nullable(z.string()),
})

export const bookDifference = {
  method: 'POST',
  path: '/admin/differences/:differenceId/book',
  access: 'admin',
  summary: 'Books a difference between the books and the node: on the account of a user, or else on the house',
  params: z.object({ differenceId: Id }),
  body: z.strictObject({ reason: Reason, username: z.optional(Username) }),
  /** Healed: both sides agree by now, and nothing was booked. */
  data: z.object({ state: z.enum(['booked', 'healed']) }),
  errors: ['login-not-fresh', 'recipients-unknown', 'difference-not-bookable', 'lightning-unavailable'],
} as const satisfies Endpoint

export const setOutgoingStop = {
  method: 'PUT',
  path: '/admin/outgoing',
  access: 'admin',
  summary: 'Stops all outgoing payments with a reason that users are shown, or lets them go again',
  body: z.strictObject({ isStopped: z.boolean(), reason: Reason }),
  data: z.object({ stoppedAt: z.nullable(Instant), reason: z.nullable(z.string()) }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint
