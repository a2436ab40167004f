/** Requests to the user's own wallet over its relays (NIP-47), from this browser and not through our server.
 * A missing response proves nothing: a requested payment may still be made. */
import { InvalidEvent, readEvent, type NostrEvent } from '#protocols/nostr/event.ts'
import {
  clientOf,
  InvalidWalletMessage,
  createRequest,
  parseResponse,
  parseInfo,
  WALLET_RESPONSE_KIND,
  WALLET_INFO_KIND,
  type WalletResponse,
  type WalletConnection,
  type WalletEncryption,
} from '#protocols/nostr/wallet-connect.ts'
import type { WalletMethod, WalletParams } from '#protocols/nostr/wallet-methods.ts'

/** How long a relay may take to connect. */
const OPEN_MS = 10_000
/** A wallet must not execute a request older than this. */
const REQUEST_LASTS_SECONDS = 120

/** `unsent`: no relay was reachable, so the wallet never received the request. `silence`: it may have. */
export type WalletReply = WalletResponse | 'unsent' | 'silence'

export type WalletQuery<Method extends WalletMethod> = {
  connection: WalletConnection
  encryption: WalletEncryption
  method: Method
  params: WalletParams[Method]
  /** How long to wait for a response. */
  waitMs: number
}

export async function requestFromWallet<Method extends WalletMethod>(
  asking: WalletQuery<Method>,
): Promise<WalletReply> {
  const { connection, encryption, method, params, waitMs } = asking
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const client = clientOf(connection, encryption)
  const times = { createdAtSeconds: nowSeconds, expiresAtSeconds: nowSeconds + REQUEST_LASTS_SECONDS }
  const request = createRequest(client, { method, params, ...times })
  const expected = { ...client, requestId: request.id }
  const filter = { kinds: [WALLET_RESPONSE_KIND], authors: [connection.walletPubkey], '#e': [request.id] }
  return listen<WalletResponse>(connection.relays, {
    filter,
    request,
    waitMs,
    read: (event) => parseResponse(event, expected),
  })
}

export type FoundInfo = ReturnType<typeof parseInfo>

/** The wallet's info event. Null when the relays have none; 'unsent' when no relay was reachable. */
export async function findWalletInfo(
  { relays, walletPubkey }: WalletConnection,
  waitMs: number,
): Promise<FoundInfo | 'unsent' | null> {
  const filter = { kinds: [WALLET_INFO_KIND], authors: [walletPubkey], limit: 1 }
  const found = await listen<FoundInfo>(relays, {
    filter,
    request: null,
    waitMs,
    read: (event) => {
      if (event.pubkey !== walletPubkey) throw new InvalidWalletMessage('This is another wallet')
      return parseInfo(event)
    },
  })
  return found === 'silence' ? null : found
}

type Listening<Said> = {
  filter: object
  /** Published once the subscription for the response is open; null to read stored events only. */
  request: NostrEvent | null
  waitMs: number
  /** Throws if the event is invalid. */
  read: (event: NostrEvent) => Said
}

/** Subscribes at all relays and sends the request to each; the first valid response wins. */
function listen<Said extends object>(
  relays: readonly string[],
  { filter, request, waitMs, read }: Listening<Said>,
): Promise<Said | 'unsent' | 'silence'> {
  return new Promise<Said | 'unsent' | 'silence'>((resolve) => {
    const lines = new Set<WebSocket>()
    let isHeard = false
    const end = (reply: Said | 'unsent' | 'silence') => {
      clearTimeout(opening)
      clearTimeout(waiting)
      for (const line of lines) line.close()
      lines.clear()
      resolve(reply)
    }
    const leave = (line: WebSocket) => {
      if (!lines.delete(line)) return
      line.close()
      if (lines.size === 0) end(isHeard ? 'silence' : 'unsent')
    }
    const take = (line: WebSocket, message: unknown) => {
      if (!Array.isArray(message)) return
      const [type, , event] = message as unknown[]
      const isAll = type === 'CLOSED' || (type === 'EOSE' && request === null)
      if (isAll) return leave(line)
      const reply = type === 'EVENT' ? readOrNull(event, read) : null
      if (reply !== null) end(reply)
    }
    // Relays that have not connected by now get no request.
    const opening = setTimeout(() => {
      for (const line of [...lines]) if (line.readyState !== WebSocket.OPEN) leave(line)
    }, OPEN_MS)
    const waiting = setTimeout(() => end(isHeard ? 'silence' : 'unsent'), waitMs)
    for (const relay of relays) {
      const line = openLine(relay)
      if (line === null) continue
      lines.add(line)
      line.addEventListener('open', () => {
        if (!lines.has(line)) return
        isHeard = true
        line.send(JSON.stringify(['REQ', 'wallet', filter]))
        if (request !== null) line.send(JSON.stringify(['EVENT', request]))
      })
      line.addEventListener('message', ({ data }) => take(line, parse(data)))
      line.addEventListener('close', () => leave(line))
      line.addEventListener('error', () => leave(line))
    }
    if (lines.size === 0) end('unsent')
  })
}

/** Null when the browser refuses to connect, as with ws:// from a page over https. */
function openLine(relay: string): WebSocket | null {
  try {
    return new WebSocket(relay)
  } catch {
    return null
  }
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return null
  }
}

function readOrNull<Said>(value: unknown, read: (event: NostrEvent) => Said): Said | null {
  try {
    return read(readEvent(value))
  } catch (error) {
    if (error instanceof InvalidEvent || error instanceof InvalidWalletMessage) return null
    throw error
  }
}
