/** The wallet service of a wallet connection (NIP-47): receives each request once over its relays, ignores expired ones, and
 * responds as the test defines. The responses of an ordinary wallet are in nwc.ts. */
import { WebSocket } from 'ws'
import { type NostrEvent, readEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf, secretToHex } from '#protocols/nostr/keys.ts'
import {
  createResponse,
  createInfo,
  createNotification,
  parseRequest,
  WALLET_REQUEST_KIND,
  type WalletConnection,
  type WalletEncryption,
  type WalletRequest,
} from '#protocols/nostr/wallet-connect.ts'
import { WALLET_METHODS, type WalletTransaction } from '#protocols/nostr/wallet-methods.ts'

export type Reply = { result: object } | { error: { code: string; message: string } } | 'silence'
/** A whole event instead of a response: malformed, or from another key. */
export type Answering = (request: WalletRequest, service: WalletService) => Promise<Reply | NostrEvent>

export type WalletService = {
  readonly connection: WalletConnection
  readonly secretKey: Uint8Array
  /** The requests it accepted, in order. */
  readonly requests: WalletRequest[]
  answer: Answering
  describe(encryptions: readonly WalletEncryption[]): void
  publish(event: NostrEvent): void
  notify(transaction: WalletTransaction): void
  stop(): void
}

const RECONNECT_MS = 20

export async function startWalletService(options: {
  relays: readonly string[]
  encryptions: readonly WalletEncryption[]
  answer: Answering
}): Promise<WalletService> {
  const secretKey = generateSecretKey()
  const clientSecretKey = generateSecretKey()
  const walletPubkey = publicKeyOf(secretKey)
  const clientPubkey = publicKeyOf(clientSecretKey)
  const relays = [...options.relays]
  const seen = new Set<string>()
  const sockets = new Map<string, WebSocket>()
  let encryptions = options.encryptions
  let isStopped = false
  const by = () => ({ secretKey, createdAtSeconds: seconds() })
  const service: WalletService = {
    connection: { walletPubkey, relays, secret: secretToHex(clientSecretKey), lud16: null },
    secretKey,
    requests: [],
    answer: options.answer,
    describe(next) {
      encryptions = next
      const notifications = ['payment_received', 'payment_sent']
      const info = { methods: [...WALLET_METHODS], notifications, encryptions: [...encryptions] }
      service.publish(createInfo(info, by()))
    },
    publish(event) {
      for (const socket of sockets.values()) {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(['EVENT', event]))
      }
    },
    notify(transaction) {
      const encryption = encryptions.includes('nip44_v2') ? 'nip44_v2' : 'nip04'
      service.publish(createNotification({ type: 'payment_received', transaction }, { clientPubkey, encryption }, by()))
    },
    stop() {
      isStopped = true
      for (const socket of sockets.values()) socket.terminate()
    },
  }
  const handle = async (received: NostrEvent) => {
    if (received.pubkey !== clientPubkey || seen.has(received.id)) return
    seen.add(received.id)
    const event = readEvent(received)
    const request = parseRequest(event, secretKey)
    if (request.expiresAtSeconds === null || request.expiresAtSeconds <= seconds()) return
    service.requests.push(request)
    const reply = await service.answer(request, service)
    if (reply === 'silence') return
    service.publish('kind' in reply ? reply : answerTo(request, reply, secretKey))
  }
  const filter = { kinds: [WALLET_REQUEST_KIND], '#p': [walletPubkey] }
  const join = (url: string): Promise<void> =>
    subscribe(url, filter, {
      onOpen: (socket) => sockets.set(url, socket),
      onEvent: (event) => void handle(event),
      onClose: () => {
        if (!isStopped) setTimeout(() => void join(url), RECONNECT_MS).unref()
      },
    })
  await Promise.all(relays.map(join))
  service.describe(encryptions)
  return service
}

type Listeners = { onOpen(socket: WebSocket): void; onEvent(event: NostrEvent): void; onClose(): void }

/** Resolves once the relay has sent its stored events. */
function subscribe(url: string, filter: object, listeners: Listeners): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    listeners.onOpen(socket)
    socket.on('open', () => socket.send(JSON.stringify(['REQ', 'all', filter])))
    socket.on('message', (data: Buffer) => {
      const [type, , event] = JSON.parse(data.toString('utf8')) as [string, string, NostrEvent]
      if (type === 'EOSE') resolve()
      if (type === 'EVENT') listeners.onEvent(event)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => listeners.onClose())
  })
}

export function answerTo(request: WalletRequest, reply: Exclude<Reply, 'silence'>, secretKey: Uint8Array): NostrEvent {
  const response = { resultType: request.method, error: null, result: null, ...reply }
  const result = response.result as Record<string, unknown> | null
  return createResponse(request, { ...response, result }, { secretKey, createdAtSeconds: seconds() })
}

const seconds = () => Math.floor(Date.now() / 1_000)
