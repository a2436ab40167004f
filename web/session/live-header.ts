/** Keeps the red dot, the balance and every payment on screen up to date while the page is visible.
 * Loaded with the session: visitors have nothing to follow. */
import type { QueryClient } from '@tanstack/react-query'
import { getAccount } from '#contract/accounts/account.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import type { WireEvent } from '#contract/endpoint.ts'
import { getNotificationFlag, listNotifications } from '#contract/community/notifications.ts'
import { watchAccount } from '#contract/payments/payments.ts'
import { createCall, fetchTransport } from '#web/data/api.ts'
import { followEvents } from '#web/data/api-events.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import type { Account } from './account.ts'
import { invalidateMoney } from './money.ts'
import { readToken, useSession } from './session.ts'
import { examineSession, watchEnd } from './watch-end.ts'

/** A session lasts 30 days. With less than this left, the server may have extended it on a later day of use. */
const RENEWED_MS = 29 * 86_400_000

/** One stream, and none while the page is hidden: browsers allow only a few connections per server across all tabs. */
export function watchHeader(queries: QueryClient): () => void {
  let line: AbortController | null = null
  const undo = watchEnd(queries)
  const onRefused = () => examineSession(queries)
  const follow = () => {
    line?.abort()
    line = document.visibilityState === 'visible' ? new AbortController() : null
    if (line === null) return
    const onEvent = (event: WireEvent<typeof watchAccount>) => takeEvent(queries, event)
    void followEvents(watchAccount, {}, { signal: line.signal, readToken, onEvent, onRefused })
  }
  follow()
  void renew().catch(() => undefined)
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    line?.abort()
    undo()
  }
}

/** The server extends a session in use once a day; this updates the expiry stored in the browser. */
async function renew(): Promise<void> {
  const { session, signIn } = useSession.getState()
  if (session === null || Date.parse(session.expiresAt) - Date.now() > RENEWED_MS) return
  const { sessions } = await createCall(fetchTransport, readToken)(listSessions, {})
  const current = sessions.find(({ isCurrent }) => isCurrent)
  if (current && readToken() === session.token) signIn({ ...session, expiresAt: current.expiresAt })
}

function takeEvent(
  queries: QueryClient,
  { kind, msatBalance, paymentId, notify }: WireEvent<typeof watchAccount>,
): void {
  if (notify !== null) queries.setQueryData(queryKeyOf(getNotificationFlag, {}), { notify })
  // Also with the first event of a connection: a notification may have come between the list and it.
  if (kind === 'notification' || notify === true)
    void queries.invalidateQueries({ queryKey: queryKeyOf(listNotifications) })
  const accountKey = queryKeyOf(getAccount, {})
  const known = queries.getQueryData<Account>(accountKey)
  const isNews = known !== undefined && msatBalance !== null && known.msatBalance !== msatBalance
  if (isNews) queries.setQueryData<Account>(accountKey, { ...known, msatBalance })
  if (kind === 'payment' || isNews) invalidateMoney(queries, paymentId)
}
