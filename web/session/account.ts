/** The signed-in person as a query, and signing out.
 * Not the token; that is session.ts. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getAccount } from '#contract/accounts.ts'
import { logout } from '#contract/auth.ts'
import type { Wire } from '#contract/endpoint.ts'
import { listSessions } from '#contract/sessions.ts'
import { ApiError } from '../api.ts'
import { useLocation, useNavigate } from '../navigation/navigation.tsx'
import { forgetSecrets } from '../nostr/stored-secrets.ts'
import { queryKeyOf } from '../queries.ts'
import { useSite } from '../site.ts'
import { readToken, useSession } from './session.ts'

const REFETCH_DELAY_MS = 3_000
/** Of the 30 days that a session lasts; with less it has been used on another day. */
const RENEWED_MS = 29 * 86_400_000
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

/** A session that was ended elsewhere, or has run out, ends here too: the header says who one is. */
export function useSessionEnd(): void {
  const queries = useQueryClient()
  const forget = useSession((state) => state.signOut)
  const { error } = useAccount()
  const isOver = error instanceof ApiError && error.code === 'unauthorized'
  useEffect(() => {
    if (!isOver) return
    forget()
    queries.clear()
  }, [forget, isOver, queries])
}

/** The server lets a session that is used last longer, once a day; what is stored here follows. */
export function useSessionRenewal(): void {
  const { call } = useSite()
  const { session, signIn } = useSession()
  const { isSuccess } = useAccount()
  const askedFor = useRef<string | null>(null)
  useEffect(() => {
    if (!isSuccess || session === null || askedFor.current === session.token) return
    if (Date.parse(session.expiresAt) - Date.now() > RENEWED_MS) return
    askedFor.current = session.token
    call(listSessions, {}).then(
      ({ sessions }) => {
        const current = sessions.find(({ isCurrent }) => isCurrent)
        if (current && readToken() === session.token) signIn({ token: session.token, expiresAt: current.expiresAt })
      },
      () => undefined,
    )
  }, [call, isSuccess, session, signIn])
}

/** To the start page, and shown to be there, before the session goes: a private page without one leads to the log-in.
 * The router is done a moment before the page is drawn, which is when this place is drawn anew or taken away. */
export function useLeaving(): () => Promise<void> {
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

/** Ends the session here and on the server, forgets everything personal and goes to the start page. */
export function useSignOut(): () => Promise<void> {
  const { call } = useSite()
  const queries = useQueryClient()
  const forget = useSession((state) => state.signOut)
  const leave = useLeaving()
  return async () => {
    await leave()
    const ended = call(logout, {}).catch(() => null)
    forget()
    forgetSecrets()
    queries.clear()
    await ended
  }
}
