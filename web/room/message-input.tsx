/** The form to write in a live chat, or, for readers who cannot write yet, what is needed. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { MESSAGE_MAX_CHARACTERS } from '#protocols/nostr/channel.ts'
import { useLocation } from '#web/navigation/navigation.tsx'
import { describePublishing } from '#web/nostr/own-signer.ts'
import type { Account } from '#web/session/account.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import type { ChatActions } from './chat-actions.ts'
import type { NostrAuthor } from '#web/nostr/authors.ts'

type PlaceProps = {
  account: Account | undefined
  actions: ChatActions
  authorOf: (pubkey: string) => NostrAuthor
  onSaid: () => void
}

export function MessageInput({ account, ...form }: PlaceProps) {
  const isSignedIn = useSession((state) => state.session !== null)
  const { pathname } = useLocation()
  if (!isSignedIn) {
    return (
      <Invitation words={t('room.logIn')} to={`/login?next=${encodeURIComponent(pathname)}`} label={t('shell.logIn')} />
    )
  }
  if (!account) return <Skeleton className="h-20" />
  if (account.nostrProfileData.length === 0) {
    return <Invitation words={t('room.noKey')} to="/settings/log-in" label={t('messages.linkKey')} />
  }
  return <WriteForm {...form} />
}

function Invitation({ words, to, label }: { words: string; to: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-[1_1_16rem] text-ink-2">{words}</p>
      <ButtonLink kind="quiet" to={to}>
        {label}
      </ButtonLink>
    </div>
  )
}

function WriteForm({ actions: { answered, answer, say }, authorOf, onSaid }: Omit<PlaceProps, 'account'>) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: say,
    onSuccess: () => {
      setText('')
      onSaid()
    },
  })
  const isAnswering = answered !== null
  useEffect(() => {
    if (isAnswering) form.current?.querySelector('textarea')?.focus()
  }, [isAnswering])
  const words = text.trim()
  const send = () => {
    if (words !== '' && !sending.isPending) sending.mutate(words)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isAnswering) answer(null)
    // While an input method composes text, Enter confirms it; on touch keyboards it inserts a line break.
    const isSent = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isSent || !matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
      {answered && (
        <div className="flex items-center gap-2">
          <p dir="auto" className="min-w-0 flex-1 truncate border-l-2 border-line-2 pl-2.5 text-sm text-ink-2">
            <span className="font-semi">{t('comments.replyTo', { name: authorOf(answered.pubkey).name })}</span>{' '}
            {answered.text}
          </p>
          <IconButton label={t('room.stopAnswering')} size="small" onClick={() => answer(null)}>
            <CloseIcon size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className="flex items-end gap-3 max-sm:flex-col max-sm:items-stretch">
        <TextArea
          label={t('messages.text')}
          isLabelHidden
          placeholder={t('messages.text')}
          error={sending.isError ? describePublishing(sending.error) : undefined}
          rows={2}
          maxLength={MESSAGE_MAX_CHARACTERS}
          value={text}
          className="flex-1"
          onKeyDown={press}
          onChange={(event) => {
            setText(event.target.value)
            if (sending.isError) sending.reset()
          }}
        />
        <Button type="submit" isWaiting={sending.isPending} disabled={words === ''}>
          {t('messages.send')}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t('room.writeNote')}</p>
    </form>
  )
}
