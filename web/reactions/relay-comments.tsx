/** Comments on a work from nostr, newest first with their replies, and the form to write one. */
import { useState } from 'react'
import { draftComment, type Thread } from '#protocols/nostr/comments.ts'
import { useNostrAuthors } from '#web/nostr/authors.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { CommentForm } from './comment-form.tsx'
import { showUsers, useHiddenUsers } from './hidden-users.ts'
import { type BlockedAuthors, withoutWriters } from './blocked-authors.ts'
import type { ReactionActions } from './reaction-actions.ts'
import { ThreadLine } from './thread-line.tsx'

const SHOWN_AT_ONCE = 20

type Props = { actions: ReactionActions; threads: readonly Thread[]; blocked: BlockedAuthors; pool: RelayPool }

export function RelayComments({ actions, threads, blocked, pool }: Props) {
  const [max, setMax] = useState(SHOWN_AT_ONCE)
  const { shown, hidden } = useShown(threads)
  const authors = useNostrAuthors(pool, writersOf(shown.slice(0, max)))
  const { work, relay, own } = actions
  return (
    <div className="mt-5">
      {own.isThere === true && (
        <CommentForm
          name={`comment of ${work.external.value}`}
          label={t('reactions.yourComment')}
          sendLabel={t('reactions.send')}
          onSend={(text) => actions.publish(draftComment(work, text, relay))}
        />
      )}
      {shown.length > 0 && (
        <ul aria-label={t('reactions.all')} className="mt-5 border-t border-line">
          {shown.slice(0, max).map((thread) => (
            <ThreadLine
              key={thread.comment.event.id}
              thread={thread}
              actions={actions}
              blocked={blocked}
              authors={authors}
            />
          ))}
        </ul>
      )}
      {shown.length > max && (
        <Button kind="quiet" className="mt-5" onClick={() => setMax(max + SHOWN_AT_ONCE)}>
          {t('comments.more')}
        </Button>
      )}
      {hidden.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          {t('reactions.hidden', { count: hidden.length })}
          <button
            type="button"
            onClick={() => showUsers(hidden)}
            className="-my-2 min-h-11 font-semi hover:text-ink hover:underline"
          >
            {t('reactions.showAgain')}
          </button>
        </p>
      )}
    </div>
  )
}

/** Leaves out hidden authors. `hidden`: the hidden authors who have commented here. */
function useShown(threads: readonly Thread[]): { shown: Thread[]; hidden: string[] } {
  const { pubkeys } = useHiddenUsers()
  const isHidden = (pubkey: string) => pubkeys.includes(pubkey)
  return { shown: withoutWriters(threads, isHidden), hidden: writersOf(threads).filter(isHidden) }
}

/** Without duplicates. */
function writersOf(threads: readonly Thread[]): string[] {
  const all = threads.flatMap(({ comment, replies }) => [comment, ...replies])
  return [...new Set(all.map(({ event }) => event.pubkey))]
}
