/** Publishes one event to an external relay (NIP-01, NIP-20), over a separate connection. The browser's relay pool and
 * our own relay are elsewhere. */
import { WebSocket } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { OutboundFailed, type Outbound } from '#server/platform/network/outbound.ts'

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
    const end = (error: Error | null) => {
      clearTimeout(timer)
      socket.terminate()
      if (error === null) resolve()
      else reject(error)
    }
    socket.on('open', () => socket.send(JSON.stringify(['EVENT', event])))
    socket.on('message', (data: Buffer) => {
      const response = parseRelayResponse(data.toString('utf8'), event.id)
      if (response === null) return
      if (response.isAccepted) end(null)
      else if (TEMPORARY_REFUSAL.test(response.reason)) end(new OutboundFailed('network'))
      else end(new RelayRefused(response.reason))
    })
    socket.on('error', () => end(new OutboundFailed('network')))
    socket.on('close', () => end(new OutboundFailed('network')))
  })
}

/** Parses `["OK", id, true|false, reason]` about this event; null for any other message. */
function parseRelayResponse(text: string, eventId: string): { isAccepted: boolean; reason: string } | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(message) || message[0] !== 'OK' || message[1] !== eventId) return null
  const reason: unknown = message[3]
  const reasonText = typeof reason === 'string' ? reason.slice(0, REASON_MAX_CHARACTERS) : ''
  // A relay that already has the event counts as a success.
  return { isAccepted: message[2] === true || reasonText.startsWith('duplicate:'), reason: reasonText }
}
