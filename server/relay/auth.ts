/** Authentication of a key on one connection (NIP-42): an event for this relay and this connection's challenge. */
import { InvalidEvent, requireSigned, parseEvent } from '#protocols/nostr/event.ts'
import { RELAY_AUTH_KIND } from '#protocols/nostr/kinds.ts'

const AGE_MAX_SECONDS = 600

export type AuthResult = { pubkey: string } | { reason: string }

export function parseAuth(
  offered: unknown,
  { challenge, relayUrl, nowSeconds }: { challenge: string; relayUrl: string; nowSeconds: number },
): AuthResult {
  try {
    const event = parseEvent(offered)
    const valueOf = (name: string) => event.tags.filter((tag) => tag[0] === name).map((tag) => tag[1])
    if (event.kind !== RELAY_AUTH_KIND) return { reason: `the event is not of kind ${RELAY_AUTH_KIND}` }
    if (Math.abs(nowSeconds - event.created_at) > AGE_MAX_SECONDS) return { reason: 'it was not signed just now' }
    const [relay, ...others] = valueOf('relay')
    if (others.length > 0 || hostOf(relay) !== hostOf(relayUrl)) return { reason: 'it is for another relay' }
    if (valueOf('challenge').join() !== challenge) return { reason: 'it is for another challenge' }
    requireSigned(event)
    return { pubkey: event.pubkey }
  } catch (error) {
    if (!(error instanceof InvalidEvent)) throw error
    return { reason: error.message }
  }
}

/** Compares the host only: clients write the rest of the URL differently (NIP-42). */
function hostOf(url: string | undefined): string | null {
  const read = URL.parse(url ?? '')
  return read !== null && /^wss?:$/.test(read.protocol) ? read.host : null
}
