/** Parts of a private page that load separately: all are shown when each has its data, so that none moves another. */
import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'

/** Data may cause a part to request more. */
const NEXT_REQUEST_MS = 40
/** After this time, the parts are shown even if some are still loading. */
const LONGEST_MS = 5_000

export function Settled({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  const isLoading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), isLoading ? LONGEST_MS : NEXT_REQUEST_MS)
    return () => clearTimeout(timer)
  }, [isLoading])
  return (
    <div className="relative">
      {!isShown && (
        <div className="absolute inset-x-0 top-0">
          <PageSkeleton label={t('common.loading')} />
        </div>
      )}
      <div className={isShown ? undefined : 'invisible'}>{children}</div>
    </div>
  )
}
