/** Publishing one event to somebody else's relay (NIP-01, NIP-20), over a connection for it alone.
 * Not the browser's pool of relays, and not our own relay. */
import { WebSocket } from 'ws'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { OutboundFailed, type Outbound } from '#server/platform/outbound.ts'

/** The relay does not take this event, and would not tomorrow. */
export class RelayRefused extends Error {
  override name = 'RelayRefused'
}

const TIMEOUT_MS = 8_000
const ANSWER_MAX_BYTES = 64 * 1_024
const REASON_MAX_LETTERS = 200
/** What is said of these may change (NIP-01). */
const PASSING = /^(rate-limited|error|auth-required):/

/** Resolves when the relay says it has the event. Throws OutboundRefused, OutboundFailed and RelayRefused. */
export async function publishToRelay(outbound: Outbound, address: string, event: NostrEvent): Promise<void> {
  const { url, lookup } = await outbound.findSocket(address)
  await new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, {
      lookup,
      followRedirects: false,
      handshakeTimeout: TIMEOUT_MS,
      maxPayload: ANSWER_MAX_BYTES,
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
      const answer = readAnswer(data.toString('utf8'), event.id)
      if (answer === null) return
      if (answer.isTaken) end(null)
      else if (PASSING.test(answer.reason)) end(new OutboundFailed('network'))
      else end(new RelayRefused(answer.reason))
    })
    socket.on('error', () => end(new OutboundFailed('network')))
    socket.on('close', () => end(new OutboundFailed('network')))
  })
}

/** `["OK", id, true|false, reason]` about this event; null for whatever else it says. */
function readAnswer(text: string, eventId: string): { isTaken: boolean; reason: string } | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(message) || message[0] !== 'OK' || message[1] !== eventId) return null
  const reason: unknown = message[3]
  const words = typeof reason === 'string' ? reason.slice(0, REASON_MAX_LETTERS) : ''
  // To have it already is to have it.
  return { isTaken: message[2] === true || words.startsWith('duplicate:'), reason: words }
}
