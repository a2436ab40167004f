/** Users who pay continuously: deposits, zaps and downloads by invoice and from the balance, withdrawals, keysends both ways,
 * new terms of splits (terms-steps.ts), and the orders of order-load.ts, at any server that responds. A failed request is
 * retried with the same idempotency key, as clients should; the outcome is read from the ledger. */
import { setLightningAddress } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { register } from '#contract/accounts/auth.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { sendKeysend } from '#contract/payments/keysend.ts'
import { createDeposit, createInvoice, send, withdraw } from '#contract/payments/payments.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { buyDownload, createPurchaseInvoice } from '#contract/listening/purchases.ts'
import { ApiError, createCall, newKey, type Call } from '#web/data/api.ts'
import { until } from '#tests/users.ts'
import type { NodeControl } from './node-control.ts'
import { agreeToAll } from '../agreements.ts'
import { provingCall } from '../proofs.ts'
import { createOrderLoad, orderKinds, type Attempt, type OrderCounts, type Seller } from './order-load.ts'
import type { Random } from './random.ts'
import { answerOffer, changeTerms } from './terms-steps.ts'

export type LoadCounts = {
  requests: number
  /** Successful responses. */
  done: number
  /** Refused for a reason (4xx). */
  refused: Record<string, number>
  /** No response, or a temporary error, after all attempts. */
  givenUp: number
  /** Responses with 500: a bug, also while the database or the node fails. */
  faults: Record<string, number>
  withdrawals: number
  /** Keysends to another node, and from external nodes to ours. */
  keysendsOut: number
  keysendsIn: number
  orders: OrderCounts
}

export type Load = {
  readonly counts: LoadCounts
  createTestUsers(count: number): Promise<void>
  /** Starts promos and events, once the users are confirmed. */
  startOrders(): Promise<void>
  /** Pays until the signal aborts, with this many concurrent payments. */
  run(atOnce: number, signal: AbortSignal): Promise<void>
  /** Pays some of the unpaid invoices late, and then once by keysend. */
  payLeftovers(count: number): Promise<void>
}

export type LoadOptions = {
  /** Servers that may be up. */
  origins: () => readonly string[]
  node: NodeControl
  /** The host of external lightning addresses. */
  addressHost: string
  random: Random
}

const PASSWORD = 'a long enough password'
const DEPOSIT_MSAT = 90_000_000
const CONTENT_COUNT = 3
/** Of each album. */
const TRACKS = 2
const ATTEMPTS = 4
const ATTEMPT_PAUSE_MS = 150
const UP_TIMEOUT_MS = 10_000
/** Long enough in spite of the steps of the clocks. */
const OUTSIDE_EXPIRY_SECONDS = 3 * 3_600
const KINDS = {
  withdraw: 44,
  address: 9,
  inside: 9,
  zap: 15,
  send: 14,
  purchase: 6,
  deposit: 9,
  'keysend-out': 8,
  'keysend-in': 8,
  terms: 3,
  consent: 4,
  ...orderKinds,
}
/** The record that names the content that a payment to a shared node is for. */
const CONTENT_RECORD = '16180339'
/** This many of them forward their earnings. */
const FORWARDED = 4
const LEFT_UNPAID_MAX = 400
const LAST_MSAT = 7_777
/** Of PUBLIC_URL. */
export const OWN_HOST = 'peal.example'

const nameOf = (number: number) => `lab${number}`

export function createLoad({ origins, node, addressHost, random }: LoadOptions): Load {
  const counts: Omit<LoadCounts, 'orders'> = {
    requests: 0,
    done: 0,
    refused: {},
    givenUp: 0,
    faults: {},
    withdrawals: 0,
    keysendsOut: 0,
    keysendsIn: 0,
  }
  const users: Call[] = []
  const contents: string[] = []
  const leftUnpaid: string[] = []
  const sellers: Seller[] = []
  const splitAddress = `split@${addressHost}`
  let forSaleId = ''
  const visitor = createCall(transport(origins, random))

  /** Null when it was refused or given up. */
  const attempt: Attempt = async (call, endpoint, input) => {
    counts.requests++
    const idempotencyKey = newKey()
    for (let turn = 1; turn <= ATTEMPTS; turn++) {
      await until(() => origins().length > 0, UP_TIMEOUT_MS).catch(() => undefined)
      try {
        const result = await call(endpoint, input, { idempotencyKey })
        counts.done++
        return result
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const isFinal = error.status >= 400 && error.status < 500 && error.code !== 'idempotency-key-running'
        if (error.status === 500) counts.faults[endpoint.path] = (counts.faults[endpoint.path] ?? 0) + 1
        if (isFinal) {
          counts.refused[error.code] = (counts.refused[error.code] ?? 0) + 1
          return null
        }
        await sleep(ATTEMPT_PAUSE_MS * turn)
      }
    }
    counts.givenUp++
    return null
  }

  const payIn = async (call: Call, kind: 'zap' | 'deposit', msatAmount: number) => {
    const contentId = random.pick(contents)
    const made =
      kind === 'zap'
        ? await attempt(visitor, createInvoice, { body: { contentId, msatAmount, comment: 'From the lab' } })
        : await attempt(call, createDeposit, { body: { msatAmount } })
    if (made !== null) await payInvoice(made.request, msatAmount)
  }

  /** An external wallet refuses an invoice that has been cancelled, as those of holds are when their time is over. */
  const settle = async (request: string, receivedMsat?: bigint) => {
    await node.settle(request, receivedMsat).catch((error: unknown) => {
      if (!String(error).includes('cancelled')) throw error
    })
  }

  /** Now, later, or with more than requested. */
  const payInvoice = async (request: string, msatAmount: number) => {
    if (random.next() < 0.15 && leftUnpaid.length < LEFT_UNPAID_MAX) leftUnpaid.push(request)
    else await settle(request, random.next() < 0.1 ? BigInt(msatAmount + random.between(1, 5_000)) : undefined)
  }

  const orders = createOrderLoad({ attempt, visitor, random, payInvoice })

  /** As a gift, because everybody buys it more than once. */
  const buy = async (call: Call, msatAmount: number) => {
    const body = { contentId: forSaleId, msatAmount, recipient: nameOf(random.between(1, users.length)) }
    if (random.next() < 0.5) return attempt(call, buyDownload, { body })
    const made = await attempt(visitor, createPurchaseInvoice, { body })
    if (made !== null) await payInvoice(made.invoice.request, msatAmount)
  }

  const payOut = async (call: Call, msatAmount: number) => {
    const invoice = { amountMsat: BigInt(msatAmount), expirySeconds: OUTSIDE_EXPIRY_SECONDS }
    const { bolt11 } = await node.makeInvoice(invoice)
    if ((await attempt(call, withdraw, { body: { invoice: bolt11 } })) !== null) counts.withdrawals++
  }

  const payAddress = async (call: Call, msatAmount: number) => {
    const body = { lightningAddress: `somebody@${addressHost}`, msatAmount }
    if ((await attempt(call, withdraw, { body })) !== null) counts.withdrawals++
  }

  /** From one balance to another: to its invoice, which may be paid externally as well, or its address. */
  const payInside = async (call: Call, msatAmount: number) => {
    const other = random.between(1, users.length)
    if (random.next() < 0.5) {
      const lightningAddress = `${nameOf(other)}@${OWN_HOST}`
      await attempt(call, withdraw, { body: { lightningAddress, msatAmount } })
      return
    }
    const made = await attempt(users[other - 1]!, createDeposit, { body: { msatAmount } })
    if (made === null) return
    const both = [attempt(call, withdraw, { body: { invoice: made.request } })]
    if (random.next() < 0.3) await settle(made.request)
    await Promise.all(both)
  }

  /** To an external node, in one part or two; now and then with a part for content of this node, or only that. */
  const payNode = async (call: Call, msatAmount: number) => {
    const { own, outside } = await node.keys()
    const away = { msatAmount, pubkey: outside }
    const here = { msatAmount, pubkey: own, customKey: CONTENT_RECORD, customValue: random.pick(contents) }
    const keysends = random.pick([[away], [away], [away, away], [away, here], [here]])
    const body = { msatTotal: msatAmount * keysends.length, keysends, message: 'From the lab' }
    const result = await attempt(call, sendKeysend, { body })
    counts.keysendsOut += result?.keysends.filter(({ pubkey }) => pubkey === outside).length ?? 0
  }

  const payUnasked = async (msatAmount: number) => {
    const contentId = random.next() < 0.9 ? random.pick(contents) : null
    await node.keysend({ amountMsat: BigInt(msatAmount), contentId })
    counts.keysendsIn++
  }

  const payOnce = async () => {
    const call = random.pick(users)
    const msatAmount = random.between(1_000, 60_000)
    const kind = random.weigh(KINDS)
    if (kind === 'withdraw') await payOut(call, msatAmount)
    else if (kind === 'address') await payAddress(call, msatAmount)
    else if (kind === 'inside') await payInside(call, msatAmount)
    else if (kind === 'keysend-out') await payNode(call, msatAmount)
    else if (kind === 'keysend-in') await payUnasked(msatAmount)
    else if (kind === 'purchase') await buy(call, msatAmount)
    else if (kind === 'terms')
      await changeTerms(attempt, random.pick(sellers), random, [nameOf(random.between(1, users.length)), splitAddress])
    else if (kind === 'consent') await answerOffer(attempt, call, random)
    else if (kind === 'send') await attempt(call, send, { body: { contentId: random.pick(contents), msatAmount } })
    else if (kind === 'zap' || kind === 'deposit') await payIn(call, kind, msatAmount)
    else await orders.act(kind, call)
  }

  return {
    counts: Object.assign(counts, { orders: orders.counts }),
    async createTestUsers(count) {
      const names = Array.from({ length: count }, (_, index) => nameOf(index + 1))
      users.push(...(await Promise.all(names.map((name) => signUp(visitor, transport(origins, random), name)))))
      for (let index = 0; index < CONTENT_COUNT; index++) {
        const call = users[index]!
        const artistId = await makeContent(call, [...names.slice(index, index + 2 + index), splitAddress])
        const { albumId, trackIds } = await makeAlbum(call, artistId)
        await agreeToAll(...users.slice(index, index + 2 + index))
        contents.push(artistId)
        sellers.push({ call, artistId, trackIds })
        forSaleId ||= albumId
      }
      const fill = async (call: Call) => {
        const { request } = await call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
        await node.settle(request)
      }
      await Promise.all(users.map(fill))
      for (const call of users.slice(0, FORWARDED)) {
        await call(setLightningAddress, { body: { lightningAddress: `everybody@${addressHost}` } })
      }
    },
    startOrders: () => orders.start(sellers),
    async run(atOnce, signal) {
      const pay = async () => {
        while (!signal.aborted) await payOnce()
      }
      await Promise.all(Array.from({ length: atOnce }, pay))
    },
    async payLeftovers(count) {
      for (const request of leftUnpaid.splice(0, count)) await settle(request)
      await payUnasked(LAST_MSAT)
    },
  }
}

async function signUp(visitor: Call, reach: Transport, name: string): Promise<Call> {
  const { token } = await visitor(register, { body: { email: `${name}@example.com`, password: PASSWORD, name } })
  return provingCall(
    createCall(reach, () => token),
    { method: 'password', password: PASSWORD },
  )
}

async function makeContent(owner: Call, names: readonly string[]): Promise<string> {
  const { id } = await owner(createArtist, { body: { name: `Heard by ${names.length}` } })
  const splitRecipients = names.map((name, index) => ({ name, share: 7 * (index + 1) }))
  await owner(createSplit, { body: { contentId: id, contentType: 'artist', splitRecipients } })
  return id
}

async function makeAlbum(owner: Call, artistId: string): Promise<{ albumId: string; trackIds: string[] }> {
  const { id: albumId } = await owner(createAlbum, { body: { artistId, title: 'For sale' } })
  const trackIds: string[] = []
  for (let order = 1; order <= TRACKS; order++) {
    const body = { albumId, title: `Track ${order}`, order, extension: 'wav' } as const
    trackIds.push((await owner(createTrack, { body })).id)
  }
  return { albumId, trackIds }
}

type Transport = (address: string, init: RequestInit) => Promise<{ status: number; json: unknown }>

/** To any running server, from a new IP address each time: limits per address are not tested here. */
function transport(origins: () => readonly string[], random: Random): Transport {
  return async (address, init) => {
    const up = origins()
    if (up.length === 0) throw new ApiError(0, 'no-answer', 'No server is up')
    const from = `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`
    const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': from }
    try {
      const response = await fetch(random.pick(up) + address, { ...init, headers })
      return { status: response.status, json: (await response.json()) as unknown }
    } catch (error) {
      throw new ApiError(0, 'no-answer', String(error))
    }
  }
}

const sleep = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs))
