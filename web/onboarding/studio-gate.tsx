/** The studio requires a verified region or a Lightning address. Users with neither are sent to onboarding first, except
 * members of teams. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listOwnArtists } from '#contract/catalog/artists.ts'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { Navigate } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { StudioTitle } from '#web/frame/own-titles.tsx'
import { useAccount, type Account } from '#web/session/account.ts'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

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
        <LoadFailure title={t('onboarding.failed')} error={error} retry={refetch} />
      </>
    )
  }
  if (!needsOnboarding(account)) return children
  const onboarding = <Navigate to={`/onboarding?next=${encodeURIComponent(pathname + search)}`} />
  return <MemberGate otherwise={onboarding}>{children}</MemberGate>
}

/** Members of teams receive no money, so they need no onboarding. */
function MemberGate({ otherwise, children }: { otherwise: ReactNode; children: ReactNode }) {
  const { call } = useSite()
  const artists = useQuery(callQuery(call, listOwnArtists, {}))
  const podcasts = useQuery(callQuery(call, listOwnPodcasts, { query: {} }))
  if (artists.isPending || podcasts.isPending) return <BareStudio />
  const isMember = [...(artists.data ?? []), ...(podcasts.data ?? [])].some(({ role }) => role !== 'owner')
  return isMember ? children : otherwise
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
