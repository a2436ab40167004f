/** Apps that use the caller's balance as their wallet (Nostr Wallet Connect, NIP-47): create, limit, list, delete.
 * Their messages over Nostr: protocols/nostr/wallet-connect.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormInteger, Hex32, Id, Instant, text } from '#contract/fields.ts'
import { MAX_PAYMENT_MSAT, Msat } from '#contract/money.ts'

/** The methods of NIP-47 except get_info, which every app may call, and whether the app gets notifications of
 * payments. */
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
  /** For any seven days, including fees; null for no limit. */
  weeklyBudgetMsat: z.nullable(Limit),
  /** For one payment, without its fee. */
  maxPaymentMsat: z.nullable(Limit),
  expiresAt: z.nullable(Instant),
}

export const ConnectionTerms = z.strictObject(terms)

const METHODS_MAX = 20
/** The terms as the first implementation's clients send them. The client generated the key pair and keeps its
 * secret. */
const clientTerms = {
  pubkey: Hex32,
  name: text(NAME_MAX),
  /** Methods that are not permissions here are ignored. */
  requestMethods: z.array(z.string().check(z.maxLength(NAME_MAX))).check(z.minLength(1), z.maxLength(METHODS_MAX)),
  /** For any seven days; 0 for no limit. */
  msatBudget: z.union([z.literal(0), Limit]),
  maxMsatPaymentAmount: Limit,
}

export const Connection = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(ConnectionPermission),
  weeklyBudgetMsat: z.nullable(Msat),
  maxPaymentMsat: z.nullable(Msat),
  expiresAt: z.nullable(Instant),
  /** A paused connection cannot pay until its owner confirms it: `POST /v1/auth/review/connection/:id/keep`. */
  isPaused: z.boolean(),
  /** In the last seven days, including reserves of payments in progress. */
  spentMsat: Msat,
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  /** From here on, the same with the names of the first implementation. The app's key: */
  pubkey: Hex32,
  userId: Id,
  lastUsed: z.nullable(Instant),
  pay_invoice: z.boolean(),
  get_balance: z.boolean(),
  make_invoice: z.boolean(),
  lookup_invoice: z.boolean(),
  /** 0 when there is no budget. */
  msatBudget: Msat,
  /** The largest possible payment when there is no limit. */
  maxMsatPaymentAmount: Msat,
  deleted: z.boolean(),
})

export const listConnections = {
  method: 'GET',
  path: '/accounts/connections',
  access: 'user',
  summary: 'The apps that may use the caller’s balance as their wallet',
  data: z.array(Connection),
} as const satisfies Endpoint

export const createConnection = {
  method: 'POST',
  path: '/accounts/connections',
  access: 'user',
  proof: 'money',
  summary:
    'Lets another app use the balance (NIP-47). `uri` contains its secret, which is returned once and not stored; for a ' +
    'client that sends its own `pubkey`, `uri` has no secret',
  body: z.union([ConnectionTerms, z.strictObject(clientTerms)]),
  data: z.object({ connection: Connection, uri: z.string() }),
  errors: ['rule-broken', 'conflict', 'region-not-supported', 'region-not-verified', 'proof-needed'],
  isSecret: true,
} as const satisfies Endpoint

export const editConnection = {
  method: 'PUT',
  path: '/accounts/connections/:connectionId',
  access: 'user',
  proof: 'money',
  summary: 'Replaces all terms of a connection. Terms that permit more than before need a proof',
  params: z.object({ connectionId: Id }),
  body: ConnectionTerms,
  data: Connection,
  errors: ['rule-broken', 'proof-needed'],
} as const satisfies Endpoint

export const deleteConnection = {
  method: 'DELETE',
  path: '/accounts/connections/:connectionId',
  access: 'user',
  summary: 'Ends a connection, given by its id or the key of the app, immediately. Its payments in flight continue',
  params: z.object({ connectionId: z.union([Id, Hex32]) }),
  data: z.null(),
} as const satisfies Endpoint

export const listConnectionPayments = {
  method: 'GET',
  path: '/accounts/connections/:connectionId/payments/:page',
  access: 'user',
  summary: 'The payments of an app from the caller’s balance, newest first, 20 per page',
  params: z.object({ connectionId: Id, page: FormInteger.check(z.minimum(1), z.maximum(500)) }),
  data: z.object({
    payments: z.array(
      z.object({
        /** The id for `GET /v1/payments/:paymentId`. */
        paymentId: Id,
        state: z.enum(['pending', 'settled', 'failed']),
        msatAmount: Msat,
        /** Including the fee; while pending, including the reserved fee. */
        msatSpent: Msat,
        description: z.nullable(z.string()),
        createdAt: Instant,
      }),
    ),
    hasMore: z.boolean(),
  }),
} as const satisfies Endpoint
