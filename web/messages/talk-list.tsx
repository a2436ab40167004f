/** The conversations, newest first, each with an excerpt of its last message. */
import { Link } from '#web/navigation/link.tsx'
import type { Faces } from '#web/nostr/faces.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { nameTalk } from './faces.ts'
import type { Talk } from './talks.ts'

type ListProps = { talks: readonly Talk[]; own: string; faces: Faces; chosenId: string | null }

export function TalkList({ talks, own, faces, chosenId }: ListProps) {
  return (
    <ul aria-label={t('messages.talks')} className="flex flex-col gap-1">
      {talks.map((talk) => (
        <li key={talk.id}>
          <TalkLink talk={talk} own={own} faces={faces} isChosen={talk.id === chosenId} />
        </li>
      ))}
    </ul>
  )
}

type LinkProps = { talk: Talk; own: string; faces: Faces; isChosen: boolean }

function TalkLink({ talk: { id, others, letters, subject }, own, faces, isChosen }: LinkProps) {
  const last = letters.at(-1)
  const [first = own] = others
  const words = last?.rumor.content ?? ''
  return (
    <Link
      to={`/messages?with=${id}`}
      preventScrollReset
      aria-current={isChosen ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-3 rounded-field px-3 py-2.5 hover:bg-highlight',
        isChosen && 'bg-highlight',
      )}
    >
      <Avatar src={faces(first).picture} seed={first} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-semi">
            {subject ?? nameTalk(others, own, faces)}
          </span>
          {last && (
            <span className="shrink-0 text-xs text-ink-2">
              {formatMoment(new Date(last.rumor.created_at * 1_000), { day: 'numeric', month: 'short' })}
            </span>
          )}
        </span>
        <span dir="auto" className="block truncate text-sm text-ink-2">
          {last?.rumor.pubkey === own ? t('messages.byYou', { words }) : words}
        </span>
      </span>
    </Link>
  )
}
