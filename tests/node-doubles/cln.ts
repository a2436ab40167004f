/** clnrest as documented (doc/schemas and plugins/rest-plugin of Core Lightning v26.06), on the wallet of a test. Only
 * the methods that the adapter calls, and only their documented responses; unusual ones are in the adapter's test. */
import http from 'node:http'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { FailReason, NodePayment, SettledInvoice } from '#server/lightning/node.ts'
import { createHash } from 'node:crypto'
import { listenLocally } from './listen.ts'
import { createWallet, type Wallet } from './wallet.ts'

export const RUNE = 'the-rune-of-the-double'
const FEE_MSAT = 7n

type Entry = { label: string; bolt11: string; payment_hash: string; expires_at: number }

type Params = Record<string, unknown>
class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** doc/schemas/xpay.json: errors. */
const codes: Partial<Record<FailReason, number>> = { rejected: 203, 'no-route': 205, expired: 207 }

export async function startClnDouble() {
  const wallet = createWallet(FEE_MSAT)
  const labels = new Map<string, Entry>()
  const methods = createMethods(wallet, labels)
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => void answer(request, body, response))
  })
  const answer = async (request: http.IncomingMessage, body: string, response: http.ServerResponse) => {
    const method = methods[request.url!.replace('/v1/', '')]
    try {
      if (request.headers['rune'] !== RUNE) throw new Refusal(1502, 'Rune is not valid')
      if (method === undefined) throw new Refusal(-32_601, 'Unknown command')
      give(response, 201, await method(JSON.parse(body) as Params))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const status = error.code === 1502 ? 401 : error.code === -32_601 ? 404 : 500
      give(response, status, { code: error.code, message: error.message })
    }
  }
  return { wallet, feeMsat: FEE_MSAT, ...(await listenLocally(server)) }
}

/** Amounts are numbers, however large. */
function give(response: http.ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(json, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)))
}

function createMethods(
  wallet: Wallet,
  labels: Map<string, Entry>,
): Record<string, (params: Params) => Promise<unknown>> {
  const { node } = wallet
  const describe = (entry: Entry) => describeInvoice(node, entry)
  return {
    async getinfo() {
      const { pubkey } = await node.info(AbortSignal.timeout(1_000))
      return { id: pubkey, network: 'regtest' }
    },
    async invoice({ amount_msat: amount, label, description, expiry, deschashonly }) {
      if (labels.has(label as string)) throw new Refusal(900, 'Duplicate label')
      const text = description as string
      const hash = createHash('sha256').update(text).digest('hex')
      const order = { expirySeconds: expiry as number, externalId: label as string }
      const described = deschashonly === true ? { descriptionHash: hash } : { description: text }
      const amountMsat = amount === 'any' ? null : BigInt(amount as string)
      const { bolt11, paymentHash, expiresAt } = await node.createInvoice({ ...order, ...described, amountMsat })
      const entry = { label: order.externalId, bolt11, payment_hash: paymentHash, expires_at: seconds(expiresAt) }
      labels.set(entry.label, entry)
      return { ...entry, created_index: labels.size, payment_secret: decodeInvoice(bolt11).paymentSecret }
    },
    async listinvoices({ label, payment_hash: paymentHash }) {
      const found = [...labels.values()].filter((one) => one.label === label || one.payment_hash === paymentHash)
      return { invoices: await Promise.all(found.map(describe)) }
    },
    async delinvoice({ label, status }) {
      const entry = labels.get(label as string)
      if (entry === undefined) throw new Refusal(905, 'Unknown invoice')
      const invoice = await describe(entry)
      if (invoice.status !== status) throw new Refusal(906, `Invoice status is ${invoice.status}`)
      await node.cancelInvoice(entry.payment_hash)
      labels.delete(entry.label)
      return invoice
    },
    async xpay({ invstring, amount_msat: amount, maxfee }) {
      const amountMsat = amount === undefined ? undefined : BigInt(amount as string)
      const outcome = await wallet.pay(invstring as string, amountMsat, BigInt(maxfee as string))
      if (outcome.state === 'failed') throw new Refusal(codes[outcome.reason] ?? 209, outcome.detail)
      if (outcome.state !== 'succeeded') throw new Refusal(209, outcome.state)
      const sentMsat = decodeInvoice(invstring as string).amountMsat ?? amountMsat!
      return {
        payment_preimage: outcome.preimage,
        failed_parts: 0,
        successful_parts: 1,
        amount_msat: sentMsat,
        amount_sent_msat: sentMsat + outcome.feeMsat,
      }
    },
    async listpays({ payment_hash: paymentHash }) {
      const all = await node.listPayments(new Date(0))
      const wanted = all.filter((one) => paymentHash === undefined || one.paymentHash === paymentHash)
      const pays = wanted.map((one) => describePayment(wallet, one))
      return { pays }
    },
    async waitanyinvoice({ lastpay_index: after, timeout }) {
      const event = await firstAfter(wallet, String(after), timeout as number)
      if (event === null) throw new Refusal(904, 'The timeout was reached')
      const entry = [...labels.values()].find((one) => one.payment_hash === event.paymentHash)
      return { ...(await describe(entry!)), pay_index: Number(event.cursor) }
    },
    async listpeerchannels() {
      const { spendableMsat, receivableMsat } = await node.balance()
      const state = 'CHANNELD_NORMAL'
      return { channels: [{ state, spendable_msat: spendableMsat, receivable_msat: receivableMsat }] }
    },
  }
}

async function describeInvoice(node: Wallet['node'], entry: Entry) {
  const found = await node.lookupInvoice(entry.payment_hash)
  if (found.state !== 'paid') return { ...entry, status: found.state === 'expired' ? 'expired' : 'unpaid' }
  return {
    ...entry,
    status: 'paid',
    pay_index: 1,
    amount_received_msat: found.receivedMsat,
    paid_at: seconds(found.settledAt!),
    payment_preimage: found.preimage,
  }
}

function describePayment(wallet: Wallet, { paymentHash, amountMsat, outcome }: NodePayment) {
  const entry = { payment_hash: paymentHash, created_at: Math.floor(wallet.madeAt(paymentHash) / 1_000) }
  if (outcome.state === 'failed') return { ...entry, status: 'failed', amount_sent_msat: 0 }
  if (outcome.state !== 'succeeded') return { ...entry, status: 'pending' }
  const amounts = { amount_msat: amountMsat, amount_sent_msat: amountMsat + outcome.feeMsat }
  return { ...entry, status: 'complete', preimage: outcome.preimage, ...amounts }
}

async function firstAfter({ node }: Wallet, cursor: string, timeoutSeconds: number): Promise<SettledInvoice | null> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutSeconds * 1_000)
  timer.unref()
  let first: SettledInvoice | null = null
  const on = async (event: SettledInvoice) => {
    first ??= event
    stop.abort()
  }
  await node.subscribeInvoices(cursor, on, stop.signal)
  clearTimeout(timer)
  return first
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)
