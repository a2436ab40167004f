/** What a reader sees of a live chat, and in which order. Pure functions; the events come from room-events.ts. */
import {
  type Channel,
  type ChannelMessage,
  createDeletions,
  type Moderation,
  parseChannelMessage,
  parseModeration,
} from '#protocols/nostr/channel.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'

/** `hidden`: by the reader, who can show it again. `unheard`: the
 * reader's own message, which the artist has hidden from others. */
export type MessageStatus = 'shown' | 'hidden' | 'unheard'

export type Line = {
  message: ChannelMessage
  status: MessageStatus
  /** The message it replies to; `unknown`: a message that is not shown here. */
  answered: ChannelMessage | 'unknown' | null
}

export type ChatView = {
  /** Oldest first. */
  lines: readonly Line[]
  /** The messages the reader has hidden and the authors they have muted. */
  own: Moderation
}

type ChatInput = {
  chat: Channel
  /** Messages, hidden messages, mutes and deletions, unsorted and possibly with duplicates. */
  events: readonly NostrEvent[]
  ownKeys: readonly string[]
  nowSeconds: number
}

/** The clock difference our relay accepts; messages dated further ahead would stay at the end forever. */
const CLOCK_SKEW_MAX_SECONDS = 900

export function buildChatView({ chat, events, ownKeys, nowSeconds }: ChatInput): ChatView {
  const isDeleted = createDeletions(events)
  const host = parseModeration(events, [chat.pubkey])
  const own = parseModeration(events, ownKeys)
  const messages = new Map<string, ChannelMessage>()
  for (const event of events) {
    const message = parseChannelMessage(event, chat.id)
    const isAhead = event.created_at > nowSeconds + CLOCK_SKEW_MAX_SECONDS
    if (message !== null && !isAhead && !isDeleted(event)) messages.set(message.id, message)
  }
  const statusOf = ({ id, pubkey }: ChannelMessage): MessageStatus | null => {
    if (own.hidden.has(id)) return 'hidden'
    if (own.muted.has(pubkey)) return null
    if (!host.hidden.has(id) && !host.muted.has(pubkey)) return 'shown'
    return ownKeys.includes(pubkey) ? 'unheard' : null
  }
  const repliedToBy = ({ replyTo }: ChannelMessage): Line['answered'] => {
    const answered = replyTo === null ? null : messages.get(replyTo)
    if (answered === null) return null
    return answered !== undefined && statusOf(answered) === 'shown' ? answered : 'unknown'
  }
  const lines = [...messages.values()].sort(byTime).flatMap((message): Line[] => {
    const status = statusOf(message)
    return status === null ? [] : [{ message, status, answered: repliedToBy(message) }]
  })
  return { lines, own }
}

/** The timestamp of a new message: after the last one, even if clocks differ slightly. */
export function dateBehind(lines: readonly Line[], nowSeconds: number): number {
  const last = lines.at(-1)?.message.createdAtSeconds ?? 0
  return last >= nowSeconds && last < nowSeconds + 60 ? last + 1 : nowSeconds
}

const byTime = (one: ChannelMessage, other: ChannelMessage) =>
  one.createdAtSeconds - other.createdAtSeconds || (one.id < other.id ? 1 : -1)
