/** All conversations of a key, and the open one: side by side on wide screens, one or the other on narrow ones. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { MessageKey } from '#protocols/nostr/private-message.ts'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { createDelivery, useOwnRelays } from '#web/nostr/own-relays.ts'
import { useRelayPool } from '#web/nostr/relay-hooks.ts'
import { useSettings } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { describeSending } from './describe.ts'
import { type NostrAuthors, useNostrAuthors } from '#web/nostr/authors.ts'
import { createMailbox, type Mailbox, type MailboxState } from './mailbox.ts'
import { NewConversation } from './new-conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { OpenConversation } from './open-conversation.tsx'
import { listConversations, parseConversationId, type Conversation } from './conversations.ts'

export function Inbox({ messageKey }: { messageKey: MessageKey }) {
  const own = messageKey.pubkey
  const settings = useSettings()
  const addresses = useOwnRelays(own, 'messages')
  const { pool, unreachable } = useRelayPool(addresses)
  const [mailbox] = useState(() => createMailbox(pool, messageKey, createDelivery(pool, settings)))
  const state = useSyncExternalStore(mailbox.watch, mailbox.read, mailbox.read)
  const addressKey = addresses.join(' ')
  // After the pool has been configured with its relays.
  useEffect(() => mailbox.open(), [mailbox, addressKey])
  const conversations = useMemo(
    () => listConversations(state.messages, own, Math.floor(Date.now() / 1_000)),
    [state.messages, own],
  )
  const [search] = useSearchParams()
  const begun = search.get('new')
  const selected = useSelected(conversations, own)
  const users = [...conversations.flatMap(({ others }) => others), ...(selected?.others ?? [])]
  const authors = useNostrAuthors(pool, users)
  const isNarrowTaken = begun !== null || selected !== null
  return (
    <>
      <div
        className={classNames('flex flex-wrap items-center justify-between gap-4', isNarrowTaken && 'max-lg:hidden')}
      >
        <h1 className="title-great">{t('messages.title')}</h1>
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink to="/feed/nostr" kind="quiet">
            {t('feed.title')}
          </ButtonLink>
          <ButtonLink to="/messages?new=" icon={<PlusIcon size={18} aria-hidden="true" />}>
            {t('messages.new')}
          </ButtonLink>
        </div>
      </div>
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 max-lg:mt-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div className={classNames('min-w-0', isNarrowTaken && 'max-lg:hidden')}>
          <p className="mb-4 text-sm text-ink-2">{t('messages.lead')}</p>
          {unreachable.length === addresses.length && <Problem words={t('nostr.noRelay')} />}
          <Conversations
            mailbox={mailbox}
            state={state}
            conversations={conversations}
            own={own}
            authors={authors}
            selectedId={selected?.id ?? null}
          />
        </div>
        <div className={classNames('min-w-0', !isNarrowTaken && 'max-lg:hidden')}>
          {begun !== null && <NewConversation key={begun} to={begun} />}
          {begun === null && selected !== null && (
            <OpenConversation key={selected.id} conversation={selected} mailbox={mailbox} own={own} authors={authors} />
          )}
          {!isNarrowTaken && conversations.length > 0 && <EmptyState sentence={t('messages.choose')} />}
        </div>
      </div>
    </>
  )
}

/** The conversation in the URL; a new one is empty. */
function useSelected(conversations: readonly Conversation[], own: string): Conversation | null {
  const [search] = useSearchParams()
  const id = parseConversationId(search.get('with'), own)
  if (id === null) return null
  return (
    conversations.find((conversation) => conversation.id === id) ?? {
      id,
      others: id.split(','),
      messages: [],
      subject: null,
    }
  )
}

type ConversationsProps = {
  mailbox: Mailbox
  state: MailboxState
  conversations: readonly Conversation[]
  own: string
  authors: NostrAuthors
  selectedId: string | null
}

function Conversations({ mailbox, state, conversations, own, authors, selectedId }: ConversationsProps) {
  const { isLoading, hasOlder, refusal, closed } = state
  const older = useMutation({ mutationFn: () => mailbox.loadOlder() })
  return (
    <>
      {isLoading && (
        <p role="status" className="mb-3 text-sm text-ink-2">
          {t('messages.opening')}
        </p>
      )}
      {isLoading && conversations.length === 0 && <Skeleton className="h-16" />}
      {!isLoading && conversations.length === 0 && refusal === null && <EmptyState sentence={t('messages.none')} />}
      {conversations.length > 0 && (
        <ConversationList conversations={conversations} own={own} authors={authors} selectedId={selectedId} />
      )}
      {refusal !== null && (
        <div className="mt-4 flex flex-col items-start gap-3">
          <Problem words={t('messages.unopened')} />
          <Button kind="quiet" size="small" onClick={() => mailbox.goOn()}>
            {t('failure.retry')}
          </Button>
        </div>
      )}
      {closed.map(({ address, words }) => (
        <p key={address} className="mt-3 text-sm break-words text-ink-2">
          {`${new URL(address).host}: ${words}`}
        </p>
      ))}
      {older.isError && <Problem words={describeSending(older.error)} />}
      {hasOlder && !isLoading && (
        <Button kind="quiet" size="small" className="mt-4" isWaiting={older.isPending} onClick={() => older.mutate()}>
          {t('messages.older')}
        </Button>
      )}
    </>
  )
}
