/** Which events this relay accepts: kinds that the product uses, within limits of size and time, signed by their
 * author. Storing them is store.ts. */
import { InvalidEvent, requireSigned, type NostrEvent, parseEvent } from '#protocols/nostr/event.ts'
import { expiryOf, RELAY_AUTH_KIND, slotOf } from '#protocols/nostr/kinds.ts'

/** The reason for a refusal, with a machine-readable prefix of NIP-01. */
export class EventRefused extends Error {
  override name = 'EventRefused'
}

/** Profiles, notes, follows, deletions, reposts, reactions, channels, gift wraps, comments, zap receipts,
 * relay lists, wallet connections, releases, shows and episodes, calendar events and responses to
 * them, lists (mutes, bookmarks, people), zap goals, live events, handlers. */
export const ACCEPTED_KINDS: readonly number[] = [
  0, 1, 3, 5, 6, 7, 16, 17, 40, 41, 42, 43, 44, 54, 1_059, 1_111, 1_984, 9_041, 9_735, 10_000, 10_002, 10_003, 10_050,
  10_054, 10_063, 10_064, 10_154, 13_194, 23_194, 23_195, 23_196, 23_197, 30_000, 30_003, 30_078, 30_311, 31_337,
  31_923, 31_925, 31_989, 31_990, 34_139, 36_787,
]
/** Only for the keys that they name. */
export const PRIVATE_KINDS: readonly number[] = [4, 1_059]

const CLOCK_SKEW_MAX_SECONDS = 900
const TAGS_MAX = 2_500
const TAG_MAX_CHARACTERS = 100_000
const SLOT_MAX_CHARACTERS = 400
const CONTENT_MAX_BYTES = 64 * 1_024
const WRAPPED_MAX_BYTES = 200 * 1_024

/** Checks everything that the event alone allows, the signature last. Throws EventRefused. */
export function parseOfferedEvent(value: unknown, nowSeconds: number, authedKeys: ReadonlySet<string>): NostrEvent {
  const event = read(() => parseEvent(value))
  if (event.kind === RELAY_AUTH_KIND || !ACCEPTED_KINDS.includes(event.kind)) {
    throw new EventRefused(`blocked: kind ${event.kind} is not stored here`)
  }
  if (event.created_at > nowSeconds + CLOCK_SKEW_MAX_SECONDS)
    throw new EventRefused('invalid: it is dated in the future')
  const expiry = expiryOf(event)
  if (expiry !== null && expiry <= nowSeconds) throw new EventRefused('invalid: it has ended')
  requireStorable(event)
  if (event.tags.some((tag) => tag[0] === '-') && !authedKeys.has(event.pubkey)) {
    const why = 'auth-required: only its author may publish a protected event'
    throw new EventRefused(authedKeys.size === 0 ? why : why.replace('auth-required', 'restricted'))
  }
  read(() => requireSigned(event))
  return event
}

function requireStorable(event: NostrEvent): void {
  const { content, tags, kind } = event
  const maxBytes = PRIVATE_KINDS.includes(kind) ? WRAPPED_MAX_BYTES : CONTENT_MAX_BYTES
  if (Buffer.byteLength(content) > maxBytes)
    throw new EventRefused(`invalid: the content is longer than ${maxBytes} bytes`)
  if (tags.length > TAGS_MAX) throw new EventRefused(`invalid: there are more than ${TAGS_MAX} tags`)
  if ((slotOf(event) ?? '').length > SLOT_MAX_CHARACTERS) throw new EventRefused('invalid: the d tag is too long')
  let characters = 0
  for (const text of [content, ...tags.flat()]) {
    characters += text === content ? 0 : text.length
    if (text.includes('\0') || !text.isWellFormed()) throw new EventRefused('invalid: it contains invalid characters')
  }
  if (characters > TAG_MAX_CHARACTERS) throw new EventRefused('invalid: the tags are too long')
}

function read<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof InvalidEvent ? new EventRefused(`invalid: ${error.message}`) : error
  }
}
