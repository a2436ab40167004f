/** Apps that use my balance as their wallet (Nostr Wallet Connect, NIP-47): made, limited, looked at, ended.
 * What they say to each other travels over nostr: protocols/nostr/wallet-connect.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { FormInteger, Id, Instant, text } from './fields.ts'
import { MAX_PAYMENT_MSAT, Msat } from './money.ts'

/** Methods of NIP-47 besides get_info, which every app may ask, and whether it is told of payments. */
export const ConnectionPermission = z.enum([
  'pay_invoice',
  'pay_keysend',
  'make_invoice',
  'lookup_invoice',
  'list_transactions',
  'get_balance',
  'notifications',
])

const NAME_MAX = 60
/** A thousand times the largest payment. */
const Limit = z.codec(
  z.int('amount-invalid').check(z.minimum(1, 'amount-invalid'), z.maximum(MAX_PAYMENT_MSAT * 1_000, 'amount-invalid')),
  z.bigint(),
  { decode: (wire) => BigInt(wire), encode: (amountMsat) => Number(amountMsat) },
)
const terms = {
  name: text(NAME_MAX),
  permissions: z.array(ConnectionPermission).check(z.minLength(1), z.maxLength(10)),
  /** Of any seven days, fees included; null for as much as there is. */
  weeklyBudgetMsat: z.nullable(Limit),
  /** Of one payment, without its fee. */
  maxPaymentMsat: z.nullable(Limit),
  expiresAt: z.nullable(Instant),
}

export const Connection = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(ConnectionPermission),
  weeklyBudgetMsat: z.nullable(Msat),
  maxPaymentMsat: z.nullable(Msat),
  expiresAt: z.nullable(Instant),
  /** It pays nothing until its owner keeps it: `POST /v1/auth/review/connection/:id/keep`. */
  isPaused: z.boolean(),
  /** In the last seven days, with what is held for payments under way. */
  spentMsat: Msat,
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})

export const listConnections = {
  method: 'GET',
  path: '/accounts/connections',
  access: 'user',
  summary: 'Apps that may use my balance as their wallet',
  data: z.array(Connection),
} as const satisfies Endpoint

export const createConnection = {
  method: 'POST',
  path: '/accounts/connections',
  access: 'user',
  proof: 'money',
  summary: 'Lets another app use my balance (NIP-47). `uri` holds its secret, which is shown this once and not kept',
  body: z.strictObject(terms),
  data: z.object({ connection: Connection, uri: z.string() }),
  errors: ['rule-broken', 'region-not-supported', 'region-not-verified', 'proof-needed'],
  isSecret: true,
} as const satisfies Endpoint

export const editConnection = {
  method: 'PUT',
  path: '/accounts/connections/:connectionId',
  access: 'user',
  proof: 'money',
  summary: 'Changes what an app may do; the whole of it, as it shall be from now on. More than before needs a proof',
  params: z.object({ connectionId: Id }),
  body: z.strictObject(terms),
  data: Connection,
  errors: ['rule-broken', 'proof-needed'],
} as const satisfies Endpoint

export const deleteConnection = {
  method: 'DELETE',
  path: '/accounts/connections/:connectionId',
  access: 'user',
  summary: 'Ends a connection at once. What it has begun to pay goes on',
  params: z.object({ connectionId: Id }),
  data: z.null(),
} as const satisfies Endpoint

export const listConnectionPayments = {
  method: 'GET',
  path: '/accounts/connections/:connectionId/payments/:page',
  access: 'user',
  summary: 'What an app has paid from my balance, 20 at a time, the newest first',
  params: z.object({ connectionId: Id, page: FormInteger.check(z.minimum(1), z.maximum(500)) }),
  data: z.object({
    payments: z.array(
      z.object({
        /** As `GET /v1/payments/:paymentId` knows it. */
        paymentId: Id,
        state: z.enum(['pending', 'settled', 'failed']),
        msatAmount: Msat,
        /** With its fee; while it is pending, with what is held for that. */
        msatSpent: Msat,
        description: z.nullable(z.string()),
        createdAt: Instant,
      }),
    ),
    hasMore: z.boolean(),
  }),
} as const satisfies Endpoint
