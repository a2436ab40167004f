/** What of a room is shown to somebody, and in which order. Pure; where the events come from is room-events.ts. */
import {
  type Channel,
  type ChannelMessage,
  createDeletions,
  type Moderation,
  readChannelMessage,
  readModeration,
} from '#protocols/nostr/channel.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'

/** `hidden`: by the reader, who can show it again. `unheard`: the reader's own, which the artist has hidden from others. */
export type Standing = 'shown' | 'hidden' | 'unheard'

export type Line = {
  message: ChannelMessage
  standing: Standing
  /** What it answers; `unknown`: something that is not shown here. */
  answered: ChannelMessage | 'unknown' | null
}

export type RoomView = {
  /** The oldest first. */
  lines: readonly Line[]
  /** What the reader hides and whom they mute themselves. */
  own: Moderation
}

type Heard = {
  room: Channel
  /** Messages, what is hidden, who is muted and what was deleted, in any order, some of it perhaps twice. */
  events: readonly NostrEvent[]
  ownKeys: readonly string[]
  nowSeconds: number
}

/** As much ahead as our relay lets a clock be; what is dated later would stand at the end for ever. */
const AHEAD_MAX_SECONDS = 900

export function viewRoom({ room, events, ownKeys, nowSeconds }: Heard): RoomView {
  const isDeleted = createDeletions(events)
  const host = readModeration(events, [room.pubkey])
  const own = readModeration(events, ownKeys)
  const messages = new Map<string, ChannelMessage>()
  for (const event of events) {
    const message = readChannelMessage(event, room.id)
    const isAhead = event.created_at > nowSeconds + AHEAD_MAX_SECONDS
    if (message !== null && !isAhead && !isDeleted(event)) messages.set(message.id, message)
  }
  const standingOf = ({ id, pubkey }: ChannelMessage): Standing | null => {
    if (own.hidden.has(id)) return 'hidden'
    if (own.muted.has(pubkey)) return null
    if (!host.hidden.has(id) && !host.muted.has(pubkey)) return 'shown'
    return ownKeys.includes(pubkey) ? 'unheard' : null
  }
  const answeredBy = ({ replyTo }: ChannelMessage): Line['answered'] => {
    const answered = replyTo === null ? null : messages.get(replyTo)
    if (answered === null) return null
    return answered !== undefined && standingOf(answered) === 'shown' ? answered : 'unknown'
  }
  const lines = [...messages.values()].sort(byTime).flatMap((message): Line[] => {
    const standing = standingOf(message)
    return standing === null ? [] : [{ message, standing, answered: answeredBy(message) }]
  })
  return { lines, own }
}

/** When a message is dated, so that it stands behind the last one even where clocks differ a little. */
export function dateBehind(lines: readonly Line[], nowSeconds: number): number {
  const last = lines.at(-1)?.message.createdAtSeconds ?? 0
  return last >= nowSeconds && last < nowSeconds + 60 ? last + 1 : nowSeconds
}

const byTime = (one: ChannelMessage, other: ChannelMessage) =>
  one.createdAtSeconds - other.createdAtSeconds || (one.id < other.id ? 1 : -1)
