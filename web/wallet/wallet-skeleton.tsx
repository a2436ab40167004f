/** The placeholder of the wallet: the tabs, the balance, the days and a day of lines.
 * It needs no account data, so that it can be drawn before the page's code has loaded. */
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

/** The balance, and beside it what belongs to it; on phones below it. */
export const HEAD_GRID =
  'grid items-end gap-x-[clamp(1.5rem,4vw,5rem)] lg:grid-cols-[minmax(0,var(--figure,1fr))_minmax(16rem,24rem)]'

export function WalletSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className="flex gap-8 border-b border-line px-4 pt-2 pb-3">
        <Skeleton className="h-5.5 w-24" />
        <Skeleton className="h-5.5 w-24" />
      </div>
      <Skeleton className="mt-7 mb-2 h-6 w-28" />
      <div className={HEAD_GRID}>
        <BalanceShape />
        <div className="md:pb-10">
          <Skeleton className="h-14 w-40 max-w-full" />
          <div className="mt-5 flex gap-2.5">
            <Skeleton className="h-12 w-34 rounded-pill" />
            <Skeleton className="h-12 w-34 rounded-pill" />
          </div>
        </div>
      </div>
      <DaysShape />
      <div className="mt-12">
        <LinesSkeleton hasAmounts />
      </div>
    </div>
  )
}

/** As high as the figures of a balance. */
export function BalanceShape() {
  return <Skeleton className="mb-10 h-[min(34vw,7rem)] w-[min(100%,46rem)] md:h-[min(18rem,30svh)]" />
}

/** A line, and the ground below it. */
export function DaysShape() {
  return <div className="bleed mt-24 h-44 bg-sunken" />
}
