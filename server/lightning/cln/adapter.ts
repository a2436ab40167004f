/** A Core Lightning node over clnrest, as a LightningNode: xpay and listpays, and invoices with their pay index. The
 * meaning of its responses is in responses.ts. */
import { createHash } from 'node:crypto'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import {
  COMMON_CAPABILITIES,
  type CreatedInvoice,
  type FailReason,
  type InvoiceStatus,
  type LightningNode,
  type NewInvoice,
  type Payment,
  type PayOutcome,
  type SettledInvoice,
} from '../node.ts'
import { connectNodeHttp, type Limits, NodeError, parseResponse } from '../node-http.ts'
import { payUnlessRefused, rememberNetwork } from '../operator-node.ts'
import {
  channelsResponse,
  type ClnRefusal,
  codes,
  createdResponse,
  infoResponse,
  invoicesResponse,
  invoiceStates,
  meaningOf,
  networks,
  outcomeOf,
  paymentsOf,
  paysResponse,
  refusalOf,
  settledResponse,
  xpayResponse,
} from './responses.ts'

export type ClnOptions = {
  url: string
  /** PEM of clnrest's certificate or of its issuer. */
  certificate: string
  rune: string
  /** Longer than xpay keeps trying. Before this time, a failed attempt may be followed by another. */
  stillTryingMs?: number
}

const CAPABILITIES = { ...COMMON_CAPABILITIES, keysend: false, dedupesByHash: true }
const CALL_TIMEOUT_MS = 10_000
const LIST_TIMEOUT_MS = 60_000
/** Added to the node's own time-out, so that the node reports before we give up. */
const RESPONSE_MARGIN_MS = 2_000
const FEED_WAIT_SECONDS = 60
const STILL_TRYING_MS = 120_000
const FOREVER = new Date(8.64e15)

type Said = { said: 'yes'; json: unknown } | ({ said: 'no' } & ClnRefusal)
type SendRequest = (method: string, params: Record<string, unknown>, limits?: Partial<Limits>) => Promise<Said>
/** A `reason` means that the node has reported that it makes no more attempts. */
type Lookup = (paymentHash: string, reason: FailReason | null) => Promise<PayOutcome | { state: 'not_found' }>

export function createClnNode(options: ClnOptions): LightningNode {
  const { url, certificate, rune, stillTryingMs = STILL_TRYING_MS } = options
  const http = connectNodeHttp({ url, certificate, headers: { rune } })
  const request: SendRequest = async (method, params, limits = {}) => {
    const pending = { timeoutMs: CALL_TIMEOUT_MS, ...limits }
    const { status, json } = await http.request('POST', `/v1/${method}`, { json: params }, pending)
    if (status === 200 || status === 201) return { said: 'yes', json }
    const refusal = refusalOf(json)
    if (refusal === null) throw new NodeError(`${method}: the node responded with ${status}`)
    return { said: 'no', ...refusal }
  }
  const readNetwork = rememberNetwork((signal) => readInfo(request, signal))
  const triedUntil = () => new Date(Date.now() - stillTryingMs)
  const lookup: Lookup = async (paymentHash, reason) => {
    const json = requireSuccess('listpays', await request('listpays', { payment_hash: paymentHash }))
    const { pays } = parseResponse(paysResponse, json, 'The payments')
    const ours = pays.filter((one) => one.payment_hash === paymentHash)
    return outcomeOf(ours, reason === null ? triedUntil() : FOREVER, reason ?? 'other')
  }
  const lookupNow = (paymentHash: string) => lookup(paymentHash, null)
  return {
    kind: 'cln',
    capabilities: CAPABILITIES,
    info: (signal) => readInfo(request, signal),
    createInvoice: (invoice) => createInvoice(request, invoice),
    lookupInvoice: (paymentHash) => lookupInvoice(request, paymentHash),
    cancelInvoice: (paymentHash) => cancelInvoice(request, paymentHash),
    pay: (payment) =>
      payUnlessRefused({ payment, readNetwork, lookup: lookupNow, send: (one) => send(request, lookup, one) }),
    lookupPayment: lookupNow,
    async listPayments(since) {
      const json = requireSuccess('listpays', await request('listpays', {}, { timeoutMs: LIST_TIMEOUT_MS }))
      const { pays } = parseResponse(paysResponse, json, 'The payments')
      const recent = pays.filter((one) => Number(one.created_at) * 1_000 >= since.getTime() - 1_000)
      return paymentsOf(recent, triedUntil())
    },
    subscribeInvoices: (cursor, on, signal) => followInvoices(request, cursor, on, signal),
    balance: () => readBalance(request),
    minimumFeeMsat: () => 0n,
  }
}

function requireSuccess(method: string, result: Said): unknown {
  if (result.said === 'yes') return result.json
  throw new NodeError(`${method}: ${result.code ?? 'no code'} ${result.message.slice(0, 200)}`)
}

async function readInfo(request: SendRequest, signal: AbortSignal): ReturnType<LightningNode['info']> {
  const info = parseResponse(
    infoResponse,
    requireSuccess('getinfo', await request('getinfo', {}, { signal })),
    'The node',
  )
  const network = networks[info.network]
  if (network === undefined) throw new NodeError(`The node is on the unknown chain ${info.network.slice(0, 40)}`)
  const isSynced = info.warning_bitcoind_sync === undefined && info.warning_lightningd_sync === undefined
  return { pubkey: info.id, network, synced: isSynced }
}

async function readBalance(request: SendRequest): ReturnType<LightningNode['balance']> {
  const json = requireSuccess('listpeerchannels', await request('listpeerchannels', {}))
  const { channels } = parseResponse(channelsResponse, json, 'The channels')
  const open = channels.filter(({ state }) => ['CHANNELD_NORMAL', 'CHANNELD_AWAITING_SPLICE'].includes(state))
  return {
    spendableMsat: open.reduce((sum, channel) => sum + (channel.spendable_msat ?? 0n), 0n),
    receivableMsat: open.reduce((sum, channel) => sum + (channel.receivable_msat ?? 0n), 0n),
  }
}

/** The label is our id, so that a repeat after a lost response finds the invoice that was made. */
async function createInvoice(request: SendRequest, invoice: NewInvoice): Promise<CreatedInvoice> {
  const { amountMsat, description = '', descriptionHash, descriptionText, expirySeconds, externalId } = invoice
  if (descriptionHash !== undefined && hashOf(descriptionText ?? '') !== descriptionHash) {
    throw new NodeError('Core Lightning hashes descriptions itself, and needs the text')
  }
  const result = await request('invoice', {
    amount_msat: amountMsat === null ? 'any' : String(amountMsat),
    label: externalId,
    description: descriptionHash === undefined ? description : descriptionText,
    ...(descriptionHash === undefined ? {} : { deschashonly: true }),
    expiry: expirySeconds,
  })
  if (result.said === 'no' && result.code === codes.labelTaken) return findByLabel(request, externalId)
  const created = parseResponse(createdResponse, requireSuccess('invoice', result), 'The invoice')
  const { expiresAt } = decodeInvoice(created.bolt11)
  return { bolt11: created.bolt11, paymentHash: created.payment_hash, expiresAt }
}

async function findByLabel(request: SendRequest, label: string): Promise<CreatedInvoice> {
  const json = requireSuccess('listinvoices', await request('listinvoices', { label }))
  const [found] = parseResponse(invoicesResponse, json, 'The invoices').invoices
  if (found?.bolt11 === undefined)
    throw new NodeError('The node knows the label of an invoice, but did not return the invoice')
  const { bolt11, payment_hash: paymentHash } = found
  return { bolt11, paymentHash, expiresAt: decodeInvoice(bolt11).expiresAt }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function readInvoice(request: SendRequest, paymentHash: string) {
  const json = requireSuccess('listinvoices', await request('listinvoices', { payment_hash: paymentHash }))
  return parseResponse(invoicesResponse, json, 'The invoices').invoices[0]
}

async function lookupInvoice(request: SendRequest, paymentHash: string): Promise<InvoiceStatus> {
  const invoice = await readInvoice(request, paymentHash)
  if (invoice === undefined) return { state: 'not_found' }
  const state = invoiceStates[invoice.status]
  if (state === undefined) throw new NodeError(`The invoice is in the unknown state ${invoice.status.slice(0, 40)}`)
  if (state === 'paid') {
    const { amount_received_msat: receivedMsat, paid_at: paidAt, payment_preimage: preimage } = invoice
    if (receivedMsat === undefined || paidAt === undefined || preimage === undefined) {
      throw new NodeError('The node did not report amount, time and preimage of a paid invoice')
    }
    return { state, receivedMsat, preimage, settledAt: new Date(Number(paidAt) * 1_000) }
  }
  return { state: Number(invoice.expires_at) * 1_000 <= Date.now() ? 'expired' : state }
}

/** Core Lightning deletes cancelled invoices: an invoice that it does not know cannot be paid either. */
async function cancelInvoice(request: SendRequest, paymentHash: string): Promise<'canceled' | 'already_paid'> {
  const invoice = await readInvoice(request, paymentHash)
  if (invoice === undefined) return 'canceled'
  const { label, status } = invoice
  if (status === 'paid') return 'already_paid'
  const result = await request('delinvoice', { label, status })
  if (result.said === 'yes' || result.code === codes.labelUnknown) return 'canceled'
  // Paid or expired between the two requests.
  if (result.code === codes.statusOther) return cancelInvoice(request, paymentHash)
  throw new NodeError(`delinvoice: ${result.code ?? 'no code'} ${result.message.slice(0, 200)}`)
}

async function send(request: SendRequest, lookup: Lookup, payment: Payment): Promise<PayOutcome> {
  const { bolt11, amountMsat, paymentHash, feeLimitMsat, timeoutSeconds } = payment
  const hasAmount = decodeInvoice(bolt11).amountMsat !== null
  const order = {
    invstring: bolt11,
    ...(amountMsat === undefined || hasAmount ? {} : { amount_msat: String(amountMsat) }),
    maxfee: String(feeLimitMsat),
    retry_for: timeoutSeconds,
  }
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000 + RESPONSE_MARGIN_MS)
  const signal = AbortSignal.any([payment.signal, timeout])
  const timeoutMs = timeoutSeconds * 1_000 + 2 * RESPONSE_MARGIN_MS
  let result: Said
  try {
    result = await request('xpay', order, { timeoutMs, signal })
  } catch (error) {
    if (payment.signal.aborted || !timeout.aborted) throw error
    const found = await lookup(paymentHash, null)
    return found.state === 'not_found' ? { state: 'unknown', cause: 'The node did not respond' } : found
  }
  if (result.said === 'yes') {
    const paid = parseResponse(xpayResponse, result.json, 'The payment')
    const feeMsat = paid.amount_sent_msat - paid.amount_msat
    return { state: 'succeeded', preimage: paid.payment_preimage, feeMsat }
  }
  // xpay returns at the first failure, while other parts may still be in flight. What listpays shows counts.
  const reason = meaningOf(result)
  const found = await lookup(paymentHash, reason === 'unknown' ? null : reason)
  if (found.state !== 'not_found') return found
  const detail = result.message.slice(0, 200)
  return reason === 'unknown' ? { state: 'unknown', cause: detail } : { state: 'failed', reason, detail }
}

async function followInvoices(
  request: SendRequest,
  cursor: string | null,
  on: (event: SettledInvoice) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let after = cursor ?? '0'
  while (!signal.aborted) {
    const waiting = { timeoutMs: (FEED_WAIT_SECONDS + 10) * 1_000, signal }
    const params = { lastpay_index: Number(after), timeout: FEED_WAIT_SECONDS }
    const result = await request('waitanyinvoice', params, waiting).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (result === null) return
    if (result.said === 'no' && result.code === codes.nothingCame) continue
    const invoice = parseResponse(settledResponse, requireSuccess('waitanyinvoice', result), 'The settled invoice')
    await on({
      paymentHash: invoice.payment_hash,
      receivedMsat: invoice.amount_received_msat,
      settledAt: new Date(Number(invoice.paid_at) * 1_000),
      cursor: String(invoice.pay_index),
    })
    after = String(invoice.pay_index)
  }
}
