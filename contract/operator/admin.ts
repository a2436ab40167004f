/** What an operator sees and does: the state of the money, and withdrawing the platform's fees. */
import * as z from 'zod/mini'
import { Custody, OpenDifference, OutgoingStop, Reason, ReasonBody } from './admin-money.ts'
import { ColdStorage } from './cold-storage.ts'
import { Proposal } from './proposals.ts'
import { ReportReason } from '#contract/community/reports.ts'
import { Username } from '#contract/accounts/identifiers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorRoles } from '#contract/roles.ts'
import { Hex32, Id, Instant, PageLink, PageQuery, text } from '#contract/fields.ts'
import { Msat, SignedMsat } from '#contract/money.ts'
import { Destination, destinationErrors } from '#contract/payments/payments.ts'

/** An overview of the books. Balances are by kind of account (docs/ledger.md), and add up to zero. */
export const Money = z.object({
  accounts: z.array(z.object({ account: z.string(), msatBalance: SignedMsat })),
  /** Owed to others: the sum of the accounts that are not the operator's, except `inflight`. */
  msatOwed: Msat,
  /** What the node can pay out now; null while it is unreachable. */
  msatSpendable: z.nullable(Msat),
  audit: z.object({
    lastRunAt: z.nullable(Instant),
    lastRightAt: z.nullable(Instant),
    wrongSince: z.nullable(Instant),
    haltedAt: z.nullable(Instant),
    /** False while a restored or promoted database waits for its first passed audit: no payment leaves until then. */
    isChecked: z.boolean(),
    findings: z.array(z.string()),
  }),
  /** Open differences between the books and the node, oldest first. */
  differences: z.array(OpenDifference),
  outgoing: OutgoingStop,
  custody: Custody,
  coldStorage: ColdStorage,
  proposals: z.array(Proposal),
  payouts: z.array(
    z.object({
      paymentId: Id,
      purpose: z.string(),
      detail: z.enum(['reserved', 'sending', 'unknown']),
      msatAmount: Msat,
      /** The payment hash, by which the node knows it. */
      paymentHash: z.string(),
      createdAt: Instant,
      /** When an operator may refund it; null unless its outcome is unknown. */
      refundableAt: z.nullable(Instant),
    }),
  ),
  suspense: z.array(
    z.object({
      itemId: Id,
      reason: z.string(),
      msatAmount: Msat,
      paymentHash: z.nullable(z.string()),
      paymentId: z.nullable(Id),
      createdAt: Instant,
    }),
  ),
})

export const getMoney = {
  method: 'GET',
  path: '/admin/money',
  access: ['treasurer'],
  summary: 'The state of the money: accounts, the last audit, payouts without an outcome, suspense items',
  data: Money,
} as const satisfies Endpoint

export const withdrawPlatformFee = {
  method: 'POST',
  path: '/admin/withdraw-fee',
  access: ['owner'],
  proof: 'money',
  summary: "Pays a Lightning invoice or address from the platform's fees, by the same steps as any withdrawal",
  body: z.strictObject(Destination),
  data: z.object({ paymentId: Id, state: z.enum(['pending', 'settled', 'failed']), feeReserveMsat: Msat }),
  errors: [...destinationErrors, 'proof-needed'],
} as const satisfies Endpoint

export const refundPayout = {
  method: 'POST',
  path: '/admin/payouts/:paymentId/give-back',
  access: ['treasurer'],
  summary: 'Looks up a payment without an outcome for a day at the node again; refunds it if there is still none',
  params: z.object({ paymentId: Id }),
  body: ReasonBody,
  /** `settled`: the node reported an outcome after all, and it was paid. */
  data: z.object({ state: z.enum(['settled', 'failed']) }),
  errors: ['login-not-fresh', 'payout-not-givable', 'lightning-unavailable'],
} as const satisfies Endpoint

export const assignSuspense = {
  method: 'POST',
  path: '/admin/suspense/:itemId/give',
  access: ['treasurer'],
  summary: 'Assigns money in suspense to the user it belongs to',
  params: z.object({ itemId: Id }),
  body: z.strictObject({ username: Username, reason: z.optional(Reason) }),
  data: z.object({ msatAmount: Msat, username: z.string() }),
  errors: ['login-not-fresh', 'recipients-unknown', 'second-operator-needed'],
} as const satisfies Endpoint

export const AdminIds = z.array(Id).check(z.maxLength(100))
export const Titles = z.array(z.object({ id: Id, title: z.string() }))

const Affected = z.object({
  artists: Titles,
  podcasts: Titles,
  /** Single tracks and episodes. */
  audio: Titles,
  albumCount: z.int(),
  trackCount: z.int(),
  episodeCount: z.int(),
  /** The users whose outgoing payments are on hold until this is undone. */
  owners: z.array(z.object({ userId: Id, name: z.string() })),
  /** Requested, but missing or already hidden. */
  skippedIds: z.array(Id),
})

export const takeDown = {
  method: 'POST',
  path: '/admin/takedown',
  access: ['moderator'],
  summary: 'Hides content, and holds the outgoing payments of its owners; dryRun only returns what would change',
  body: z.strictObject({
    artistIds: z.optional(AdminIds),
    podcastIds: z.optional(AdminIds),
    /** Artists, albums, tracks, podcasts and episodes. */
    contentIds: z.optional(AdminIds),
    /** All artists and podcasts of these users. */
    userIds: z.optional(AdminIds),
    /** Tracks and episodes: all that play the same file or a recording that sounds alike. Later uploads of these are held
     * until an operator releases them, as long as the takedown lasts. */
    soundsOf: z.optional(AdminIds),
    ground: z.optional(ReportReason),
    reason: Reason,
    dryRun: z.optional(z.boolean()),
  }),
  data: z.object({ takedownId: z.nullable(Id), affected: Affected }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

export const undoTakedown = {
  method: 'POST',
  path: '/admin/takedown/:takedownId/undo',
  access: ['moderator'],
  summary: 'Reverses a takedown, and lifts its hold on the outgoing payments of the owners; other holds stay',
  params: z.object({ takedownId: Id }),
  body: ReasonBody,
  data: z.object({ takedownId: Id, restoredIds: z.array(Id) }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

export const listTakedowns = {
  method: 'GET',
  path: '/admin/takedowns',
  access: ['moderator'],
  summary: 'Takedowns, newest first',
  query: PageQuery,
  data: z.array(
    z.object({
      takedownId: Id,
      reason: z.string(),
      madeBy: z.string(),
      madeAt: Instant,
      undoneAt: z.nullable(Instant),
      items: z.array(z.object({ contentId: Id, contentType: z.string(), title: z.string(), ownerName: z.string() })),
    }),
  ),
} as const satisfies Endpoint

const AdminUser = z.object({
  userId: Id,
  name: z.string(),
  displayName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: z.nullable(z.enum(operatorRoles)),
  isLocked: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: Instant,
  features: z.array(z.string()),
  holds: z.array(z.object({ cause: z.string(), reason: z.string(), createdAt: Instant })),
  artists: z.array(z.object({ id: Id, name: z.string() })),
  podcasts: z.array(z.object({ id: Id, name: z.string() })),
})

export const findUsers = {
  method: 'GET',
  path: '/admin/people',
  access: ['moderator', 'support', 'treasurer'],
  summary: 'Users by the beginning of the username, or by the exact e-mail address',
  query: z.object({ search: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) }),
  data: z.array(AdminUser),
} as const satisfies Endpoint

export const holdUser = {
  method: 'POST',
  path: '/admin/people/:userId/lock',
  access: ['moderator', 'treasurer'],
  summary:
    'Holds the outgoing payments of a user, who can still log in, listen and receive; of an operator only for owners',
  params: z.object({ userId: Id }),
  body: ReasonBody,
  data: z.object({ userId: Id, isLocked: z.boolean() }),
  errors: ['login-not-fresh', 'conflict'],
} as const satisfies Endpoint

export const releaseUser = {
  method: 'POST',
  path: '/admin/people/:userId/unlock',
  access: ['moderator', 'treasurer'],
  summary: 'Lifts all holds on the outgoing payments of a user; of an operator only for owners',
  params: z.object({ userId: Id }),
  body: ReasonBody,
  data: z.object({ userId: Id, isLocked: z.boolean() }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

export const setPersonFeature = {
  method: 'PUT',
  path: '/admin/people/:userId/features',
  access: ['owner'],
  summary: 'Turns a feature on or off for a user',
  params: z.object({ userId: Id }),
  body: z.strictObject({ feature: text(60), isOn: z.boolean() }),
  data: z.object({ features: z.array(z.string()) }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

export const createAnnouncement = {
  method: 'POST',
  path: '/admin/announcements',
  access: ['owner'],
  summary: 'Publishes an announcement to all users',
  body: z.strictObject({ title: text(255), content: text(4_000), link: PageLink }),
  data: z.object({ announcementId: Id }),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

/** How many Nostr keys a server can block. The whole list is returned with the authors of each work. */
export const SERVER_BLOCKS_MAX = 1_000

export const listServerBlocks = {
  method: 'GET',
  path: '/admin/nostr-blocks',
  access: ['moderator'],
  summary: 'Nostr keys that are blocked on every page and on the relay, newest first',
  query: PageQuery,
  data: z.array(z.object({ pubkey: Hex32, reason: z.string(), since: Instant })),
} as const satisfies Endpoint

export const blockKeyEverywhere = {
  method: 'POST',
  path: '/admin/nostr-blocks',
  access: ['moderator'],
  summary: 'Blocks a nostr key on every page and on the relay, which deletes the events of the key',
  body: z.strictObject({ pubkey: Hex32, reason: Reason }),
  data: z.null(),
  errors: ['login-not-fresh', 'rule-broken'],
} as const satisfies Endpoint

export const unblockKeyEverywhere = {
  method: 'DELETE',
  path: '/admin/nostr-blocks/:pubkey',
  access: ['moderator'],
  summary: 'Unblocks a nostr key; its deleted events are not restored',
  params: z.object({ pubkey: Hex32 }),
  data: z.null(),
  errors: ['login-not-fresh'],
} as const satisfies Endpoint

export const listFailingJobs = {
  method: 'GET',
  path: '/admin/jobs',
  access: ['support', 'treasurer'],
  summary: 'Background jobs that failed at least twice in a row, with the last error',
  data: z.array(z.object({ name: z.string(), failures: z.int(), failedAt: Instant, error: z.string() })),
} as const satisfies Endpoint

/** The parameters of an action: names, switches, ids. */
const Detail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

export const listAdminActions = {
  method: 'GET',
  path: '/admin/actions',
  access: ['treasurer'],
  summary: 'The log of what admins have done, newest first',
  query: PageQuery,
  data: z.array(
    z.object({
      id: Id,
      adminName: z.string(),
      action: z.string(),
      targetType: z.nullable(z.string()),
      targetId: z.nullable(Id),
      reason: z.nullable(z.string()),
      details: z.record(z.string(), Detail),
      createdAt: Instant,
    }),
  ),
} as const satisfies Endpoint
