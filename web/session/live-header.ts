/** Keeps the red dot, the balance and every payment on screen up to date while the page is visible.
 * Loaded with the session: visitors have nothing to follow. */
import type { QueryClient } from '@tanstack/react-query'
import { getAccount } from '#contract/accounts/account.ts'
import type { WireEvent } from '#contract/endpoint.ts'
import { getNotificationFlag, listNotifications } from '#contract/community/notifications.ts'
import { watchAccount } from '#contract/payments/payments.ts'
import { followEvents } from '#web/data/api-events.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import type { Account } from './account.ts'
import { invalidateMoney } from './money.ts'
import { readToken } from './session.ts'
import { examineSession, watchEnd } from './watch-end.ts'

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
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    line?.abort()
    undo()
  }
}

function takeEvent(
  queries: QueryClient,
  { kind, msatBalance, paymentId, notify }: WireEvent<typeof watchAccount>,
): void {
  if (notify !== null) queries.setQueryData(queryKeyOf(getNotificationFlag, {}), { notify })
  if (kind === 'notification') void queries.invalidateQueries({ queryKey: queryKeyOf(listNotifications) })
  const accountKey = queryKeyOf(getAccount, {})
  const known = queries.getQueryData<Account>(accountKey)
  const isNews = known !== undefined && msatBalance !== null && known.msatBalance !== msatBalance
  if (isNews) queries.setQueryData<Account>(accountKey, { ...known, msatBalance })
  if (kind === 'payment' || isNews) invalidateMoney(queries, paymentId)
}
