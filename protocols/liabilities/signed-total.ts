/** Verifies the signature of a published total. */
import { InvalidEvent, readEvent, type NostrEvent } from '#protocols/nostr/event.ts'
import { InvalidProof, parseTotal, secondsOf, TOTAL_KIND, type Total } from './total.ts'

/** Throws InvalidProof unless the event is a total, signed by the key that it names. */
export function verifyTotal(value: unknown): { total: Total; event: NostrEvent } {
  const event = readSigned(value)
  const total = parseTotal(event.content)
  const { kind, created_at: createdAt } = event
  if (kind !== TOTAL_KIND || createdAt !== secondsOf(total.madeAt)) {
    throw new InvalidProof('The signature is not for a total of this time.')
  }
  return { total, event }
}

function readSigned(value: unknown): NostrEvent {
  try {
    return readEvent(value)
  } catch (error) {
    if (error instanceof InvalidEvent) throw new InvalidProof(`${error.message}.`)
    throw error
  }
}
