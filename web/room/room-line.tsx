/** One message of a live chat: its author, the message it replies to, its text, and the reader's actions. */
import { useEffect, useRef, useState } from 'react'
import type { ChannelMessage } from '#protocols/nostr/channel.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { DeleteIcon, HideIcon, MoreIcon, MutedIcon } from '#web/ui/icon.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { Desk } from './desk.ts'
import type { Face } from '#web/nostr/faces.ts'
import type { Line } from './lines.ts'
import { partText } from './text-parts.ts'

export type LineParts = { line: Line; desk: Desk; faceOf: (pubkey: string) => Face }

export function RoomLine({ line: { message, standing, answered }, desk, faceOf }: LineParts) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, picture, seed, shortKey } = faceOf(message.pubkey)
  const canAct = desk.ownKeys.length > 0
  if (standing === 'hidden') {
    return (
      <li className="flex flex-wrap items-center gap-x-3 py-2 text-sm text-ink-2">
        <span className="min-w-0">{t('room.hiddenByYou', { name })}</span>
        <Button kind="quiet" size="small" disabled={desk.isBusy} onClick={() => desk.show(message)}>
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
          {message.pubkey === desk.host && <Badge tone="purple">{t('catalog.artist')}</Badge>}
          {name !== shortKey && <span className="text-xs text-ink-2">{shortKey}</span>}
          <Moment seconds={message.createdAtSeconds} />
        </p>
        {answered !== null && <Answered answered={answered} faceOf={faceOf} />}
        <Words text={message.text} isQuiet={standing !== 'shown'} />
        {standing === 'unheard' && <p className="text-sm text-ink-2">{t('room.unheard')}</p>}
        {canAct && (
          <button
            type="button"
            onClick={() => desk.answer(message)}
            aria-label={t('comments.replyTo', { name })}
            className="-ml-1 min-h-8 rounded-small px-1 text-sm font-semi text-ink-2 hover:text-ink hover:underline"
          >
            {t('comments.reply')}
          </button>
        )}
        {isOpen && <Actions message={message} name={name} desk={desk} onDone={() => setIsOpen(false)} />}
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

function Answered({ answered, faceOf }: { answered: NonNullable<Line['answered']>; faceOf: LineParts['faceOf'] }) {
  return (
    <p dir="auto" className="my-1 truncate border-l-2 border-line-2 pl-2.5 text-sm text-ink-2">
      {answered === 'unknown' ? (
        t('room.answeredUnknown')
      ) : (
        <>
          <span className="font-semi">{faceOf(answered.pubkey).name}</span> {answered.text}
        </>
      )}
    </p>
  )
}

function Words({ text, isQuiet }: { text: string; isQuiet: boolean }) {
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

type ActionProps = { message: ChannelMessage; name: string; desk: Desk; onDone: () => void }

function Actions({ message, name, desk, onDone }: ActionProps) {
  const place = useRef<HTMLDivElement>(null)
  // `void`, because scrollIntoView returns a value in some browsers, and an effect must not.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [])
  const { ownKeys, host, isBusy } = desk
  const isHost = ownKeys.includes(host)
  const doing = (act: () => void) => () => {
    act()
    onDone()
  }
  return (
    <div ref={place} className="my-1 flex flex-wrap gap-2">
      {ownKeys.includes(message.pubkey) ? (
        <Button
          kind="quiet"
          size="small"
          disabled={isBusy}
          icon={<DeleteIcon size={15} aria-hidden="true" />}
          onClick={doing(() => desk.remove(message))}
        >
          {t('room.delete')}
        </Button>
      ) : (
        <>
          <Button
            kind="quiet"
            size="small"
            disabled={isBusy}
            icon={<HideIcon size={15} aria-hidden="true" />}
            onClick={doing(() => desk.hide(message))}
          >
            {t(isHost ? 'room.hideForAll' : 'room.hide')}
          </Button>
          {message.pubkey !== host && (
            <Button
              kind="quiet"
              size="small"
              disabled={isBusy}
              icon={<MutedIcon size={15} aria-hidden="true" />}
              onClick={doing(() => desk.mute(message.pubkey))}
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
