/** phoenixd over its HTTP interface, as a LightningNode. It handles whole sats only, has no fee limit, and must be
 * polled for incoming payments. The meaning of its responses is in responses.ts. */
import { createHash } from 'node:crypto'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import {
  type CreatedInvoice,
  type InvoiceStatus,
  type LightningNode,
  type NewInvoice,
  type NodePayment,
  type Payment,
  type PayOutcome,
  type SettledInvoice,
  WALLET_CAPABILITIES,
} from '../node.ts'
import { connectNodeHttp, pause, type NodeResponse, type NodeHttp, NodeError, parseResponse } from '../node-http.ts'
import { type AssumedFee, assumedFee, rememberNetwork } from '../operator-node.ts'
import { findRefusal } from '../refusal.ts'
import {
  balanceResponse,
  channelsResponse,
  createdResponse,
  type Incoming,
  incomingResponse,
  incomingList,
  infoResponse,
  networks,
  outcomeOf,
  outgoingList,
  paidOf,
  paymentsOf,
  refusedResponse,
} from './responses.ts'

export type PhoenixdOptions = {
  url: string
  password: string
  /** The assumed maximum fee of a payment. phoenixd has no fee limit to pass to it. */
  fee: AssumedFee
}

const CALL_TIMEOUT_MS = 10_000
const LIST_TIMEOUT_MS = 60_000
const RESPONSE_MARGIN_MS = 2_000
const DESCRIPTION_MAX_CHARACTERS = 128
const PAGE = 100
const MAX_PAGES = 10_000
const POLL_MS = 2_000
/** How far back each poll looks, so that payments that complete at the same moment are not missed. */
const OVERLAP_MS = 60_000

export function createPhoenixdNode({ url, password, fee }: PhoenixdOptions): LightningNode {
  const credentials = Buffer.from(`:${password}`).toString('base64')
  const http = connectNodeHttp({ url, certificate: '', headers: { authorization: `Basic ${credentials}` } })
  const readNetwork = rememberNetwork((signal) => readInfo(http, signal))
  return {
    kind: 'phoenixd',
    capabilities: WALLET_CAPABILITIES,
    info: (signal) => readInfo(http, signal),
    createInvoice: (invoice) => createInvoice(http, invoice),
    lookupInvoice: (paymentHash) => lookupInvoice(http, paymentHash),
    cancelInvoice: async () => 'unsupported',
    pay: (payment) => pay(http, payment, readNetwork),
    lookupPayment: (paymentHash) => lookupPayment(http, paymentHash, null),
    listPayments: (since) => listPayments(http, since),
    subscribeInvoices: (cursor, on, signal) => pollInvoices(http, cursor, on, signal),
    async balance() {
      const { balanceSat } = parseResponse(balanceResponse, await getOrThrow(http, '/getbalance'), 'The balance')
      const { channels } = parseResponse(channelsResponse, await getOrThrow(http, '/getinfo'), 'The channels')
      const inboundSat = channels.reduce((sum, channel) => sum + (channel.inboundLiquiditySat ?? 0n), 0n)
      return { spendableMsat: balanceSat * 1_000n, receivableMsat: inboundSat * 1_000n }
    },
    minimumFeeMsat: assumedFee(fee),
  }
}

async function getOrThrow(http: NodeHttp, path: string, timeoutMs = CALL_TIMEOUT_MS, signal?: AbortSignal) {
  const limits = { timeoutMs, ...(signal === undefined ? {} : { signal }) }
  return requireOk(await http.request('GET', path, null, limits))
}

function requireOk({ status, json }: NodeResponse): unknown {
  if (status !== 200) throw new NodeError(`The node responded with ${status}`)
  return json
}

async function readInfo(http: NodeHttp, signal: AbortSignal): ReturnType<LightningNode['info']> {
  const info = parseResponse(infoResponse, await getOrThrow(http, '/getinfo', CALL_TIMEOUT_MS, signal), 'The node')
  const network = networks[info.chain]
  if (network === undefined) throw new NodeError(`The node is on the unknown chain ${info.chain.slice(0, 40)}`)
  return { pubkey: info.nodeId, network, synced: true }
}

/** Rounded up to whole sats, so that the payer is never asked for less than the price. */
async function createInvoice(http: NodeHttp, invoice: NewInvoice): Promise<CreatedInvoice> {
  const { amountMsat, description = '', expirySeconds, externalId } = invoice
  const isLong = [...description].length > DESCRIPTION_MAX_CHARACTERS || description.length > DESCRIPTION_MAX_CHARACTERS
  const hash = invoice.descriptionHash ?? (isLong ? createHash('sha256').update(description).digest('hex') : null)
  const form = {
    ...(amountMsat === null ? {} : { amountSat: String((amountMsat + 999n) / 1_000n) }),
    ...(hash === null ? { description } : { descriptionHash: hash }),
    expirySeconds: String(expirySeconds),
    externalId,
  }
  const response = await http.request('POST', '/createinvoice', { form }, { timeoutMs: CALL_TIMEOUT_MS })
  const created = parseResponse(createdResponse, requireOk(response), 'The invoice')
  const { expiresAt } = decodeInvoice(created.serialized)
  return { bolt11: created.serialized, paymentHash: created.paymentHash, expiresAt }
}

async function lookupInvoice(http: NodeHttp, paymentHash: string): Promise<InvoiceStatus> {
  const response = await http.request('GET', `/payments/incoming/${paymentHash}`, null, { timeoutMs: CALL_TIMEOUT_MS })
  if (response.status === 404) {
    await getOrThrow(http, '/getinfo')
    return { state: 'not_found' }
  }
  const invoice = parseResponse(incomingResponse, requireOk(response), 'The invoice')
  if (invoice.isPaid) {
    const settledAt = new Date(Number(invoice.completedAt ?? invoice.createdAt))
    return { state: 'paid', ...paidOf(invoice), preimage: invoice.preimage, settledAt }
  }
  const expiresAt = invoice.invoice ? decodeInvoice(invoice.invoice).expiresAt : null
  return { state: expiresAt !== null && expiresAt <= new Date() ? 'expired' : 'open' }
}

async function pay(
  http: NodeHttp,
  payment: Payment,
  readNetwork: () => Promise<'bc' | 'tb' | 'tbs' | 'bcrt'>,
): Promise<PayOutcome> {
  try {
    payment.signal.throwIfAborted()
    const refusal = findRefusal(payment, await readNetwork(), new Date()) ?? findOddSats(payment)
    payment.signal.throwIfAborted()
    // phoenixd does not prevent a second payment of the same hash, so look for a first one.
    const before = await lookupPayment(http, payment.paymentHash, null)
    if (before.state !== 'not_found') return before
    return refusal === null ? await send(http, payment) : { state: 'failed', ...refusal }
  } catch (error) {
    return { state: 'unknown', cause: (error as Error).message }
  }
}

function findOddSats({ bolt11, amountMsat }: Payment) {
  const isOwnAmount = decodeInvoice(bolt11).amountMsat === null
  if (!isOwnAmount || amountMsat === undefined || amountMsat % 1_000n === 0n) return null
  return { reason: 'invalid-invoice' as const, detail: 'This node pays whole sats only' }
}

/** phoenixd's records take precedence over its response, which only gives the reason of a failure. */
async function send(http: NodeHttp, payment: Payment): Promise<PayOutcome> {
  const { bolt11, amountMsat, paymentHash, timeoutSeconds } = payment
  const form = {
    invoice: bolt11,
    ...(amountMsat === undefined || decodeInvoice(bolt11).amountMsat !== null
      ? {}
      : { amountSat: String(amountMsat / 1_000n) }),
  }
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000 + RESPONSE_MARGIN_MS)
  const signal = AbortSignal.any([payment.signal, timeout])
  let result: string | null = null
  try {
    const timeoutMs = timeoutSeconds * 1_000 + 2 * RESPONSE_MARGIN_MS
    const { json } = await http.request('POST', '/payinvoice', { form }, { timeoutMs, signal })
    result = refusedResponse.safeParse(json).data?.reason ?? null
  } catch (error) {
    if (payment.signal.aborted || !timeout.aborted) throw error
  }
  const found = await lookupPayment(http, paymentHash, result)
  return found.state === 'not_found'
    ? { state: 'unknown', cause: result ?? 'The node did not report an outcome' }
    : found
}

async function lookupPayment(
  http: NodeHttp,
  paymentHash: string,
  result: string | null,
): Promise<PayOutcome | { state: 'not_found' }> {
  const response = await http.request('GET', `/payments/outgoingbyhash/${paymentHash}`, null, {
    timeoutMs: CALL_TIMEOUT_MS,
  })
  if (response.status === 404) {
    // A release without lookup by hash returns the same response. One that has it rejects an invalid hash with 400.
    const probe = await http.request('GET', '/payments/outgoingbyhash/probe', null, { timeoutMs: CALL_TIMEOUT_MS })
    if (probe.status !== 400)
      throw new NodeError('The node cannot look up a payment by its hash. Is its version too old?')
    return { state: 'not_found' }
  }
  return outcomeOf(requireOk(response), paymentHash, result)
}

async function listPayments(http: NodeHttp, since: Date): Promise<NodePayment[]> {
  const listed: NodePayment[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = `all=true&from=${since.getTime()}&limit=${PAGE}&offset=${page * PAGE}`
    const response = await getOrThrow(http, `/payments/outgoing?${query}`, LIST_TIMEOUT_MS)
    const list = parseResponse(outgoingList, response, 'The payments')
    listed.push(...paymentsOf(list))
    if (list.length < PAGE) return listed
  }
  throw new NodeError('The node returned too many pages of payments')
}

/** The cursor is the time of the last event, in milliseconds. Events near it are repeated; the caller recognizes
 * them. */
async function pollInvoices(
  http: NodeHttp,
  cursor: string | null,
  on: (event: SettledInvoice) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let afterMs = Number(cursor ?? '0')
  const reported = new Set<string>()
  while (!signal.aborted) {
    for (const invoice of await listSettled(http, Math.max(0, afterMs - OVERLAP_MS))) {
      const settledMs = Number(invoice.completedAt ?? 0)
      if (reported.has(invoice.paymentHash)) continue
      if (signal.aborted) return
      // An event older than the cursor that is not in `reported` was sent before a restart, or was missed. It is sent
      // again.
      afterMs = Math.max(afterMs, settledMs)
      const { paymentHash } = invoice
      await on({ paymentHash, ...paidOf(invoice), settledAt: new Date(settledMs), cursor: String(afterMs) })
      reported.add(paymentHash)
    }
    await pause(POLL_MS, signal)
  }
}

/** Oldest first. */
async function listSettled(http: NodeHttp, fromMs: number): Promise<Incoming[]> {
  const listed: Incoming[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = `from=${fromMs}&limit=${PAGE}&offset=${page * PAGE}`
    const response = await getOrThrow(http, `/payments/incoming?${query}`, LIST_TIMEOUT_MS)
    const list = parseResponse(incomingList, response, 'What came in')
    listed.push(...list.filter((one) => one.isPaid && one.completedAt))
    if (list.length < PAGE) break
  }
  return listed.sort((a, b) => Number(a.completedAt) - Number(b.completedAt))
}
