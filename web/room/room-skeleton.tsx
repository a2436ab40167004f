/** The placeholder of the messages while they load. */
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'

export function ChatSkeleton() {
  return (
    <div className="rounded-bar border border-line bg-highlight p-5">
      <ChatSkeletonLines />
    </div>
  )
}

export function ChatSkeletonLines() {
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-6 py-2">
      {['w-3/5', 'w-2/5', 'w-4/5'].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-[38px] shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-32" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
