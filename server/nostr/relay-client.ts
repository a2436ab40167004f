/** Publishes one event to an external relay, or queries it (NIP-01, NIP-20), over a separate connection each time. The
 * browser's relay pool and our own relay are elsewhere. */
import { WebSocket } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'
import { OutboundFailed } from '#server/platform/network/responses.ts'

/** The relay refuses this event permanently. */
export class RelayRefused extends Error {
  override name = 'RelayRefused'
}

const TIMEOUT_MS = 8_000
const RESPONSE_MAX_BYTES = 64 * 1_024
const REASON_MAX_CHARACTERS = 200
/** Refusals that may be temporary (NIP-01). */
const TEMPORARY_REFUSAL = /^(rate-limited|error|auth-required):/

/** Resolves when the relay confirms that it has the event. Throws OutboundRefused, OutboundFailed and RelayRefused. */
export async function publishToRelay(outbound: Outbound, address: string, event: NostrEvent): Promise<void> {
  return converse(outbound, address, ['EVENT', event], (text, end) => {
    const response = parseRelayResponse(text, event.id)
    if (response === null) return
    if (response.isAccepted) end()
    else if (TEMPORARY_REFUSAL.test(response.reason)) end(new OutboundFailed('network'))
    else end(new RelayRefused(response.reason))
  })
}

const SUBSCRIPTION = 'peal'

/** The stored events that the relay sends for a filter, unchecked, at most `limit`. Throws as publishToRelay does. */
export async function queryRelay(
  outbound: Outbound,
  address: string,
  filter: Record<string, unknown> & { limit: number },
): Promise<unknown[]> {
  const found: unknown[] = []
  await converse(outbound, address, ['REQ', SUBSCRIPTION, filter], (text, end) => {
    const message = parseMessage(text)
    if (message === null || message[1] !== SUBSCRIPTION) return
    const [type, , value] = message
    if (type === 'EVENT') found.push(value)
    if (type === 'EOSE' || found.length >= filter.limit) end()
    else if (type === 'CLOSED') end(new RelayRefused(reasonOf(value)))
  })
  return found
}

type End = (error?: Error) => void

/** Sends one message, and passes on what the relay sends until `end` is called. */
async function converse(
  outbound: Outbound,
  address: string,
  message: readonly unknown[],
  onMessage: (text: string, end: End) => void,
): Promise<void> {
  const { url, lookup } = await outbound.findSocket(address)
  await new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, {
      lookup,
      followRedirects: false,
      handshakeTimeout: TIMEOUT_MS,
      maxPayload: RESPONSE_MAX_BYTES,
      perMessageDeflate: false,
      headers: { 'user-agent': 'Peal' },
    })
    const timer = setTimeout(() => end(new OutboundFailed('time-out')), TIMEOUT_MS)
    const end: End = (error) => {
      clearTimeout(timer)
      socket.terminate()
      if (error === undefined) resolve()
      else reject(error)
    }
    socket.on('open', () => socket.send(JSON.stringify(message)))
    socket.on('message', (data: Buffer) => onMessage(data.toString('utf8'), end))
    socket.on('error', () => end(new OutboundFailed('network')))
    socket.on('close', () => end(new OutboundFailed('network')))
  })
}

/** Parses `["OK", id, true|false, reason]` about this event; null for any other message. */
function parseRelayResponse(text: string, eventId: string): { isAccepted: boolean; reason: string } | null {
  const message = parseMessage(text)
  if (message === null || message[0] !== 'OK' || message[1] !== eventId) return null
  const reason = reasonOf(message[3])
  // A relay that already has the event counts as a success.
  return { isAccepted: message[2] === true || reason.startsWith('duplicate:'), reason }
}

function parseMessage(text: string): unknown[] | null {
  try {
    const message: unknown = JSON.parse(text)
    return Array.isArray(message) ? message : null
  } catch {
    return null
  }
}

const reasonOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, REASON_MAX_CHARACTERS) : '')
