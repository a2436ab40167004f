/** One comment with the answers to it, and what the reader can do: answer, delete their own, hide whom they do not want to
 * read. */
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { type Comment, draftReply, type Thread } from '#protocols/nostr/comments.ts'
import type { Face, Faces } from '../nostr/faces.ts'
import { describePublishing } from '../nostr/own-signer.ts'
import { Avatar } from '../ui/avatar.tsx'
import { classNames } from '../ui/class-names.ts'
import { sayDone, sayFailed } from '../ui/toast.tsx'
import { formatDate } from '../words/format.ts'
import { t } from '../words/words.ts'
import { CommentForm } from './comment-form.tsx'
import { hidePerson } from './hidden-people.ts'
import type { ReactionDesk } from './reaction-desk.ts'

export function ThreadLine({ thread, desk, faces }: { thread: Thread; desk: ReactionDesk; faces: Faces }) {
  const { comment, replies } = thread
  const [answered, setAnswered] = useState<Comment | null>(null)
  const parts = { desk, faces, onReply: setAnswered }
  return (
    <li className="border-b border-line py-4">
      <Written comment={comment} {...parts} />
      {(replies.length > 0 || answered !== null) && (
        <div className="mt-3 ml-[50px] border-l-2 border-line pl-3.5">
          {replies.length > 0 && (
            <ul aria-label={t('comments.replies', { count: replies.length })}>
              {replies.map((reply) => (
                <li key={reply.event.id} className="py-2">
                  <Written comment={reply} isReply {...parts} />
                </li>
              ))}
            </ul>
          )}
          {answered !== null && (
            <CommentForm
              key={answered.event.id}
              label={t('comments.replyTo', { name: faces(answered.event.pubkey).name })}
              sendLabel={t('comments.sendReply')}
              onSend={(words) => desk.publish(draftReply(answered.event, words, desk.relay))}
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
  desk: ReactionDesk
  faces: Faces
  onReply: (comment: Comment) => void
}

function Written({ comment, isReply = false, desk, faces, onReply }: WrittenProps) {
  const { event, text } = comment
  const face = faces(event.pubkey)
  const { own } = desk
  return (
    <div className="flex gap-3">
      <Avatar src={face.picture} seed={event.pubkey} size={isReply ? 'small' : 'regular'} />
      <div className="min-w-0 flex-1">
        <Writer face={face} writtenAt={new Date(event.created_at * 1_000).toISOString()} />
        <p
          dir="auto"
          className={classNames('mt-0.5 max-w-[62ch] break-words whitespace-pre-line', !isReply && 'text-lg')}
        >
          {text}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
          {own.isThere === true && (
            <Quiet label={t('comments.replyTo', { name: face.name })} onPress={() => onReply(comment)}>
              {t('comments.reply')}
            </Quiet>
          )}
          {own.isOwn(event.pubkey) ? (
            <DeleteButton comment={comment} desk={desk} />
          ) : (
            <Quiet label={t('reactions.hidePerson', { name: face.name })} onPress={() => hidePerson(event.pubkey)}>
              {t('reactions.hide')}
            </Quiet>
          )}
        </p>
      </div>
    </div>
  )
}

/** Anybody may take any name, so the key stands beside it. */
function Writer({ face: { name, shortKey }, writtenAt }: { face: Face; writtenAt: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
      <span className="min-w-0 truncate font-semi text-ink">{name}</span>
      {name !== shortKey && <span className="truncate">{shortKey}</span>}
      <time dateTime={writtenAt}>{formatDate(writtenAt)}</time>
    </p>
  )
}

function DeleteButton({ comment, desk }: { comment: Comment; desk: ReactionDesk }) {
  const removing = useMutation({
    mutationFn: () => desk.remove([comment.event]),
    onSuccess: () => sayDone(t('nostr.workRemoved')),
    onError: (error) => sayFailed(describePublishing(error)),
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
