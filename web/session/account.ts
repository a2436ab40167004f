/** The signed-in person as a query, and signing out.
 * Not the token; that is session.ts. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getAccount } from '#contract/accounts.ts'
import { logout } from '#contract/auth.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ApiError } from '../api.ts'
import { queryKeyOf } from '../queries.ts'
import { useSite } from '../site.ts'
import { useSession } from './session.ts'

const REFETCH_DELAY_MS = 3_000
/** Whatever becomes of the start page, the session ends. */
const LEAVING_MAX_MS = 3_000

export type Account = Wire<typeof getAccount>

/** The record may come a moment after the identity: when there is none yet, ask once more after three seconds. */
export function useAccount() {
  const { call } = useSite()
  const session = useSession((state) => state.session)
  return useQuery<Account>({
    queryKey: queryKeyOf(getAccount, {}),
    queryFn: ({ signal }) => call(getAccount, {}, { signal }),
    enabled: session !== null,
    retry: (count, error) => count < 1 && error instanceof ApiError && error.status === 404,
    retryDelay: REFETCH_DELAY_MS,
  })
}

/** Ends the session here and on the server, forgets everything personal and goes to the start page. */
export function useSignOut(): () => Promise<void> {
  const { call } = useSite()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const forget = useSession((state) => state.signOut)
  const { key } = useLocation()
  const tellShown = useRef<(() => void) | null>(null)
  useEffect(() => tellShown.current?.(), [key])
  return async () => {
    // First away, and shown to be away: a private page without a session leads to the log-in page. The router is done
    // a moment before the page is drawn.
    const shown = new Promise<void>((resolve) => {
      tellShown.current = resolve
      setTimeout(resolve, LEAVING_MAX_MS)
    })
    void navigate('/')
    await shown
    const ended = call(logout, {}).catch(() => null)
    forget()
    queries.clear()
    await ended
  }
}
