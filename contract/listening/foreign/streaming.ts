/** Streaming: paying items of foreign feeds by the minute while they are heard. Each payment is a boost (boosts.ts). */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'
import { Msat, PaymentAmount } from '#contract/money.ts'

/** `budget`: the budget of the month is used up; `balance`: the balance is too low; `other`: payments are held or stopped. */
export const StreamProblem = z.enum(['budget', 'balance', 'other'])
export type StreamProblem = z.infer<typeof StreamProblem>

export const getStreaming = {
  method: 'GET',
  path: '/foreign/streaming',
  access: 'user',
  summary: 'What the caller pays per minute for items of foreign feeds, and what was paid in this month',
  data: z.object({
    plan: z.nullable(
      z.object({
        msatPerMinute: Msat,
        msatPerMonth: Msat,
        /** Why the last payment was not made. */
        problem: z.nullable(StreamProblem),
      }),
    ),
    /** With routing fees. Months are those of UTC. */
    msatThisMonth: Msat,
    /** Newest first. */
    payments: z.array(z.object({ paymentId: Id, title: z.string(), msatAmount: Msat, createdAt: Instant })),
  }),
} as const satisfies Endpoint

export const setStreaming = {
  method: 'PUT',
  path: '/foreign/streaming',
  access: 'user',
  proof: 'money',
  summary: 'Pays items of foreign feeds by the minute while they are heard, from the balance',
  body: z.strictObject({ msatPerMinute: PaymentAmount, msatPerMonth: PaymentAmount }),
  data: z.object({}),
  errors: [
    'amount-out-of-range',
    'rule-broken',
    'proof-needed',
    'email-not-verified',
    'withdrawals-held',
    'held-by-owner',
  ],
} as const satisfies Endpoint

export const stopStreaming = {
  method: 'DELETE',
  path: '/foreign/streaming',
  access: 'user',
  summary: 'Stops paying by the minute. What has not been paid yet is not paid',
  data: z.object({}),
} as const satisfies Endpoint
