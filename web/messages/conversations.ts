/** Groups messages into conversations, with participants and order. Pure functions; messages come from mailbox.ts. */
import { HEX_32 } from '#protocols/hex.ts'
import { participantsOf, type Rumor } from '#protocols/nostr/private-message.ts'

/** `refused`: some receivers did not get it. `unkept`: the
 * receivers got it, but the author's own copy was not stored. */
export type DirectMessage = { rumor: Rumor; state: 'sending' | 'sent' | 'refused' | 'unkept'; error: unknown }

export type Conversation = {
  /** The keys of the other participants, as they appear in the URL. */
  id: string
  /** The receivers of a reply; for notes to oneself, the user's own key. */
  others: readonly string[]
  /** Oldest first. */
  messages: readonly DirectMessage[]
  /** The most recent subject. */
  subject: string | null
}

const SUBJECT_MAX_CHARACTERS = 120

/** Newest first. */
export function listConversations(messages: Iterable<DirectMessage>, own: string, nowSeconds: number): Conversation[] {
  const found = new Map<string, DirectMessage[]>()
  for (const message of messages) {
    const id = conversationIdOf(participantsOf(message.rumor), own)
    const before = found.get(id)
    if (before === undefined) found.set(id, [message])
    else before.push(message)
  }
  // Dating a message ahead must not keep a conversation on top.
  const timeOf = (conversation: Conversation) =>
    Math.min(conversation.messages.at(-1)?.rumor.created_at ?? 0, nowSeconds)
  return [...found]
    .map(([id, all]): Conversation => {
      const sorted = all.sort(byTime)
      const named = sorted.map(({ rumor }) => subjectOf(rumor)).findLast((subject) => subject !== null)
      return { id, others: id.split(','), messages: sorted, subject: named ?? null }
    })
    .sort((one, other) => timeOf(other) - timeOf(one))
}

export function conversationIdOf(users: readonly string[], own: string): string {
  const others = users.filter((pubkey) => pubkey !== own)
  return others.length === 0 ? own : [...new Set(others)].sort().join(',')
}

/** The conversation in a URL; null when invalid. */
export function parseConversationId(text: string | null, own: string): string | null {
  const keys = (text ?? '').toLowerCase().split(',')
  return keys.every((key) => HEX_32.test(key)) ? conversationIdOf(keys, own) : null
}

function subjectOf({ tags }: Rumor): string | null {
  const said = tags.find(([name]) => name === 'subject')?.[1]?.trim() ?? ''
  return said === '' ? null : [...said].slice(0, SUBJECT_MAX_CHARACTERS).join('')
}

const byTime = ({ rumor: one }: DirectMessage, { rumor: other }: DirectMessage) =>
  one.created_at - other.created_at || (one.id < other.id ? -1 : 1)
