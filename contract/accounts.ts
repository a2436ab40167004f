/** The signed-in person's own record and statement. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fallbacks } from './errors.ts'
import { FormInteger, Id, Instant, Pagination } from './fields.ts'
import { Msat, SignedMsat } from './money.ts'
import { Username } from './auth.ts'

export const Account = z.object({
  id: Id,
  name: z.string(),
  displayName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  msatBalance: Msat,
  ampMsat: Msat,
  artworkUrl: z.nullable(z.string()),
  profileUrl: z.string(),
  isLocked: z.boolean(),
  isAdmin: z.boolean(),
  lightningAddress: z.nullable(z.string()),
  nostrProfileData: z.array(z.object({ publicHex: z.string() })),
  emailVerified: z.boolean(),
  isRegionVerified: z.boolean(),
  providerId: z.string(),
  userFavoritesId: z.nullable(Id),
  userFavorites: z.array(Id),
})

export const getAccount = {
  method: 'GET',
  path: '/accounts',
  access: 'user',
  summary: 'The signed-in person: profile, balance, default zap',
  data: Account,
} as const satisfies Endpoint

export const createUser = {
  method: 'POST',
  path: '/accounts/user',
  access: 'user',
  summary: 'Makes the user record if there is none yet; asking twice answers the same',
  body: z.optional(z.strictObject({ username: z.optional(Username) })),
  data: z.object({ uid: Id, username: z.string(), profileUrl: z.string() }),
  fallback: fallbacks.createUser,
  errors: ['username-taken'],
} as const satisfies Endpoint

export const TransactionType = z.enum([
  'Deposit',
  'Withdraw',
  'Zap',
  'Autoforward',
  'Earnings',
  'Zap Sent',
  'Top Up',
  'Ticket Sale',
])

/** One line of the statement: one payment, whatever its inner steps. `msatAmount` never carries a sign; `type` does. */
export const Transaction = z.object({
  id: Id,
  paymentId: Id,
  type: TransactionType,
  title: z.nullable(z.string()),
  contentId: z.nullable(Id),
  contentType: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  msatAmount: Msat,
  feeMsat: Msat,
  /** What the line did to the balance. */
  msatChange: SignedMsat,
  success: z.boolean(),
  isPending: z.boolean(),
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown'])),
  failureReason: z.nullable(z.string()),
  createdAt: Instant,
})

export const listTransactions = {
  method: 'GET',
  path: '/accounts/txs/:page',
  access: 'user',
  summary: 'The statement, newest first, 40 lines a page, grouped by ISO day',
  params: z.object({ page: FormInteger }),
  query: z.object({ filters: z.optional(z.string().check(z.maxLength(200))) }),
  data: z.object({
    transactions: z.record(z.string(), z.array(Transaction)),
    pagination: Pagination,
  }),
} as const satisfies Endpoint
