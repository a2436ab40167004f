/** The signed-in user as a query, and signing out. The token is in session.ts. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getAccount } from '#contract/accounts/account.ts'
import { logout } from '#contract/accounts/auth.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import { useLocation, useNavigate } from '#web/navigation/navigation.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { onSessionEnd, useSession } from './session.ts'

const REFETCH_DELAY_MS = 3_000
/** The session ends after this time at the latest, even if the start page does not load. */
const LEAVING_MAX_MS = 3_000

export type Account = Wire<typeof getAccount>

const SIGNED_OUT = ['signed out']

/** The account may be created shortly after the identity: if there is none yet, retry once after three seconds. The
 * session is null while a part of the page hydrates, and so is the account, like in the HTML of the server. */
export function useAccount() {
  const { call } = useSite()
  const session = useSession((state) => state.session)
  return useQuery<Account>({
    queryKey: session === null ? SIGNED_OUT : queryKeyOf(getAccount, {}),
    queryFn: ({ signal }) => call(getAccount, {}, { signal }),
    enabled: session !== null,
    retry: (count, error) => count < 1 && error instanceof ApiError && error.status === 404,
    retryDelay: REFETCH_DELAY_MS,
  })
}

/** Signs out here when the session was ended elsewhere or has expired. At its end, also in another tab, all that was loaded
 * is forgotten. */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  useEffect(() => onSessionEnd(() => queries.clear()), [queries])
  const forget = useSession((state) => state.signOut)
  const { error } = useAccount()
  const isOver = error instanceof ApiError && error.code === 'unauthorized'
  useEffect(() => {
    if (isOver) forget(false)
  }, [forget, isOver])
}

/** Goes to the start page and waits until it is shown, because a private page without a session redirects to the
 * log-in.
 * The router finishes before the page is drawn; drawing re-renders or unmounts this component, which is the signal. */
export function useGoToStartPage(): () => Promise<void> {
  const navigate = useNavigate()
  const { key } = useLocation()
  const tellShown = useRef<(() => void) | null>(null)
  useEffect(() => () => tellShown.current?.(), [key])
  return async () => {
    const shown = new Promise<void>((resolve) => {
      tellShown.current = resolve
      setTimeout(resolve, LEAVING_MAX_MS)
    })
    useSession.setState({ isLeaving: true })
    void navigate('/')
    await shown
  }
}

/** Ends the session here and on the server, clears all personal data and goes to the start page. */
export function useSignOut(): () => Promise<void> {
  const { call } = useSite()
  const forget = useSession((state) => state.signOut)
  const leave = useGoToStartPage()
  return async () => {
    await leave()
    const ended = call(logout, {}).catch(() => null)
    forget()
    await ended
  }
}
