/** The scripted node as an HTTP server: requests at /node/ are subject to scripted outcomes and fault modes,
 * requests of the lab at /control/ always succeed. It records what really moved, and it outlives the servers. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { Keysend, NewInvoice, Payment, PayOutcome, SettledInvoice } from '#server/lightning/node.ts'
import { type AddressFault, startAddressServer } from '#tests/address-server.ts'
import { createScriptedNode, type ScriptedNode } from '#tests/scripted-node.ts'
import {
  faultWeights,
  scriptedOutcomes,
  type ScriptedOutcome,
  type ScriptedOutcomeName,
  type FaultMode,
} from './scripted-outcomes.ts'
import { createRandom, type Random } from './random.ts'
import { fromWire, toWire } from './wire.ts'

/** What really happened, for the check of the books. */
export type NodeTruth = {
  receivedMsat: bigint
  sentMsat: bigint
  feesMsat: bigint
  /** How often each hash was paid: anything above 1 is a payment made twice. */
  timesPaid: Record<string, number>
  /** The highest fee the node was allowed for each hash. */
  feeLimitsMsat: Record<string, bigint>
  /** Reported as finally failed, and paid afterwards. */
  paidAfterFailing: string[]
  /** Payments received without an invoice, by hash. */
  keysends: Record<string, KeysendIn>
  inFlight: number
}

/** An external payment without an invoice. `contentId`: the content it names, or none of ours. */
export type KeysendIn = { amountMsat: bigint; contentId: string | null }

/** Invoices of the node itself, and of an external node that it can pay. */
export type NodeKeys = { own: string; outside: string }

/** Set by the lab. `next`: the outcomes of the next payments, in order, and `nextAddress` of the next requests to external
 * addresses; after them, random ones. */
export type NodeSettings = Partial<
  Pick<State, 'faultMode' | 'next' | 'nextAddress' | 'addressExpirySeconds' | 'createDelayMs' | 'canCancel'>
>

export type FakeNode = {
  origin: string
  port: number
  /** The host of external lightning addresses. */
  addressHost: string
  close(): Promise<void>
}

type State = {
  node: ScriptedNode
  random: Random
  faultMode: FaultMode
  next: ScriptedOutcomeName[]
  nextAddress: AddressFault[]
  truth: Pick<NodeTruth, 'feeLimitsMsat' | 'paidAfterFailing' | 'keysends'>
  inFlight: Set<string>
  /** How long invoices of external lightning addresses can be paid. */
  addressExpirySeconds: number
  /** How long making an invoice takes. */
  createDelayMs: number
  /** Whether it cancels invoices, or does not support that now. */
  canCancel: boolean
  /** Resolves when the lab releases what it holds. */
  letGo: PromiseWithResolvers<void>
}

type Exchange = { response: http.ServerResponse; body: unknown }
/** As JSON, see wire.ts. */
type Order = Omit<Payment, 'signal'> | Omit<Keysend, 'signal'>

const LATE_ANSWER_MS = 1_500
const PAYS_AFTER_FAILING_MS: readonly [number, number] = [300, 1_500]
/** In addition to the steps of the clocks. */
const ADDRESS_EXPIRY_SECONDS = 3 * 3_600
const EVENT_LATE_MS: readonly [number, number] = [100, 2_000]

export async function serveFakeNode(seed: number): Promise<FakeNode> {
  const state: State = {
    node: createScriptedNode(),
    random: createRandom(seed),
    faultMode: 'calm',
    next: [],
    nextAddress: [],
    truth: { feeLimitsMsat: {}, paidAfterFailing: [], keysends: {} },
    inFlight: new Set(),
    letGo: Promise.withResolvers(),
    addressExpirySeconds: ADDRESS_EXPIRY_SECONDS,
    createDelayMs: 0,
    canCancel: true,
  }
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void answer(state, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const makeInvoice: ScriptedNode['makeInvoice'] = (invoice) =>
    state.node.makeInvoice({ ...invoice, expirySeconds: state.addressExpirySeconds })
  const chooseFault = () => state.nextAddress.shift() ?? state.random.weigh(faultWeights[state.faultMode].address)
  const addresses = await startAddressServer(makeInvoice, chooseFault)
  return {
    addressHost: addresses.hostAndPort,
    origin: `http://127.0.0.1:${port}`,
    port,
    async close() {
      await addresses.close()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(state: State, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const exchange = { response, body: fromWire((await text(request)) || 'null') }
  const [, side, name = ''] = (request.url ?? '').split('/')
  if (side === 'node' && state.faultMode === 'offline') return cut(response)
  const handler = side === 'node' ? asked[name] : side === 'control' ? controlled[name] : undefined
  if (handler === undefined) return respond(response, null, 404)
  await handler(state, exchange)
}

function respond(response: http.ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(toWire(value))
}

function cut(response: http.ServerResponse): void {
  response.socket?.resetAndDestroy()
}

const asked: Record<string, (state: State, exchange: Exchange) => unknown> = {
  async info({ node }, { response }) {
    respond(response, await node.info(AbortSignal.timeout(1_000)))
  },
  async 'create-invoice'({ node, random, faultMode, createDelayMs }, { response, body }) {
    const how = random.weigh(faultWeights[faultMode].create)
    if (how === 'refuse') return respond(response, null, 503)
    if (createDelayMs > 0) await sleep(createDelayMs)
    const made = await node.createInvoice(body as NewInvoice)
    if (how === 'make') respond(response, made)
    else cut(response)
  },
  async 'lookup-invoice'(state, { response, body }) {
    tellUnlessCut(state, response, await state.node.lookupInvoice(body as string))
  },
  async 'cancel-invoice'({ node, canCancel }, { response, body }) {
    respond(response, canCancel ? await node.cancelInvoice(body as string) : 'unsupported')
  },
  pay: (state, exchange) => carryOut(state, exchange, (order) => state.node.pay(order as Payment)),
  keysend: (state, exchange) => carryOut(state, exchange, (order) => state.node.keysend!(order as Keysend)),
  async 'lookup-payment'(state, { response, body }) {
    tellUnlessCut(state, response, await state.node.lookupPayment(body as string))
  },
  async 'list-payments'({ node }, { response, body }) {
    respond(response, await node.listPayments(body as Date))
  },
  async balance({ node }, { response }) {
    respond(response, await node.balance())
  },
  feed,
}

const controlled: Record<string, (state: State, exchange: Exchange) => unknown> = {
  set(state, { response, body }) {
    Object.assign(state, body as NodeSettings)
    respond(response, null)
  },
  'make-invoice'({ node }, { response, body }) {
    respond(response, node.makeInvoice(body as { amountMsat: bigint; expirySeconds: number }))
  },
  async settle({ node }, { response, body }) {
    const { bolt11, receivedMsat } = body as { bolt11: string; receivedMsat?: bigint }
    const { amountMsat, paymentHash } = decodeInvoice(bolt11)
    const feeMsat = keptOf(paymentHash, receivedMsat ?? amountMsat ?? 0n)
    respond(response, await node.settleInvoice(bolt11, receivedMsat, feeMsat))
  },
  keysend({ node, truth }, { response, body }) {
    const { amountMsat, contentId } = body as KeysendIn
    const feeMsat = contentId === null ? amountMsat / 10n : 0n
    const { paymentHash } = node.receiveKeysend({ amountMsat, feeMsat, customRecords: recordsNaming(contentId) })
    truth.keysends[paymentHash] = { amountMsat, contentId }
    respond(response, null)
  },
  async keys({ node }, { response }) {
    const { pubkey: own } = await node.info(AbortSignal.timeout(1_000))
    respond(response, { own, outside: node.outsidePubkey })
  },
  'let-go'(state, { response }) {
    state.letGo.resolve()
    state.letGo = Promise.withResolvers()
    respond(response, null)
  },
  'break-feeds'({ node }, { response }) {
    node.breakFeeds()
    respond(response, null)
  },
  truth({ node, truth, inFlight }, { response }) {
    const { receivedMsat, sentMsat, feesMsat, payments } = node.truth
    const timesPaid = Object.fromEntries(payments)
    respond(response, { receivedMsat, sentMsat, feesMsat, timesPaid, ...truth, inFlight: inFlight.size })
  },
}

/** The node deducts a fee from some incoming payments, from a few of them more than was paid. Derived from the hash, so
 * that the random choices do not depend on it. */
function keptOf(paymentHash: string, receivedMsat: bigint): bigint {
  const part = BigInt(Number.parseInt(paymentHash.slice(0, 2), 16))
  return part % 4n === 0n ? (receivedMsat * part) / 192n : 0n
}

function tellUnlessCut({ random, faultMode }: State, response: http.ServerResponse, status: { state: string }): void {
  const isCut = status.state === 'not_found' && random.weigh(faultWeights[faultMode].lookupNotFound) === 'cut'
  const how = isCut ? 'cut' : random.weigh(faultWeights[faultMode].lookup)
  if (how === 'cut') cut(response)
  else respond(response, how === 'tell' ? status : null, how === 'tell' ? 200 : 504)
}

/** A boostagram, and which content of this node is meant. */
function recordsNaming(contentId: string | null): Record<string, string> {
  const hexOf = (text: string) => Buffer.from(text).toString('hex')
  const boost = { '7629169': hexOf('{"action":"boost","message":"From outside","sender_name":"Ana"}') }
  return contentId === null ? boost : { ...boost, '16180339': hexOf(contentId) }
}

async function carryOut(
  state: State,
  { response, body }: Exchange,
  send: (order: Order & { signal: AbortSignal }) => Promise<PayOutcome>,
): Promise<void> {
  const { node, random, truth, inFlight } = state
  const payment = body as Order
  const { paymentHash } = payment
  truth.feeLimitsMsat[paymentHash] = payment.feeLimitMsat
  const name =
    state.next.shift() ?? random.weigh(faultWeights[state.faultMode].pay as Record<ScriptedOutcomeName, number>)
  if (name === 'vanish') return cut(response)
  const outcome: ScriptedOutcome = scriptedOutcomes[name]
  node.script({ does: 'in_flight' })
  const first = await send({ ...payment, signal: new AbortController().signal })
  if (first.state !== 'in_flight') return respond(response, first)
  inFlight.add(paymentHash)
  if (outcome.answers === 'cut') cut(response)
  if (outcome.answers === 'gateway-timeout') respond(response, null, 504)
  if (outcome.answers === 'in-flight') respond(response, first)
  await sleep(random.between(...outcome.afterMs))
  if (outcome.isHeldByLab) await state.letGo.promise
  end(state, payment, outcome)
  if (outcome.answers === 'late') await sleep(LATE_ANSWER_MS)
  if (outcome.answers === 'final' || outcome.answers === 'late')
    respond(response, await node.lookupPayment(paymentHash))
  if (outcome.paysAfterFailing) {
    await sleep(random.between(...PAYS_AFTER_FAILING_MS))
    truth.paidAfterFailing.push(paymentHash)
    node.finishPayment(paymentHash, { does: 'succeed' })
  }
  inFlight.delete(paymentHash)
}

function end({ node, random }: State, payment: Order, outcome: ScriptedOutcome): void {
  const { paymentHash, feeLimitMsat } = payment
  const amountMsat = Number(payment.amountMsat ?? 0n)
  const costMsat = outcome.isCostly ? 1_000_000n + BigInt(amountMsat) : chooseFee(random, feeLimitMsat)
  const succeeds = outcome.ends === 'succeed' && costMsat <= feeLimitMsat
  node.finishPayment(paymentHash, succeeds ? { does: 'succeed', feeMsat: costMsat } : { does: 'fail' })
}

/** Often no fee, sometimes the whole limit. */
function chooseFee(random: Random, feeLimitMsat: bigint): bigint {
  const how = random.weigh({ none: 2, some: 7, all: 1 })
  if (how === 'none') return 0n
  return how === 'all' ? feeLimitMsat : BigInt(random.between(0, Number(feeLimitMsat)))
}

/** Settled invoices, one per line: in order and once, or at random. An invoice that was not requested yet is
 * reported in its turn, even if late: a server that received later ones cannot know that one is missing. */
async function feed(state: State, { response, body }: Exchange): Promise<void> {
  const { node, random } = state
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
  const write = (event: SettledInvoice) => void (response.writable && response.write(`${toWire(event)}\n`))
  const writeLater = (event: SettledInvoice) => setTimeout(write, random.between(...EVENT_LATE_MS), event)
  const deliver = async (event: SettledInvoice) => {
    const how = random.weigh(faultWeights[state.faultMode].event)
    if (how === 'break') return cut(response)
    if (how === 'late' && event.customRecords !== undefined) {
      await sleep(random.between(...EVENT_LATE_MS))
      return write(event)
    }
    if (how !== 'late') write(event)
    if (how === 'twice') write(event)
    if (how === 'again' || how === 'late') writeLater(event)
  }
  await node.subscribeInvoices(body as string | null, deliver, gone.signal).catch(() => undefined)
  response.destroy()
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
