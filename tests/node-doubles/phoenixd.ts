/** phoenixd's HTTP interface as in its source (bin/Api.kt and bin/json of v0.8.0), on the wallet of a test. Only the
 * paths that the adapter requests, and only their usual responses; unusual ones are in the adapter's test. */
import http from 'node:http'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { NodePayment, SettledInvoice } from '#server/lightning/node.ts'
import { listenLocally } from './listen.ts'
import { createWallet, type Wallet } from './wallet.ts'

export const PASSWORD = 'the-password-of-the-double'
const FEE_MSAT = 4_000n

type Reply = { status: number; body: unknown }
const found = (body: unknown): Reply => ({ status: 200, body })
const nothing: Reply = { status: 404, body: 'Unknown endpoint (check api doc)' }
/** It has no fee limit. */
const ANY_FEE_MSAT = 10n ** 12n

export async function startPhoenixdDouble() {
  const wallet = createWallet(FEE_MSAT)
  const made = new Map<string, string>()
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => void answer(request, new URLSearchParams(text), response))
  })
  const answer = async (request: http.IncomingMessage, form: URLSearchParams, response: http.ServerResponse) => {
    const isOurs = request.headers.authorization === `Basic ${Buffer.from(`:${PASSWORD}`).toString('base64')}`
    const url = new URL(request.url!, 'http://phoenixd')
    const { status, body } = isOurs ? await reply(wallet, made, url, form) : { status: 401, body: 'Invalid' }
    response.writeHead(status)
    const toNumber = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
    response.end(typeof body === 'string' ? body : JSON.stringify(body, toNumber))
  }
  return { wallet, feeMsat: FEE_MSAT, ...(await listenLocally(server)) }
}

async function reply(wallet: Wallet, made: Map<string, string>, url: URL, form: URLSearchParams): Promise<Reply> {
  const { node } = wallet
  const [, first, second, third] = url.pathname.split('/')
  if (first === 'getinfo') {
    const { pubkey } = await node.info(AbortSignal.timeout(1_000))
    const { receivableMsat } = await node.balance()
    const channels = [{ state: 'Normal', inboundLiquiditySat: receivableMsat / 1_000n }]
    return found({ nodeId: pubkey, chain: 'regtest', channels })
  }
  if (first === 'getbalance')
    return found({ balanceSat: (await node.balance()).spendableMsat / 1_000n, feeCreditSat: 0 })
  if (first === 'createinvoice') return createInvoice(wallet, made, form)
  if (first === 'payinvoice') return payInvoice(wallet, form)
  if (second === 'incoming' && third !== undefined) return describeIncoming(wallet, made, third)
  if (second === 'incoming') return listIncoming(wallet, made, url.searchParams)
  if (second === 'outgoingbyhash') return describeOutgoing(wallet, third!)
  if (second !== 'outgoing') return nothing
  const all = await node.listPayments(new Date(Number(url.searchParams.get('from'))))
  const [offset, limit] = pageOf(url.searchParams)
  return found(all.slice(offset, offset + limit).map((one) => outgoingOf(wallet, one)))
}

const pageOf = (query: URLSearchParams) => [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 20)] as const

async function createInvoice({ node }: Wallet, made: Map<string, string>, form: URLSearchParams): Promise<Reply> {
  const [sats, description, descriptionHash] = ['amountSat', 'description', 'descriptionHash'].map((name) =>
    form.get(name),
  )
  const { bolt11, paymentHash } = await node.createInvoice({
    amountMsat: sats === null ? null : BigInt(sats!) * 1_000n,
    ...(descriptionHash ? { descriptionHash } : { description: description! }),
    expirySeconds: Number(form.get('expirySeconds')),
    externalId: form.get('externalId')!,
  })
  made.set(paymentHash, bolt11)
  return found({ amountSat: Number(sats), paymentHash, serialized: bolt11 })
}

async function payInvoice(wallet: Wallet, form: URLSearchParams): Promise<Reply> {
  const bolt11 = form.get('invoice')!
  const sats = form.get('amountSat')
  const amountMsat = sats === null ? undefined : BigInt(sats) * 1_000n
  const outcome = await wallet.pay(bolt11, amountMsat, ANY_FEE_MSAT)
  const { paymentHash, amountMsat: requested } = decodeInvoice(bolt11)
  if (outcome.state !== 'succeeded') {
    const reason = outcome.state === 'failed' && outcome.reason === 'rejected' ? 'rejected by recipient' : 'no route'
    return found({ paymentHash, reason })
  }
  const recipientAmountSat = (requested ?? amountMsat!) / 1_000n
  const routingFeeSat = outcome.feeMsat / 1_000n
  return found({ paymentHash, paymentPreimage: outcome.preimage, recipientAmountSat, routingFeeSat, paymentId: 'x' })
}

async function describeIncoming({ node }: Wallet, made: Map<string, string>, paymentHash: string): Promise<Reply> {
  const status = await node.lookupInvoice(paymentHash)
  if (status.state === 'not_found') return nothing
  const isPaid = status.state === 'paid'
  const feeMsat = status.feeMsat ?? 0n
  return found({
    paymentHash,
    preimage: status.preimage ?? '00'.repeat(32),
    isPaid,
    // After the fees, rounded towards zero: MilliSatoshi.truncateToSatoshi().
    receivedSat: ((status.receivedMsat ?? 0n) - feeMsat) / 1_000n,
    fees: feeMsat,
    completedAt: isPaid ? status.settledAt!.getTime() : null,
    createdAt: 1,
    invoice: made.get(paymentHash),
  })
}

/** Payments received in the period, newest first. */
async function listIncoming(wallet: Wallet, made: Map<string, string>, query: URLSearchParams): Promise<Reply> {
  const events: SettledInvoice[] = []
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 5)
  await wallet.node.subscribeInvoices(null, async (event) => void events.push(event), stop.signal)
  const recent = events.filter(({ settledAt }) => settledAt.getTime() >= Number(query.get('from'))).reverse()
  const [offset, limit] = pageOf(query)
  const page = recent.slice(offset, offset + limit)
  const described = await Promise.all(page.map(({ paymentHash }) => describeIncoming(wallet, made, paymentHash)))
  return found(described.map(({ body }) => body))
}

async function describeOutgoing(wallet: Wallet, paymentHash: string): Promise<Reply> {
  if (!/^[0-9a-f]{64}$/.test(paymentHash)) return { status: 400, body: 'paymentHash is not a hex32' }
  const all = await wallet.node.listPayments(new Date(0))
  const payment = all.find((one) => one.paymentHash === paymentHash)
  return payment === undefined ? nothing : found(outgoingOf(wallet, payment))
}

function outgoingOf(wallet: Wallet, { paymentHash, amountMsat, outcome }: NodePayment) {
  const feeMsat = outcome.state === 'succeeded' ? outcome.feeMsat : 0n
  const madeAt = wallet.madeAt(paymentHash)
  return {
    paymentHash,
    ...(outcome.state === 'succeeded' ? { preimage: outcome.preimage } : {}),
    isPaid: outcome.state === 'succeeded',
    sent: (amountMsat + feeMsat) / 1_000n,
    fees: feeMsat,
    invoice: wallet.bolt11Of(paymentHash),
    ...(outcome.state === 'in_flight' ? {} : { completedAt: madeAt }),
    createdAt: madeAt,
  }
}
