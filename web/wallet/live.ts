/** Keeps account and statement true while a wallet page is open: the server tells of every change by itself.
 * The reading of the stream is web/api-events.ts. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getAccount, listTransactions } from '#contract/accounts.ts'
import type { WireEvent } from '#contract/endpoint.ts'
import { getDeposit, getPayment, watchAccount } from '#contract/payments.ts'
import { followEvents } from '../api-events.ts'
import { queryKeyOf } from '../queries.ts'
import type { Account } from '../session/account.ts'
import { readToken, useSession } from '../session/session.ts'

/** One stream a page. When the session has ended elsewhere, it ends here too. */
export function useLiveAccount(): void {
  const queries = useQueryClient()
  const token = useSession((state) => state.session?.token)
  useEffect(() => {
    if (token === undefined) return
    const stop = new AbortController()
    void followEvents(
      watchAccount,
      {},
      {
        signal: stop.signal,
        readToken,
        onEvent: (event) => takeEvent(queries, event),
        onRefused: (status) => status === 401 && forgetSession(queries),
      },
    )
    return () => stop.abort()
  }, [queries, token])
}

function takeEvent(queries: QueryClient, { kind, msatBalance, paymentId }: WireEvent<typeof watchAccount>): void {
  const accountKey = queryKeyOf(getAccount, {})
  const known = queries.getQueryData<Account>(accountKey)
  const isNews = known !== undefined && msatBalance !== null && known.msatBalance !== msatBalance
  if (isNews) queries.setQueryData<Account>(accountKey, { ...known, msatBalance })
  if (kind === 'balance' && !isNews) return
  invalidateMoney(queries, paymentId)
}

/** Everything on screen that a payment can have changed. */
export function invalidateMoney(queries: QueryClient, paymentId: string | null): void {
  const stale: (readonly unknown[])[] = [queryKeyOf(listTransactions)]
  if (paymentId === null) stale.push(queryKeyOf(getPayment))
  else {
    stale.push(queryKeyOf(getPayment, { params: { paymentId } }))
    stale.push(queryKeyOf(getDeposit, { params: { invoiceId: paymentId } }))
  }
  for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
}

function forgetSession(queries: QueryClient): void {
  useSession.getState().signOut()
  queries.clear()
}
