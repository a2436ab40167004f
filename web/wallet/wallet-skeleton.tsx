/** The placeholder of the wallet: the balance card, the tabs, a day of lines.
 * It needs no account data, so that it can be drawn before the page's code has loaded. */
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

export function WalletSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className="flood rounded-bar px-5 py-6 md:rounded-header md:px-9 md:py-9">
        <Skeleton className="h-5.5 w-28" />
        <BalanceShape />
        <div className="mt-6 flex gap-2.5">
          <Skeleton className="h-12 w-34 rounded-pill" />
          <Skeleton className="h-12 w-34 rounded-pill" />
        </div>
      </div>
      <div className="mt-7 mb-6 flex gap-8 border-b border-line px-4 pt-2 pb-3">
        <Skeleton className="h-5.5 w-24" />
        <Skeleton className="h-5.5 w-24" />
      </div>
      <LinesSkeleton />
    </div>
  )
}

/** As high as the balance and its value in dollars. */
export function BalanceShape() {
  return (
    <>
      <Skeleton className="mt-2 h-11.5 w-56 max-w-full lg:h-19" />
      <Skeleton className="mt-1.5 h-6 w-32" />
    </>
  )
}
