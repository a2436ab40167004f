/** Processes one request: parse, refuse or execute, respond. Running a request again has no second effect. Requests
 * arrive through inbox.ts. */
import { errorCodes } from '#contract/errors.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { expiryOf } from '#protocols/nostr/kinds.ts'
import {
  encryptionOfRequest,
  InvalidWalletMessage,
  createResponse,
  parseRequest,
  UnsupportedEncryption,
  type WalletResponse,
  type WalletEncryption,
  type WalletErrorCode,
} from '#protocols/nostr/wallet-connect.ts'
import type { WalletMethod } from '#protocols/nostr/wallet-methods.ts'
import type { PaymentOutcome } from '#server/payments/outcome.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type ConnectionRow, recordUse, readConnection } from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { walletKeyOf } from './keys.ts'
import * as methods from './methods.ts'
import { notifyPaid } from './notify.ts'
import { awaitOutcome, beginPayment } from './pay.ts'
import { requireOpen } from './permission.ts'
import { beginKeysend } from './pay-keysend.ts'
import { codeOf, WalletRefused } from './refusal.ts'
import * as queries from './request-queries.ts'
import { publishEvents } from './publish-events.ts'

const REQUESTS_PER_MINUTE = { max: 120, windowSeconds: 60 }
/** For keys without a connection, all together for each wallet. */
const STRANGERS_PER_MINUTE = { max: 20, windowSeconds: 60 }
/** An older request is not executed any more. Allows for differing clocks. */
const AGE_MAX_SECONDS = 600
/** A request that fails this often because of our own error gets INTERNAL as its response. */
const RUNS_MAX = 4
const RETRY_SECONDS = 3
const METHOD = /^[a-z_]{1,40}$/
/** How long the outcome of a payment is awaited. After that it is polled, so that waiting requests do not block
 * others. */
const FOLLOW_MS = 5_000
const POLL_MAX_SECONDS = 60

export type OpenRequest = Pick<queries.RequestRow, 'event_id' | 'connection_id' | 'operation_id' | 'state' | 'runs'> & {
  event: NostrEvent
  payment_hash: string | null
}

/** A request, its connection and what is needed to encrypt the response. */
type RequestContext = {
  request: OpenRequest
  connection: ConnectionRow
  secretKey: Uint8Array
  encryption: WalletEncryption
}

/** Waits for the outcome of a payment, for a few seconds and until the signal aborts, and sends the response. */
export type Follow = (stopping: AbortSignal) => Promise<void>

/** Runs a request leased to this process. Resolves when it has a response, is ignored, or is postponed. When a payment was
 * started, resolves with the function that follows it. */
export async function runRequest(deps: WalletDeps, request: OpenRequest): Promise<Follow | null> {
  const { database } = deps
  const connection = await readConnection(database.read, request.connection_id)
  if (connection === undefined) return null
  const secretKey = walletKeyOf(deps.secret, connection.id)
  const context = { request, connection, secretKey, encryption: encryptionOf(request.event) }
  if (request.state === 'paying') {
    await followPayment(deps, context, request.payment_hash!, AbortSignal.abort())
    return null
  }
  if (isTooLate(deps, request.event)) {
    await queries.ignoreRequest(database.read, request.event_id)
    return null
  }
  let method = 'unknown'
  try {
    const requested = parseRequest(request.event, secretKey)
    if (METHOD.test(requested.method)) method = requested.method
    await requireOwned(deps, connection, request.event)
    const { operation_id: operationId, event_id: eventId } = request
    const parts = { connection, operationId, params: requested.params }
    const served = requirePermitted(deps, connection, requested.method)
    if (served === 'pay_invoice' || served === 'pay_keysend') {
      const paymentHash = await BEGIN[served](deps, eventId, parts)
      return (stopping) => {
        const timeout = AbortSignal.any([stopping, AbortSignal.timeout(FOLLOW_MS)])
        return followPayment(deps, context, paymentHash, timeout)
      }
    }
    const result = await execute(deps, served, parts)
    await respond(deps, context, { method, answer: { resultType: method, error: null, result } })
  } catch (error) {
    await refuse(deps, context, method, error)
  }
  return null
}

function encryptionOf(event: NostrEvent): WalletEncryption {
  try {
    return encryptionOfRequest(event)
  } catch {
    return 'nip44_v2'
  }
}

function isTooLate({ clock }: WalletDeps, event: NostrEvent): boolean {
  const nowSeconds = clock.now().getTime() / 1_000
  const expiry = expiryOf(event)
  return (expiry !== null && expiry <= nowSeconds) || event.created_at < nowSeconds - AGE_MAX_SECONDS
}

async function requireOwned(deps: WalletDeps, connection: ConnectionRow, event: NostrEvent): Promise<void> {
  const { database, clock } = deps
  const now = clock.now()
  if (event.pubkey !== connection.client_pubkey) {
    await countUse(database.read, `wallet-stranger:${connection.id}`, STRANGERS_PER_MINUTE, now)
    throw new WalletRefused('UNAUTHORIZED', 'This key has no wallet here.')
  }
  await countUse(database.read, `wallet:${connection.id}`, REQUESTS_PER_MINUTE, now)
  requireOpen(connection, now)
  await recordUse(database.read, connection.id, now)
}

function requirePermitted(deps: WalletDeps, connection: ConnectionRow, method: string): WalletMethod {
  const served = methods.servedHere(deps).find((one) => one === method)
  if (served === undefined) throw new WalletRefused('NOT_IMPLEMENTED', 'This method is not supported.')
  if (methods.methodsOf(deps, connection).includes(served)) return served
  throw new WalletRefused('RESTRICTED', 'This app may not do that.')
}

const BEGIN = { pay_invoice: beginPayment, pay_keysend: beginKeysend }

async function execute(
  deps: WalletDeps,
  method: Exclude<WalletMethod, keyof typeof BEGIN>,
  requested: methods.Requested,
): Promise<Record<string, unknown>> {
  switch (method) {
    case 'get_balance':
      return methods.getBalance(deps, requested)
    case 'make_invoice':
      return methods.makeInvoice(deps, requested)
    case 'lookup_invoice':
      return methods.lookupInvoice(deps, requested)
    case 'list_transactions':
      return methods.listTransactions(deps, requested)
    default:
      return methods.getInfo(deps, requested)
  }
}

async function followPayment(
  deps: WalletDeps,
  context: RequestContext,
  paymentHash: string,
  timeout: AbortSignal,
): Promise<void> {
  const { request, connection } = context
  const { operation_id: operationId, event_id: eventId, runs } = request
  const outcome = await awaitOutcome(deps, { operationId, paymentHash, userId: connection.user_id }, timeout)
  if (outcome.state === 'pending') {
    return queries.postponeRequest(deps.database.read, eventId, Math.min(POLL_MAX_SECONDS, 2 ** Math.min(runs, 6)))
  }
  await endPayment(deps, context, outcome)
  if (outcome.state === 'settled') await notifyPaid(deps, connection.user_id, paymentHash, 'payment_sent')
}

async function endPayment(
  deps: WalletDeps,
  context: RequestContext,
  outcome: Exclude<PaymentOutcome, { state: 'pending' }>,
): Promise<void> {
  const row = await queries.readRequestRow(deps.database.read, context.request.event_id)
  const method = row?.method ?? 'pay_invoice'
  if (outcome.state === 'failed') {
    const message = `The payment has failed (${outcome.reason}); nothing was taken.`
    const failed = { state: 'failed', spentMsat: 0n } as const
    return respond(deps, context, { method, answer: refusal(method, 'PAYMENT_FAILED', message), outcome: failed })
  }
  const { preimage, feeMsat } = outcome
  const result = { preimage: preimage ?? row?.preimage ?? '', fees_paid: Number(feeMsat) }
  const settled = { state: 'settled', spentMsat: (row?.amount_msat ?? 0n) + feeMsat } as const
  await respond(deps, context, { method, answer: { resultType: method, error: null, result }, outcome: settled })
}

async function refuse(deps: WalletDeps, context: RequestContext, method: string, error: unknown): Promise<void> {
  const { event_id: eventId, runs } = context.request
  const reply = (code: WalletErrorCode, message: string) =>
    respond(deps, context, { method, answer: refusal(method, code, message) })
  if (error instanceof WalletRefused) return reply(error.code, error.message)
  if (error instanceof AppError) return reply(codeOf(error), error.message)
  if (error instanceof UnsupportedEncryption) return reply('UNSUPPORTED_ENCRYPTION', error.message)
  // No response can be sent to a sender whose message cannot be decrypted.
  if (error instanceof InvalidWalletMessage) return queries.ignoreRequest(deps.database.read, eventId)
  deps.log.error('wallet-request-failed', { eventId, method, runs, error })
  if (runs < RUNS_MAX) return queries.postponeRequest(deps.database.read, eventId, RETRY_SECONDS)
  // Only while nothing was done: the response of a payment in progress is its outcome.
  const now = await queries.readRequestRow(deps.database.read, eventId)
  if (now?.state === 'taken') await reply('INTERNAL', errorCodes['internal-error'])
}

function refusal(method: string, code: WalletErrorCode, message: string): WalletResponse {
  return { resultType: method, error: { code, message }, result: null }
}

async function respond(deps: WalletDeps, context: RequestContext, ending: queries.Ending): Promise<void> {
  const { event_id: eventId } = context.request
  await publishEvents(deps, [formatResponse(deps, context, ending.answer)], (tx) =>
    queries.endRequest(tx, eventId, ending),
  )
}

function formatResponse(
  deps: WalletDeps,
  { request, secretKey, encryption }: RequestContext,
  response: WalletResponse,
): NostrEvent {
  const createdAtSeconds = Math.floor(deps.clock.now().getTime() / 1_000)
  const { id, pubkey: clientPubkey } = request.event
  return createResponse({ id, clientPubkey, encryption }, response, { secretKey, createdAtSeconds })
}

/** The same request again: repeats the response and does nothing else. */
export async function repeatResponse(deps: WalletDeps, connection: ConnectionRow, event: NostrEvent): Promise<void> {
  const row = await queries.readRequestRow(deps.database.read, event.id)
  const savedResponse = row?.answer
  if (savedResponse === undefined || savedResponse === null) return
  const request = { ...row!, event }
  const secretKey = walletKeyOf(deps.secret, connection.id)
  const context = { request, connection, secretKey, encryption: encryptionOf(event) }
  await publishEvents(deps, [formatResponse(deps, context, JSON.parse(savedResponse) as WalletResponse)])
}
