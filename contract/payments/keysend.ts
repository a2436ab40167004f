/** Payments to Lightning nodes without an invoice (keysend), with a boostagram: how a podcast's value recipients of
 * type `node` are paid. Payments to invoices and addresses are in payments.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, MESSAGE_MAX, optionalText } from '#contract/fields.ts'
import { Msat, PaymentAmount } from '#contract/money.ts'
import { balanceErrors } from './payments.ts'

const PARTS_MAX = 20
const NAME_MAX = 100
const GUID_MAX = 255
const VALUE_MAX = 200
const POSITION_MAX = 50_000

const Pubkey = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{66}$/))

const Part = z.strictObject({
  /** The recipient, as the feed names them. */
  name: optionalText(NAME_MAX),
  msatAmount: PaymentAmount,
  /** The public key of the node: 66 hexadecimal digits. */
  pubkey: Pubkey,
  /** The record that identifies the recipient at this node, from the feed. */
  customKey: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^(\d{1,20})?$/)))),
  customValue: optionalText(VALUE_MAX),
  /** For a payment to an item of another feed. */
  itemGuid: optionalText(GUID_MAX),
  feedGuid: optionalText(GUID_MAX),
})

export const sendKeysend = {
  method: 'POST',
  path: '/send/keysend',
  access: 'user',
  proof: 'money',
  summary: 'Pays up to 20 Lightning nodes from the caller’s balance, reserving all or nothing; responds within seconds',
  body: z.strictObject({
    /** The sum of the parts. */
    msatTotal: PaymentAmount,
    keysends: z.array(Part).check(z.minLength(1), z.maxLength(PARTS_MAX)),
    message: optionalText(MESSAGE_MAX),
    podcast: optionalText(GUID_MAX),
    guid: optionalText(GUID_MAX),
    feedId: optionalText(NAME_MAX),
    episode: optionalText(GUID_MAX),
    episodeGuid: optionalText(GUID_MAX),
    /** The position in seconds. */
    ts: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(POSITION_MAX)))),
  }),
  data: z.object({
    /** In the order of the request. */
    keysends: z.array(
      z.object({
        paymentId: Id,
        state: z.enum(['pending', 'settled', 'failed']),
        /** Null while the outcome is unknown: the money is reserved, and `GET /v1/payments/{paymentId}` returns the
         * outcome later. */
        success: z.nullable(z.boolean()),
        /** Why it failed. */
        message: z.nullable(z.string()),
        msatAmount: Msat,
        pubkey: z.string(),
        /** The routing fee, once known. */
        feeMsat: z.nullable(Msat),
      }),
    ),
  }),
  errors: [
    'bad-request',
    'amount-out-of-range',
    'node-key-invalid',
    'keysend-unsupported',
    'keysend-too-long',
    'content-not-payable',
    ...balanceErrors,
    'email-not-verified',
    'held-by-owner',
    'withdrawal-limit',
    'withdrawals-failing',
  ],
} as const satisfies Endpoint
