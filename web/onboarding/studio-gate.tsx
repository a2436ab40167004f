/** The studio requires a verified region or a Lightning address. Users with neither are sent to onboarding first. */
import type { ReactNode } from 'react'
import { Navigate } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { StudioTitle } from '#web/frame/own-titles.tsx'
import { useAccount, type Account } from '#web/session/account.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

export const needsOnboarding = ({ isRegionVerified, lightningAddress }: Account): boolean =>
  !isRegionVerified && lightningAddress === null

export const isStudioPath = (path: string): boolean => path === '/studio' || path.startsWith('/studio/')

export function StudioGate({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { data: account, error, refetch } = useAccount()
  if (account === undefined) {
    if (!error) return <BareStudio />
    return (
      <>
        <StudioTitle />
        <ErrorState
          title={t('onboarding.failed')}
          detail={describeFailure(error)}
          retryLabel={t('failure.retry')}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  if (needsOnboarding(account))
    return <Navigate to={`/onboarding?next=${encodeURIComponent(pathname + search)}`} replace />
  return children
}

/** The studio before the session has been read: its title and a placeholder, no tabs. */
export function BareStudio() {
  return (
    <>
      <StudioTitle />
      <PageSkeleton label={t('common.loading')} />
    </>
  )
}
