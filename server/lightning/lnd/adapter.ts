/** An lnd node over its REST interface, as a LightningNode: router send and track, and invoices with their settle
 * index. The meaning of its responses is in responses.ts. */
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { PREIMAGE_RECORD } from '#protocols/lightning/boostagram.ts'
import {
  COMMON_CAPABILITIES,
  type CreatedInvoice,
  type InvoiceStatus,
  type Keysend,
  type LightningNode,
  type NewInvoice,
  type NodePayment,
  type Payment,
  type PayOutcome,
} from '../node.ts'
import {
  connectNodeHttp,
  fromBase64,
  type NodeResponse,
  type NodeHttp,
  NodeError,
  parseResponse,
  toBase64,
  toBase64Url,
} from '../node-http.ts'
import { payUnlessRefused, rememberNetwork } from '../operator-node.ts'
import {
  balanceResponse,
  channelBackupResponse,
  createdResponse,
  infoResponse,
  invoiceResponse,
  invoiceStates,
  isForgotten,
  isNoInvoice,
  isUnknownPayment,
  type LndInvoice,
  meaningOf,
  networks,
  outcomeOf,
  paymentOf,
  paymentsPage,
  refusalOf,
} from './responses.ts'
import { followInvoices } from './feed.ts'

export type LndOptions = {
  url: string
  /** PEM of tls.cert. */
  certificate: string
  /** Hex. It needs info:read, invoices:read, invoices:write, offchain:read and offchain:write. */
  macaroon: string
}

const CAPABILITIES = { ...COMMON_CAPABILITIES, dedupesByHash: true }
const CALL_TIMEOUT_MS = 10_000
const LIST_TIMEOUT_MS = 60_000
/** Added to the node's own time-out, so that the node reports before we give up. */
const RESPONSE_MARGIN_MS = 2_000
const PAGE = 100
const MAX_PAGES = 10_000
/** var_onion_optin. Without it, lnd sends no custom records to a node whose features it does not know. */
const TLV_ONION = 9

export function createLndNode({ url, certificate, macaroon }: LndOptions): LightningNode {
  const http = connectNodeHttp({ url, certificate, headers: { 'grpc-metadata-macaroon': macaroon } })
  const readNetwork = rememberNetwork((signal) => readInfo(http, signal))
  const lookup = (paymentHash: string) => lookupPayment(http, paymentHash)
  return {
    kind: 'lnd',
    capabilities: CAPABILITIES,
    info: (signal) => readInfo(http, signal),
    createInvoice: (invoice) => createInvoice(http, invoice),
    lookupInvoice: (paymentHash) => lookupInvoice(http, paymentHash),
    cancelInvoice: (paymentHash) => cancelInvoice(http, paymentHash),
    pay: (payment) => payUnlessRefused({ payment, readNetwork, lookup, send: (one) => send(http, one) }),
    keysend: (order) => keysend(http, order),
    lookupPayment: lookup,
    listPayments: (since) => listPayments(http, since),
    subscribeInvoices: (cursor, on, signal) => followInvoices(http, cursor, on, signal),
    backUpChannels: (signal) => backUpChannels(http, signal),
    async balance() {
      const limits = { timeoutMs: CALL_TIMEOUT_MS }
      const { json } = await requireOk(http.request('GET', '/v1/balance/channels', null, limits))
      const { local_balance: local, remote_balance: remote } = parseResponse(balanceResponse, json, 'The balance')
      return { spendableMsat: local.msat, receivableMsat: remote.msat }
    },
    minimumFeeMsat: () => 0n,
  }
}

/** Throws NodeError for an error response, with the node's message. */
async function requireOk(pending: Promise<NodeResponse>): Promise<NodeResponse> {
  const response = await pending
  if (response.status === 200) return response
  const refusal = refusalOf(response.json)
  throw new NodeError(
    `The node responded with ${response.status}: ${refusal?.message.slice(0, 200) ?? 'not a response of lnd'}`,
  )
}

async function readInfo(http: NodeHttp, signal: AbortSignal): ReturnType<LightningNode['info']> {
  const { json } = await requireOk(http.request('GET', '/v1/getinfo', null, { timeoutMs: CALL_TIMEOUT_MS, signal }))
  const info = parseResponse(infoResponse, json, 'The information about the node')
  const chain = info.chains[0]?.network ?? ''
  const network = networks[chain]
  if (network === undefined) throw new NodeError(`The node is on the unknown chain ${chain.slice(0, 40)}`)
  return { pubkey: info.identity_pubkey, network, synced: info.synced_to_chain }
}

async function backUpChannels(http: NodeHttp, signal: AbortSignal): Promise<Buffer> {
  const pending = http.request('GET', '/v1/channels/backup', null, { timeoutMs: CALL_TIMEOUT_MS, signal })
  const { json } = await requireOk(pending)
  const { multi_chan_backup: all } = parseResponse(channelBackupResponse, json, 'The channel backup')
  return Buffer.from(all.multi_chan_backup, 'base64')
}

async function createInvoice(http: NodeHttp, invoice: NewInvoice): Promise<CreatedInvoice> {
  const { amountMsat, description, descriptionHash, expirySeconds } = invoice
  const order = {
    ...(amountMsat === null ? {} : { value_msat: String(amountMsat) }),
    ...(descriptionHash === undefined ? { memo: description ?? '' } : { description_hash: toBase64(descriptionHash) }),
    expiry: String(expirySeconds),
    // Adds hints to unannounced channels. A node that has no other channels cannot be paid without them.
    private: true,
  }
  const pending = http.request('POST', '/v1/invoices', { json: order }, { timeoutMs: CALL_TIMEOUT_MS })
  const created = parseResponse(createdResponse, (await requireOk(pending)).json, 'The invoice')
  const bolt11 = created.payment_request
  return { bolt11, paymentHash: fromBase64(created.r_hash), expiresAt: decodeInvoice(bolt11).expiresAt }
}

async function lookupInvoice(http: NodeHttp, paymentHash: string): Promise<InvoiceStatus> {
  const response = await http.request('GET', `/v1/invoice/${paymentHash}`, null, { timeoutMs: CALL_TIMEOUT_MS })
  const refusal = refusalOf(response.json)
  if (refusal !== null && isNoInvoice(refusal)) return { state: 'not_found' }
  const { json } = await requireOk(Promise.resolve(response))
  return statusOf(parseResponse(invoiceResponse, json, 'The invoice'), new Date())
}

function statusOf(invoice: LndInvoice, now: Date): InvoiceStatus {
  const state = invoiceStates[invoice.state]
  if (state === undefined) throw new NodeError(`The invoice is in the unknown state ${invoice.state.slice(0, 40)}`)
  if (state === 'paid') {
    const settledAt = new Date(Number(invoice.settle_date) * 1_000)
    return { state, receivedMsat: invoice.amt_paid_msat, preimage: fromBase64(invoice.r_preimage), settledAt }
  }
  const expiresMs = Number(invoice.creation_date + invoice.expiry) * 1_000
  const isExpired = state !== 'accepted' && expiresMs <= now.getTime()
  // lnd returns the preimage of every invoice. It is passed on only when the invoice can no longer be paid.
  const isKnown = state === 'canceled' && invoice.r_preimage !== ''
  return { state: isExpired ? 'expired' : state, ...(isKnown && { preimage: fromBase64(invoice.r_preimage) }) }
}

async function cancelInvoice(http: NodeHttp, paymentHash: string): Promise<'canceled' | 'already_paid'> {
  const order = { payment_hash: toBase64(paymentHash) }
  const response = await http.request('POST', '/v2/invoices/cancel', { json: order }, { timeoutMs: CALL_TIMEOUT_MS })
  if (response.status === 200) return 'canceled'
  const { state } = await lookupInvoice(http, paymentHash)
  if (state === 'paid') return 'already_paid'
  if (state === 'canceled' || state === 'expired') return 'canceled'
  throw new NodeError(`The node did not cancel an invoice that is ${state}`)
}

function send(http: NodeHttp, payment: Payment): Promise<PayOutcome> {
  return route(http, payment, {
    payment_request: payment.bolt11,
    ...(payment.amountMsat === undefined || decodeInvoice(payment.bolt11).amountMsat !== null
      ? {}
      : { amt_msat: String(payment.amountMsat) }),
  })
}

/** lnd accepts it only if it does not know the hash, as with an invoice. The destination must accept keysend; lnd
 * does with `--accept-keysend`. */
async function keysend(http: NodeHttp, order: Keysend): Promise<PayOutcome> {
  const { pubkey, amountMsat, paymentHash, preimage, customRecords, expiresAt, signal } = order
  try {
    signal.throwIfAborted()
    if (expiresAt <= new Date()) {
      const found = await lookupPayment(http, paymentHash)
      return found.state === 'not_found'
        ? { state: 'failed', reason: 'expired', detail: 'The payment has expired.' }
        : found
    }
    const records = Object.entries({ ...customRecords, [PREIMAGE_RECORD]: preimage })
    return await route(http, order, {
      dest: toBase64(pubkey),
      amt_msat: String(amountMsat),
      payment_hash: toBase64(paymentHash),
      dest_custom_records: Object.fromEntries(records.map(([type, value]) => [type, toBase64(value)])),
      dest_features: [TLV_ONION],
    })
  } catch (error) {
    return { state: 'unknown', cause: (error as Error).message }
  }
}

type Limits = Pick<Payment, 'paymentHash' | 'feeLimitMsat' | 'timeoutSeconds' | 'signal'>

async function route(http: NodeHttp, payment: Limits, destination: object): Promise<PayOutcome> {
  const order = {
    ...destination,
    fee_limit_msat: String(payment.feeLimitMsat),
    timeout_seconds: payment.timeoutSeconds,
    // Closing the stream must not cancel the payment.
    cancelable: false,
  }
  const timeout = AbortSignal.timeout(payment.timeoutSeconds * 1_000 + RESPONSE_MARGIN_MS)
  const signal = AbortSignal.any([payment.signal, timeout])
  let last: PayOutcome = { state: 'unknown', cause: 'The node reported nothing about the payment' }
  try {
    for await (const { json } of http.stream('POST', '/v2/router/send', { json: order }, signal)) {
      const refusal = refusalOf(json)
      if (refusal !== null) return await classifyRefusal(http, payment.paymentHash, refusal)
      last = outcomeOf((json as { result?: unknown } | null | undefined)?.result)
      if (last.state !== 'in_flight') return last
    }
  } catch (error) {
    if (payment.signal.aborted || !timeout.aborted) throw error
    return last
  }
  // The stream ended before the payment did.
  return last
}

async function classifyRefusal(
  http: NodeHttp,
  paymentHash: string,
  refusal: NonNullable<ReturnType<typeof refusalOf>>,
): Promise<PayOutcome> {
  const found = await lookupPayment(http, paymentHash)
  if (found.state !== 'not_found') return found
  const reason = meaningOf(refusal)
  const detail = refusal.message.slice(0, 200)
  return reason === 'unknown' ? { state: 'unknown', cause: detail } : { state: 'failed', reason, detail }
}

async function lookupPayment(http: NodeHttp, paymentHash: string): Promise<PayOutcome | { state: 'not_found' }> {
  const path = `/v2/router/track/${toBase64Url(paymentHash)}?no_inflight_updates=false`
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
  for await (const { status, json } of http.stream('GET', path, null, signal)) {
    const refusal = refusalOf(json)
    if (refusal !== null && isUnknownPayment(refusal)) return { state: 'not_found' }
    if (refusal !== null) throw new NodeError(`The node responded with ${status}: ${refusal.message.slice(0, 200)}`)
    const payment = (json as { result?: unknown } | null | undefined)?.result
    return isForgotten(payment, new Date()) ? deletePayment(http, paymentHash) : outcomeOf(payment)
  }
  throw new NodeError('The node reported nothing about the payment')
}

/** lnd deletes a payment only while no part of it is in flight, and sends nothing for a deleted payment. After this
 * it has failed permanently. */
async function deletePayment(http: NodeHttp, paymentHash: string): Promise<PayOutcome> {
  const path = `/v1/payment?payment_hash=${toBase64Url(paymentHash)}&failed_htlcs_only=false`
  const { status } = await http.request('DELETE', path, null, { timeoutMs: CALL_TIMEOUT_MS })
  if (status !== 200) return { state: 'in_flight' }
  return { state: 'failed', reason: 'timeout', detail: 'The node was restarted before it sent anything.' }
}

async function listPayments(http: NodeHttp, since: Date): Promise<NodePayment[]> {
  const listed: NodePayment[] = []
  let after = 0n
  for (let page = 0; page < MAX_PAGES; page++) {
    const sinceSeconds = Math.floor(since.getTime() / 1_000)
    const query = `include_incomplete=true&creation_date_start=${sinceSeconds}&index_offset=${after}&max_payments=${PAGE}`
    const pending = http.request('GET', `/v1/payments?${query}`, null, { timeoutMs: LIST_TIMEOUT_MS })
    const response = parseResponse(paymentsPage, (await requireOk(pending)).json, 'The payments')
    listed.push(...response.payments.map(paymentOf))
    if (response.payments.length < PAGE) return listed
    after = response.last_index_offset
  }
  throw new NodeError('The node returned too many pages of payments')
}
