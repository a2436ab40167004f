/** The caller's own account and statement. What others see of a user: users.ts. Their region: region.ts. Exporting
 * and deleting the account: leaving.ts. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorRoles } from '#contract/roles.ts'
import { fallbacks } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { FormInteger, Hex32, Id, Instant, Pagination, Picture, TITLE_MAX } from '#contract/fields.ts'
import { Msat, SignedMsat } from '#contract/money.ts'
import { Username } from './identifiers.ts'
import { NostrProfile } from './nostr.ts'
import { LineNote } from '#contract/payments/line-notes.ts'
import { Payment } from '#contract/payments/payments.ts'

/** The language and colour theme of the interface; null: as the browser prefers. */
export const Language = z.enum(languages)
export const Theme = z.enum(['light', 'dark'])

export const Account = z.object({
  id: Id,
  /** The username: part of the profile's URL and of the Lightning address. */
  name: z.string(),
  /** True until the user has chosen one. */
  nameIsGenerated: z.boolean(),
  displayName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  msatBalance: Msat,
  ampMsat: Msat,
  artworkUrl: z.nullable(z.string()),
  profileUrl: z.string(),
  isLocked: z.boolean(),
  /** As an operator; null: not one. */
  role: z.nullable(z.enum(operatorRoles)),
  /** The calls of operators are refused until the user logs in with a passkey or a second factor. */
  needsSecondFactor: z.boolean(),
  lightningAddress: z.nullable(z.string()),
  nostrProfileData: z.array(NostrProfile),
  emailVerified: z.boolean(),
  isRegionVerified: z.boolean(),
  providerId: z.string(),
  userFavoritesId: z.nullable(Id),
  userFavorites: z.array(Id),
  language: z.nullable(Language),
  theme: z.nullable(Theme),
  createdAt: Instant,
})

export const getAccount = {
  method: 'GET',
  path: '/accounts',
  access: 'user',
  summary: 'The signed-in user: profile, balance, default zap',
  retry: false,
  data: Account,
} as const satisfies Endpoint

export const createUser = {
  method: 'POST',
  path: '/accounts/user',
  access: 'user',
  summary:
    'Creates the user record if there is none yet; idempotent. `pubkey` is returned when that key is ' +
    'linked to the account, which needs a proof: POST /accounts/pubkey',
  body: z.optional(z.strictObject({ username: z.optional(Username), pubkey: z.optional(Hex32) })),
  status: 201,
  data: z.object({ uid: Id, username: z.string(), profileUrl: z.string(), pubkey: z.optional(Hex32) }),
  fallback: fallbacks.createUser,
  errors: ['username-taken'],
} as const satisfies Endpoint

/** Free text shown next to other users' names: no control characters, and none that change the writing direction. */
const DisplayName = z
  .string()
  .check(z.trim(), z.maxLength(TITLE_MAX), z.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u))

/** The default zap as a form field: digits only. */
const FormAmpMsat = z.codec(
  z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/)),
  z.bigint().check(z.minimum(1_000n, 'amount-out-of-range'), z.maximum(100_000_000n, 'amount-out-of-range')),
  { decode: (wire) => BigInt(wire), encode: String },
)

export const updateAccount = {
  method: 'PUT',
  path: '/accounts',
  access: 'user',
  summary: 'Updates username, display name, default zap or avatar; absent fields stay, an empty field clears',
  isForm: true,
  body: z.strictObject({
    /** The username. */
    name: z.optional(z.string().check(z.maxLength(200))),
    /** '' or null clears it. */
    displayName: z.optional(z.nullable(DisplayName)),
    ampMsat: z.optional(FormAmpMsat),
    /** A file. '' or null removes the avatar; its current URL is ignored. */
    artwork: z.optional(z.nullable(Picture)),
  }),
  data: z.object({
    userId: Id,
    name: z.string(),
    displayName: z.nullable(z.string()),
    ampMsat: Msat,
    artworkUrl: z.nullable(z.string()),
    profileUrl: z.string(),
  }),
  fallback: fallbacks.editUser,
  errors: ['username-taken', 'username-invalid', 'picture-invalid', 'amount-out-of-range'],
} as const satisfies Endpoint

const Preferences = { language: z.nullable(Language), theme: z.nullable(Theme) }

export const updatePreferences = {
  method: 'PUT',
  path: '/accounts/preferences',
  access: 'user',
  summary: 'Updates the appearance of the interface; absent fields stay, null leaves the choice to the browser',
  body: z.strictObject({ language: z.optional(Preferences.language), theme: z.optional(Preferences.theme) }),
  data: z.object(Preferences),
  fallback: fallbacks.updateUserData,
} as const satisfies Endpoint

export const listFeatures = {
  method: 'GET',
  path: '/accounts/features',
  access: 'user',
  summary: 'The names of the features that are enabled for the caller',
  data: z.array(z.string()),
} as const satisfies Endpoint

export const listAnnouncements = {
  method: 'GET',
  path: '/accounts/announcements',
  access: 'user',
  summary: 'Announcements of the operator to all users, newest first',
  data: z.array(
    z.object({
      id: Id,
      title: z.string(),
      content: z.string(),
      link: z.nullable(z.string()),
      createdAt: Instant,
    }),
  ),
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

/** One line of the statement: one payment, regardless of its internal steps. `msatAmount` is unsigned; `type` gives the
 * direction. */
export const Transaction = z.object({
  id: Id,
  paymentId: Id,
  type: TransactionType,
  title: z.nullable(z.string()),
  contentId: z.nullable(Id),
  contentType: z.nullable(z.string()),
  /** The artist or podcast of the content. */
  contentBy: z.nullable(z.string()),
  /** The cover of the content, while it is public. */
  artworkUrl: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  msatAmount: Msat,
  feeMsat: Msat,
  /** The change of the balance so far. */
  msatChange: SignedMsat,
  /** On its way: reaches the balance later, or not at all. */
  msatPending: Msat,
  /** When it does, if that is known: money of tickets, a day after the event, unless that moves or is cancelled. */
  arrivesAt: z.nullable(Instant),
  /** What it is for, where the type does not say it, such as a promo's budget or a refunded ticket. */
  note: z.nullable(LineNote),
  success: z.boolean(),
  isPending: z.boolean(),
  /** `sending`: the payment is on its way, or one of several in a boost. `kept`: shares below the smallest payment wait for
   * more, nothing else is paid; `part-kept`: the rest is paid. */
  detail: z.nullable(z.enum(['reserved', 'sending', 'unknown', 'kept', 'part-kept'])),
  /** For a pending payment: when its money is returned, unless it has been sent by then. */
  heldUntil: z.nullable(Instant),
  failureReason: z.nullable(z.string()),
  /** The Lightning address it was sent to. */
  address: z.nullable(z.string()),
  /** Paid by the caller as an anonymous zap. */
  isAnonymous: z.boolean(),
  /** A visitor's first zap, paid by the house. */
  isGift: z.boolean(),
  /** The balance after this line, counting each payment at its creation time. Only in a list of all types. */
  msatBalanceAfter: z.nullable(Msat),
  createdAt: Instant,
  /** paymentId, feeMsat, isPending and createdAt with the names of the first implementation. */
  paymentid: Id,
  feemsat: Msat,
  ispending: z.boolean(),
  created_at: Instant,
})

const TRANSACTION_PAGES_MAX = 10_000

const Filters = z.object({ filters: z.optional(z.string().check(z.maxLength(200))) })

export const listTransactions = {
  method: 'GET',
  path: '/accounts/txs/:page',
  access: 'user',
  summary: 'The statement, newest first, 40 lines a page, grouped by ISO day',
  params: z.object({ page: FormInteger.check(z.minimum(1), z.maximum(TRANSACTION_PAGES_MAX)) }),
  query: Filters,
  data: z.object({
    transactions: z.record(z.string(), z.array(Transaction)),
    pagination: Pagination,
    /** Over all pages of these types. */
    totals: z.object({ msatIn: Msat, msatOut: Msat }),
    /** The types that have lines, regardless of `filters`. */
    types: z.array(TransactionType),
  }),
} as const satisfies Endpoint

export const exportStatement = {
  method: 'GET',
  path: '/accounts/statement.csv',
  access: 'user',
  summary: 'The whole statement as CSV, newest first, amounts in msat',
  query: Filters,
  data: z.string(),
  textType: 'text/csv; charset=utf-8',
} as const satisfies Endpoint

export const getTransaction = {
  method: 'GET',
  path: '/accounts/tx/:type/:paymentId',
  access: 'user',
  summary: 'A payment of the caller by its type, with its exact arithmetic',
  params: z.object({ type: TransactionType, paymentId: Id }),
  data: Payment,
} as const satisfies Endpoint

export const getTransactionSplits = {
  method: 'GET',
  path: '/accounts/tx/splits/:paymentId',
  access: 'user',
  summary: 'The shares of a payment, for its payer and recipients; feeMsat is the platform fee on each share',
  params: z.object({ paymentId: Id }),
  retry: false,
  data: z.array(z.object({ msatAmount: Msat, feeMsat: Msat, name: z.nullable(z.string()), userId: z.nullable(Id) })),
} as const satisfies Endpoint

export const setLightningAddress = {
  method: 'POST',
  path: '/accounts/ln-address',
  access: 'user',
  proof: 'money',
  summary: 'Sets the Lightning address that the caller’s earnings are forwarded to',
  body: z.strictObject({ lightningAddress: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)) }),
  data: z.object({ userId: Id, lightningAddress: z.string() }),
  fallback: fallbacks.setLightningAddress,
  errors: [
    'lightning-address-invalid',
    'lightning-address-unreachable',
    'lightning-address-refused',
    'lightning-address-answer-wrong',
    'lightning-address-own',
    'proof-needed',
  ],
} as const satisfies Endpoint

export const removeLightningAddress = {
  method: 'DELETE',
  path: '/accounts/ln-address',
  access: 'user',
  summary: 'Stops forwarding; earnings that were not sent stay in the balance',
  data: z.object({ userId: Id }),
  fallback: fallbacks.removeLightningAddress,
} as const satisfies Endpoint

/** The status of forwarding. `msatWaiting` is earned but not in a batch yet. */
export const Forwarding = z.object({
  lightningAddress: z.nullable(z.string()),
  msatWaiting: Msat,
  /** A batch of at least this amount is sent immediately. */
  msatAtOnce: Msat,
  /** A batch of at least this amount is sent after a day. */
  msatAfterDay: Msat,
  waitingSince: z.nullable(Instant),
  heldBack: z.nullable(z.enum(['locked', 'email-not-verified', 'halted', 'budget', 'liquidity', 'limit'])),
  batch: z.nullable(
    z.object({
      paymentId: Id,
      msatAmount: Msat,
      state: z.enum(['waiting', 'sending', 'settled', 'failed']),
      attempts: z.int(),
      nextTryAt: z.nullable(Instant),
      lastError: z.nullable(z.string()),
      createdAt: Instant,
    }),
  ),
})

export const getForwarding = {
  method: 'GET',
  path: '/accounts/ln-address',
  access: 'user',
  summary: 'The state of forwarding: the amount that waits, and the newest batch',
  data: Forwarding,
} as const satisfies Endpoint
