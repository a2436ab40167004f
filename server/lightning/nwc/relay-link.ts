/** A permanent connection to one relay (NIP-01): reconnects after every break and then renews its subscriptions.
 * Each event is published once. Knows nothing about wallets and verifies no events; the caller does. */
import { WebSocket } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'

export type RelayLink = {
  isOpen(): boolean
  /** Kept until it is dropped, across reconnects. Sent before anything published afterwards. */
  subscribe(name: string, filter: object): void
  drop(name: string): void
  /** Does nothing while the connection is closed. */
  publish(event: NostrEvent): void
}

export type RelayHandlers = {
  /** The connection is open, and its subscriptions have been sent. */
  opened(link: RelayLink): void
  heard(subscription: string, event: unknown): void
  /** The relay rejected an event. */
  refused(eventId: string, reason: string): void
}

const HANDSHAKE_TIMEOUT_MS = 10_000
const MESSAGE_MAX_BYTES = 512 * 1_024
const PING_MS = 30_000
const RETRY_MS = 250
const RETRY_MAX_MS = 30_000

/** Does not keep the process alive; pending requests do. */
export function linkRelay(url: string, handlers: RelayHandlers): RelayLink {
  const wanted = new Map<string, object>()
  let socket: WebSocket
  let failures = 0
  const send = (...message: unknown[]) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const link: RelayLink = {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    subscribe(name, filter) {
      wanted.set(name, filter)
      send('REQ', name, filter)
    },
    drop(name) {
      if (wanted.delete(name)) send('CLOSE', name)
    },
    publish: (event) => send('EVENT', event),
  }

  function open(): void {
    const opening = new WebSocket(url, {
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      headers: { 'user-agent': 'Peal' },
    })
    socket = opening
    let isAlive = true
    // Pings detect a connection that died silently.
    const pingTimer = setInterval(() => {
      if (opening.readyState !== WebSocket.OPEN) return
      if (!isAlive) return opening.terminate()
      isAlive = false
      opening.ping()
    }, PING_MS).unref()
    opening.on('upgrade', (response) => response.socket.unref())
    opening.on('pong', () => (isAlive = true))
    opening.on('open', () => {
      failures = 0
      for (const [name, filter] of wanted) send('REQ', name, filter)
      handlers.opened(link)
    })
    opening.on('message', (data: Buffer) => {
      isAlive = true
      dispatch(data.toString('utf8'), handlers)
    })
    // A close event follows.
    opening.on('error', () => undefined)
    opening.on('close', () => {
      clearInterval(pingTimer)
      const waitMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** Math.min(failures++, 10))
      setTimeout(open, waitMs).unref()
    })
  }

  open()
  return link
}

function dispatch(text: string, handlers: RelayHandlers): void {
  let result: unknown
  try {
    result = JSON.parse(text)
  } catch {
    return
  }
  if (!Array.isArray(result)) return
  const [type, name, more, reason] = result as unknown[]
  if (typeof name !== 'string') return
  if (type === 'EVENT') handlers.heard(name, more)
  // A duplicate is already stored, so it counts as accepted.
  if (type === 'OK' && more !== true && !String(reason).startsWith('duplicate:')) handlers.refused(name, String(reason))
}
