/** A user's connections: create, list, change, end, and the payments of each. Requests of apps: answer.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/payments/connections.ts'
import { writeLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { type NostrEvent, signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf, secretToHex } from '#protocols/nostr/keys.ts'
import { DELETION_KIND } from '#protocols/nostr/kinds.ts'
import { formatConnectionUri, makeInfo, WALLET_ENCRYPTIONS, WALLET_INFO_KIND } from '#protocols/nostr/wallet-connect.ts'
import { type Deed, hashOfTerms, requireGrant } from '#server/accounts/grants.ts'
import { readPerson } from '#server/accounts/people.ts'
import { mustBeWhereMoneyMoves } from '#server/accounts/region.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { mustBeUser, type User, type Who } from '#server/platform/http/who.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { clientFieldsOf, readTerms, type Terms } from './client-terms.ts'
import * as queries from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { walletKeyOf, walletPubkeyOf } from './keys.ts'
import { methodsOf, notificationsOf } from './methods.ts'
import { BUDGET_MS } from './pay.ts'
import { listPaid, sumSpent } from './request-queries.ts'
import { tell } from './tell.ts'

const CONNECTIONS_MAX = 50
const MADE_PER_HOUR = { max: 30, windowSeconds: 3_600 }
const PAYMENTS_PER_PAGE = 20
/** The permissions that move money into or out of a balance. */
const MOVING = ['pay_invoice', 'pay_keysend', 'make_invoice']

type Connection = Data<typeof calls.listConnections>[number]

export async function listConnections(deps: WalletDeps, who: Who): Promise<Connection[]> {
  mustBeUser(who)
  return describe(deps, await queries.listConnectionRows(deps.database.read, who.userId))
}

/** The secret is returned once and not stored. A client that generated its own secret gets none. */
export async function createConnection(
  deps: WalletDeps,
  who: Who,
  sent: Input<typeof calls.createConnection>['body'],
): Promise<Data<typeof calls.createConnection>> {
  mustBeUser(who)
  const { terms, clientPubkey } = readTerms(sent)
  const { database, clock, payments, secret, relayUrl } = deps
  const now = clock.now()
  await countUse(database.read, `wallet-made:${who.userId}`, MADE_PER_HOUR, now)
  const isMoving = terms.permissions.some((permission) => MOVING.includes(permission))
  if (isMoving) await mustBeWhereMoneyMoves(database.read, payments.limits, who)
  mustEndLater(terms, now)
  const clientKey = clientPubkey === null ? generateSecretKey() : null
  const id = newId(now.getTime())
  const walletPubkey = walletPubkeyOf(secret, id)
  const row = {
    ...rowOf(terms),
    id,
    user_id: who.userId,
    client_pubkey: clientKey === null ? clientPubkey! : publicKeyOf(clientKey),
    wallet_pubkey: walletPubkey,
    described_at: BigInt(Math.floor(now.getTime() / 1_000)),
    created_at: now,
  }
  await tell(deps, [describeWallet(deps, row)], async (tx) => {
    if ((await queries.countConnectionsLocked(tx, who.userId)) >= CONNECTIONS_MAX) {
      throw new AppError(422, 'rule-broken', `At most ${CONNECTIONS_MAX} apps can be connected.`)
    }
    if (clientPubkey !== null && (await queries.findOwnByClient(tx, who.userId, clientPubkey)) !== undefined) {
      throw new AppError(409, 'conflict', 'pubkey: this key is connected already.')
    }
    await requireGrant(tx, who, deedOf(terms, { clientPubkey }), now)
    await queries.insertConnection(tx, row)
    return true
  })
  const connection = await mustFind(deps, who, id)
  const lud16 = await addressOf(deps, who.userId)
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
  who: Who,
  connectionId: string,
  terms: Terms,
): Promise<Connection> {
  const row = await mustReadOwn(deps.database.read, who, connectionId)
  mustBeUser(who)
  const { clock, database, payments } = deps
  const added = terms.permissions.filter((permission) => !row.permissions.includes(permission))
  if (added.some((permission) => MOVING.includes(permission))) {
    await mustBeWhereMoneyMoves(database.read, payments.limits, who)
  }
  mustEndLater(terms, clock.now())
  const nowSeconds = Math.floor(clock.now().getTime() / 1_000)
  const changed = await database.transaction(async (tx) => {
    const before = await queries.lockConnection(tx, connectionId)
    if (before !== undefined && isWider(before, rowOf(terms))) {
      await requireGrant(tx, who, deedOf(terms, { connectionId }), clock.now())
    }
    return queries.updateTerms(tx, connectionId, rowOf(terms), nowSeconds)
  })
  if (changed === undefined) throw notFound()
  await tell(deps, [describeWallet(deps, changed)])
  return mustFind(deps, who, connectionId)
}

export async function deleteConnection(deps: WalletDeps, who: Who, connectionId: string): Promise<null> {
  const row = await mustReadOwn(deps.database.read, who, connectionId)
  const now = deps.clock.now()
  await tell(deps, [withdrawDescription(deps.secret, row, now)], async (tx) => {
    await queries.endConnection(tx, row.id, now)
    return true
  })
  return null
}

export async function listPayments(
  deps: WalletDeps,
  who: Who,
  connectionId: string,
  page: number,
): Promise<Data<typeof calls.listConnectionPayments>> {
  await mustReadOwn(deps.database.read, who, connectionId)
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
function deedOf(terms: Terms, of: { connectionId?: string; clientPubkey?: string | null }): Deed {
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

function mustEndLater({ expiresAt }: Terms, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw new AppError(422, 'rule-broken', 'This end has passed already.')
}

/** Finds a connection by its id or the app's key. Not found for other users. */
async function mustReadOwn(tx: Tx, who: Who, name: string): Promise<queries.ConnectionRow> {
  mustBeUser(who)
  const isKey = HEX_32.test(name)
  const row = await (isKey ? queries.findOwnByClient(tx, who.userId, name) : queries.readConnection(tx, name))
  if (row === undefined || row.user_id !== who.userId || row.deleted_at !== null) throw notFound()
  return row
}

async function mustFind(deps: WalletDeps, who: User, connectionId: string): Promise<Connection> {
  const [found] = await describe(deps, [await mustReadOwn(deps.database.read, who, connectionId)])
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
  const person = await readPerson(database.read, userId)
  if (person === null) return null
  return writeLightningAddress({ username: person.username, host: new URL(payments.publicOrigin).host })
}

type Described = Pick<queries.ConnectionRow, 'id' | 'permissions' | 'described_at'>

/** The info event (NIP-47): the methods, notifications and encryptions of this connection. */
function describeWallet(deps: WalletDeps, row: Described): NostrEvent {
  const info = {
    methods: methodsOf(deps, row),
    notifications: notificationsOf(row),
    encryptions: [...WALLET_ENCRYPTIONS],
  }
  return makeInfo(info, { secretKey: walletKeyOf(deps.secret, row.id), createdAtSeconds: Number(row.described_at) })
}

function withdrawDescription(secret: string, row: queries.ConnectionRow, now: Date): NostrEvent {
  const tags = [['a', `${WALLET_INFO_KIND}:${row.wallet_pubkey}:`]]
  const createdAt = Math.max(Math.floor(now.getTime() / 1_000), Number(row.described_at))
  return signEvent({ kind: DELETION_KIND, created_at: createdAt, tags, content: '' }, walletKeyOf(secret, row.id))
}
