/** The conversations, newest first, each with an excerpt of its last message. */
import { Link } from '#web/navigation/link.tsx'
import type { NostrAuthors } from '#web/nostr/authors.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { nameConversation } from './names.ts'
import type { Conversation } from './conversations.ts'

type ListProps = {
  conversations: readonly Conversation[]
  own: string
  authors: NostrAuthors
  selectedId: string | null
}

export function ConversationList({ conversations, own, authors, selectedId }: ListProps) {
  return (
    <ul aria-label={t('messages.talks')} className="flex flex-col gap-1">
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <ConversationLink
            conversation={conversation}
            own={own}
            authors={authors}
            isSelected={conversation.id === selectedId}
          />
        </li>
      ))}
    </ul>
  )
}

type LinkProps = { conversation: Conversation; own: string; authors: NostrAuthors; isSelected: boolean }

function ConversationLink({ conversation: { id, others, messages, subject }, own, authors, isSelected }: LinkProps) {
  const last = messages.at(-1)
  const [first = own] = others
  const words = last?.rumor.content ?? ''
  return (
    <Link
      to={`/messages?with=${id}`}
      preventScrollReset
      aria-current={isSelected ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-3 rounded-field px-3 py-2.5 hover:bg-highlight',
        isSelected && 'bg-highlight',
      )}
    >
      <Avatar src={authors(first).picture} seed={first} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-semi">
            {subject ?? nameConversation(others, own, authors)}
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
