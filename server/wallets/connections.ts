/** A user's connections: create, list, change, end, and the payments of each. Requests of apps: respond.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/payments/connections.ts'
import { formatLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { type NostrEvent, signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf, secretToHex } from '#protocols/nostr/keys.ts'
import { DELETION_KIND } from '#protocols/nostr/kinds.ts'
import {
  formatConnectionUri,
  createInfo,
  WALLET_ENCRYPTIONS,
  WALLET_INFO_KIND,
} from '#protocols/nostr/wallet-connect.ts'
import { type Operation, hashOfTerms, requireGrant } from '#server/accounts/grants.ts'
import { readUser } from '#server/accounts/users.ts'
import { requireMoneyRegion } from '#server/accounts/region.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type AuthenticatedUser, type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { clientFieldsOf, readTerms, type Terms } from './client-terms.ts'
import * as queries from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { walletKeyOf, walletPubkeyOf } from './keys.ts'
import { methodsOf, notificationsOf } from './methods.ts'
import { BUDGET_MS } from './permission.ts'
import { listPaid, sumSpent } from './request-queries.ts'
import { publishEvents } from './publish-events.ts'

const CONNECTIONS_MAX = 50
const MADE_PER_HOUR = { max: 30, windowSeconds: 3_600 }
const PAYMENTS_PER_PAGE = 20
/** The permissions that move money into or out of a balance. */
const MOVING = ['pay_invoice', 'pay_keysend', 'make_invoice']

type Connection = Data<typeof calls.listConnections>[number]

export async function listConnections(deps: WalletDeps, caller: Caller): Promise<Connection[]> {
  requireUser(caller)
  return describe(deps, await queries.listConnectionRows(deps.database.read, caller.userId))
}

/** The secret is returned once and not stored. A client that generated its own secret gets none. */
export async function createConnection(
  deps: WalletDeps,
  caller: Caller,
  sent: Input<typeof calls.createConnection>['body'],
): Promise<Data<typeof calls.createConnection>> {
  requireUser(caller)
  const { terms, clientPubkey } = readTerms(sent)
  const { database, clock, payments, secret, relayUrl } = deps
  const now = clock.now()
  await countUse(database.read, `wallet-made:${caller.userId}`, MADE_PER_HOUR, now)
  const isMoving = terms.permissions.some((permission) => MOVING.includes(permission))
  if (isMoving) await requireMoneyRegion(database.read, payments.limits, caller)
  requireFutureExpiry(terms, now)
  const clientKey = clientPubkey === null ? generateSecretKey() : null
  const id = newId(now.getTime())
  const walletPubkey = walletPubkeyOf(secret, id)
  const row = {
    ...rowOf(terms),
    id,
    user_id: caller.userId,
    client_pubkey: clientKey === null ? clientPubkey! : publicKeyOf(clientKey),
    wallet_pubkey: walletPubkey,
    described_at: BigInt(Math.floor(now.getTime() / 1_000)),
    created_at: now,
  }
  await publishEvents(deps, [describeWallet(deps, row)], async (tx) => {
    if ((await queries.countConnectionsLocked(tx, caller.userId)) >= CONNECTIONS_MAX) {
      throw new AppError(422, 'rule-broken', `At most ${CONNECTIONS_MAX} apps can be connected.`)
    }
    if (clientPubkey !== null && (await queries.findOwnByClient(tx, caller.userId, clientPubkey)) !== undefined) {
      throw new AppError(409, 'conflict', 'pubkey: this key is connected already.')
    }
    await requireGrant(tx, caller, operationOf(terms, { clientPubkey }), now)
    await queries.insertConnection(tx, row)
    return true
  })
  const connection = await requireFound(deps, caller, id)
  const lud16 = await addressOf(deps, caller.userId)
  const uri = formatConnectionUri({
    walletPubkey,
    relays: [relayUrl],
    secret: clientKey && secretToHex(clientKey),
    lud16,
  })
  return { connection, uri }
}

export async function editConnection(
  deps: WalletDeps,
  caller: Caller,
  connectionId: string,
  terms: Terms,
): Promise<Connection> {
  const row = await requireOwnConnection(deps.database.read, caller, connectionId)
  requireUser(caller)
  const { clock, database, payments } = deps
  const added = terms.permissions.filter((permission) => !row.permissions.includes(permission))
  if (added.some((permission) => MOVING.includes(permission))) {
    await requireMoneyRegion(database.read, payments.limits, caller)
  }
  requireFutureExpiry(terms, clock.now())
  const nowSeconds = Math.floor(clock.now().getTime() / 1_000)
  const changed = await database.transaction(async (tx) => {
    const before = await queries.lockConnection(tx, connectionId)
    if (before !== undefined && isWider(before, rowOf(terms))) {
      await requireGrant(tx, caller, operationOf(terms, { connectionId }), clock.now())
    }
    return queries.updateTerms(tx, connectionId, rowOf(terms), nowSeconds)
  })
  if (changed === undefined) throw notFound()
  await publishEvents(deps, [describeWallet(deps, changed)])
  return requireFound(deps, caller, connectionId)
}

export async function deleteConnection(deps: WalletDeps, caller: Caller, connectionId: string): Promise<null> {
  const row = await requireOwnConnection(deps.database.read, caller, connectionId)
  const now = deps.clock.now()
  await publishEvents(deps, [withdrawDescription(deps.secret, row, now)], async (tx) => {
    await queries.endConnection(tx, row.id, now)
    return true
  })
  return null
}

export async function listPayments(
  deps: WalletDeps,
  caller: Caller,
  connectionId: string,
  page: number,
): Promise<Data<typeof calls.listConnectionPayments>> {
  await requireOwnConnection(deps.database.read, caller, connectionId)
  const offset = (page - 1) * PAYMENTS_PER_PAGE
  const rows = await listPaid(deps.database.read, connectionId, { offset, limit: PAYMENTS_PER_PAGE + 1 })
  return {
    payments: rows.slice(0, PAYMENTS_PER_PAGE).map((row) => ({
      paymentId: row.operation_id,
      state: row.outcome ?? 'pending',
      msatAmount: row.amount_msat ?? 0n,
      msatSpent: row.spent_msat,
      description: row.description,
      createdAt: row.created_at,
    })),
    hasMore: rows.length > PAYMENTS_PER_PAGE,
  }
}

function rowOf({ name, permissions, weeklyBudgetMsat, maxPaymentMsat, expiresAt }: Terms): queries.ConnectionTerms {
  return {
    name,
    permissions: [...new Set(permissions)],
    weekly_budget_msat: weeklyBudgetMsat,
    max_payment_msat: maxPaymentMsat,
    expires_at: expiresAt,
  }
}

/** The action that a proof covers: exactly these terms, of a new connection or of this one. */
function operationOf(terms: Terms, of: { connectionId?: string; clientPubkey?: string | null }): Operation {
  const { name, ...agreed } = rowOf(terms)
  const destination = hashOfTerms([of.connectionId ?? null, of.clientPubkey ?? null, name, Object.entries(agreed)])
  return { action: 'connection', amountMsat: null, destination, label: name }
}

/** Whether the new terms permit more, raise a limit or extend the expiry. */
function isWider(before: queries.ConnectionTerms, after: queries.ConnectionTerms): boolean {
  const isMore = (was: bigint | Date | null, will: bigint | Date | null) =>
    was !== null && (will === null || will > was)
  return (
    after.permissions.some((permission) => !before.permissions.includes(permission)) ||
    isMore(before.weekly_budget_msat, after.weekly_budget_msat) ||
    isMore(before.max_payment_msat, after.max_payment_msat) ||
    isMore(before.expires_at, after.expires_at)
  )
}

function requireFutureExpiry({ expiresAt }: Terms, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw new AppError(422, 'rule-broken', 'expiresAt is in the past.')
}

/** Finds a connection by its id or the app's key. Not found for other users. */
async function requireOwnConnection(tx: Tx, caller: Caller, name: string): Promise<queries.ConnectionRow> {
  requireUser(caller)
  const isKey = HEX_32.test(name)
  const row = await (isKey ? queries.findOwnByClient(tx, caller.userId, name) : queries.readConnection(tx, name))
  if (row === undefined || row.user_id !== caller.userId || row.deleted_at !== null) throw notFound()
  return row
}

async function requireFound(deps: WalletDeps, caller: AuthenticatedUser, connectionId: string): Promise<Connection> {
  const [found] = await describe(deps, [await requireOwnConnection(deps.database.read, caller, connectionId)])
  return found!
}

async function describe(deps: WalletDeps, rows: readonly queries.ConnectionRow[]): Promise<Connection[]> {
  const since = new Date(deps.clock.now().getTime() - BUDGET_MS)
  const ids = rows.map(({ id }) => id)
  const spent = await sumSpent(deps.database.read, ids, since)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    permissions: row.permissions as Connection['permissions'],
    weeklyBudgetMsat: row.weekly_budget_msat,
    maxPaymentMsat: row.max_payment_msat,
    expiresAt: row.expires_at,
    isPaused: row.paused_at !== null,
    spentMsat: spent.get(row.id) ?? 0n,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    ...clientFieldsOf(row),
  }))
}

async function addressOf({ database, payments }: WalletDeps, userId: string): Promise<string | null> {
  const user = await readUser(database.read, userId)
  if (user === null) return null
  return formatLightningAddress({ username: user.username, host: new URL(payments.publicOrigin).host })
}

type Described = Pick<queries.ConnectionRow, 'id' | 'permissions' | 'described_at'>

/** The info event (NIP-47): the methods, notifications and encryptions of this connection. */
function describeWallet(deps: WalletDeps, row: Described): NostrEvent {
  const info = {
    methods: methodsOf(deps, row),
    notifications: notificationsOf(row),
    encryptions: [...WALLET_ENCRYPTIONS],
  }
  return createInfo(info, { secretKey: walletKeyOf(deps.secret, row.id), createdAtSeconds: Number(row.described_at) })
}

function withdrawDescription(secret: string, row: queries.ConnectionRow, now: Date): NostrEvent {
  const tags = [['a', `${WALLET_INFO_KIND}:${row.wallet_pubkey}:`]]
  const createdAt = Math.max(Math.floor(now.getTime() / 1_000), Number(row.described_at))
  return signEvent({ kind: DELETION_KIND, created_at: createdAt, tags, content: '' }, walletKeyOf(secret, row.id))
}
