/** The conversation in a live chat: messages with the newest at the end, and the form to write. Everything goes through
 * the relays; the server only runs its own relay. lines.ts decides which messages are shown to whom. */
import { useMemo, type RefObject } from 'react'
import type { Channel } from '#protocols/nostr/channel.ts'
import { type NostrAuthor, useNostrAuthors } from '#web/nostr/authors.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import type { Account } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { useChatActions } from './chat-actions.ts'
import { useFollowing } from './following.ts'
import { CloseChat, NewName } from './host-tools.tsx'
import { buildChatView, type Line } from './lines.ts'
import { MutedUsers } from './muted-users.tsx'
import { nowInSeconds } from './chat-signer.ts'
import type { ChatArtist } from './room-artist.ts'
import { useChatEvents, type ChatEvents } from './room-events.ts'
import { ChatMessage, type LineParts } from './room-line.tsx'
import { ChatSkeletonLines } from './room-skeleton.tsx'
import { MessageInput } from './message-input.tsx'

type ThreadProps = { artist: ChatArtist; chat: Channel; account: Account | undefined; isOwner: boolean }

export function ChatThread({ artist, chat, account, isOwner }: ThreadProps) {
  const keyList = (account?.nostrProfileData ?? []).map(({ publicHex }) => publicHex).join(' ')
  const ownKeys = useMemo(() => (keyList === '' ? [] : keyList.split(' ')), [keyList])
  const heard = useChatEvents(chat, ownKeys)
  const { events, isLoading, isCutOff } = heard
  const view = useMemo(
    () => buildChatView({ chat, events, ownKeys, nowSeconds: nowInSeconds() }),
    [chat, events, ownKeys],
  )
  const { lines, own } = view
  const users = [...lines.map(({ message }) => message.pubkey), ...own.muted.keys()]
  const authorOf = useChatAuthors(heard, { artist, chat }, users)
  const actions = useChatActions({ chat, ownKeys, heard, view })
  const { panel, isBehind, follow, onScroll } = useFollowing(isLoading ? undefined : lines.at(-1)?.message.id)
  return (
    <>
      {isOwner && ownKeys.includes(chat.pubkey) && <NewName artist={artist} chat={chat} heard={heard} />}
      <div className="relative rounded-bar border border-line bg-highlight">
        <Log panel={panel} onScroll={onScroll} heard={heard} lines={lines} actions={actions} authorOf={authorOf} />
        {isBehind && (
          <div className="pointer-events-none absolute inset-x-0 z-10 flex -translate-y-12 justify-center">
            <Button size="small" className="pointer-events-auto shadow-float" onClick={follow}>
              {t('room.newest')}
            </Button>
          </div>
        )}
        <div className="flex flex-col gap-3 border-t border-line p-4 md:px-5">
          {isCutOff && !isLoading && <Problem words={t('nostr.noRelay')} />}
          {actions.error !== null && <Problem words={describePublishing(actions.error)} />}
          <MessageInput account={account} actions={actions} authorOf={authorOf} onSaid={follow} />
        </div>
      </div>
      <MutedUsers muted={[...own.muted.keys()]} actions={actions} authorOf={authorOf} />
      {isOwner && <CloseChat artistId={artist.id} />}
    </>
  )
}

type LogProps = Omit<LineParts, 'line'> & {
  panel: RefObject<HTMLDivElement | null>
  onScroll: () => void
  heard: ChatEvents
  lines: readonly Line[]
}

/** Focusable, so that it can be scrolled with the keyboard. */
function Log({ panel, onScroll, heard: { older, isLoading, isCutOff }, lines, ...parts }: LogProps) {
  const isEmpty = lines.length === 0
  return (
    <div
      ref={panel}
      role="log"
      aria-label={t('room.log')}
      tabIndex={0}
      onScroll={onScroll}
      className="flex max-h-[50dvh] min-h-48 flex-col overflow-y-auto overscroll-contain rounded-t-bar px-4 py-3 md:max-h-[58dvh] md:px-5"
    >
      {older.error !== null && <Problem words={describePublishing(older.error)} />}
      {older.isOffered && (
        <div className="flex justify-center py-2">
          <Button kind="quiet" size="small" isWaiting={older.isPending} onClick={older.load}>
            {t('messages.older')}
          </Button>
        </div>
      )}
      {isLoading && !isCutOff && <ChatSkeletonLines />}
      {!isLoading && isEmpty && <EmptyState sentence={t('room.empty')} />}
      {isLoading && isCutOff && <Problem words={t('nostr.noRelay')} />}
      {!isLoading && !isEmpty && (
        <ol className="mt-auto">
          {lines.map((line) => (
            <ChatMessage key={line.message.id} line={line} {...parts} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** The chat's owner is shown with the artist's name, not that of the nostr profile. */
function useChatAuthors(
  { pool }: ChatEvents,
  { artist, chat }: { artist: ChatArtist; chat: Channel },
  pubkeys: readonly string[],
): (pubkey: string) => NostrAuthor {
  const authorOf = useNostrAuthors(pool, pubkeys)
  const known = { name: artist.name, picture: artist.artworkUrl, seed: artist.id }
  return (pubkey) => (pubkey === chat.pubkey ? { ...authorOf(pubkey), ...known } : authorOf(pubkey))
}
