/** lnd's settled invoices after a cursor, which is its settle index: first the missed ones, then new ones as they
 * settle. lnd replays only after an index other than zero, so the very first is found by listing. */
import { z } from 'zod'
import { PREIMAGE_RECORD } from '#protocols/lightning/boostagram.ts'
import type { CustomRecords, SettledInvoice } from '../node.ts'
import { fromBase64, type NodeHttp, NodeError, pause, parseResponse } from '../node-http.ts'
import { invoiceResponse, invoicesPage, type LndInvoice, refusalOf } from './responses.ts'

type Listener = (event: SettledInvoice) => Promise<void>

const LIST_TIMEOUT_MS = 60_000
/** An lnd experiment: a hint from the previous node, listed among the sender's records. */
const ENDORSEMENT_RECORD = '106823'
const PAGE = 100
const MAX_PAGES = 100_000
const FIRST_PAUSE_MS = 1_000
/** Reopen the stream when nothing has arrived for this long: the connection may be dead without notice. */
const RENEW_MS = 300_000

export async function followInvoices(
  http: NodeHttp,
  cursor: string | null,
  on: Listener,
  signal: AbortSignal,
): Promise<void> {
  let after = cursor ?? '0'
  const report = async (invoice: LndInvoice) => {
    await on(eventOf(invoice))
    after = String(invoice.settle_index)
  }
  while (after === '0' && !signal.aborted) {
    const first = await findFirstSettled(http, signal)
    if (signal.aborted) return
    if (first === null) await pause(FIRST_PAUSE_MS, signal)
    else await report(first)
  }
  while (!signal.aborted) {
    const quiet = new AbortController()
    let timer = setTimeout(() => quiet.abort(), RENEW_MS)
    const line = AbortSignal.any([signal, quiet.signal])
    try {
      for await (const { status, json } of http.stream('GET', pathAfter(after), null, line)) {
        clearTimeout(timer)
        const refusal = refusalOf(json)
        if (refusal !== null) throw new NodeError(`The node responded with ${status}: ${refusal.message.slice(0, 200)}`)
        const { result } = parseResponse(feedLine, json, 'A settled invoice')
        if (result.state === 'SETTLED') await report(result)
        if (signal.aborted) return
        timer = setTimeout(() => quiet.abort(), RENEW_MS)
      }
      if (!line.aborted) throw new NodeError('The node ended the stream of settled invoices')
    } catch (error) {
      if (!line.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

const feedLine = z.object({ result: invoiceResponse })

const pathAfter = (index: string) => `/v1/invoices/subscribe?settle_index=${index}`

function eventOf(invoice: LndInvoice): SettledInvoice {
  return {
    paymentHash: fromBase64(invoice.r_hash),
    receivedMsat: invoice.amt_paid_msat,
    settledAt: new Date(Number(invoice.settle_date) * 1_000),
    cursor: String(invoice.settle_index),
    ...(invoice.is_keysend === true ? { customRecords: recordsOf(invoice) } : {}),
  }
}

/** Without the preimage, which must stay private, and without records that nodes add along the route. */
function recordsOf({ htlcs = [] }: LndInvoice): CustomRecords {
  const all = htlcs.flatMap(({ custom_records: records = {} }) => Object.entries(records))
  const reported = all.filter(([type]) => type !== PREIMAGE_RECORD && type !== ENDORSEMENT_RECORD)
  return Object.fromEntries(reported.map(([type, value]) => [type, fromBase64(value)]))
}

/** The settled invoice with the lowest settle index. Null when no invoice has been settled. */
async function findFirstSettled(http: NodeHttp, signal: AbortSignal): Promise<LndInvoice | null> {
  let first: LndInvoice | null = null
  let after = 0n
  for (let page = 0; page < MAX_PAGES && !signal.aborted; page++) {
    const path = `/v1/invoices?index_offset=${after}&num_max_invoices=${PAGE}`
    const { status, json } = await http.request('GET', path, null, { timeoutMs: LIST_TIMEOUT_MS })
    if (status !== 200) throw new NodeError(`The node responded with ${status} to the list of invoices`)
    const response = parseResponse(invoicesPage, json, 'The invoices')
    for (const invoice of response.invoices) {
      if (invoice.state !== 'SETTLED' || invoice.settle_index === 0n) continue
      if (first === null || invoice.settle_index < first.settle_index) first = invoice
    }
    if (first?.settle_index === 1n || response.invoices.length < PAGE) return first
    after = response.last_index_offset
  }
  return first
}
