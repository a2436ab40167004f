/** Avatars below a waveform, at the moments of the comments. They link to the comments. */
import { Avatar } from '#web/ui/images/avatar.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { commentId, writerName } from './comment-line.tsx'
import { useComments, type CommentWire } from './comment-data.ts'

/** Minimum distance in percent of the length; closer pins would overlap on a phone. */
const APART_PERCENT = 8
/** Keeps an avatar from extending beyond the edge. */
const EDGE_PERCENT = 96

type Pin = { comment: CommentWire; percent: number }

/** Of two pins that are too close, the one with the larger amount stays. */
function pinsOf(comments: readonly CommentWire[], contentId: string, durationSeconds: number): Pin[] {
  const pins: Pin[] = []
  for (const comment of comments.toSorted((one, other) => other.msatAmount - one.msatAmount)) {
    const { contentTime, isDeleted } = comment
    if (contentTime === null || isDeleted || comment.contentId !== contentId || contentTime > durationSeconds) continue
    const percent = Math.min((contentTime / durationSeconds) * 100, EDGE_PERCENT)
    if (pins.every((pin) => Math.abs(pin.percent - percent) >= APART_PERCENT)) pins.push({ comment, percent })
  }
  return pins.toSorted((one, other) => one.percent - other.percent)
}

export function CommentPins({ contentId, durationSeconds }: { contentId: string; durationSeconds: number }) {
  const { page } = useComments(contentId, 'new')
  const pins = page && durationSeconds > 0 ? pinsOf(page.comments, contentId, durationSeconds) : []
  if (pins.length === 0) return null
  return (
    <ul aria-label={t('comments.pins')} className="relative mt-1 h-7">
      {pins.map(({ comment, percent }) => {
        const label = t('comments.pin', { name: writerName(comment), time: formatDuration(comment.contentTime ?? 0) })
        return (
          <li key={comment.id} className="absolute top-0" style={{ left: `${percent}%` }}>
            <a
              href={`#${commentId(comment)}`}
              aria-label={label}
              title={`${label}: ${comment.content}`}
              className="block rounded-pill"
            >
              <Avatar src={comment.commenterArtworkUrl} seed={comment.userId ?? 'nobody'} size="small" />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
