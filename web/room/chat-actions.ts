/** The actions of a reader with a key in a live chat: write, reply, hide, mute, and undo each of these. All of them are
 * signed and published to the relays; the buttons are room-line.tsx. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Channel,
  type ChannelMessage,
  draftChannelMessage,
  draftHide,
  draftMute,
} from '#protocols/nostr/channel.ts'
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { draftDeletion } from '#protocols/nostr/event-status.ts'
import { publishAs, signerOf } from '#web/nostr/own-signer.ts'
import { dateBehind, type ChatView } from './lines.ts'
import { chooseChatSigner, nowInSeconds } from './chat-signer.ts'
import type { ChatEvents } from './room-events.ts'

export type ChatActions = {
  /** Empty: the reader can only read. */
  ownKeys: readonly string[]
  /** The key of the chat's owner. */
  host: string
  isBusy: boolean
  error: unknown
  /** The message the next one replies to. */
  answered: ChannelMessage | null
  answer: (message: ChannelMessage | null) => void
  say: (text: string) => Promise<void>
  hide: (message: ChannelMessage) => void
  show: (message: ChannelMessage) => void
  mute: (pubkey: string) => void
  unmute: (pubkey: string) => void
  remove: (message: ChannelMessage) => void
}

type Parts = { chat: Channel; ownKeys: readonly string[]; heard: ChatEvents; view: ChatView }

export function useChatActions({ chat, ownKeys, heard, view: { lines, own } }: Parts): ChatActions {
  const { pool, addresses, events, onPublished } = heard
  const [answered, setAnswered] = useState<ChannelMessage | null>(null)
  const publish = async (draft: UnsignedEvent) => {
    onPublished(await publishAs(await chooseChatSigner(ownKeys, chat.pubkey), pool, draft))
  }
  const sending = useMutation({ mutationFn: publish })
  const takingBack = useMutation({
    mutationFn: async (gone: readonly NostrEvent[]) => {
      // Only the author of an event can request its deletion.
      for (const [author, all] of Map.groupBy(gone, ({ pubkey }) => pubkey)) {
        onPublished(await publishAs(await signerOf(author), pool, draftDeletion(all, nowInSeconds())))
      }
    },
  })
  const send = (draft: UnsignedEvent) => {
    takingBack.reset()
    sending.mutate(draft)
  }
  const takeBack = (gone: readonly NostrEvent[]) => {
    sending.reset()
    takingBack.mutate(gone)
  }
  return {
    ownKeys,
    host: chat.pubkey,
    isBusy: sending.isPending || takingBack.isPending,
    error: sending.error ?? takingBack.error,
    answered,
    answer: setAnswered,
    async say(text) {
      const [relay = ''] = addresses
      const createdAtSeconds = dateBehind(lines, nowInSeconds())
      const replyTo = answered ?? undefined
      await publish(draftChannelMessage({ channelId: chat.id, relay, text, createdAtSeconds, replyTo }))
      setAnswered(null)
    },
    hide: ({ id }) => send(draftHide(id, nowInSeconds())),
    show: ({ id }) => takeBack(own.hidden.get(id) ?? []),
    mute: (pubkey) => send(draftMute(pubkey, nowInSeconds())),
    unmute: (pubkey) => takeBack(own.muted.get(pubkey) ?? []),
    remove: ({ id }) => takeBack(events.filter((event) => event.id === id).slice(0, 1)),
  }
}
