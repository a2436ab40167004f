/** Requests to a wallet over its relays (NIP-47): each request is published once, and the first valid response counts.
 * The meaning of responses is in responses.ts. No message ever contains any part of the connection URI. */
import { InvalidEvent, type NostrEvent, readEvent } from '#protocols/nostr/event.ts'
import { publicKeyOf, secretFromHex } from '#protocols/nostr/keys.ts'
import {
  clientOf,
  InvalidWalletMessage,
  createRequest,
  parseResponse,
  parseInfo,
  parseNotification,
  WALLET_RESPONSE_KIND,
  WALLET_INFO_KIND,
  WALLET_NOTIFICATION_KIND,
  WALLET_NOTIFICATION_NIP04_KIND,
  type WalletResponse,
  type WalletConnection,
} from '#protocols/nostr/wallet-connect.ts'
import type { WalletMethod, WalletParams } from '#protocols/nostr/wallet-methods.ts'
import { NodeError } from '../node-http.ts'
import { linkRelay, type RelayLink } from './relay-link.ts'

export type RequestLimits = {
  timeoutMs: number
  signal?: AbortSignal
  /** When the wallet must not start to pay any more. Default: when we stop waiting. */
  expiresAtSeconds?: number
}

export type Wallet = {
  /** The wallet's response, which may be an error. Throws NodeError when there is no response. */
  request<Method extends WalletMethod>(
    method: Method,
    params: WalletParams[Method],
    limits: RequestLimits,
  ): Promise<WalletResponse>
  /** Calls `on` with the wallet's notifications, and returns a function that stops it. Some wallets send none, and
   * none repeats them. */
  listen(on: (type: string, transaction: unknown) => void): () => void
}

type Known = { createdAt: number; encryption: ReturnType<typeof parseInfo>['encryption'] }
type Asking = {
  request: NostrEvent
  method: string
  sentTo: number
  refusals: number
  resolve: (response: WalletResponse) => void
  reject: (error: NodeError) => void
}

const INFO = 'info'
const NOTICES = 'notices'
const REASON_MAX_CHARACTERS = 100

/** Connects to the relays at the first request. */
export function connectWallet(connection: WalletConnection): Wallet {
  const { walletPubkey } = connection
  const pubkey = publicKeyOf(secretFromHex(connection.secret))
  const inbox = createInbox(connection)
  let links: RelayLink[] | null = null

  const join = () => (links ??= connection.relays.map(joinRelay))
  function joinRelay(url: string): RelayLink {
    const link = linkRelay(url, {
      opened(opened) {
        // A request made while no relay was connected goes only to the first relay that opens.
        for (const one of inbox.asking.values()) if (one.sentTo === 0) publish(opened, one)
      },
      heard: inbox.heard,
      refused: inbox.refused,
    })
    const notices = [WALLET_NOTIFICATION_KIND, WALLET_NOTIFICATION_NIP04_KIND]
    const since = nowSeconds()
    link.subscribe(INFO, { kinds: [WALLET_INFO_KIND], authors: [walletPubkey], limit: 1 })
    link.subscribe(NOTICES, { kinds: notices, authors: [walletPubkey], '#p': [pubkey], since })
    return link
  }

  return {
    async request(method, params, { timeoutMs, signal, expiresAtSeconds }) {
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(), timeoutMs)
      const timeout = AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])])
      const joined = join()
      let requestId = ''
      try {
        await within(inbox.described, timeout, `${method}: no relay knows what the wallet can do (kind 13194)`)
        const encryption = inbox.encryption()
        if (encryption === null) throw new NodeError('The encryption of the wallet is not supported')
        const request = createRequest(clientOf(connection, encryption), {
          method,
          params,
          createdAtSeconds: nowSeconds(),
          expiresAtSeconds: expiresAtSeconds ?? nowSeconds() + Math.ceil(timeoutMs / 1_000),
        })
        requestId = request.id
        const responded = Promise.withResolvers<WalletResponse>()
        const one: Asking = { request, method, sentTo: 0, refusals: 0, ...responded }
        inbox.asking.set(requestId, one)
        const filter = { kinds: [WALLET_RESPONSE_KIND], authors: [walletPubkey], '#e': [requestId] }
        for (const link of joined) link.subscribe(requestId, filter)
        for (const link of joined) if (link.isOpen()) publish(link, one)
        return await within(responded.promise, timeout, `${method}: the wallet did not answer`)
      } finally {
        clearTimeout(timer)
        inbox.asking.delete(requestId)
        for (const link of joined) link.drop(requestId)
      }
    },
    listen(on) {
      join()
      inbox.listeners.add(on)
      return () => inbox.listeners.delete(on)
    },
  }
}

function publish(link: RelayLink, one: Asking): void {
  one.sentTo++
  link.publish(one.request)
}

/** What the relays deliver: the wallet's description of itself, its notifications, and responses to open requests. */
function createInbox({ walletPubkey, secret }: WalletConnection) {
  const secretKey = secretFromHex(secret)
  const asking = new Map<string, Asking>()
  const listeners = new Set<(type: string, transaction: unknown) => void>()
  const described = Promise.withResolvers<void>()
  let known: Known | null = null

  function takeInfo(event: NostrEvent): void {
    if (known !== null && event.created_at < known.createdAt) return
    const { encryption } = parseInfo(event)
    known = { createdAt: event.created_at, encryption }
    described.resolve()
  }
  function takeNotice(event: NostrEvent): void {
    const { type, notification } = parseNotification(event, { secretKey, walletPubkey })
    for (const listener of listeners) listener(type, notification)
  }
  function takeAnswer(requestId: string, event: NostrEvent): void {
    const one = asking.get(requestId)
    if (one === undefined) return
    const response = parseResponse(event, { secretKey, walletPubkey, requestId })
    // Some wallets send errors with another method's name.
    if (response.error !== null || response.resultType === one.method) one.resolve(response)
  }

  return {
    asking,
    listeners,
    described: described.promise,
    encryption: () => known?.encryption ?? null,
    heard(subscription: string, result: unknown): void {
      // Every relay delivers every response; one is enough.
      if (subscription !== INFO && subscription !== NOTICES && !asking.has(subscription)) return
      try {
        const event = readOwn(result, walletPubkey)
        if (event === null) return
        if (subscription === INFO) takeInfo(event)
        else if (subscription === NOTICES) takeNotice(event)
        else takeAnswer(subscription, event)
      } catch (error) {
        // Ignores what cannot be parsed. The pending request then times out.
        if (!(error instanceof InvalidWalletMessage || error instanceof InvalidEvent)) throw error
      }
    },
    refused(eventId: string, reason: string): void {
      const one = asking.get(eventId)
      if (one === undefined || ++one.refusals < one.sentTo) return
      const words = reason.slice(0, REASON_MAX_CHARACTERS)
      one.reject(new NodeError(`${one.method}: no relay accepted the request (${words})`))
    },
  }
}

/** Null for events of other authors. Throws InvalidEvent for events forged in the wallet's name. */
function readOwn(result: unknown, walletPubkey: string): NostrEvent | null {
  return (result as { pubkey?: unknown } | null)?.pubkey === walletPubkey ? readEvent(result) : null
}

function within<Value>(promise: Promise<Value>, signal: AbortSignal, otherwise: string): Promise<Value> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<Value>()
  const giveUp = () => reject(new NodeError(otherwise))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  promise.then(resolve, reject)
  return outcome.finally(() => signal.removeEventListener('abort', giveUp))
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)
