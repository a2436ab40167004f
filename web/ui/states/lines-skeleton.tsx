/** The skeleton of a list grouped by day: a heading, and rows with a time in front and an amount at the end.
 * It is hidden from screen readers; its container announces the loading. */
import { Skeleton } from './skeleton.tsx'

const WIDTHS = ['w-44', 'w-60', 'w-36', 'w-52']

export function LinesSkeleton({ hasAmounts = false }: { hasAmounts?: boolean }) {
  return (
    <>
      <div className="border-b border-line pb-2">
        <Skeleton className="h-5 w-24" />
      </div>
      {WIDTHS.map((width) => (
        <div key={width} className="flex items-start gap-x-4 border-b border-line py-3.5 md:px-2">
          <Skeleton className="h-5 w-11 max-md:hidden" />
          <span className="min-w-0 flex-1">
            <Skeleton className={`h-5.5 max-w-full ${width}`} />
            <Skeleton className={hasAmounts ? 'mt-1 h-4 w-28' : 'mt-1 h-4 w-12 md:hidden'} />
          </span>
          {hasAmounts && <Skeleton className="h-6 w-20" />}
        </div>
      ))}
    </>
  )
}
