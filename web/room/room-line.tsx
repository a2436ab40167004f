/** One message of a live chat: its author, the message it replies to, its text, and the reader's actions. */
import { useEffect, useRef, useState } from 'react'
import type { ChannelMessage } from '#protocols/nostr/channel.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { ChatActions } from './chat-actions.ts'
import type { NostrAuthor } from '#web/nostr/authors.ts'
import type { Line } from './lines.ts'
import { partText } from './text-parts.ts'

export type LineParts = { line: Line; actions: ChatActions; authorOf: (pubkey: string) => NostrAuthor }

export function ChatMessage({ line: { message, status, answered }, actions, authorOf }: LineParts) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, picture, seed, shortKey } = authorOf(message.pubkey)
  const canAct = actions.ownKeys.length > 0
  if (status === 'hidden') {
    return (
      <li className="flex flex-wrap items-center gap-x-3 py-2 text-sm text-ink-2">
        <span className="min-w-0">{t('room.hiddenByYou', { name })}</span>
        <Button kind="quiet" size="small" disabled={actions.isBusy} onClick={() => actions.show(message)}>
          {t('room.show')}
        </Button>
      </li>
    )
  }
  return (
    <li className="flex gap-3 py-2.5">
      <Avatar src={picture} seed={seed} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span dir="auto" className="max-w-full min-w-0 truncate font-semi">
            {name}
          </span>
          {message.pubkey === actions.host && <Badge tone="purple">{t('catalog.artist')}</Badge>}
          {name !== shortKey && <span className="text-xs text-ink-2">{shortKey}</span>}
          <Moment seconds={message.createdAtSeconds} />
        </p>
        {answered !== null && <Answered answered={answered} authorOf={authorOf} />}
        <MessageText text={message.text} isQuiet={status !== 'shown'} />
        {status === 'unheard' && <p className="text-sm text-ink-2">{t('room.unheard')}</p>}
        {canAct && (
          <button
            type="button"
            onClick={() => actions.answer(message)}
            aria-label={t('comments.replyTo', { name })}
            className="-ml-1 min-h-8 rounded-small px-1 text-sm font-semi text-ink-2 hover:text-ink hover:underline"
          >
            {t('comments.reply')}
          </button>
        )}
        {isOpen && <Actions message={message} name={name} actions={actions} onDone={() => setIsOpen(false)} />}
      </div>
      {canAct && (
        <IconButton
          label={t('room.options', { name })}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <MoreIcon size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

/** The time for today, otherwise date and time. */
function Moment({ seconds }: { seconds: number }) {
  const moment = new Date(seconds * 1_000)
  const isToday = moment.toDateString() === new Date().toDateString()
  return (
    <time dateTime={moment.toISOString()} className="text-xs text-ink-2">
      {formatMoment(moment, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  )
}

function Answered({
  answered,
  authorOf,
}: {
  answered: NonNullable<Line['answered']>
  authorOf: LineParts['authorOf']
}) {
  return (
    <p dir="auto" className="my-1 truncate border-l-2 border-line-2 pl-2.5 text-sm text-ink-2">
      {answered === 'unknown' ? (
        t('room.answeredUnknown')
      ) : (
        <>
          <span className="font-semi">{authorOf(answered.pubkey).name}</span> {answered.text}
        </>
      )}
    </p>
  )
}

function MessageText({ text, isQuiet }: { text: string; isQuiet: boolean }) {
  return (
    <p
      dir="auto"
      className={classNames('max-w-[62ch] overflow-hidden wrap-anywhere whitespace-pre-line', isQuiet && 'text-ink-2')}
    >
      {partText(text).map((part, index) =>
        part.href === null ? (
          part.text
        ) : (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="nofollow noopener noreferrer ugc"
            className="underline decoration-1 underline-offset-4"
          >
            {part.text}
            <span className="sr-only"> {t('shell.opensElsewhere')}</span>
          </a>
        ),
      )}
    </p>
  )
}

type ActionProps = { message: ChannelMessage; name: string; actions: ChatActions; onDone: () => void }

function Actions({ message, name, actions, onDone }: ActionProps) {
  const place = useRef<HTMLDivElement>(null)
  // `void`, because scrollIntoView returns a value in some browsers, and an effect must not.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [])
  const { ownKeys, host, isBusy } = actions
  const isHost = ownKeys.includes(host)
  const doing = (act: () => void) => () => {
    act()
    onDone()
  }
  return (
    <div ref={place} className="my-1 flex flex-wrap gap-2">
      {ownKeys.includes(message.pubkey) ? (
        <Button kind="quiet" size="small" disabled={isBusy} onClick={doing(() => actions.remove(message))}>
          {t('room.delete')}
        </Button>
      ) : (
        <>
          <Button kind="quiet" size="small" disabled={isBusy} onClick={doing(() => actions.hide(message))}>
            {t(isHost ? 'room.hideForAll' : 'room.hide')}
          </Button>
          {message.pubkey !== host && (
            <Button
              kind="quiet"
              size="small"
              disabled={isBusy}
              onClick={doing(() => actions.mute(message.pubkey))}
              className="max-w-full"
            >
              <span className="truncate">{isHost ? t('room.muteForAll', { name }) : t('room.mute', { name })}</span>
            </Button>
          )}
        </>
      )}
    </div>
  )
}
