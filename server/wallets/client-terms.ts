/** The terms of a connection in the format of the first implementation's clients, next to our own. pay.ts and
 * methods.ts enforce the terms. */
import type * as z from 'zod/mini'
import {
  type Connection,
  ConnectionPermission,
  type createConnection,
  type editConnection,
} from '#contract/payments/connections.ts'
import type { Input } from '#contract/endpoint.ts'
import { MAX_PAYMENT_MSAT } from '#contract/money.ts'
import { isPublicKey } from '#protocols/nostr/keys.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ConnectionRow } from './connection-queries.ts'

export type Terms = Input<typeof editConnection>['body']
type Sent = Input<typeof createConnection>['body']
type ConnectionData = z.output<typeof Connection>
type ClientFields = Pick<
  ConnectionData,
  | 'pubkey'
  | 'userId'
  | 'lastUsed'
  | 'pay_invoice'
  | 'get_balance'
  | 'make_invoice'
  | 'lookup_invoice'
  | 'msatBudget'
  | 'maxMsatPaymentAmount'
  | 'deleted'
>

/** The terms in our format, and the key of a client that keeps its own secret. Null: the key pair is generated here. */
export function readTerms(sent: Sent): { terms: Terms; clientPubkey: string | null } {
  if (!('pubkey' in sent)) return { terms: sent, clientPubkey: null }
  if (!isPublicKey(sent.pubkey)) throw new AppError(422, 'rule-broken', 'pubkey: this is not a public key.')
  const known = ConnectionPermission.def.entries
  const permissions = Object.values(known).filter((permission) => sent.requestMethods.includes(permission))
  if (permissions.length === 0) {
    throw new AppError(422, 'rule-broken', `requestMethods: none of them is one of ${Object.keys(known).join(', ')}.`)
  }
  const weeklyBudgetMsat = sent.msatBudget === 0 ? null : sent.msatBudget
  const terms = {
    name: sent.name,
    permissions,
    weeklyBudgetMsat,
    maxPaymentMsat: sent.maxMsatPaymentAmount,
    expiresAt: null,
  }
  return { terms, clientPubkey: sent.pubkey }
}

export function clientFieldsOf(row: ConnectionRow): ClientFields {
  const may = (permission: string) => row.permissions.includes(permission)
  return {
    pubkey: row.client_pubkey,
    userId: row.user_id,
    lastUsed: row.last_used_at,
    pay_invoice: may('pay_invoice'),
    get_balance: may('get_balance'),
    make_invoice: may('make_invoice'),
    lookup_invoice: may('lookup_invoice'),
    msatBudget: row.weekly_budget_msat ?? 0n,
    maxMsatPaymentAmount: row.max_payment_msat ?? BigInt(MAX_PAYMENT_MSAT),
    deleted: row.deleted_at !== null,
  }
}
