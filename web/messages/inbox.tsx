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
import { type Faces, useFaces } from '#web/nostr/faces.ts'
import { createMailbox, type Mailbox, type MailboxState } from './mailbox.ts'
import { NewTalk } from './new-talk.tsx'
import { TalkList } from './talk-list.tsx'
import { OpenTalk } from './open-talk.tsx'
import { listTalks, readTalkId, type Talk } from './talks.ts'

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
  const talks = useMemo(() => listTalks(state.letters, own, Math.floor(Date.now() / 1_000)), [state.letters, own])
  const [search] = useSearchParams()
  const begun = search.get('new')
  const chosen = useChosen(talks, own)
  const people = [...talks.flatMap(({ others }) => others), ...(chosen?.others ?? [])]
  const faces = useFaces(pool, people)
  const isNarrowTaken = begun !== null || chosen !== null
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
          <Talks mailbox={mailbox} state={state} talks={talks} own={own} faces={faces} chosenId={chosen?.id ?? null} />
        </div>
        <div className={classNames('min-w-0', !isNarrowTaken && 'max-lg:hidden')}>
          {begun !== null && <NewTalk key={begun} to={begun} />}
          {begun === null && chosen !== null && (
            <OpenTalk key={chosen.id} talk={chosen} mailbox={mailbox} own={own} faces={faces} />
          )}
          {!isNarrowTaken && talks.length > 0 && <EmptyState sentence={t('messages.choose')} />}
        </div>
      </div>
    </>
  )
}

/** The conversation in the URL; a new one is empty. */
function useChosen(talks: readonly Talk[], own: string): Talk | null {
  const [search] = useSearchParams()
  const id = readTalkId(search.get('with'), own)
  if (id === null) return null
  return talks.find((talk) => talk.id === id) ?? { id, others: id.split(','), letters: [], subject: null }
}

type TalksProps = {
  mailbox: Mailbox
  state: MailboxState
  talks: readonly Talk[]
  own: string
  faces: Faces
  chosenId: string | null
}

function Talks({ mailbox, state, talks, own, faces, chosenId }: TalksProps) {
  const { isLoading, hasOlder, refusal, closed } = state
  const older = useMutation({ mutationFn: () => mailbox.loadOlder() })
  return (
    <>
      {isLoading && (
        <p role="status" className="mb-3 text-sm text-ink-2">
          {t('messages.opening')}
        </p>
      )}
      {isLoading && talks.length === 0 && <Skeleton className="h-16" />}
      {!isLoading && talks.length === 0 && refusal === null && <EmptyState sentence={t('messages.none')} />}
      {talks.length > 0 && <TalkList talks={talks} own={own} faces={faces} chosenId={chosenId} />}
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
