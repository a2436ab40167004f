/** Operator actions on outgoing payments: booking differences between the books and the node, and the stop switch.
 * An overview of the money: admin.ts. */
import * as z from 'zod/mini'
import { Username } from '#contract/accounts/identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'
import { Msat, SignedMsat } from '#contract/money.ts'

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

/** What keeps outgoing payments closed, and what would still wait after they are resumed. */
export const getRecovery = {
  method: 'GET',
  path: '/admin/recovery',
  access: ['treasurer'],
  summary: 'Whether the server recovers, how far the comparison with the node is, and what keeps it closed',
  data: z.object({
    /** `unchecked`: this database has not been compared with the node yet. `differing`: an audit has found a difference. */
    state: z.enum(['open', 'unchecked', 'differing', 'recovering']),
    /** Also the reason that users see. */
    recoveringSince: z.nullable(Instant),
    reason: z.nullable(z.string()),
    /** Nothing newer is in the books. */
    newestTransferAt: z.nullable(Instant),
    audit: z.object({
      isRunning: z.boolean(),
      /** Payments of the books that were compared, and payments that the node listed: of the running audit or the last one. */
      compared: z.int(),
      listed: z.int(),
      lastRunAt: z.nullable(Instant),
    }),
    /** Empty: outgoing payments are open, or can be resumed now. */
    obstacles: z.array(z.object({ what: z.enum(['differences', 'unchecked']), count: z.int() })),
    /** What does not keep it closed, and stays after resuming. */
    waiting: z.array(z.object({ what: z.enum(['payouts', 'suspense', 'journal']), count: z.int() })),
  }),
} as const satisfies Endpoint

/** The operators' stop switch for outgoing payments. */
export const OutgoingStop = z.object({
  stoppedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  /** Null: stopped on the command line. */
  stoppedBy: z.nullable(z.string()),
  /** Since a restore. Resuming ends it, which is refused while differences are open. */
  recoveringSince: z.nullable(Instant),
})

/** The limits for all accounts together. */
export const Custody = z.object({
  msatOutLastHour: Msat,
  /** Null: no cap. */
  msatOutPerHour: z.nullable(Msat),
  /** From this amount on, bookings need two operators. Null: never. */
  msatTwoOperators: z.nullable(Msat),
  /** No other operator could approve a proposal. */
  isAlone: z.boolean(),
})

export const bookDifference = {
  method: 'POST',
  path: '/admin/differences/:differenceId/book',
  access: ['treasurer'],
  summary: 'Books a difference between the books and the node, on the account of a user or of the house; closes a loss',
  params: z.object({ differenceId: Id }),
  body: z.strictObject({ reason: Reason, username: z.optional(Username) }),
  /** `healed`: both sides agree by now, and nothing was booked. */
  data: z.object({ state: z.enum(['booked', 'healed']) }),
  errors: [
    'login-not-fresh',
    'recipients-unknown',
    'difference-not-bookable',
    'lightning-unavailable',
    'second-operator-needed',
  ],
} as const satisfies Endpoint

export const setOutgoingStop = {
  method: 'PUT',
  path: '/admin/outgoing',
  access: ['treasurer'],
  summary: 'Stops all outgoing payments, with a reason that is shown to users, or resumes them',
  body: z.strictObject({ isStopped: z.boolean(), reason: Reason }),
  data: z.object({ stoppedAt: z.nullable(Instant), reason: z.nullable(z.string()) }),
  errors: ['login-not-fresh', 'differences-open'],
} as const satisfies Endpoint
