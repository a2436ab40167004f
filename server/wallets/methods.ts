/** The requests of apps other than payments: balance, invoices, transactions and info. Paying is in pay.ts; permissions
 * are in permission.ts. */
import * as z from 'zod/mini'
import { Hex32 } from '#contract/fields.ts'
import { decodeInvoice, type DecodedInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import {
  WALLET_METHODS,
  type WalletMethod,
  type WalletResults,
  type WalletTransaction,
} from '#protocols/nostr/wallet-methods.ts'
import { requireMoneyRegion } from '#server/accounts/region.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { requestInvoice } from '#server/payments/invoices/invoice.ts'
import { requireWithinLimits } from '#server/payments/recipients/terms.ts'
import {
  selectTransaction,
  selectTransactions,
  type WalletTransactionRow,
} from '#server/payments/statements/transaction-queries.ts'
import type { ConnectionRow } from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { WalletRefused } from './refusal.ts'
import { findBookedKeysend, type RequestRow } from './request-queries.ts'

export type Requested = { connection: ConnectionRow; operationId: string; params: Record<string, unknown> }

/** In the order in which they are listed, without `pay_keysend` when the node cannot send keysend payments. */
export function servedHere({ payments }: Pick<WalletDeps, 'payments'>): WalletMethod[] {
  return WALLET_METHODS.filter((method) => method !== 'pay_keysend' || payments.node.capabilities.keysend)
}

/** The methods that this connection may use. */
export function methodsOf(
  deps: Pick<WalletDeps, 'payments'>,
  { permissions }: Pick<ConnectionRow, 'permissions'>,
): WalletMethod[] {
  return servedHere(deps).filter((method) => method === 'get_info' || permissions.includes(method))
}

export const NOTIFICATIONS = ['payment_received', 'payment_sent'] as const
export function notificationsOf({ permissions }: Pick<ConnectionRow, 'permissions'>): string[] {
  return permissions.includes('notifications') ? [...NOTIFICATIONS] : []
}

const NETWORKS = { bc: 'mainnet', tb: 'testnet', tbs: 'signet', bcrt: 'regtest' } as const

export async function getInfo(deps: WalletDeps, { connection }: Requested): Promise<WalletResults['get_info']> {
  return {
    alias: deps.brandName,
    pubkey: deps.payments.nodePubkey,
    network: NETWORKS[deps.payments.network],
    methods: methodsOf(deps, connection),
    notifications: notificationsOf(connection),
  }
}

export async function getBalance(deps: WalletDeps, { connection }: Requested): Promise<WalletResults['get_balance']> {
  return { balance: Number(await readUserBalance(deps.database.read, connection.user_id)) }
}

const Seconds = z.int().check(z.minimum(0), z.maximum(100_000_000_000))
export const InvoiceText = z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000))

const MakeInvoice = z.object({
  amount: z.int().check(z.minimum(1)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(640)))),
  description_hash: z.optional(z.nullable(z.union([z.literal(''), Hex32]))),
  expiry: z.optional(z.nullable(Seconds)),
})

/** Credits the balance like a deposit. Expires after the configured time, or earlier. */
export async function makeInvoice(deps: WalletDeps, requested: Requested): Promise<WalletResults['make_invoice']> {
  const { amount, description, description_hash: hash, expiry } = readParams(MakeInvoice, requested.params)
  const { payments } = deps
  const { user_id: userId } = requested.connection
  await requireVerified(deps, userId)
  const amountMsat = BigInt(amount)
  requireWithinLimits(payments, amountMsat)
  const longest = payments.limits.invoiceExpirySeconds
  const { payment_hash: paymentHash } = await requestInvoice(payments, {
    id: requested.operationId,
    purpose: 'deposit',
    ownerId: userId,
    amountMsat,
    expirySeconds: expiry ? Math.min(expiry, longest) : longest,
    description: description || 'Deposit',
    ...(hash ? { descriptionHash: hash } : {}),
    zap: null,
  })
  return requireFound(deps, userId, paymentHash ?? '')
}

const LookupInvoice = z.object({
  payment_hash: z.optional(z.nullable(Hex32)),
  invoice: z.optional(z.nullable(InvoiceText)),
})

export async function lookupInvoice(deps: WalletDeps, requested: Requested): Promise<WalletResults['lookup_invoice']> {
  const { payment_hash: hash, invoice } = readParams(LookupInvoice, requested.params)
  const paymentHash = hash || (invoice ? decode(invoice).paymentHash : null)
  if (paymentHash === null) throw new WalletRefused('OTHER', 'Either payment_hash or invoice is needed.')
  return requireFound(deps, requested.connection.user_id, paymentHash)
}

const LISTED_MAX = 50
const ListTransactions = z.object({
  from: z.optional(z.nullable(Seconds)),
  until: z.optional(z.nullable(Seconds)),
  limit: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  offset: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
  unpaid: z.optional(z.nullable(z.boolean())),
  type: z.optional(z.nullable(z.enum(['incoming', 'outgoing']))),
})

export async function listTransactions(
  deps: WalletDeps,
  requested: Requested,
): Promise<WalletResults['list_transactions']> {
  const { from, until, limit, offset, unpaid, type } = readParams(ListTransactions, requested.params)
  const now = deps.clock.now()
  const rows = await selectTransactions(deps.database.read, requested.connection.user_id, {
    direction: type ?? null,
    withUnpaid: unpaid ?? false,
    from: new Date((from ?? 0) * 1_000),
    // Includes the whole second.
    until: until ? new Date(until * 1_000 + 999) : now,
    offset: offset ?? 0,
    // Some clients send 0 for no limit.
    limit: Math.min(limit || LISTED_MAX, LISTED_MAX),
    now,
  })
  return { transactions: rows.map(describeTransaction) }
}

/** Null when this user has no transaction with this hash. */
export async function findTransaction(
  deps: Pick<WalletDeps, 'database' | 'clock'>,
  userId: string,
  paymentHash: string,
): Promise<WalletTransaction | null> {
  const row = await selectTransaction(deps.database.read, userId, paymentHash, deps.clock.now())
  if (row !== undefined) return describeTransaction(row)
  const booked = await findBookedKeysend(deps.database.read, userId, paymentHash)
  return booked === undefined ? null : describeBooked(booked)
}

/** Settled at the moment it was requested. */
function describeBooked(row: RequestRow): WalletTransaction {
  const { payment_hash: paymentHash, amount_msat: amountMsat, description, preimage, created_at: createdAt } = row
  return {
    type: 'outgoing',
    state: 'settled',
    description: description ?? '',
    preimage: preimage!,
    payment_hash: paymentHash!,
    amount: Number(amountMsat),
    fees_paid: 0,
    created_at: secondsOf(createdAt),
    settled_at: secondsOf(createdAt),
  }
}

async function requireFound(deps: WalletDeps, userId: string, paymentHash: string): Promise<WalletTransaction> {
  const found = await findTransaction(deps, userId, paymentHash)
  if (found === null) throw new WalletRefused('NOT_FOUND', 'There is no such invoice.')
  return found
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000)

function describeTransaction(row: WalletTransactionRow): WalletTransaction {
  const { description = '', descriptionHash } = row.bolt11 === null ? {} : decodeInvoice(row.bolt11)
  return {
    type: row.direction,
    state: row.state,
    ...(row.bolt11 === null ? {} : { invoice: row.bolt11 }),
    description,
    ...(descriptionHash === undefined ? {} : { description_hash: descriptionHash }),
    ...(row.preimage === null ? {} : { preimage: row.preimage }),
    payment_hash: row.payment_hash,
    amount: Number(row.amount_msat),
    fees_paid: Number(row.fee_msat),
    created_at: secondsOf(row.created_at),
    ...(row.expires_at === null ? {} : { expires_at: secondsOf(row.expires_at) }),
    ...(row.settled_at === null ? {} : { settled_at: secondsOf(row.settled_at) }),
  }
}

/** The region of an app's request is unknown, so it is not checked here; it was checked when the user connected the
 * app. */
export async function requireVerified({ database, payments }: WalletDeps, userId: string): Promise<void> {
  const { requireVerifiedWallet } = payments.limits
  const caller = {
    kind: 'user',
    userId,
    role: null,
    lacksSecondFactor: false,
    isLocked: false,
    isFresh: false,
    sessionId: null,
    ip: '',
  } as const
  await requireMoneyRegion(database.read, { requireVerifiedWallet, regionAllow: [], regionDeny: [] }, caller)
}

export function readParams<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const read = schema.safeParse(params)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw new WalletRefused('OTHER', `${path.join('.') || 'params'}: ${message}`)
}

export function decode(bolt11: string): DecodedInvoice {
  try {
    return decodeInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvalidInvoice) throw new WalletRefused('OTHER', error.message)
    throw error
  }
}
