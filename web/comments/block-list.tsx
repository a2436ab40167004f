/** The users the current user has muted or blocked from their content, each with a button to undo it. */
import { useQuery } from '@tanstack/react-query'
import { listBlocked } from '#contract/community/blocks.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { useChange, useChanges } from './comment-changes.ts'

export function BlockList({ list }: { list: 'muted' | 'blocked' }) {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({ ...callQuery(call, listBlocked, {}), staleTime: 0 })
  const change = useChange()
  const { unmute, unblock } = useChanges()
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-pink">{describeFailure(error)}</p>
        <Button kind="quiet" onClick={() => void refetch()}>
          {t('failure.retry')}
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton className="h-14" />
  const isMuted = list === 'muted'
  const users = data[list]
  if (users.length === 0) {
    return <p className="text-ink-2">{isMuted ? t('comments.nobodyMuted') : t('comments.nobodyBlocked')}</p>
  }
  return (
    <ul
      aria-label={isMuted ? t('comments.mutedPeople') : t('comments.blockedPeople')}
      className="divide-y divide-line border-y border-line"
    >
      {users.map(({ userId, name, displayName, artworkUrl, since }) => {
        const shown = displayName ?? name
        return (
          <li key={userId} className="flex items-center gap-3 py-3">
            <Avatar src={artworkUrl} seed={userId} />
            <div className="min-w-0 flex-1">
              <Link to={`/profile/${name}`} className="block truncate font-semi hover:underline">
                {shown}
              </Link>
              <p className="text-sm text-ink-2">{t('comments.since', { date: formatDate(since) })}</p>
            </div>
            <Button
              kind="quiet"
              aria-label={isMuted ? t('comments.unmute', { name: shown }) : t('comments.unblock', { name: shown })}
              disabled={change.isPending}
              onClick={() => change.mutate(isMuted ? unmute(userId, shown) : unblock(userId, shown))}
            >
              {isMuted ? t('comments.unmuteShort') : t('comments.unblockShort')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
