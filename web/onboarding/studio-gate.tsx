/** The studio requires a verified region or a Lightning address. Users with neither are sent to onboarding first. */
import type { ReactNode } from 'react'
import { Navigate } from '../navigation/link.tsx'
import { useLocation } from '../navigation/navigation.tsx'
import { StudioTitle } from '../frame/own-titles.tsx'
import { useAccount, type Account } from '../session/account.ts'
import { ErrorState } from '../ui/states/empty.tsx'
import { PageSkeleton } from '../ui/states/skeleton.tsx'
import { describeFailure } from '../data/failures.ts'
import { t } from '../words/words.ts'

export const mustOnboard = ({ isRegionVerified, lightningAddress }: Account): boolean =>
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
  if (mustOnboard(account)) return <Navigate to={`/onboarding?next=${encodeURIComponent(pathname + search)}`} replace />
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
