/** One comment with its replies, and the reader's actions: reply, delete
 * their own, hide an author, block an author from their own content. */
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { type Comment, draftReply, type Thread } from '#protocols/nostr/comments.ts'
import { useChange, useChanges } from '#web/comments/comment-changes.ts'
import type { NostrAuthor, NostrAuthors } from '#web/nostr/authors.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { CommentForm } from './comment-form.tsx'
import { hideUser } from './hidden-users.ts'
import type { BlockedAuthors } from './blocked-authors.ts'
import type { ReactionActions } from './reaction-actions.ts'

type Props = { thread: Thread; actions: ReactionActions; blocked: BlockedAuthors; authors: NostrAuthors }

export function ThreadLine({ thread, actions, blocked, authors }: Props) {
  const { comment, replies } = thread
  const [answered, setAnswered] = useState<Comment | null>(null)
  // A thread is hidden together with its first comment.
  const isUnseen = blocked.isBlocked(comment.event.pubkey)
  const parts = { actions, blocked, authors, onReply: setAnswered }
  return (
    <li className="border-b border-line py-4">
      <Written comment={comment} isUnseen={isUnseen} {...parts} />
      {(replies.length > 0 || answered !== null) && (
        <div className="mt-3 ml-[50px] border-l-2 border-line pl-3.5">
          {replies.length > 0 && (
            <ul aria-label={t('comments.replies', { count: replies.length })}>
              {replies.map((reply) => (
                <li key={reply.event.id} className="py-2">
                  <Written
                    comment={reply}
                    isReply
                    isUnseen={isUnseen || blocked.isBlocked(reply.event.pubkey)}
                    {...parts}
                  />
                </li>
              ))}
            </ul>
          )}
          {answered !== null && (
            <CommentForm
              key={answered.event.id}
              name={`reply of ${answered.event.id}`}
              label={t('comments.replyTo', { name: authors(answered.event.pubkey).name })}
              sendLabel={t('comments.sendReply')}
              onSend={(words) => actions.publish(draftReply(answered.event, words, actions.relay))}
              onClose={() => setAnswered(null)}
            />
          )}
        </div>
      )}
    </li>
  )
}

type WrittenProps = {
  comment: Comment
  isReply?: boolean
  /** Hidden from everybody but the reader. */
  isUnseen: boolean
  actions: ReactionActions
  blocked: BlockedAuthors
  authors: NostrAuthors
  onReply: (comment: Comment) => void
}

function Written({ comment, isReply = false, isUnseen, actions, blocked, authors, onReply }: WrittenProps) {
  const { event, text } = comment
  const { pubkey } = event
  const face = authors(pubkey)
  const { own } = actions
  const isBlocked = blocked.isBlocked(pubkey)
  return (
    <div className="flex gap-3">
      <Avatar src={face.picture} seed={pubkey} size={isReply ? 'small' : 'regular'} />
      <div className="min-w-0 flex-1">
        <Writer face={face} writtenAt={new Date(event.created_at * 1_000).toISOString()} isUnseen={isUnseen} />
        <p
          dir="auto"
          className={classNames(
            'mt-0.5 max-w-[62ch] break-words whitespace-pre-line',
            !isReply && 'text-lg',
            isUnseen && 'text-ink-2',
          )}
        >
          {text}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
          {own.isThere === true && !isUnseen && (
            <Quiet label={t('comments.replyTo', { name: face.name })} onPress={() => onReply(comment)}>
              {t('comments.reply')}
            </Quiet>
          )}
          {own.isOwn(pubkey) && <DeleteButton comment={comment} actions={actions} />}
          {!own.isOwn(pubkey) && !isBlocked && (
            <Quiet label={t('reactions.hidePerson', { name: face.name })} onPress={() => hideUser(pubkey)}>
              {t('reactions.hide')}
            </Quiet>
          )}
          {!own.isOwn(pubkey) && blocked.isOwner && (
            <BlockButton pubkey={pubkey} name={face.name} isBlocked={isBlocked} />
          )}
        </p>
      </div>
    </div>
  )
}

/** Anybody may use any name, so the key is shown beside it. */
function Writer({ face, writtenAt, isUnseen }: { face: NostrAuthor; writtenAt: string; isUnseen: boolean }) {
  const { name, shortKey } = face
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
      <span className="min-w-0 truncate font-semi text-ink">{name}</span>
      {name !== shortKey && <span className="truncate">{shortKey}</span>}
      <time dateTime={writtenAt}>{formatDate(writtenAt)}</time>
      {isUnseen && <Badge>{t('reactions.onlyYou')}</Badge>}
    </p>
  )
}

/** Blocks an author from all of the reader's content, for everybody, or unblocks them. */
function BlockButton({ pubkey, name, isBlocked }: { pubkey: string; name: string; isBlocked: boolean }) {
  const change = useChange()
  const { blockKey, unblockKey } = useChanges()
  return (
    <Quiet
      label={isBlocked ? t('reactions.letInPerson', { name }) : t('reactions.keepAwayPerson', { name })}
      isWaiting={change.isPending}
      onPress={() => change.mutate(isBlocked ? unblockKey(pubkey, name) : blockKey(pubkey, name))}
    >
      {isBlocked ? t('reactions.letIn') : t('reactions.keepAway')}
    </Quiet>
  )
}

function DeleteButton({ comment, actions }: { comment: Comment; actions: ReactionActions }) {
  const removing = useMutation({
    mutationFn: () => actions.remove([comment.event]),
    onSuccess: () => showToast(t('nostr.workRemoved')),
    onError: (error) => showErrorToast(describePublishing(error)),
  })
  return (
    <Quiet label={t('comments.delete')} isWaiting={removing.isPending} onPress={() => removing.mutate()}>
      {t('comments.delete')}
    </Quiet>
  )
}

type QuietProps = { label: string; isWaiting?: boolean; onPress: () => void; children: ReactNode }

function Quiet({ label, isWaiting = false, onPress, children }: QuietProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isWaiting}
      onClick={onPress}
      className="-my-2 min-h-11 min-w-11 text-left font-semi hover:text-ink hover:underline"
    >
      {children}
    </button>
  )
}
