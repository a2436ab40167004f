/** Placeholders in the shape of the content that is loading. */
import { classNames } from '#web/ui/class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-breathe rounded-small bg-line', className)} />
}

/** The placeholder of a page: a heading and rows. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="pt-2">
      <Skeleton className="h-10 w-64 max-w-full" />
      <div className="mt-8 flex flex-col gap-5">
        <RowSkeletons />
      </div>
    </div>
  )
}

/** Rows with an image and two lines each. */
export function RowSkeletons() {
  return [1, 2, 3, 4, 5].map((row) => (
    <span key={row} className="flex items-center gap-4">
      <Skeleton className="size-12 shrink-0" />
      <span className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-3 w-1/4" />
      </span>
    </span>
  ))
}
