/** The messages that came with zaps, beside what plays: a second plays from there. Replies and moderation are on the page of
 * the content. */
import { useQuery } from '@tanstack/react-query'
import { listComments } from '#contract/community/comments.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function CommentsPanel({ track, onLeave }: { track: Playable; onLeave: () => void }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, listComments, { params: { contentId: track.id }, query: {} }))
  const seek = usePlayer((state) => state.seek)
  if (query.isPending) return <Skeleton className="h-14 w-2/3" />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ErrorState level="part" title={t('failure.title')} retryLabel={t('failure.retry')} onRetry={retry} />
  }
  const { comments } = query.data
  return (
    <section aria-label={t('comments.title')} className="max-w-[46rem]">
      <h3 className="title-2">{t('comments.title')}</h3>
      {comments.length === 0 && <p className="mt-3 max-w-[40ch] text-lg">{t('comments.empty')}</p>}
      <ul className="mt-3 divide-y divide-line">
        {comments.map(
          ({ id, displayName, name, senderName, commenterArtworkUrl, content, msatAmount, contentTime }) => (
            <li key={id} className="flex gap-3 py-3.5">
              <Avatar src={commenterArtworkUrl} seed={name ?? id} size="small" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                  <span className="font-semi">{displayName ?? name ?? senderName ?? t('horizon.somebody')}</span>
                  <span>{t('playback.sats', { sats: formatSats(msatAmount) })}</span>
                </p>
                <p className="text-lg break-words">{content}</p>
                {contentTime !== null && (
                  <button
                    type="button"
                    onClick={() => seek(contentTime)}
                    className="min-h-11 text-sm font-semi underline underline-offset-4"
                  >
                    {t('playback.playFromTime', { time: formatDuration(contentTime) })}
                  </button>
                )}
              </div>
            </li>
          ),
        )}
      </ul>
      <Link
        to={track.contentHref}
        onClick={onLeave}
        className="inline-flex min-h-11 items-center font-semi underline underline-offset-4"
      >
        {t('playback.allComments')}
      </Link>
    </section>
  )
}
