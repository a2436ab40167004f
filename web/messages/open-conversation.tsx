/** One conversation: its messages, oldest first, and the form to write. */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { BackToList } from '#web/frame/back-to-list.tsx'
import type { NostrAuthors } from '#web/nostr/authors.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextArea } from '#web/ui/controls/field.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { describeSending } from './describe.ts'
import { nameConversation } from './names.ts'
import type { Mailbox } from './mailbox.ts'
import type { DirectMessage, Conversation } from './conversations.ts'

type ConversationProps = { conversation: Conversation; mailbox: Mailbox; own: string; authors: NostrAuthors }

export function OpenConversation({ conversation, mailbox, own, authors }: ConversationProps) {
  const { others, messages, subject } = conversation
  const end = useRef<HTMLDivElement>(null)
  const lastId = messages.at(-1)?.rumor.id
  useEffect(() => {
    if (lastId !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [lastId])
  const names = nameConversation(others, own, authors)
  const [first = own] = others
  const keys = others.map((pubkey) => authors(pubkey).shortKey).join(', ')
  const below = subject === null ? keys : names
  return (
    <section aria-labelledby="open-talk">
      <BackToConversations />
      <header className="mb-5 flex items-center gap-3">
        <Avatar src={authors(first).picture} seed={first} />
        <div className="min-w-0">
          <h2 id="open-talk" dir="auto" className="text-2xl break-words">
            {subject ?? names}
          </h2>
          {/* Users without a name are already shown by their key. */}
          {below !== (subject ?? names) && <p className="truncate text-sm text-ink-2">{below}</p>}
        </div>
      </header>
      <div role="log" aria-label={t('messages.with', { names })}>
        <ol className="flex flex-col gap-3">
          {messages.map((message) => (
            <MessageLine
              key={message.rumor.id}
              message={message}
              writer={message.rumor.pubkey === own ? null : authors(message.rumor.pubkey).name}
              onAgain={() => mailbox.sendAgain(message.rumor.id)}
            />
          ))}
        </ol>
      </div>
      <WriteForm conversation={conversation} mailbox={mailbox} />
      {/* Keeps the end above the player and the bottom navigation of a phone. */}
      <div ref={end} className="scroll-mb-40" />
    </section>
  )
}

export const BackToConversations = () => <BackToList to="/messages" name={t('messages.back')} />

/** `writer`: null for the user's own messages. */
function MessageLine({
  message,
  writer,
  onAgain,
}: {
  message: DirectMessage
  writer: string | null
  onAgain: () => void
}) {
  const { rumor, state, error } = message
  const isOwn = writer === null
  const isFailed = state === 'refused' || state === 'unkept'
  const time = formatMoment(new Date(rumor.created_at * 1_000), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li
      className={classNames('flex max-w-[85%] flex-col gap-1', isOwn ? 'items-end self-end' : 'items-start self-start')}
    >
      <span className="sr-only">{writer ?? t('messages.you')}</span>
      <p
        dir="auto"
        className={classNames(
          'max-w-full rounded-bar border border-line px-4 py-2.5 break-words whitespace-pre-wrap',
          isOwn ? 'bg-sunken' : 'bg-highlight',
        )}
      >
        {rumor.content}
      </p>
      <p className={classNames('text-xs', isFailed ? 'text-pink' : 'text-ink-2')}>
        {isOwn ? `${time} · ${describeState(state, error)}` : time}
      </p>
      {isFailed && (
        <Button kind="quiet" size="small" onClick={onAgain}>
          {t('messages.again')}
        </Button>
      )}
    </li>
  )
}

function describeState(state: DirectMessage['state'], error: unknown): string {
  if (state === 'sending') return t('messages.sending')
  if (state === 'sent') return t('messages.sent')
  const words = describeSending(error)
  return state === 'refused' ? t('messages.refused', { words }) : t('messages.unkept', { words })
}

function WriteForm({
  conversation: { others, messages },
  mailbox,
}: Pick<ConversationProps, 'conversation' | 'mailbox'>) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const words = text.trim()
  const { bytes, maxBytes } = mailbox.measure({ receivers: others, text: words })
  const isTooLong = bytes > maxBytes
  const send = () => {
    if (words === '' || isTooLong) return
    try {
      mailbox.write({ receivers: others, text: words, afterSeconds: messages.at(-1)?.rumor.created_at })
      setText('')
    } catch (error) {
      setProblem(describeSending(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col items-end gap-3">
      <TextArea
        label={t('messages.text')}
        error={isTooLong ? t('messages.tooLongBy', { bytes, max: maxBytes }) : problem}
        rows={3}
        value={text}
        className="w-full"
        onKeyDown={press}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" disabled={words === '' || isTooLong}>
        {t('messages.send')}
      </Button>
    </form>
  )
}
