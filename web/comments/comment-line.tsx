/** One comment with its sats, its moment and its replies. Its menu is loaded on the first press. */
import { lazy, Suspense, useState } from 'react'
import { useLoginPrompt } from '#web/likes/library-entry.ts'
import { Link } from '#web/navigation/link.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useSession } from '#web/session/session.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { MoreIcon, PlayIcon } from '#web/ui/icon.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { formatDate, formatDuration } from '#web/words/format.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { CommentWire, ReplyWire } from './comment-data.ts'

const ReplyForm = lazy(async () => ({ default: (await import('./reply-form.tsx')).ReplyForm }))
const CommentMenu = lazy(async () => ({ default: (await import('./comment-menu.tsx')).CommentMenu }))

/** The more sats, the larger the text of the message, unless it is long. */
const TEXT_SIZES = [
  { msat: 5_000_000, characters: 80, look: 'mt-2 mb-3 max-w-[24ch] title-1' },
  {
    msat: 2_000_000,
    characters: 160,
    look: 'mt-1.5 mb-2 max-w-[36ch] title-2',
  },
  {
    msat: 500_000,
    characters: 240,
    look: 'mt-0.5 mb-1 max-w-[48ch] title-3',
  },
]

const textSizeOf = ({ msatAmount, content }: CommentWire): string =>
  TEXT_SIZES.find(({ msat, characters }) => msatAmount >= msat && content.length <= characters)?.look ??
  'mt-0.5 max-w-[62ch] text-lg'

/** The name shown beside a comment. */
export const writerName = ({ displayName, name }: Pick<CommentWire, 'displayName' | 'name'>): string =>
  displayName ?? name ?? t('comments.nameless')

/** The id that URLs with a hash refer to. */
export const commentId = ({ id }: Pick<CommentWire, 'id'>): string => `comment-${id}`

export function CommentLine({
  comment,
  isOwner,
  pageContentId,
  playables,
}: {
  comment: CommentWire
  /** The reader owns the content. */
  isOwner: boolean
  /** Null in a list of comments on different content. */
  pageContentId: string | null
  playables: readonly Playable[]
}) {
  const [isReplying, setIsReplying] = useState(false)
  const { content, isDeleted, replies } = comment
  const isElsewhere = comment.contentId !== pageContentId
  return (
    <li id={commentId(comment)} className="@container scroll-mt-24 border-b border-line py-4">
      <div className="flex justify-between gap-3 @max-[16rem]:flex-wrap">
        <Avatar src={comment.commenterArtworkUrl} seed={comment.userId ?? 'nobody'} />
        <div className="min-w-0 flex-1 @max-[16rem]:order-1 @max-[16rem]:basis-full">
          <Writer written={comment} />
          <p
            dir="auto"
            className={classNames(
              'break-words whitespace-pre-line',
              textSizeOf(comment),
              (isDeleted || comment.state !== 'shown') && 'text-ink-2',
            )}
          >
            {isDeleted ? t('comments.deleted') : content}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <Badge tone="money" icon={<Bolt size={11} />}>
              {formatSats(comment.msatAmount)} {satsUnit(formatSats(comment.msatAmount))}
            </Badge>
            {isElsewhere && <Moment comment={comment} playables={playables} />}
            {/* Together, so that the button is never alone in a line. */}
            <span className="flex max-w-full min-w-0 items-center gap-x-3">
              {isElsewhere ? <About comment={comment} /> : <Moment comment={comment} playables={playables} />}
              {!isDeleted && <ReplyButton comment={comment} onReply={() => setIsReplying(true)} />}
            </span>
          </p>
        </div>
        {!isDeleted && <Options written={comment} isOwner={isOwner} />}
      </div>
      {(replies.length > 0 || isReplying) && (
        <div className="mt-3 ml-[50px] border-l-2 border-line pl-3.5">
          {replies.length > 0 && (
            <ul aria-label={t('comments.replies', { count: replies.length })}>
              {replies.map((reply) => (
                <ReplyLine key={reply.id} reply={reply} isOwner={isOwner} />
              ))}
            </ul>
          )}
          {isReplying && (
            <Suspense fallback={null}>
              <ReplyForm commentId={comment.id} name={writerName(comment)} onClose={() => setIsReplying(false)} />
            </Suspense>
          )}
        </div>
      )}
    </li>
  )
}

function ReplyLine({ reply, isOwner }: { reply: ReplyWire; isOwner: boolean }) {
  return (
    <li className="flex gap-3 py-2">
      <Avatar src={reply.artworkUrl} seed={reply.userId ?? 'nobody'} size="small" />
      <div className="min-w-0 flex-1">
        <Writer written={reply} />
        <p
          dir="auto"
          className={classNames(
            'max-w-[62ch] break-words whitespace-pre-line',
            reply.state !== 'shown' && 'text-ink-2',
          )}
        >
          {reply.content}
        </p>
      </div>
      <Options written={reply} isOwner={isOwner} />
    </li>
  )
}

function Writer({ written }: { written: CommentWire | ReplyWire }) {
  const { name, state, createdAt } = written
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      {name === null ? (
        <span className="min-w-0 truncate font-semi text-ink-2">{!written.isDeleted && strangerName(written)}</span>
      ) : (
        <Link to={`/profile/${name}`} className="min-w-0 truncate font-semi hover:underline">
          {writerName(written)}
        </Link>
      )}
      <time dateTime={createdAt} className="text-ink-2">
        {formatDate(createdAt)}
      </time>
      {'appName' in written && written.appName !== null && (
        <span className="min-w-0 truncate text-ink-2">{t('comments.byApp', { app: written.appName })}</span>
      )}
      {state !== 'shown' && <Badge>{t(state === 'hidden' ? 'comments.hidden' : 'comments.blocked')}</Badge>}
    </p>
  )
}

/** A sender name that came with the payment is quoted and marked as unverified. */
function strangerName(written: CommentWire | ReplyWire): string {
  const senderName = 'senderName' in written ? written.senderName : null
  return senderName === null ? writerName(written) : t('comments.sender', { name: senderName })
}

/** Plays from the comment's moment, if the content is playable here. */
function Moment({ comment, playables }: { comment: CommentWire; playables: readonly Playable[] }) {
  const { contentId, contentTime } = comment
  if (contentTime === null) return null
  const time = formatDuration(contentTime)
  const index = playables.findIndex(({ id }) => id === contentId)
  if (index === -1) return <span>{t('comments.at', { time })}</span>
  const play = () => {
    const player = usePlayer.getState()
    if (player.activeTrackId !== contentId) player.playList(playables, index)
    else if (!player.isPlaying) player.togglePlaying()
    player.seek(contentTime)
  }
  return (
    <button
      type="button"
      onClick={play}
      aria-label={t('comments.playAt', { title: comment.title, time })}
      className="-my-2 flex min-h-11 items-center gap-1.5 font-semi hover:text-ink hover:underline"
    >
      <PlayIcon size={11} />
      {t('comments.at', { time })}
    </button>
  )
}

const pageOf = ({ contentType, contentId }: CommentWire): string => `/${contentType}/${contentId}`

function About({ comment }: { comment: CommentWire }) {
  return (
    <Link to={pageOf(comment)} className="min-w-0 truncate hover:underline">
      {t('comments.on', { title: comment.title })}
    </Link>
  )
}

function ReplyButton({ comment, onReply }: { comment: CommentWire; onReply: () => void }) {
  const isSignedIn = useSession((state) => state.session !== null)
  const promptLogin = useLoginPrompt()
  return (
    <button
      type="button"
      onClick={isSignedIn ? onReply : promptLogin}
      aria-label={t('comments.replyTo', { name: writerName(comment) })}
      className="-my-2 min-h-11 min-w-11 text-left font-semi hover:text-ink hover:underline"
    >
      {t('comments.reply')}
    </button>
  )
}

/** For signed-in users only; the menu is loaded on the first press. */
function Options({ written, isOwner }: { written: CommentWire | ReplyWire; isOwner: boolean }) {
  const [isWanted, setIsWanted] = useState(false)
  const isSignedIn = useSession((state) => state.session !== null)
  const name = writerName(written)
  const label = t('comments.options', { name })
  const button = (
    <IconButton label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)}>
      <MoreIcon size={18} aria-hidden="true" />
    </IconButton>
  )
  if (!isSignedIn) return null
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <CommentMenu {...{ written, isOwner, label, name }} />
    </Suspense>
  )
}
